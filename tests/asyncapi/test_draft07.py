"""JSON Schema 2020-12 in the words of draft-07: the same values fit, or what is lost is told."""

from typing import Any

import pytest
from jsonschema import Draft7Validator, Draft202012Validator

from sphinxcontrib_ggdocs.asyncapi.draft07 import draft07

EXACT: dict[str, Any] = {
    "a tuple that ends": (
        {"prefixItems": [{"type": "integer"}], "items": False},
        {"items": [{"type": "integer"}], "additionalItems": False},
        [[1], [], ["a"], [1, 2]],
    ),
    "a tuple that goes on": (
        {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
        {"items": [{"type": "integer"}], "additionalItems": {"type": "string"}},
        [[1, "a"], [1, 2], []],
    ),
    "a reference with a word beside it": (
        {"$defs": {"A": {"type": "integer"}}, "$ref": "#/$defs/A", "minimum": 3},
        {
            "definitions": {"A": {"type": "integer"}},
            "minimum": 3,
            "allOf": [{"$ref": "#/definitions/A"}],
        },
        [3, 2, "a"],
    ),
    "a field that needs another": (
        {"dependentRequired": {"a": ["b"]}},
        {"dependencies": {"a": ["b"]}},
        [{"a": 1}, {"a": 1, "b": 2}, {"b": 2}],
    ),
    "and a schema": (
        {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"a": {"minProperties": 3}}},
        {"dependencies": {"a": {"required": ["b"], "allOf": [{"minProperties": 3}]}}},
        [{"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}, {"a": 1, "c": 2, "d": 3}],
    ),
    "one at least": (
        {"contains": {"const": 1}, "minContains": 1},
        {"contains": {"const": 1}},
        [[1], [2]],
    ),
    "fields that are called like words": (
        {"properties": {"prefixItems": {"type": "integer"}, "$defs": {"type": "string"}}},
        {"properties": {"prefixItems": {"type": "integer"}, "$defs": {"type": "string"}}},
        [{"prefixItems": 1}, {"$defs": 1}],
    ),
    "values that look like schemas": (
        {"enum": [{"prefixItems": 1}], "default": {"$ref": "x", "a": 1}},
        {"enum": [{"prefixItems": 1}], "default": {"$ref": "x", "a": 1}},
        [{"prefixItems": 1}, {}],
    ),
}


@pytest.mark.parametrize(("schema", "expected", "values"), EXACT.values(), ids=EXACT)
def test_the_same_values_fit(schema: Any, expected: Any, values: list[Any]) -> None:
    told: list[str] = []
    found = draft07(schema, told.append)
    assert (found, told) == (expected, [])
    for value in values:
        assert Draft7Validator(found).is_valid(value) is Draft202012Validator(schema).is_valid(
            value
        ), value


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "object", "unevaluatedProperties": False}, {"type": "object"}),
        (
            {"contains": {"const": 1}, "minContains": 2, "maxContains": 3},
            {"contains": {"const": 1}},
        ),
        (
            {"contentMediaType": "application/json", "contentSchema": {}},
            {"contentMediaType": "application/json"},
        ),
        ({"$dynamicRef": "#a"}, {}),
        ({"type": "array", "unevaluatedItems": False}, {"type": "array"}),
    ],
)
def test_what_is_lost_is_told(schema: Any, expected: Any) -> None:
    told: list[str] = []
    assert draft07({"items": schema}, told.append) == {"items": expected}
    lost = schema.keys() - expected.keys()
    assert {each.partition(" ")[0] for each in told} == lost


@pytest.mark.parametrize(
    "silent",
    [
        {"$schema": "https://json-schema.org/draft/2020-12/schema"},
        {"$vocabulary": {"https://example.org": True}},
        {"minContains": 1},
    ],
)
def test_what_says_nothing_is_left_out_without_a_word(silent: Any) -> None:
    told: list[str] = []
    assert draft07({**silent, "type": "array"}, told.append) == {"type": "array"}
    assert told == []


@pytest.mark.parametrize("schema", [True, False])
def test_boolean_schemas_stay(schema: bool) -> None:
    assert draft07(schema, lambda _: None) is schema
