"""Schemas without what is for other readers: those that documents give, and those of classes."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, computed_field
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.contracts import Audience, ContractError
from sphinxcontrib_ggdocs.contracts.contract_errors import NotForAudience
from sphinxcontrib_ggdocs.contracts.message_model import GivenSchema
from sphinxcontrib_ggdocs.contracts.model import Content, Example, HttpContract, HttpMethod, Success
from sphinxcontrib_ggdocs.document.shown_document import WholeDocument, shown_type
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.schema import Mode, SchemaRegistry

ASKED = ("partner",)
MODES: list[Mode] = ["input", "output"]
OTHERS: dict[str, Any] = {"x-audience": "internal"}
INTERNAL = Audience("internal")


def shown(
    form: Any, asked: tuple[str, ...] = ASKED, mode: Mode = "output"
) -> tuple[Any, dict[str, Any]]:
    """The schema for an audience, and those that it refers to."""
    registry = SchemaRegistry()
    slot = registry.add(form, mode)
    written = registry.write(is_whole=True)
    left = shown_type(written.schema(slot), WholeDocument.of_types(written), asked)
    assert left is not None
    schema, written = left
    return schema, dict(written.schemas)


SECRET = GivenSchema(schema={"type": "string", **OTHERS}, name="Secret", module="shop.yaml")
PLAIN = GivenSchema(schema={"type": "number"}, name="Plain", module="shop.yaml")
BASE = GivenSchema(
    schema={"properties": {"cost": {"type": "number", **OTHERS}}}, name="Base", module="shop.yaml"
)
REFERENCES = {"#/Secret": SECRET, "#/Plain": PLAIN, "#/Base": BASE}

GIVEN = {
    "a property": (
        {"properties": {"a": {}, "b": OTHERS}, "required": ["a", "b"]},
        {"properties": {"a": {}}, "required": ["a"]},
    ),
    "the only required one": (
        {"properties": {"b": OTHERS}, "required": ["b"]},
        {"properties": {}},
    ),
    "conditions": (
        {
            "properties": {"a": {}, "b": OTHERS},
            "if": {"required": ["b"]},
            "then": {"required": ["a"]},
            "not": {"properties": {"b": {"const": 1}}},
            "x-order": ["a", "b"],
        },
        {"properties": {"a": {}}},
    ),
    "an example of any names": (
        {
            "properties": {"b": OTHERS, "map": {"additionalProperties": {"type": "number"}}},
            "examples": [{"map": {"b": 1}}, {"map": {"c": 1}}],
        },
        {
            "properties": {"map": {"additionalProperties": {"type": "number"}}},
            "examples": [{"map": {}}, {"map": {"c": 1}}],
        },
    ),
    "constants without a type": (
        {"oneOf": [{"const": "a"}, {"const": "b"}, {"const": "c", **OTHERS}]},
        {"oneOf": [{"const": "a"}, {"const": "b"}]},
    ),
    "a condition on items": (
        {
            "items": {"properties": {"b": OTHERS}},
            "contains": {"required": ["b"]},
            "minContains": 1,
        },
        {"items": {"properties": {}}},
    ),
    "what says nothing of it": (
        {
            "properties": {"a": {}, "b": OTHERS},
            "if": {"required": ["a"]},
            "then": {"not": {"required": ["c"]}},
            "x-order": ["a", "c"],
        },
        {
            "properties": {"a": {}},
            "if": {"required": ["a"]},
            "then": {"not": {"required": ["c"]}},
            "x-order": ["a", "c"],
        },
    ),
    "what depends on a hidden property": (
        {
            "properties": {"a": {}, "b": OTHERS},
            "dependentRequired": {"a": ["b"], "b": ["a"]},
            "dependentSchemas": {"b": {"required": ["a"]}, "a": {"required": ["b", "a"]}},
        },
        {
            "properties": {"a": {}},
            "dependentRequired": {"a": []},
            "dependentSchemas": {"a": {"required": ["a"]}},
        },
    ),
    "of a name that only another object hides": (
        {"properties": {"b": OTHERS, "c": {"properties": {"b": {}}, "required": ["b"]}}},
        {"properties": {"c": {"properties": {"b": {}}, "required": ["b"]}}},
    ),
    "a part that is about the same object": (
        {"properties": {"b": OTHERS}, "allOf": [{"required": ["b", "c"]}]},
        {"properties": {}, "allOf": [{"required": ["c"]}]},
    ),
    "a choice": (
        {"anyOf": [{"type": "null"}, {"type": "string"}, OTHERS]},
        {"anyOf": [{"type": "null"}, {"type": "string"}]},
    ),
    "the only choice but null": (
        {"properties": {"a": {"anyOf": [{"type": "null"}, OTHERS]}}},
        {"properties": {}},
    ),
    "all choices": ({"type": "string", "anyOf": [OTHERS]}, {"type": "string"}),
    "items": ({"items": OTHERS}, {"items": {}}),
    "a pattern of properties": (
        {"patternProperties": {"^a": {"type": "string"}, "^b": OTHERS}},
        {"patternProperties": {"^a": {"type": "string"}}},
    ),
    "a choice by reference": (
        {
            "oneOf": [{"$ref": "#/Secret"}, {"$ref": "#/Plain"}],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"secret": "#/Secret", "plain": "#/Plain"},
                "defaultMapping": "#/Secret",
            },
        },
        {
            "oneOf": [{"$ref": "#/schemas/Plain"}],
            "discriminator": {"propertyName": "kind", "mapping": {"plain": "#/schemas/Plain"}},
        },
    ),
    "a property of what is referred to": (
        {"allOf": [{"$ref": "#/Base"}], "required": ["cost", "name"]},
        {"allOf": [{"$ref": "#/schemas/Base"}], "required": ["name"]},
    ),
    "an example": (
        {"properties": {"b": OTHERS}, "examples": [{"a": 1, "b": 2}]},
        {"properties": {}, "examples": [{"a": 1}]},
    ),
    **{
        f"{keyword} that nothing shown needs": (
            {keyword: {"a": {"$dynamicAnchor": "a"}, "b": {}, "c": OTHERS}},
            {keyword: {"a": {"$dynamicAnchor": "a"}}},
        )
        for keyword in ("$defs", "definitions")
    },
    "the extension itself": ({"type": "string", "x-audience": "partner"}, {"type": "string"}),
}


@pytest.mark.parametrize(("schema", "expected"), GIVEN.values(), ids=GIVEN)
def test_given_schemas(schema: dict[str, Any], expected: dict[str, Any]) -> None:
    assert shown(GivenSchema(schema=schema, references=REFERENCES))[0] == expected


@pytest.mark.parametrize(
    ("mark", "names"), [(OTHERS, []), ({}, ["Plain"])], ids=["hidden", "shown"]
)
def test_types_of_nothing_but_hidden_parts(mark: dict[str, Any], names: list[str]) -> None:
    schema = {"properties": {"a": {}, "b": {"allOf": [{"$ref": "#/Plain"}], **mark}}}
    assert list(shown(GivenSchema(schema=schema, references=REFERENCES))[1]) == names


def test_types_that_a_document_has_for_everyone() -> None:
    given = GivenSchema(schema={"type": "string"}, references={"#/Plain": PLAIN})
    registry = SchemaRegistry()
    registry.add(given, "output")
    assert list(registry.write().schemas) == ["Plain"]


def test_a_schema_that_contains_itself() -> None:
    references: dict[str, GivenSchema] = {}
    node = GivenSchema(
        schema={
            "allOf": [{"$ref": "#/Node"}],
            "properties": {"next": {"$ref": "#/Node"}, "cost": OTHERS},
            "required": ["next", "cost"],
        },
        references=references,
        name="Node",
        module="shop.yaml",
    )
    references["#/Node"] = node
    _, schemas = shown(node)
    assert schemas["Node"]["required"] == ["next"]
    assert list(schemas["Node"]["properties"]) == ["next"]


def test_a_value_of_a_schema_that_contains_itself() -> None:
    references: dict[str, GivenSchema] = {}
    node = GivenSchema(
        schema={"properties": {"next": {"$ref": "#/Node"}, "cost": OTHERS}},
        references=references,
        name="Node",
        module="shop.yaml",
    )
    references["#/Node"] = node
    value = {"cost": 1, "name": "a", "next": {"cost": 2, "next": {"cost": 3}}}
    around = {"properties": {"node": {"$ref": "#/Node"}}, "example": {"node": value}}
    schema, _ = shown(GivenSchema(schema=around, references=references))
    assert schema["example"] == {"node": {"name": "a", "next": {"next": {}}}}


class Cat(BaseModel):
    kind: Annotated[Literal["cat"], INTERNAL]
    name: str


class Dog(BaseModel):
    kind: Annotated[Literal["dog"], INTERNAL]
    name: str


class House(BaseModel):
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]


@pytest.mark.parametrize("form", [House, Annotated[Cat | Dog, Field(discriminator="kind")]])
def test_a_union_whose_tag_is_for_others(form: Any) -> None:
    schema, schemas = shown(form)
    union = schemas["House"]["properties"]["pet"] if form is House else schema
    assert union == {"anyOf": [{"$ref": "#/schemas/Cat"}, {"$ref": "#/schemas/Dog"}]}
    assert all(list(schemas[name]["properties"]) == ["name"] for name in ("Cat", "Dog"))


class Account(BaseModel):
    """An account.

    Attributes:
        name: What it is called.
        margin: What we earn.
    """

    name: str
    margin: Annotated[float, INTERNAL] = 0.1


class Hooked(BaseModel):
    """Not walked, since pydantic's own answer is another."""

    name: str
    margin: Annotated[float, INTERNAL] = 0.1
    share: float = Field(default=0.1, json_schema_extra=OTHERS)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def cost(self) -> Annotated[float, INTERNAL]:
        return 1.0

    @computed_field(json_schema_extra=OTHERS)  # type: ignore[prop-decorator]
    @property
    def price(self) -> float:
        return 1.0

    @computed_field  # type: ignore[prop-decorator]
    @property
    def total(self) -> Annotated[float, WithJsonSchema({"type": "integer"})]:
        return 1.0


