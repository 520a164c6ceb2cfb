"""Matches of regular expressions whose result is the same in Python and in ECMA-262, and whose time
is bounded.

Python's ``re`` tries alternatives one after the other and cannot be interrupted. So a pattern is
matched only against texts that are short enough for the most steps that it may take; all other
matches, and patterns that the two languages read differently, are not known.
"""

import re
import warnings
from functools import lru_cache
from typing import Final, NamedTuple

MOST_STEPS: Final = 1_000_000
"""Attempts for one text, at most; some 50 ms."""
MOST_REPEATS: Final = 1_000
"""Counts of repetitions that are read."""

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
"""What both languages read alike."""


def matches(pattern: str, text: str) -> bool | None:
    """Whether a pattern is in a text; None if that is not known.

    Args:
        pattern: A regular expression, unanchored.
        text: The text.
    """
    if not text.isascii() or not text.isprintable():
        return None
    read = _read(pattern)
    if read is None or read.cost.steps(len(text)) > MOST_STEPS:
        return None
    return read.compiled.search(text) is not None


class _Cost:
    """How many ways a pattern may be tried, from its tokens in order."""

    def __init__(self) -> None:
        self._spans: list[int] = []
        """How many ways lead on after each repetition or alternative; 0: one for each character."""
        self._counts = 0
        """The counts of repeated groups."""
        self._is_nested = False
        """Whether one repetition is inside another, so that the ways grow exponentially."""
        self._groups = [False]
        """Whether there is a choice in each of the groups that are open."""
        self._closed = False
        self._last = ""

    def add(self, token: re.Match[str]) -> bool:
        """Count a token of a pattern whose groups are all closed; no, if it is repeated too often,
        or repeats what the two languages read differently.
        """
        kind = token.lastgroup or ""
        if kind == "open":
            self._groups.append(False)
        elif kind == "close":
            self._closed = self._groups.pop()
            self._groups[-1] |= self._closed
        elif kind == "choice":
            self._add_choice(2)
        elif kind == "repeat" and not self._add_repeat(token):
            return False
        self._last = kind
        return True

    def _add_repeat(self, token: re.Match[str]) -> bool:
        low, high = _counts(token)
        most = low if high is None else high
        if self._last not in ("atom", "close") or max(low, most) > MOST_REPEATS:
            return False
        if self._last == "close":
            self._counts += most
            self._is_nested |= self._closed and high != 1
        if low != high:
            self._add_choice(0 if high is None else high - low + 1)
        return True

    def _add_choice(self, span: int) -> None:
        self._spans.append(span)
        self._groups[-1] = True

    def steps(self, length: int) -> int:
        """The most attempts for a text of a length."""
        if self._is_nested:
            return int((len(self._spans) + 1) ** min(length + self._counts, 64))
        steps = length + 1
        for span in self._spans[:64]:
            steps *= min(span or length + 1, length + 1)
        return steps


class _Read(NamedTuple):
    """A pattern that was read."""

    compiled: re.Pattern[str]
    cost: _Cost


_COUNTS: Final = {"?": (0, 1), "*": (0, None), "+": (1, None)}


def _counts(repeat: re.Match[str]) -> tuple[int, int | None]:
    """The least and the most repetitions; None: without end."""
    text = repeat.group()[0]
    if text in _COUNTS:
        return _COUNTS[text]
    low, high = int(repeat["low"]), repeat["high"]
    if repeat["comma"] is None:
        return low, low
    return low, int(high) if high else None


@lru_cache(maxsize=1024)
def _read(pattern: str) -> _Read | None:
    """A pattern; None of one that the two languages may read differently."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a set that Python may read in another way one day
            compiled = re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return None
    cost, at = _Cost(), 0
    while at < len(pattern):
        token = _TOKEN.match(pattern, at)
        if token is None or not cost.add(token):
            return None
        at = token.end()
    return _Read(compiled, cost)
