"""The tag of a tagged union is required, as pydantic requires it when it reads."""

from typing import Annotated, Any, Literal, NewType

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.schema import Facet, SchemaRegistry
from sphinxcontrib_ggdocs.schema.tags import tag_of

from .normal import ours


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"
    lives: int = 9


class Dog(BaseModel):
    name: str
    kind: Literal["dog"] = "dog"


class Cow(BaseModel):
    kind: Literal["cow"]


class Aliased(BaseModel):
    kind: Literal["aliased"] = Field("aliased", alias="theKind")


class Bird(BaseModel):
    kind: Literal["bird"] = Field("bird", alias="theKind")


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]
NamedPet = TypeAliasType("NamedPet", Pet)
Herd = Annotated[NamedPet | Cow, Field(discriminator="kind")]
Link = NewType("Link", Cat)


class Owner(BaseModel):
    pets: list[Pet]


def required(*forms: tuple[Any, Facet]) -> dict[str, list[str]]:
    """What each named schema requires, and what unions at the slots do."""
    registry = SchemaRegistry()
    slots = [registry.add(form, facet) for form, facet in forms]
    written = registry.write()
    found = {
        name: schema["required"] for name, schema in written.schemas.items() if "required" in schema
    }
    found |= {
        str(n): schema["required"]
        for n, slot in enumerate(slots)
        if "required" in (schema := written.schema(slot))
    }
    return found


CASES = [
    pytest.param([(Pet, "input")], {"Cat": ["kind"], "Dog": ["name", "kind"]}, id="read"),
    pytest.param(
        [(Pet, "input"), (Cat, "input")],
        {"0": ["kind"], "Dog": ["name", "kind"]},
        id="read alone too",
    ),
    pytest.param(
        [(Herd, "input")],
        {"Cat": ["kind"], "Dog": ["name", "kind"], "Cow": ["kind"]},
        id="a union in a union",
    ),
    pytest.param(
        [(Annotated[Aliased | Bird, Field(discriminator="kind")], "input")],
        {"Aliased": ["theKind"], "Bird": ["theKind"]},
        id="an alias",
    ),
]


@pytest.mark.parametrize(("forms", "expected"), CASES)
def test_choices_require_their_tag(
    forms: list[tuple[Any, Facet]], expected: dict[str, list[str]]
) -> None:
    assert required(*forms) == expected


CHOICES = [{"$ref": "#/a"}, {"$ref": "#/b"}]


@pytest.mark.parametrize(
    ("schema", "tag"),
    [
        pytest.param(
            {"oneOf": CHOICES, "discriminator": {"propertyName": "kind"}}, "kind", id="tagged"
        ),
        pytest.param({"oneOf": CHOICES}, None, id="no tag"),
        pytest.param({"oneOf": CHOICES, "discriminator": "kind"}, None, id="OpenAPI 2.0"),
        pytest.param(
            {"oneOf": CHOICES, "discriminator": {"propertyName": 1}}, None, id="no name that is one"
        ),
    ],
)
def test_the_tag_of_a_union(schema: dict[str, Any], tag: str | None) -> None:
    assert tag_of(schema) == tag


@pytest.mark.parametrize(
    "form", [Pet, Owner, Herd, Annotated[Link | Dog, Field(discriminator="kind")]]
)
@pytest.mark.parametrize(
    "value", [{"kind": "cat"}, {}, {"name": "Rex"}, {"kind": "dog", "name": "Rex"}]
)
def test_what_lacks_its_tag_is_refused(form: Any, value: Any) -> None:
    value = {"pets": [value]} if form is Owner else value
    try:
        TypeAdapter(form).validate_python(value)
        accepted = True
    except ValidationError:
        accepted = False
    assert Draft202012Validator(ours(form, "input")).is_valid(value) is accepted
