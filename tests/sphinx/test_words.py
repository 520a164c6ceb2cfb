"""Descriptions of words and inline code, which are read without a parser: as a parser reads them."""

import re

import pytest

from .projects import Project
from .test_markup import described

TEXTS = [
    "Of `a`, `list[int]` and `x | y`.",
    "`first` of\ntwo lines",
    "One.\n\nTwo `a_b*c*` and `<b>&amp;`.",
    "`a``b`",
    "`a b",
]


@pytest.mark.parametrize("text", TEXTS)
def test_words_and_code_are_read_alike_without_a_parser(project: Project, text: str) -> None:
    """Most descriptions are: parsers take their time."""
    paragraphs = [re.findall("<p>.*?</p>", _shown(project, each), re.DOTALL) for each in (text, f"*mark*\n\n{text}")]
    assert [each for each in paragraphs[1] if "<em>mark" not in each] == paragraphs[0]


def _shown(project: Project, text: str) -> str:
    described(project, "Fetch.", page="myst")
    project.config["ggdocs_docs"][0]["description"] = text
    built = project.build()
    assert built.warnings == ""
    return built.read("api.html").partition("<gg-docs")[2].partition("<section")[0]


def test_extensions_of_myst_that_change_words(project: Project) -> None:
    described(project, "Ours (c).", page="myst")
    project.write("conf.py", "myst_enable_extensions = ['replacements']\n")
    assert "<p>Ours ©.</p>" in project.build().read("api.html")
