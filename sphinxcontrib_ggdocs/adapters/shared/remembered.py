"""What authors say of functions beside the functions, which stay as they are."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

T = TypeVar("T")


class Remembered(Generic[T]):
    """Values by function; a function that is gone is forgotten."""

    def __init__(self) -> None:
        self._values: WeakKeyDictionary[Any, T] = WeakKeyDictionary()

    def __setitem__(self, function: Callable[..., Any], value: T) -> None:
        self._values[_lasting(function)] = value

    def get(self, function: Any) -> T | None:
        """What is known of a function, or of one that it wraps."""
        for each in _layers(function):
            try:
                found = self._values.get(each)
            except TypeError:  # an object with slots, which nothing can be said of
                continue
            if found is not None:
                return found
        return None


def _lasting(function: Any) -> Any:
    """The function of a bound method, which itself is a new object each time."""
    return getattr(function, "__func__", function)


def _layers(function: Any) -> Iterator[Any]:
    seen: set[int] = set()
    while function is not None and id(function) not in seen:
        seen.add(id(function))
        yield _lasting(function)
        function = (
            function.func
            if isinstance(function, partial)
            else getattr(function, "__wrapped__", None)
        )
