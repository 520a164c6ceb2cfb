"""Signatures, terms of the general index and of searches, and entries of objects, without Sphinx."""

from typing import Any

import pytest
from docutils import nodes

from sphinxcontrib_ggdocs.ext.render.object_heads import entry_of, index_terms, signature_nodes
from sphinxcontrib_ggdocs.named_objects import ObjectEntry

from ..native.views_for_tests import (
    TEXT,
    Described,
    content,
    contract,
    error,
    message,
    method,
    schema,
    socket,
)
from .node_notation import capitals

__all__ = ["capitals"]

BRAND = {**TEXT, "x-brand": ["order"], "title": "order"}
ROLES = {"desc_name": "name", "desc_addname": "aside", "desc_annotation": "annotation"}


SIGNATURES: list[tuple[Described, str]] = [
    (contract(), "name:Api"),
    (contract(pathPrefix="/orders"), "name:Api annotation: (BELOW /orders)"),
    (socket(path="/live"), "text:WEBSOCKET  name:Api aside: /live"),
    (socket(protocol="kafka"), "text:kafka  name:Api"),
    (method(httpMethods=["PUT", "POST"]), "annotation:PUT, POST  name:/orders aside: save"),
    (
        method(outgoing=True),
        "annotation:PUT  name:/orders aside: save annotation: (SERVER TO CLIENT)",
    ),
    (message(), "name:save annotation: (CLIENT TO SERVER, REQUEST)"),
    (
        message(wsDirection="IN", wsPattern="event"),
        "name:save annotation: (SERVER TO CLIENT, EVENT)",
    ),
    (schema(), "name:Thing"),
    (schema(BRAND), "text:BRAND  name:order"),
    (schema({**TEXT, "x-type": "A"}, "A-Input"), "name:A annotation: (INPUT)"),
    (schema({**TEXT, "x-type": "A"}, "A-Output"), "name:A annotation: (OUTPUT)"),
    (error(), "text:410  name:GONE"),
]


@pytest.mark.parametrize(("described", "expected"), SIGNATURES)
def test_a_signature(described: Described, expected: str) -> None:
    parts: list[str] = []
    for node in signature_nodes(described.view):
        role = "text" if isinstance(node, nodes.Text) else ROLES[node.__class__.__name__]
        parts.append(f"{role}:{node.astext()}")
    assert " ".join(parts) == expected


TERMS: list[tuple[Described, str, list[str]]] = [
    (contract(), "", ["Api (HTTP)"]),
    (socket(), "Shop", ["Api (WEBSOCKET, Shop)"]),
    (method(), "", ["PUT /orders", "save; Api"]),
    (
        method(httpMethods=["PUT", "POST"], httpPaths=["/orders", "/v1/orders"]),
        "",
        ["PUT /orders", "POST /orders", "PUT /v1/orders", "POST /v1/orders", "save; Api"],
    ),
    (message(), "Shop", ["save; Api, Shop"]),
    (schema(), "Shop", ["Thing (TYPE, Shop)"]),
    (schema(BRAND), "", ["order (BRAND)"]),
    (error(), "", ["GONE (ERROR)"]),
]


@pytest.mark.parametrize(("described", "document", "listed"), TERMS)
def test_terms(described: Described, document: str, listed: list[str]) -> None:
    assert index_terms(described.view, document) == listed


ENTRIES: list[tuple[Described, dict[str, Any]]] = [
    (
        contract(description="Orders.\n\nAnd more.", deprecated=True),
        {"kind": "http", "deprecated": True},
    ),
    (socket(), {"kind": "ws"}),
    (
        method(summary="Save", description="Save it."),
        {"kind": "http", "heading": "/", "summary": "Save"},
    ),
    (
        message(wsPattern="event", description="Save it."),
        {
            "kind": "ws",
            "heading": "/",
            "extra": "CLIENT TO SERVER, EVENT",
            "summary": "Save it.",
        },
    ),
    (
        schema({**TEXT, "x-type": "A", "description": "An order."}, "A-Input"),
        {"alias": "shop.A"},
    ),
    (
        schema({**BRAND, "description": "An id.\n\nMore."}),
        {"heading": "O", "extra": "string", "summary": "An id."},
    ),
    (error(), {"heading": "410"}),
    (error(moreContents=[content(None)]), {"heading": "410"}),
    (error(data=TEXT), {"heading": "410", "extra": "string"}),
    (
        error(data=TEXT, moreContents=[content(TEXT, "text/css")]),
        {"heading": "410", "extra": "string or string AS text/css"},
    ),
]


@pytest.mark.parametrize(("described", "expected"), ENTRIES)
def test_an_entry(described: Described, expected: dict[str, Any]) -> None:
    document, view = described
    given = {"display": view.display, **expected}
    entry = ObjectEntry(view.kind, view.name, "anchor", **given)
    assert entry_of(document, view, "anchor") == entry
