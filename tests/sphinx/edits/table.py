"""The table of kinds of edits, which the modules beside it fill."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from .service import Service

Change: TypeAlias = Callable[[Service, Random], None]
CHANGES: dict[str, Change] = {}
"""By name."""


def change(function: Change) -> Change:
    """Put an edit into the table."""
    CHANGES[function.__name__.replace("_", " ")] = function
    return function
