"""What authors add to operations by hand: members that are null, names that are there twice."""

from typing import Annotated, Any

from fastapi import FastAPI, Header

from sphinxcontrib_ggdocs.openapi import to_openapi

from ..exports.validity import faults_of_openapi

app = FastAPI(title="Added")
TRACE = {"name": "X-Trace", "in": "header", "description": "By hand.", "schema": {"minLength": 3}}
OTHER = {"name": "id", "in": "query", "schema": {"type": "string"}}


@app.get(
    "/a/{id}",
    tags=["one"],
    openapi_extra={
        "parameters": [
            {"name": "id", "in": "path", "required": True, "description": "Its id."},
            TRACE,
            OTHER,
            OTHER,
        ],
        "tags": ["one", "two"],
        "externalDocs": None,
        "requestBody": None,
        "x-nothing": None,
        "responses": {"200": {"description": None, "headers": None}},
    },
)
def read(id: int, x_trace: Annotated[str | None, Header()] = None) -> None: ...


@app.get(
    "/b",
    responses={
        404: {"description": None, "content": None, "headers": {"X": None}},
        200: {
            "headers": {"Y": {"description": None, "schema": {"type": "string", "enum": None}}},
            "content": {"text/csv": {"schema": {"type": "string"}, "example": None}},
        },
    },
)
def declared() -> None: ...


@app.post(
    "/c",
    openapi_extra={
        "requestBody": {
            "description": None,
            "content": {
                "application/json": {
                    "schema": {"type": "object", "default": None, "title": None},
                    "example": {"kept": None},
                    "examples": None,
                }
            },
        }
    },
)
def raw() -> None: ...


WRITTEN: Any = to_openapi(app=app)


def test_the_export_is_valid() -> None:
    assert faults_of_openapi(WRITTEN) == []


def test_a_parameter_is_there_once() -> None:
    """What is added to one that the path has, is a part of it."""
    operation = WRITTEN["paths"]["/a/{id}"]["get"]
    assert operation["parameters"] == [
        {
            "name": "id",
            "in": "path",
            "required": True,
            "description": "Its id.",
            "schema": {"type": "integer"},
        },
        {**TRACE, "schema": {"type": "string", "minLength": 3}},
        OTHER,
    ]
    assert operation["tags"] == ["one", "two"]


def test_members_that_are_null_are_left_out() -> None:
    operation = WRITTEN["paths"]["/a/{id}"]["get"]
    assert operation.keys().isdisjoint({"externalDocs", "requestBody"})
    assert operation["x-nothing"] is None
    assert operation["responses"]["200"]["description"] == "Successful Response"
    responses = WRITTEN["paths"]["/b"]["get"]["responses"]
    assert responses["404"] == {"description": "Not Found"}
    assert responses["200"]["headers"] == {"Y": {"schema": {"type": "string"}}}
    assert responses["200"]["content"]["text/csv"] == {"schema": {"type": "string"}}


def test_null_in_data_is_a_value() -> None:
    content = WRITTEN["paths"]["/c"]["post"]["requestBody"]["content"]["application/json"]
    assert content == {
        "schema": {"type": "object", "default": None},
        "examples": {"example": {"value": {"kept": None}}},
    }
