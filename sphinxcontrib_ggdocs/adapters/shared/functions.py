"""Reads the notes that authors attach to functions, and finds where functions are defined."""

import inspect
from functools import partial
from typing import Any, TypeVar

from ...contracts.model import Source

T = TypeVar("T")


def note(function: Any, name: str, values: tuple[T, ...]) -> None:
    """Add values to an attribute of a function, or of a class."""
    target = getattr(function, "__func__", function)
    setattr(target, name, (*getattr(target, name, ()), *values))


def noted(function: Any, name: str) -> tuple[Any, ...]:
    """Return the values that `note` has added to a function, or to one that it wraps."""
    values = getattr(without_partial(function), name, ())
    # An object may answer to any name.
    if isinstance(values, tuple):
        return values
    return ()


def without_partial(function: Any) -> Any:
    """Return the function inside of `functools.partial` objects."""
    while isinstance(function, partial):
        function = function.func
    return function


def source_of(function: Any) -> Source | None:
    """Return the module and the line of a function, below its decorators."""
    bare = inspect.unwrap(function)
    module = getattr(bare, "__module__", None)
    if not module:
        return None
    code = getattr(bare, "__code__", None)
    return Source(module=module, line=None if code is None else code.co_firstlineno)
