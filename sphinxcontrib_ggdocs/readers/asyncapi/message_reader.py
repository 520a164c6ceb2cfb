"""Reads messages: payloads and headers as types, and the other facts about them.

An `ObjectWithTraits` is a message together with its traits, objects with members that it shares
with others. A schema may be in another format, such as Avro: in AsyncAPI 3, a Multi Format Schema
Object names the format next to the schema.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ...contracts.audiences import X_AUDIENCE
from ...contracts.message_model import GivenSchema
from ...contracts.model import Content, Example, Parameter
from ...schema.nodes import without
from ..elements import Element
from ..schema_reader import SchemaReader
from .structure import MessageElement
from .traits import ObjectWithTraits, audience_of_parts

JSON = "application/json"
_KNOWN_FORMATS = ("asyncapi", "schema+json", "schema+yaml", "oai.openapi")
"""Parts of the media types in ``schemaFormat`` whose schemas are read as types: of AsyncAPI, JSON
Schema and OpenAPI."""
_READ_OF_MESSAGE = frozenset(
    {
        "contentType",
        "deprecated",
        "description",
        "examples",
        "headers",
        "messageId",
        "name",
        "payload",
        "schemaFormat",
        "summary",
        "title",
        "traits",
        "x-deprecated",
    }
)
"""Members of a message that the contract model has; `other_members` returns the others."""


@dataclass(slots=True)
class MessageReader:
    """Reads the messages of one document."""

    schemas: SchemaReader
    content_type: str
    """The media type of messages that have none."""

    def contents(self, messages: Iterable[MessageElement]) -> Content | None:
        """Return the payload of a reply that is one of several messages; None if no message has a
        payload. Several payloads become one type, a ``oneOf``.
        """
        payloads: list[tuple[MessageElement, Content]] = []
        for message in messages:
            content = self.content(message.object)
            if content is not None:
                payloads.append((message, content))
        if not payloads:
            return None
        _first_message, first_content = payloads[0]
        if len(payloads) == 1:
            return first_content
        # References of our own, which lead to the types of the payloads.
        references: dict[str, GivenSchema] = {}
        examples: list[Any] = []
        for position, (message, content) in enumerate(payloads):
            references[f"#/{position}"] = self._named_type(message, content)
            examples += content.examples
        schema = {"oneOf": [{"$ref": reference} for reference in references]}
        return Content(
            media_type=first_content.media_type,
            type=GivenSchema(schema=schema, references=references),
            examples=tuple(examples),
        )

    @staticmethod
    def _named_type(message: MessageElement, content: Content) -> GivenSchema:
        """Return the type of a payload with a name: that of the type it refers to, otherwise that
        of its message. A payload that is not for everyone gets a type of its own with the mark.
        """
        payload_type: GivenSchema = content.type
        if content.audience:
            marked_schema = {**payload_type.schema, X_AUDIENCE: list(content.audience)}
            return replace(payload_type, schema=marked_schema, name=message.name)
        if payload_type.schema.keys() == {"$ref"}:
            return payload_type.references[payload_type.schema["$ref"]]
        file = message.object.element.file
        return replace(payload_type, name=message.name, module=file.path.stem)

    def content(self, message: ObjectWithTraits) -> Content | None:
        """Return the payload of a message; None if it has none. A schema in a format that is no
        JSON Schema, such as Avro's, is shown as any value.
        """
        payload = message.get("payload")
        if payload is None:
            return None
        schema = _schema_of(payload)  # Warns, in any format, of a payload that is no object.
        is_known = _is_known(_schema_format(message, payload))
        media_type = message.text("contentType") or self.content_type
        payload_type = GivenSchema(schema={})
        if is_known:
            payload_type = self.schemas.type_of(schema)
        return Content(
            media_type=media_type,
            type=payload_type,
            examples=tuple(self._examples(message)),
            audience=audience_of_parts(message),
        )

    @staticmethod
    def _examples(message: ObjectWithTraits) -> Iterator[Example]:
        """Yield the examples of a message that have a payload."""
        for position, item in enumerate(message.items("examples")):
            if item.check_object() and "payload" in item.value:
                yield Example(
                    name=item.text("name") or f"example-{position + 1}",
                    value=item.value["payload"],
                    summary=item.text("summary"),
                    audience=item.audience,
                )

    # --- headers ---

    def headers(self, message: ObjectWithTraits) -> tuple[Parameter, ...]:
        """Return the headers of a message and of its traits, with their values in the examples of
        the message.
        """
        by_name: dict[str, Parameter] = {}
        for item in message.every("headers"):
            for parameter in self.members(_schema_of(item)):
                # `every` yields the part that takes precedence first.
                by_name.setdefault(parameter.name, parameter)
        samples = list(_header_samples(message))
        return tuple(_with_samples(parameter, samples) for parameter in by_name.values())

    def members(self, item: Element, seen: tuple[object, ...] = ()) -> Iterator[Parameter]:
        """Yield each property of a schema of an object as a header. A caller that reads the schema
        of a query changes the location.

        Args:
            item: The schema, or a reference to it.
            seen: The places of the schemas whose ``allOf`` led here, which are not read again.
        """
        element = item.resolved()
        if element is None or element.place in seen:
            return
        required_names = [name.value for name in element.items("required")]
        for schema in element.members("properties"):
            # A schema may also be ``true`` or ``false``.
            keywords = schema.value if isinstance(schema.value, dict) else {}
            yield Parameter(
                name=schema.key,
                location="header",
                type=self.schemas.type_of(schema),
                required=schema.key in required_names,
                deprecated=keywords.get("deprecated") is True,
            )
        for part in element.items("allOf"):
            yield from self.members(part, (*seen, element.place))

    # --- members without a place in the contract model ---

    def other_members(self, message: ObjectWithTraits) -> dict[str, Any]:
        """Return the members of a message that the contract model cannot hold. Readers see them
        below the description; exports to AsyncAPI write them again, except for headers and payload.
        """
        members = members_without(message, _READ_OF_MESSAGE)
        bindings = message.mapping("bindings")
        if bindings:
            members["bindings"] = bindings
        # References in these members, and in tags, are replaced by their targets.
        for name in ("correlationId", "externalDocs"):
            element = message.get(name)
            if element is not None:
                members[name] = _resolved_value(element)
        if "tags" in members:
            members["tags"] = tag_objects(message)
        payload = message.get("payload")
        if payload is not None:
            # A schema in a format such as Avro's, which no type can express, is kept unchanged.
            foreign_schema = _foreign_schema(message, payload)
            if foreign_schema:
                members["payload"] = foreign_schema
        # The headers of the message and of each trait may have a schema of their own.
        header_keywords: list[dict[str, Any]] = []
        for item in message.every("headers"):
            keywords = _remaining_keywords(item)
            if keywords:
                header_keywords.append(keywords)
        if len(header_keywords) == 1:
            members["headers"] = header_keywords[0]
        elif header_keywords:
            members["headers"] = {"allOf": header_keywords}
        return members


def members_without(owner: ObjectWithTraits, known: frozenset[str]) -> dict[str, Any]:
    """Return the members of an object and its traits, without those whose names are in `known`."""
    members: dict[str, Any] = {}
    for part in reversed(owner.parts):  # so that the part that takes precedence is merged last
        members |= without(part.value, *known)
    return members


def tag_objects(owner: Element | ObjectWithTraits) -> list[dict[str, Any]]:
    """Return the Tag Objects that a channel, an operation, a message or a document has. Those
    without a name, and references that lead nowhere, are left out.
    """
    tags: list[dict[str, Any]] = []
    for item in owner.items("tags"):
        tag = item.resolved()
        if tag is None:
            continue
        name = tag.text("name")
        if name is not None:
            tags.append({**tag.members_with_audience(), "name": name})
    return tags


def _schema_of(item: Element) -> Element:
    """Return the schema inside a Multi Format Schema Object of AsyncAPI 3; another schema itself.

    ``{"schemaFormat": "...", "schema": {"type": "object"}}`` gives ``{"type": "object"}``.
    """
    element = item.resolved()
    if element is None or "schemaFormat" not in element.value:
        return item
    return element.get("schema") or item


def _schema_format(message: ObjectWithTraits, payload: Element) -> str:
    """Return the media type of the format that a payload's schema is written in, such as
    ``application/vnd.apache.avro``; empty for AsyncAPI's own format.

    AsyncAPI 3 names it next to the schema, AsyncAPI 2 in the message.
    """
    owner: ObjectWithTraits | Element = message
    if isinstance(payload.value, dict):
        element: Element | None = payload
        if payload.is_reference:
            element = payload.resolved()
        if element is not None and "schemaFormat" in element.value:
            owner = element
    return owner.text("schemaFormat") or ""


def _is_known(schema_format: str) -> bool:
    """Return whether schemas in a format can be read as types."""
    return not schema_format or any(known in schema_format for known in _KNOWN_FORMATS)


def _foreign_schema(message: ObjectWithTraits, payload: Element) -> dict[str, Any] | None:
    """Return a Multi Format Schema Object with the unchanged schema of a payload, if its format is
    not JSON Schema but, for example, Avro; otherwise None.
    """
    schema_format = _schema_format(message, payload)
    if _is_known(schema_format):
        return None
    schema = _schema_of(payload)
    value = schema.value
    if isinstance(value, dict):
        element = schema.resolved()
        if element is not None:
            value = element.value
    # A copy, which shares no values with the file.
    copied_value = json.loads(json.dumps(value))
    return {"schemaFormat": schema_format, "schema": copied_value}


def _remaining_keywords(item: Element) -> dict[str, Any]:
    """Return the keywords that the schema of all headers has besides the headers themselves, such
    as ``additionalProperties``.

    Args:
        item: The schema, or a reference to it.
    """
    element = _schema_of(item).resolved()
    if element is None:
        return {}
    hidden_names = [member.key for member in element.members("properties") if member.audience]
    # `members` reads the headers from `properties`, `required` and `allOf`. The others describe the
    # object that contains the headers, which no document shows.
    ignored = {"type", "properties", "required", "allOf", "description", "title", "$id"}
    keywords: dict[str, Any] = {}
    for key, value in element.value.items():
        # Headers that are not for everyone must not be named by other keywords.
        text = str(value)
        names_hidden_header = any(name in text for name in hidden_names)
        if key not in ignored and not names_hidden_header:
            keywords[key] = value
    return keywords


def _header_samples(message: ObjectWithTraits) -> Iterator[dict[str, Any]]:
    """Yield the headers of each example of a message: values by the names of the headers."""
    for example in message.items("examples"):
        if isinstance(example.value, dict):
            headers = example.value.get("headers")
            if isinstance(headers, dict):
                yield headers


def _with_samples(parameter: Parameter, samples: list[dict[str, Any]]) -> Parameter:
    """Return a header with its values in the examples of the message as its own examples.

    Args:
        parameter: The header.
        samples: For each example of the message that has headers: their values by name.
    """
    examples: list[Example] = []
    for sample in samples:
        if parameter.name in sample:
            name = str(len(examples) + 1)
            examples.append(Example(name=name, value=sample[parameter.name]))
    if not examples:
        return parameter
    return replace(parameter, examples=tuple(examples))


def _resolved_value(element: Element) -> dict[str, Any]:
    """Return the object at the end of a reference, with its audience; empty if the reference is
    unresolved.
    """
    resolved = element.resolved()
    if resolved is None:
        return {}
    value: dict[str, Any] = resolved.members_with_audience()
    return value
