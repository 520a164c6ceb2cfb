"""Types that are met less often than those of the zoo."""

import copy
import dataclasses
import datetime
import decimal
import enum
import pathlib
import re
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    NewType,
    NotRequired,
    Required,
    Self,
    TypeVar,
)

import pydantic
from pydantic import (
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    FilePath,
    GetPydanticSchema,
    Json,
    OnErrorOmit,
    PlainSerializer,
    Tag,
    WithJsonSchema,
    computed_field,
    field_serializer,
    field_validator,
)
from pydantic.alias_generators import to_camel, to_snake
from pydantic.fields import FieldInfo
from pydantic.json_schema import SkipJsonSchema
from typing_extensions import TypeAliasType, TypedDict

from .modules.teams import Team
from .zoo import Cat, Colour, Dog, ListOfT, Nested, Pet, Point, Spot, UserId


def with_config(title: str, config: Any, **fields: Any) -> Any:
    create: Any = pydantic.create_model
    return create(
        title, __config__=config, **{field: (form, ...) for field, form in fields.items()}
    )


class Inner(TypedDict):
    name: str
    nested: Nested


class Low(TypedDict):
    name: UserId


T = TypeVar("T")


class Rights(enum.IntFlag):
    READ = 1
    WRITE = 2


class Open(TypedDict, extra_items=int):  # type: ignore[call-arg]  # PEP 728
    a: str


class WithFields(TypedDict, total=False):
    """Fields with all that a field may have."""

    name: Annotated[UserId, Field(description="Own.", examples=["1"], json_schema_extra={"x": 1})]
    undescribed: Required[Annotated[str, Field(min_length=1, deprecated=True)]]
    qualified_inside: Annotated[Required[int], Field(title="Inside")]
    others: NotRequired[list["WithFields"]]
    with_default: Annotated[int, Field(3, ge=1)]
    made: Annotated[list[int], Field(default_factory=list)]
    aliased: Annotated[int, Field(alias="of-alias")]
    replaced: Annotated[UserId, WithJsonSchema({"type": "array"}), Field(description="Replaced.")]
    tagged: Annotated[Cat | Dog, Field(discriminator="kind")]
    given: Annotated[UserId, BeforeValidator(str, json_schema_input_type=str)]
    excluded: Annotated[int, Field(exclude=True)]
    left_out: OnErrorOmit[int]


class Heir(WithFields, closed=False):
    more: int


