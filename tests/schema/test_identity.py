"""Brands, names and facets: what is one type, what it is called, and from where it is reached."""

import dataclasses
import enum
import types
import typing
from collections.abc import Callable
from decimal import Decimal
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, TypeVar, get_origin

import pytest
from annotated_types import Gt, MinLen
from pydantic import (
    BaseModel,
    Field,
    TypeAdapter,
    WithJsonSchema,
    computed_field,
    create_model,
)
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.contracts import Brand, ContractError
from sphinxcontrib_ggdocs.contracts.annotations import annotated
from sphinxcontrib_ggdocs.contracts.contract_errors import BrandConflict
from sphinxcontrib_ggdocs.schema import Mode, Overlay, SchemaRegistry

T = TypeVar("T")

UserId = NewType("UserId", str)
AdminId = NewType("AdminId", UserId)
Email = Annotated[str, Field(max_length=254, examples=["ada@example.org"]), Brand("Email")]
WorkEmail = NewType("WorkEmail", Email)
SHORT = Annotated[str, Brand("Short"), Field(max_length=3)]


class Order(BaseModel):
    id: UserId


class Page(BaseModel, Generic[T]):
    items: list[T]


class Sent(BaseModel, Generic[T]):
    item: Annotated[T, WithJsonSchema({})]


class Colour(enum.Enum):
    RED = "r.b"


class Sized(BaseModel):
    width: int

    @computed_field  # type: ignore[prop-decorator]  # pydantic's documented form, which mypy cannot see through
    @property
    def area(self) -> int:
        return self.width**2


class Crate(BaseModel):
    box: Sized
    plain: Order


def written(*forms: tuple[Any, Mode]) -> tuple[dict[str, Any], list[Any], list[set[str]]]:
    """Named schemas, the schema at each slot, and the types reached from each slot."""
    registry = SchemaRegistry()
    slots = [registry.add(form, mode) for form, mode in forms]
    done = registry.write()
    return (
        done.schemas,
        [done.schema(slot) for slot in slots],
        [set(done.reached(slot, set())) for slot in slots],
    )


def in_module(name: str, model: str, **fields: Any) -> Any:
    """A model that says it comes from a module."""
    make: Any = create_model
    return make(model, __module__=name, **fields)


USER_SCHEMA = {"type": "string", "title": "UserId", "x-brand": ["UserId"]}
EMAIL_SCHEMA = {
    "type": "string",
    "maxLength": 254,
    "examples": ["ada@example.org"],
    "title": "Email",
    "x-brand": ["Email"],
}
BRANDS: dict[str, tuple[Any, dict[str, Any], dict[str, Any]]] = {
    "a NewType over a NewType": (
        AdminId,
        {"$ref": "#/schemas/AdminId"},
        {
            "AdminId": {
                "$ref": "#/schemas/UserId",
                "title": "AdminId",
                "x-brand": ["UserId", "AdminId"],
            },
            "UserId": USER_SCHEMA,
        },
    ),
    "what a use adds stays with the use": (
        Annotated[Email, Field(examples=["bob@example.org"], description="Where to write.")],
        {
            "$ref": "#/schemas/Email",
            "examples": ["bob@example.org"],
            "description": "Where to write.",
        },
        {"Email": EMAIL_SCHEMA},
    ),
    "in a list, in a map's keys and values": (
        dict[UserId, list[UserId]],
        {
            "type": "object",
            "propertyNames": {"$ref": "#/schemas/UserId"},
            "additionalProperties": {"type": "array", "items": {"$ref": "#/schemas/UserId"}},
        },
        {"UserId": USER_SCHEMA},
    ),
    "a NewType over a Brand": (
        list[WorkEmail],
        {"type": "array", "items": {"$ref": "#/schemas/WorkEmail"}},
        {
            "Email": EMAIL_SCHEMA,
            "WorkEmail": {
                "$ref": "#/schemas/Email",
                "title": "WorkEmail",
                "x-brand": ["Email", "WorkEmail"],
            },
        },
    ),
    "an alias of another name than the brand": (
        TypeAliasType("Brief", SHORT),
        {"$ref": "#/schemas/Brief"},
        {
            "Brief": {"$ref": "#/schemas/Short"},
            "Short": {"type": "string", "maxLength": 3, "title": "Short", "x-brand": ["Short"]},
        },
    ),
}


