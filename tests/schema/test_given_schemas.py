"""Schemas that a document gives stand in the place of types, without changes."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.message_model import GivenSchema
from sphinxcontrib_ggdocs.schema import SchemaRegistry

PRICE = GivenSchema(schema={"type": "number", "example": "free"}, name="Price", module="shop.yaml")
OTHER_PRICE = GivenSchema(schema={"type": "string"}, name="Price", module="bank.yaml")
NODE = GivenSchema(
    schema={"properties": {"next": {"$ref": "#/a/Node"}, "price": {"$ref": "#/a/Price"}}},
    references=(REFERENCES := {"#/a/Price": PRICE}),
    name="Node",
    module="shop.yaml",
)
REFERENCES["#/a/Node"] = NODE


def written(*forms: Any) -> tuple[list[Any], dict[str, Any], frozenset[str]]:
    registry = SchemaRegistry()
    slots = [registry.add(form, "input") for form in forms]
    result = registry.write()
    return [result.schema(slot) for slot in slots], dict(result.schemas), result.given_names


def test_a_schema_without_a_name_is_written_where_it_is_used() -> None:
    given = GivenSchema(schema={"type": "number", "title": "N"})
    assert written(given) == ([{"type": "number", "title": "N"}], {}, frozenset())


def test_a_schema_with_a_name_is_written_once_with_those_that_it_refers_to() -> None:
    at, schemas, names = written(NODE, NODE)
    assert at == [{"$ref": "#/schemas/Node"}] * 2
    assert list(schemas) == ["Node", "Price"]
    assert schemas["Node"]["properties"] == {
        "next": {"$ref": "#/schemas/Node"},
        "price": {"$ref": "#/schemas/Price"},
    }
    assert schemas["Price"]["example"] == "free", "which a type could not have"
    assert names == {"Node", "Price"}


def test_a_discriminator_leads_to_the_types_of_this_document() -> None:
    union = GivenSchema(
        schema={
            "oneOf": [{"$ref": "#/a/Price"}],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"price": "#/a/Price", "other": "Other"},
            },
        },
        references={"#/a/Price": PRICE},
    )
    ((at,), _, _) = written(union)
    assert at["oneOf"] == [{"$ref": "#/schemas/Price"}]
    assert at["discriminator"] == {
        "propertyName": "kind",
        "mapping": {"price": "#/schemas/Price", "other": "Other"},
    }


@pytest.mark.parametrize("forms", [(PRICE, OTHER_PRICE), (OTHER_PRICE, PRICE)])
def test_schemas_of_one_name_are_told_apart_by_their_modules(forms: Any) -> None:
    at, schemas, _ = written(*forms)
    assert len({each["$ref"] for each in at}) == len(schemas) == 2


def test_the_name_of_a_given_schema_is_kept_as_it_is_published() -> None:
    given = GivenSchema(schema={"type": "string"}, name="shop.v1_Price-2", module="shop.yaml")
    assert list(written(given)[1]) == ["shop.v1_Price-2"]
