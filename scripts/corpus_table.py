"""Write the figures of tests into the reference: ``python -m scripts.corpus_table LOG …``.

A log is the output of ``make test-corpus``, or of ``pytest -rP`` over ``test_corpus.py`` and
``test_packages.py`` in ``tests/adapters``; it has a line for each application.
"""

import re
import sys
from ast import literal_eval
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.results import replace_section

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "accuracy.md"
LINE = re.compile(
    r"^(?P<name>\w+), (?P<framework>.+): (?P<equal>\d+) of (?P<operations>\d+) are equal; "
    r"on purpose (?P<purposes>\{.*?\}); (?P<others>\d+) others; "
    r"(?P<by_name>\d+) without dereferencing, with (?P<schemas>\d+) schemas, "
    r"(?P<streams>\d+) streams;",
    re.MULTILINE,
)
SHORT_LINE = re.compile(
    r"^(?P<application>.+): (?P<equal>\d+) of (?P<operations>\d+) operations are equal"
    r"(?:, with (?P<streams>\d+) streams)?$",
    re.MULTILINE,
)
SHORT_HEAD = ("Application", "Operations", "Equal", "Streams")
HEAD = (
    "Application",
    "Framework",
    "Operations",
    "Equal",
    "Different on purpose",
    "Other differences",
    "Schemas compared by name",
    "Other differences by name",
    "Streams",
)

PUBLISHED, INSTALLED = "published", "installed"
"""The sections of the page: the corpus, and what is installed with the tests."""

_EQUAL = ("operations", "equal")
_OTHERS = ("others", "schemas", "by_name", "streams")


def rows(log: str) -> Iterator[str]:
    """The table as lines of Markdown; applications by the number of their operations."""
    yield _row(HEAD)
    yield _row(["---"] * len(HEAD))
    found = [match.groupdict() for match in LINE.finditer(log)]
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


def short_rows(log: str) -> Iterator[str]:
    """The table of the applications that are installed with the tests, in the order of the log."""
    yield _row(SHORT_HEAD)
    yield _row(["---"] * len(SHORT_HEAD))
    for match in SHORT_LINE.finditer(log):
        cells = match.groupdict(default="")
        yield _row(cells[name] for name in ("application", *_EQUAL, "streams"))


def main(*logs: str) -> None:
    """Write the tables that the logs have lines for."""
    log = "\n".join(Path(each).read_text(encoding="utf-8") for each in logs)
    tables = ((PUBLISHED, LINE, rows), (INSTALLED, SHORT_LINE, short_rows))
    written = [(section, table(log)) for section, line, table in tables if line.search(log)]
    if not written:
        raise ValueError("the logs have no line of an application; run pytest with -rP")
    for section, lines in written:
        replace_section(PAGE, section, "".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
