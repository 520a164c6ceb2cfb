"""Types that pydantic validates and whose JSON Schema it cannot make, or makes wrongly."""

import dataclasses
from decimal import Decimal
from enum import Enum, IntEnum
from typing import Annotated, Any, Generic, Literal, NewType, Self, cast

import pytest
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    computed_field,
    field_serializer,
    model_validator,
)
from pydantic_core import core_schema
from typing_extensions import TypeAliasType, TypeVar

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.contracts.audiences import MARKED
from sphinxcontrib_ggdocs.schema import Mode, SchemaRegistry
from sphinxcontrib_ggdocs.schema.nodes import FIELDS

from .normal import ours, theirs


class Endless:
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return core_schema.any_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {
            "items": {"$ref": "#/$defs/Own"},
            "$defs": {"Own": {"items": {"$ref": "#/$defs/Own"}}},
        }


class Loner(BaseModel):
    kind: Literal["loner"] = Field(alias="k")


class Herd(BaseModel):
    kind: Literal["herd"] = Field(alias="k")
    members: list[Annotated["Loner | Flock", Field(discriminator="kind")]]


class Flock(BaseModel):
    kind: Literal["flock"] = Field(alias="k")
    first: Annotated["Loner | Herd", Field(discriminator="kind")]


def test_a_definition_of_a_hook_that_mentions_itself_is_refused() -> None:
    with pytest.raises(
        ContractError, match=r"(?s)the definition Own of a hook refers to itself.*hint: "
    ):
        ours(Endless, "input")


class CheckedAfter(BaseModel):
    size: int

    @model_validator(mode="after")
    def check(self) -> Self:
        return self


class CheckedAround(BaseModel):
    size: int

    @model_validator(mode="wrap")
    @classmethod
    def check(cls, given: Any, handler: Any) -> Any:
        return handler(given)


@pytest.mark.parametrize("model", [CheckedAfter, CheckedAround])
def test_a_model_with_a_validator_keeps_its_name(model: Any) -> None:
    """pydantic puts the validator around the model, and the key of the model on it."""
    found = ours(list[model], "input")
    assert found["items"] == {"$ref": f"#/$defs/{model.__name__}"}
    assert found["$defs"][model.__name__]["properties"] == {"size": {"type": "integer"}}


def test_unions_with_an_aliased_discriminator_may_hold_one_another() -> None:
    """pydantic loses the discriminators of some of them, by the order in which it meets them."""
    registry = SchemaRegistry()
    slot = registry.add(Annotated[Herd | Flock, Field(discriminator="kind")], "input")
    written = registry.write()
    unions = [
        written.schema(slot),
        written.schemas["Herd"]["properties"]["members"]["items"],
        written.schemas["Flock"]["properties"]["first"],
    ]
    assert [union["discriminator"]["propertyName"] for union in unions] == ["k"] * 3


@pytest.mark.parametrize(
    ("variable", "expected"),
    [
        pytest.param(TypeVar("variable", default=int), {"type": "integer"}, id="default"),
        pytest.param(TypeVar("variable", bound=str), {"type": "string"}, id="bound"),
        pytest.param(
            TypeVar("variable", int, str),
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            id="constraints",
        ),
        pytest.param(TypeVar("variable"), {}, id="nothing"),
    ],
)
def test_a_type_variable_without_an_argument(variable: Any, expected: Any) -> None:
    holder = dataclasses.make_dataclass(
        "Holder", [("item", variable)], bases=(cast(Any, Generic)[variable],)
    )
    assert ours(holder, "input")["$defs"]["Holder"]["properties"] == {"item": expected}
    assert theirs(holder, "input")["properties"] == {"item": expected}


class Counting:
    """A hook whose work can be seen when it is done again."""

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        written = handler(schema)
        return {**written, "x-count": written.get("x-count", 0) + 1}


Counted = NewType("Counted", Annotated[int, Counting])


@pytest.mark.parametrize(
    ("serializer", "mode", "written"),
    [
        pytest.param(
            PlainSerializer(str, return_type=str),
            "output",
            {"type": "string", "x-count": 1},
            id="at what the serializer returns",
        ),
    ],
)
def test_the_hook_of_a_brand_works_once(serializer: Any, mode: Mode, written: Any) -> None:
    extra = Field(json_schema_extra={"x-extra": 1})
    found = ours(list[Annotated[Counted, extra, serializer]], mode)
    assert found["items"] == {**written, "x-extra": 1}
    if "$ref" in written:
        assert found["$defs"]["Counted"]["x-count"] == 1


Code = TypeAliasType("Code", Annotated[str, Field(examples=["a"])])
Number = TypeAliasType("Number", Annotated[int, Field(examples=[1])])


@pytest.mark.parametrize(
    ("key", "keyword"), [(Code, "propertyNames"), (Number, "x-keys")], ids=["text", "number"]
)
def test_keys_that_are_no_text_are_not_described_as_the_text_that_they_are_sent_as(
    key: Any, keyword: str
) -> None:
    """pydantic asks each name of a property to be an integer, which none is."""
    found = ours(dict[key, int], "input")
    assert found[keyword] == {"$ref": f"#/$defs/{key.__name__}"}
    assert {"propertyNames", "x-keys"} & found.keys() == {keyword}


class SentOtherwise(BaseModel):
    __doc__ = "Shown.\fNot shown."

    size: int

    @field_serializer("size")
    def _size(self, size: int) -> str:
        return str(size)


PRIVATE_TEXTS = [
    SentOtherwise,
]


