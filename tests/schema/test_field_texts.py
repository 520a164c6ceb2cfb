"""Sections about attributes in docstrings of classes describe the fields that they name."""

from typing import Annotated, Any, Protocol

import pytest
from pydantic import AliasChoices, BaseModel, Field, computed_field, field_serializer
from typing_extensions import deprecated

from sphinxcontrib_ggdocs.contracts import Deprecated, http
from sphinxcontrib_ggdocs.openapi import to_openapi


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


class WithNone(BaseModel):
    """A text of its own ends like a message that is not there.

    Attributes:
        other: Another.
    """

    own: int = Field(description="What it means:\n\nNone")
    other: int


class Older(BaseModel):
    """Some of it goes.

    Attributes:
        told: Told here.
        read: Read here.
    """

    told: int = Field(deprecated="Use new.")
    own: int = Field(description="Its own.", deprecated=deprecated("Use new."))
    new: int = 0


class OlderSerialized(Older):
    __doc__ = Older.__doc__

    marked: Annotated[int, Field(description="Marked."), Deprecated("Use new.")]

    @field_serializer("*")
    def _number(self, value: int) -> int:
        return value

    @computed_field(description="Computed.", deprecated="Use new.")
    def computed(self) -> int:
        raise NotImplementedError

    @computed_field(deprecated=True)
    def read(self) -> int:
        raise NotImplementedError


CASES: dict[str, Any] = {
    "aliases, texts of the field itself, and names that are none": (
        Named,
        "A model.\n\nMore text.\n\n**Attributes**\n\n- ``other``: Of nobody.",
        {"nameOf": "Its name,\nin two lines.", "own": "Its own."},
    ),
    "serializers": (Unusual, "pydantic describes it.", {"at": "When it was.", "key": "Its own."}),
    "a description that ends in the word None": (
        WithNone,
        "A text of its own ends like a message that is not there.",
        {"own": "What it means:\n\nNone", "other": "Another."},
    ),
    "deprecated fields with serializers, and computed ones": (
        OlderSerialized,
        "Some of it goes.",
        {
            "told": "Told here.\n\nUse new.",
            "own": "Its own.\n\nUse new.",
            "new": None,
            "marked": "Marked.\n\nUse new.",
            "computed": "Computed.\n\nUse new.",
            "read": "Read here.",
        },
    ),
}


@pytest.mark.parametrize(("form", "description", "texts"), CASES.values(), ids=CASES)
def test_a_docstring_describes_fields(
    form: Any, description: str, texts: dict[str, str | None]
) -> None:
    @http.api("/a")
    class Api(Protocol):
        @http.get("/")
        def read(self) -> form: ...

    document: Any = to_openapi([Api], title="A")
    schema = document["components"]["schemas"][form.__name__]
    assert schema["description"] == description
    found = {name: item.get("description") for name, item in schema["properties"].items()}
    assert found == texts


THREE_FIELDS = """Fields.

Attributes:
    one: One.
    two: Two.
    three: Three.
"""
Two = Annotated[int, Field(validation_alias="theTwo")]
Three = Annotated[int, Field(serialization_alias="theThree")]


class NamedModel(BaseModel):
    __doc__ = THREE_FIELDS

    one: int = Field(alias="theOne")
    two: int = Field(validation_alias=AliasChoices("theTwo", "other"))

    @computed_field(alias="theThree")
    def three(self) -> int:
        return 3


class Exchanged(BaseModel):
    __doc__ = THREE_FIELDS

    one: int = Field(alias="two")
    two: int = Field(alias="one")
    three: Three


IN, OUT = ["theOne", "theTwo", "three"], ["theOne", "two", "theThree"]


@pytest.mark.parametrize(
    ("form", "given", "answered"),
    [
        pytest.param(NamedModel, IN[:2], OUT, id="a model with a computed field"),
        pytest.param(
            Exchanged, ["two", "one", "three"], ["two", "one", "theThree"], id="exchanged"
        ),
    ],
)
def test_fields_that_have_other_names_on_the_wire(
    form: Any, given: list[str], answered: list[str]
) -> None:
    @http.api("/a")
    class Api(Protocol):
        @http.post("/")
        def save(self, item: Annotated[form, http.Body()]) -> form: ...

    schemas: Any = to_openapi([Api], title="A")["components"]["schemas"]
    texts = ["One.", "Two.", "Three."]
    for mode, names in (("Input", given), ("Output", answered)):
        schema = schemas[f"{form.__name__}-{mode}"]
        found = {name: item.get("description") for name, item in schema["properties"].items()}
        assert found == dict(zip(names, texts, strict=False))
