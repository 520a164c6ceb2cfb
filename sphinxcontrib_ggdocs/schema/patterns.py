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
r"""What a token looks like, and the template of its translation, such as ``\1`` for its first
group."""


def _rules(*pairs: tuple[str, str]) -> _Rules:
    """Compile rules from pairs of a regular expression and a template."""
    return [(re.compile(pattern, re.DOTALL), template) for pattern, template in pairs]


_CHARACTER_RULES = (
    (r"\\x\{([0-9A-Fa-f]+)\}", r"\\u{\1}"),
    (r"\\([pP])(?:\{([A-Z][a-z]?)\}|([A-Z]))", r"\\\1{\2\3}"),  # names of scripts are others
    (r"\\(?:[dDwWsSfnrtv]|c[A-Za-z]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]+\})", r"\g<0>"),
    (r"\\a", r"\\x07"),
    (r"\\[\^$\\.*+?()\[\]{}|/]", r"\g<0>"),
)
"""Rules for escapes of characters and classes, which are the same inside and outside of sets."""

_RULES_OUTSIDE_SETS = _rules(
    *_CHARACTER_RULES,
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
_RULES_INSIDE_SETS = _rules(
    *_CHARACTER_RULES,
    (r"\\[b-]", r"\g<0>"),
    (r"\\([^0-9A-Za-z<>])", r"\1"),
    (r"-(?!-)", "-"),
    (r"\[(?!:)", r"\\["),
    (r"(?:(?!&&|--|~~)[^\\\[\]-])+", r"\g<0>"),
)
_SET_START = re.compile(r"\[\^?\]?")
"""The start of a set; a ``]`` in the first place belongs to the set and does not end it."""
_CLASS = re.compile(r"\\[dDwWsSpP]")
r"""An escape that stands for a class of characters, such as ``\d``."""
_WITHOUT_GROUPS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?#[^)]*\)", re.DOTALL)
"""Escapes, sets and comments, whose brackets do not belong to groups."""


@lru_cache(maxsize=1024)
def translated(pattern: str) -> str | None:
    r"""Translate a pattern to ECMA-262; None if it has a token without an equivalent.

    ``\Aa++`` has none, and ``(?P<year>\d+)\Z`` becomes ``(?<year>\d+)$``.
    """
    parts: list[str] = []
    position = 0
    while position < len(pattern):
        token = _translate_part(pattern, position)
        if token is None:
            return None
        text, position = token
        parts.append(text)
    # A parenthesis is a token of its own, so only the whole pattern shows whether it has a partner.
    if _has_closed_groups(pattern):
        return "".join(parts)
    return None


def _translate_part(pattern: str, position: int) -> tuple[str, int] | None:
    """Translate the set or the token that begins at a position.

    Returns the translation and the position after the part; None if there is no translation.
    """
    if pattern[position] == "[":
        return _translate_set(pattern, position)
    return _translate_token(pattern, position, _RULES_OUTSIDE_SETS)


def _translate_token(pattern: str, position: int, rules: _Rules) -> tuple[str, int] | None:
    """Translate the token at a position by the first rule that matches it.

    Returns the translation and the position after the token; None if no rule matches.
    """
    for rule, template in rules:
        match = rule.match(pattern, position)
        if match is not None:
            return match.expand(template), match.end()
    return None


def _translate_set(pattern: str, position: int) -> tuple[str, int] | None:
    """Translate the set that begins at a position, such as ``[a-z]``.

    Returns the translation and the position after the set; None if there is no translation, or no
    end of the set.
    """
    start = _SET_START.match(pattern, position)
    assert start is not None  # a set begins here
    members: list[str] = []
    position = start.end()
    while not pattern.startswith("]", position):
        token = _translate_token(pattern, position, _RULES_INSIDE_SETS)
        if token is None:  # also at the end of the pattern
            return None
        member, position = token
        members.append(member)
    # A hyphen next to a class cannot be that of a range: Python takes it literally, and ECMA-262
    # refuses it unless it is escaped.
    for index in range(1, len(members) - 1):
        is_next_to_class = _CLASS.match(members[index - 1]) or _CLASS.match(members[index + 1])
        if members[index] == "-" and is_next_to_class:
            members[index] = r"\-"
    # In the first place `]` belongs to the set; for ECMA-262 it would end the set there, too.
    translated_start = start[0].replace("]", r"\]")
    return translated_start + "".join(members) + "]", position + 1


def _has_closed_groups(pattern: str) -> bool:
    """Return whether the parentheses of a pattern's groups are balanced."""
    depth = 0
    for character in _WITHOUT_GROUPS.sub("", pattern):
        if character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
        if depth < 0:  # it closes a group that is not open
            return False
    return depth == 0
