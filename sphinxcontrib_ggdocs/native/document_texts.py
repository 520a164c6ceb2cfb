"""The texts of a contract document that people write: where they are in its JSON and in its
objects.
"""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from operator import is_
from typing import Any, NamedTuple, TypeAlias, cast, get_args, get_type_hints

from pydantic.alias_generators import to_camel

from ..schema.traversal import every_schema, map_schema
from .document_parts import ExternalDocs, Part

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


class _Changes(NamedTuple):
    """What is done to a document: to its texts, and to the URLs of its external documentation."""

    text: Change
    url: Change


def with_texts(value: Any, change: Change, change_url: Change = str) -> Any:
    """Return a document with other texts; what has no other text inside stays the same object.

    Args:
        value: A document or a part of it that is no schema: JSON, or objects.
        change: Returns the other text.
        change_url: Returns the other URL of an ``externalDocs``; by default the same.
    """
    return _changed(value, _Changes(change, change_url))


def _changed(value: Any, changes: _Changes) -> Any:
    if isinstance(value, list | tuple):
        return _kept(value, type(value)(_changed(item, changes) for item in value))
    if isinstance(value, Part):
        return _part(value, changes)
    if not isinstance(value, dict):
        return value
    return _kept(value, {key: _value(key, item, changes) for key, item in value.items()})


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


def _part(part: Any, changes: _Changes) -> Any:
    changed: dict[str, Any] = {}
    for name, key in _members(cast(Any, type(part))):
        before = getattr(part, name)
        after = before if before is None else _value(key, before, changes)
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


def _value(key: str, value: Any, changes: _Changes) -> Any:
    if isinstance(value, str):
        return changes.text(value) if key in TEXTS else value
    if key == "externalDocs":
        return _link(_changed(value, changes), changes)
    if key in SCHEMA and isinstance(value, dict):
        return _schema(value, changes)
    if key in BY_NAME and isinstance(value, dict):
        walk = _schema if key == "schemas" else _changed
        return _kept(value, {name: walk(item, changes) for name, item in value.items()})
    return value if key in DATA else _changed(value, changes)


def _link(link: Any, changes: _Changes) -> Any:
    """An ``externalDocs``, an object or JSON of any form, with another URL."""
    if isinstance(link, ExternalDocs):
        url = changes.url(link.url)
        return link if url == link.url else replace(link, url=url)
    if isinstance(link, dict) and isinstance(link.get("url"), str):
        return {**link, "url": changes.url(link["url"])}
    return link


def _schema(schema: dict[str, Any], changes: _Changes) -> dict[str, Any]:
    # Most schemas have no text that changes; what stays the same object need not be copied, nor
    # compared.
    for inner in every_schema(schema):
        text = inner.get("description")
        if "externalDocs" in inner or (isinstance(text, str) and changes.text(text) is not text):
            return _changed_schema(schema, changes)
    return schema


def _changed_schema(schema: dict[str, Any], changes: _Changes) -> dict[str, Any]:
    changed = map_schema(schema, partial(_changed_schema, changes=changes))
    if isinstance(changed.get("description"), str):
        changed["description"] = changes.text(changed["description"])
    if "externalDocs" in changed:
        changed["externalDocs"] = _link(changed["externalDocs"], changes)
    return changed