class ClosedBase(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid", title="Closed base")  # type: ignore[misc]
    low: Low
    lows: dict[str, list[Low] | None]


class OpenBase(TypedDict):
    __pydantic_config__ = ConfigDict(extra="allow")  # type: ignore[misc]
    low: Low


class Between(OpenBase):
    pass


class AfterBoth(Between, ClosedBase):
    pass


class SomeMembers(TypedDict):
    called: Callable[[int], int] | int
    skipped: SkipJsonSchema[int]


class HiddenHeirs(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    answered: list[Annotated[int, PlainSerializer(lambda value: {"name": value}, return_type=Low)]]
    given: list[Annotated[int, BeforeValidator(int, json_schema_input_type=Low)]]


class Checked(TypedDict):
    name: str

    @field_validator("name", mode="before", json_schema_input_type=int | str)  # type: ignore[misc]
    @classmethod
    def _text(cls, value: Any) -> str:
        return str(value)


Lower = TypeAliasType("Lower", Low)


class Cell(TypedDict, Generic[T]):
    value: T


@dataclasses.dataclass
class Box(Generic[T]):
    value: T
    label: str = "x"


@dataclasses.dataclass
class Branch(Generic[T]):
    value: T
    next: "Branch[T] | None" = None


class Storage(enum.Enum):
    BUCKET = "bucket"
    model_config = ConfigDict(extra="forbid")


@dataclasses.dataclass
class Twig:
    """A dataclass that recurs."""

    label: str
    kids: "list[Twig]" = dataclasses.field(default_factory=list)
    leaf: "Frozen | None" = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Frozen:
    """Does not change."""

    when: datetime.date
    who: UserId = dataclasses.field(
        default=UserId("ada"), metadata={"note": "kept by the stdlib only"}
    )
    seed: dataclasses.InitVar[int] = 3


class Pairing(NamedTuple, Generic[T]):
    first: T
    second: T


class Constants(BaseModel):
    kind: ClassVar[str] = "constants"
    limit: Final[int]
    id: UserId
    _hidden: int = 0


class Generators(BaseModel):
    model_config = ConfigDict(
        alias_generator=AliasGenerator(validation_alias=to_camel, serialization_alias=to_snake),
        model_title_generator=lambda cls: f"The {cls.__name__}",
        field_title_generator=lambda name, info: name.upper(),
    )
    first_name: UserId


class EnumValues(BaseModel):
    model_config = ConfigDict(use_enum_values=True)
    colour: Colour = Colour.RED


class Late(BaseModel):
    model_config = ConfigDict(defer_build=True)
    id: UserId


class Hidden(BaseModel):
    shown: UserId
    secret: str = Field(exclude=True)


class Zoo(BaseModel):
    pets: dict[str, Pet]
    rows: list[list[Pet] | None]
    either: Pet | int = Field(default=3, description="one or the other")


class Cow(BaseModel):
    kind: Literal["cow"] = Field("cow", alias="k")


class Calf(BaseModel):
    kind: Literal["calf"] = Field("calf", alias="k")
    mother: Self | None = None


class Loner(BaseModel):
    kind: Literal["loner"] = Field(alias="k")


class Herd(BaseModel):
    kind: Literal["herd"] = Field(alias="k")
    members: list[Annotated[Pet, Field(title="Members")]] = []


class Kept(BaseModel):
    id: Annotated[int, pydantic.WithJsonSchema({"type": "string"})] = Field(description="The id.")


_optional_id = copy.copy(Kept.model_fields["id"])
_optional_id.default = None


class ByName(BaseModel):
    model_config = ConfigDict(validate_by_alias=False, validate_by_name=True)
    owner: UserId = Field(alias="theOwner")


class Replaced(BaseModel):
    names: Annotated[
        str,
        Field(deprecated=True, description="What they are."),
        BeforeValidator(str, json_schema_input_type=list[UserId]),
    ]


Text = NewType("Text", Annotated[int, PlainSerializer(str, return_type=str)])


class SerializedDefaults(BaseModel):
    """Their defaults are answered as texts."""

    size: Annotated[int, PlainSerializer(str, return_type=str)] = 3
    none: Annotated[int | None, PlainSerializer(str, return_type=str)] = None
    at_field: int = Field(3, description="A text.")
    named: Text = Text(3)
    inside: list[Annotated[int, PlainSerializer(str, return_type=str)]] = [3]
    owner: UserId = UserId("me")


class Omitting(BaseModel):
    may_be_left_out: OnErrorOmit[UserId]
    many: list[OnErrorOmit[Point]]


class NoneForAll(BaseModel):
    pattern: re.Pattern[str] = re.compile("a")
    colour: Colour = None  # type: ignore[assignment]  # many write so


@dataclasses.dataclass
class NamedLikeKeywords:
    mapping: dict[str, UserId]
    discriminator: dict[str, Point]
    properties: list[UserId]


@dataclasses.dataclass
class Flat:
    tree: Annotated[Nested, PlainSerializer(str, return_type=str)]
    shown: Annotated[Nested, WithJsonSchema({"type": "integer"})]
    plain: Nested | None = None


Chain = TypeAliasType("Chain", "tuple[T, Chain[T]] | None", type_params=(T,))
Link = NewType("Link", Point)


class Opaque:
    """No type of pydantic."""


class WithOpaque(BaseModel):
    """A class without a JSON Schema."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    opaque: Opaque


ANY_LIST = WithJsonSchema({"type": "array"})


class HidingOpaque(BaseModel):
    """What its serializers return is never described."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    unknown: Annotated[Opaque, ANY_LIST]
    other: Annotated[str, ANY_LIST]

    @field_serializer("unknown")
    def _unknown(self, value: Any) -> WithOpaque | Opaque:
        return WithOpaque(opaque=value)

    @field_serializer("other")
    def _other(self, value: Any) -> WithOpaque:
        return WithOpaque(opaque=value)


# pydantic has it from 2.12 on
_without_zero: Any = (
    Field(exclude_if=lambda size: size == 0) if hasattr(FieldInfo, "exclude_if") else Field()
)


class Sparse(BaseModel):
    size: int = _without_zero
    id: UserId


Cost = NewType("Cost", decimal.Decimal)


class Titled(TypedDict):
    title: str
    length: datetime.timedelta


class Titles(NamedTuple):
    title: str
    length: datetime.timedelta = datetime.timedelta(days=5)


class OwnTitled(TypedDict):
    __pydantic_config__ = ConfigDict(str_max_length=7, ser_json_timedelta="float")  # type: ignore[misc]
    title: str
    length: datetime.timedelta
    owner: UserId


class HandingOn(BaseModel):
    model_config = ConfigDict(
        str_max_length=5,
        ser_json_timedelta="float",
        ser_json_bytes="base64",
        json_schema_serialization_defaults_required=True,
    )
    length: datetime.timedelta = datetime.timedelta(days=5)
    titled: Titled
    many: list[Titles]
    own: OwnTitled
    flat: Frozen
    owner: UserId


class Silent(BaseModel):
    kind: str = "silent"


class Loud(BaseModel):
    kind: str = "loud"


class Counted(BaseModel, extra="forbid"):
    """It has computed fields."""

    names: list[str] = Field(description="All names.")
    flat: Flat

    @computed_field(alias="sizeOf", title="Size", examples=[1], deprecated=True)
    def size(self) -> int:
        raise NotImplementedError

    @computed_field(description="")
    def flat_again(self) -> Flat:
        raise NotImplementedError

    @computed_field(json_schema_extra={"x-unit": "cm"})
    def length(self) -> Annotated[float, Field(description="Its own.")]:
        raise NotImplementedError

    @field_serializer("names")
    def _joined(self, names: list[str]) -> str:
        raise NotImplementedError


class Answered(BaseModel):
    """Its fields are answered as other types; the hook of a path stays."""

    day: datetime.date = Field(description="A day.", deprecated="")
    where: pathlib.Path
    owner: UserId
    optional: int | None = None
    cats: list[Cat]
    unsaid: int
    not_null: int | None

    @computed_field
    def owners(self) -> list[UserId]:
        raise NotImplementedError

    @field_serializer("day", "where")
    def _number(self, value: Any) -> int:
        raise NotImplementedError

    @field_serializer("owner", when_used="json")
    def _first(self, value: Any) -> UserId:
        raise NotImplementedError

    @field_serializer("optional")
    def _default(self, value: Any) -> str:
        raise NotImplementedError

    @field_serializer("cats", mode="wrap")
    def _dogs(self, value: Any, handler: Any) -> list[Dog]:
        raise NotImplementedError

    @field_serializer("unsaid")
    def _same(self, value: Any):  # type: ignore[no-untyped-def]  # meant
        raise NotImplementedError

    @field_serializer("not_null", when_used="unless-none")
    def _shown(self, value: Any) -> str:
        raise NotImplementedError


Texts = TypeAliasType("Texts", "str | list[Texts]")


class SerializedTwice(BaseModel):
    """The serializer of a computed field counts, too."""

    @computed_field
    def size(self) -> str:
        raise NotImplementedError

    @field_serializer("*")
    def _texts(self, value: Any) -> Texts:
        raise NotImplementedError


def _kind(value: Any) -> str:
    return "loud" if value == {"kind": "loud"} else "silent"


Either = TypeAliasType("Either", "int | UserId")

Counts = TypeAliasType("Counts", "int | list[Counts]")

Layers = TypeAliasType("Layers", "tuple[T, Spot, Layers[T] | None]", type_params=(T,))


RARITIES: dict[str, Any] = {
    "config that is handed on": HandingOn,
    "recursive generic dataclass without arguments": Branch,
    "alias of a union with a bound": Annotated[Either, Field(max_length=3)],
    "schema of another type for a brand": Annotated[
        UserId, GetPydanticSchema(lambda _, handler: handler(int))
    ],
    "schema of another type for an alias": list[
        Annotated[Either, GetPydanticSchema(lambda _, handler: handler(int))]
    ],
    "own schema for a tuple": Annotated[
        tuple[UserId, int], GetPydanticSchema(lambda form, handler: handler(form))
    ],
    "callable discriminator": Annotated[
        Annotated[Silent, Tag("silent")] | Annotated[Loud, Tag("loud")], Discriminator(_kind)
    ],
    "callable discriminator of classes and others": list[
        Annotated[
            Annotated[Silent, Tag("silent")]
            | Annotated[Colour, Tag("colour")]
            | Annotated[Callable[[int], int], Tag("never")]
            | Annotated[datetime.date, Tag("day")],
            Discriminator(_kind),
        ]
    ],
    "computed fields of a closed model": Counted,
    "fields that are answered as others": Answered,
    "serializers of computed fields": SerializedTwice,
    "defaults that are serialized": SerializedDefaults,
    "FilePath": FilePath,
    "IntFlag": Rights,
    "extra items": Open,
    "generic TypedDict": Cell[UserId],
    "generic dataclass": Box[UserId],
    "recursive generic dataclass": Branch[UserId],
    "generic NamedTuple": Pairing[UserId],
    "defaultdict": defaultdict[str, list[UserId]],
    "Counter": Counter[str],
    "constants": Constants,
    "generators": Generators,
    "enum values": EnumValues,
    "deferred": Late,
    "excluded": Hidden,
    "discriminators inside": Zoo,
    "recursive generic alias": Chain[UserId],
    "NewType over a model": list[Link],
    "two modules": Team,
    "tuple of unions": tuple[UserId | None, int | str, *tuple[Point, ...]],
    "optional container with a bound": Annotated[
        list[UserId] | dict[str, UserId] | None, Field(max_length=2)
    ],
    "brand with a serializer": Annotated[UserId, PlainSerializer(len, return_type=int)],
    "brand with a validator of another input": Annotated[
        UserId, BeforeValidator(str, json_schema_input_type=int)
    ],
    "brand in Json": Json[UserId],
    "discriminator with an alias": Annotated[Cow | Calf, Field(discriminator="kind")],
    "discriminators with an alias inside one another": Annotated[
        Herd | Loner, Field(discriminator="kind")
    ],
    "itself": Calf,
    "by name": ByName,
    "recursive alias with a serializer": Flat,
    "omitting": Omitting,
    "default that does not fit": NoneForAll,
    "fields named like keywords": NamedLikeKeywords,
    "configured generic alias that recurs": with_config(
        "Climbing", {"str_max_length": 4}, chain=Chain[int], names=ListOfT[str]
    ),
    "configured aliases that recur": with_config(
        "Twice", {"str_max_length": 4}, texts=Texts, counts=Counts
    ),
    "alias generator over a TypedDict": with_config(
        "Upper", {"alias_generator": str.upper}, inner=list[Low]
    ),
    "alias generator over a dataclass": with_config(
        "Above", {"alias_generator": str.upper}, inner=Frozen | None
    ),
    "TypedDict with all kinds of fields": WithFields,
    "heir of a TypedDict": Heir,
    "TypedDict with a validator": Checked,
    "heir of two TypedDicts with configurations": AfterBoth,
    "TypedDict with members that have no schema": SomeMembers,
    "extra keys forbidden around members that have no schema": with_config(
        "SomeModel", {"extra": "forbid"}, called=Callable[[int], int] | int, low=Low
    ),
    "TypedDicts in what serializers and validators say": HiddenHeirs,
    "extra keys allowed around TypedDicts in all places": with_config(
        "OpenLow",
        {"extra": "allow"},
        one=Low,
        many=list[Low] | dict[str, Low] | None,
        by_number=dict[int, Low],
        pair=tuple[Low, int],
        alias=Lower,
        aliases=list[Lower],
        words=Annotated[Low | None, Field(description="A low one.")],
        bound=Annotated[list[Low], Field(max_length=3)],
        cell=Cell[int],
        cells=list[Cell],  # type: ignore[type-arg]  # meant
        fields=WithFields,
    ),
    "extra keys allowed around TypedDicts and dataclasses": with_config(
        "OpenBoth",
        {"extra": "allow"},
        low=Low | None,
        frozen=list[Frozen],
        titles=Titles,
        inner=Inner,
    ),
    "extra keys forbidden around a TypedDict and any class": with_config(
        "AnyLow",
        {"extra": "forbid", "arbitrary_types_allowed": True},
        low=Annotated[Low | Opaque | None, PlainSerializer(str)],
        lows=Annotated[list[Low] | Opaque, ANY_LIST],
        plain=list[Low],
    ),
    "a title around a TypedDict": with_config("Low", {"extra": "allow", "title": "Other"}, low=Low),
    "fields of another model": pydantic.create_model("Partial", id=(int | None, _optional_id)),
    "keys of an enum with a member that no key can be": dict[Storage, int],
    "extra keys forbidden around a dataclass that recurs": with_config(
        "ClosedTwig", {"extra": "forbid"}, first=Twig, more=list[Twig]
    ),
    "serializers that return what has no schema": HidingOpaque,
    "a field that may be left out for its value": Sparse,
    "bounded decimal of a brand": list[Annotated[Cost, Field(gt=0)]],
    "map with keys of a brand of decimals": dict[Cost, int],
    "extra keys forbidden around a recursive generic alias of TypedDicts": with_config(
        "ClosedLayers", {"extra": "forbid"}, inner=Layers[UserId], more=dict[str, Layers[UserId]]
    ),
}
"""By what they are."""

REFUSED: dict[str, Any] = {
    "InstanceOf": pydantic.InstanceOf[datetime.tzinfo],
    "a callable": Callable[[int], str],
    "a class of nobody": datetime.tzinfo,
    "a list of one": list[datetime.tzinfo],
}
"""Types that JSON cannot carry."""