class Options(TypedDict):
    """Options."""

    name: str
    margin: Annotated[float, INTERNAL]


CLASSES = {Account: ["name"], Hooked: ["name", "total"], Options: ["name"]}


@pytest.mark.parametrize(("cls", "names"), CLASSES.items(), ids=lambda each: str(each))
def test_classes(cls: type, names: list[str]) -> None:
    schema = shown(cls)[1][cls.__name__]
    assert sorted(schema["properties"]) == names
    assert "margin" not in str(schema)


def test_fields_for_the_audience_keep_their_texts() -> None:
    schema = shown(Account)[1]["Account"]
    assert schema["properties"]["name"]["description"] == "What it is called."
    everything = shown(Account, ("internal",))[1]["Account"]
    assert everything["properties"]["margin"]["description"] == "What we earn."


class Shop(BaseModel):
    """A shop."""

    main: Account


def test_examples_of_what_refers_to_hidden_fields() -> None:
    example = Example(
        name="one", value={"main": {"name": "a", "margin": 2}}, external_value="a.json"
    )
    success = Success(status=200, contents=(Content(type=Shop, examples=(example,)),))
    method = HttpMethod(name="get", verbs=("GET",), path="", successes=(success,))
    contract = HttpContract(name="Shops", path_prefix="/shops", methods=(method,))
    document = build_contract_doc([contract], title="Shop", audience=ASKED)
    response = document.groups[0].contracts[0].methods[0].success_response
    assert response is not None
    [content] = response.contents or ()
    assert content.schema is not None
    assert content.schema["examples"] == [{"main": {"name": "a"}}]
    assert content.examples is None or content.examples[0].external_value is None


