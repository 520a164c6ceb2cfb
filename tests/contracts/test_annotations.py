"""What is read of the types that authors write: aliases, type variables, ``Field`` beside them."""

from decimal import Decimal
from typing import Annotated, Any, Generic, NewType, Optional, Self, TypeVar

import pytest
from annotated_types import Ge, Gt
from pydantic import BaseModel, ConfigDict, Field, PlainValidator, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.contracts.annotations import (
    added_metadata,
    alias_value,
    cached_by_type,
    is_alias,
    model_annotations,
    optional,
    peel,
    substitute,
)

T = TypeVar("T")
S = TypeVar("S")
FREE: Any = T
OTHER: Any = S
ITSELF: Any = Self
UserId = NewType("UserId", str)
Number = TypeAliasType("Number", int)
Pair = TypeAliasType("Pair", tuple[T, S], type_params=(T, S))
LaterPair = TypeAliasType("LaterPair", "dict[str, tuple[T, Defined]]", type_params=(T,))


class Defined:
    """It is defined after the aliases that name it."""


class Page(BaseModel, Generic[T]):
    items: list[T]


@pytest.mark.parametrize(
    ("form", "value"),
    [
        (Number, int),
        (Pair[int, str], tuple[int, str]),
        (LaterPair[int], dict[str, tuple[int, Defined]]),
    ],
)
def test_values_of_aliases(form: Any, value: Any) -> None:
    assert is_alias(form)
    assert alias_value(form) == value
    assert peel(form) == value


@pytest.mark.parametrize(
    ("form", "inside"),
    [
        (UserId, str),
        (Annotated[int, Gt(0)], int),
        (int, int),
        (int | None, int | None),
    ],
)
def test_the_type_inside(form: Any, inside: Any) -> None:
    assert not is_alias(form)
    assert peel(form) == inside


@pytest.mark.parametrize(
    ("form", "filled"),
    [
        (FREE, int),
        (OTHER, OTHER),
        (ITSELF, Defined),
        (str, str),
        (list[FREE], list[int]),
        (dict[str, list[FREE]], dict[str, list[int]]),
        (FREE | None, int | None),
        (FREE | Any, Any),
        (Page[FREE], Page[int]),
        (Page, Page[int]),
        (list[ITSELF], list[Defined]),
        (Annotated[str, Gt(0)], Annotated[str, Gt(0)]),
    ],
)
def test_type_variables_are_replaced(form: Any, filled: Any) -> None:
    assert substitute(form, {FREE: int, ITSELF: Defined}) == filled


def info_of(form: Any) -> FieldInfo:
    """What pydantic knows of a field of a type."""

    class Model(BaseModel):
        field: form

    return Model.model_fields["field"]


def info_with(form: Any, given: Any) -> FieldInfo:
    """The same of a field with a ``Field`` behind it."""

    class Model(BaseModel):
        field: form = given

    return Model.model_fields["field"]


def test_of_a_keyword_that_is_given_twice_the_extra_wins() -> None:
    given = Field(title="Size", json_schema_extra={"title": "Length", "x-unit": "cm"})
    (added,) = added_metadata(int, info_with(int, given))
    assert added.title == "Size"
    assert added.json_schema_extra == {"title": "Length", "x-unit": "cm"}


def test_words_before_a_validator_that_replaces_the_type_are_said_again() -> None:
    replacing = PlainValidator(int, json_schema_input_type=int)
    before = Annotated[int, Field(title="Size"), replacing]
    (added,) = added_metadata(before, info_of(before))
    assert added.title == "Size"
    behind = Annotated[int, replacing, Field(title="Size")]
    assert added_metadata(behind, info_of(behind)) == ()


def test_types_without_a_hash_are_read_each_time() -> None:
    calls: list[Any] = []

    @cached_by_type
    def read(form: Any) -> int:
        calls.append(form)
        return len(calls)

    assert [read(int), read(int)] == [1, 1]
    unhashable = Annotated[int, {}]
    assert [read(unhashable), read(unhashable)] == [2, 3]


def test_optional_types_keep_their_own_bounds() -> None:
    """`typing` remembers the type with an equal bound, which messages to callers show."""
    remembered = Optional[Annotated[Decimal, Ge(7)]]  # noqa: UP045
    # as `substitute` makes types, which nothing remembers
    number: Any = Annotated[float, Ge(7.0)]
    written = number.copy_with((Decimal,))
    assert Optional[written] is remembered  # noqa: UP045
    with pytest.raises(ValidationError, match=r"greater than or equal to 7\.0"):
        TypeAdapter(optional(written)).validate_python(1)


class Open(BaseModel):
    """A model that says what its other properties are."""

    model_config = ConfigDict(extra="allow")
    known: int
    __pydantic_extra__: "dict[str, UserId]"


def test_types_of_properties_without_a_name_are_read() -> None:
    assert model_annotations(Open) == {"known": int, "__pydantic_extra__": dict[str, UserId]}
