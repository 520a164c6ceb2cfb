"""Descriptions of words and inline code, which are read without a parser: as a parser reads
them.
"""

import pytest

from .projects import Built, Project
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
TEXTS = {"markdown": MARKDOWN, "rst": REST}


@pytest.mark.parametrize("markup", TEXTS)
def test_words_and_code_are_read_alike_without_a_parser(project: Project, markup: str) -> None:
    """Most descriptions are: parsers take their time."""
    described(project, "Fetch.", page="myst", markup=markup)
    (document,) = project.config["ggdocs_docs"]
    documents: dict[str, tuple[str, str]] = {}
    for number, text in enumerate(TEXTS[markup]):
        documents[f"own-{number}"] = (text, text)
        documents[f"after-{number}"] = (text, f"*mark*\n\n{text}")
    project.config["ggdocs_docs"] = [
        {**document, "slug": slug, "description": shown} for slug, (_, shown) in documents.items()
    ]
    for slug in documents:
        project.page(f"---\norphan: true\n---\n# Api\n\n```{{ggdocs}} {slug}\n```\n", f"{slug}.md")
    project.page("# Api\n", "api.md")
    built = project.build()
    assert built.warnings == ""
    for number, text in enumerate(TEXTS[markup]):
        own, after = (_shown(built, f"{kind}-{number}") for kind in ("own", "after"))
        assert own == after, text


def _shown(built: Built, slug: str) -> str:
    html = built.read(f"{slug}.html").partition("Shop API</strong></p>")[2].partition("<section")[0]
    return html.replace("<p><em>mark</em></p>", "").replace(slug, "slug").strip()


def test_extensions_of_myst_that_change_words(project: Project) -> None:
    described(project, "Ours (c).", page="myst")
    project.write("conf.py", "myst_enable_extensions = ['replacements']\n")
    assert "<p>Ours ©.</p>" in project.build().read("api.html")
