"""Writes bodies by media type (OpenAPI 3.1, 4.8.14)."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..contracts.media_types import EVENT_STREAM, essence_of, is_text
from ..document import parts as doc
from ..document.exports import Extra
from ..document.wire import own_examples, own_schema
from ..schema import JsonSchema
from ..schema.registry import BINARY
from .parameter_writer import examples
from .schemas import SchemaWriter
from .value_kinds import kind_of

MULTIPART = "multipart/form-data"
FORMS = frozenset({"application/x-www-form-urlencoded", MULTIPART})
EVENT: Mapping[str, JsonSchema] = {
    "data": {"type": "string"},
    "event": {"type": "string"},
    "id": {"type": "string"},
    "retry": {"type": "integer", "minimum": 0},
}
"""The fields of a parsed event (OpenAPI 3.2, 4.14.4)."""


class ContentWriter:
    """Writes the representations of bodies.

    Args:
        schemas: Writes schemas.
        is_later: Whether the document is one of OpenAPI 3.2, where streams have an ``itemSchema``.
    """

    def __init__(self, schemas: SchemaWriter, *, is_later: bool) -> None:
        self._schemas = schemas
        self._is_later = is_later

    def contents(self, contents: Iterable[doc.Content]) -> dict[str, Any]:
        """Write media type objects by media type; bodies of one media type become alternatives."""
        written: dict[str, Any] = {}
        for content in contents:
            media = self._media(content)
            known = written.get(content.media_type)
            written[content.media_type] = media if known is None else either_media(known, media)
        return written

    def _media(self, content: doc.Content) -> dict[str, Any]:
        media, extra = self._written_media(content), _extra(content)
        if content.stream and self._is_later:
            # `schema` would describe the whole stream as one value (OpenAPI 3.2, 4.14.3).
            media = {"itemSchema": self._item(content, media.pop("schema", {})), **media}
        return {**media, **extra} if extra is not None else media

    def _item(self, content: doc.Content, schema: JsonSchema) -> JsonSchema:
        """Return the schema of one item of a stream; an event is an object with JSON in
        its data.
        """
        if essence_of(content.media_type) != EVENT_STREAM:
            return schema
        is_given = content.export is not None and content.export.is_given
        if is_given and self._is_event(own_schema(content) or {}):
            return schema
        if _extra(content) is not None:  # as a file has it
            return schema
        event: JsonSchema = {"type": "object", "properties": dict(EVENT)}
        if schema:
            data = {"contentMediaType": "application/json", "contentSchema": schema}
            event["properties"]["data"] = EVENT["data"] | data
            event["required"] = ["data"]
        return event

    def _is_event(self, schema: JsonSchema) -> bool:
        """Return whether an imported schema describes the fields of events, and not their data."""
        schema = self._schemas.resolved(schema)
        choices = [schema]
        if "properties" not in schema:
            choices = schema.get("oneOf") or schema.get("anyOf") or choices
        for choice in choices:
            names = self._schemas.resolved(choice).get("properties", {}).keys()
            if not names or not names <= EVENT.keys():
                return False
        return True

    def _written_media(self, content: doc.Content) -> dict[str, Any]:
        shown, files = examples(own_examples(content)), content.files or {}
        schema = own_schema(content)
        if schema is None:
            return _of_bytes(content.media_type, files.get("")) | shown
        media: dict[str, Any] = {}
        # `encoding` holds for forms alone (OpenAPI 3.1, 4.8.14). What a file has written is in the
        # extra already.
        if content.media_type in FORMS and _extra(content) is None:
            schema = _with_limits(schema, files)
            if encoding := self._encoding(schema, files):
                media["encoding"] = encoding
        return {"schema": self._schemas.write(schema), **media, **shown}

    def _encoding(self, schema: JsonSchema, files: Mapping[str, doc.FilePart]) -> dict[str, Any]:
        """Write the accepted types of files, and JSON for parts that are objects."""
        schema = self._schemas.resolved(schema)
        encodings: dict[str, Any] = {}
        for name, member in schema.get("properties", {}).items():
            if name in files:
                media_types = files[name].media_types
                if media_types:
                    encodings[name] = {"contentType": ", ".join(media_types)}
            # For an array the default is that of its items (OpenAPI 3.1, 4.8.15.1): parts of one
            # name.
            elif kind_of(member, self._schemas.named) in ("object", "nested"):
                encodings[name] = {"contentType": "application/json"}
        return encodings


def _of_bytes(media_type: str, file: doc.FilePart | None) -> dict[str, Any]:
    """Write a body without a type; nothing of a text."""
    if file is not None and file.max_size:
        return {"schema": _limited(BINARY, file.max_size)}
    if is_text(media_type):
        return {}
    return {"schema": dict(BINARY)}


def _extra(content: doc.Content) -> Extra:
    return content.export.openapi_extra if content.export is not None else None


def _with_limits(schema: JsonSchema, files: Mapping[str, doc.FilePart]) -> JsonSchema:
    """Write the largest sizes of files as lengths of their strings (OpenAPI 3.1.1, 4.4.2)."""
    properties = dict(schema.get("properties", ()))
    for name, part in files.items():
        if part.max_size and name in properties:
            properties[name] = _limited(properties[name], part.max_size)
    return {**schema, "properties": properties} if properties else schema


def _limited(schema: JsonSchema, max_size: int) -> JsonSchema:
    """Add a maximum length to the strings of a schema, also in items and choices."""
    if "items" in schema:
        return {**schema, "items": _limited(schema["items"], max_size)}
    if "anyOf" in schema:
        return {**schema, "anyOf": [_limited(choice, max_size) for choice in schema["anyOf"]]}
    if schema.get("type") == "string":
        return {**schema, "maxLength": max_size}
    return schema


def _choices_of(schema: JsonSchema) -> list[JsonSchema]:
    """Return the choices of a union, or the schema itself."""
    if schema.keys() == {"anyOf"}:
        choices: list[JsonSchema] = schema["anyOf"]
        return choices
    return [schema]


def either_media(known: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Merge two media type objects into one that allows either."""
    # A media type is a key of `content`, of which there is one (OpenAPI 3.1, 4.8.13.1).
    key = "itemSchema" if "itemSchema" in known else "schema"
    if known.get(key) == other.get(key) or not {key} <= known.keys() & other.keys():
        return {**other, **known}
    choices: list[JsonSchema] = []
    for choice in (*_choices_of(known[key]), *_choices_of(other[key])):
        if choice not in choices:
            choices.append(choice)
    merged = {**other, **known, key: {"anyOf": choices}}
    for word in ("encoding", "examples"):
        if word in known and word in other:
            merged[word] = {**other[word], **known[word]}
    return merged
