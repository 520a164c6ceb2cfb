"""Classifies the values of a schema, for parameters that are not sent as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from ..schema import JsonSchema

Kind = Literal["scalar", "array", "object", "nested"]
"""``nested`` is an array or an object with an array or an object inside, for which no style is
defined."""


def kind_of(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> Kind:
    """Return the kind of values; of several kinds the most complex one.

    Args:
        schema: The schema.
        schemas: The targets of references, by name.
    """
    parts = list(_alternatives(schema, schemas, set()))
    if not any(map(_has_parts, parts)):
        return "scalar"
    # One level is enough, and a recursive type has no last one.
    for part in parts:
        for item in _inside(part):
            if any(map(_has_parts, _alternatives(item, schemas, set()))):
                return "nested"
    if any("object" in _types(part) for part in parts):
        return "object"
    return "array"


def _alternatives(
    schema: JsonSchema, schemas: Mapping[str, JsonSchema], seen: set[str]
) -> Iterator[JsonSchema]:
    """Yield the schema itself and the schemas that it refers to or combines."""
    yield schema
    ref = schema.get("$ref")
    if isinstance(ref, str) and ref not in seen:
        target = schemas.get(ref.rpartition("/")[2])
        if target is not None:
            yield from _alternatives(target, schemas, seen | {ref})
    for word in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(word, ()):
            yield from _alternatives(part, schemas, seen)


def _has_parts(schema: JsonSchema) -> bool:
    return "array" in _types(schema) or "object" in _types(schema)


def _types(schema: JsonSchema) -> Any:
    types = schema.get("type", ())
    return (types,) if isinstance(types, str) else types


def _inside(schema: JsonSchema) -> Iterator[JsonSchema]:
    candidates = (
        schema.get("items"),
        schema.get("additionalProperties"),
        *schema.get("prefixItems", ()),
        *schema.get("properties", {}).values(),
    )
    return (item for item in candidates if isinstance(item, dict))
