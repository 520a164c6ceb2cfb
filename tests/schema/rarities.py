"""Types that are met less often than those of the zoo."""

import copy
import dataclasses
import datetime
import decimal
import enum
import pathlib
import re
import uuid
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, MutableMapping
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
    UUID1,
    UUID7,
    AliasGenerator,
    AnyHttpUrl,
    Base64Str,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    DirectoryPath,
    Discriminator,
    EncodedBytes,
    EncoderProtocol,
    Field,
    FilePath,
    FiniteFloat,
    FutureDatetime,
    GetPydanticSchema,
    IPvAnyAddress,
    Json,
    MongoDsn,
    NameEmail,
    OnErrorOmit,
    PastDatetime,
    PlainSerializer,
    RedisDsn,
    StrictInt,
    StrictStr,
    Tag,
    WithJsonSchema,
    computed_field,
    conint,
    conlist,
    constr,
    field_serializer,
    field_validator,
    model_serializer,
)
from pydantic.alias_generators import to_camel, to_snake
from pydantic.fields import FieldInfo
from pydantic.json_schema import Examples, SkipJsonSchema
from pydantic_core import core_schema
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.contracts import Brand

from .modules.teams import Team
from .zoo import Cat, Colour, Dog, ListOfT, Nested, Pet, Point, Spot, Spots, UserId


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


File = NewType("File", pathlib.Path)
ConfigFile = NewType("ConfigFile", File)
Headline = NewType(
    "Headline", Annotated[str, Field(description="A title.", json_schema_extra={"x-a": 1})]
)

T = TypeVar("T")
K = TypeVar("K")


class Reversed(EncoderProtocol):
    @classmethod
    def decode(cls, data: bytes) -> bytes:
        return data[::-1]

    @classmethod
    def encode(cls, value: bytes) -> bytes:
        return value[::-1]

    @classmethod
    def get_json_format(cls) -> Literal["reversed"]:
        return "reversed"


class Rights(enum.IntFlag):
    READ = 1
    WRITE = 2


class Weekday(str, enum.Enum):  # noqa: UP042  # the form of Python before 3.11
    """A day to work on."""

    MONDAY = "mon"


class Open(TypedDict, extra_items=int):  # type: ignore[call-arg]  # PEP 728
    a: str


class Shut(TypedDict, closed=True):
    a: str


Shouted = Annotated[str, Brand("Shouted"), BeforeValidator(str.upper), Field(min_length=1)]


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


class Aliased(TypedDict):
    aliased: Annotated[int, Field(validation_alias="in", serialization_alias="out")]


class WithDefault(TypedDict):
    number: Annotated[UserId, Field("1")]


class Heir(WithFields, closed=False):
    more: int


