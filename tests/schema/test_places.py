"""Wherever a brand is written, there it is: in fields of every kind of class, in keys, in what
serializers return.
"""

import datetime
import json
from collections import deque
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, NewType, NotRequired, TypeVar

import pydantic
import pytest
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Json,
    PlainSerializer,
    RootModel,
    computed_field,
    field_serializer,
)
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.contracts import Brand, ContractError
from sphinxcontrib_ggdocs.contracts.contract_errors import Location
from sphinxcontrib_ggdocs.schema import Mode, SchemaRegistry

from .zoo import Cat, Dog

T = TypeVar("T")
UserId = NewType("UserId", str)
OrderId = NewType("OrderId", str)
Email = Annotated[str, Field(max_length=20), Brand("Email")]

USER = "#/schemas/UserId"
ORDER = "#/schemas/OrderId"
EMAIL = "#/schemas/Email"


class Computed(BaseModel):
    @computed_field(alias="theOwner", description="Who has it.")
    def owner(self) -> UserId:
        raise NotImplementedError

    @computed_field
    def by_owner(self) -> dict[UserId, list[Email]]:
        raise NotImplementedError


class Serialized(BaseModel):
    owner: UserId
    size: int

    @field_serializer("size")
    def _size(self, value: int) -> list[OrderId]:
        raise NotImplementedError

    @field_serializer("owner")
    def _owner(self, value: str) -> OrderId:
        raise NotImplementedError


class Extended(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"owner": "ada"}]}, str_max_length=9)
    owner: UserId = Field(json_schema_extra={"x-note": 1})


class Swapped(BaseModel):
    model_config = ConfigDict(json_schema_extra={"x-note": 1})
    a: UserId = Field(alias="b")
    b: OrderId = Field(alias="a")


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, UserId] = Field(init=False)


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")
    __pydantic_extra__: dict[str, UserId] = Field(init=False)


class OpenDict(TypedDict, extra_items=UserId):  # type: ignore[call-arg]  # PEP 728
    mail: NotRequired[Annotated[Email, Field(alias="eMail")]]


class Row(NamedTuple):
    owner: UserId
    mail: Annotated[Email, Field(description="Where to write.")] = "a@b.c"


@pydantic.dataclasses.dataclass
class Aliased:
    owner: UserId = Field(alias="theOwner")


class ByName(BaseModel):
    model_config = ConfigDict(validate_by_name=True, validate_by_alias=False)
    owner: UserId = Field(alias="theOwner")


class Page(BaseModel, Generic[T]):
    items: list[T]


class Rows(Page[list[T]], Generic[T]):
    first: T


class Ids(RootModel[dict[UserId, OrderId]]):
    """By user."""


PLACES: dict[str, tuple[Any, Mode, dict[str, Any]]] = {
    "computed fields": (
        Computed,
        "output",
        {
            "theOwner": {"$ref": USER, "readOnly": True, "description": "Who has it."},
            "by_owner": {
                "type": "object",
                "propertyNames": {"$ref": USER},
                "additionalProperties": {"type": "array", "items": {"$ref": EMAIL}},
                "readOnly": True,
            },
        },
    ),
    "field serializers": (
        Serialized,
        "output",
        {"owner": {"$ref": ORDER}, "size": {"type": "array", "items": {"$ref": ORDER}}},
    ),
    "an extra in the configuration": (
        Extended,
        "input",
        {"owner": {"$ref": USER, "x-note": 1, "maxLength": 9}},
    ),
    "aliases that swap names": (Swapped, "input", {"b": {"$ref": USER}, "a": {"$ref": ORDER}}),
    "an aliased key of a TypedDict": (OpenDict, "input", {"eMail": {"$ref": EMAIL}}),
    "a pydantic dataclass with an alias": (Aliased, "input", {"theOwner": {"$ref": USER}}),
    "aliases that input does not accept": (ByName, "input", {"owner": {"$ref": USER}}),
    "aliases that only output has": (ByName, "output", {"theOwner": {"$ref": USER}}),
    "one type variable for two types": (
        Rows[UserId],
        "input",
        {
            "first": {"$ref": USER},
            "items": {"type": "array", "items": {"type": "array", "items": {"$ref": USER}}},
        },
    ),
}


def written(form: Any, mode: Mode) -> dict[str, Any]:
    """The schema of a type, a class written out."""
    registry = SchemaRegistry()
    slot = registry.add(form, mode)
    done = registry.write()
    schema = done.schema(slot)
    return done.schemas.get(schema.get("$ref", "").rpartition("/")[2], schema)


@pytest.mark.parametrize(("form", "mode", "properties"), PLACES.values(), ids=PLACES)
def test_brands_in_properties(form: Any, mode: Mode, properties: dict[str, Any]) -> None:
    assert written(form, mode)["properties"] == properties


