"""Keywords that stand beside a type: what ``Field`` says of it, and the JSON of defaults."""

import warnings
from collections.abc import Iterable, Set
from enum import Enum
from typing import Any

from pydantic import BaseModel, TypeAdapter
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined, to_jsonable_python

_PLAIN: tuple[type, ...] = (str, int, float, bool, type(None))
_CONTAINERS: dict[type, type[list[Any]] | type[dict[Any, Any]]] = {list: list, tuple: list, dict: dict}
NO_DEFAULT = object()
"""The default has no JSON form."""


def field_words(info: FieldInfo) -> dict[str, Any]:
    """The keywords of a ``Field``; a function in ``json_schema_extra`` is not asked here."""
    words: dict[str, Any] = {}
    if info.title is not None:
        words["title"] = info.title
    if (description := with_deprecation(info.description, info.deprecated)) is not None:
        words["description"] = description
    if info.examples is not None:
        words["examples"] = to_jsonable_python(info.examples)
    if info.deprecated:
        words["deprecated"] = True
    if isinstance(info.json_schema_extra, dict):
        words.update(to_jsonable_python(info.json_schema_extra))
    if info.default is not PydanticUndefined and info.default is not ...:
        default = encoded(info.default)
        if default is not NO_DEFAULT:
            words["default"] = default
    return words


def with_deprecation(description: str | None, deprecated: object) -> str | None:
    """A description and, after it, what to use instead: JSON Schema has a word for deprecated, but no place for why."""
    message = deprecated if isinstance(deprecated, str) else getattr(deprecated, "message", None)
    return "\n\n".join(filter(None, (description, message))) or description


def encoded(value: object) -> Any:
    """A default as JSON, as pydantic writes it; `NO_DEFAULT` where it cannot be."""
    if type(value) in _PLAIN:
        return value
    if type(value) in _CONTAINERS and not value:
        return _CONTAINERS[type(value)]()
    if isinstance(value, Set):
        value = _sorted(value)
    if isinstance(value, Enum):
        return encoded(value.value)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            form: Any = Any if isinstance(value, BaseModel) else type(value)
            return TypeAdapter(form).dump_python(value, by_alias=True, mode="json")
    except Exception:  # noqa: BLE001  # whatever a user's serializer raises; pydantic leaves such a default out too
        return NO_DEFAULT


def _sorted(values: Iterable[Any]) -> list[Any]:
    items = list(values)
    try:
        return sorted(items)
    except TypeError:  # not comparable: by text, so that two builds agree
        return sorted(items, key=repr)
