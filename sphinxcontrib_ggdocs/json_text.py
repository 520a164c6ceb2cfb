"""Parses JSON, with errors that say what is wrong, and finds the line of a place in it."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

Note = Callable[[str], None]
"""A function that gets the text of a warning: what is wrong with a file that can be read
nevertheless.
"""

_SPACE = re.compile(r"[ \t\n\r]*")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
"""The escape of half a character of UTF-16, such as ``\\ud83d``: two of them are one character."""

DEEPEST = 100
"""Levels of values in values; 40 are the most that have been seen."""

LONGEST_NUMBER = 300
"""Digits; Python refuses to read integers of more than 4 300."""

_LONGEST_SHOWN = 40
"""Characters of a text that is no number, in messages and as the value."""


def parse_json(text: str, note: Note) -> Any:
    """Return the value of a JSON text.

    Args:
        text: The text.
        note: Called for keys that occur twice, and for numbers that other readers cannot read.

    Raises:
        ValueError: It is not JSON.
        RecursionError: It is nested too deeply.
    """

    def build_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return a JSON object as a dict, with a note if a key occurs twice."""
        value = dict(pairs)
        if len(value) < len(pairs):
            counted = Counter(name for name, _ in pairs)
            twice = next(name for name, count in counted.items() if count > 1)
            note(f"the key {twice!r} is written twice in one object; the last one counts")
        return value

    def parse_number(digits: str) -> Any:
        """Return a number that `json` has found: an integer, a float, or ``NaN`` and the like."""
        return plain_number(digits, note)

    value = json.loads(
        text,
        object_pairs_hook=build_object,
        parse_float=parse_number,
        parse_int=parse_number,
        parse_constant=parse_number,
    )
    if not _SURROGATE.search(text):  # as in most texts, whose values need no search
        return value
    repaired = with_letters(value)
    if repaired is not value:
        note("a text has an unpaired surrogate, such as \\ud800; it is read as \ufffd")
    return repaired


def with_letters(value: Any) -> Any:
    """Replace unpaired surrogates in the texts of a JSON value by U+FFFD; return the value itself
    if it has none.

    A surrogate is half a character of UTF-16. JSON can escape one alone (RFC 8259, 8.2), but UTF-8
    cannot encode it, so no file and no response can have it.
    """
    text = json.dumps(value, ensure_ascii=False)
    # Two surrogates that follow each other are a character in UTF-16; one alone is replaced.
    repaired = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value if repaired == text else json.loads(repaired)


def strict_json(text: str | bytes) -> Any:
    """Parse JSON, and refuse numbers that readers in other languages cannot read.

    Raises:
        ValueError: It is not JSON, or has a number such as NaN or 1e400.
        RecursionError: It is nested too deeply.
    """
    return json.loads(text, parse_constant=_finite, parse_float=_finite)


def _finite(digits: str) -> float:
    """Return the float that the digits mean.

    Raises:
        ValueError: It is infinite, such as ``1e400``, or ``NaN``.
    """
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:_LONGEST_SHOWN]} is not a JSON number")
    return number


def plain_number(digits: str, note: Note) -> Any:
    """Return the int or float of some digits; their text, with a note, if they are no number that
    every reader of JSON can read.

    ``"1e2"`` gives ``100.0``; ``"1e400"`` and ``".inf"`` give themselves. A long text is shortened.
    """
    if len(digits) <= LONGEST_NUMBER:
        try:
            return int(digits)
        except ValueError:
            number = _float(digits)
        if math.isfinite(number):
            return number
    shown = digits
    if len(digits) > _LONGEST_SHOWN:
        shown = f"{digits[: _LONGEST_SHOWN - 3]}..."
    note(f"{shown} cannot be a JSON number; it is read as text")
    return shown


def _float(digits: str) -> float:
    """Return the number, or NaN for a text that is none. YAML writes ``.inf`` and ``.NaN``, which
    `float` does not know.
    """
    try:
        return float(digits)
    except ValueError:
        return math.nan


def json_line(text: str, pointer: Sequence[str]) -> int:
    """Return the line, counted from 1, of the value that a JSON pointer leads to; if a step leads
    nowhere, of the value that is reached before it.

    Args:
        text: A text that `parse_json` can read.
        pointer: The steps of a JSON pointer, unescaped: ``("paths", "/users")``.
    """
    # Numbers stay text: Python refuses to read integers of many digits.
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)
    position = _skip_space(text, 0)
    for step in pointer:
        child = _child_position(text, position, step, decoder)
        if child is None:
            break
        position = child
    return text.count("\n", 0, position) + 1


def _child_position(text: str, position: int, step: str, decoder: json.JSONDecoder) -> int | None:
    """Return the position of the value of a member, or of an item, of an object or array.

    Args:
        text: The whole JSON text.
        position: The position of the value that is searched, in the text.
        step: The key of the member, or the number of the item, such as ``"0"``.
        decoder: Reads the values that are passed over.

    Returns:
        None if the value is neither an object nor an array, or has no such child. Of a key that is
        written twice the last one counts, as in `parse_json`.
    """
    opening = text[position]
    if opening not in "[{":
        return None
    child: int | None = None
    position = _skip_space(text, position + 1)
    number = 0
    while text[position] not in "]}":
        name = str(number)
        if opening == "{":
            name, position = decoder.raw_decode(text, position)
            colon = _skip_space(text, position)
            position = _skip_space(text, colon + 1)
        if name == step:
            child = position
        _value, end = decoder.raw_decode(text, position)
        position = _skip_space(text, end)
        if text[position] == ",":
            position = _skip_space(text, position + 1)
        number += 1
    return child


def _skip_space(text: str, position: int) -> int:
    """Return the position of the next character that is not white space."""
    match = _SPACE.match(text, position)
    # It is never None, since the pattern also matches no space; the type checker cannot know that.
    return match.end() if match is not None else position