@pytest.mark.parametrize("mode", ["input", "output"])
@pytest.mark.parametrize("model", PRIVATE_TEXTS)
def test_text_after_a_form_feed_is_for_readers_of_the_code(
    model: type[BaseModel], mode: Mode
) -> None:
    assert ours(model, mode)["$defs"][model.__name__]["description"] == "Shown."


class Unknown:
    """No type of pydantic."""


def _deferred(**members: Any) -> type[BaseModel]:
    config = ConfigDict(defer_build=True)
    return type(
        "Deferred", (BaseModel,), {"__module__": __name__, "model_config": config} | members
    )


def _unknown(self: Any) -> Unknown:
    raise NotImplementedError


def _fails(cls: Any, source: Any, handler: Any) -> Any:
    raise ZeroDivisionError("never")


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ({"size": computed_field(_unknown)}, "Unable to generate pydantic-core schema"),
        (
            {"__get_pydantic_core_schema__": classmethod(_fails)},
            "it raises ZeroDivisionError: never",
        ),
    ],
    ids=["computed field", "hook"],
)
def test_what_a_model_that_defers_its_validators_hides_is_told(
    members: dict[str, Any], reason: str
) -> None:
    model = _deferred(**members)
    with pytest.raises(ContractError, match=f"Deferred: no JSON Schema for .*{reason}"):
        ours(list[model], "output")  # type: ignore[valid-type]  # known at run time


class Switch(Enum):
    """Says in its output that it is one."""

    ON = "on"
    OFF = "off"

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        written = handler(schema)
        return {**written, "examples": ["on"]} if handler.mode == "serialization" else written


class Numbered(Enum):
    """Numbers outside, names inside."""

    ONE = "one"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        number = core_schema.plain_serializer_function_ser_schema(
            lambda member: 1, return_schema=core_schema.int_schema()
        )
        return {**handler(source), "serialization": number}


def test_an_enum_may_differ_by_the_side_of_the_wire() -> None:
    assert "examples" not in ours(Switch, "input")["$defs"]["Switch"]
    assert ours(Switch, "output")["$defs"]["Switch"]["examples"] == ["on"]
    assert ours(Numbered, "input")["$defs"]["Numbered"]["enum"] == ["one"]
    assert ours(Numbered, "output")["$defs"]["Numbered"]["type"] == "integer"


class Level(IntEnum):
    LOW = 1
    HIGH = 2


class Named(IntEnum):
    """Says itself what its values are called."""

    OFF = 0
    ON = 1

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {**handler(schema), "x-enum-varnames": ["Off", "On"]}


class Size(Enum):
    SMALL = "small"
    LARGE = "large"


class Worded(IntEnum):
    """Has names outside."""

    ONE = 1
    TWO = 2

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {"type": "string", "enum": ["one", "two"]}


@pytest.mark.parametrize(
    ("form", "names"),
    [
        pytest.param(Level, ["LOW", "HIGH"], id="numbers"),
        pytest.param(Named, ["Off", "On"], id="names of its own"),
        pytest.param(Size, None, id="words say enough"),
        pytest.param(Worded, None, id="other values in the document"),
    ],
)
def test_numbers_of_an_enumeration_have_their_names(form: Any, names: list[str] | None) -> None:
    schema = ours(list[form], "output")["$defs"][form.__name__]
    assert schema.get("x-enum-varnames") == names


class WithValues:
    """A hook that writes values of Python into extensions and examples."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return core_schema.any_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {"x-step": Decimal("0.5"), "x-unit": {"short": "m"}, "example": Decimal(2)}


def test_values_that_a_hook_writes_are_json() -> None:
    assert ours(WithValues, "output") == {
        "x-step": "0.5",
        "x-unit": {"short": "m"},
        "example": "2",
    }


class HookWithoutMarks(BaseModel):
    """A hook that writes its properties anew, without the mark of a field."""

    secret: int = Field(1, json_schema_extra={"x-internal": True})
    shown: int = 2

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        return {"properties": {"secret": {"type": "integer"}, "shown": {"type": "integer"}}}


def test_the_mark_of_a_field_outlives_a_hook() -> None:
    registry = SchemaRegistry()
    registry.add(HookWithoutMarks, "input")
    (schema,) = registry.write(is_whole=True).schemas.values()
    assert schema[FIELDS] == {"secret": {MARKED: ["internal"]}}


def test_aliases_of_one_name_without_a_module() -> None:
    """As of code that ``exec`` runs without a ``__name__``."""
    source = "Code = TypeAliasType('Code', int)"
    space: dict[str, Any] = {"TypeAliasType": TypeAliasType, "__name__": None}
    exec(source, space)
    pair = cast(Any, tuple)[space["Code"], Code]
    types = [schema["type"] for schema in ours(pair, "input")["$defs"].values()]
    assert sorted(types) == ["integer", "string"]


class WithOwnDefinitions:
    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, _handler: object) -> Any:
        return core_schema.any_schema()

    @classmethod
    def __get_pydantic_json_schema__(cls, _core: object, _handler: object) -> Any:
        reference = {"$ref": "#/$defs/Own", "description": "Here."}
        return {
            "$defs": {"Own": {"type": "string", "description": "There."}},
            "type": "object",
            "properties": {"a": reference, "b": {"type": "array", "items": reference}},
        }


def test_definitions_of_a_hook_are_written_in_the_place_of_references() -> None:
    own = {"type": "string", "description": "Here."}
    found = ours(WithOwnDefinitions, "output")
    assert found["properties"] == {"a": own, "b": {"type": "array", "items": own}}
    assert "$defs" not in found
