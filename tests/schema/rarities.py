"""Types that are met less often than those of the zoo."""

import copy
import dataclasses
import datetime
import decimal
import enum
from collections.abc import Callable
from typing import Annotated, Any, Generic, Literal, NewType, NotRequired, Required, Self, TypeVar

import pydantic
from pydantic import (
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetPydanticSchema,
    OnErrorOmit,
    PlainSerializer,
    WithJsonSchema,
    computed_field,
    field_serializer,
)
from pydantic.alias_generators import to_camel, to_snake
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType, TypedDict

from .zoo import Cat, Dog, Nested, UserId


def with_config(title: str, config: Any, **fields: Any) -> Any:
    create: Any = pydantic.create_model
    return create(
        title, __config__=config, **{field: (form, ...) for field, form in fields.items()}
    )


class Low(TypedDict):
    name: UserId


T = TypeVar("T")


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


class Cell(TypedDict, Generic[T]):
    value: T


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


class Generators(BaseModel):
    model_config = ConfigDict(
        alias_generator=AliasGenerator(validation_alias=to_camel, serialization_alias=to_snake),
        model_title_generator=lambda cls: f"The {cls.__name__}",
        field_title_generator=lambda name, info: name.upper(),
    )
    first_name: UserId


class Cow(BaseModel):
    kind: Literal["cow"] = Field("cow", alias="k")


class Calf(BaseModel):
    kind: Literal["calf"] = Field("calf", alias="k")
    mother: Self | None = None


class Kept(BaseModel):
    id: Annotated[int, pydantic.WithJsonSchema({"type": "string"})] = Field(description="The id.")


_optional_id = copy.copy(Kept.model_fields["id"])
_optional_id.default = None


@dataclasses.dataclass
class Flat:
    tree: Annotated[Nested, PlainSerializer(str, return_type=str)]
    shown: Annotated[Nested, WithJsonSchema({"type": "integer"})]
    plain: Nested | None = None


Chain = TypeAliasType("Chain", "tuple[T, Chain[T]] | None", type_params=(T,))


# pydantic has it from 2.12 on
_without_zero: Any = (
    Field(exclude_if=lambda size: size == 0) if hasattr(FieldInfo, "exclude_if") else Field()
)


class Sparse(BaseModel):
    size: int = _without_zero
    id: UserId


Cost = NewType("Cost", decimal.Decimal)


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


Either = TypeAliasType("Either", "int | UserId")


RARITIES: dict[str, Any] = {
    "recursive generic dataclass without arguments": Branch,
    "alias of a union with a bound": Annotated[Either, Field(max_length=3)],
    "schema of another type for a brand": Annotated[
        UserId, GetPydanticSchema(lambda _, handler: handler(int))
    ],
    "computed fields of a closed model": Counted,
    "extra items": Open,
    "generic TypedDict": Cell[UserId],
    "generators": Generators,
    "recursive generic alias": Chain[UserId],
    "discriminator with an alias": Annotated[Cow | Calf, Field(discriminator="kind")],
    "a validator between a union and its discriminator": Annotated[
        Cat | Dog,
        BeforeValidator(lambda value: value, json_schema_input_type=dict[UserId, int]),
        Field(discriminator="kind"),
    ],
    "recursive alias with a serializer": Flat,
    "alias generator over a TypedDict": with_config(
        "Upper", {"alias_generator": str.upper}, inner=list[Low]
    ),
    "TypedDict with all kinds of fields": WithFields,
    "heir of two TypedDicts with configurations": AfterBoth,
    "fields of another model": pydantic.create_model("Partial", id=(int | None, _optional_id)),
    "keys of an enum with a member that no key can be": dict[Storage, int],
    "extra keys forbidden around a dataclass that recurs": with_config(
        "ClosedTwig", {"extra": "forbid"}, first=Twig, more=list[Twig]
    ),
    "a field that may be left out for its value": Sparse,
    "bounded decimal of a brand": list[Annotated[Cost, Field(gt=0)]],
}
"""By what they are."""

REFUSED: dict[str, Any] = {
    "InstanceOf": pydantic.InstanceOf[datetime.tzinfo],
    "a callable": Callable[[int], str],
    "a class of nobody": datetime.tzinfo,
}
"""Types that JSON cannot carry."""