@pytest.mark.parametrize(("asked", "names"), [(ASKED, "partner"), ((), "everyone")])
def test_a_union_of_which_nothing_is_shown(asked: tuple[str, ...], names: str) -> None:
    form = list[Annotated[int, INTERNAL] | Annotated[str, INTERNAL]]
    message = rf"no member of a union is for the requested audience \({names}\)"
    with pytest.raises(NotForAudience, match=message):
        shown(form, asked)


def test_a_union_of_which_one_member_is_shown_is_that_member() -> None:
    union = Annotated[int, INTERNAL] | Annotated[str, Field(max_length=3)]
    schema, _ = shown(Annotated[union, Field(description="A code.")])
    assert schema == {"type": "string", "maxLength": 3, "description": "A code."}


REPLACED: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "profit": {"type": "number"}},
}


def replace_schema(schema: dict[str, Any]) -> None:
    schema.clear()
    schema.update(REPLACED)


class Plain(BaseModel):
    name: str
    margin: Annotated[float, INTERNAL]


class ReplacedByHook(Plain):
    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return dict(REPLACED)


class ReplacedByFunction(Plain):
    model_config = ConfigDict(json_schema_extra=replace_schema)


class ReplacedKeys(TypedDict):
    name: str
    margin: Annotated[float, INTERNAL]
    __pydantic_config__ = ConfigDict(json_schema_extra=replace_schema)  # type: ignore[misc]


