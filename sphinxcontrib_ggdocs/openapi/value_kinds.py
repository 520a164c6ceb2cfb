"""Classifies the values of a schema, for parameters that are not sent as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from ..schema import JsonSchema

Kind = Literal["scalar", "array", "object", "nested"]
"""``nested`` is an array or an object with an array or an object inside, for which no style is
defined."""


def kind_of(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> Kind:
    """Return the kind of a schema's values. If they may be of several kinds, it is the most complex
    one: ``nested``, else ``object``, else ``array``, else ``scalar``.

    Args:
        schema: The schema.
        schemas: The targets of references, by name.
    """
    parts = list(_alternatives(schema, schemas, set()))
    if not any(map(_has_parts, parts)):
        return "scalar"
    # Only one level is searched: an array or object directly inside is already enough for
    # "nested", and the levels of a recursive type never end.
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
    """Yield the schema itself and the schemas that it refers to or combines.

    Args:
        schema: The schema.
        schemas: The targets of references, by name.
        seen: The references on the way to the schema.
    """
    yield schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in seen:
        target = schemas.get(reference.rpartition("/")[2])
        if target is not None:
            yield from _alternatives(target, schemas, seen | {reference})
    for keyword in ("anyOf", "oneOf", "allOf"):
        for part in schema.get(keyword, ()):
            yield from _alternatives(part, schemas, seen)


def _has_parts(schema: JsonSchema) -> bool:
    """Return whether a value of a schema may be an array or an object."""
    return "array" in _types(schema) or "object" in _types(schema)


def _types(schema: JsonSchema) -> Any:
    """Return the JSON types that a schema names: a tuple or a list of texts, empty if any."""
    types = schema.get("type", ())
    if isinstance(types, str):
        return (types,)
    return types


def _inside(schema: JsonSchema) -> Iterator[JsonSchema]:
    """Return the schemas of the items and properties of a value; ``true`` and ``false`` say nothing
    of their kinds and are left out.
    """
    candidates = (
        schema.get("items"),
        schema.get("additionalProperties"),
        *schema.get("prefixItems", ()),
        *schema.get("properties", {}).values(),
    )
    return (item for item in candidates if isinstance(item, dict))
