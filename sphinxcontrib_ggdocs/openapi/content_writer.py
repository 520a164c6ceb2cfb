"""Bodies by media type (OpenAPI 3.1, 4.8.14)."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..contracts.media_types import EVENT_STREAM, essence_of, is_text
from ..contracts.message_model import GivenSchema
from ..contracts.model import Content
from ..schema import JsonSchema, Written
from ..schema.collector import TypedContent
from ..schema.registry import BINARY
from .parameter_writer import examples
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
    """Writes the representations of bodies once the names of types are known.

    Args:
        written: The schemas.
        is_later: Whether the document is one of OpenAPI 3.2, where streams have an ``itemSchema``.
    """

    def __init__(self, written: Written, *, is_later: bool) -> None:
        self._written = written
        self._is_later = is_later

    def contents(self, contents: Iterable[TypedContent]) -> dict[str, Any]:
        """Write media type objects by media type; bodies of one media type become alternatives."""
        content: dict[str, Any] = {}
        for typed in contents:
            media_type = typed.content.media_type
            media = self._media(typed)
            known = content.get(media_type)
            content[media_type] = media if known is None else either_media(known, media)
        return content

    def _media(self, typed: TypedContent) -> dict[str, Any]:
        media, extra = self._written_media(typed), typed.content.openapi_extra
        if typed.content.stream and self._is_later:
            # `schema` would describe the whole stream as one value (OpenAPI 3.2, 4.14.3).
            media = {"itemSchema": self._item(typed.content, media.pop("schema", {})), **media}
        return {**media, **extra} if extra is not None else media

    def _item(self, content: Content, schema: JsonSchema) -> JsonSchema:
        """Return the schema of one item of a stream; an event is an object with JSON in
        its data.
        """
        if essence_of(content.media_type) != EVENT_STREAM:
            return schema
        is_given = isinstance(content.type, GivenSchema) and self._is_event(schema)
        if is_given or content.openapi_extra is not None:  # as a file has it
            return schema
        event: JsonSchema = {"type": "object", "properties": dict(EVENT)}
        if schema:
            data = {"contentMediaType": "application/json", "contentSchema": schema}
            event["properties"]["data"] = EVENT["data"] | data
            event["required"] = ["data"]
        return event

    def _is_event(self, schema: JsonSchema) -> bool:
        """Return whether an imported schema describes the fields of events, and not their data."""
        schema = self._written.resolved(schema)
        choices = [schema]
        if "properties" not in schema:
            choices = schema.get("oneOf") or schema.get("anyOf") or choices
        fields = [self._written.resolved(choice).get("properties", {}).keys() for choice in choices]
        return all(names and names <= EVENT.keys() for names in fields)

    def _written_media(self, typed: TypedContent) -> dict[str, Any]:
        content = typed.content
        if typed.slot is None:
            max_size = content.file.max_size if content.file else None
            if not max_size and is_text(content.media_type):
                return examples(content.examples)
            schema = _limited(BINARY, max_size) if max_size else dict(BINARY)
            return {"schema": schema, **examples(content.examples)}
        schema = self._written.schema(typed.slot)
        media: dict[str, Any] = {"schema": schema}
        # `encoding` holds for forms alone (OpenAPI 3.1, 4.8.14). What a file has written is in the
        # extra already.
        if content.media_type in FORMS and content.openapi_extra is None:
            if content.fields:
                media["schema"] = schema = _with_limits(schema, content)
            if encoding := self._encoding(schema, content):
                media["encoding"] = encoding
        return {**media, **examples(content.examples)} if content.examples else media

    def _encoding(self, schema: JsonSchema, content: Content) -> dict[str, Any]:
        """Write the accepted types of files, and JSON for parts that are objects."""
        files = {field.name: field.file for field in content.fields or () if field.file is not None}
        schema = self._written.resolved(schema)
        encodings: dict[str, Any] = {}
        for name, member in schema.get("properties", {}).items():
            if name in files:
                if files[name].media_types:
                    encodings[name] = {"contentType": ", ".join(files[name].media_types)}
            # For an array the default is that of its items (OpenAPI 3.1, 4.8.15.1): parts of one
            # name.
            elif kind_of(member, self._written.schemas) in ("object", "nested"):
                encodings[name] = {"contentType": "application/json"}
        return encodings


def _with_limits(schema: JsonSchema, content: Content) -> JsonSchema:
    """Write the largest sizes of files as lengths of their strings (OpenAPI 3.1.1, 4.4.2)."""
    limited = {
        field.name: field.file.max_size
        for field in content.fields or ()
        if field.file and field.file.max_size
    }
    if not limited:
        return schema
    properties = {
        name: _limited(member, limited[name]) if name in limited else member
        for name, member in schema["properties"].items()
    }
    return {**schema, "properties": properties}


def _limited(schema: JsonSchema, max_size: int) -> JsonSchema:
    """Add a maximum length to the strings of a schema, also in items and choices."""
    if "items" in schema:
        return {**schema, "items": _limited(schema["items"], max_size)}
    if "anyOf" in schema:
        return {**schema, "anyOf": [_limited(choice, max_size) for choice in schema["anyOf"]]}
    if schema.get("type") == "string":
        return {**schema, "maxLength": max_size}
    return schema


def either_media(known: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Merge two media type objects into one that allows either."""
    # A media type is a key of `content`, of which there is one (OpenAPI 3.1, 4.8.13.1).
    key = "itemSchema" if "itemSchema" in known else "schema"
    if known.get(key) == other.get(key) or not {key} <= known.keys() & other.keys():
        return {**other, **known}
    choices = [
        choice
        for schema in (known[key], other[key])
        for choice in (schema["anyOf"] if schema.keys() == {"anyOf"} else [schema])
    ]
    distinct = [
        choice for position, choice in enumerate(choices) if choice not in choices[:position]
    ]
    merged = {**other, **known, key: {"anyOf": distinct}}
    for word in ("encoding", "examples"):
        if word in known and word in other:
            merged[word] = {**other[word], **known[word]}
    return merged
