"""Generates texts that match regular expressions, for the syntax that JSON Schema patterns use."""

import re
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from ..schema.budget import Budget

_ATOM = re.compile(
    r"\\[pP]\{[^}]*\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\."
    r"|\[\^?(?:\\.|[^\]\\])+\]|[^\\\[\](){*+?|]"
)
"""What stands for one character: an escape, a set in brackets, or a character itself."""
_ANCHOR = re.compile(r"[$^]|\\[bB]")
_OPEN = re.compile(r"\((?:\?(?:(?P<around><?[=!])|:|P?<\w+>))?")
"""The beginning of a group; ``around`` is that of a lookahead or a lookbehind."""
_REPEAT = re.compile(r"(?:[*+?]|\{(?P<low>\d{1,9})(?P<comma>,?)(?P<high>\d{0,9})\})\??")
"""A quantifier: ``*``, ``+?``, ``{3}``, ``{3,}`` or ``{3,5}``."""
_COUNTS = {"*": (0, 8), "+": (1, 8), "?": (0, 1)}
"""The least and the most repetitions that are drawn for a quantifier of one character."""
_MORE = 8
"""Repetitions beyond the least where a pattern sets no limit."""
DEEPEST = 50
"""Groups inside groups."""
MOST_STEPS = 20_000
"""Characters and groups that are drawn for one text."""
_CHARACTERS = list(map(chr, range(0x20, 0x7F)))


class Unreadable(Exception):
    """A pattern uses syntax that is not supported here, or its texts are too long."""


class _Part(NamedTuple):
    """A part of a pattern, such as ``[a-c]{1,3}``: what it matches, and how often."""

    choices: "str | _Alternatives"
    """The characters of which it matches one, or the alternatives of a group."""
    low: int
    high: int


_Alternatives: TypeAlias = list[list[_Part]]
"""The alternatives of a group, which ``|`` separates: each is a sequence of parts."""


def draw_matching_text(pattern: str, random: Random) -> str:
    """Draw a text that probably matches a pattern. Anchors and lookarounds are ignored, so it may
    not.

    Raises:
        Unreadable: The pattern uses syntax that is not supported here, or its texts are too long.
    """
    alternatives, end = _read_group(pattern, 0, 0)
    if end < len(pattern):
        raise Unreadable(pattern)
    return _Drawing(random).text(alternatives)


class _Drawing:
    """Draws one text, up to `MOST_STEPS`."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._budget = Budget(MOST_STEPS)

    def text(self, alternatives: _Alternatives) -> str:
        """Draw a text for one of several alternatives.

        Args:
            alternatives: The alternatives, each of which is a sequence of parts.

        Raises:
            Unreadable: The text is too long.
        """
        texts: list[str] = []
        for part in self._random.choice(alternatives):
            for _ in range(self._random.randint(part.low, part.high)):
                if not self._budget.take():
                    raise Unreadable("the text is too long")
                if isinstance(part.choices, str):
                    texts.append(self._random.choice(part.choices))
                else:
                    texts.append(self.text(part.choices))
        return "".join(texts)


def _read_group(pattern: str, position: int, depth: int) -> tuple[_Alternatives, int]:
    """Parse the alternatives of a group, or of the whole pattern.

    Args:
        pattern: The whole pattern.
        position: The position behind the opening parenthesis.
        depth: How many groups contain this one.

    Returns:
        The alternatives, and the position of the closing parenthesis or the end of the pattern.

    Raises:
        Unreadable: The syntax is not supported here.
    """
    if depth > DEEPEST:
        raise Unreadable(pattern)
    alternatives: _Alternatives = [[]]
    while position < len(pattern) and pattern[position] != ")":
        choices: str | _Alternatives
        if pattern[position] == "|":
            alternatives.append([])
            position += 1
            continue
        anchor = _ANCHOR.match(pattern, position)
        if anchor is not None:
            position = anchor.end()
            continue
        opening = _OPEN.match(pattern, position)
        if opening is not None:
            choices, position = _read_group(pattern, opening.end(), depth + 1)
            if position == len(pattern):  # the closing parenthesis is missing
                raise Unreadable(pattern)
            position += 1
            if opening["around"]:  # it matches no characters
                continue
        else:
            atom = _ATOM.match(pattern, position)
            if atom is None:
                raise Unreadable(pattern)
            choices = _characters(atom[0])
            position = atom.end()
        low, high, position = _read_repeat(pattern, position)
        if low > high:
            raise Unreadable(pattern)
        alternatives[-1].append(_Part(choices, low, high))
    return alternatives, position


def _read_repeat(pattern: str, position: int) -> tuple[int, int, int]:
    """Parse the quantifier at a position, if there is one.

    Returns:
        The least and the most repetitions, which are 1 without a quantifier, and the position
        behind it.
    """
    repeat = _REPEAT.match(pattern, position)
    if repeat is None:
        return 1, 1, position
    if repeat["low"] is None:
        character = repeat[0][0]  # A lazy quantifier such as ``+?`` allows the same texts as ``+``.
        low, high = _COUNTS[character]
        return low, high, repeat.end()
    low = int(repeat["low"])
    high = low
    if repeat["comma"]:
        high = int(repeat["high"] or low + _MORE)
    return low, high, repeat.end()


@lru_cache(maxsize=1024)
def _characters(atom: str) -> str:
    r"""Return the printable ASCII characters that an atom matches: ``[a-c]`` gives ``abc``, ``\d``
    the digits. A character outside of ASCII gives itself.

    Raises:
        Unreadable: The atom is not valid, or is a set or an escape that matches none of them.
    """
    # Python does not know Unicode properties such as `\p{L}`: all of them are taken as letters.
    known_syntax = re.sub(r"\\[pP]\{[^}]*\}", "[A-Za-z]", atom)
    try:
        matches = re.compile(known_syntax).fullmatch
    except re.error as error:
        raise Unreadable(atom) from error
    characters = "".join(filter(matches, _CHARACTERS))
    if characters:
        return characters
    is_single_character = len(atom) == 1
    if not is_single_character:
        raise Unreadable(atom)
    return atom
