"""README.md and the comparison claim what the tables of the benchmarks contain, and nothing else."""

from pathlib import Path

import pytest

from benchmarks.claims import claims, written

TABLES = [(path, section) for path, sections in claims().items() for section in sections]


@pytest.mark.parametrize(("path", "section"), TABLES, ids=[section for _, section in TABLES])
def test_claims_are_those_of_the_benchmarks(path: Path, section: str) -> None:
    """Run ``python -m benchmarks.claims`` when this fails."""
    page = path.read_text(encoding="utf-8")
    assert page == written(page, section, claims()[path][section])
