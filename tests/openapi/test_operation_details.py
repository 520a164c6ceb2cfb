"""Parameters, bodies and texts of operations in OpenAPI, down to single keys."""

import json
from dataclasses import replace
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, WithJsonSchema

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    Content,
    Example,
    HttpContract,
    HttpMethod,
    Parameter,
    RequestBody,
    Success,
)
from sphinxcontrib_ggdocs.contracts.model import Serialization
from sphinxcontrib_ggdocs.openapi import ExportWarning, to_openapi, to_openapi_json
from sphinxcontrib_ggdocs.openapi.content_writer import either_media
from sphinxcontrib_ggdocs.openapi.operation_writer import merged
from sphinxcontrib_ggdocs.openapi.value_kinds import kind_of
from sphinxcontrib_ggdocs.schema import SchemaRegistry

SAVE = HttpMethod(name="save", verbs=("POST",), path="", successes=(Success(status=204),))


class Address(BaseModel):
    """Where somebody is."""

    street: str


class Person(BaseModel):
    """Somebody."""

    name: str
    address: Address


def operation(method: HttpMethod, **options: Any) -> Any:
    contract = HttpContract(name="A", path_prefix="/a", methods=(method,), **options)
    (path,) = to_openapi([contract], title="T")["paths"].values()
    (found,) = path.values()
    return found


def parameter(type: Any, location: Any = "query", **options: Any) -> Any:
    method = replace(
        SAVE, parameters=(Parameter(name="p", location=location, type=type, **options),)
    )
    return operation(method)["parameters"][0]


@pytest.mark.parametrize(
    ("type", "location", "expected"),
    [
        (list[str], "cookie", {"style": "form", "explode": False}),
        (dict[str, str], "cookie", {"style": "form", "explode": False}),
        (dict[str, str], "query", {"style": "deepObject", "explode": True}),
        (str, "cookie", {}),
    ],
)
def test_styles(type: Any, location: Any, expected: dict[str, Any]) -> None:
    written = parameter(type, location)
    assert {key: written[key] for key in ("style", "explode") if key in written} == expected


def test_a_parameter_inside_which_are_objects_is_json() -> None:
    with pytest.warns(ExportWarning, match="how lists or objects inside the query"):
        written = parameter(list[list[int]])
    rows = {"type": "array", "items": {"type": "integer"}}
    assert written["content"] == {"application/json": {"schema": {"type": "array", "items": rows}}}
    assert written.keys() == {"name", "in", "required", "content"}


@pytest.mark.parametrize(
    ("type", "kind"),
    [
        (int | None, "scalar"),
        (list[int], "array"),
        (dict[str, int], "object"),
        (list[int] | dict[str, int], "object"),
        (list[list[int]], "nested"),
        (list[Address], "nested"),
        (Annotated[str, WithJsonSchema({"type": ["string", "null"]})], "scalar"),
        (Annotated[list[int], WithJsonSchema({"$ref": "https://example.org/s.json"})], "scalar"),
    ],
)
def test_kinds_of_values(type: Any, kind: str) -> None:
    registry = SchemaRegistry()
    slot = registry.add(type, "input")
    written = registry.write()
    assert kind_of(written.schema(slot), written.schemas) == kind


@pytest.mark.parametrize(
    "written",
    [
        pytest.param(lambda: parameter(str, deprecated=True), id="the parameter"),
        pytest.param(lambda: parameter(Annotated[str, Field(deprecated=True)]), id="its type"),
    ],
)
def test_a_deprecated_parameter(written: Any) -> None:
    assert written() == {
        "name": "p",
        "in": "query",
        "required": True,
        "deprecated": True,
        "schema": {"type": "string"},
    }


GIVEN = Annotated[list[int] | None, Field(description="Of the type.")]
GIVEN_SCHEMA = {
    "anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}],
    "description": "Of the type.",
}
AS_GIVEN = [
    pytest.param(
        {"serialization": Serialization(style="pipeDelimited", explode=False)},
        {"style": "pipeDelimited", "explode": False, "schema": GIVEN_SCHEMA},
        id="a style",
    ),
    pytest.param(
        {"serialization": Serialization(media_type="application/xml"), "deprecated": True},
        {"deprecated": True, "content": {"application/xml": {"schema": GIVEN_SCHEMA}}},
        id="a media type",
    ),
    pytest.param(
        {
            "serialization": Serialization(style="form"),
            "examples": (Example(name="one", value=[1], summary="One."),),
            "openapi_extra": {"allowReserved": True},
        },
        {
            "style": "form",
            "schema": GIVEN_SCHEMA,
            "examples": {"one": {"summary": "One.", "value": [1]}},
            "allowReserved": True,
        },
        id="examples and what else a document says",
    ),
]


@pytest.mark.parametrize(("options", "expected"), AS_GIVEN)
def test_parameters_of_documents_keep_their_form(
    options: dict[str, Any], expected: dict[str, Any]
) -> None:
    written = parameter(GIVEN, required=False, **options)
    assert written == {"name": "p", "in": "query", **expected}


@pytest.mark.parametrize(("options", "expected"), AS_GIVEN)
def test_response_headers_of_documents_keep_their_form(
    options: dict[str, Any], expected: dict[str, Any]
) -> None:
    header = Parameter(name="X-A", location="header", type=GIVEN, required=False, **options)
    written = operation(replace(SAVE, successes=(Success(status=204, headers=(header,)),)))
    assert written["responses"]["204"]["headers"] == {"X-A": expected}


