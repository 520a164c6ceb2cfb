"""Which kind of value each keyword of JSON Schema has.

What authors write by hand, such as ``json_schema_extra={"required": True}``, may have any. It is
left out where pydantic's schemas come in, so that no later module meets another kind.
"""

from typing import Any, Final

from .nodes import JsonSchema
from .traversal import SCHEMAS, SCHEMAS_BY_NAME, map_schema

NUMBERS: Final = frozenset({"multipleOf", "minimum", "maximum"})
COUNTS: Final = frozenset(
    {
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
    }
)
EXCLUSIVE: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
LISTS_OF_SCHEMAS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})

_NUMBERS = NUMBERS | COUNTS | EXCLUSIVE.keys()
_TEXTS = frozenset({"$ref", "$dynamicRef", "pattern"})


def well_formed(schema: JsonSchema) -> JsonSchema:
    """Return a schema without keywords whose values are of a wrong kind, at any depth."""
    kept = {key: value for key, value in schema.items() if _is_well_formed(key, value)}
    if "properties" in kept:
        properties = kept["properties"].items()
        kept["properties"] = {name: _as_object(inner) for name, inner in properties}
    if "prefixItems" in kept:
        kept["prefixItems"] = list(map(_as_object, kept["prefixItems"]))
    return map_schema(kept, well_formed)


def _as_object(schema: JsonSchema | bool) -> JsonSchema:
    """Return a schema that may be true or false as an object, to which texts can be added."""
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    return schema


def _is_well_formed(key: str, value: Any) -> bool:
    """Return whether a keyword may have a value of this kind."""
    if key in LISTS_OF_SCHEMAS:
        return isinstance(value, list) and all(map(_is_schema, value))
    if key in SCHEMAS:  # `items` of draft-07 has a list, too
        parts = value if isinstance(value, list) else [value]
        return all(map(_is_schema, parts))
    if key in SCHEMAS_BY_NAME:
        is_part = _is_dependency if key == "dependencies" else _is_schema
        return isinstance(value, dict) and all(map(is_part, value.values()))
    if key == "dependentRequired":
        return isinstance(value, dict) and all(map(_is_list_of_texts, value.values()))
    if key == "type":
        return isinstance(value, str) or _is_list_of_texts(value)
    if key == "required":
        return _is_list_of_texts(value)
    if key == "enum":
        return isinstance(value, list)
    if key in _NUMBERS:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return key not in _TEXTS or isinstance(value, str)


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict | bool)


def _is_dependency(value: Any) -> bool:
    return _is_schema(value) or _is_list_of_texts(value)


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
