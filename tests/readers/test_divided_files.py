"""Files of OpenAPI that are divided: references where OpenAPI has none, as in published files."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import collected_warnings
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

ROOT = """
openapi: 3.1.0
info: {title: Shop, version: "1", description: {$ref: "texts.yaml#/introduction"}}
tags: [{$ref: "tags.yaml#/orders"}, {name: stock, description: {$ref: "texts.yaml#/stock"}}]
paths: {$ref: "paths.yaml"}
"""
FILES = {
    "texts.yaml": "introduction: All about orders.\nstock: What is left.\n",
    "tags.yaml": "orders: {name: orders, description: All orders.}\n",
    "paths.yaml": """
/orders/{id}:
  get: {$ref: "operations.yaml#/show"}
""",
    "operations.yaml": """
show:
  operationId: show_order
  tags: [orders]
  parameters: {$ref: "parameters.yaml#/shared"}
  x-codeSamples: [{$ref: "samples.yaml#/curl"}]
  responses:
    200:
      description: An order
      content: {application/json: {schema: {type: object, properties: {$ref: "fields.yaml"}}}}
""",
    "parameters.yaml": "shared: [{name: id, in: path, required: true, schema: {type: string}}]\n",
    "samples.yaml": "curl: {lang: Shell, source: curl https://shop.example/orders/1}\n",
    "fields.yaml": "total: {type: number}\n",
}


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text)
    return folder / "api.yaml"


def exported(path: Path) -> tuple[dict[str, Any], list[str]]:
    with collected_warnings(ApplicationWarning) as warnings:
        document = to_openapi(openapi=str(path))
    return json.loads(json.dumps(document)), [str(warning) for warning in warnings]


def test_a_divided_file_is_read_whole(tmp_path: Path) -> None:
    path = written(tmp_path, {"api.yaml": ROOT, **FILES})

    openapi, warnings = exported(path)

    assert warnings == []
    operation = openapi["paths"]["/orders/{id}"]["get"]
    content = operation["responses"]["200"]["content"]["application/json"]
    assert operation["operationId"] == "show_order"
    assert [parameter["name"] for parameter in operation["parameters"]] == ["id"]
    assert content["schema"]["properties"] == {"total": {"type": "number"}}
    assert operation["x-codeSamples"] == [
        {"lang": "Shell", "source": "curl https://shop.example/orders/1"}
    ]
    assert openapi["info"]["description"] == "All about orders."
    assert [tag.get("description") for tag in openapi["tags"]] == [
        "All orders.",
        "What is left.",
    ]
    assert "$ref" not in json.dumps(openapi)


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        ('{$ref: "operations.yaml#/absent"}', "is unresolved"),
        ('{$ref: "https://example.org/a.yaml"}', "is to another host"),
        ('{$ref: "#/paths/~1a/get"}', "the reference refers to itself"),
    ],
)
def test_an_operation_that_leads_nowhere_is_warned_of_once(
    tmp_path: Path, operation: str, message: str
) -> None:
    text = (
        f'openapi: 3.1.0\ninfo: {{title: A, version: "1"}}\npaths: {{/a: {{get: {operation}}}}}\n'
    )
    path = written(tmp_path, {"api.yaml": text, "operations.yaml": "show: {}\n"})

    openapi, warnings = exported(path)

    assert len(warnings) == 1
    assert message in warnings[0]
    assert not openapi.get("paths")


def test_what_references_lead_to_keeps_its_audience(tmp_path: Path) -> None:
    files = {
        "api.yaml": ROOT.replace("texts.yaml#/introduction", "operations.yaml#/x-notes/text"),
        **FILES,
        "operations.yaml": FILES["operations.yaml"].replace(
            "operationId", "x-internal: true\n  operationId"
        )
        + "x-notes: {x-internal: true, text: Secret words.}\n",
    }
    path = written(tmp_path, files)

    document = build_contract_doc({"slug": "shop", "openapi": str(path)}, audience="public")
    text = document.to_json().decode()

    assert "show_order" not in text
    assert "Secret words" not in text


def test_an_operation_for_others_keeps_its_samples_and_fields_for_them(tmp_path: Path) -> None:
    paths = FILES["paths.yaml"].replace("{$ref:", "{x-internal: true, $ref:")
    path = written(tmp_path, {"api.yaml": ROOT, **FILES, "paths.yaml": paths})

    shown = build_contract_doc({"slug": "shop", "openapi": str(path)}, audience="internal")
    hidden = build_contract_doc({"slug": "shop", "openapi": str(path)}, audience="public")

    assert b"curl https://shop.example/orders/1" in shown.to_json()
    assert b"total" in shown.to_json()
    assert b"show_order" not in hidden.to_json()
