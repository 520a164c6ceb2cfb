"""Directives in the text of pages, in both languages."""

import pytest

from sphinxcontrib_ggdocs.ext.directive_text import DirectiveText, directive_texts

REST = {
    "alone": (".. ggdocs::\n", [("", {}, [])]),
    "an argument": (".. ggdocs:: shop\n", [("shop", {}, [])]),
    "an argument of several lines": (".. ggdocs:: shop\n   users\n", [("shop users", {}, [])]),
    "an argument below": (".. ggdocs::\n\n   shop\n", [("shop", {}, [])]),
    "options and content": (
        ".. ggdocs:: shop\n   :split: group\n   :no-index:\n   :title: A\n     b\n\n   Text.\n",
        [("shop", {"split": "group", "no-index": "", "title": "A\nb"}, ["Text."])],
    ),
    "two": (
        ".. ggdocs:: a\n\nText.\n\n.. ggdocs:: b\n   :slug: c\n",
        [("a", {}, []), ("b", {"slug": "c"}, [])],
    ),
    "another name": (".. ggdocs-page:: shop\n.. ggdocs::shop\n", []),
    "nested": (".. note::\n\n   .. ggdocs:: shop\n", []),
}

MARKDOWN = {
    "alone": ("```{ggdocs}\n```\n", [("", {}, [])]),
    "an argument": ("```{ggdocs} shop\n```\n", [("shop", {}, [])]),
    "options and content": (
        "~~~{ggdocs}\n:split: group\n:no-index:\n\nText.\n~~~\n",
        [("", {"split": "group", "no-index": ""}, ["Text."])],
    ),
    "options in YAML": (
        "```{ggdocs}\n---\nsplit: 'group'\nhttp: a:B\n  c:D\n---\nText.\n```\n",
        [("", {"split": "group", "http": "a:B\nc:D"}, ["Text."])],
    ),
    "colons": (":::{ggdocs} shop\n:::\n", [("shop", {}, [])]),
    "in eval-rst": (
        "```{eval-rst}\n.. ggdocs:: shop\n   :split: none\n```\n",
        [("shop", {"split": "none"}, [])],
    ),
    "an example": ("````\n```{ggdocs} shop\n```\n````\n", []),
    "another name": ("```{ggdocs-page} shop\n```\n", []),
    "never closed": ("```{ggdocs} shop\n", []),
}


def found(text: str, *, is_markdown: bool) -> list[DirectiveText]:
    return [*directive_texts(text.splitlines(), "ggdocs", is_markdown=is_markdown)]


@pytest.mark.parametrize(("text", "directives"), REST.values(), ids=REST)
def test_restructuredtext(
    text: str, directives: list[tuple[str, dict[str, str], list[str]]]
) -> None:
    assert found(text, is_markdown=False) == [
        DirectiveText(*each, is_markdown=False) for each in directives
    ]


@pytest.mark.parametrize(("text", "directives"), MARKDOWN.values(), ids=MARKDOWN)
def test_markdown(text: str, directives: list[tuple[str, dict[str, str], list[str]]]) -> None:
    is_markdown = "eval-rst" not in text
    assert found(text, is_markdown=True) == [
        DirectiveText(*each, is_markdown=is_markdown) for each in directives
    ]
