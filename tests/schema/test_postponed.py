"""Types whose annotations are strings, at the top of a module and inside functions."""

from __future__ import annotations

import dataclasses
from dataclasses import InitVar
from typing import Any, ClassVar, Final, NamedTuple, NewType, NotRequired, Required

import pytest
from pydantic import BaseModel, computed_field, field_serializer
from typing_extensions import ReadOnly, TypedDict

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.schema import SchemaRegistry


def test_a_model_inside_a_function_keeps_its_brands() -> None:
    LocalId = NewType("LocalId", str)

    class Local(BaseModel):
        id: LocalId
        again: Local | None = None

        @computed_field  # type: ignore[prop-decorator]
        @property
        def owner(self) -> LocalId:
            return self.id

        @field_serializer("id")
        def _id(self, value: Any) -> LocalId:
            return self.id

    registry = SchemaRegistry()
    registry.add(Local, "output")
    assert registry.write().schemas["Local"]["properties"] == {
        "id": {"$ref": "#/schemas/LocalId"},
        "again": {"anyOf": [{"$ref": "#/schemas/Local"}, {"type": "null"}], "default": None},
        "owner": {"$ref": "#/schemas/LocalId", "readOnly": True},
    }


def test_classes_inside_a_function_take_the_names_of_the_model_around_them() -> None:
    LocalId = NewType("LocalId", str)

    class Inner(TypedDict):
        id: LocalId

    @dataclasses.dataclass
    class Local:
        id: LocalId
        inner: Inner
        again: Local | None = None

    class Row(NamedTuple):
        id: LocalId
        local: Local

    class Model(BaseModel):
        rows: list[Row]

    registry = SchemaRegistry()
    registry.add(Model, "input")
    schemas = registry.write().schemas
    assert set(schemas) == {"Inner", "Local", "LocalId", "Model", "Row"}
    assert schemas["Inner"]["properties"] == {"id": {"$ref": "#/schemas/LocalId"}}
    assert schemas["Local"]["properties"]["id"] == {"$ref": "#/schemas/LocalId"}
    assert schemas["Row"]["prefixItems"] == [
        {"$ref": "#/schemas/LocalId"},
        {"$ref": "#/schemas/Local"},
    ]


UserId = NewType("UserId", str)


class Counted(BaseModel):
    limit: ClassVar[int] = 3
    unknown: ClassVar[Nowhere] = 4  # type: ignore[name-defined]  # noqa: F821  # pydantic does not look at it
    version: Final[int]
    id: UserId


@dataclasses.dataclass
class CountedToo:
    limit: ClassVar[int]
    unknown: ClassVar[Nowhere]  # type: ignore[name-defined]  # noqa: F821
    owner: InitVar[UserId]
    id: Final[UserId]
    version: Final[int] = 3


class Keys(TypedDict, total=False):
    id: Required[UserId]
    owner: NotRequired[ReadOnly[UserId]]


class Item(NamedTuple):
    id: UserId
    owner: UserId = UserId("ada")


USER = {"$ref": "#/schemas/UserId"}


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        pytest.param(Counted, {"version": {"type": "integer"}, "id": USER}, id="model"),
        pytest.param(
            CountedToo,
            {"owner": USER, "id": USER, "version": {"type": "integer", "default": 3}},
            id="dataclass",
        ),
        pytest.param(Keys, {"id": USER, "owner": USER}, id="TypedDict"),
        pytest.param(Item, [USER, {**USER, "default": "ada"}], id="NamedTuple"),
    ],
)
def test_qualifiers_in_annotations_that_are_strings(form: Any, expected: Any) -> None:
    registry = SchemaRegistry()
    registry.add(form, "input")
    schema = registry.write().schemas[form.__name__]
    assert schema.get("properties", schema.get("prefixItems")) == expected


class ClassVarKey(TypedDict):
    limit: ClassVar[int]  # type: ignore[valid-type]
    id: UserId


@dataclasses.dataclass
class Hidden:
    id: Nowhere  # type: ignore[name-defined]  # noqa: F821


class HiddenModel(BaseModel):
    id: Nowhere  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize(
    ("form", "message"),
    [
        pytest.param(ClassVarKey, "ClassVarKey: no JSON.*ClassVar.*hint", id="TypedDict"),
        *(
            pytest.param(
                form,
                f"{form.__name__}: the type 'Nowhere' is not defined.*import or define",
                id=form.__name__,
            )
            for form in (Hidden, HiddenModel)
        ),
    ],
)
def test_what_pydantic_cannot_read_is_refused_with_its_place(form: Any, message: str) -> None:
    with pytest.raises(ContractError, match=rf"(?s)^{message}"):
        SchemaRegistry().add(form, "input")