@dataclass
class ReplacedRecord:
    name: str
    margin: Annotated[float, INTERNAL]

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return dict(REPLACED)


class ReplacedInside(BaseModel):
    """Has nothing that is for others itself."""

    main: list[Plain]

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return {"type": "object", "properties": {"main": REPLACED}}


class ReplacedAtUse(BaseModel):
    main: Annotated[list[Plain], WithJsonSchema({"type": "array", "items": REPLACED})]


@pytest.mark.parametrize(
    ("form", "cls"),
    [
        (ReplacedByHook, "ReplacedByHook"),
        (ReplacedByFunction, "ReplacedByFunction"),
        (ReplacedKeys, "ReplacedKeys"),
        (ReplacedRecord, "ReplacedRecord"),
        (ReplacedInside, "Plain"),
        (ReplacedAtUse, "Plain"),
        (Annotated[Plain, WithJsonSchema(REPLACED)], "Plain"),
        (list[Annotated[ReplacedByHook | None, WithJsonSchema(REPLACED)]], "ReplacedByHook"),
    ],
)
def test_a_hook_in_the_place_of_a_hidden_field_is_refused(form: Any, cls: str) -> None:
    for mode in MODES:
        with pytest.raises(ContractError, match=f"the field 'margin' of {cls}, .*replaced"):
            shown(form, mode=mode)
        assert shown(form, ("internal",), mode)


def test_a_replaced_class_that_has_been_described_before() -> None:
    """A hidden field is refused at each use of the class."""
    registry = SchemaRegistry()
    registry.add(list[ReplacedByHook], "output")
    slot = registry.add(dict[str, ReplacedByHook], "output")
    written = registry.write(is_whole=True)
    with pytest.raises(ContractError, match="the field 'margin' of ReplacedByHook"):
        shown_type(written.schema(slot), WholeDocument.of_types(written), ASKED)


class Renamed(Plain):
    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        schema: dict[str, Any] = handler.resolve_ref_schema(handler(core))
        schema["properties"]["profit"] = schema["properties"]["margin"]
        return {**schema, "x-note": 1}


class Serialized(BaseModel):
    main: Annotated[Plain, WithJsonSchema({"type": "string"})]


def test_a_hook_that_changes_a_schema_is_shown_without_its_hidden_fields() -> None:
    assert shown(Renamed)[1]["Renamed"] == {
        "type": "object",
        "title": "Renamed",
        "properties": {"name": {"type": "string"}},
        "required": ["name"],
        "x-note": 1,
    }


def test_a_hook_that_writes_no_object_publishes_no_field() -> None:
    assert shown(Serialized)[1]["Serialized"]["properties"] == {"main": {"type": "string"}}
