"""What we correct in pydantic's answers, on purpose: the type, pydantic's answer, and ours.

All else is equal (`test_against_pydantic`), but for what we add: names of brands, aliases and classes,
members of enumerations, texts of docstrings.
"""

import re
from typing import Annotated, Any, Literal, NewType

import pytest
from annotated_types import Gt, MinLen
from pydantic import BaseModel, BeforeValidator, Discriminator, Field, SecretStr, Tag, create_model
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.schema import JsonSchema

from .normal import ours, theirs

UserId = NewType("UserId", str)


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"


class Dog(BaseModel):
    kind: Literal["dog"] = "dog"


class Film(TypedDict):
    name: str


def kind_of(value: Any) -> str:
    return "text" if isinstance(value, str) else "number"


def model(form: Any, default: Any = ...) -> Any:
    return create_model("Model", field=(form, default))


BY_FUNCTION = Annotated[
    Annotated[str, Tag("text")] | Annotated[int | str, Tag("number")], Discriminator(kind_of)
]
Numbers = BeforeValidator(lambda value: value, json_schema_input_type=list[int])
NUMBERS: JsonSchema = {"type": "array", "items": {"type": "integer"}}
SECRET: JsonSchema = {"type": "string", "format": "password", "writeOnly": True}
CAT: JsonSchema = {"type": "object", "title": "Cat"}
CAT["properties"] = {"kind": {"type": "string", "const": "cat", "default": "cat"}}

CORRECTIONS: list[Any] = [
    # A value may fit several choices, which `oneOf` refuses.
    pytest.param(
        BY_FUNCTION,
        {"oneOf": [{"type": "string"}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}]},
        {"anyOf": [{"type": "string"}, {"anyOf": [{"type": "integer"}, {"type": "string"}]}]},
        id="a union by a function",
    ),
    # A discriminator refers to definitions (OpenAPI 3.1, 4.8.25), and these members have none.
    pytest.param(
        Annotated[Annotated[Cat, Numbers] | Annotated[Dog, Numbers], Field(discriminator="kind")],
        {
            "oneOf": [NUMBERS],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"cat": NUMBERS, "dog": NUMBERS},
            },
        },
        NUMBERS,
        id="members of a union that have no definition",
    ),
    # It is last wherever unions are nested; their order means nothing.
    pytest.param(
        Annotated[str, MinLen(2)] | Annotated[int | None, Gt(2)] | bool,
        {
            "anyOf": [
                {"type": "string", "minLength": 2},
                {"type": "integer", "exclusiveMinimum": 2},
                {"type": "null"},
                {"type": "boolean"},
            ]
        },
        {
            "anyOf": [
                {"type": "string", "minLength": 2},
                {"type": "integer", "exclusiveMinimum": 2},
                {"type": "boolean"},
                {"type": "null"},
            ]
        },
        id="null in a union",
    ),
    # pydantic does not look at defaults, nor at examples; a client would send them.
    pytest.param(
        (int, "none"),
        {"type": "integer", "default": "none"},
        {"type": "integer"},
        id="a default that does not hold",
    ),
    pytest.param(
        (SecretStr, SecretStr("hunter2")),
        {**SECRET, "default": "**********"},
        SECRET,
        id="the default of a secret",
    ),
    # pydantic forgets them, and ECMA-262 has no flags inside of a pattern: it is left out.
    pytest.param(
        Annotated[str, Field(pattern=re.compile("^[a-z]$", re.IGNORECASE))],
        {"type": "string", "pattern": "^[a-z]$"},
        {"type": "string"},
        id="the flags of a pattern",
    ),
    # A pattern is ECMA-262 (JSON Schema 2020-12, 6.4).
    pytest.param(
        dict[Annotated[UserId, Field(pattern="^u")], int],
        {"type": "object", "patternProperties": {"^u": {"type": "integer"}}},
        {
            "type": "object",
            "propertyNames": {"$ref": "#/$defs/UserId", "pattern": "^u"},
            "additionalProperties": {"type": "integer"},
        },
        id="the names of a map",
    ),
    # Python finds them equal, JSON does not.
    pytest.param(
        Literal[1, "a"] | Literal[True, "a"],
        {"enum": [1, "a"]},
        {"anyOf": [{"enum": [1, "a"]}, {"enum": [True, "a"]}]},
        id="the choices 1 and true",
    ),
    # They have to differ (JSON Schema 2020-12 Validation, 6.1.2).
    pytest.param(
        Annotated[Cat | Dog, Field(discriminator="kind")],
        CAT,
        {**CAT, "required": ["kind"]},
        id="the tag of a union",
    ),
    # The bounds of the class around a TypedDict hold in it; pydantic forgets them for the second
    # mention.
    pytest.param(
        create_model("Bounded", a=(Film, ...), b=(Film, ...), __config__={"str_max_length": 4}),
        {"type": "string"},
        {"type": "string", "maxLength": 4},
        id="bounds of the class around",
    ),
]


def part(schema: JsonSchema) -> JsonSchema:
    """The first choice of a union of models, the field of a model, or that of a TypedDict in it."""
    definitions = schema.get("$defs", {})
    if "Film" in definitions:
        return dict(definitions["Film"]["properties"]["name"])
    cat: JsonSchema = definitions.get("Cat", {})
    properties = {**schema, **definitions.get("Model", {})}["properties"]
    return cat or dict(properties["field"])


@pytest.mark.parametrize(("form", "written", "corrected"), CORRECTIONS)
def test_corrections(form: Any, written: JsonSchema, corrected: JsonSchema) -> None:
    cls = model(*form) if isinstance(form, tuple) else model(form)
    assert part(theirs(cls, "input")) == written
    assert part(ours(cls, "input")) == corrected


def test_the_table_is_short() -> None:
    assert len(CORRECTIONS) <= 12
