"""Which ``type`` aliases mention themselves, and what is written inside of classes."""

from dataclasses import InitVar, dataclass, make_dataclass
from typing import Any, ClassVar, NotRequired, Required, TypeVar

import pytest
from typing_extensions import TypeAliasType, TypedDict

from sphinxcontrib_ggdocs.schema.forms import forms_of, names_of_fields
from sphinxcontrib_ggdocs.schema.type_aliases import recurs

T = TypeVar("T")

Plain = TypeAliasType("Plain", list[int])
Direct = TypeAliasType("Direct", "list[Direct]")
First = TypeAliasType("First", "list[Second]")
Second = TypeAliasType("Second", "dict[str, First]")
Outside = TypeAliasType("Outside", list[Direct])
Several = TypeAliasType("Several", list[T], type_params=(T,))
Nested = TypeAliasType("Nested", "list[T | Nested[T]]", type_params=(T,))


@dataclass
class Node:
    """Mentions the alias, and is no part of it: a class is a reference of its own."""

    children: "Tree"


Tree = TypeAliasType("Tree", list[Node])


class Keys(TypedDict):
    """Says nothing of other properties."""

    one: Required[Node]
    two: NotRequired[int]


@pytest.mark.parametrize(
    ("form", "written"),
    [
        pytest.param(int, ["size", "kind"], id="a field"),
        pytest.param(ClassVar, ["size"], id="a variable of the class"),
        pytest.param(ClassVar[int], ["size"], id="one with a type"),
        pytest.param(InitVar[int], ["size", "kind"], id="an argument"),
    ],
)
def test_names_of_the_fields_of_a_dataclass(form: Any, written: list[str]) -> None:
    cls = make_dataclass("Box", [("size", int), ("kind", form, 1)])
    assert list(names_of_fields(cls)) == written
    assert list(forms_of(cls, cls).properties["input"]) == written


class Base:
    size: int
    kind: int


class Unread(Base):
    size: "Nowhere"  # type: ignore[name-defined]  # noqa: F821


def test_an_annotation_that_cannot_be_read_replaces_that_of_the_base_class() -> None:
    assert forms_of(Unread, Unread).properties["input"] == {"kind": int}


def test_types_inside_a_typed_dict() -> None:
    assert list(forms_of(Keys, Keys)) == [Node, int] * 2


@pytest.mark.parametrize(
    ("alias", "expected"),
    [
        (Plain, False),
        (Direct, True),
        (First, True),
        (Second, True),
        (Outside, False),
        (Several[int], False),
        (Several[Several[int]], False),
        (Nested[int], True),
        (Tree, False),
    ],
    ids=str,
)
def test_aliases_that_mention_themselves(alias: Any, expected: bool) -> None:
    assert recurs(alias) is expected
