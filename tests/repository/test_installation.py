"""Commands of README.md and of the documentation install the package from where it is today."""

import re
from pathlib import Path

import pytest

from scripts.installation import SOURCE, with_source

from .snippets import ROOT

PAGES = [*sorted((ROOT / "docs").glob("*/*.md")), ROOT / "docs" / "index.md"]
NAMED = re.compile(r"pip install[^\n`]*sphinxcontrib-ggdocs(?:\[[a-z,]+\])?(?P<rest>[^\n`]*)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_every_page_says_where_from(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    shown = with_source(text)
    commands = list(NAMED.finditer(shown))
    assert [match[0] for match in commands if not match["rest"].startswith(f" @ {SOURCE}")] == []
    has_note = "#install-today" in shown or "(install-today)=" in shown
    assert bool(commands) <= has_note
    if not commands and "sphinxcontrib-ggdocs[" not in text:
        assert shown == text


def test_a_clone_has_any_name() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith('.venv/bin/pip install "')]
    assert line.endswith(f' @ {SOURCE}"')
    assert "/sphinxcontrib-ggdocs[" not in text
    assert with_source('pip install "sphinxcontrib-ggdocs[mcp]" x') == (
        'pip install "sphinxcontrib-ggdocs[mcp] @ $GGDOCS" x'
    )
    assert with_source("pip install sphinxcontrib-ggdocs x") == (
        'pip install "sphinxcontrib-ggdocs @ $GGDOCS" x'
    )
    assert with_source("pip install sphinxcontrib-ggdocs-viewers") == (
        "pip install sphinxcontrib-ggdocs-viewers"
    )
