"""Values of types as JSON, which has no numbers for NaN and the infinities (RFC 8259, 6)."""

import math
import re
from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import lru_cache
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic_core import from_json, to_json

from .message_model import TypeForm


class NoJsonNumber(ValueError):
    """A float that JSON has no number for: NaN or an infinity."""


def as_json(form: TypeForm, value: Any) -> bytes:
    """A value of a type as JSON.

    Raises:
        ValidationError: It is not of the type.
        NoJsonNumber: A float in it is NaN or an infinity.
    """
    adapter = adapter_of(form)
    valid = adapter.validate_python(value, from_attributes=True)
    text = adapter.dump_json(valid, by_alias=True)
    # pydantic writes null in the place of such floats, or NaN and Infinity where the type says so
    if any(sign in text for sign in (b"null", b"NaN", b"Infinity")):
        _check_numbers(adapter.dump_python(valid, mode="json", by_alias=True), from_json(text))
        _check_untyped(valid, text)
    return text


def _check_numbers(value: Any, written: Any) -> None:
    """Compare a value of plain types with its JSON."""
    if isinstance(value, float) and (written is None or _is_infinite(written)):
        raise NoJsonNumber(
            f"{value} is not a number of JSON: declare `float | None`, and send None in its place"
        )
    if isinstance(value, dict):
        for inner, written_inner in zip(value.values(), written.values(), strict=False):
            _check_numbers(inner, written_inner)
    elif isinstance(value, list):
        for inner, written_inner in zip(value, written, strict=False):
            _check_numbers(inner, written_inner)


def _check_untyped(value: Any, written: bytes) -> None:
    """Check floats of the type ``Any``, of which pydantic makes null in both modes."""
    if b"null" not in written or not has_infinite_floats(value):
        return
    text = to_json(value, inf_nan_mode="constants", serialize_unknown=True)
    if re.search(rb"[:\[,]-?(?:NaN|Infinity)[,\]}]", b"[%b]" % text):
        raise NoJsonNumber("NaN and infinities are not numbers of JSON: send None in their place")


def has_infinite_floats(value: Any) -> bool:
    """Whether a float in a value is NaN or an infinity, however deep."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if _is_infinite(item):
            return True
        inside = _parts(item)
        if inside and id(item) not in seen:
            seen.add(id(item))
            waiting += inside
    return False


def _is_infinite(value: Any) -> bool:
    return isinstance(value, float) and not math.isfinite(value)


def _parts(value: Any) -> list[Any]:
    if isinstance(value, Mapping):
        return list(value.values())
    if isinstance(value, list | tuple | set | frozenset):
        return list(value)
    if isinstance(value, BaseModel):
        return [*vars(value).values(), *(value.model_extra or {}).values()]
    if is_dataclass(value) and not isinstance(value, type):
        return [getattr(value, name, None) for name in value.__dataclass_fields__]
    return []


def adapter_of(form: TypeForm) -> TypeAdapter[Any]:
    """pydantic's adapter for a type, kept."""
    try:
        return _cached_adapter(form)
    except TypeError:  # metadata without a hash
        return TypeAdapter(form)


@lru_cache(maxsize=1024)
def _cached_adapter(form: TypeForm) -> TypeAdapter[Any]:
    return TypeAdapter(form)
