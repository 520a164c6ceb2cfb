"""`check_contracts` next to the contract document of the same API, in the same run.

``python -m benchmarks.check`` prints the table, ``--write`` puts it into README.md as well.
"""

import argparse
import importlib
import json
import os
import platform
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypedDict

from . import source
from .document import table
from .interpreters import measure_alone
from .results import show

SIZES: Final = (100, 1000)
ROUNDS: Final = 3
SHAPES: Final[tuple[source.Shape, ...]] = ("connected", "wide", "flat")


class Sample(TypedDict):
    """What one measurement found; times in seconds of processor time."""

    document: float
    check: float
    findings: int


def sample(shape: source.Shape, methods: int) -> Sample:
    """One measurement, in an interpreter of its own, of modules in files."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "bench_models.py").write_text(source.models_source(methods, shape))
        Path(folder, "bench_contracts.py").write_text(source.contracts_source(methods))
        taken: Sample = measure_alone("benchmarks.check", "--sample", PYTHONPATH=folder)
    return taken


def take() -> Sample:
    """Take a measurement in this interpreter; the document first, which describes the types."""
    from sphinxcontrib_ggdocs.lint import check_contracts
    from sphinxcontrib_ggdocs.native import build_contract_doc

    spec = importlib.import_module("bench_contracts").spec
    before = time.process_time()
    build_contract_doc(spec)
    after_document = time.process_time()
    findings = check_contracts(spec)
    after_check = time.process_time()
    return {
        "document": after_document - before,
        "check": after_check - after_document,
        "findings": len(findings),
    }


def report() -> Iterator[str]:
    """The table, as lines of Markdown; the best of several rounds."""
    yield f"Python {platform.python_version()}, {os.cpu_count()} cores; best of {ROUNDS} rounds.\n"
    rows: list[list[str]] = []
    for shape in SHAPES:
        for methods in SIZES:
            rounds = [sample(shape, methods) for _ in range(ROUNDS)]
            checked = min(each["check"] for each in rounds)
            built = min(each["document"] for each in rounds)
            counts = f"{methods:,}", f"{rounds[0]['findings']:,}"
            times = f"{checked:.2f} s", f"{built:.2f} s", f"{checked / built:.2f}"
            rows.append([shape, *counts, *times])
    head = ["types", "methods", "findings", "check_contracts", "build_contract_doc", "ratio"]
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
        show("check", report(), write=arguments.write)


if __name__ == "__main__":
    main()
