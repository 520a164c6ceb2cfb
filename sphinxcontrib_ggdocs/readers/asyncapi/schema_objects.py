"""Converts schema objects of AsyncAPI, which are draft-07 with a few more keywords, to JSON Schema
2020-12.
"""

from ...schema import JsonSchema
from ..schema_reader import in_order


def as_current(schema: JsonSchema) -> JsonSchema:
    """Return a schema of AsyncAPI in JSON Schema 2020-12, with its keywords in the usual order. The
    schemas inside it have been converted before; the given schema is changed.

    - ``definitions`` become ``$defs``. ``dependencies`` become ``dependentRequired`` if they are
      names of properties, and ``dependentSchemas`` if they are schemas.
    - ``additionalItems`` become the ``items`` after those of a tuple; without a tuple, they are
      dropped.
    - A single reference in ``allOf``, with other keywords next to it, becomes a reference with
      these keywords: draft-07 has no other way to add keywords to one.
    """
    if "definitions" in schema:
        schema["$defs"] = {**schema.pop("definitions"), **schema.get("$defs", {})}
    if "additionalItems" in schema:
        rest = schema.pop("additionalItems")
        # draft-07 ignores additionalItems where items is one schema (JSON Schema Validation
        # draft-07, 6.4.2).
        if "prefixItems" in schema:
            schema.setdefault("items", rest)
    dependencies = schema.pop("dependencies", None)
    if isinstance(dependencies, dict):
        _add_dependencies(dependencies, schema)
    return in_order(_without_single_all_of(schema))


def _add_dependencies(dependencies: JsonSchema, schema: JsonSchema) -> None:
    """Add draft-07's ``dependencies`` to a schema as ``dependentRequired`` and
    ``dependentSchemas``. Members that the schema has already take precedence.

    Args:
        dependencies: By property, a list of property names, or a schema.
        schema: The schema that is changed.
    """
    required_names: JsonSchema = {}
    schemas: JsonSchema = {}
    for key, dependent in dependencies.items():
        if isinstance(dependent, list):
            required_names[key] = dependent
        else:
            schemas[key] = dependent
    if required_names:
        schema["dependentRequired"] = {**required_names, **schema.get("dependentRequired", {})}
    if schemas:
        schema["dependentSchemas"] = {**schemas, **schema.get("dependentSchemas", {})}


def _without_single_all_of(schema: JsonSchema) -> JsonSchema:
    """Return ``{"allOf": [{"$ref": "#/a"}], "title": "A"}`` as ``{"$ref": "#/a", "title": "A"}``;
    any other schema unchanged.
    """
    parts = schema.get("allOf")
    # Without other keywords, `allOf` was not written for their sake, and stays.
    if len(schema) == 1 or not isinstance(parts, list) or len(parts) != 1:
        return schema
    reference = parts[0]
    if not isinstance(reference, dict) or reference.keys() != {"$ref"}:
        return schema
    other_keywords = {key: value for key, value in schema.items() if key != "allOf"}
    return {**reference, **other_keywords}
