"""README.md and the comparison claim what the tables of the benchmarks contain, and nothing else."""

import re
from pathlib import Path

import pytest

from benchmarks.claims import claims, loaded, written

ROOT = Path(__file__).parents[2]
TABLES = [(path, section) for path, sections in claims().items() for section in sections]


@pytest.mark.parametrize(("path", "section"), TABLES, ids=[section for _, section in TABLES])
def test_claims_are_those_of_the_benchmarks(path: Path, section: str) -> None:
    """Run ``python -m benchmarks.claims`` when this fails."""
    page = path.read_text(encoding="utf-8")
    assert page == written(page, section, claims()[path][section])


def test_the_size_in_the_introduction_is_what_a_visitor_loads() -> None:
    """Correct the sentence when this fails."""
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"of which a visitor loads {loaded()}." in page


def test_the_tests_that_the_comparison_names_exist() -> None:
    page = (ROOT / "docs" / "explanation" / "comparison.md").read_text(encoding="utf-8")
    named = re.findall(r"`(tests/[\w/.]+)`", page)
    assert len(named) >= 10
    assert [path for path in named if not (ROOT / path).exists()] == []