ELSEWHERE: dict[str, tuple[Any, Mode, dict[str, Any]]] = {
    "further properties of a model": (Open, "input", {"additionalProperties": {"$ref": USER}}),
    "no further properties, whatever their type would be": (
        Closed,
        "input",
        {"additionalProperties": False},
    ),
    "further properties of a TypedDict": (
        OpenDict,
        "input",
        {"additionalProperties": {"$ref": USER}},
    ),
    "the items of a NamedTuple": (
        Row,
        "output",
        {
            "prefixItems": [
                {"$ref": USER},
                {"$ref": EMAIL, "description": "Where to write.", "default": "a@b.c"},
            ]
        },
    ),
    "a root model": (
        Ids,
        "input",
        {
            "propertyNames": {"$ref": USER},
            "additionalProperties": {"$ref": ORDER},
            "description": "By user.",
        },
    ),
    "what a serializer in Annotated returns": (
        Annotated[int, PlainSerializer(str, return_type=UserId)],
        "output",
        {"x-brand": ["UserId"]},
    ),
    "what a serializer before a discriminator returns": (
        Annotated[
            Cat | Dog, PlainSerializer(str, return_type=UserId | int), Field(discriminator="kind")
        ],
        "output",
        {"anyOf": [{"$ref": USER}, {"type": "integer"}]},
    ),
    "what a validator before a discriminator takes": (
        Annotated[
            Cat | Dog | None,
            BeforeValidator(str, json_schema_input_type=UserId | int),
            Field(discriminator="kind"),
        ],
        "input",
        {"anyOf": [{"$ref": USER}, {"type": "integer"}, {"type": "null"}]},
    ),
    "JSON in a string": (
        Json[list[UserId]],
        "input",
        {"contentSchema": {"type": "array", "items": {"$ref": USER}}},
    ),
    "a brand that follows a validator": (
        Annotated[
            deque[Annotated[str, AfterValidator(str), Brand("Trimmed")]], AfterValidator(deque)
        ],
        "input",
        {"items": {"$ref": "#/schemas/Trimmed"}},
    ),
    "an optional brand with a bound": (
        Annotated[UserId | None, Field(min_length=2)],
        "input",
        {"anyOf": [{"$ref": USER, "minLength": 2}, {"type": "null"}]},
    ),
}


@pytest.mark.parametrize(("form", "mode", "said"), ELSEWHERE.values(), ids=ELSEWHERE)
def test_brands_elsewhere(form: Any, mode: Mode, said: dict[str, Any]) -> None:
    schema = written(form, mode)
    assert {key: schema.get(key) for key in said} == said


class Timed(BaseModel, arbitrary_types_allowed=True):
    zone: datetime.tzinfo


class Left(BaseModel):
    timed: Timed


class Right(BaseModel):
    timed: Timed


class Top(BaseModel):
    left: Left
    right: Right


def test_a_type_without_a_schema_is_named_by_the_first_way_to_it() -> None:
    with pytest.raises(ContractError) as raised:
        SchemaRegistry().add(Top, "input")
    assert raised.value.where.path == "Top.left.Left.timed.Timed.zone"


@dataclass
class Refusing:
    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any:
        raise ContractError("no", where=Location(path="Other.field"), hint="none")


def test_an_error_of_contracts_that_a_hook_raises_keeps_its_place() -> None:
    with pytest.raises(ContractError) as raised:
        SchemaRegistry().add(Refusing, "input")
    assert raised.value.where.path == "Other.field"


Scores = NewType("Scores", dict[str, int])
Size = NewType("Size", int)


INTEGER = {"type": "integer"}
IN_ORDER: dict[str, tuple[Any, dict[str, Any]]] = {
    "a mapping by numbers with a name": (
        dict[Size, int],
        {
            "type": "object",
            "x-keys": {"$ref": "#/schemas/Size"},
            "additionalProperties": INTEGER,
        },
    ),
    "a bounded mapping": (
        Annotated[dict[UserId, int], Field(min_length=1)],
        {
            "type": "object",
            "propertyNames": {"$ref": USER},
            "additionalProperties": INTEGER,
            "minProperties": 1,
        },
    ),
    "a bounded brand of a mapping": (
        Annotated[Scores, Field(max_length=3)],
        {"$ref": "#/schemas/Scores", "maxProperties": 3},
    ),
    "null last, each once": (
        None | UserId | list[int] | UserId,
        {
            "anyOf": [{"$ref": USER}, {"type": "array", "items": INTEGER}, {"type": "null"}],
        },
    ),
}


@pytest.mark.parametrize(("form", "expected"), IN_ORDER.values(), ids=IN_ORDER)
def test_keywords_are_written_in_the_order_of_readers(form: Any, expected: dict[str, Any]) -> None:
    """First what a value is, then what is in it, then how much of it."""
    registry = SchemaRegistry()
    slot = registry.add(form, "input")
    assert json.dumps(registry.write().schema(slot)) == json.dumps(expected)
