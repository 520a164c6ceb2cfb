"""The table of kinds of edits, which the modules beside it fill."""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias, TypeVar

from .service import Service

T = TypeVar("T")
Change: TypeAlias = Callable[[Service, Random], None]
CHANGES: dict[str, Change] = {}
"""By name."""


def change(function: Change) -> Change:
    """Put an edit into the table."""
    CHANGES[function.__name__.replace("_", " ")] = function
    return function


def another(options: Sequence[T], former: object, draw: Random) -> T:
    """One of the options, but not what there is."""
    return draw.choice([each for each in options if each != former])
