"""Writes nodes as JSON Schema 2020-12: the last of the three passes."""

from collections.abc import Callable, Hashable
from typing import Any, TypeAlias, assert_never

from .nodes import HOLE, Facet, JsonSchema, ListOf, MapOf, Node, ObjectOf, Ref, Split, Template, UnionOf, Worded

Refer: TypeAlias = Callable[[Hashable, Facet], JsonSchema]
"""Writes a mention of a named type."""


KEYS = "x-keys"
"""Of an object whose keys are numbers in Python: their type. JSON has strings there, so no validator may look at it."""


def write(node: Node, facet: Facet, refer: Refer) -> JsonSchema:
    """The JSON Schema of a node in one facet; the result may be changed by the caller at its top level."""
    match node:
        case Template(given, answered, parts):
            schema = given if facet == "input" else answered
            return _filled(schema, parts, facet, refer) if parts else dict(schema)
        case Ref(key):
            return refer(key, facet)
        case Worded(inner, words):
            return {**write(inner, facet, refer), **words}
        case ListOf(item, unique):
            schema = {"type": "array", "items": write(item, facet, refer)}
            return {**schema, "uniqueItems": True} if unique else schema
        case MapOf(value, key, textual):
            keys = {"propertyNames" if textual else KEYS: write(key, facet, refer)} if key else {}
            return {"type": "object", **keys, "additionalProperties": write(value, facet, refer) or True}
        case UnionOf(members):
            return {"anyOf": _distinct([write(member, facet, refer) for member in members])}
        case Split(given_node, answered_node):
            return write(given_node if facet == "input" else answered_node, facet, refer)
        case ObjectOf():
            return _object(node, facet, refer)
        case _:
            assert_never(node)


def _distinct(schemas: list[JsonSchema]) -> list[JsonSchema]:
    found: list[JsonSchema] = []
    for schema in schemas:
        if schema not in found:
            found.append(schema)
    return found


def _object(node: ObjectOf, facet: Facet, refer: Refer) -> JsonSchema:
    properties: JsonSchema = {}
    required: list[str] = []
    for member in node.members:
        if facet == "input":
            name, needed = member.input_name, member.input_required
        else:
            name, needed = member.output_name, member.output_required
        if name is None:
            continue
        properties[name] = write(member.node, facet, refer)
        if needed:
            required.append(name)
    schema: JsonSchema = {"type": "object", **node.words, "properties": properties}
    if required:
        schema["required"] = required
    if node.additional is not None:
        schema["additionalProperties"] = node.additional
    return schema


def _filled(schema: Any, parts: tuple[Node, ...], facet: Facet, refer: Refer) -> Any:
    if isinstance(schema, list):
        return [_filled(item, parts, facet, refer) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if HOLE not in schema:
        return {
            key: _discriminator(item, parts, facet, refer)
            if is_discriminator(key, item)
            else _filled(item, parts, facet, refer)
            for key, item in schema.items()
        }
    beside = {key: _filled(item, parts, facet, refer) for key, item in schema.items() if key != HOLE}
    return {**write(parts[schema[HOLE]], facet, refer), **beside}


def is_discriminator(key: str, value: Any) -> bool:
    """Whether a keyword is the ``discriminator`` of OpenAPI 3.1, 4.8.25, rather than a property of that name."""
    return key == "discriminator" and isinstance(value, dict) and isinstance(value.get("propertyName"), str)


def _discriminator(schema: JsonSchema, parts: tuple[Node, ...], facet: Facet, refer: Refer) -> JsonSchema:
    """In its mapping a hole becomes the reference alone."""
    if not isinstance(schema.get("mapping"), dict):
        return schema
    mapping = _filled(schema["mapping"], parts, facet, refer)
    targets = {tag: each.get("$ref", each) if isinstance(each, dict) else each for tag, each in mapping.items()}
    return {**schema, "mapping": targets}
