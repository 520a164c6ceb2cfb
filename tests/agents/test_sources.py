"""Applications and published files answer as contracts do."""

import json
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from fastapi import FastAPI
from mcp.server.lowlevel import Server

from sphinxcontrib_ggdocs.agents import mcp_server
from sphinxcontrib_ggdocs.catalog import ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.view import view_of

from ..adapters.corpus.packages import fastapi_users, optimade, rdflib_endpoint
from ..readers.published_files import OPENAPI, fetch_once
from .clients import data_of, json_of, result_of, text_of


@pytest.mark.parametrize("made", [fastapi_users, optimade, rdflib_endpoint])
def test_every_tool_answers_about_a_published_application(made: Callable[[], FastAPI]) -> None:
    document = build_contract_doc(app=made(), title="Published")
    server = mcp_server([document])
    check_tools(server, document)


def check_tools(server: "Server[Any]", document: ApiDocsDocument) -> None:
    """Ask each tool about each object."""
    for objtype, name in view_of(document).objects:
        assert data_of(result_of(server, "read", name=name))
        if objtype == "method":
            assert len(text_of(result_of(server, "read", name=name)).encode()) <= 2048
            schema = json.loads(data_of(result_of(server, "read", name=name, format="json")))
            jsonschema.Draft202012Validator.check_schema(schema)
            assert data_of(result_of(server, "code", name=name)).startswith("curl")
            chain = json_of(result_of(server, "chain", name=name))
            assert chain["calls"][-1]["name"] == name
        elif objtype in ("schema", "brand"):
            assert json_of(result_of(server, "brand", name=name))["total"] >= 0
    assert "no snapshots" in text_of(result_of(server, "changes"))


@pytest.mark.part("documents")
def test_a_published_file() -> None:
    (package,) = (one for one in OPENAPI if one.name == "@octokit/openapi")
    fetch_once(package)
    file = package.folder / "package/generated/api.github.com.json"
    with collected_warnings(ApplicationWarning, ExportWarning):
        document = build_contract_doc(openapi=str(file), title="GitHub")
    server = mcp_server([ApiDocsDocument.model_validate_json(document.to_json())])
    page = json_of(result_of(server, "search", query="merge pull request", kind="method"))
    first = page["results"][0]
    assert first["title"] == "PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge"
    name = first["name"]
    assert len(text_of(result_of(server, "read", name=name)).encode()) < 4096
    schema = json.loads(data_of(result_of(server, "read", name=name, format="json")))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert "curl -X PUT" in data_of(result_of(server, "code", name=name))
    assert len(json_of(result_of(server, "chain", name=name))["calls"]) == 1