@pytest.mark.parametrize(("form", "schema", "schemas"), BRANDS.values(), ids=BRANDS)
def test_brands(form: Any, schema: Any, schemas: Any) -> None:
    assert written((form, "input"))[:2] == (schemas, [schema])


def test_facets_are_told_apart_only_where_they_differ() -> None:
    schemas, at, reached = written((Crate, "input"), (Crate, "output"))
    assert set(schemas) == {
        "Crate-Input",
        "Crate-Output",
        "Sized-Input",
        "Sized-Output",
        "Order",
        "UserId",
    }
    assert at == [{"$ref": "#/schemas/Crate-Input"}, {"$ref": "#/schemas/Crate-Output"}]
    assert schemas["Crate-Output"]["properties"]["box"] == {"$ref": "#/schemas/Sized-Output"}
    assert {schemas[name]["x-type"] for name in schemas if name.startswith("Crate")} == {"Crate"}
    assert reached[0] == reached[1] == {"Crate", "Sized", "Order", "UserId"}


@pytest.mark.parametrize(
    "form",
    [
        pytest.param(list[Decimal], id="list"),
        pytest.param(Decimal | None, id="union"),
        pytest.param(list[dict[str, Decimal | None]], id="further inside"),
    ],
)
def test_a_class_has_two_facets_where_a_part_of_it_has(form: Any) -> None:
    cls = create_model("Part", part=(form, ...))
    assert set(written((cls, "input"), (cls, "output"))[0]) == {"Part-Input", "Part-Output"}


class Whole(BaseModel):
    plain: Annotated[float, Field(gt=7)]
    optional: float | None = Field(None, gt=7)
    listed: list[float] = Field(min_length=1)


class Serialized(Whole):
    @computed_field
    def total(self) -> float:
        return 0


@pytest.mark.parametrize("model", [Whole, Serialized])
def test_bounds_are_as_written_whatever_types_were_made_before(model: type[BaseModel]) -> None:
    # `typing` remembers these, whose bounds are equal to those of the model
    before = [Annotated[float, Gt(7.0)], Annotated[list[float], MinLen(True)]]
    registry = SchemaRegistry()
    registry.add(model, "input")
    [schema] = registry.write().schemas.values()
    fields = schema["properties"]
    assert before
    assert repr(fields["plain"]["exclusiveMinimum"]) == "7"
    assert repr(fields["optional"]["anyOf"][0]["exclusiveMinimum"]) == "7"
    assert repr(fields["listed"]["minItems"]) == "1"


def test_generics_are_named_readably() -> None:
    schemas, _, _ = written(
        (Page[Order], "input"), (Page[list[UserId]], "input"), (Page[Order | None], "input")
    )
    assert {name: schemas[name]["title"] for name in schemas if name.startswith("Page")} == {
        "Page_Order": "Page[Order]",
        "Page_list_UserId": "Page[list[UserId]]",
        "Page_Order_None": "Page[Order | None]",
    }


@pytest.mark.parametrize(
    ("form", "title"),
    [
        (Page[tuple[int, ...]], "Page[tuple[int, ...]]"),
        (Page[dict[str, Email]], "Page[dict[str, Email]]"),
        (Sent[typing.Callable[["Order"], int]], "Sent[Callable[[Order], int]]"),
        (Sent[Literal["a.b", 1, Colour.RED]], "Sent[Literal['a.b', 1, RED]]"),
    ],
)
def test_arguments_of_a_generic_are_named_as_they_are_written(form: Any, title: str) -> None:
    schemas, _, _ = written((form, "input"))
    assert title in {schema["title"] for schema in schemas.values()}


@dataclasses.dataclass
class Boxed(Generic[T]):
    item: T


class Wrapped(TypedDict, Generic[T]):
    item: T


class Pair(NamedTuple, Generic[T]):
    item: T


@pytest.mark.parametrize(
    "form",
    [
        Page,
        Boxed,
        Wrapped,
        Pair,
    ],
    ids=str,
)
def test_a_generic_without_arguments_has_its_name_as_title(form: Any) -> None:
    schemas, _, _ = written((form, "input"))
    name = (get_origin(form) or form).__name__
    assert {key: schema["title"] for key, schema in schemas.items()} == {name: name}
    # Pydantic has no titles for NamedTuples.
    assert TypeAdapter(form).json_schema().get("title", name) == name


