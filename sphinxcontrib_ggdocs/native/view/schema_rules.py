"""Collects the rules of a schema that types, fields and facts do not express: those that depend on
other properties, on a condition, or on the form of a name. They are shown as JSON Schema.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

_RULES = (
    "$dynamicRef",
    "$dynamicAnchor",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
    "if",
    "then",
    "else",
    "not",
    "contains",
    "minContains",
    "maxContains",
    "unevaluatedProperties",
    "unevaluatedItems",
)
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_INSIDE = ("items", "additionalProperties")


def rules_of(schema: Mapping[str, Any]) -> str:
    """Return a schema with nothing but these rules, as indented JSON, at any depth; empty without
    any.
    """
    rules = _rules(schema)
    return json.dumps(rules, ensure_ascii=False, indent=2) if rules else ""


def _rules(schema: object) -> dict[str, Any]:
    if not isinstance(schema, dict):
        return {}
    rules = {key: schema[key] for key in _RULES if key in schema}
    return rules | dict(_rules_inside(schema))


def _rules_inside(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if properties := _rules_of_properties(schema.get("properties")):
        yield "properties", properties
    for key in _LISTS:
        items = [*map(_rules, schema.get(key, ()))]
        if any(items):  # places without rules stay, for the place says which it is
            yield key, items
    for key in _INSIDE:
        if rules := _rules(schema.get(key)):
            yield key, rules


def _rules_of_properties(properties: object) -> dict[str, Any]:
    ruled: dict[str, Any] = {}
    if isinstance(properties, dict):
        for name, schema in properties.items():
            if rules := _rules(schema):
                ruled[name] = rules
    return ruled
