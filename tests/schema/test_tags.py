"""The tag of a tagged union is required, as pydantic requires it when it reads."""

from typing import Annotated, Any, Literal, NewType

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.schema import Mode, SchemaRegistry
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


def required(*forms: tuple[Any, Mode]) -> dict[str, list[str]]:
    """What each named schema requires, and what unions at the slots do."""
    registry = SchemaRegistry()
    slots = [registry.add(form, mode) for form, mode in forms]
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


CASES: dict[str, Any] = {
    "read": ([(Pet, "input")], {"Cat": ["kind"], "Dog": ["name", "kind"]}),
    "read alone too": ([(Pet, "input"), (Cat, "input")], {"0": ["kind"], "Dog": ["name", "kind"]}),
    "a union in a union": (
        [(Herd, "input")],
        {"Cat": ["kind"], "Dog": ["name", "kind"], "Cow": ["kind"]},
    ),
    "an alias": (
        [(Annotated[Aliased | Bird, Field(discriminator="kind")], "input")],
        {"Aliased": ["theKind"], "Bird": ["theKind"]},
    ),
}


@pytest.mark.parametrize(("forms", "expected"), CASES.values(), ids=CASES)
def test_choices_require_their_tag(
    forms: list[tuple[Any, Mode]], expected: dict[str, list[str]]
) -> None:
    assert required(*forms) == expected


CHOICES = [{"$ref": "#/a"}, {"$ref": "#/b"}]


TAG_UNION: dict[str, Any] = {
    "tagged": ({"oneOf": CHOICES, "discriminator": {"propertyName": "kind"}}, "kind"),
    "no tag": ({"oneOf": CHOICES}, None),
    "OpenAPI 2.0": ({"oneOf": CHOICES, "discriminator": "kind"}, None),
    "no name that is one": ({"oneOf": CHOICES, "discriminator": {"propertyName": 1}}, None),
}


@pytest.mark.parametrize(
    ("schema", "tag"),
    TAG_UNION.values(),
    ids=TAG_UNION,
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
