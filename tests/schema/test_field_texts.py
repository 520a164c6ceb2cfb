"""Sections about attributes in docstrings of classes describe the fields that they name."""

from dataclasses import dataclass
from typing import Annotated, Any, Protocol

import pytest
from pydantic import BaseModel, Field, field_serializer
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.openapi import openapi_document


class Named(BaseModel):
    """A model.

    Attributes:
        name: Its name,
            in two lines.
        own: Not this one.
        other: Of nobody.

    More text.
    """

    name: str = Field(alias="nameOf")
    own: Annotated[int, Field(description="Its own.")]


class Unusual(BaseModel):
    """pydantic describes it.

    Args:
        at (int): When it was.
        key: Not this one.
    """

    at: int
    key: str = Field(description="Its own.", pattern="^k")

    @field_serializer("at")
    def _text(self, at: int) -> str:
        return str(at)


@dataclass
class Record:
    __doc__ = "A dataclass.\n\nAttributes\n----------\ninner : Named\n    What is inside."

    inner: Named


class Mapped(TypedDict):
    """Attributes: this is prose.

    And this is, too.
    """

    key: str


CASES = [
    pytest.param(
        Named,
        "A model.\n\nMore text.\n\n**Attributes**\n\n- ``other``: Of nobody.",
        {"nameOf": "Its name,\nin two lines.", "own": "Its own."},
        id="aliases, texts of the field itself, and names that are none",
    ),
    pytest.param(
        Unusual,
        "pydantic describes it.",
        {"at": "When it was.", "key": "Its own."},
        id="serializers",
    ),
    pytest.param(Record, "A dataclass.", {"inner": "What is inside."}, id="the style of NumPy"),
    pytest.param(
        Mapped, "Attributes: this is prose.\n\nAnd this is, too.", {"key": None}, id="no section"
    ),
]


@pytest.mark.parametrize(("form", "description", "texts"), CASES)
def test_a_docstring_describes_fields(
    form: Any, description: str, texts: dict[str, str | None]
) -> None:
    @http.api("/a")
    class Api(Protocol):
        @http.get("/")
        def read(self) -> form: ...

    document: Any = openapi_document([Api], title="A")
    schema = document["components"]["schemas"][form.__name__]
    assert schema["description"] == description
    found = {name: item.get("description") for name, item in schema["properties"].items()}
    assert found == texts
