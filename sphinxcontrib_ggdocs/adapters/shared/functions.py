"""Facts about functions: notes that authors attach to them, and where they are defined."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from ...contracts.model import Source

T = TypeVar("T")


class FunctionNotes(Generic[T]):
    """Values by function, which is not changed; a function that is gone is forgotten."""

    def __init__(self) -> None:
        self._values: WeakKeyDictionary[Any, T] = WeakKeyDictionary()

    def __setitem__(self, function: Callable[..., Any], value: T) -> None:
        self._values[_unbound(function)] = value

    def get(self, function: Any) -> T | None:
        """The value of a function, or of one that it wraps."""
        for layer in _layers(function) if self._values else ():
            try:
                value = self._values.get(layer)
            except TypeError:  # an object with slots, which cannot be referred to weakly
                continue
            if value is not None:
                return value
        return None


def _unbound(function: Any) -> Any:
    """The function of a bound method, which itself is a new object each time."""
    return getattr(function, "__func__", function)


def _layers(function: Any) -> Iterator[Any]:
    seen: set[int] = set()
    while function is not None and id(function) not in seen:
        seen.add(id(function))
        yield _unbound(function)
        if isinstance(function, partial):
            function = function.func
        else:
            function = getattr(function, "__wrapped__", None)


def without_partial(function: Any) -> Any:
    """The function of a `functools.partial`, which itself is of the module `functools`."""
    while isinstance(function, partial):
        function = function.func
    return function


def source_of(function: Any) -> Source | None:
    """The module and the line of a function, below its decorators."""
    bare = inspect.unwrap(function)
    module = getattr(bare, "__module__", None)
    if not module:
        return None
    code = getattr(bare, "__code__", None)
    return Source(module=module, line=None if code is None else code.co_firstlineno)
