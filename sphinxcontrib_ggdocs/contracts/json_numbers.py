"""Converts values of types to JSON, which has no numbers for NaN and infinity (RFC 8259, 6)."""

import math
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from .message_model import TypeForm


class NoJsonNumber(ValueError):
    """A float that JSON has no number for: NaN or an infinity."""


def as_json(annotation: TypeForm, value: Any) -> bytes:
    """Validate a value of a type, and write it as JSON.

    Raises:
        ValidationError: It is not a value of the type.
        NoJsonNumber: A float in it is NaN or an infinity.
    """
    adapter = adapter_of(annotation)
    # Instances of other classes, such as rows of a database, are read by their attributes.
    valid = adapter.validate_python(value, from_attributes=True)
    text = adapter.dump_json(valid, by_alias=True)
    # pydantic writes null instead of such floats, or NaN and Infinity if the type asks for that.
    # Without any of these words in the text there can be no such float, and looking at all values
    # would take longer.
    if any(sign in text for sign in (b"null", b"NaN", b"Infinity")):
        _check_numbers(adapter.dump_python(valid, by_alias=True))
    return text


def _check_numbers(value: Any) -> None:
    """Raise `NoJsonNumber` if a value contains NaN or an infinity, at any depth.

    Args:
        value: A value of plain types, as pydantic dumps them.
    """
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, float) and not math.isfinite(item):
            raise NoJsonNumber(
                f"{item} is not a JSON number: declare `float | None`, and send None instead"
            )
        if isinstance(item, Mapping):
            waiting += item.values()
        elif isinstance(item, list | tuple | set | frozenset):
            waiting += item


def adapter_of(annotation: TypeForm) -> TypeAdapter[Any]:
    """Return pydantic's adapter for a type.

    It is created once, unless the type has no hash, as one with a list in its metadata.
    """
    try:
        return _cached_adapter(annotation)
    except TypeError:  # the metadata of the type have no hash
        return TypeAdapter(annotation)


@lru_cache(maxsize=1024)
def _cached_adapter(annotation: TypeForm) -> TypeAdapter[Any]:
    """Return pydantic's adapter for a type that has a hash."""
    return TypeAdapter(annotation)
