"""Converts JSON texts to values of declared types, and values of plain types to JSON."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from ..contracts.json_numbers import NoJsonNumber, adapter_of
from ..contracts.model import TypeForm


def compact_json(value: Any) -> bytes:
    """Return a value of plain types as JSON, even when clients have sent half of a surrogate pair.

    Raises:
        NoJsonNumber: A float in it is NaN or an infinity.
    """
    try:
        return _dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return _dumps(value, ensure_ascii=True).encode()


def _dumps(value: Any, *, ensure_ascii: bool) -> str:
    try:
        return json.dumps(value, ensure_ascii=ensure_ascii, allow_nan=False, separators=(",", ":"))
    except ValueError as error:
        raise NoJsonNumber("NaN and infinity are not JSON numbers") from error


def load_json(annotation: TypeForm, value: Any) -> Any:
    """Return a value of a type from what a JSON text holds.

    Strict, as the documented schema is (pydantic would take ``"5"`` or ``true`` for an integer),
    unless validators of the type come first. A number with a fraction of zero, ``3.0``, is an
    integer too (JSON Schema 2020-12, 4.2.3), which a strict pydantic refuses.

    Raises:
        ValidationError: It is not of the type.
        NoJsonNumber: A float in it is NaN or an infinity, as Python reads ``1e400``.
    """
    adapter = adapter_of(annotation)
    strict = None if _has_user_validator_before(adapter) else True
    text = compact_json(value)
    try:
        return adapter.validate_json(text, strict=strict)
    except ValidationError:
        text_with_integers = compact_json(_with_integers(value))
        if text_with_integers == text:
            raise
    return adapter.validate_json(text_with_integers, strict=strict)


def _with_integers(value: Any) -> Any:
    """Return a value of plain types with an integer in the place of each float that equals one."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return list(map(_with_integers, value))
    if isinstance(value, dict):
        return {key: _with_integers(item) for key, item in value.items()}
    return value


@lru_cache(maxsize=1024)
def _has_user_validator_before(adapter: TypeAdapter[Any]) -> bool:
    """Return whether a validator of the user gets values first: it returns Python's, for which
    pydantic is too strict.
    """
    return _has_validator_before(adapter.core_schema)


def _has_validator_before(schema: Any) -> bool:
    """Return whether a part of a core schema is such a validator; without recursion, as models may
    hold one another deeper than Python calls functions.
    """
    parts = [schema]
    while parts:
        part = parts.pop()
        if isinstance(part, list | tuple):
            parts += part
        elif isinstance(part, dict):
            if _is_validator_before(part):
                return True
            for key, member in part.items():
                if key not in ("metadata", "serialization"):
                    parts.append(member)
    return False


def _is_validator_before(schema: Mapping[str, Any]) -> bool:
    if schema.get("type") not in ("function-before", "function-wrap"):
        return False
    module = getattr(schema["function"]["function"], "__module__", None) or ""
    return not module.startswith("pydantic")
