"""Rewrites the texts of a contract document that people have written."""

from collections.abc import Callable
from dataclasses import fields, replace
from operator import is_
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from pydantic import BaseModel

from ..schema.traversal import every_schema, map_schema
from .parts import ExternalDocs, JsonSchema, Part

Model = TypeVar("Model", bound=BaseModel)

Change: TypeAlias = Callable[[str], str]
"""Makes another text of one."""

TEXTS = frozenset({"description", "summary", "deprecation_message"})
"""Members whose texts people write."""
DATA = frozenset({"tree", "files", "uses", "parameters", "body", "encoding"})
"""Members below which nobody writes texts."""


def with_texts(document: Model, change: Change, change_url: Change = str) -> Model:
    """Return a document with other texts.

    Args:
        document: The document.
        change: Returns the other text.
        change_url: Returns the other URL of a link to documentation elsewhere; by default the same.
    """
    changes = _Changes(change, change_url)
    members: dict[str, Any] = {}
    for name in type(document).model_fields:
        members[name] = changes.member(name, getattr(document, name))
    return document.model_copy(update=members)


def _changed(values: dict[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the values under the same keys; the same object if none of them changes."""
    after = {key: change(value) for key, value in values.items()}
    if all(map(is_, values.values(), after.values())):
        return values
    return after


class _Changes(NamedTuple):
    text: Change
    url: Change

    def member(self, name: str, value: Any) -> Any:
        """Return a member of a part with its texts changed; members of `DATA` stay."""
        if name in TEXTS and isinstance(value, str):
            return self.text(value)
        if name in ("schema", "data") and isinstance(value, dict):
            return self.schema(value)
        if name == "schemas":
            return _changed(value, self.schema)
        if name == "security_schemes" and value:
            return _changed(value, self.described)
        if name in DATA:
            return value
        return self.inside(value)

    def inside(self, value: Any) -> Any:
        """Return a part, or several."""
        if isinstance(value, tuple):
            after = tuple(map(self.inside, value))
            if all(map(is_, value, after)):
                return value
            return after
        if isinstance(value, dict):  # of parts, under names of the author's
            return _changed(value, self.inside)
        if isinstance(value, Part):
            return self._part(value)
        return value

    def _part(self, part: Part) -> Any:
        others: dict[str, Any] = {}
        for field in fields(cast(Any, part)):
            before = getattr(part, field.name)
            after = self.member(field.name, before)
            if after is not before:
                others[field.name] = after
        if isinstance(part, ExternalDocs):
            url = self.url(part.url)
            if url != part.url:
                others["url"] = url
        if not others:
            return part
        return replace(cast(Any, part), **others)

    def schema(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema with all schemas inside of it."""
        # Most schemas have no text that changes; they need not be copied.
        for inner in every_schema(schema):
            text = inner.get("description")
            if "externalDocs" in inner or (isinstance(text, str) and self.text(text) is not text):
                return self.described(map_schema(schema, self.schema))
        return schema

    def described(self, given: dict[str, Any]) -> dict[str, Any]:
        """Return an object of JSON with its own texts."""
        changed = dict(given)
        if isinstance(changed.get("description"), str):
            changed["description"] = self.text(changed["description"])
        link = changed.get("externalDocs")
        if isinstance(link, dict) and isinstance(link.get("url"), str):
            changed["externalDocs"] = {**link, "url": self.url(link["url"])}
        return changed
