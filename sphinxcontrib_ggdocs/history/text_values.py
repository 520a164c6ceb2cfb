"""Schemas of values that travel as text: those of paths, queries, headers and cookies.

There the number 5 and the text ``5`` are one, a list of one value is that value, and null is
nothing that can be written.
"""

from typing import Final

from ..schema.nodes import JsonSchema
from .shapes import AnySchema

_SCALARS: Final = ["string", "number", "boolean"]
_ASSERTIONS: Final = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"})
_LIMITS: Final = frozenset({"enum", "const", "pattern", "minLength", "maxLength", "format"})


def written_as_text(schema: AnySchema) -> AnySchema:
    """What a sender writes of a schema."""
    if not isinstance(schema, dict) or _ASSERTIONS.isdisjoint(schema):
        return {"type": _SCALARS}
    found: JsonSchema = dict(schema)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            found[key] = [written_as_text(each) for each in schema[key] if not _is_null(each)]
    if isinstance(schema.get("type"), list):
        found["type"] = [kind for kind in schema["type"] if kind != "null"]
    return found


def read_from_text(schema: AnySchema) -> AnySchema:
    """What a receiver takes for a value of a schema."""
    if not isinstance(schema, dict):
        return schema
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return {**schema, key: [read_from_text(each) for each in schema[key]]}
    if schema.get("type") == "array" and schema.get("minItems", 0) <= 1:
        return {"anyOf": [schema, read_from_text(schema.get("items", True))]}
    if schema.get("type") == "string" and _LIMITS.isdisjoint(schema):
        return {**schema, "type": _SCALARS}
    return schema


def _is_null(schema: AnySchema) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"
