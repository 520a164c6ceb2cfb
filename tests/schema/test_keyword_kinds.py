"""Keywords by hand whose values are of a wrong kind are left out, whoever the document is for."""

import json
from typing import Annotated, Any, Protocol

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, create_model

from sphinxcontrib_ggdocs.contracts import Audience, http
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

SECRET: Any = Annotated[int, Audience("internal")]
TEXTS = {"a": "b"}
WRONG: dict[str, list[Any]] = {
    "properties": [True, False, 3, "a", ["a"], [{}], {"a": [{}]}, TEXTS],
    "patternProperties": [True, "a", [3], {"a": 3}],
    "dependentSchemas": [True, ["a"], TEXTS],
    "dependencies": [True, {"a": 3}, {"a": [3]}],
    "dependentRequired": [True, ["a"], TEXTS, {"a": [[]]}, {"a": [{}]}],
    "required": [True, 3, "a", [1], [{}]],
    "enum": [True, 3, {}],
    "anyOf": [True, "a", {}, [3], ["a"]],
    "oneOf": [True, "a", {"type": "string"}, [[]]],
    "allOf": [True, "a", {}, [None]],
    "prefixItems": [True, {}, ["a"]],
    "items": [3, "a", ["a"]],
    "additionalProperties": ["a", 3],
    "contains": ["a", [3]],
    "if": [3, "a"],
    "not": [None, "a"],
    "propertyNames": ["a", 3],
    "type": [True, 3, {}, [[]], [None]],
    "minLength": [True, "a", {}],
    "maxItems": ["a", [3]],
    "exclusiveMinimum": [True, "a"],
    "multipleOf": ["a", {}],
    "pattern": [3, ["a"], {}],
    "format": [True, 3, ["a"], {}],
    "contentMediaType": [True, 3, ["a"], {}],
    "contentEncoding": [True, 3, ["a"], {}],
    "$dynamicRef": [3, []],
}
UNUSABLE = "unusable-keyword"
CASES = [(key, value) for key, values in WRONG.items() for value in values]


@pytest.mark.parametrize(("key", "value"), CASES)
def test_a_value_of_a_wrong_kind_is_left_out(key: str, value: Any) -> None:
    extra = {key: value, "if": {key: value}, "allOf": [{key: value, "default": {"shown": [1]}}]}
    item = create_model(
        "Item",
        __config__=ConfigDict(json_schema_extra={**extra, key: value}),
        shown=(Annotated[list[int], Field(json_schema_extra={key: value})], [1]),
        secret=(SECRET, 1),
    )
    shelf: type[BaseModel] = create_model("Shelf", best=(item, item()))

    @http.api("/shelf")
    class ShelfApi(Protocol):
        @http.get("")
        def get_shelf(self) -> shelf: ...  # type: ignore[valid-type]

        @http.get("/item", audience="internal")
        def get_item(self) -> item: ...  # type: ignore[valid-type]

    for audience in ("public", None):
        written = build_contract_doc([ShelfApi], title="Shop", audience=audience).to_json()
        schemas = json.loads(written)["schemas"]
        assert "Shelf" in schemas
        for name in ("Shelf", "Item"):
            Draft202012Validator.check_schema(schemas.get(name, {}))
        assert to_openapi([ShelfApi], title="Shop", audience=audience)
    reported = [finding for finding in check_contracts(ShelfApi) if finding.rule == UNUSABLE]
    assert any(f"Item: the keyword {key!r} cannot be " in item.message for item in reported)


def test_what_is_well_formed_stays() -> None:
    extra: Any = {
        "properties": {"required": {"type": "integer"}, "any": True},
        "required": ["required"],
        "dependencies": {"any": ["required"], "required": {"minProperties": 1}},
        "dependentRequired": {"any": ["required"]},
        "if": False,
        "maxProperties": 3,
        "not": {"enum": [3]},
    }
    item = create_model("Item", __config__=ConfigDict(json_schema_extra=extra), any=(int, 1))

    @http.api("/items")
    class ItemApi(Protocol):
        @http.post("")
        def add_item(self, item: item) -> None: ...  # type: ignore[valid-type]

    document = json.loads(build_contract_doc([ItemApi], title="Shop").to_json())
    written = document["schemas"]["Item"]
    expected = {**extra, "properties": {"required": {"type": "integer"}, "any": {}}}
    assert {key: written[key] for key in extra} == expected


def test_a_choice_that_is_true_beside_a_discriminator() -> None:
    class Item(BaseModel):
        model_config = ConfigDict(
            json_schema_extra={"oneOf": [True], "discriminator": {"propertyName": "kind"}}
        )

        secret: SECRET = 1

    @http.api("/item")
    class ItemApi(Protocol):
        @http.get("")
        def get_item(self) -> Item: ...

    text = build_contract_doc(http=[ItemApi], title="Shop", audience="public").to_json()
    assert b"secret" not in text
