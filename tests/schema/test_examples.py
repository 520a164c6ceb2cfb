"""Examples, wherever pydantic reads them: none is lost, and of two the same one wins."""

import dataclasses
from typing import Annotated, Any, NamedTuple, NewType, NotRequired

import pydantic
import pytest
from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    RootModel,
    WithJsonSchema,
    create_model,
)
from pydantic.json_schema import Examples
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.contracts import Brand
from sphinxcontrib_ggdocs.schema import Facet

from .normal import normal, ours, theirs
from .zoo import Point, UserId

Email = Annotated[str, Brand("Email"), Field(examples=["brand"])]
AdminId = NewType("AdminId", UserId)
Worded = TypeAliasType("Worded", Annotated[str, Field(examples=["alias"])])
EXAMPLE = Field(examples=["one"])
EXTRA = Field(json_schema_extra={"examples": ["extra"]})
OF_WHOLE: Any = ConfigDict(json_schema_extra={"examples": [{"a": "one"}]})


@dataclasses.dataclass
class Plain:
    a: Annotated[UserId, EXAMPLE]


@pydantic.dataclasses.dataclass
class WithField:
    a: UserId = Field(examples=["one"], default=UserId("x"), alias="aA")


@pydantic.dataclasses.dataclass(config=OF_WHOLE)
class Configured:
    a: UserId


class Keys(TypedDict):
    a: NotRequired[Annotated[UserId, EXAMPLE]]
    b: Annotated[NotRequired[UserId], EXTRA]


class WholeKeys(TypedDict):
    __pydantic_config__ = OF_WHOLE  # type: ignore[misc]  # a TypedDict has no other place for it
    a: str


class Items(NamedTuple):
    a: Annotated[UserId, EXAMPLE]
    b: Annotated[str, EXTRA] = "x"


class Root(RootModel[UserId]):
    root: UserId = Field(examples=["one"])


class WholeRoot(RootModel[UserId]):
    model_config = ConfigDict(json_schema_extra={"examples": ["one"]})


class Computed(BaseModel):
    @pydantic.computed_field(examples=["one"])  # type: ignore[prop-decorator]
    @property
    def a(self) -> UserId:
        return UserId("x")


def field(form: Any, **said: Any) -> Any:
    create: Any = create_model
    return create("Model", a=(form, Field(**said)))


create: Any = create_model
TABLE: dict[str, Any] = {
    "field": field(str, examples=["one"]),
    "field of a NewType": field(UserId, examples=["one"]),
    "field of a NewType over a NewType": field(AdminId, examples=["one"]),
    "field of a Brand with its own": field(Email, examples=["one"]),
    "field of a Brand": field(Email, description="What."),
    "field of an alias": field(Worded, examples=["one"]),
    "field of an alias with its own": field(Worded),
    "field of an optional": field(UserId | None, examples=["one", None]),
    "field of a model": field(Point, examples=[{"x": 1, "y": 2}]),
    "field of a list": field(list[Annotated[UserId, EXAMPLE]], examples=[["two"]]),
    "field with an alias": field(UserId, examples=["one"], alias="aA"),
    "field with several aliases": field(
        UserId, examples=["one"], validation_alias=AliasChoices("p", "q")
    ),
    "field and annotation": field(Annotated[UserId, EXAMPLE], examples=["two"]),
    "extra of a field": field(UserId, json_schema_extra={"examples": ["extra"]}),
    "extra and example of a field": field(
        UserId, examples=["one"], json_schema_extra={"examples": ["extra"]}
    ),
    "extra in the annotation": field(Annotated[UserId, EXTRA], examples=["one"]),
    "extra before an example": Annotated[UserId, EXTRA, EXAMPLE],
    "extra after an example": Annotated[str, EXAMPLE, EXTRA],
    "two in one annotation": Annotated[str, EXAMPLE, Field(examples=["two"])],
    "before a bound": Annotated[str, EXAMPLE, Field(min_length=2)],
    "before a validator": field(
        Annotated[UserId, EXAMPLE, AfterValidator(str)], description="What."
    ),
    "behind a validator": Annotated[UserId, AfterValidator(str), EXAMPLE],
    "before a serializer": Annotated[Email, PlainSerializer(str, return_type=str)],
    "serializer over a brand": field(
        Annotated[UserId, EXAMPLE, PlainSerializer(str, return_type=str)]
    ),
    "WithJsonSchema": field(
        Annotated[UserId, WithJsonSchema({"type": "string", "examples": ["one"]})]
    ),
    "WithJsonSchema and a field": field(
        Annotated[str, WithJsonSchema({"type": "string"})], examples=["one"]
    ),
    "Examples": Annotated[UserId, Examples(["one"])],
    "extra of a model": create("Model", __config__=OF_WHOLE, a=(UserId, ...)),
    "extra function of a model": create(
        "Model",
        __config__=ConfigDict(
            json_schema_extra=lambda schema: schema.update(examples=[{"a": "one"}])
        ),
        a=(UserId, ...),
    ),
    "dataclass": Plain,
    "pydantic dataclass": WithField,
    "extra of a dataclass": Configured,
    "TypedDict": Keys,
    "extra of a TypedDict": WholeKeys,
    "NamedTuple": Items,
    "root model": Root,
    "extra of a root model": WholeRoot,
    "computed field": Computed,
}
"""By where the example stands."""


@pytest.mark.parametrize("facet", ["input", "output"])
@pytest.mark.parametrize("form", [pytest.param(form, id=name) for name, form in TABLE.items()])
def test_examples_are_those_of_pydantic(form: Any, facet: Facet) -> None:
    expected = theirs(form, facet)
    assert normal(ours(form, facet)) == normal(expected)
    assert ('"examples"' in str(ours(form, facet)).replace("'", '"')) is (
        "'examples'" in str(expected)
    )
