"""Types of every kind that a pydantic user can write, each under a name that says what it is."""

import dataclasses
import datetime
import decimal
import enum
import pathlib
from typing import (
    Annotated,
    Any,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Optional,
    TypeVar,
    Union,
)

import pydantic
import pydantic_core
from pydantic import (
    AliasChoices,
    AliasPath,
    BaseModel,
    ByteSize,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Json,
    JsonValue,
    PlainSerializer,
    RootModel,
    SecretStr,
    StringConstraints,
    Tag,
    WithJsonSchema,
    computed_field,
    field_validator,
    model_serializer,
)
from pydantic.alias_generators import to_camel
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import core_schema
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.contracts import Brand

T = TypeVar("T")
U = TypeVar("U")

UserId = NewType("UserId", str)
AdminId = NewType("AdminId", UserId)
Amount = NewType("Amount", int)
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


class Branded(BaseModel):
    id: UserId
    admin: AdminId | None = None
    mail: Email = Field(description="Where to write.", default="a@b.c")
    others: list[UserId] = Field(default_factory=list, max_length=3)
    by_id: dict[UserId, Point] = {}
    amount: Annotated[Amount, Field(ge=0)]


class Documented(BaseModel):
    """With words.

    And more of them.
    """

    name: str = Field(
        title="The name", description="What it is called.", examples=["a", "b"], min_length=1
    )
    old: int | None = Field(default=None, deprecated=True)
    size: int = Field(default=3, gt=0, le=10, multiple_of=3, json_schema_extra={"x-unit": "cm"})
    tags: set[str] = Field(default={"b", "a"}, min_length=1)
    colour: Colour = Colour.RED
    where: Point = Point(x=1)
    when: datetime.date = datetime.date(2020, 1, 2)


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


class Validated(BaseModel):
    a: int
    id: UserId

    @field_validator("a", mode="before", json_schema_input_type=int | str)
    @classmethod
    def _a(cls, value: Any) -> int:
        return int(value)


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


def _tag(value: Any) -> str:
    return "point" if isinstance(value, Point) or "x" in value else "closed"


Tagged = Annotated[
    Annotated[Point, Tag("point")] | Annotated[Closed, Tag("closed")], Discriminator(_tag)
]


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


Ids = TypeAliasType("Ids", list[UserId])
Nested = TypeAliasType("Nested", "dict[str, Nested | int]")
Spots = TypeAliasType("Spots", "list[Spots] | Spot")
"""A class that takes over configurations, in an alias that recurs."""
ListOfT = TypeAliasType("ListOfT", list[T], type_params=(T,))


class CustomJson:
    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.any_schema()

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: Any, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        return {"type": "string", "format": "custom"}


class Hooked(BaseModel):
    a: int
    id: UserId

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: Any, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        json_schema = handler(schema)
        handler.resolve_ref_schema(json_schema)["x-hook"] = True
        return json_schema


class Skips(BaseModel):
    a: int | SkipJsonSchema[None] = None
    id: UserId


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


# pydantic refuses a class that mentions one of these twice.
HiddenNumber = TypeAliasType("HiddenNumber", Annotated[int, SkipJsonSchema()])
HiddenText = TypeAliasType("HiddenText", SkipJsonSchema[str])
HiddenAlias = TypeAliasType("HiddenAlias", HiddenText)
HiddenId = NewType("HiddenId", SkipJsonSchema[int])


class SkippedByAlias(BaseModel):
    required: HiddenNumber
    choice: str | HiddenAlias
    by_name: dict[str, HiddenId]
    id: UserId


def _local() -> Any:
    class Local(BaseModel):
        id: UserId
        again: "Local | None" = None

    return Local


Local = _local()

ZOO: dict[str, Any] = {
    "None": None,
    "Path": pathlib.Path,
    "secret": SecretStr,
    "Json": Json[list[int]],
    "ByteSize": ByteSize,
    "bounded str": Annotated[str, StringConstraints(min_length=1, max_length=9, pattern="^a")],
    "stack": Annotated[Annotated[int, Field(ge=1, description="inner")], Field(le=5, examples=[3])],
    "literal": Literal["a", "b"],
    "mixed literal": Literal["a", 1, None, True],
    "int enum": Level,
    "mixed enum": Mixed,
    "optional": Optional[int],  # noqa: UP045
    "union": int | str | None,
    "nested union": Union[int, Annotated[str | None, Field(max_length=3)]],  # noqa: UP007
    "colliding union": Point | Plain | Closed,
    "dict by enum": dict[Colour, int],
    "dict by int brand": dict[Amount, int],
    "dict by bounded key": dict[Annotated[str, Field(min_length=2)], int],
    "dict by pattern": dict[Annotated[str, Field(pattern="^a")], int],
    "dict by bounded brand": dict[Handle, int],
    "tuple": tuple[int, UserId],
    "variadic tuple": tuple[UserId, ...],
    "brand": UserId,
    "chain": AdminId,
    "Email": Email,
    "Handle": Handle,
    "brand with use": Annotated[
        Email, Field(max_length=20, description="mine", examples=["x@y.z"])
    ],
    "bounded brand": Annotated[UserId, Field(min_length=4)],
    "optional brand": UserId | None,
    "brand of model": NewType("Verified", Point),
    "brand of list": NewType("Basket", list[UserId]),
    "branded model": Branded,
    "documented model": Documented,
    "aliased model": Aliased,
    "open model": Open,
    "extra": Extra,
    "computed": Computed,
    "whole serialized": WholeSerialized,
    "validated": Validated,
    "root": Root,
    "root of int": RootModel[int],
    "page of page": Page[Page[int]],
    "page of union": Page[Point | None],
    "pair": Pair[UserId, list[Point]],
    "derived": Derived,
    "tree": Tree,
    "mutual": Ping,
    "pets": Pet,
    "nested discriminators": Animal,
    "recursive discriminator": Cow,
    "callable discriminator": Tagged,
    "dataclass": Plain,
    "pydantic dataclass": Strictish,
    "TypedDict": Movie,
    "partial TypedDict": Partial,
    "NamedTuple": Coordinates,
    "recursive alias": Nested,
    "alias of any JSON": JsonValue,
    "any JSON in a model": Page[dict[str, JsonValue] | None],
    "recursive alias of TypedDicts": Spots,
    "generic alias": ListOfT[UserId],
    "custom json": CustomJson,
    "hooked": Hooked,
    "skips": Skips,
    "skipped fields": SkippedFields,
    "skipped by alias": SkippedByAlias,
    "skipped member": int | SkipJsonSchema[str],
    "with schema": Annotated[int, WithJsonSchema({"type": "string", "format": "odd"})],
    "plain serializer": Annotated[int, PlainSerializer(str, return_type=str)],
    "local": Local,
}
"""By what they are."""

if hasattr(pydantic_core, "MISSING"):  # since pydantic 2.12

    class MayBeMissing(BaseModel):
        a: int | pydantic_core.MISSING = pydantic_core.MISSING
        id: UserId

    ZOO["missing"] = MayBeMissing