def test_underscores_that_separate_nothing_are_no_part_of_names() -> None:
    forms = [in_module("shop", name, id=(int, ...)) for name in ("_Order", "Order__Line", "Item_")]
    assert set(written(*[(form, "input") for form in forms])[0]) == {"Order", "Order_Line", "Item"}


def test_a_number_that_tells_apart_takes_nobodys_name() -> None:
    forms = [in_module("shop", name, id=(int, ...)) for name in ("Item", "Item", "Item_2")]
    assert set(written(*[(form, "input") for form in forms])[0]) == {
        "Item",
        "Item_2",
        "Item_2_of_Item",
    }


def test_names_that_collide_are_told_apart_by_their_modules() -> None:
    items = [
        in_module(name, "Item", id=(int, ...))
        for name in ("shop.orders", "shop.billing", "web.billing")
    ]
    other = in_module("shop.orders", "Other", id=(int, ...))
    names = set(written(*[(item, "input") for item in items])[0])
    assert names == {"orders.Item", "shop.billing.Item", "web.billing.Item"}
    assert set(written((other, "input"), *[(item, "input") for item in items])[0]) == names | {
        "Other"
    }


def alias_in(module: str, form: Any) -> Any:
    """An alias that is written in a module."""
    names = {"TypeAliasType": TypeAliasType, "form": form, "__name__": module}
    exec("Ids = TypeAliasType('Ids', list[form])", names)  # as in that module
    return names["Ids"]


def test_aliases_of_one_name_in_two_modules_are_two() -> None:
    aliases = alias_in("shop.orders", int), alias_in("bank.users", str)
    schemas, at, _ = written(*((alias, "input") for alias in aliases))
    assert at == [{"$ref": "#/schemas/orders.Ids"}, {"$ref": "#/schemas/users.Ids"}]
    assert [schemas[name]["items"]["type"] for name in ("orders.Ids", "users.Ids")] == [
        "integer",
        "string",
    ]


def test_a_class_that_two_models_configure_is_named_after_each() -> None:
    low = dataclasses.make_dataclass("Low", [("size", int)])
    models = [
        create_model(name, __config__={"alias_generator": change}, inner=(low, ...))
        for name, change in (("Upper", str.upper), ("Title", str.title))
    ]
    schemas, _, _ = written(*((form, "input") for form in (*models, low)))
    names = {name: list(schemas[name]["properties"]) for name in schemas if "Low" in name}
    assert names == {"Low": ["size"], "Title.Low": ["Size"], "Upper.Low": ["SIZE"]}


def test_brands_of_one_name_in_two_modules_are_two() -> None:
    first, second = NewType("Code", str), NewType("Code", int)
    first.__module__, second.__module__ = "shop.codes", "web.codes"
    schemas, _, _ = written((first, "input"), (second, "input"))
    assert {name: schema["type"] for name, schema in schemas.items()} == {
        "shop.codes.Code": "string",
        "web.codes.Code": "integer",
    }


def test_a_brand_with_two_meanings_is_refused_with_both_places() -> None:
    first = Annotated[str, Brand("Torn")]
    second = Annotated[int, Brand("Torn")]
    with pytest.raises(BrandConflict) as caught:
        written((first, "input"), (second, "input"))
    places = [word for word in str(caught.value).split() if word.startswith(f"{__name__}:")]
    assert len(set(places)) == 2


@pytest.mark.parametrize(
    ("form", "shown"),
    [
        (Callable[[UserId], int], "for Callable[[UserId], int]: "),
        (tuple[UserId, types.ModuleType], "for tuple[UserId, module]: "),
    ],
)
def test_a_type_without_a_schema_is_shown_as_it_is_written(form: Any, shown: str) -> None:
    with pytest.raises(ContractError) as caught:
        written((form, "input"))
    assert shown in str(caught.value)


def test_a_type_is_described_once_and_an_equal_one_for_itself() -> None:
    walker = Overlay()
    pair = tuple[int, str]
    one, other = annotated(int, [Gt(0)]), annotated(int, [Gt(0.0)])

    assert walker.describe(pair, "input") is walker.describe(pair, "input")
    assert repr(walker.describe(one, "input")) != repr(walker.describe(other, "input"))
