"""The texts of a contract document that people write: where they are in its JSON and in its
objects.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from operator import is_
from typing import Any, TypeAlias, cast, get_args, get_type_hints

from pydantic.alias_generators import to_camel

from ..schema.traversal import every_schema, map_schema
from .document_parts import Part

Change: TypeAlias = Callable[[str], str]
"""Makes another text of one."""

TEXTS = frozenset({"description", "summary", "deprecationMessage"})
"""Keys of the document whose texts people write; of those only `description` is one of JSON Schema
as well."""

SCHEMA = frozenset({"schema", "data"})
"""Keys of the document that hold a schema."""

BY_NAME = frozenset({"schemas", "errors", "variables"})
"""Keys of the document that hold parts of it under names of the author's."""

DATA = frozenset({"tree", "files", "uses", "usedIn", "parameters", "body", "encoding"})
"""Keys of the document below which nobody writes texts."""


def with_texts(value: Any, change: Change) -> Any:
    """A document, or a part of it that is no schema, with other texts: JSON, or objects. What has
    no other text inside stays the same object.
    """
    if isinstance(value, list | tuple):
        return _kept(value, type(value)(with_texts(item, change) for item in value))
    if isinstance(value, Part):
        return _part(value, change)
    if not isinstance(value, dict):
        return value
    return _kept(value, {key: _value(key, item, change) for key, item in value.items()})


def texts_of(value: Any) -> list[str]:
    """The texts of a document, or of a part of it that is no schema, in their order."""
    texts: list[str] = []

    def noted(text: str) -> str:
        texts.append(text)
        return text

    with_texts(value, noted)
    return texts


def _kept(before: Any, after: Any) -> Any:
    """What was before, if all that is in it is the same after."""
    if isinstance(before, dict):
        return before if all(map(is_, before.values(), after.values())) else after
    return before if all(map(is_, before, after)) else after


def _part(part: Any, change: Change) -> Any:
    changed: dict[str, Any] = {}
    for name, key in _members(cast(Any, type(part))):
        before = getattr(part, name)
        after = before if before is None else _value(key, before, change)
        if after is not before:
            changed[name] = after
    return replace(part, **changed) if changed else part


@cache
def _members(cls: Any) -> tuple[tuple[str, str], ...]:
    """The fields of a class of parts that may hold texts, and their keys in JSON."""
    forms = get_type_hints(cls)
    return tuple(
        (field.name, key)
        for field in fields(cls)
        if (key := to_camel(field.name)) in TEXTS
        or (key not in DATA and _may_hold_texts(forms[field.name]))
    )


def _may_hold_texts(form: Any) -> bool:
    """Whether values of a type may be parts of a document, or any JSON, or have some inside."""
    is_part = isinstance(form, type) and issubclass(form, Part)
    return is_part or form is Any or any(map(_may_hold_texts, get_args(form)))


def _value(key: str, value: Any, change: Change) -> Any:
    if isinstance(value, str):
        return change(value) if key in TEXTS else value
    if key in SCHEMA and isinstance(value, dict):
        return _schema(value, change)
    if key in BY_NAME and isinstance(value, dict):
        walk = _schema if key == "schemas" else with_texts
        return _kept(value, {name: walk(item, change) for name, item in value.items()})
    return value if key in DATA else with_texts(value, change)


def _schema(schema: dict[str, Any], change: Change) -> dict[str, Any]:
    texts = (inner.get("description") for inner in every_schema(schema))
    # Most schemas have no text that changes; what stays the same object need not be copied, nor
    # compared.
    if all(change(text) is text for text in texts if isinstance(text, str)):
        return schema
    return _changed_schema(schema, change)


def _changed_schema(schema: dict[str, Any], change: Change) -> dict[str, Any]:
    changed = map_schema(schema, partial(_changed_schema, change=change))
    if isinstance(changed.get("description"), str):
        changed["description"] = change(changed["description"])
    return changed
