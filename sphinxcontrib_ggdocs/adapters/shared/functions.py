"""Attaches values to functions, reads them back, and finds where functions are defined."""

import inspect
from functools import partial
from typing import Any, TypeVar

from ...contracts.model import Source

T = TypeVar("T")


def note(function: Any, name: str, values: tuple[T, ...]) -> None:
    """Append values to an attribute of a function or class, which `noted` reads.

    Args:
        function: The function, method or class.
        name: The name of the attribute.
        values: The values to append.
    """
    target = getattr(function, "__func__", function)  # a bound method takes no attributes
    setattr(target, name, (*getattr(target, name, ()), *values))


def noted(function: Any, name: str) -> tuple[Any, ...]:
    """Return the values that `note` has attached to a function, or to the function inside a
    `functools.partial`.
    """
    values = getattr(without_partial(function), name, ())
    # An object with `__getattr__`, such as a mock, may return anything for the name.
    if isinstance(values, tuple):
        return values
    return ()


def without_partial(function: Any) -> Any:
    """Return the function inside nested `functools.partial` objects."""
    while isinstance(function, partial):
        function = function.func
    return function


def source_of(function: Any) -> Source | None:
    """Return the module and line of a function, found behind its decorators; None if it has no
    module.
    """
    unwrapped = inspect.unwrap(function)
    module = getattr(unwrapped, "__module__", None)
    if not module:
        return None
    code = getattr(unwrapped, "__code__", None)
    if code is None:  # an object with `__call__`
        return Source(module=module, line=None)
    return Source(module=module, line=code.co_firstlineno)
