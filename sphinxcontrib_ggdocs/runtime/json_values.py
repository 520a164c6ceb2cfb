"""Converts JSON texts to values of declared types, and values of plain types to JSON."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..contracts.json_numbers import NoJsonNumber, adapter_of
from ..contracts.model import TypeForm


def compact_json(value: Any) -> bytes:
    """Return the JSON of a value of plain types (dict, list, str, int, float, bool, None), without
    spaces, in UTF-8.

    Raises:
        NoJsonNumber: A float in it is NaN or an infinity.
    """
    try:
        return _json_text(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        # Half of a surrogate pair, which a client may have sent as ``\ud800``, is no UTF-8.
        return _json_text(value, ensure_ascii=True).encode()


def _json_text(value: Any, *, ensure_ascii: bool) -> str:
    """Return the JSON of a value; if `ensure_ascii` is set, in ASCII, with escapes for all other
    letters.
    """
    try:
        return json.dumps(value, ensure_ascii=ensure_ascii, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise NoJsonNumber("NaN and infinity are not JSON numbers") from error


def load_json(annotation: TypeForm, value: Any) -> Any:
    """Return the value of a type that pydantic builds from parsed JSON.

    Validation is strict, as the documented schema is (otherwise pydantic accepts ``"5"`` for an
    integer), unless the type has validators of the user. ``3.0`` is an integer, too (JSON Schema
    2020-12, 4.2.3), which pydantic's strict mode refuses.

    Args:
        annotation: The type.
        value: What `json.loads` returns.

    Raises:
        ValidationError: It is not of the type.
        NoJsonNumber: A float in it is NaN or an infinity, as Python reads ``1e400``.
    """
    adapter = adapter_of(annotation)
    # None leaves the mode to the configuration of the type.
    strict: bool | None = True
    if _has_user_validator(adapter):
        strict = None
    # As a text again: in JSON, pydantic's strict mode accepts texts for types that JSON lacks, such
    # as a date, but not in values of Python.
    text = compact_json(value)
    try:
        return adapter.validate_json(text, strict=strict)
    except ValidationError:
        # Perhaps only because of a ``3.0``. Most values are valid at once, so that they are not
        # searched for such numbers.
        text_with_integers = compact_json(_with_integers(value))
        if text_with_integers == text:
            raise
    return adapter.validate_json(text_with_integers, strict=strict)


def _with_integers(value: Any) -> Any:
    """Return parsed JSON with an integer for each float without a fraction: 3 for 3.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return list(map(_with_integers, value))
    if isinstance(value, dict):
        return {key: _with_integers(item) for key, item in value.items()}
    return value


@lru_cache(maxsize=1024)
def _has_user_validator(adapter: TypeAdapter[Any]) -> bool:
    """Return whether a user's ``before`` or ``wrap`` validator is anywhere inside a type. It may
    return Python values, such as a ``date``, which pydantic's strict mode for JSON refuses.

    `adapter_of` returns the same adapter for a type, so that its schema is searched once; for the
    few types without a hash, it is searched each time.
    """
    return _contains_user_validator(adapter.core_schema)


def _contains_user_validator(schema: Any) -> bool:
    """Return whether a user's ``before`` or ``wrap`` validator is inside a core schema of pydantic.

    A loop instead of recursion, since models may be nested deeper than Python's stack.
    """
    unvisited = [schema]
    while unvisited:
        part = unvisited.pop()
        if isinstance(part, list | tuple):
            unvisited += part
        elif isinstance(part, dict):
            if _is_user_validator(part):
                return True
            for key, member in part.items():
                # These two do not take part in the validation.
                if key not in ("metadata", "serialization"):
                    unvisited.append(member)
    return False


def _is_user_validator(schema: Mapping[str, Any]) -> bool:
    """Return whether a core schema is that of a ``before`` or ``wrap`` validator which is not one
    of pydantic's own.
    """
    if schema.get("type") not in ("function-before", "function-wrap"):
        return False
    module = getattr(schema["function"]["function"], "__module__", None) or ""
    return not module.startswith("pydantic")
