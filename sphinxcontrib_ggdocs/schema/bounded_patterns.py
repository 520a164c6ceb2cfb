"""Matches regular expressions whose result is the same in Python and in ECMA-262, in bounded time.

Python's ``re`` tries alternatives one after the other and cannot be interrupted. So a pattern is
matched only against texts that are short enough for the most steps that it may take; the result of
all other matches is not known.
"""

import re
import warnings
from functools import lru_cache
from typing import Final, NamedTuple

MOST_STEPS: Final = 1_000_000
"""Attempts for one text, at most; some 50 ms."""
MOST_REPEATS: Final = 1_000
"""The highest count of a repetition that is read."""

_ESCAPE = r"\\(?:[dDwWsSfnrtv]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[^0-9A-Za-z])"
_SET = rf"\[(?!\]|\^\])\^?(?:{_ESCAPE}|(?!&&|--|~~|\|\|)[^\\\[\]])+\]"
_TOKEN: Final = re.compile(
    rf"(?P<atom>{_ESCAPE}|{_SET}|[^\\\[\](){{}}*+?|^$])"
    r"|(?P<anchor>[$^]|\\[bB])"
    r"|(?P<open>\((?:\?(?::|<?[=!]))?)"
    r"|(?P<close>\))"
    r"|(?P<repeat>(?:[*+?]|\{(?P<low>\d+)(?P<comma>,(?P<high>\d*))?\})\??)"
    r"|(?P<choice>\|)"
)
"""Tokens that both languages read alike."""


def matches(pattern: str, text: str) -> bool | None:
    """Return whether a pattern is in a text; None if that is not known.

    Args:
        pattern: A regular expression, unanchored.
        text: The text.
    """
    if not text.isascii() or not text.isprintable():
        return None
    read = _read(pattern)
    if read is None:
        return None
    length = len(text) + 1
    most = length ** (1 + min(read.repetitions, 64)) * 2 ** min(read.alternatives, 64)
    return None if most > MOST_STEPS else read.compiled.search(text) is not None


class _Read(NamedTuple):
    """A portable pattern, and how many choices it has."""

    compiled: re.Pattern[str]
    repetitions: int
    """Each may end at any character."""
    alternatives: int
    """Each doubles the ways, as does an optional part."""


@lru_cache(maxsize=1024)
def _read(pattern: str) -> _Read | None:
    """Read a pattern; None if it is not portable, or repeats a group that has choices."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a set that Python may read in another way one day
            compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None
    tokens: list[re.Match[str]] = []
    at = 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None:
            return None
        tokens.append(token)
        at = token.end()
    choices = _choices(tokens)
    return None if choices is None else _Read(compiled, *choices)


def _choices(tokens: list[re.Match[str]]) -> tuple[int, int] | None:
    """Count repetitions and alternatives; None if a repetition is not portable or not bounded."""
    repetitions = alternatives = 0
    groups = [False]  # whether each open group has a choice or a repetition
    has_choice = False
    last: str | None = None
    for token in tokens:
        kind = token.lastgroup
        if kind == "open":
            groups.append(False)
        elif kind == "close":
            has_choice = groups.pop()
            groups[-1] |= has_choice
        elif kind == "choice":
            alternatives += 1
            groups[-1] = True
        elif kind == "repeat":
            if not _is_bounded(token, last, has_choice):
                return None
            if _is_option(token):
                alternatives += 1
            elif token["low"] is None or token["comma"] is not None:
                repetitions += 1
            groups[-1] = True
        last = kind
    return repetitions, alternatives


def _is_option(repeat: re.Match[str]) -> bool:
    return repeat.group().startswith("?")


def _is_bounded(repeat: re.Match[str], last: str | None, has_choice: bool) -> bool:
    """Return whether a repetition may follow a token of kind `last`."""
    if any(int(repeat[name] or 0) > MOST_REPEATS for name in ("low", "high")):
        return False
    return last == "atom" or (last == "close" and (not has_choice or _is_option(repeat)))