def test_a_contract_without_methods_is_a_tag() -> None:
    contract = HttpContract(name="A", path_prefix="/a", methods=(), description="Empty.")
    document = to_openapi([contract], title="T")
    assert document["tags"] == [{"name": "A", "description": "Empty."}]
    assert document["paths"] == {}


def test_the_text_of_a_file() -> None:
    spec = ApiDocSpec(
        slug="shop",
        title="Ærø",
        http=[HttpContract(name="A", path_prefix="/a", methods=(SAVE,))],
    )
    text = to_openapi_json(spec, version="7")
    assert json.loads(text) == to_openapi(spec, version="7")
    assert text.startswith('{\n  "openapi": "3.1.0",\n')
    assert '"title": "Ærø"' in text
    assert text.endswith("}\n")


def test_parameters_after_one_that_the_path_lacks_are_written() -> None:
    gone = Parameter(name="gone", location="path", type=str)
    kept = Parameter(name="kept", location="query", type=str)
    with pytest.warns(ExportWarning, match="the path parameter gone is left out"):
        written = operation(replace(SAVE, parameters=(gone, kept)))["parameters"]
    assert [each["name"] for each in written] == ["kept"]


@pytest.mark.parametrize(
    "media_type", ["application/x-www-form-urlencoded", "multipart/form-data", "application/json"]
)
def test_parts_of_forms_that_have_parts_are_json(media_type: str) -> None:
    body = RequestBody(contents=(Content(media_type=media_type, type=Person),))
    media = operation(replace(SAVE, body=body))["requestBody"]["content"][media_type]
    expected = {"address": {"contentType": "application/json"}}
    assert media.get("encoding") == (None if media_type == "application/json" else expected)


@pytest.mark.parametrize(
    ("known", "other", "expected"),
    [
        (
            {"schema": {"type": "string"}, "examples": {"a": {"value": 1}}},
            {"schema": {"type": "string"}, "example": 2},
            {"schema": {"type": "string"}, "examples": {"a": {"value": 1}}, "example": 2},
        ),
        (
            {"schema": {"type": "string"}, "encoding": {"a": {"x": 1}}},
            {"schema": {"type": "integer"}, "encoding": {"a": {"x": 2}, "b": {}}},
            {
                "schema": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
                "encoding": {"a": {"x": 1}, "b": {}},
            },
        ),
        (
            {"schema": {"anyOf": [{"type": "string"}], "title": "T"}},
            {"schema": {"type": "null"}},
            {
                "schema": {
                    "anyOf": [{"anyOf": [{"type": "string"}], "title": "T"}, {"type": "null"}]
                }
            },
        ),
    ],
)
def test_two_bodies_of_one_media_type(
    known: dict[str, Any], other: dict[str, Any], expected: dict[str, Any]
) -> None:
    assert either_media(known, other) == expected


def test_what_is_merged_into_an_operation() -> None:
    known = {"tags": ["A"], "x": [1], "y": {"z": [1], "w": 1}, "v": {"a": 1}}
    added = {"tags": ["B"], "x": 2, "y": {"z": [2], "w": [3]}, "v": [4], "u": {"b": 1}}
    assert merged(known, added) == {
        "tags": ["A", "B"],
        "x": 2,
        "y": {"z": [1, 2], "w": [3]},
        "v": [4],
        "u": {"b": 1},
    }
    assert known["y"] == {"z": [1], "w": 1}


def test_the_description_of_an_operation() -> None:
    described = replace(SAVE, description="What it does.", deprecated=True)
    written = operation(replace(described, deprecation_message="Use the other."))
    assert written["description"] == "What it does.\n\nDeprecated: Use the other."
    assert written["deprecated"] is True
    assert "description" not in operation(SAVE)
    assert "deprecated" not in operation(SAVE)
    assert operation(SAVE, deprecated=True)["deprecated"] is True


def test_a_head_request_has_responses_without_content() -> None:
    gone = ERROR.define("GONE", 410)
    method = replace(
        SAVE,
        verbs=("GET", "HEAD"),
        successes=(Success(status=200, contents=(Content(type=int),)),),
        errors=(gone,),
    )
    contract = HttpContract(name="A", path_prefix="/a", methods=(method,))
    path = to_openapi([contract], title="T")["paths"]["/a"]
    assert "content" in path["get"]["responses"]["200"]
    assert "content" in path["get"]["responses"]["410"]
    assert path["head"]["responses"] == {
        "200": {"description": "OK"},
        "410": {"description": "GONE"},
    }
    assert path["head"]["operationId"] == "A_save_head"


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        (((), (ERROR.define("ONE", 409, description="One."),)), "One."),
        (((), (ERROR.unnamed("Gone", 409),)), "Conflict"),
        (
            ((), (ERROR.unnamed("Gone", 409, description="It was."), ERROR.define("ONE", 409))),
            "It was.\n\nONE",
        ),
    ],
)
def test_the_text_of_a_plain_error(errors: Any, expected: str) -> None:
    written = operation(replace(SAVE, errors=errors[1]), error_format="plain")
    assert written["responses"]["409"] == {"description": expected}
