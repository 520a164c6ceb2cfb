"""Defines which keywords of JSON Schema contain schemas, and which contain data.

Code that looks into every ``dict`` takes a field called ``default`` for the keyword, and the
example ``{"$ref": "x"}`` for a reference. These functions visit only schemas.

Draft-07's ``definitions``, ``dependencies`` and ``additionalItems`` count as well: hooks of users
write them.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from .nodes import KEYS, JsonSchema

SCHEMAS = frozenset(
    {
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "oneOf",
        "prefixItems",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
        KEYS,
    }
)
"""Keywords whose value is a schema, or a list of schemas."""

SCHEMAS_BY_NAME = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)
"""Keywords whose value has schemas under names of the author's."""


_KEYWORDS = SCHEMAS | SCHEMAS_BY_NAME


def subschemas(schema: JsonSchema) -> list[JsonSchema]:
    """Return the schemas directly inside a schema, in order, without ``true`` and ``false``."""
    inside: list[JsonSchema] = []
    if _KEYWORDS.isdisjoint(schema):  # as most are: a string, a number, a reference
        return inside
    for key, value in schema.items():
        if key in SCHEMAS:
            if isinstance(value, dict):
                inside.append(value)
            elif isinstance(value, list):
                inside += _objects(value)
        elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
            inside += _objects(value.values())
    return inside


def _objects(values: Iterable[object]) -> list[JsonSchema]:
    return [value for value in values if isinstance(value, dict)]


def every_schema(schema: JsonSchema) -> list[JsonSchema]:
    """Return a schema and all schemas inside it, at any depth, without ``true`` and ``false``."""
    schemas: list[JsonSchema] = []
    waiting = [schema]
    while waiting:
        inner = waiting.pop()
        schemas.append(inner)
        if not _KEYWORDS.isdisjoint(inner):
            waiting += subschemas(inner)[::-1]
    return schemas


def map_schema(schema: JsonSchema, function: Callable[[JsonSchema], JsonSchema]) -> JsonSchema:
    """Copy a schema, with `function` applied to each schema directly inside it.

    For every depth let `function` call this in turn. Data and the schemas ``true`` and ``false``
    stay unchanged.
    """
    mapped = schema.copy()
    if _KEYWORDS.isdisjoint(schema):
        return mapped
    for key, value in schema.items():
        if key in SCHEMAS:
            if isinstance(value, dict):
                mapped[key] = function(value)
            elif isinstance(value, list):
                items = list(value)
                for position, item in enumerate(items):
                    if isinstance(item, dict):
                        items[position] = function(item)
                mapped[key] = items
        elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
            members = dict(value)
            for name, item in value.items():
                if isinstance(item, dict):
                    members[name] = function(item)
            mapped[key] = members
    return mapped


def parts_in(schema: Mapping[str, Any], keywords: Collection[str]) -> Iterator[JsonSchema]:
    """Yield the schemas that keywords have, one or a list."""
    for key in keywords:
        value = schema.get(key)
        if isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            for part in value:
                if isinstance(part, dict):
                    yield part


def members(schema: Mapping[str, Any], key: str) -> Iterator[tuple[str, JsonSchema]]:
    """Yield the objects that a keyword has, by name."""
    value = schema.get(key)
    if isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, dict):
                yield name, member


def references_in(schema: Mapping[str, Any]) -> dict[str, None]:
    """Return the references in a schema, in order, including those of discriminators."""
    references: dict[str, None] = {}
    for inner in every_schema(dict(schema)):
        if isinstance(inner.get("$ref"), str):
            references[inner["$ref"]] = None
        references |= dict.fromkeys(discriminated(inner))
    return references


def discriminated(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the references in the discriminator of a schema."""
    discriminator = schema.get("discriminator")
    if not isinstance(discriminator, dict):
        return
    mapping = discriminator.get("mapping")
    targets = [*mapping.values()] if isinstance(mapping, dict) else []
    targets.append(discriminator.get("defaultMapping"))
    yield from (target for target in targets if isinstance(target, str))
