"""Suggests what somebody may have meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def suggestion(written: str, known: Iterable[str], prefix: str = "") -> str:
    """The end of a message: the nearest known word, or all of them; all have the prefix, which
    makes none nearer.
    """
    every = list(known)
    near = get_close_matches(
        written.removeprefix(prefix), [each.removeprefix(prefix) for each in every], n=1
    )
    if near:
        return f"; did you mean {prefix + near[0]!r}?"
    return f"; known: {', '.join(map(repr, every))}" if every else ""


def accepted(written: object, values: Iterable[str]) -> str:
    """A message for a value that is none of a few words: all of them, and the nearest."""
    every = list(values)
    near = get_close_matches(str(written), every, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return f"{written!r} is not accepted, but {' or '.join(map(repr, every))} is{hint}"
