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


def error_body_schema(
    type: str,
    status: int,
    description: str | None,
    error_format: ErrorFormat,
    data: JsonSchema | None,
) -> JsonSchema | None:
    """Build the schema of the body in which an error is sent; None for a body without content.

    Args:
        type: The name of the error.
        status: The status of the response.
        description: The description of the error.
        error_format: The format of errors that the contract has chosen.
        data: The schema of the error's data; None if it has none. The body is empty then in the
            format ``plain``, in which the data are the whole body.
    """
    if error_format == "plain":
        return data
    schema: JsonSchema = {"type": "object", "title": type}
    if description:
        schema["description"] = description
    type_schema: JsonSchema = {"type": "string", "const": type}
    if error_format == "typed":
        properties: JsonSchema = {"type": type_schema, "message": {"type": "string"}}
        required = ["type"]
    else:  # RFC 9457, 3.1
        properties = {
            "type": {**type_schema, "format": "uri-reference"},
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
    """Claim a name that is not taken yet, and add it to `taken`.

    Tries the wanted name, the name with the suffix, and then this with ``_2``, ``_3`` and so on.
    """
    name = wanted
    number = 1
    while name in taken:
        if name == wanted and suffix:
            name = f"{wanted}{suffix}"
        else:
            number += 1
            name = f"{wanted}{suffix}_{number}"
    taken.add(name)
    return name


def without_null(schema: JsonSchema) -> JsonSchema:
    """Remove null from a schema, its default and its examples, for a value that travels as text.

    A query parameter, for example, cannot be null: it is left out instead. So
    ``{"type": ["string", "null"]}`` becomes ``{"type": "string"}``.
    """
    if schema.get("type") == "null":
        # The only value is null: without it, no value would be left that the schema could describe.
        return schema
    return _without_null_type(_without_null_values(schema))


def _without_null_values(schema: JsonSchema) -> JsonSchema:
    """Remove a default that is null, and nulls among the examples; if no example remains, the
    keyword.
    """
    if "default" in schema and schema["default"] is None:
        schema = without(schema, "default")
    examples: Any = schema.get("examples")
    if not isinstance(examples, list) or None not in examples:
        return schema
    keywords = without(schema, "examples")
    remaining_examples = [example for example in examples if example is not None]
    if remaining_examples:
        return {**keywords, "examples": remaining_examples}
    return keywords


def _without_null_type(schema: JsonSchema) -> JsonSchema:
    """Remove null from the list of a schema's types, or from the choices of its ``anyOf``.

    A single remaining choice takes the place of the union. Schemas without null are unchanged.
    """
    types: Any = schema.get("type")
    if isinstance(types, list):
        remaining_types = [name for name in types if name != "null"]
        if len(remaining_types) == 1:
            return {**schema, "type": remaining_types[0]}
        return {**schema, "type": remaining_types}
    choices: Any = schema.get("anyOf")
    if not isinstance(choices, list) or NULL not in choices:
        return schema
    keywords = without(schema, "anyOf")
    remaining_choices = [choice for choice in choices if choice != NULL]
    if len(remaining_choices) == 1:
        # Keywords next to the union, such as a description, win over those of the choice.
        return {**remaining_choices[0], **keywords}
    return {"anyOf": remaining_choices, **keywords}
