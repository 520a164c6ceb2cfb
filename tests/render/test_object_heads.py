"""Signatures, terms of the general index and of searches, and entries of objects, without Sphinx."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.ext.render.object_heads import (
    entry_of,
    index_terms,
    signature_of,
)
from sphinxcontrib_ggdocs.named_objects import ObjectEntry
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    ObjectView,
    Row,
)

from ..native.views_for_tests import TEXT, contract, error, method, schema
from .node_notation import capitals

__all__ = ["capitals"]


def row(name: str, place: str = "") -> Row:
    return Row(name=name, type=TEXT, required=True, place=place)


SIGNATURES: list[tuple[ObjectView, str]] = [
    (contract(), "text:HTTP  name:Api"),
    (contract("ws", path="/live"), "text:WEBSOCKET  name:Api aside: /live"),
    (method(verbs=("PUT", "POST"), path="/a"), "annotation:PUT, POST  name:/a aside: save"),
    (
        method(verbs=("POST",), path="/a", outgoing=True),
        "annotation:POST  name:/a aside: save annotation: (SERVER TO CLIENT)",
    ),
    (
        method("ws", direction="OUT", pattern="req"),
        "name:save annotation: (CLIENT TO SERVER, REQUEST)",
    ),
    (
        method("ws", direction="IN", pattern="event"),
        "name:save annotation: (SERVER TO CLIENT, EVENT)",
    ),
    (schema(), "name:order"),
    (schema(is_brand=True), "text:BRAND  name:order"),
    (schema(facet="input"), "name:order annotation: (INPUT)"),
    (schema(facet="output"), "name:order annotation: (OUTPUT)"),
    (error(), "text:410  name:GONE"),
]


@pytest.mark.parametrize(("view", "expected"), SIGNATURES)
def test_a_signature(view: ObjectView, expected: str) -> None:
    parts = signature_of(view)
    assert " ".join(f"{kind}:{text}" for kind, text in parts) == expected


BODY = BodyView(
    contents=(
        ContentView(type=TEXT, fields=(row("note"), row("dry"))),
        ContentView(type=TEXT, fields=(row("scan"),)),
    )
)
TERMS: list[tuple[ObjectView, str, list[str]]] = [
    (contract(), "", ["Api (HTTP)"]),
    (contract("ws"), "Shop", ["Api (WEBSOCKET, Shop)"]),
    (method(), "", ["PUT /orders", "save; Api"]),
    (
        method(verbs=("PUT", "POST"), path="/orders", aliases=("/v1/orders",)),
        "",
        ["PUT /orders", "POST /orders", "PUT /v1/orders", "POST /v1/orders", "save; Api"],
    ),
    (method("ws"), "Shop", ["save; Api, Shop"]),
    (
        method(params=(row("id", "path"), row("dry", "query")), body=BODY),
        "",
        ["PUT /orders", "save; Api"],
    ),
    (schema(fields=(row("id"), row("code"))), "Shop", ["order (TYPE, Shop)"]),
    (schema(is_brand=True), "", ["order (BRAND)"]),
    (error(), "", ["GONE (ERROR)"]),
]


@pytest.mark.parametrize(("view", "document", "listed"), TERMS)
def test_terms(view: ObjectView, document: str, listed: list[str]) -> None:
    assert index_terms(view, document) == listed


ENTRIES: list[tuple[ObjectView, dict[str, Any]]] = [
    (
        contract(description="Orders.\n\nAnd more.", deprecated=True),
        {"kind": "http", "deprecated": True},
    ),
    (contract("ws"), {"kind": "ws"}),
    (
        method(summary="Save", description="Save it."),
        {"kind": "http", "heading": "/orders", "summary": "Save"},
    ),
    (
        method("ws", direction="OUT", pattern="event", description="Save it."),
        {
            "kind": "ws",
            "heading": "/orders",
            "extra": "CLIENT TO SERVER, EVENT",
            "summary": "Save it.",
        },
    ),
    (schema(alias="shop.Orders", description="An order."), {"alias": "shop.Orders"}),
    (
        schema(is_brand=True, definition=TEXT, description="An id.\n\nMore."),
        {"heading": "O", "extra": "string", "summary": "An id."},
    ),
    (error(), {"heading": "410"}),
    (error(data=BodyView(contents=(ContentView(type=None),))), {"heading": "410"}),
    (
        error(data=BodyView(contents=(ContentView(type=TEXT),))),
        {"heading": "410", "extra": "string"},
    ),
    (
        error(
            data=BodyView(
                contents=(ContentView(type=TEXT), ContentView(type=TEXT, media_type="text/css"))
            )
        ),
        {"heading": "410", "extra": "string or string AS text/css"},
    ),
]


@pytest.mark.parametrize(("view", "expected"), ENTRIES)
def test_an_entry(view: ObjectView, expected: dict[str, Any]) -> None:
    given = {"display": view.display, **expected}
    entry = ObjectEntry(view.kind, view.name, "anchor", **given)
    assert entry_of(view, "anchor") == entry
