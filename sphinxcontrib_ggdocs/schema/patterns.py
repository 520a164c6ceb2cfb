r"""Translates patterns of Python's ``re`` and of Rust's ``regex`` to ECMA-262 with the flag ``u``,
which JSON Schema wants.

pydantic passes patterns on unchanged; JavaScript rejects many of them, or reads them differently.
`translated` keeps or rewrites each token. A token without an equivalent (a flag, an atomic group, a
possessive quantifier, a set operation) makes the whole pattern None.

``\d``, ``\w``, ``\s``, ``\b`` and ``.`` stay: for ECMA-262 they are a little narrower than for
Python, and what authors mean is as a rule the ASCII that both agree on.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

_Rules = Sequence[tuple[re.Pattern[str], str]]


def _rules(*pairs: tuple[str, str]) -> _Rules:
    return [(re.compile(pattern, re.DOTALL), template) for pattern, template in pairs]


_CHARACTERS = (
    (r"\\x\{([0-9A-Fa-f]+)\}", r"\\u{\1}"),
    (r"\\([pP])(?:\{([A-Z][a-z]?)\}|([A-Z]))", r"\\\1{\2\3}"),  # names of scripts are others
    (r"\\(?:[dDwWsSfnrtv]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\})", r"\g<0>"),
    (r"\\a", r"\\x07"),
    (r"\\[\^$\\.*+?()\[\]{}|/]", r"\g<0>"),
)
"""Escapes of characters and classes, which are the same in and outside of sets."""

_OUTSIDE = _rules(
    *_CHARACTERS,
    (r"\\A", "^"),
    (r"\\[Zz]", "$"),
    (r"\\b(?!\{)|\\B(?!\{)|\\[1-9]\d?(?!\d)|\\k<\w+>", r"\g<0>"),
    (r"\\([^0-9A-Za-z<>])", r"\1"),
    (r"\(\?#[^)]*\)", ""),
    (r"\(\?P=(\w+)\)", r"\\k<\1>"),
    (r"\(\?P<", "(?<"),
    (r"\((?:\?(?:[:=!]|<))?(?!\?)", r"\g<0>"),
    (r"(?:[*+?]|\{\d+(?:,\d*)?\})\??(?!\+)", r"\g<0>"),
    (r"\{(,\d*\}\??)(?!\+)", r"{0\1"),
    (r"\{(?!\d*(?:,\d*)?\})|\{(?=\})|[\]}]", r"\\\g<0>"),  # literals elsewhere, errors with `u`
    (r"[^\\(\[{}\]*+?]+", r"\g<0>"),
)
_INSIDE = _rules(
    *_CHARACTERS,
    (r"\\[b-]", r"\g<0>"),
    (r"\\([^0-9A-Za-z<>])", r"\1"),
    (r"-(?!-)", "-"),
    (r"\[(?!:)", r"\\["),
    (r"(?:(?!&&|--|~~)[^\\\[\]-])+", r"\g<0>"),
)
"""Members of sets; after the first one ``]`` ends the set."""

_SET = re.compile(r"\[\^?\]?")
_CLASS = re.compile(r"\\[dDwWsSpP]")


@lru_cache(maxsize=1024)
def translated(pattern: str) -> str | None:
    """Translate a pattern to ECMA-262; None if that is impossible."""
    parts: list[str] = []
    position = 0
    while position < len(pattern):
        token = _read_part(pattern, position)
        if token is None:
            return None
        text, position = token
        parts.append(text)
    if _has_closed_groups(pattern):
        return "".join(parts)
    return None


def _read_part(pattern: str, position: int) -> tuple[str, int] | None:
    if pattern[position] == "[":
        return _read_set(pattern, position)
    return _read_token(pattern, position, _OUTSIDE)


def _read_token(pattern: str, position: int, rules: _Rules) -> tuple[str, int] | None:
    """Translate the token at a position; returns it with the position after it."""
    for rule, template in rules:
        match = rule.match(pattern, position)
        if match is not None:
            return match.expand(template), match.end()
    return None


def _read_set(pattern: str, position: int) -> tuple[str, int] | None:
    """Translate a set, in which a ``]`` at the start and a ``-`` next to a class are literals."""
    start = _SET.match(pattern, position)
    assert start is not None
    items: list[str] = []
    position = start.end()
    while not pattern.startswith("]", position):
        token = _read_token(pattern, position, _INSIDE)
        if token is None:
            return None
        items.append(token[0])
        position = token[1]
    for place in range(1, len(items) - 1):
        is_beside_class = _CLASS.match(items[place - 1]) or _CLASS.match(items[place + 1])
        if items[place] == "-" and is_beside_class:
            items[place] = r"\-"
    return start[0].replace("]", r"\]") + "".join(items) + "]", position + 1


def _has_closed_groups(pattern: str) -> bool:
    """Return whether each group of a pattern ends, and each end belongs to a group."""
    bare = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?#[^)]*\)", "", pattern, flags=re.DOTALL)
    depth = 0
    for character in bare:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0
