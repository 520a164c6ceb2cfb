"""Writes bodies by media type (OpenAPI 3.1, 4.8.14).

A `doc.Content` is one representation of a body: a media type with a schema. Its `export` holds what
only exporters need, such as what an author adds to the media type object; it is None in a document
that was read from JSON.
"""

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
        media_objects: dict[str, Any] = {}
        for content in contents:
            media = self._media(content)
            if content.media_type in media_objects:
                media = either_media(media_objects[content.media_type], media)
            media_objects[content.media_type] = media
        return media_objects

    def _media(self, content: doc.Content) -> dict[str, Any]:
        """Write a media type object, with what its author adds to it, which replaces members of the
        same name.
        """
        media = self._written_media(content)
        if content.stream and self._is_later:
            # `schema` would describe the whole stream as one value (OpenAPI 3.2, 4.14.3).
            item_schema = self._item_schema(content, media.pop("schema", {}))
            media = {"itemSchema": item_schema, **media}
        return {**media, **(_extra(content) or {})}

    def _item_schema(self, content: doc.Content, schema: JsonSchema) -> JsonSchema:
        """Return the schema of one item of a stream. One of server-sent events is an object whose
        data is JSON, unless the file that the contract is from describes the whole event.

        Args:
            content: The stream.
            schema: The schema of the values that it sends.
        """
        if essence_of(content.media_type) != EVENT_STREAM:
            return schema
        is_of_file = content.export is not None and content.export.is_given
        if is_of_file and self._is_event(own_schema(content) or {}):
            return schema
        # Whoever has written the media type object as OpenAPI has written what an item is.
        if _extra(content) is not None:
            return schema
        event: JsonSchema = {"type": "object", "properties": dict(EVENT)}
        if schema:  # without a schema the data is any text
            data = {"contentMediaType": "application/json", "contentSchema": schema}
            event["properties"]["data"] = EVENT["data"] | data
            event["required"] = ["data"]  # the text of a JSON value is never empty
        return event

    def _is_event(self, schema: JsonSchema) -> bool:
        """Return whether a schema of a file describes the fields of events, not their data: its
        properties, or those of each member of its union, are all fields of events.
        """
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
        """Write a media type object without what its author adds to it."""
        members_of_examples = examples(own_examples(content))
        files = content.files or {}
        schema = own_schema(content)
        if schema is None:
            whole_body = files.get("")  # the key of a file that is the body itself
            return _media_of_bytes(content.media_type, whole_body) | members_of_examples
        encoding: dict[str, Any] = {}
        # `encoding` holds for forms alone (OpenAPI 3.1, 4.8.14). That of a file is among what its
        # author adds.
        if content.media_type in FORMS and _extra(content) is None:
            schema = _with_limits(schema, files)
            encoding = self._encoding(schema, files)
        media = {"schema": self._schemas.write(schema)}
        if encoding:
            media["encoding"] = encoding
        return media | members_of_examples

    def _encoding(self, schema: JsonSchema, files: Mapping[str, doc.FilePart]) -> dict[str, Any]:
        """Return the encoding objects of a form by field: the accepted media types of files, and
        JSON for objects and for arrays of arrays or objects. Other fields have none: the default is
        text.

        Args:
            schema: The schema of the whole form.
            files: What is known of the fields that are files, by name.
        """
        properties = self._schemas.resolved(schema).get("properties", {})
        encodings: dict[str, Any] = {}
        for name, property_schema in properties.items():
            if name in files:
                # Without accepted media types the file may be of any type, and has no encoding.
                media_types = files[name].media_types
                if media_types:
                    encodings[name] = {"contentType": ", ".join(media_types)}
            # An array is sent as several parts with its name (OpenAPI 3.1, 4.8.15.1), so that its
            # encoding is that of each item: JSON only if the items are arrays or objects.
            elif kind_of(property_schema, self._schemas.named) in ("object", "nested"):
                encodings[name] = {"contentType": "application/json"}
        return encodings


def _media_of_bytes(media_type: str, file: doc.FilePart | None) -> dict[str, Any]:
    """Write the schema of a body without a type: binary data; none for a media type of texts,
    unless the author has limited its size.

    Args:
        media_type: The media type.
        file: What the author says of the body as a file; None if nothing.
    """
    if file is not None and file.max_size:
        return {"schema": _limited(BINARY, file.max_size)}
    if is_text(media_type):
        return {}
    return {"schema": dict(BINARY)}


def _extra(content: doc.Content) -> Extra:
    """Return what an author adds to a media type object."""
    if content.export is None:
        return None
    return content.export.openapi_extra


def _with_limits(schema: JsonSchema, files: Mapping[str, doc.FilePart]) -> JsonSchema:
    """Write the largest sizes of files as lengths of their strings (OpenAPI 3.1.1, 4.4.2).

    Args:
        schema: The schema of a form.
        files: What is known of the fields that are files, by name.
    """
    properties = dict(schema.get("properties", ()))
    for name, part in files.items():
        if part.max_size and name in properties:
            properties[name] = _limited(properties[name], part.max_size)
    if not properties:  # such as of a reference: no empty member is added
        return schema
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


def _choices_of(schema: JsonSchema) -> list[JsonSchema]:
    """Return the choices of a union, or the schema itself. A union with further keywords is one
    choice, since these hold for its own choices only.
    """
    if schema.keys() == {"anyOf"}:
        choices: list[JsonSchema] = schema["anyOf"]
        return choices
    return [schema]


def either_media(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return one media type object that allows either of two: a media type is a key of `content`
    once (OpenAPI 3.1, 4.8.13.1). Of other members that both have, those of the first stay.
    """
    key = "schema"
    if "itemSchema" in first:  # a stream of OpenAPI 3.2, which has no `schema`
        key = "itemSchema"
    # Without a schema to choose from, or with the same one, there is no union.
    if key not in first or key not in other or first[key] == other[key]:
        return {**other, **first}
    choices: list[JsonSchema] = []
    for choice in (*_choices_of(first[key]), *_choices_of(other[key])):
        if choice not in choices:
            choices.append(choice)
    merged = {**other, **first, key: {"anyOf": choices}}
    for name in ("encoding", "examples"):
        if name in first and name in other:
            merged[name] = {**other[name], **first[name]}
    return merged
