"""Reads messages: payloads and headers as types, and the other facts about them."""

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
from .traits import Traited, audience_of_parts

JSON = "application/json"
_KNOWN_FORMATS = ("asyncapi", "schema+json", "schema+yaml", "oai.openapi")
_SHOWN = frozenset(
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
"""Members of a message that have places of their own in the contract model."""


@dataclass(slots=True)
class MessageReader:
    """Reads the messages of one document."""

    schemas: SchemaReader
    content_type: str
    """The media type of messages that have none."""

    def contents(self, messages: Iterable[MessageElement]) -> Content | None:
        """Return the payload of one of some messages; None where none of them has one."""
        payloads: list[tuple[MessageElement, Content]] = []
        for message in messages:
            content = self.content(message.message)
            if content is not None:
                payloads.append((message, content))
        if not payloads:
            return None
        if len(payloads) == 1:
            return payloads[0][1]
        references: dict[str, GivenSchema] = {}
        examples: list[Any] = []
        for position, (message, content) in enumerate(payloads):
            references[f"#/{position}"] = self._named(message, content)
            examples += content.examples
        schema = {"oneOf": [{"$ref": reference} for reference in references]}
        return Content(
            media_type=payloads[0][1].media_type,
            type=GivenSchema(schema=schema, references=references),
            examples=tuple(examples),
        )

    @staticmethod
    def _named(message: MessageElement, content: Content) -> GivenSchema:
        """Return the type of a payload; one without a name is that of its message."""
        payload_type: GivenSchema = content.type
        if content.audience:
            mark = {X_AUDIENCE: list(content.audience)}
            return replace(payload_type, schema={**payload_type.schema, **mark}, name=message.name)
        if payload_type.schema.keys() == {"$ref"}:
            return payload_type.references[payload_type.schema["$ref"]]
        return replace(
            payload_type, name=message.name, module=message.message.element.file.path.stem
        )

    def content(self, message: Traited) -> Content | None:
        """Return the payload of a message; None where it has none."""
        payload = message.get("payload")
        if payload is None:
            return None
        schema, is_known = _schema_of(message, payload)
        return Content(
            media_type=message.text("contentType") or self.content_type,
            type=self.schemas.form(schema) if is_known else GivenSchema(schema={}),
            examples=tuple(self._examples(message)),
            audience=audience_of_parts(message),
        )

    @staticmethod
    def _examples(message: Traited) -> Iterator[Example]:
        for position, item in enumerate(message.items("examples")):
            if item.is_object() and "payload" in item.value:
                yield Example(
                    name=item.text("name") or f"example-{position + 1}",
                    value=item.value["payload"],
                    summary=item.text("summary"),
                    audience=item.audience,
                )

    # --- headers ---

    def headers(self, message: Traited) -> tuple[Parameter, ...]:
        """Return the headers of a message and of its traits."""
        by_name: dict[str, Parameter] = {}
        for item in message.every("headers"):
            for parameter in self.members(_plain(item)):
                by_name.setdefault(parameter.name, parameter)
        samples = list(_header_samples(message))
        return tuple(_with_samples(parameter, samples) for parameter in by_name.values())

    def members(self, item: Element, seen: tuple[object, ...] = ()) -> Iterator[Parameter]:
        """Yield the properties of an object, of which headers and handshakes consist."""
        element = item.resolved()
        if element is None or element.place in seen:
            return
        needed = [item.value for item in element.items("required")]
        for inner in element.members("properties"):
            schema = inner.value if isinstance(inner.value, dict) else {}
            yield Parameter(
                name=inner.last,
                location="header",
                type=self.schemas.form(inner),
                required=inner.last in needed,
                deprecated=schema.get("deprecated") is True,
            )
        for inner in element.items("allOf"):
            yield from self.members(inner, (*seen, element.place))

    # --- the rest ---

    def other_members(self, message: Traited) -> dict[str, Any]:
        """What the contract model has no place for."""
        members = rest_of(message, _SHOWN)
        bindings = message.mapping("bindings")
        if bindings:
            members["bindings"] = bindings
        for name in ("correlationId", "externalDocs"):
            element = message.get(name)
            if element is not None:
                members[name] = _resolved_value(element)
        if "tags" in members:
            members["tags"] = tags_of(message)
        payload = message.get("payload")
        if payload is not None:
            foreign_schema = _foreign_schema(message, payload)
            if foreign_schema:
                members["payload"] = foreign_schema
        headers = list(filter(None, map(_without_properties, message.every("headers"))))
        if len(headers) == 1:
            members["headers"] = headers[0]
        elif headers:
            members["headers"] = {"allOf": headers}
        return members


def rest_of(owner: Traited, known: frozenset[str]) -> dict[str, Any]:
    """Return the members of an object and its traits that are not known."""
    members: dict[str, Any] = {}
    for part in reversed(owner.parts):
        members |= without(part.value, *known)
    return members


def tags_of(owner: Element | Traited) -> list[dict[str, Any]]:
    """Return the tags of an object."""
    tags: list[dict[str, Any]] = []
    for item in owner.items("tags"):
        tag = item.resolved()
        if tag is not None and (name := tag.text("name")) is not None:
            tags.append({**tag.marked(), "name": name})
    return tags


def _plain(item: Element) -> Element:
    """Return a schema without the object that names its format (AsyncAPI 3.0, "Multi Format Schema
    Object").
    """
    element = item.resolved()
    if element is None or "schemaFormat" not in element.value:
        return item
    return element.get("schema") or item


def _schema_of(message: Traited, payload: Element) -> tuple[Element, bool]:
    """Return the schema of a payload, and whether it is one that documents can show as a type."""
    return _plain(payload), _is_known(_format(message, payload))


def _format(message: Traited, payload: Element) -> str:
    """Return the format of a payload's schema; empty for that of AsyncAPI."""
    owner: Traited | Element = message
    if isinstance(payload.value, dict):
        element: Element | None = payload
        if "$ref" in payload.value and _leads(payload):
            element = payload.resolved()
        if element is not None and "schemaFormat" in element.value:
            owner = element
    return owner.text("schemaFormat") or ""


def _leads(payload: Element) -> bool:
    return isinstance(payload.value["$ref"], str)


def _is_known(schema_format: str) -> bool:
    return not schema_format or any(known in schema_format for known in _KNOWN_FORMATS)


def _foreign_schema(message: Traited, payload: Element) -> dict[str, Any] | None:
    """Return a schema of another format, such as Avro's, as it was written."""
    schema_format = _format(message, payload)
    if _is_known(schema_format):
        return None
    schema = _plain(payload)
    element = schema.resolved() if isinstance(schema.value, dict) else schema
    value = schema.value if element is None else element.value
    return {"schemaFormat": schema_format, "schema": json.loads(json.dumps(value))}


def _without_properties(item: Element) -> dict[str, Any]:
    """Return the keywords of a schema of headers other than the headers themselves."""
    element = _plain(item).resolved()
    if element is None:
        return {}
    marked = [member.last for member in element.members("properties") if member.audience]
    usual = {"type", "properties", "required", "allOf", "description", "title", "$id"}
    keywords: dict[str, Any] = {}
    for key, value in element.value.items():
        text = str(value)
        names_marked = any(name in text for name in marked)
        if key not in usual and not names_marked:
            keywords[key] = value
    return keywords


def _header_samples(message: Traited) -> Iterator[dict[str, Any]]:
    """Yield the headers of the examples of a message."""
    for example in message.items("examples"):
        if isinstance(example.value, dict) and isinstance(example.value.get("headers"), dict):
            yield example.value["headers"]


def _with_samples(parameter: Parameter, samples: list[dict[str, Any]]) -> Parameter:
    values = [sample[parameter.name] for sample in samples if parameter.name in sample]
    examples = (Example(name=str(number), value=value) for number, value in enumerate(values, 1))
    if values:
        return replace(parameter, examples=tuple(examples))
    return parameter


def _resolved_value(element: Element) -> dict[str, Any]:
    """Return an object with its references followed; empty where one is unresolved."""
    resolved = element.resolved()
    if resolved is None:
        return {}
    value: dict[str, Any] = resolved.marked()
    return value
