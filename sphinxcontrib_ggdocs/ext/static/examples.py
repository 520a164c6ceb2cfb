"""An example value for a schema: declared examples first, then defaults, then values of the right form."""

import json
from collections.abc import Mapping
from typing import Any

from ...native.document import JsonSchema
from .types import ref_name

DEEPEST = 4
"""Objects inside objects; a recursive type ends here."""

FORMATS = {
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "email": "user@example.org",
    "uri": "https://example.org/",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.org",
}
"""Values reserved for documentation, where a registry reserves some (RFC 2606, RFC 5737, RFC 3849)."""


def example(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> str:
    """The example as indented JSON."""
    return json.dumps(_value(schema, schemas, 0), ensure_ascii=False, indent=2)


def _value(schema: object, schemas: Mapping[str, JsonSchema], depth: int) -> Any:
    if not isinstance(schema, dict):
        return {}
    if schema.get("examples"):
        return schema["examples"][0]
    if "const" in schema:
        return schema["const"]
    if "default" in schema and schema["default"] is not None:
        return schema["default"]
    if (name := ref_name(schema)) is not None:
        return _value(schemas.get(name, {}), schemas, depth)
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("oneOf", "anyOf"):
        if schema.get(key):
            return _value(_first(schema[key]), schemas, depth)
    if "allOf" in schema:
        parts = [_value(part, schemas, depth) for part in schema["allOf"]]
        return {k: v for part in parts if isinstance(part, dict) for k, v in part.items()} or parts[0]
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = next((each for each in kind if each != "null"), "null")
    match kind:
        case "object":
            return _object(schema, schemas, depth)
        case "array":
            return _array(schema, schemas, depth)
        case "string":
            return _string(schema)
        case "integer" | "number":
            return _number(schema)
        case "boolean":
            return True
        case _:
            return None if kind == "null" else {}


def _first(alternatives: list[Any]) -> Any:
    """The first alternative that is not null."""
    return next((each for each in alternatives if not (isinstance(each, dict) and each.get("type") == "null")), None)


def _object(schema: JsonSchema, schemas: Mapping[str, JsonSchema], depth: int) -> dict[str, Any]:
    required = schema.get("required", ())
    return {
        name: _value(value, schemas, depth + 1)
        for name, value in schema.get("properties", {}).items()
        if depth < DEEPEST or (name in required and depth < 2 * DEEPEST)
    }


def _array(schema: JsonSchema, schemas: Mapping[str, JsonSchema], depth: int) -> list[Any]:
    if "prefixItems" in schema:
        return [_value(item, schemas, depth + 1) for item in schema["prefixItems"]]
    if "items" not in schema or depth >= DEEPEST:
        return []
    return [_value(schema["items"], schemas, depth + 1)] * max(1, schema.get("minItems", 1))


def _string(schema: JsonSchema) -> str:
    if (known := FORMATS.get(str(schema.get("format")))) is not None:
        return known
    text = "string"
    text += "x" * (int(schema.get("minLength", 0)) - len(text))
    return text[: schema.get("maxLength")]


def _number(schema: JsonSchema) -> int | float:
    step = schema.get("multipleOf")
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    value: int | float = 1
    if low is not None:
        value = low
    elif above is not None:
        value = above + (step or 1)
    if high is not None and value > high:
        value = high
    if below is not None and value >= below:
        value = below - (step or 1)
    return value
