"""Relative links of documents, resolved against their `base_url`: in texts, and those to
documentation elsewhere.
"""

import json
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc

ORDER = {
    "type": "object",
    "description": "See [orders](orders.html).",
    "externalDocs": {"url": "schema.html"},
    "properties": {
        "sort": {"type": "string", "externalDocs": {"url": "property.html"}},
        "data": {"type": "object", "examples": [{"externalDocs": {"url": "value.html"}}]},
        "away": {"type": "string", "externalDocs": {"url": "https://example.com/away.html"}},
        "odd": {"type": "string", "externalDocs": "odd.html"},
    },
}
FILE = {
    "openapi": "3.1.0",
    "info": {"title": "Orders", "version": "1"},
    "externalDocs": {"url": "document.html", "description": "More"},
    "tags": [{"name": "orders", "externalDocs": {"url": "tag.html"}}],
    "paths": {
        "/orders": {
            "get": {
                "operationId": "list_orders",
                "tags": ["orders"],
                "externalDocs": {"url": "operation.html"},
                "parameters": [
                    {
                        "name": "size",
                        "in": "query",
                        "schema": {"type": "integer", "externalDocs": {"url": "parameter.html"}},
                    }
                ],
                "responses": {
                    "200": {
                        "description": "Orders",
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Order"}}
                        },
                    }
                },
            }
        }
    },
    "components": {"schemas": {"Order": ORDER}},
}


def links_of(value: Any) -> list[str]:
    """The URLs of all external documentation in a document."""
    if isinstance(value, list):
        return [url for item in value for url in links_of(item)]
    if not isinstance(value, dict):
        return []
    link = value.get("externalDocs")
    own = [link["url"]] if isinstance(link, dict) else []
    return own + [url for item in value.values() for url in links_of(item)]


BASE = "https://example.org/docs/"
RELATIVE = ("document", "tag", "operation", "parameter", "schema", "property")


def test_external_documentation_is_resolved_against_the_base_url(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(FILE), encoding="utf-8")
    spec = ApiDocSpec(slug="orders", openapi=str(file), base_url=BASE)
    links = links_of(json.loads(build_contract_doc(spec).to_json()))
    assert sorted(links) == sorted(
        [
            *(f"{BASE}{name}.html" for name in RELATIVE),
            "https://example.com/away.html",
            "value.html",
        ]
    )
