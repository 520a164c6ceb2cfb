"""Writes nodes as JSON Schema 2020-12: the last of the three passes."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from itertools import chain
from typing import Any, TypeAlias, assert_never

from .fitting import same_json
from .nodes import (
    AS_GIVEN,
    HOLE,
    KEYS,
    Facet,
    Given,
    JsonSchema,
    ListOf,
    MapOf,
    Node,
    ObjectOf,
    Ref,
    Split,
    Template,
    UnionOf,
    WithKeywords,
)
from .traversal import map_schema

Refer: TypeAlias = Callable[[Hashable, Facet], JsonSchema]
"""Writes a mention of a named type."""


def write(node: Node, facet: Facet, refer: Refer) -> JsonSchema:
    """The JSON Schema of a node in one facet; the result may be changed by the caller at its top
    level.
    """
    match node:
        case Template() | Given():
            return _with_parts(node, facet, refer)
        case Ref(key):
            return refer(key, facet)
        case WithKeywords(inner, keywords):
            return {**write(inner, facet, refer), **keywords}
        case ListOf(item, unique):
            schema = {"type": "array", "items": write(item, facet, refer)}
            return {**schema, "uniqueItems": True} if unique else schema
        case MapOf(value):
            return {
                "type": "object",
                **_keys(node, facet, refer),
                "additionalProperties": write(value, facet, refer) or True,
            }
        case UnionOf(members):
            written = (write(member, facet, refer) for member in members)
            return {"anyOf": _distinct(chain.from_iterable(map(_choices, written)))}
        case Split():
            return write(node.node(facet), facet, refer)
        case ObjectOf():
            return _object(node, facet, refer)
        case _:
            assert_never(node)


def _with_parts(node: Template | Given, facet: Facet, refer: Refer) -> JsonSchema:
    """A schema from elsewhere with the types of this document in their places."""
    if isinstance(node, Given):
        return {**_with_references(node, facet, refer), AS_GIVEN: True}
    return _filled(node, facet, refer)


def _keys(node: MapOf, facet: Facet, refer: Refer) -> JsonSchema:
    """What an object says of its keys."""
    if node.key is None:
        return {}
    return {"propertyNames" if node.textual else KEYS: write(node.key, facet, refer)}


def _choices(schema: JsonSchema) -> list[JsonSchema]:
    """The schemas of a union that has no words of its own, which is a part of the one around it."""
    return schema["anyOf"] if schema.keys() == {"anyOf"} else [schema]


def _distinct(schemas: Iterable[JsonSchema]) -> list[JsonSchema]:
    distinct: list[JsonSchema] = []
    for schema in schemas:
        # What Python finds equal, which is compared faster, may be two values in JSON: 1 and true.
        if not any(schema == known and same_json(schema, known) for known in distinct):
            distinct.append(schema)
    return distinct


def _object(node: ObjectOf, facet: Facet, refer: Refer) -> JsonSchema:
    properties: JsonSchema = {}
    required: dict[str, None] = {}
    for member in node.members_on(facet):
        name = member.name(facet)
        properties[name] = write(member.node, facet, refer)
        if member.required:
            required[name] = None  # two may have one name, of which pydantic writes the last
    schema: JsonSchema = {"type": "object", **node.keywords, "properties": properties}
    if required:
        schema["required"] = list(required)
    if node.additional is not None:
        schema["additionalProperties"] = node.additional
    return schema


def _filled(template: Template, facet: Facet, refer: Refer) -> JsonSchema:
    """A template's schema with what belongs into its holes."""
    schema, parts = template.schema(facet), template.parts
    if not parts:
        return dict(schema)

    def fill(inner: JsonSchema) -> JsonSchema:
        filled = map_schema(inner, fill)
        if (mapping := discriminator_mapping(inner)) is not None:
            filled["discriminator"] = {
                **inner["discriminator"],
                "mapping": {tag: _target(choice) for tag, choice in mapping.items()},
            }
        if HOLE not in inner:
            return filled
        del filled[HOLE]
        return {**write(parts[inner[HOLE]], facet, refer), **filled}

    def _target(choice: Any) -> Any:
        """In a mapping a hole becomes the reference alone."""
        if not isinstance(choice, dict):
            return choice
        written = fill(choice)
        return written.get("$ref", written)

    return fill(schema)


def _with_references(given: Given, facet: Facet, refer: Refer) -> JsonSchema:
    """A given schema that refers to the types of this document."""
    if not given.parts:
        return given.schema
    targets = {text: refer(ref.key, facet)["$ref"] for text, ref in given.parts.items()}

    def referring(schema: JsonSchema) -> JsonSchema:
        written = map_schema(schema, referring)
        if (reference := written.get("$ref")) in targets:
            written["$ref"] = targets[reference]
        if isinstance(discriminator := schema.get("discriminator"), dict):
            written["discriminator"] = _with_targets(discriminator, targets)
        return written

    return referring(given.schema)


def _with_targets(discriminator: JsonSchema, targets: Mapping[str, str]) -> JsonSchema:
    """A discriminator whose choices are types of this document."""
    replaced = dict(discriminator)
    if isinstance(default := replaced.get("defaultMapping"), str):
        replaced["defaultMapping"] = targets.get(default, default)
    if isinstance(mapping := replaced.get("mapping"), dict):
        replaced["mapping"] = {tag: targets.get(choice, choice) for tag, choice in mapping.items()}
    return replaced


def discriminator_mapping(schema: JsonSchema) -> Mapping[str, Any] | None:
    """The mapping of a ``discriminator`` (OpenAPI 3.1, 4.8.25), from tags to choices; None without
    one.
    """
    discriminator = schema.get("discriminator")
    mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
    return mapping if isinstance(mapping, dict) else None
