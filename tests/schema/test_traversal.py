"""Which keywords hold schemas: checked against the meta-schema, and on names that look like
keywords.
"""

import json
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sphinxcontrib_ggdocs.schema import JsonSchema
from sphinxcontrib_ggdocs.schema.nodes import KEYS
from sphinxcontrib_ggdocs.schema.traversal import (
    SCHEMAS,
    SCHEMAS_BY_NAME,
    every_schema,
    map_schema,
    members,
    references_in,
    subschemas,
)

LEAF = {"type": "string"}
KEYWORDS = [
    "default",
    "examples",
    "required",
    "enum",
    "const",
    "mapping",
    "properties",
    "items",
    "$ref",
    "$defs",
    "allOf",
]
DATA = [{"$ref": "#/schemas/X"}, {"properties": {"a": {"type": "string"}}}, {"anyOf": [{}]}]


def _vocabularies() -> dict[str, Any]:
    """The properties of the meta-schemas of JSON Schema 2020-12, which say what each keyword
    holds.
    """
    folder = files("jsonschema_specifications") / "schemas" / "draft202012" / "vocabularies"
    found: dict[str, Any] = {}
    for file in folder.iterdir():
        found |= json.loads(file.read_text(encoding="utf-8")).get("properties", {})
    return found


def test_the_keywords_are_those_of_the_meta_schema() -> None:
    schemas = {"$dynamicRef": "#meta"}
    one, by_name = set(), set()
    for keyword, said in _vocabularies().items():
        if not isinstance(said, dict):
            continue
        if said == schemas or said.get("$ref") == "#/$defs/schemaArray":
            one.add(keyword)
        elif said.get("additionalProperties") == schemas:
            by_name.add(keyword)
    assert one == SCHEMAS - {"additionalItems", KEYS}
    assert by_name == SCHEMAS_BY_NAME - {"definitions", "dependencies"}


@pytest.mark.parametrize("name", KEYWORDS)
def test_a_field_named_like_a_keyword_is_a_schema(name: str) -> None:
    schema = {"type": "object", "properties": {name: LEAF}}
    assert list(subschemas(schema)) == [LEAF]
    assert map_schema(schema, lambda _: {"type": "integer"})["properties"] == {
        name: {"type": "integer"}
    }


@pytest.mark.parametrize("keyword", ["default", "const", "example", "x-anything"])
@pytest.mark.parametrize("value", DATA)
def test_data_is_never_a_schema(keyword: str, value: JsonSchema) -> None:
    schema = {keyword: value, "enum": [value], "examples": [value], "items": LEAF}
    assert list(subschemas(schema)) == [LEAF]
    assert map_schema(schema, lambda _: LEAF) == schema


@pytest.mark.parametrize("keyword", sorted(SCHEMAS | SCHEMAS_BY_NAME))
def test_true_and_false_stay(keyword: str) -> None:
    for value in (True, False, [True], {"a": True}):
        schema: JsonSchema = {keyword: value}
        if not isinstance(value, dict) or keyword in SCHEMAS_BY_NAME:
            assert list(subschemas(schema)) == []
            assert map_schema(schema, lambda _: {}) == schema


def test_every_schema_in_order() -> None:
    schema = {
        "$id": "1",
        "items": {"$id": "2", "anyOf": [{"$id": "3"}, {"$id": "4"}]},
        "not": {"$id": "5"},
    }
    assert [each["$id"] for each in every_schema(schema)] == ["1", "2", "3", "4", "5"]
    Draft202012Validator.check_schema(schema)


def test_references_each_once_and_those_of_discriminators() -> None:
    choice = {"$ref": "#/schemas/A"}
    discriminator = {
        "propertyName": "kind",
        "mapping": {"a": "#/schemas/A", "b": "#/schemas/B", "odd": 1},
        "defaultMapping": "#/schemas/C",
    }
    schema = {
        "items": {"oneOf": [choice, choice], "discriminator": discriminator},
        "not": {"$ref": "#/schemas/D"},
        "if": {"$ref": 1, "discriminator": "kind"},
    }
    assert list(references_in(schema)) == [f"#/schemas/{name}" for name in "ABCD"]


def test_members_that_are_schemas() -> None:
    assert list(members({"properties": {"a": LEAF, "b": True}}, "properties")) == [("a", LEAF)]
    assert list(members({"properties": [LEAF]}, "properties")) == []
    assert list(members({}, "properties")) == []
