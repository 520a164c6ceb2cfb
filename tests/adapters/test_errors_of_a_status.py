"""Errors of one status and one form are one error; each method keeps its own description."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import BaseModel
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.history import compare
from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi


class Problem(BaseModel):
    """What is wrong."""

    detail: str


class Other(BaseModel):
    """Another form."""

    code: int


ANSWERS: dict[str, dict[int | str, dict[str, Any]]] = {
    "open": {409: {"description": "It is open.", "model": Problem}, 404: {"description": "No A."}},
    "close": {409: {"description": "It is closed.", "model": Problem}},
    "count": {409: {"model": Problem}},
    "reopen": {409: {"description": "It is open.", "model": Problem}},
    "find": {409: {"description": "Taken.", "model": Other}},
}


def application() -> FastAPI:
    app = FastAPI(title="Shop")
    for name, answers in ANSWERS.items():

        def handler() -> None: ...

        handler.__name__ = name
        app.post(f"/{name}", responses=answers)(handler)
    return app


def from_file(folder: Path) -> ApiDocSpec:
    file = folder / "openapi.json"
    file.write_text(json.dumps(application().openapi()), encoding="utf-8")
    return ApiDocSpec(slug="shop", title="Shop", openapi=[str(file)])


@pytest.fixture(params=["application", "file"])
def document(request: pytest.FixtureRequest, tmp_path: Path) -> ApiDocsDocument:
    spec = from_file(tmp_path)
    if request.param == "application":
        spec = ApiDocSpec(slug="shop", title="Shop", app=application())
    return build_contract_doc(spec)


def methods_of(document: ApiDocsDocument) -> dict[str, Any]:
    contracts = [contract for group in document.groups for contract in group.contracts]
    methods: list[Any] = [method for contract in contracts for method in contract.methods]
    return {method.http_path.strip("/"): method for method in methods}


def test_there_is_one_error(document: ApiDocsDocument) -> None:
    assert {key for key in document.errors if key != "Validation-Error"} == {
        "Conflict",
        "Conflict-2",
        "Not-Found",
    }
    methods = methods_of(document)
    keys = {name: method.errors for name, method in methods.items()}
    assert keys["open"] == ("Conflict", "Not-Found")
    assert keys["close"] == keys["count"] == keys["reopen"] == ("Conflict",)
    assert keys["find"] == ("Conflict-2",)
    # What all of them say, for a reader who looks at the error alone.
    assert document.errors["Conflict"].description == "It is open.\n\nIt is closed."
    assert document.errors["Conflict-2"].description == "Taken."
    assert methods["open"].error_descriptions == {"Conflict": "It is open."}
    assert methods["close"].error_descriptions == {"Conflict": "It is closed."}
    assert methods["count"].error_descriptions == {"Conflict": ""}
    assert methods["find"].error_descriptions is None


def test_a_method_shows_its_own_description(document: ApiDocsDocument) -> None:
    text = markdown_of(document)
    shown = {
        name: [line for line in part.splitlines() if "Conflict" in line]
        for name, part in (part.split("\n", 1) for part in text.split("\n#### ")[1:])
    }
    lines = {name.partition("_")[0]: line[0] for name, line in shown.items()}
    assert "It is open." in lines["open"]
    assert "It is closed." in lines["close"]
    assert "It is" not in lines["open"].replace("It is open.", "")
    assert "It is" not in lines["count"]


def test_openapi_has_the_descriptions_of_each_operation(
    document: ApiDocsDocument, tmp_path: Path
) -> None:
    file = tmp_path / "api-docs.json"
    file.write_bytes(document.to_json())
    read_again = ApiDocSpec(slug="shop", title="Shop", contract_document=[str(file)])
    for spec in (ApiDocSpec(slug="shop", title="Shop", app=application()), read_again):
        paths = to_openapi(spec)["paths"]
        texts = {
            path: item["post"]["responses"]["409"]["description"] for path, item in paths.items()
        }
        assert texts == {
            "/open": "It is open.",
            "/close": "It is closed.",
            "/count": "Conflict",
            "/reopen": "It is open.",
            "/find": "Taken.",
        }


def test_a_mock_names_the_errors() -> None:
    client = TestClient(mock_service(app=application(), title="Shop"))
    refused = client.post("/open", headers={"Prefer": "error=NOPE"})
    assert "NOPE is not one of the errors: Conflict, Not-Found" in refused.json()["detail"]
    answer = client.post("/open", headers={"Prefer": "error=Not-Found"})
    assert answer.status_code == 404
    assert client.post("/close", headers={"Prefer": "error=Conflict"}).status_code == 409


def test_another_description_is_a_change_of_the_text(document: ApiDocsDocument) -> None:
    changed = document.to_json().replace(
        b'"errorDescriptions":{"Conflict":"It is closed."}',
        b'"errorDescriptions":{"Conflict":"It is shut."}',
    )
    changes = compare(document, ApiDocsDocument.model_validate_json(changed))
    assert [(change.rule, change.verdict) for change in changes] == [
        ("description-changed", "safe")
    ]
    assert changes[0].place.title == "POST /close"
