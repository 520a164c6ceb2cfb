"""The texts of a contract document that people write: where they are in its JSON."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from ..schema.traversal import map_schema

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
    """A document, or a part of it that is no schema, with other texts."""
    if isinstance(value, list):
        return [with_texts(item, change) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _value(key, item, change) for key, item in value.items()}


def _value(key: str, value: Any, change: Change) -> Any:
    if key in TEXTS and isinstance(value, str):
        return change(value)
    if key in SCHEMA and isinstance(value, dict):
        return _schema(value, change)
    if key in BY_NAME and isinstance(value, dict):
        walk = _schema if key == "schemas" else with_texts
        return {name: walk(item, change) for name, item in value.items()}
    return value if key in DATA else with_texts(value, change)


def _schema(schema: dict[str, Any], change: Change) -> dict[str, Any]:
    changed = map_schema(schema, partial(_schema, change=change))
    if isinstance(changed.get("description"), str):
        changed["description"] = change(changed["description"])
    return changed
