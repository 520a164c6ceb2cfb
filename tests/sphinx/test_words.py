"""Descriptions of words and inline code, which are read without a parser: as a parser reads
them.
"""

import pytest

from .projects import Project
from .test_markup import described

WORDS = "Page_size of a_b (one of two): 50%, and/or a=b+c, of http_status (see below)"
SENTENCES = "Total. Profit & loss — of 1990–1999"
MARKDOWN = [
    WORDS,
    SENTENCES,
    "12) list",
    f"{WORDS}: _b_ and www.example.org/a_",
    "Of `a`, `list[int]` and `x | y`.",
    "`first` of\ntwo lines",
    "`a_b*c*`\n\n`<b>&amp;`",
    "`a``b`",
    "`a b",
]
REST = [
    WORDS,
    SENTENCES,
    "12) list",
    "MIX. list",
    f"{WORDS}, *b* and https://example.org",
    "Of ``a``, ``list[int]`` (``x | y``).",
    "``first`` of\ntwo lines",
    "``a_b*c*``\n\n``\\n``",
    "A. list",
    "(i) list",
]
TEXTS = [*(("markdown", text) for text in MARKDOWN), *(("rst", text) for text in REST)]


@pytest.mark.parametrize(("markup", "text"), TEXTS)
def test_words_and_code_are_read_alike_without_a_parser(
    project: Project, markup: str, text: str
) -> None:
    """Most descriptions are: parsers take their time."""
    own, after = (_shown(project, markup, each) for each in (text, f"*mark*\n\n{text}"))
    assert own == after


def _shown(project: Project, markup: str, text: str) -> str:
    described(project, "Fetch.", page="myst", markup=markup)
    project.config["ggdocs_docs"][0]["description"] = text
    built = project.build()
    assert built.warnings == ""
    html = built.read("api.html").partition("Shop API</strong></p>")[2].partition("<section")[0]
    return html.replace("<p><em>mark</em></p>", "").strip()


def test_extensions_of_myst_that_change_words(project: Project) -> None:
    described(project, "Ours (c).", page="myst")
    project.write("conf.py", "myst_enable_extensions = ['replacements']\n")
    assert "<p>Ours ©.</p>" in project.build().read("api.html")
