"""`history.compare` of two versions of one API next to the contract document of that API, in the
same run.

``python -m benchmarks.comparison`` prints the table, ``--write`` puts it into README.md as well.
"""

import argparse
import json
import os
import platform
import time
from collections.abc import Iterator
from typing import Any, Final, TypedDict

from . import source
from .document import table
from .interpreters import measure_alone
from .results import show
from .worker import contracts_spec

METHODS = 1000
ROUNDS = 3
SHAPES: Final[tuple[source.Shape, ...]] = ("connected", "wide", "flat")
STEPS: Final = {"nothing": 0, "each tenth resource": 10, "each resource": 1}
"""By what has changed: one resource of how many, with its types."""


class Sample(TypedDict):
    """What one measurement found, in seconds of processor time."""

    document: float
    compare: float
    changes: int
    breaking: int


def sample(shape: source.Shape, step: int) -> Sample:
    """One measurement, in an interpreter of its own."""
    taken: Sample = measure_alone("benchmarks.comparison", "--sample", shape, str(step))
    return taken


def take(shape: source.Shape, step: int) -> Sample:
    """Take a measurement in this interpreter.

    Args:
        shape: Whether resources refer to each other, see `source.models_source`.
        step: One resource of how many has changed; 0: none.
    """
    from sphinxcontrib_ggdocs.history import compare
    from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

    spec = contracts_spec(METHODS, shape)
    before = time.process_time()
    text = build_contract_doc(spec).to_json()
    after_document = time.process_time()
    old = ApiDocsDocument.model_validate_json(text)
    new = ApiDocsDocument.model_validate(edited(json.loads(text), step))
    before_compare = time.process_time()
    changes = compare(old, new)
    after_compare = time.process_time()
    return {
        "document": after_document - before,
        "compare": after_compare - before_compare,
        "changes": len(changes),
        "breaking": sum(change.verdict == "breaking" for change in changes),
    }


def edited(document: dict[str, Any], step: int) -> dict[str, Any]:
    """A later version: resources whose types have a further field and another bound, a method with
    a further parameter, and a method less.
    """
    contracts = [contract for group in document["groups"] for contract in group["contracts"]]
    for contract in contracts[::step] if step else ():
        contract["methods"].pop()
        limit = {"name": "least", "required": False, "schema": {"type": "integer"}}
        contract["methods"][0].setdefault("queryParams", []).append(limit)
        name = contract["name"].removesuffix("Api")
        for schema in (document["schemas"][f"{name}{end}"] for end in ("", "Draft")):
            schema["properties"]["further"] = {"type": "string"}
            if "name" in schema["properties"]:
                schema["properties"]["name"]["maxLength"] = 40
    return document


def report() -> Iterator[str]:
    """The table, as lines of Markdown; the best of several rounds."""
    yield f"Python {platform.python_version()}, {os.cpu_count()} cores; best of {ROUNDS} rounds.\n"
    rows: list[list[str]] = []
    for shape in SHAPES:
        for what, step in STEPS.items():
            rounds = [sample(shape, step) for _ in range(ROUNDS)]
            compared = min(each["compare"] for each in rounds)
            built = min(each["document"] for each in rounds)
            counts = f"{rounds[0]['changes']:,}", f"{rounds[0]['breaking']:,}"
            times = f"{compared:.2f} s", f"{built:.2f} s", f"{compared / built:.2f}"
            rows.append([shape, what, *counts, *times])
    head = ["types", "changed", "changes", "breaking", "compare", "build_contract_doc", "ratio"]
    yield from table(head, iter(rows))


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    parser.add_argument("--sample", nargs=2, metavar=("SHAPE", "STEP"), help="one measurement")
    arguments = parser.parse_args()
    if arguments.sample:
        shape, step = arguments.sample
        print(json.dumps(take(shape, int(step))))
    else:
        show("comparison", report(), write=arguments.write)


if __name__ == "__main__":
    main()
