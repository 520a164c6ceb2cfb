"""Summaries, descriptions, and what the sections of a docstring say of arguments and answers."""

from typing import Protocol

import pytest

from sphinxcontrib_ggdocs.contracts import contract_of, http
from sphinxcontrib_ggdocs.contracts.authoring.docstrings import (
    Prose,
    read_docstring,
    sections_of_class,
    without_hidden,
)

GOOGLE = """Find hits.

Best **first**.

Args:
    word: What to look for,
        without accents.
    size (int): How many.

Returns:
    The hits.

Note:
    Slow.
"""
ALERT = "> [!NOTE]\n> Soon gone.\n\nFind hits."
NUMPY = """Find hits.

Best **first**.

Parameters
----------
word : str
    What to look for,
    without accents.
size : int, optional
    How many.

Returns
-------
list
    The hits.

Notes
-----
Slow.
"""
REST = """Find hits.

Best **first**.

:param word: What to look for,
    without accents.
:param int size: How many.
:type word: str
:returns: The hits.

Slow.
:rtype: list
"""
ARGUMENTS = {"word": "What to look for,\nwithout accents.", "size": "How many."}
LISTED_ARGUMENTS = """Find hits.

Best **first**.

Parameters:
- word (str): What to look for,
  without accents.
- `size`: How many.

Returns:
    The hits.
"""
CASES = [
    pytest.param(LISTED_ARGUMENTS, "Best **first**.", id="a list of Markdown"),
    pytest.param(GOOGLE, "Best **first**.\n\nNote:\n    Slow.", id="Google"),
    pytest.param(NUMPY, "Best **first**.\n\nNotes\n-----\nSlow.", id="NumPy"),
    pytest.param(REST, "Best **first**.\n\nSlow.", id="reST"),
]


@pytest.mark.parametrize(("text", "description"), CASES)
def test_sections_are_read_and_all_else_stays(text: str, description: str) -> None:
    assert read_docstring(text) == Prose(
        summary="Find hits.", description=description, arguments=ARGUMENTS, answer="The hits."
    )


RAISED = "Find.\n\n**Raises**\n\n- ``Missing``: There is none.\n  Or no more.\n- ``Busy``"
RAISES = [
    pytest.param(
        "S.\n\nFind.\n\nRaises:\n    Missing: There is none.\n        Or no more.\n    Busy:\n",
        RAISED,
        id="Google",
    ),
    pytest.param(
        "S.\n\nFind.\n\nRaises\n------\nMissing\n    There is none.\n    Or no more.\nBusy\n\n"
        "Notes\n-----\nSlow.",
        RAISED + "\n\nNotes\n-----\nSlow.",
        id="NumPy",
    ),
    pytest.param(
        "S.\n\nFind.\n\n:raises Missing: There is none.\n    Or no more.\n:raises Busy:",
        RAISED,
        id="reST",
    ),
]


@pytest.mark.parametrize(("text", "description"), RAISES)
def test_exceptions_are_a_list(text: str, description: str) -> None:
    assert read_docstring(text).description == description


