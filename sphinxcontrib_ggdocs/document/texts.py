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
"""Returns the text that replaces another one; the same object if nothing changes."""

TEXTS = frozenset({"description", "summary", "deprecation_message"})
"""Members whose texts people write."""
DATA = frozenset({"tree", "files", "uses", "parameters", "body", "encoding"})
"""Members below which nobody writes texts."""


def with_texts(document: Model, change: Change, change_url: Change = str) -> Model:
    """Return a copy of a document in which `change` has replaced every text that people have
    written: descriptions, summaries and messages of deprecation.

    Args:
        document: The document, which is not changed.
        change: Returns the new text for an old one.
        change_url: Returns the new URL of a link to documentation elsewhere; by default the same.
    """
    changes = _Changes(change, change_url)
    members: dict[str, Any] = {}
    for name in type(document).model_fields:
        members[name] = changes.member(name, getattr(document, name))
    return document.model_copy(update=members)


def _changed(values: dict[str, Any], change: Callable[[Any], Any]) -> dict[str, Any]:
    """Return the changed values under the same keys; the same object if none of them changes."""
    changed = {key: change(value) for key, value in values.items()}
    if all(map(is_, values.values(), changed.values())):
        return values
    return changed


class _Changes(NamedTuple):
    """Changes the texts in parts; a part without any changed text stays the same object."""

    text: Change
    """Changes descriptions, summaries and messages of deprecation."""
    url: Change
    """Changes the URLs of documentation elsewhere."""

    def member(self, name: str, value: Any) -> Any:
        """Return the member of a part or of the document with its texts changed; members of `DATA`
        stay. Schemas and security schemes are dictionaries, not parts, with texts of their own.
        """
        if name in TEXTS and isinstance(value, str):
            return self.text(value)
        if name in ("schema", "data") and isinstance(value, dict):
            return self.schema(value)
        if name == "schemas":
            return _changed(value, self.schema)
        if name == "security_schemes" and value:
            return _changed(value, self.with_own_texts)
        if name in DATA:
            return value
        return self.inside(value)

    def inside(self, value: Any) -> Any:
        """Return a part, or parts in a tuple or by name, with their texts changed; other values
        stay.
        """
        if isinstance(value, tuple):
            changed = tuple(map(self.inside, value))
            if all(map(is_, value, changed)):
                return value
            return changed
        if isinstance(value, dict):
            return _changed(value, self.inside)
        if isinstance(value, Part):
            return self._part(value)
        return value

    def _part(self, part: Part) -> Any:
        """Return a part with the texts in its members changed."""
        changes: dict[str, Any] = {}
        for field in fields(cast(Any, part)):
            value = getattr(part, field.name)
            changed = self.member(field.name, value)
            if changed is not value:
                changes[field.name] = changed
        if isinstance(part, ExternalDocs):
            url = self.url(part.url)
            if url != part.url:
                changes["url"] = url
        if not changes:
            return part
        return replace(cast(Any, part), **changes)

    def schema(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema with the texts in it changed, at any depth."""
        # Most schemas have no text that changes, and no link, whose URL may; they are not copied.
        for inner in every_schema(schema):
            text = inner.get("description")
            if "externalDocs" in inner or (isinstance(text, str) and self.text(text) is not text):
                return self.with_own_texts(map_schema(schema, self.schema))
        return schema

    def with_own_texts(self, value: dict[str, Any]) -> dict[str, Any]:
        """Return a schema or a security scheme with its own texts changed, not those inside."""
        changed = dict(value)
        if isinstance(changed.get("description"), str):
            changed["description"] = self.text(changed["description"])
        link = changed.get("externalDocs")
        if isinstance(link, dict) and isinstance(link.get("url"), str):
            changed["externalDocs"] = {**link, "url": self.url(link["url"])}
        return changed
