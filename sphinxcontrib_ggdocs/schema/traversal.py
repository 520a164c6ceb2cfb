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
    """Return the schemas directly inside a schema, in order; the schemas ``true`` and ``false`` are
    left out.
    """
    inside: list[JsonSchema] = []
    if _KEYWORDS.isdisjoint(schema):  # as most are: a string, a number, a reference
        return inside
    for key, value in schema.items():
        if key in SCHEMAS:
            if isinstance(value, dict):
                inside.append(value)
            elif isinstance(value, list):
                inside += _objects_among(value)
        elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
            inside += _objects_among(value.values())
    return inside


def _objects_among(values: Iterable[object]) -> list[JsonSchema]:
    """Return those values that are JSON objects, and so may be schemas."""
    return [value for value in values if isinstance(value, dict)]


def every_schema(schema: JsonSchema) -> list[JsonSchema]:
    """Return a schema and all schemas inside it at any depth, an outer one before its inner ones.

    The schemas ``true`` and ``false`` are left out.
    """
    schemas: list[JsonSchema] = []
    waiting = [schema]
    while waiting:
        inner = waiting.pop()
        schemas.append(inner)
        if not _KEYWORDS.isdisjoint(inner):
            # Reversed, since the last one is visited first.
            waiting += reversed(subschemas(inner))
    return schemas


def map_schema(schema: JsonSchema, function: Callable[[JsonSchema], JsonSchema]) -> JsonSchema:
    """Copy a schema, and replace each schema directly inside it by the result of a function.

    To reach every depth, the function calls `map_schema` itself. Data and the schemas ``true`` and
    ``false`` stay unchanged.

    Args:
        schema: The schema.
        function: Returns the replacement of an inner schema.
    """
    mapped = schema.copy()
    if _KEYWORDS.isdisjoint(schema):  # nothing inside, as in most schemas
        return mapped
    # Without helpers or comprehensions, which would take further frames of Python's stack for each
    # level of a schema.
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
    """Yield the schemas that are values of some keywords, or items of lists that are their values.

    Args:
        schema: The schema that has the keywords.
        keywords: The keywords, such as ``items`` or ``anyOf``.
    """
    for key in keywords:
        value = schema.get(key)
        if isinstance(value, dict):
            yield value
        elif isinstance(value, list):
            for part in value:
                if isinstance(part, dict):
                    yield part


def members(schema: Mapping[str, Any], key: str) -> Iterator[tuple[str, JsonSchema]]:
    """Yield the members of a keyword's value that are objects, with their names.

    Args:
        schema: The schema that has the keyword.
        key: The keyword, such as ``properties``.
    """
    value = schema.get(key)
    if isinstance(value, dict):
        for name, member in value.items():
            if isinstance(member, dict):
                yield name, member


def references_in(schema: Mapping[str, Any]) -> dict[str, None]:
    """Return the references in a schema at any depth, in order, including those of discriminators.

    They are the keys of a dict, so that each is there once.
    """
    references: dict[str, None] = {}
    for inner in every_schema(dict(schema)):  # which takes only a dict
        reference = inner.get("$ref")
        if isinstance(reference, str):
            references[reference] = None
        references |= dict.fromkeys(discriminated(inner))
    return references


def discriminated(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the references in the discriminator of a schema: those to its choices and to the
    default.
    """
    discriminator = schema.get("discriminator")
    if not isinstance(discriminator, dict):
        return
    targets: list[Any] = []
    mapping = discriminator.get("mapping")
    if isinstance(mapping, dict):
        targets += mapping.values()
    targets.append(discriminator.get("defaultMapping"))
    for target in targets:
        if isinstance(target, str):
            yield target
