"""Which keywords of JSON Schema hold schemas, and which hold data: the one place that knows.

A reader that looks into every ``dict`` takes the field ``default`` for the keyword, and the example
``{"$ref": "x"}`` for a reference. Readers use these functions instead and see schemas alone.

Draft-07's ``definitions``, ``dependencies`` and ``additionalItems`` count as well: hooks of users
write them.
"""

from collections.abc import Callable, Iterator

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


def subschemas(schema: JsonSchema) -> Iterator[JsonSchema]:
    """The schemas directly inside a schema, in order, without ``true`` and ``false``."""
    for key, value in schema.items():
        if key in SCHEMAS:
            if isinstance(value, dict):
                yield value
            elif isinstance(value, list):
                yield from (item for item in value if isinstance(item, dict))
        elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
            yield from (item for item in value.values() if isinstance(item, dict))


def every_schema(schema: JsonSchema) -> Iterator[JsonSchema]:
    """A schema and all schemas inside it, at any depth, without ``true`` and ``false``."""
    yield schema
    waiting = list(subschemas(schema))[::-1]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting.extend(list(subschemas(inner))[::-1])


def map_schema(schema: JsonSchema, function: Callable[[JsonSchema], JsonSchema]) -> JsonSchema:
    """A copy of a schema, with `function` applied to each schema directly inside it.

    For every depth let `function` call this in turn. Data and the schemas ``true`` and ``false``
    stay unchanged.
    """
    mapped = schema.copy()
    for key, value in schema.items():
        if key in SCHEMAS:
            if isinstance(value, dict):
                mapped[key] = function(value)
            elif isinstance(value, list):
                mapped[key] = [function(item) if isinstance(item, dict) else item for item in value]
        elif key in SCHEMAS_BY_NAME and isinstance(value, dict):
            mapped[key] = {
                name: function(item) if isinstance(item, dict) else item
                for name, item in value.items()
            }
    return mapped
