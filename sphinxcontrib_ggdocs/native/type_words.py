"""A schema in a few words, as one writes a type: ``list[UserId]``, ``"paid" | "open"``."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

PREFIX = "#/schemas/"
CLOSE_TO = {"integer": "int", "boolean": "bool", "number": "float", "string": "str", "null": "null", "object": "object"}
BOUNDS = {
    "minimum": "≥ {}",
    "exclusiveMinimum": "> {}",
    "maximum": "≤ {}",
    "exclusiveMaximum": "< {}",
    "multipleOf": "multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "pattern": "matches {}",
}


def type_words(schema: Mapping[str, Any]) -> str:
    """The type that a schema describes; named types by their names."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(PREFIX)
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return " | ".join(json.dumps(value, ensure_ascii=False) for value in schema["enum"])
    for key, glue in (("anyOf", " | "), ("oneOf", " | "), ("allOf", " & ")):
        if key in schema:
            return glue.join(dict.fromkeys(type_words(each) for each in schema[key]))
    kind: str | list[str] | None = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(CLOSE_TO.get(each, each) for each in kind)
    if kind == "array":
        return _array(schema)
    if kind == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"dict[str, {type_words(schema['additionalProperties'])}]"
    if kind is None:
        return "any"
    name = CLOSE_TO.get(kind, kind)
    return f"{name} ({schema['format']})" if "format" in schema else name


def _array(schema: Mapping[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"tuple[{', '.join(type_words(each) for each in schema['prefixItems'])}]"
    items = schema.get("items")
    name = "set" if schema.get("uniqueItems") else "list"
    return f"{name}[{type_words(items)}]" if isinstance(items, Mapping) else name


def bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    """What a value must keep to besides its type, and its default."""
    for key, words in BOUNDS.items():
        if key in schema:
            yield words.format(schema[key])
    if "default" in schema:
        yield f"default {json.dumps(schema['default'], ensure_ascii=False)}"
