"""Converts schema objects of AsyncAPI, which are draft-07 with a few more keywords, to JSON Schema
2020-12.
"""

from ...schema import JsonSchema
from ..schema_reader import in_order


def as_current(schema: JsonSchema) -> JsonSchema:
    """Return a schema, those inside it being current already.

    - ``definitions`` are ``$defs``; ``dependencies`` are ``dependentRequired`` where they are names
      and ``dependentSchemas`` where they are schemas.
    - ``additionalItems`` are the ``items`` after those of a tuple, and nothing without a tuple.
    - A single schema in ``allOf`` that is a reference, with other keywords next to it, is that
      reference: draft-07 has no other way to add keywords to one.
    """
    if "definitions" in schema:
        schema["$defs"] = {**schema.pop("definitions"), **schema.get("$defs", {})}
    if "additionalItems" in schema:
        rest = schema.pop("additionalItems")
        # draft-07 ignores additionalItems where items is one schema (JSON Schema Validation
        # draft-07, 6.4.2).
        if "prefixItems" in schema:
            schema.setdefault("items", rest)
    if isinstance(dependencies := schema.pop("dependencies", None), dict):
        _depend(dependencies, schema)
    return in_order(_with_reference(schema))


def _depend(dependencies: JsonSchema, schema: JsonSchema) -> None:
    names = {
        key: dependent for key, dependent in dependencies.items() if isinstance(dependent, list)
    }
    schemas = {key: dependent for key, dependent in dependencies.items() if key not in names}
    for keyword, dependents in (("dependentRequired", names), ("dependentSchemas", schemas)):
        if dependents:
            schema[keyword] = {**dependents, **schema.get(keyword, {})}


def _with_reference(schema: JsonSchema) -> JsonSchema:
    parts = schema.get("allOf")
    if len(schema) == 1 or not isinstance(parts, list) or len(parts) != 1:
        return schema
    if not isinstance(parts[0], dict) or parts[0].keys() != {"$ref"}:
        return schema
    rest = {key: value for key, value in schema.items() if key != "allOf"}
    return {**parts[0], **rest}
