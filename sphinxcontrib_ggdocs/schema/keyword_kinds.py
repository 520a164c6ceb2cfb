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
    """Remove keywords whose values are of the wrong kind from a schema, at any depth.

    They are kept under `MISPLACED`, for a warning. The schemas of properties and of the items of
    tuples become objects even if they are ``true`` or ``false``, since later steps add keywords to
    them.
    """
    kept = schema.copy()
    misplaced: JsonSchema = {}
    for key, value in schema.items():
        is_right_kind = _CHECKS.get(key)
        if is_right_kind is not None and not is_right_kind(value):
            misplaced[key] = kept.pop(key)
    if misplaced:
        kept[MISPLACED] = misplaced
    if "properties" in kept:
        properties = dict(kept["properties"])
        for name, inner in properties.items():
            properties[name] = _as_object(inner)
        kept["properties"] = properties
    if "prefixItems" in kept:
        kept["prefixItems"] = list(map(_as_object, kept["prefixItems"]))
    return map_schema(kept, well_formed)


def _as_object(schema: JsonSchema | bool) -> JsonSchema:
    """Return the schemas ``true`` and ``false`` as the objects ``{}`` and ``{"not": {}}``, to which
    a description can be added; other schemas are returned unchanged.
    """
    if isinstance(schema, bool):
        if schema:
            return {}
        return {"not": {}}
    return schema


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_list_of_texts(value: Any) -> bool:
    """Return whether a value is a list of strings."""
    return isinstance(value, list) and all(map(_is_text, value))


def _is_type_or_types(value: Any) -> bool:
    """Return whether a value is the name of a type, or a list of names."""
    return isinstance(value, str) or _is_list_of_texts(value)


def _is_number(value: Any) -> bool:
    """Return whether a value is a number; in Python booleans are numbers, too, but not in JSON."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_schema(value: Any) -> bool:
    """Return whether a value may be a schema: an object, ``true`` or ``false``."""
    return isinstance(value, dict | bool)


def _is_list_of_schemas(value: Any) -> bool:
    """Return whether a value is a list of schemas."""
    return isinstance(value, list) and all(map(_is_schema, value))


def _is_schema_or_schemas(value: Any) -> bool:
    """Return whether a value is a schema or a list of schemas, as ``items`` of draft-07 may be."""
    return _is_schema(value) or _is_list_of_schemas(value)


def _is_schemas_by_name(value: Any) -> bool:
    """Return whether a value is an object whose members are schemas, as of ``properties``."""
    return isinstance(value, dict) and all(map(_is_schema, value.values()))


def _is_lists_of_texts_by_name(value: Any) -> bool:
    """Return whether a value is an object whose members are lists of strings."""
    return isinstance(value, dict) and all(map(_is_list_of_texts, value.values()))


def _is_dependencies(value: Any) -> bool:
    """Return whether a value is an object whose members are schemas or lists of names.

    ``dependencies`` of draft-07 mixes what later became two keywords.
    """
    if not isinstance(value, dict):
        return False
    return all(_is_schema(part) or _is_list_of_texts(part) for part in value.values())


_CHECKS: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(SCHEMAS, _is_schema_or_schemas),
    **dict.fromkeys(SCHEMAS_BY_NAME, _is_schemas_by_name),
    **dict.fromkeys(LISTS_OF_SCHEMAS, _is_list_of_schemas),
    **dict.fromkeys((*NUMBERS, *COUNTS, *EXCLUSIVE), _is_number),
    **dict.fromkeys(TEXTS, _is_text),
    "dependencies": _is_dependencies,
    "dependentRequired": _is_lists_of_texts_by_name,
    "enum": _is_list,
    "required": _is_list_of_texts,
    "type": _is_type_or_types,
}
"""The check of the values of each keyword. Keywords that are not here are not read, or only by code
that accepts values of any kind."""
