"""Encodes defaults, examples and values of ``json_schema_extra`` as JSON."""

import math
import warnings
from enum import Enum
from typing import Any

from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError, to_jsonable_python

from ..contracts.contract_errors import Location, NoSchema
from .nodes import NotJson

_PLAIN: frozenset[type] = frozenset({str, int, float, bool, type(None)})
_MAY_BE_LEFT_OUT = ("default", "example", "examples")
"""Keywords without which a schema still accepts the same values."""


def extra_keyword(key: str, value: object) -> Any:
    """Return the value of one keyword of a ``json_schema_extra`` as JSON.

    A default or an example that has no JSON form becomes a `NotJson`, which is left out later.

    Args:
        key: The keyword.
        value: Its value in Python.

    Raises:
        NoSchema: The value of any other keyword cannot be written as JSON.
    """
    if key == "examples" and isinstance(value, list):
        return [jsonable(example) for example in value]
    json_value = jsonable(value)
    if isinstance(json_value, NotJson) and key not in _MAY_BE_LEFT_OUT:
        raise NoSchema(
            f"{key!r} in its json_schema_extra cannot be written as JSON",
            where=Location(),  # callers know the place, and add it
            hint="give it a value that JSON can carry",
        )
    return json_value


def encoded_default(value: object) -> Any:
    """Encode a default as JSON, as pydantic does; a `NotJson` if it has no JSON form."""
    # `type(value)`, not `isinstance`: a subclass may have a serializer of its own, as an enum of
    # strings has a value.
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Enum):
        return encoded_default(value.value)
    if not _is_finite(value):
        return NotJson(value)
    # These need no TypeAdapter. Creating one takes longer than everything else that is done for a
    # field.
    if (type(value) is list or type(value) is tuple) and _PLAIN.issuperset(map(type, value)):
        return list(value)
    if type(value) is dict and not value:
        return {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            adapter: TypeAdapter[Any] = TypeAdapter(type(value))
            return adapter.dump_python(value, by_alias=True, mode="json")
    # A serializer of the user may raise anything. pydantic leaves such a default out, too.
    except Exception:  # noqa: BLE001
        return NotJson(value)


def _is_finite(value: object) -> bool:
    """Return whether all numbers in a value are finite; pydantic would write null for infinity and
    NaN.
    """
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, dict):
        return all(map(_is_finite, value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_finite, value))
    return True


def jsonable(value: object) -> Any:
    """Encode a hand-written value, such as an example, as JSON; a `NotJson` if it has no JSON
    form.
    """
    if not _is_finite(value):
        return NotJson(value)
    try:
        return to_jsonable_python(value)
    # An unknown type, or bytes that are not UTF-8.
    except (PydanticSerializationError, UnicodeDecodeError):
        return NotJson(value)
