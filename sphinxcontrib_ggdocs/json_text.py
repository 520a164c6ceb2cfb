"""Parses JSON, with errors that say what is wrong, and finds the line of a place in it."""

import json
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

Note = Callable[[str], None]
"""Takes what is wrong with a file that can be read all the same."""

_SPACE = re.compile(r"[ \t\n\r]*")


def parse_json(text: str, note: Note) -> Any:
    """Return the value of a JSON text.

    Args:
        text: The text.
        note: Called for keys that occur twice, and for numbers that other readers cannot read.

    Raises:
        ValueError: It is not JSON.
        RecursionError: It is nested too deeply.
    """

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        value = dict(pairs)
        if len(value) < len(pairs):
            counted = Counter(name for name, _ in pairs)
            twice = next(name for name, count in counted.items() if count > 1)
            note(f"the key {twice!r} is written twice in one object; the last one counts")
        return value

    def number(digits: str) -> Any:
        return plain_number(digits, note)

    value = json.loads(
        text,
        object_pairs_hook=members,
        parse_float=number,
        parse_int=number,
        parse_constant=number,
    )
    if not _SURROGATE.search(text):
        return value
    whole = with_letters(value)
    if whole is not value:
        note("a text has an unpaired surrogate, such as \\ud800; it is read as \ufffd")
    return whole


def with_letters(value: Any) -> Any:
    """Replace halves of letters (RFC 8259, 8.2), which no file and no response can have."""
    written = json.dumps(value, ensure_ascii=False)
    whole = written.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value if whole == written else json.loads(whole)


def strict_json(text: str | bytes) -> Any:
    """Return the value of a JSON text, whose numbers other readers can read.

    Raises:
        ValueError: It is not JSON, or has a number such as NaN or 1e400.
        RecursionError: It is nested too deeply.
    """
    return json.loads(text, parse_constant=_finite, parse_float=_finite)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits[:40]} is not a JSON number")
    return number


_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
DEEPEST = 100
"""Levels of values in values; 40 are the most that have been seen."""

LONGEST_NUMBER = 300
"""Digits; Python refuses to read integers of more than 4 300."""


def plain_number(digits: str, note: Note) -> Any:
    """Return a number that every reader of JSON can read; else its text."""
    if len(digits) <= LONGEST_NUMBER:
        try:
            return int(digits)
        except ValueError:
            value = _float(digits)
        if math.isfinite(value):
            return value
    shown = digits if len(digits) <= 40 else f"{digits[:37]}..."
    note(f"{shown} cannot be a JSON number; it is read as text")
    return shown


def _float(digits: str) -> float:
    """Return the number, or NaN for a text that is none, such as YAML's ``.inf`` and ``.NaN``."""
    try:
        return float(digits)
    except ValueError:
        return math.nan


def json_line(text: str, pointer: Sequence[str]) -> int:
    """Return the line of a value, or of the nearest value around it that there is.

    Args:
        text: A text that `parse_json` can read.
        pointer: The steps of a JSON pointer.
    """
    decoder = json.JSONDecoder(parse_int=str, parse_float=str)  # of any length
    position = _after_space(text, 0)
    for step in pointer:
        inner = _inside(text, position, step, decoder)
        if inner is None:
            break
        position = inner
    return text.count("\n", 0, position) + 1


def _inside(text: str, position: int, step: str, decoder: json.JSONDecoder) -> int | None:
    """Where a member of an object or an item of an array begins; None where there is none."""
    opening, place = text[position], None
    if opening not in "[{":
        return None
    position = _after_space(text, position + 1)
    number = 0
    while text[position] not in "]}":
        name = str(number)
        if opening == "{":
            name, position = decoder.raw_decode(text, position)
            position = _after_space(text, _after_space(text, position) + 1)
        if name == step:
            place = position
        position = _after_space(text, decoder.raw_decode(text, position)[1])
        if text[position] == ",":
            position = _after_space(text, position + 1)
        number += 1
    return place


def _after_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match is not None else position
