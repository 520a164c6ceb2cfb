"""The page of the reference lists all changes."""

from pathlib import Path

from sphinxcontrib_ggdocs.history import RULES

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "changes.md"


def test_the_reference_lists_all_changes() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## The changes")[2]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{name}` | {message} |" for name, message in RULES.items()]
