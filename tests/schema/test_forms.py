"""What is written inside of classes."""

from dataclasses import InitVar, dataclass, make_dataclass
from typing import Any, ClassVar, NotRequired, Required

import pytest
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.schema.forms import forms_of


@dataclass
class Node:
    """It mentions itself."""

    children: "list[Node]"


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
    assert list(forms_of(cls, cls).fields["input"]) == written


class Base:
    size: int
    kind: int


class Unread(Base):
    size: "Nowhere"  # type: ignore[name-defined]  # noqa: F821


def test_an_annotation_that_cannot_be_read_replaces_that_of_the_base_class() -> None:
    assert forms_of(Unread, Unread).fields["input"] == {"kind": int}


def test_types_inside_a_typed_dict() -> None:
    assert forms_of(Keys, Keys).fields["input"] == {"one": Node, "two": int}
