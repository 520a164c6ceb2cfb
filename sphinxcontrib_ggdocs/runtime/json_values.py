"""JSON texts as values of declared types, and values of plain types as JSON."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

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
        raise NoJsonNumber("NaN and infinities are not numbers of JSON") from error


def load_json(form: TypeForm, value: Any) -> Any:
    """Return a value of a type from what a JSON text holds.

    Strict, as the documented schema is (pydantic would take ``"5"`` or ``true`` for an integer),
    unless validators of the type come first.

    Raises:
        ValidationError: It is not of the type.
        NoJsonNumber: A float in it is NaN or an infinity, as Python reads ``1e400``.
    """
    adapter = adapter_of(form)
    text = compact_json(value)
    if _has_user_validator_before(adapter):
        return adapter.validate_json(text)
    return adapter.validate_json(text, strict=True)


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
            parts += (part[key] for key in part.keys() - {"metadata", "serialization"})
    return False


def _is_validator_before(schema: Mapping[str, Any]) -> bool:
    if schema.get("type") not in ("function-before", "function-wrap"):
        return False
    module = getattr(schema["function"]["function"], "__module__", None) or ""
    return not module.startswith("pydantic")
