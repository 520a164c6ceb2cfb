"""Writes the bodies of errors on the wire, and schemas of values that travel as text."""

from collections.abc import Mapping
from typing import Any

from ..contracts.model import ErrorFormat
from .nodes import NULL, JsonSchema, without

ERROR_MEDIA_TYPES: Mapping[ErrorFormat, str] = {
    "typed": "application/json",
    "problem": "application/problem+json",
    "plain": "application/json",
}


def body_of(
    type: str,
    status: int,
    description: str | None,
    error_format: ErrorFormat,
    data: JsonSchema | None,
) -> JsonSchema | None:
    """Build the schema of an error on the wire from the parts of the error."""
    if error_format == "plain":
        return data
    schema: JsonSchema = {"type": "object", "title": type}
    if description:
        schema["description"] = description
    kind: JsonSchema = {"type": "string", "const": type}
    if error_format == "typed":
        properties: JsonSchema = {"type": kind, "message": {"type": "string"}}
        required = ["type"]
    else:  # RFC 9457, 3.1
        properties = {
            "type": {**kind, "format": "uri-reference"},
            "title": {"type": "string"},
            "status": {"type": "integer", "const": status},
            "detail": {"type": "string"},
            "instance": {"type": "string", "format": "uri-reference"},
        }
        required = ["type", "title", "status"]
    if data is not None:
        properties["data"] = data
        required.append("data")
    return {**schema, "properties": properties, "required": required}


def unused(wanted: str, taken: set[str], suffix: str = "") -> str:
    """Claim a name that is not taken: as wanted, with a suffix, then with numbers."""
    name, number = wanted, 1
    while name in taken:
        if name == wanted and suffix:
            name = f"{wanted}{suffix}"
        else:
            number += 1
            name = f"{wanted}{suffix}_{number}"
    taken.add(name)
    return name


def without_null(schema: JsonSchema) -> JsonSchema:
    """Remove null from a schema (alternative, default, examples) of a value that
    travels as text.
    """
    if schema.get("type") == "null":
        return schema
    return _without_null_type(_without_null_values(schema))


def _without_null_values(schema: JsonSchema) -> JsonSchema:
    if "default" in schema and schema["default"] is None:
        schema = without(schema, "default")
    examples: Any = schema.get("examples")
    if not isinstance(examples, list) or None not in examples:
        return schema
    examples = [example for example in examples if example is not None]
    rest = without(schema, "examples")
    if examples:
        return {**rest, "examples": examples}
    return rest


def _without_null_type(schema: JsonSchema) -> JsonSchema:
    types: Any = schema.get("type")
    if isinstance(types, list):
        others: Any = [name for name in types if name != "null"]
        if len(others) == 1:
            [others] = others
        return {**schema, "type": others}
    choices: Any = schema.get("anyOf")
    if not isinstance(choices, list) or NULL not in choices:
        return schema
    choices = [choice for choice in choices if choice != NULL]
    keywords = without(schema, "anyOf")
    if len(choices) == 1:
        return {**choices[0], **keywords}
    return {"anyOf": choices, **keywords}
