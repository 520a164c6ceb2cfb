"""What authors add to operations by hand is shown to readers, too."""

from typing import Any

import pytest
from fastapi import FastAPI, Request
from ninja import NinjaAPI
from pydantic import BaseModel

from sphinxcontrib_ggdocs.document.parts import HttpContract, HttpMethod
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..django_project import set_up
from ..exports.validity import faults_of_openapi

set_up()


class Tag(BaseModel):
    word: str


class Order(BaseModel):
    """An order as its client sends it."""

    number: int
    tags: list[Tag] = []
    parent: "Order | None" = None


PAGE = {
    "name": "page",
    "in": "query",
    "description": "From 1.",
    "schema": {"type": "integer", "minimum": 1},
    "example": 3,
}


def _added(schema: Any) -> dict[str, Any]:
    return {
        "parameters": [PAGE],
        "requestBody": {
            "description": "The new order.",
            "required": True,
            "content": {"application/json": {"schema": schema, "example": {"number": 7}}},
        },
    }


def _fastapi() -> FastAPI:
    app = FastAPI(title="Orders")
    order = Order.model_json_schema()["$defs"]["Order"]
    schema = {**order, "$defs": Order.model_json_schema()["$defs"]}

    @app.post("/orders", openapi_extra=_added(schema))
    async def create(request: Request) -> None: ...

    @app.put("/orders", openapi_extra=_added(schema))
    async def replace(request: Request) -> None: ...

    @app.post("/orders/{number}", openapi_extra=_added({"type": "string"}))
    async def rename(number: int, words: list[str]) -> None: ...

    @app.post("/files", openapi_extra={"requestBody": {"content": {"text/csv": {}}}})
    async def upload(request: Request) -> None: ...

    return app


DOCUMENT = build_contract_doc(app=_fastapi())
EXPORT: Any = to_openapi(app=_fastapi())


def _methods(document: ApiDocsDocument) -> dict[str, HttpMethod]:
    return {
        method.name: method
        for group in document.groups
        for contract in group.contracts
        if isinstance(contract, HttpContract)
        for method in contract.methods
    }


@pytest.mark.parametrize("name", ["create", "replace"])
def test_a_body_has_the_type_of_its_title(name: str) -> None:
    body = _methods(DOCUMENT)[name].request_body
    assert body is not None
    assert body.required
    assert body.description == "The new order."
    [content] = body.contents
    assert content.schema == {"$ref": "#/schemas/Order", "examples": [{"number": 7}]}


def test_definitions_are_types_and_may_contain_themselves() -> None:
    assert DOCUMENT.schemas.keys() >= {"Order", "Tag"}
    order: Any = DOCUMENT.schemas["Order"]
    assert order["description"] == "An order as its client sends it."
    assert order["properties"]["tags"]["items"] == {"$ref": "#/schemas/Tag"}
    assert {"$ref": "#/schemas/Order"} in order["properties"]["parent"]["anyOf"]


def test_a_parameter_is_shown() -> None:
    [page] = _methods(DOCUMENT)["create"].query_params or ()
    assert (page.name, page.required, page.description) == ("page", False, "From 1.")
    assert page.schema == {"type": "integer", "minimum": 1, "examples": [3]}


def test_what_the_handler_declares_is_kept() -> None:
    method = _methods(DOCUMENT)["rename"]
    assert [param.name for param in method.path_params or ()] == ["number"]
    assert [param.name for param in method.query_params or ()] == ["page"]
    assert method.request_body is not None
    [content] = method.request_body.contents
    assert content.schema == {"type": "array", "items": {"type": "string"}}


def test_a_file_is_a_body() -> None:
    body = _methods(DOCUMENT)["upload"].request_body
    assert body is not None
    assert [content.media_type for content in body.contents] == ["text/csv"]
    assert not body.required


def test_the_export_has_them_once() -> None:
    assert faults_of_openapi(EXPORT) == []
    operation = EXPORT["paths"]["/orders"]["post"]
    [page] = operation["parameters"]
    assert page["name"] == "page"
    assert operation["requestBody"] == {
        "description": "The new order.",
        "required": True,
        "content": {
            "application/json": {
                "schema": {"$ref": "#/components/schemas/Order"},
                "examples": {"example": {"value": {"number": 7}}},
            }
        },
    }


def test_a_reference_to_components_is_exported_as_it_is() -> None:
    app = FastAPI()
    body = {"$ref": "#/components/requestBodies/Order"}

    @app.post("/orders", openapi_extra={"requestBody": body})
    async def create(request: Request) -> None: ...

    written: Any = to_openapi(app=app)
    assert written["paths"]["/orders"]["post"]["requestBody"] == body


def test_ninja_has_them_too() -> None:
    api = NinjaAPI(urls_namespace="written")

    @api.post("/orders", openapi_extra=_added({"type": "object", "title": "Order"}))
    def create(request: Any) -> None: ...

    method = _methods(build_contract_doc(app=api))["create"]
    assert [param.name for param in method.query_params or ()] == ["page"]
    assert method.request_body is not None