HEAD, REST = "Find.\n\n", "\n\nSlow.\n\nIndeed."
LISTED = "**Raises**\n\n- ``Missing``: None.\n  More.\n- ``Missed``"
PARAGRAPHS = LISTED.replace("None.", "None.\n\n  Second.")
WITHOUT_HIDDEN: dict[str, tuple[str, set[str], str | None]] = {
    "no list": (HEAD + "``Missing``", {"Missing"}, HEAD + "``Missing``"),
    "one": (HEAD + LISTED + REST, {"Missing"}, HEAD + "**Raises**\n\n- ``Missed``" + REST),
    "the last": (LISTED, {"Missed"}, "**Raises**\n\n- ``Missing``: None.\n  More."),
    "all that there is": (LISTED, {"Missing", "Missed"}, None),
    "paragraphs": (PARAGRAPHS + REST, {"Missing"}, "**Raises**\n\n- ``Missed``" + REST),
    "another list": (
        "Has:\n\n- `a` (int): A.\n* b - B.\n- c",
        {"b", "c"},
        "Has:\n\n- `a` (int): A.",
    ),
    "a section": ("A.\n\nFields:\n    a: A.\n    b: B.\n\nB.", {"b"}, "A.\n\nB."),
    "a section of others": ("Note:\n    Not b, a.", {"b"}, "Note:\n    Not b, a."),
    "an underlined section": (
        "Fields\n------\nb : int\n\nNotes\n-----\nC.",
        {"b"},
        "Notes\n-----\nC.",
    ),
    "a field": (":header str b: B.\n    C.\n:header c: C.", {"b"}, ":header c: C."),
    "a tag": ("@param {str} b - B.\n@param c Of b.", {"b"}, "@param c Of b."),
}


@pytest.mark.parametrize(
    ("text", "names", "left"), WITHOUT_HIDDEN.values(), ids=list(WITHOUT_HIDDEN)
)
def test_names_that_are_left_out(text: str, names: set[str], left: str | None) -> None:
    assert without_hidden(text, names.__contains__) == left


def test_one_section_that_cannot_be_parsed_stays_alone() -> None:
    prose = read_docstring("Find.\n\nRaises:\n    If it is late.\n\nArgs:\n    word: A word.")
    assert prose.arguments == {"word": "A word."}
    assert prose.description == "Raises:\n    If it is late."


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        pytest.param("One\nline.", Prose(summary="One line."), id="a summary over two lines"),
        pytest.param("One.\n\fNot for readers.", Prose(summary="One."), id="a form feed"),
        pytest.param(
            "One.\n\nArgs: two.",
            Prose(summary="One.", description="Args: two."),
            id="prose like a section",
        ),
    ],
)
def test_a_docstring_without_sections(text: str | None, prose: Prose) -> None:
    assert read_docstring(text) == prose


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        pytest.param(
            """Returns:
            All of it.
        """,
            Prose(answer="All of it."),
            id="a section of a line",
        ),
        pytest.param(
            """Args:
            word: What to look for,
              in any case.
            size: How many.

            The best first.
        """,
            Prose(
                summary="The best first.",
                arguments={"word": "What to look for,\nin any case.", "size": "How many."},
            ),
            id="text below",
        ),
    ],
)
def test_a_section_at_the_beginning_is_no_summary(text: str, prose: Prose) -> None:
    """Python counts the margin of a docstring from its second line on."""
    assert read_docstring(text) == prose


@pytest.mark.parametrize(
    ("text", "description"),
    [
        pytest.param(" \n ", None, id="blank"),
        pytest.param("\fNot for readers.", None, id="a form feed first"),
    ],
)
def test_the_docstring_of_a_class_is_its_description(
    text: str | None, description: str | None
) -> None:
    class Api(Protocol):
        @http.get()
        def get(self) -> int: ...

    Api.__doc__ = text
    assert contract_of(http.api("/a")(Api)).description == description


@pytest.mark.parametrize(
    "text", [ALERT, "```\ncode\n```\n\nFind hits.", ".. note:: Slow.\n\nFind hits.", "- one\n- two"]
)
def test_a_block_is_no_summary(text: str) -> None:
    assert read_docstring(text) == Prose(summary=None, description=text)


@pytest.mark.parametrize("head", ["Attributes", "Parameters"])
@pytest.mark.parametrize("style", ["google", "numpy"])
def test_fields_in_the_docstring_of_a_class(head: str, style: str) -> None:
    section = (
        f"{head}:\n    word: The word."
        if style == "google"
        else (f"{head}\n{'-' * len(head)}\nword : str\n    The word.")
    )
    sections = sections_of_class(f"A hit.\n\n{section}\n")
    assert (sections.text, sections.arguments) == ("A hit.", {"word": "The word."})
