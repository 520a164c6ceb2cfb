"""Links of responses of applications: in documents, texts and OpenAPI; without what is hidden."""

import json
from typing import Any

from fastapi import FastAPI

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

LINKS = {
    "one": {
        "operationId": "get_order",
        "parameters": {"id": "$response.body#/id"},
        "description": "What has been ordered.",
    },
    "cancel": {"operationRef": "#/paths/~1orders~1%7Bid%7D/delete", "server": {"url": "/b"}},
}
SHOWN = [
    {
        "name": "one",
        "method": "orders/Orders/get_order",
        "parameters": {"id": "$response.body#/id"},
        "description": "What has been ordered.",
    },
    {"name": "cancel", "method": "orders/Orders/cancel_order"},
]


def orders(**placing: Any) -> FastAPI:
    """An application with a method to place an order, and an internal one to cancel it."""
    app = FastAPI()

    @app.post("/orders", tags=["orders"], status_code=201, **placing)
    def place_order() -> None: ...

    @app.get("/orders/{id}", tags=["orders"], operation_id="get_order")
    def get_order(id: int) -> None: ...

    @app.delete("/orders/{id}", tags=["orders"], openapi_extra={"x-internal": True})
    def cancel_order(id: int) -> None: ...

    return app


DECLARED = orders(responses={201: {"links": LINKS}, 404: {"links": LINKS}})
MERGED = orders(openapi_extra={"responses": {"201": {"links": LINKS}}})


def links_in(openapi: Any, status: str) -> Any:
    return openapi["paths"]["/orders"]["post"]["responses"][status]["links"]


def test_links_of_applications_are_shown_and_exported() -> None:
    document = build_contract_doc(app=DECLARED)
    read = json.loads(document.to_json())
    placing = read["groups"][0]["contracts"][0]["methods"][0]
    assert placing["successResponse"]["links"] == SHOWN
    assert read["errors"]["Not-Found"]["links"] == SHOWN
    text = markdown_of(document)
    assert "- `one`: `get_order` with `id` = `$response.body#/id` – What has been ordered." in text
    exported = to_openapi(app=DECLARED)
    for status in ("201", "404"):
        assert links_in(exported, status) == links_in(DECLARED.openapi(), status) == LINKS


def test_links_that_are_merged_into_an_operation_are_shown() -> None:
    read = json.loads(build_contract_doc(app=MERGED).to_json())
    placing = read["groups"][0]["contracts"][0]["methods"][0]
    assert placing["successResponse"]["links"] == SHOWN
    assert links_in(to_openapi(app=MERGED), "201") == LINKS


def test_links_to_what_is_for_others_are_left_out() -> None:
    spec = ApiDocSpec(slug="shop", app=DECLARED).for_audience(["public"])
    document, exported = build_contract_doc(spec), to_openapi(spec)
    for text in (document.to_json().decode(), markdown_of(document), json.dumps(exported)):
        assert "cancel" not in text
        assert "delete" not in text
    assert links_in(exported, "201") == {"one": LINKS["one"]}
    spec = ApiDocSpec(slug="shop", app=MERGED).for_audience(["public"])
    assert "delete" not in build_contract_doc(spec).to_json().decode()
    assert "delete" not in json.dumps(to_openapi(spec))
