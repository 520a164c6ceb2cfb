"""Defines which kind of value each keyword of JSON Schema has.

Hand-written keywords, such as ``json_schema_extra={"required": True}``, may have any value. Those
of the wrong kind are removed as soon as pydantic returns a schema, so that later modules need not
check.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from .nodes import MISPLACED, JsonSchema
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
TEXTS: Final = frozenset(
    {"$ref", "$dynamicRef", "contentEncoding", "contentMediaType", "format", "pattern"}
)
EXCLUSIVE: Final = {"exclusiveMinimum": "minimum", "exclusiveMaximum": "maximum"}
LISTS_OF_SCHEMAS: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})


def well_formed(schema: JsonSchema) -> JsonSchema:
    """Return a schema without keywords whose values are of a wrong kind, at any depth; they are in
    `MISPLACED`.
    """
    kept, misplaced = JsonSchema(), {}
    for key, value in schema.items():
        if _FORMS.get(key, _is_any)(value):
            kept[key] = value
        else:
            misplaced[key] = value
    if misplaced:
        kept[MISPLACED] = misplaced
    if "properties" in kept:
        properties = kept["properties"].items()
        kept["properties"] = {name: _as_object(inner) for name, inner in properties}
    if "prefixItems" in kept:
        kept["prefixItems"] = list(map(_as_object, kept["prefixItems"]))
    return map_schema(kept, well_formed)


def _as_object(schema: JsonSchema | bool) -> JsonSchema:
    """Return a schema that may be true or false as an object, to which texts can be added."""
    if isinstance(schema, bool):
        if schema:
            return {}
        return {"not": {}}
    return schema


def _is_any(_value: Any) -> bool:
    return True


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_types(value: Any) -> bool:
    return isinstance(value, str) or _is_texts(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_schema(value: Any) -> bool:
    return isinstance(value, dict | bool)


def _is_schemas(value: Any) -> bool:
    return isinstance(value, list) and all(map(_is_schema, value))


def _is_schema_or_schemas(value: Any) -> bool:  # `items` of draft-07 has a list, too
    return _is_schema(value) or _is_schemas(value)


def _is_schemas_by_name(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_schema, value.values()))


def _is_texts_by_name(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_texts, value.values()))


def _is_dependencies(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else [None]
    return all(_is_schema(part) or _is_texts(part) for part in parts)


_FORMS: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(SCHEMAS, _is_schema_or_schemas),
    **dict.fromkeys(SCHEMAS_BY_NAME, _is_schemas_by_name),
    **dict.fromkeys(LISTS_OF_SCHEMAS, _is_schemas),
    **dict.fromkeys((*NUMBERS, *COUNTS, *EXCLUSIVE), _is_number),
    **dict.fromkeys(TEXTS, _is_text),
    "dependencies": _is_dependencies,
    "dependentRequired": _is_texts_by_name,
    "enum": _is_list,
    "required": _is_texts,
    "type": _is_types,
}
"""Checks by keyword; others are not read, or by readers that take any kind."""
