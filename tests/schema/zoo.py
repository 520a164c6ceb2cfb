"""Types of every kind that a pydantic user can write, each under a name that says what it is."""

import dataclasses
import decimal
import enum
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, NotRequired, TypeVar

import pydantic
import pydantic_core
from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    RootModel,
    StringConstraints,
    WithJsonSchema,
    computed_field,
    model_serializer,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.contracts import Brand

T = TypeVar("T")
U = TypeVar("U")

UserId = NewType("UserId", str)
Email = Annotated[str, Field(max_length=254), Brand("Email"), Field(examples=["ada@example.org"])]
Handle = Annotated[str, Brand("Handle"), StringConstraints(min_length=3, pattern="^[a-z]+$")]


class Colour(enum.Enum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mixed(enum.Enum):
    ONE = 1
    TWO = "two"


class Point(BaseModel):
    """A point."""

    x: int
    y: float = 0


class Aliased(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    first_name: str
    last_name: str = Field(alias="surname", default="x")
    in_only: int = Field(validation_alias="inOnly")
    out_only: int = Field(serialization_alias="outOnly")
    choice: int = Field(validation_alias=AliasChoices("c1", "c2"))
    path: int = Field(validation_alias=AliasPath("p", 0))
    one_step: int = Field(validation_alias=AliasPath("step"))


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", title="Closed one")
    a: int


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, int] = Field(init=False)
    a: int


class Extra(BaseModel):
    model_config = ConfigDict(json_schema_extra={"examples": [{"a": 1}]})
    a: UserId


class Computed(BaseModel):
    width: int
    id: UserId

    @computed_field(description="Twice.")  # type: ignore[prop-decorator]
    @property
    def double(self) -> int:
        return self.width * 2


class WholeSerialized(BaseModel):
    a: int

    @model_serializer
    def _whole(self) -> dict[str, int]:
        return {"a": self.a}


class Root(RootModel[list[UserId]]):
    """Ids."""


class Page(BaseModel, Generic[T]):
    items: list[T]
    next: T | None = None


class Pair(BaseModel, Generic[T, U]):
    first: T
    second: Annotated[U, Field(description="the other")]
    pages: Page[T]


class Base(BaseModel):
    id: UserId
    name: str


class Derived(Base):
    name: str = "x"
    more: Email


class Tree(BaseModel):
    value: int
    children: "list[Tree]" = []


class Ping(BaseModel):
    pong: "Pong | None" = None


class Pong(BaseModel):
    ping: Ping | None = None
    price: decimal.Decimal


class Cat(BaseModel):
    kind: Literal["cat"]
    name: str


class Dog(BaseModel):
    kind: Literal["dog", "puppy"]
    owner: UserId


class Cow(BaseModel):
    kind: Literal["cow"] = "cow"
    friends: "list[Annotated[Cat | Dog | Cow, Field(discriminator='kind')]]" = []


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
Animal = Annotated[Pet | Cow, Field(discriminator="kind")]


@dataclasses.dataclass
class Plain:
    a: int
    id: UserId
    b: str = "x"
    c: list[Point] = dataclasses.field(default_factory=list)


@pydantic.dataclasses.dataclass
class Strictish:
    """A pydantic dataclass."""

    a: int = Field(ge=1)
    mail: Email = "a@b.c"


class Movie(TypedDict):
    """A film."""

    name: str
    id: UserId
    year: NotRequired[int]


class Partial(TypedDict, total=False):
    a: int
    b: Annotated[UserId, Field(description="who")]


class Spot(TypedDict):
    x: int


class Coordinates(NamedTuple):
    x: int
    y: UserId
    z: int = 0


Nested = TypeAliasType("Nested", "dict[str, Nested | int]")
Spots = TypeAliasType("Spots", "list[Spots] | Spot")
"""A class that takes over configurations, in an alias that recurs."""
ListOfT = TypeAliasType("ListOfT", list[T], type_params=(T,))


class SkippedFields(BaseModel):
    required: SkipJsonSchema[int]
    default: SkipJsonSchema[int] = 3
    marked: Annotated[str, SkipJsonSchema()] = "x"
    inside: list[SkipJsonSchema[int]] = Field(default_factory=list)
    id: UserId

    @computed_field  # type: ignore[prop-decorator]
    @property
    def computed(self) -> SkipJsonSchema[int]:
        return 1


def _local() -> Any:
    class Local(BaseModel):
        id: UserId
        again: "Local | None" = None

    return Local


Local = _local()

ZOO: dict[str, Any] = {
    "colliding union": Point | Plain | Closed,
    "dict by enum": dict[Colour, int],
    "dict by bounded brand": dict[Handle, int],
    "brand with use": Annotated[
        Email, Field(max_length=20, description="mine", examples=["x@y.z"])
    ],
    "aliased model": Aliased,
    "extra": Extra,
    "computed": Computed,
    "whole serialized": WholeSerialized,
    "root": Root,
    "page of page": Page[Page[int]],
    "pair": Pair[UserId, list[Point]],
    "derived": Derived,
    "pets": Pet,
    "nested discriminators": Animal,
    "dataclass": Plain,
    "pydantic dataclass": Strictish,
    "TypedDict": Movie,
    "NamedTuple": Coordinates,
    "recursive alias": Nested,
    "recursive alias of TypedDicts": Spots,
    "generic alias": ListOfT[UserId],
    "skipped fields": SkippedFields,
    "skipped member": int | SkipJsonSchema[str],
    "with schema": Annotated[int, WithJsonSchema({"type": "string", "format": "odd"})],
    "plain serializer": Annotated[int, PlainSerializer(str, return_type=str)],
}
"""By what they are."""

if hasattr(pydantic_core, "MISSING"):  # since pydantic 2.12

    class MayBeMissing(BaseModel):
        a: int | pydantic_core.MISSING = pydantic_core.MISSING
        id: UserId

    ZOO["missing"] = MayBeMissing
