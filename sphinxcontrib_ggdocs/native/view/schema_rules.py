"""Collects the rules of a schema that types, fields and facts do not express: those that depend on
other properties, on a condition, or on the form of a name. They are shown as JSON Schema.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

_RULE_KEYWORDS = (
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
_KEYWORDS_WITH_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_KEYWORDS_WITH_SCHEMA = ("items", "additionalProperties")


def rules_of(schema: Mapping[str, Any]) -> str:
    """Return the part of a schema that consists of rules, as indented JSON; empty if there are no
    rules.

    Rules of schemas inside it are included, with the keywords that lead to them.
    """
    rules = _only_rules(schema)
    if not rules:
        return ""
    return json.dumps(rules, ensure_ascii=False, indent=2)


def _only_rules(schema: object) -> dict[str, Any]:
    """Return a schema with only its rules and those of its subschemas; empty for a boolean
    schema.
    """
    if not isinstance(schema, dict):
        return {}
    rules = {keyword: schema[keyword] for keyword in _RULE_KEYWORDS if keyword in schema}
    return rules | dict(_rules_of_subschemas(schema))


def _rules_of_subschemas(schema: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the keywords under which a schema holds other schemas with rules, and their rules."""
    if properties := _rules_of_properties(schema.get("properties")):
        yield "properties", properties
    for key in _KEYWORDS_WITH_SCHEMA_LISTS:
        rules_of_items = [*map(_only_rules, schema.get(key, ()))]
        if any(rules_of_items):  # empty items stay, so that readers can count to the right one
            yield key, rules_of_items
    for key in _KEYWORDS_WITH_SCHEMA:
        if rules := _only_rules(schema.get(key)):
            yield key, rules


def _rules_of_properties(properties: object) -> dict[str, Any]:
    """Return the rules of each property that has some, by its name."""
    rules_by_name: dict[str, Any] = {}
    if isinstance(properties, dict):
        for name, schema in properties.items():
            if rules := _only_rules(schema):
                rules_by_name[name] = rules
    return rules_by_name
