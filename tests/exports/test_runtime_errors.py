"""Declared errors come first, in the order of the contract; those that the runtime adds are marked."""

import json
from typing import Any, Protocol

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.contracts import ERROR, SERVER_ERROR, BearerToken, Requirement, http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of_view
from sphinxcontrib_ggdocs.native.view import view_of
from sphinxcontrib_ggdocs.openapi import to_openapi

LATE = ERROR.define("LATE", 503)
GONE = ERROR.define("GONE", 410)
MISSING = ERROR.define("MISSING", 404)
SIGNED_IN = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[GONE])


def http_api(**options: Any) -> type:
    @http.api("/orders", requires=[SIGNED_IN], **options)
    class OrderApi(Protocol):
        @http.get("/{id}", errors=[LATE, SERVER_ERROR, MISSING])
        def get_order(self, id: int) -> int: ...

    return OrderApi


def ws_api(**options: Any) -> type:
    @ws.api("/live", requires=[SIGNED_IN], **options)
    class LiveApi(Protocol):
        @ws.client_to_server(errors=[LATE, MISSING])
        def watch(self, id: int) -> int: ...

    return LiveApi


DECLARED = ["LATE", "SERVER_ERROR", "MISSING", "GONE"]
ADDED = ["UNAUTHORIZED", "VALIDATION_ERROR"]
IN_LIVE = ["UNAUTHORIZED", "VALIDATION_ERROR", "SERVER_ERROR"]


def methods(*apis: type) -> list[Any]:
    kinds = {"http": [apis[0]], "ws": [apis[1]]}
    document = json.loads(build_contract_doc(kinds, title="Shop").to_json())
    contracts = document["groups"][0]["contracts"]
    return [method for contract in contracts for method in contract["methods"]]


def test_document() -> None:
    order, live = methods(http_api(), ws_api())
    assert (order["errors"], order["runtimeErrors"]) == ([*DECLARED, *ADDED], ADDED)
    assert live["errors"] == ["LATE", "MISSING", "GONE", *IN_LIVE]
    assert live["runtimeErrors"] == IN_LIVE


def test_text() -> None:
    document = build_contract_doc(http=[http_api()], title="Shop")
    lines = markdown_of_view(view_of(document)).splitlines()
    assert "- Errors: 503 `LATE`, 500 `SERVER_ERROR`, 404 `MISSING`, 410 `GONE`" in lines
    assert "- Errors of the runtime: 401 `UNAUTHORIZED`, 422 `VALIDATION_ERROR`" in lines


def test_openapi() -> None:
    operation = to_openapi([http_api()], title="Shop")["paths"]["/orders/{id}"]["get"]
    assert [*operation["responses"]] == ["200", "503", "500", "404", "410", "401", "422"]
    assert operation["x-runtime-errors"] == ADDED


def test_asyncapi() -> None:
    [operation, _] = to_asyncapi([ws_api()], title="Shop")["operations"].values()
    names = [each["$ref"].rpartition("/")[2] for each in operation["reply"]["messages"]]
    assert names == ["watch_reply", "LATE", "MISSING", "GONE", *IN_LIVE]
    assert operation["x-runtime-errors"] == IN_LIVE


@pytest.mark.parametrize("kind", ["http", "ws"])
def test_something_else_serves(kind: str) -> None:
    order, live = methods(http_api(runtime_errors=False), ws_api(runtime_errors=False))
    method = order if kind == "http" else live
    assert "runtimeErrors" not in method
    assert {*method["errors"]} <= {*DECLARED}
