"""Bodies of errors, forms, and what travels as text."""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts.model import BodyField, FileRules
from sphinxcontrib_ggdocs.schema import SchemaRegistry
from sphinxcontrib_ggdocs.schema.components import error_body_schema, without_null

TYPE = {"type": "string", "const": "GONE"}


DATA = {"$ref": "#/schemas/Data"}


REFERENCE = {"type": "string", "format": "uri-reference"}


BODIES = [
    pytest.param(
        ("typed", "It is gone.", DATA),
        {
            "type": "object",
            "title": "GONE",
            "description": "It is gone.",
            "properties": {"type": TYPE, "message": {"type": "string"}, "data": DATA},
            "required": ["type", "data"],
        },
        id="typed with data",
    ),
    pytest.param(
        ("problem", None, DATA),
        {
            "type": "object",
            "title": "GONE",
            "properties": {
                "type": {**TYPE, "format": "uri-reference"},
                "title": {"type": "string"},
                "status": {"type": "integer", "const": 410},
                "detail": {"type": "string"},
                "instance": REFERENCE,
                "data": DATA,
            },
            "required": ["type", "title", "status", "data"],
        },
        id="problem",
    ),
    pytest.param(("plain", "It is gone.", DATA), DATA, id="plain"),
]


@pytest.mark.parametrize(("arguments", "expected"), BODIES)
def test_bodies_of_errors(arguments: Any, expected: Any) -> None:
    form, description, data = arguments
    assert error_body_schema("GONE", 410, description, form, data) == expected


def test_an_object_without_a_class_has_the_words_of_its_fields() -> None:
    described = Annotated[str, Field(description="Of the type.")]
    registry = SchemaRegistry()
    slot = registry.add_object(
        fields=[
            BodyField(name="a", type=int, description="A.", deprecated=True),
            BodyField(name="b", type=described, description="Not shown.", required=False),
            BodyField(name="c", type=Shared, required=False, default=None),
        ],
        mode="input",
    )
    assert registry.write().schema(slot) == {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "description": "A.", "deprecated": True},
            "b": {"type": "string", "description": "Of the type."},
            "c": {"$ref": "#/schemas/Shared"},
        },
        "required": ["a"],
    }


def test_the_text_of_a_parameter_is_its_own() -> None:
    registry = SchemaRegistry()
    forms = [
        Annotated[int, Field(description="How many.", deprecated=True, ge=1)],
        Annotated[int, Field(description="How many.")],
        int,
    ]
    slots = [registry.add(form, "input") for form in forms]
    written = registry.write()
    found = [written.schema_and_text(slot) for slot in slots]
    assert [(schema, *text) for schema, text in found] == [
        ({"type": "integer", "minimum": 1}, "How many.", True),
        ({"type": "integer"}, "How many.", False),
        ({"type": "integer"}, None, False),
    ]


NULL = {"type": "null"}


TEXT = {"type": "string"}


NUMBER = {"type": "integer"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (NULL, NULL),
        ({"type": "string", "default": None}, TEXT),
        ({"anyOf": [TEXT, NULL], "default": None, "title": "A"}, {**TEXT, "title": "A"}),
        ({"anyOf": [TEXT, NUMBER, NULL]}, {"anyOf": [TEXT, NUMBER]}),
        ({"anyOf": "text"}, {"anyOf": "text"}),
        ({"type": ["string", "null"], "maxLength": 2}, {"type": "string", "maxLength": 2}),
        ({"type": ["string", "integer", "null"]}, {"type": ["string", "integer"]}),
        ({"anyOf": [TEXT, NULL], "examples": [None, "a"]}, {**TEXT, "examples": ["a"]}),
    ],
)
def test_what_travels_as_text_has_no_null(schema: Any, expected: Any) -> None:
    assert without_null(schema) == expected


FILE = {"type": "string", "format": "binary"}


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        pytest.param(bytes, FILE, id="file"),
        pytest.param(
            Annotated[list[bytes], Field(description="Photos.")],
            {"type": "array", "items": FILE, "description": "Photos."},
            id="described files",
        ),
    ],
)
def test_files_of_forms(form: Any, expected: Any) -> None:
    registry = SchemaRegistry()
    slot = registry.add_object(
        fields=[BodyField(name="photo", type=form, file=FileRules())], mode="input", title="Form"
    )
    schema = registry.write().schema(slot)
    assert schema == {
        "type": "object",
        "title": "Form",
        "properties": {"photo": expected},
        "required": ["photo"],
    }


class Shared(BaseModel):
    size: int
