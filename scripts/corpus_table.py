"""Write the figures of ``make test-corpus`` into the guide: ``python -m scripts.corpus_table LOG``.

LOG is the output of the tests, which has a line for each application.
"""

import re
import sys
from ast import literal_eval
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.results import replace_section

GUIDE = Path(__file__).parents[1] / "docs" / "guides" / "fastapi.md"
LINE = re.compile(
    r"^(?P<name>\w+), (?P<framework>.+): (?P<equal>\d+) of (?P<operations>\d+) are equal; "
    r"on purpose (?P<purposes>\{.*?\}); (?P<others>\d+) others; "
    r"(?P<by_name>\d+) without dereferencing, with (?P<schemas>\d+) schemas;",
    re.MULTILINE,
)
HEAD = (
    "Application",
    "Framework",
    "Operations",
    "Equal",
    "Different on purpose",
    "Other differences",
    "Schemas compared by name",
    "Other differences by name",
)

_EQUAL = ("operations", "equal")
_OTHERS = ("others", "schemas", "by_name")


def rows(log: str) -> Iterator[str]:
    """The table as lines of Markdown; applications by the number of their operations."""
    yield _row(HEAD)
    yield _row(["---"] * len(HEAD))
    found = [match.groupdict() for match in LINE.finditer(log)]
    if not found:
        raise ValueError("the log has no line of an application; run pytest with -rP")
    for one in sorted(found, key=lambda one: (int(one["operations"]), one["name"])):
        counts = sorted(literal_eval(one["purposes"]).items())
        purposes = ", ".join(f"{purpose} {count}" for purpose, count in counts)
        before = (one[cell] for cell in ("name", "framework", *_EQUAL))
        yield _row([*before, purposes, *(one[cell] for cell in _OTHERS)])
    yield _row(["all", "", *_sums(found, *_EQUAL), "", *_sums(found, *_OTHERS)])


def _sums(found: list[dict[str, str]], *cells: str) -> Iterator[str]:
    for cell in cells:
        yield str(sum(int(one[cell]) for one in found))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def main(log: str) -> None:
    """Write the table."""
    lines = rows(Path(log).read_text(encoding="utf-8"))
    replace_section(GUIDE, "published", "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
