"""Texts of authors inside of Markdown: nothing breaks its outline."""

import pytest
from markdown_it import MarkdownIt

from sphinxcontrib_ggdocs.native.markdown_text import (
    cell,
    code_span,
    description_with_facts,
    with_headings_below,
)

HEADINGS = [
    pytest.param("# A\n\ntext", "### A\n\ntext", id="ATX"),
    pytest.param("A\n===\n\nB\n---", "### A\n\n#### B", id="underlined"),
    pytest.param("A\n=\n\nB\n-", "### A\n\n#### B", id="underlined with one character"),
    pytest.param("```sh\n# note\n```\n# A", "```sh\n# note\n```\n### A", id="not in code"),
    pytest.param("###### A", "###### A", id="none is deeper"),
    pytest.param("- a\n---\na | b\n---", "- a\n---\na | b\n---", id="no headings"),
    pytest.param("#hash\nfour\n\n    # code", "#hash\nfour\n\n    # code", id="nor these"),
]


@pytest.mark.parametrize(("written", "found"), HEADINGS)
def test_headings_stand_below_ours(written: str, found: str) -> None:
    assert with_headings_below(written, 2, markup=None) == found
    assert with_headings_below(written, 2, markup="rst") == written


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("one\ntwo", "one two"),
        ("one\n\ntwo", "one<br>two"),
        ("say:\n- a\n  more\n- b", "say:<br>- a more<br>- b"),
        ("see\n```\na | b\n\nc\n```\nend", "see<br>`a \\| b`<br>`c`<br>end"),
        ("a \\| b", "a \\| b"),
        ("", ""),
    ],
)
def test_a_cell_is_one_line(written: str, found: str) -> None:
    assert cell(written) == found


@pytest.mark.parametrize(
    ("description", "facts", "found"),
    [
        ("How many.", "at most 3", "How many. At most 3"),
        ("How many", "at most 3; default 1", "How many. At most 3; default 1"),
        ("", "at most 3", "at most 3"),
        (" ", "at most 3", "at most 3"),
        ("How many.", "", "How many."),
        ("- a\n\n- b", "≥ 1", "- a\n\n- b\n\n≥ 1"),
    ],
)
def test_what_a_schema_says_follows(description: str, facts: str, found: str) -> None:
    assert description_with_facts(description, facts) == found


@pytest.mark.parametrize("text", ["a", "a`b", "`a", "a`", "a``b", "`a``b`", "``", "`"])
def test_inline_code_is_what_commonmark_reads(text: str) -> None:
    assert MarkdownIt().render(code_span(text)) == f"<p><code>{text}</code></p>\n"
