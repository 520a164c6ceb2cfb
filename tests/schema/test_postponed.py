"""Types whose annotations are strings, at the top of a module and inside functions."""

from __future__ import annotations

import dataclasses
from typing import Any, ClassVar, Final, NewType

import pytest
from pydantic import BaseModel, computed_field, field_serializer

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.schema import SchemaBook


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

    book = SchemaBook()
    book.add(Local, "output")
    assert book.write().schemas["Local"]["properties"] == {
        "id": {"$ref": "#/schemas/LocalId"},
        "again": {"anyOf": [{"$ref": "#/schemas/Local"}, {"type": "null"}], "default": None},
        "owner": {"$ref": "#/schemas/LocalId", "readOnly": True},
    }


def test_a_dataclass_inside_a_function_cannot_name_what_stands_beside_it() -> None:
    LocalId = NewType("LocalId", str)

    @dataclasses.dataclass
    class Local:
        id: LocalId

    with pytest.raises(ContractError, match=r"(?s)'LocalId' is not defined.*top of the module"):
        SchemaBook().add(Local, "input")


UserId = NewType("UserId", str)


class Counted(BaseModel):
    limit: ClassVar[int] = 3
    unknown: ClassVar[Nowhere] = 4  # type: ignore[name-defined]  # noqa: F821  # pydantic does not look at it
    version: Final[int]
    id: UserId


@dataclasses.dataclass
class CountedToo:
    limit: ClassVar[int]
    id: UserId
    version: Final[int] = 3


@pytest.mark.parametrize("form", [Counted, CountedToo])
def test_a_class_with_class_variables(form: Any) -> None:
    book = SchemaBook()
    book.add(form, "input")
    assert book.write().schemas[form.__name__]["properties"]["id"] == {"$ref": "#/schemas/UserId"}
