"""Links to documentation elsewhere (``externalDocs``) of types, fields and parameters are shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..sphinx.projects import project
from .test_openapi import spec

__all__ = ["project"]


def link(name: str, **more: str) -> dict[str, Any]:
    return {"url": f"https://example.org/{name}", **more}


def file(order: Any, name: Any, limit: Any, code: Any) -> dict[str, Any]:
    """A file with an object, a field, a parameter, and a type that is no object."""
    answer = {"$ref": "#/components/schemas/Order"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "paths": {
            "/orders": {
                "get": {
                    "operationId": "list_orders",
                    "parameters": [
                        {
                            "name": "limit",
                            "in": "query",
                            "schema": {"type": "integer", "externalDocs": limit},
                        }
                    ],
                    "responses": {
                        "200": {
                            "description": "OK",
                            "content": {"application/json": {"schema": answer}},
                        }
                    },
                }
            }
        },
        "components": {
            "schemas": {
                "Code": {"type": "string", "externalDocs": code},
                "Order": {
                    "type": "object",
                    "externalDocs": order,
                    "properties": {
                        "name": {"type": "string", "externalDocs": name},
                        "code": {"$ref": "#/components/schemas/Code"},
                    },
                },
            }
        },
    }


FILE = file(link("order", description="Of orders"), link("name"), link("limit"), link("code"))


def test_markdown(tmp_path: Path) -> None:
    document = build_contract_doc(spec(tmp_path, json.dumps(FILE)))
    lines = markdown_of(document).splitlines()
    assert "- See also: [Of orders](https://example.org/order)" in lines
    assert "- See also: <https://example.org/code>" in lines
    assert any(
        each.startswith("| `name`") and "<https://example.org/name>" in each for each in lines
    )
    assert any(
        each.startswith("| `limit`") and "<https://example.org/limit>" in each for each in lines
    )


def test_they_are_exported(tmp_path: Path) -> None:
    exported = to_openapi(spec(tmp_path, json.dumps(FILE)))
    schemas = exported["components"]["schemas"]
    assert schemas["Order"]["externalDocs"] == link("order", description="Of orders")
    assert schemas["Order"]["properties"]["name"]["externalDocs"] == link("name")


@pytest.mark.parametrize("malformed", [None, 3, "text", [], {}, {"url": 4}])
def test_malformed_links_are_not_shown(tmp_path: Path, malformed: Any) -> None:
    text = json.dumps(file(malformed, malformed, malformed, malformed))
    assert "See also" not in markdown_of(build_contract_doc(spec(tmp_path, text)))


@pytest.mark.parametrize("audience", [[], ["internal"]])
def test_links_for_others(tmp_path: Path, audience: list[str]) -> None:
    hidden = {**link("secret"), "x-internal": True}
    document = spec(tmp_path, json.dumps(file(hidden, hidden, hidden, hidden)))
    text = markdown_of(build_contract_doc(document, audience=audience))
    assert ("secret" in text) == bool(audience)