class ClosedBase(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid", title="Closed base")  # type: ignore[misc]
    low: Low
    lows: dict[str, list[Low] | None]


class HeirOfClosed(ClosedBase):
    more: int


class HeirOfShut(Shut):
    pass


class HeirOfOpen(Open):
    pass


class Unconfigured(ClosedBase):
    __pydantic_config__ = ConfigDict()  # type: ignore[misc]
    more: Low


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


class Judged(TypedDict):
    words_before: Annotated[
        str, Field(description="d"), BeforeValidator(str, json_schema_input_type=int)
    ]
    branded: Annotated[Shouted, Field(description="Own.")]


class HiddenHeirs(TypedDict):
    __pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[misc]
    answered: list[Annotated[int, PlainSerializer(lambda value: {"name": value}, return_type=Low)]]
    given: list[Annotated[int, BeforeValidator(int, json_schema_input_type=Low)]]


class Serialized(TypedDict):
    name: str

    @model_serializer  # type: ignore[misc]
    def __text__(self) -> str:
        return "text"


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


EncodedId = Annotated[
    int,
    pydantic.WithJsonSchema({"type": "string", "minLength": 16}),
    Field(description="The id.", title="ID"),
]


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


@pydantic.dataclasses.dataclass(config=ConfigDict(extra="forbid", title="Closed box"))
class Shutbox:
    value: UserId = Field(alias="theValue", description="what is in it")


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


class InBase64(BaseModel):
    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")
    data: bytes
    id: UserId


class EnumValues(BaseModel):
    model_config = ConfigDict(use_enum_values=True)
    colour: Colour = Colour.RED


class Late(BaseModel):
    model_config = ConfigDict(defer_build=True)
    id: UserId


class Needed(BaseModel):
    model_config = ConfigDict(json_schema_serialization_defaults_required=True)
    size: int = 3
    id: UserId = UserId("x")


class Overridden(BaseModel):
    model_config = ConfigDict(json_schema_mode_override="validation")
    at: datetime.datetime
    id: UserId

    @field_serializer("at")
    def _at(self, value: datetime.datetime) -> int:
        return int(value.timestamp())


class Hidden(BaseModel):
    shown: UserId
    secret: str = Field(exclude=True)


class Described(BaseModel):
    model_config = ConfigDict(use_attribute_docstrings=True)
    id: UserId
    """Who it is."""


class Zoo(BaseModel):
    pets: dict[str, Pet]
    rows: list[list[Pet] | None]
    either: Pet | int = Field(default=3, description="one or the other")


def _longer(schema: dict[str, Any]) -> None:
    schema["minLength"] = 4


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


Page = TypeAliasType("Page", "dict[K, list[T]]", type_params=(K, T))
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


class MeasuredText(str):
    """A text whose length is what is sent."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> core_schema.CoreSchema:
        length = core_schema.plain_serializer_function_ser_schema(
            len, return_schema=core_schema.int_schema()
        )
        return core_schema.str_schema(serialization=length)


Measured = NewType("Measured", MeasuredText)
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


class PlainlyAnswered(BaseModel):
    """pydantic need not be asked for it."""

    day: datetime.date = Field(description="A day.")
    cats: list[Cat]

    @computed_field
    def again(self) -> "PlainlyAnswered | None":
        raise NotImplementedError

    @field_serializer("*", return_type=list[UserId])
    def _ids(self, value: Any) -> Any:
        raise NotImplementedError


class PlainlyAnsweredToo(PlainlyAnswered):
    more: int

    @field_serializer("day")
    def _day(self, value: Any) -> int:
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

SeveralOrNone = TypeAliasType("SeveralOrNone", "list[int] | dict[str, int] | None")
PriceOrNone = TypeAliasType("PriceOrNone", "decimal.Decimal | None")
Counts = TypeAliasType("Counts", "int | list[Counts]")

Price = NewType("Price", decimal.Decimal)
Lows = TypeAliasType("Lows", "list[Frozen] | None")
Layers = TypeAliasType("Layers", "tuple[T, Spot, Layers[T] | None]", type_params=(T,))
B = TypeVar("B", bound=int)
C = TypeVar("C", int, str)


@dataclasses.dataclass
class Bounded(Generic[B]):
    value: B


@dataclasses.dataclass
class Constrained(Generic[C]):
    value: C


RARITIES: dict[str, Any] = {
    "config that is handed on": HandingOn,
    "TypedDict with a config": OwnTitled,
    "recursive generic dataclass without arguments": Branch,
    "generic dataclass without arguments": list[Box],  # type: ignore[type-arg]  # meant
    "alias of a union with a bound": Annotated[Either, Field(max_length=3)],
    "schema of another type for a brand": Annotated[
        UserId, GetPydanticSchema(lambda _, handler: handler(int))
    ],
    "schema of another type for an alias": list[
        Annotated[Either, GetPydanticSchema(lambda _, handler: handler(int))]
    ],
    "own schema for an alias": Annotated[
        Either, GetPydanticSchema(lambda form, handler: handler(form))
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
    "fields that are plainly answered as others": PlainlyAnsweredToo,
    "serializers of computed fields": SerializedTwice,
    "defaults that are serialized": SerializedDefaults,
    "UUID1": UUID1,
    "UUID7": UUID7,
    "uuid key": dict[uuid.UUID, int],
    "Base64Str": Base64Str,
    "encoded": Annotated[bytes, EncodedBytes(encoder=Reversed)],
    "FutureDatetime": FutureDatetime,
    "PastDatetime": PastDatetime,
    "bounded date": Annotated[datetime.date, Field(ge=datetime.date(2020, 1, 1))],
    "bounded timedelta": Annotated[datetime.timedelta, Field(gt=datetime.timedelta(seconds=3))],
    "conint": conint(gt=1, multiple_of=3),
    "constr": constr(min_length=2, to_lower=True),
    "conlist": conlist(UserId, min_length=1),
    "StrictInt": StrictInt,
    "StrictStr": StrictStr,
    "FiniteFloat": FiniteFloat,
    "AnyHttpUrl": AnyHttpUrl,
    "RedisDsn": RedisDsn,
    "MongoDsn": MongoDsn,
    "IPvAnyAddress": IPvAnyAddress,
    "FilePath": FilePath,
    "DirectoryPath": DirectoryPath,
    "NameEmail": NameEmail,
    "IntFlag": Rights,
    "enum of strings": Weekday,
    "enum as key": dict[Weekday, UserId],
    "bounded map by enum": Annotated[dict[Weekday, int], Field(min_length=1)],
    "bounded map by brand": Annotated[dict[UserId, int], Field(max_length=3)],
    "extra items": Open,
    "closed": Shut,
    "generic TypedDict": Cell[UserId],
    "generic dataclass": Box[UserId],
    "recursive generic dataclass": Branch[UserId],
    "generic NamedTuple": Pairing[UserId],
    "frozen dataclass": Frozen,
    "configured dataclass": Shutbox,
    "OrderedDict": OrderedDict[str, UserId],
    "defaultdict": defaultdict[str, list[UserId]],
    "Counter": Counter[str],
    "MutableMapping": MutableMapping[UserId, int],
    "constants": Constants,
    "generators": Generators,
    "base64 by config": InBase64,
    "enum values": EnumValues,
    "deferred": Late,
    "defaults required": Needed,
    "mode overridden": Overridden,
    "excluded": Hidden,
    "attribute docstrings": Described,
    "discriminators inside": Zoo,
    "alias of two": Page[UserId, Point],
    "recursive generic alias": Chain[UserId],
    "NewType over a model": list[Link],
    "InstanceOf a model": pydantic.InstanceOf[Point],
    "two modules": Team,
    "tuple of unions": tuple[UserId | None, int | str, *tuple[Point, ...]],
    "brand of decimals with a bound": list[Annotated[Price, Field(le=5)]],
    "optional container with a bound": Annotated[
        list[UserId] | dict[str, UserId] | None, Field(max_length=2)
    ],
    "optional brand with a bound": Annotated[UserId | None, Field(min_length=2)],
    "union of brands with a bound": list[Annotated[UserId | list[UserId], Field(min_length=2)]],
    "alias of containers or null with a bound": list[Annotated[SeveralOrNone, Field(max_length=2)]],
    "alias of a decimal or null with a bound": list[Annotated[PriceOrNone, Field(ge=1)]],
    "brand with a validator in a deque": deque[Shouted],
    "brand with a serializer": Annotated[UserId, PlainSerializer(len, return_type=int)],
    "brand with a validator of another input": Annotated[
        UserId, BeforeValidator(str, json_schema_input_type=int)
    ],
    "field with words before a validator of another input": Replaced,
    "brand with a hook": list[Annotated[UserId, Examples(["ada"])]],
    "brand with an extra function": Annotated[
        UserId, Field(json_schema_extra=lambda schema: schema.update(minLength=4))
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
    "serializer over two brands over a path": Annotated[
        ConfigFile, PlainSerializer(str, return_type=str)
    ],
    "serializer over a brand with words": Annotated[
        Headline, PlainSerializer(len, return_type=int)
    ],
    "configured alias": with_config(
        "Aliased", {"str_max_length": 4}, name=TypeAliasType("Name", str), id=UserId
    ),
    "configured list of aliases": with_config(
        "Listed", {"str_max_length": 4}, names=TypeAliasType("Names", list[UserId])
    ),
    "configured generic alias of itself": with_config(
        "Nested", {"str_max_length": 4}, names=ListOfT[ListOfT[str]]
    ),
    "configured generic alias that recurs": with_config(
        "Climbing", {"str_max_length": 4}, chain=Chain[int], names=ListOfT[str]
    ),
    "configured aliases that recur": with_config(
        "Twice", {"str_max_length": 4}, texts=Texts, counts=Counts
    ),
    "configured TypedDict with a recursive alias": with_config(
        "Around", {"str_max_length": 4}, inner=Inner
    ),
    "alias generator over a TypedDict": with_config(
        "Upper", {"alias_generator": str.upper}, inner=list[Low]
    ),
    "alias generator over a dataclass": with_config(
        "Above", {"alias_generator": str.upper}, inner=Frozen | None
    ),
    "extra keys forbidden around a dataclass": with_config(
        "Closed", {"extra": "forbid"}, inner=list[Frozen] | None
    ),
    "extra keys forbidden around a TypedDict": with_config(
        "ClosedLow", {"extra": "forbid"}, inner=Low, id=UserId
    ),
    "TypedDict with all kinds of fields": WithFields,
    "TypedDict with aliases": Aliased,
    "TypedDict with a default": WithDefault,
    "heir of a TypedDict": Heir,
    "TypedDict without extra keys around others": ClosedBase,
    "heir of a TypedDict without extra keys": HeirOfClosed,
    "TypedDict with a validator": Checked,
    "TypedDict with a serializer of a special name": Serialized,
    "heir of a closed TypedDict": HeirOfShut,
    "heir of a TypedDict with further items": HeirOfOpen,
    "heir of a TypedDict without extra keys, with a configuration": Unconfigured,
    "heir of two TypedDicts with configurations": AfterBoth,
    "TypedDict with members that have no schema": SomeMembers,
    "extra keys forbidden around members that have no schema": with_config(
        "SomeModel", {"extra": "forbid"}, called=Callable[[int], int] | int, low=Low
    ),
    "TypedDict with schemas that are replaced": Judged,
    "TypedDicts in what serializers and validators say": HiddenHeirs,
    "extra keys forbidden around the same": with_config(
        "HidingHeirs",
        {"extra": "forbid"},
        low=Low,
        heirs=HiddenHeirs,
        given=list[Annotated[int, BeforeValidator(int, json_schema_input_type=Low)]],
    ),
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
    "texts of a field around a schema that is replaced": with_config(
        "Encoded", {}, id=EncodedId, other=Annotated[EncodedId, Field(description="Another.")]
    ),
    "fields of another model": pydantic.create_model("Partial", id=(int | None, _optional_id)),
    "an enum with a member that pydantic has for configurations": list[Storage],
    "keys of an enum with a member that no key can be": dict[Storage, int],
    "extra keys forbidden around a dataclass that recurs": with_config(
        "ClosedTwig", {"extra": "forbid"}, first=Twig, more=list[Twig]
    ),
    "extra keys allowed around a dataclass": with_config("Open", {"extra": "allow"}, inner=Frozen),
    "extra keys ignored around a dataclass": with_config(
        "Usual", {"extra": "ignore"}, inner=Frozen, low=Low
    ),
    "literal of bytes and none": Literal["a", None],
    "bounded brand of a text that is sent as a number": list[
        Annotated[Measured, Field(max_length=3)]
    ],
    "serializers that return what has no schema": HidingOpaque,
    "a field that may be left out for its value": Sparse,
    "bounded decimal of a brand": list[Annotated[Cost, Field(gt=0)]],
    "map with keys of a brand of decimals": dict[Cost, int],
    "generic classes whose variables have bounds and constraints": Annotated[
        tuple[Bounded, Constrained],  # type: ignore[type-arg]  # meant
        Field(description="Without arguments."),
    ],
    "extra keys forbidden around an alias of dataclasses": with_config(
        "ClosedList", {"extra": "forbid"}, inner=Lows
    ),
    "extra keys forbidden around a recursive alias of TypedDicts": with_config(
        "ClosedSpots", {"extra": "forbid"}, inner=Spots, more=list[Spots] | None
    ),
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
