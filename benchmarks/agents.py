"""What an MCP client waits for: loading, and searches in a document of 1,000 methods.

``python -m benchmarks.agents`` prints the table, ``--write`` puts it into README.md as well.
"""

import argparse
import importlib
import json
import os
import platform
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final, TypedDict

from . import source
from .document import table
from .interpreters import measure_alone
from .results import show

SIZES: Final = (100, 1000)
ROUNDS: Final = 3
QUERIES: Final = ("create customer", "list of invoices with an address", "delete", "get", "MONEY")


class Sample(TypedDict):
    """What one measurement found: seconds of processor time, and bytes."""

    load: float
    search: float
    """The slowest."""
    read: float
    chain: float
    bytes: int
    """Of the Markdown of a method, on the average."""


def sample(methods: int) -> Sample:
    """One measurement, in an interpreter of its own, of modules in files."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bench_models.py").write_text(source.models_source(methods, "connected"))
        Path(folder, "bench_contracts.py").write_text(source.contracts_source(methods))
        taken: Sample = measure_alone("benchmarks.agents", "--sample", PYTHONPATH=folder)
    return taken


def take() -> Sample:
    """Take a measurement in this interpreter."""
    from sphinxcontrib_ggdocs.agents.answers import Answers
    from sphinxcontrib_ggdocs.agents.library import Library
    from sphinxcontrib_ggdocs.native import build_contract_doc

    document = build_contract_doc(importlib.import_module("bench_contracts").spec)
    before = time.process_time()
    library = Library([document])
    loaded = time.process_time() - before
    answers = Answers(library)
    names = list(library.document(None).methods)[:100]

    def slowest(called: Iterator[object]) -> float:
        times = [time.process_time(), *(time.process_time() for _ in called)]
        return max(after - start for start, after in pairwise(times))

    sizes = [len(answers.read(name).encode()) for name in names]
    return {
        "load": loaded,
        "search": slowest(answers.search(query) for query in QUERIES),
        "read": slowest(answers.read(name) for name in names),
        "chain": slowest(answers.chain(name) for name in names[:10]),
        "bytes": sum(sizes) // len(sizes),
    }


def report() -> Iterator[str]:
    """The table, as lines of Markdown; the best of several rounds."""
    yield f"Python {platform.python_version()}, {os.cpu_count()} cores; best of {ROUNDS} rounds.\n"
    rows: list[list[str]] = []
    for methods in SIZES:
        rounds = [sample(methods) for _ in range(ROUNDS)]
        row = [f"{methods:,}", f"{min(each['load'] for each in rounds):.1f} s"]
        row.append(f"{min(each['search'] for each in rounds) * 1000:.1f} ms")
        row.append(f"{min(each['read'] for each in rounds) * 1000:.1f} ms")
        row.append(f"{min(each['chain'] for each in rounds) * 1000:.1f} ms")
        row.append(f"{rounds[0]['bytes']:,} bytes")
        rows.append(row)
    head = ["methods", "loading", "search", "read", "chain", "text of a method"]
    yield from table(head, iter(rows))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    parser.add_argument("--sample", action="store_true", help="one measurement")
    arguments = parser.parse_args()
    if arguments.sample:
        print(json.dumps(take()))
    else:
        show("agents", report(), write=arguments.write)


if __name__ == "__main__":
    main()
