"""Descriptions are translated paragraph by paragraph, as they are written."""

import pytest

from sphinxcontrib_ggdocs.native.document_translation import translate_text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("One line.", "ONE LINE."),
        ("Two\n  lines of one.", "TWO LINES OF ONE."),
        ("A.\n\nB.", "A.\n\nB."),
        ("# Head\n\ntext", "# HEAD\n\nTEXT"),
        ("1. one\n2. two\n   more", "1. ONE\n2. TWO MORE"),
        ("> said", "> SAID"),
        ("~~~\ncode\n\ncode\n~~~\nafter", "~~~\ncode\n\ncode\n~~~\nAFTER"),
        ("````\n```\ncode\n````\nafter", "````\n```\ncode\n````\nAFTER"),
        ("> said\n> by one", "> SAID BY ONE"),
        ("> - one\n> - two", "> - ONE\n> - TWO"),
        ("[^1]: A\n  footnote", "[^1]: A FOOTNOTE"),
        (".. [#f] A footnote", ".. [#f] A FOOTNOTE"),
        ("| a | b \\| c |\n|---|:-:|\n| `d` | |", "| A | B \\| C |\n|---|:-:|\n| `D` | |"),
        ("head\n----\ntext", "HEAD\n----\nTEXT"),
        ("```{note}\nmind\n```\nafter", "```{note}\nMIND\n```\nAFTER"),
        ("::: note\nmind\n:::\nafter", "::: note\nMIND\n:::\nAFTER"),
        (":::{note}\nmind\n:::\nafter", ":::{note}\nMIND\n:::\nAFTER"),
        ("```{code-block} sh\ncode\n```", "```{code-block} sh\ncode\n```"),
        (".. note:: mind", ".. note:: MIND"),
        ("* - cell\n  - other", "* - CELL\n  - OTHER"),
        (":field: value", ":field: VALUE"),
        ("|sub| text", "|SUB| TEXT"),
        ("term\n: definition", "TERM\n: DEFINITION"),
        (
            "::::{note}\n```\ncode\n```\nmind\n:::{tip}\nuse\n:::\nthis\n::::\nafter",
            "::::{note}\n```\ncode\n```\nMIND\n:::{tip}\nUSE\n:::\nTHIS\n::::\nAFTER",
        ),
        ("```{math}\na\n```\nb", "```{math}\na\n```\nB"),
        ("```\n``` sh\n```\nb", "```\n``` sh\n```\nB"),
        ("a\n| b |\nc", "A\n| B |\nC"),
        ("a\n- b", "A\n- B"),
        ("a\n> b\n\nc", "A\n> B\n\nC"),
        ("> a\n\n> b", "> A\n\n> B"),
        ("head\n==\n\ntext", "HEAD\n====\n\nTEXT"),
        ("x\n=\ntext", "X\n===\nTEXT"),
        ("---\n\ntext", "---\n\nTEXT"),
        ("---\ntext\nmore", "---\nTEXT MORE"),
        ("---\nhead\n==", "---\nHEAD\n===="),
        ("=======\n head\n=======\ntext", "====\nHEAD\n====\nTEXT"),
        ("|\n\na", "|\n\nA"),
        ("", ""),
    ],
)
def test_a_description_is_translated_by_paragraphs(text: str, told: str) -> None:
    assert translate_text(text, str.upper) == told


def test_a_term_of_rest_and_its_definition() -> None:
    told = {"term": "Begriff", "its definition": "seine Erklärung"}
    translated = translate_text(
        "term\n   its\n   definition", lambda message: told.get(message, message)
    )
    assert translated == "Begriff\n   seine Erklärung"
    short = translate_text("term\n   its definition", lambda message: told.get(message, message))
    assert short == "Begriff\n   seine Erklärung"


@pytest.mark.parametrize(
    "text",
    [
        "one\n  two",
        "> one\n> two",
        "head\n-------",
        "- one\n  two",
        "term\n   its\n   definition",
    ],
)
def test_what_nobody_has_translated_stays_as_it_is_written(text: str) -> None:
    assert translate_text(text, lambda message: message) == text


@pytest.mark.parametrize(
    ("translations", "translated"),
    [
        ({"term": "Begriff"}, "Begriff\n   its\n   definition"),
        ({"its definition": "Erklärung"}, "term\n   Erklärung"),
        ({"term its definition": "Satz"}, "Satz"),
    ],
)
def test_a_term_or_its_definition_alone(translations: dict[str, str], translated: str) -> None:
    text = "term\n   its\n   definition"
    assert translate_text(text, lambda message: translations.get(message, message)) == translated


@pytest.mark.parametrize("text", ["one\ntwo", "- one\n  two"])
def test_the_lines_of_a_paragraph_are_not_translated_alone(text: str) -> None:
    told = {"one": "eins", "two": "zwei"}
    assert translate_text(text, lambda message: told.get(message, message)) == text
