"""The history of a document in all that shows it: the static site, live mode, a Sphinx build."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from sphinxcontrib_ggdocs.catalog import BadDocument
from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.native import (
    ApiDocsDocument,
    GGApiDocs,
    build_api_docs,
    build_contract_doc,
)

from ..native.contracts_for_tests import UserApi
from ..sphinx.projects import Project, project

__all__ = ["project"]

CONTRACTS = f"{UserApi.__module__}:{UserApi.__name__}"


@pytest.fixture
def doc(tmp_path: Path) -> dict[str, Any]:
    """A document with one release, in which one method had another address and name."""
    text = build_contract_doc([UserApi], title="Users").model_dump(mode="json", exclude_none=True)
    text["groups"][0]["slug"] = "api"
    method = text["groups"][0]["contracts"][0]["methods"][0]
    method |= {"name": "gone", "httpPath": "/gone/{name}", "httpMethod": "PATCH"}
    path = snapshot_path(tmp_path / "history", "users", "1.0")
    path.parent.mkdir(parents=True)
    path.write_bytes(snapshot_of(ApiDocsDocument.model_validate(text), "1.0"))
    history = str(path.parents[1])
    return {"slug": "users", "title": "Users", "http": [CONTRACTS], "history": history}


async def served(doc: dict[str, Any], file: str = "api-docs.json") -> httpx.Response:
    transport = httpx.ASGITransport(GGApiDocs(None, {"docs": [doc]}))
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        return await client.get(f"/apidocs/users/{file}")


@pytest.mark.slow
@pytest.mark.anyio
async def test_all_surfaces_compute_the_same_history(
    doc: dict[str, Any], tmp_path: Path, project: Project
) -> None:
    build_api_docs({"docs": [doc], "out_dir": tmp_path / "site"})
    written = (tmp_path / "site" / "users" / "api-docs.json").read_bytes()
    document = json.loads(written)
    assert document["released"] == ["1.0"]
    assert [method["name"] for method in document["removed"]] == ["gone"]
    assert (await served(doc)).content == written
    project.config["ggdocs_docs"] = [doc]
    project.page("Users\n=====\n\n.. ggdocs:: users\n")
    built = project.build()
    assert built.warnings == ""
    assert built.read("apidocs/users/api-docs.json").encode() == written
    for file in ("versions/1.0.json", "versions/1.0.js"):
        released = (tmp_path / "site" / "users" / file).read_bytes()
        assert b"gone" in released
        assert (await served(doc, file)).content == released
        assert built.read(f"apidocs/users/{file}").encode() == released
    for file in ("changes.json", "changes.atom"):
        changes = (tmp_path / "site" / "users" / file).read_bytes()
        assert (await served(doc, file)).content == changes
        assert built.read(f"apidocs/users/{file}").encode() == changes


@pytest.mark.anyio
async def test_verdicts_of_the_project_hold_in_each(doc: dict[str, Any], tmp_path: Path) -> None:
    snapshot = Path(doc["history"], "users", "1.0.json")
    text = json.loads(snapshot.read_text())
    method = text["groups"][0]["contracts"][0]["methods"][1]
    method["queryParams"] = [{"name": "old", "required": False, "schema": {"type": "string"}}]
    snapshot.write_text(json.dumps(text))
    table = '[tool.ggdocs.diff]\nverdicts = [{rule = "parameter-removed", verdict = "risky"}]\n'
    (tmp_path / "pyproject.toml").write_text(table)
    build_api_docs({"docs": [doc], "out_dir": tmp_path / "site"})
    written = (tmp_path / "site" / "users" / "api-docs.json").read_bytes()
    verdicts = [change.get("verdict") for change in json.loads(written)["changes"]]
    assert "risky" in verdicts
    assert (await served(doc)).content == written


@pytest.mark.anyio
async def test_a_snapshot_that_cannot_be_read(doc: dict[str, Any], tmp_path: Path) -> None:
    Path(doc["history"], "users", "1.0.json").write_text("{}")
    with pytest.raises(BadDocument, match="not a contract document"):
        build_api_docs({"docs": [doc], "out_dir": tmp_path / "site"})
    response = await served(doc)
    assert response.status_code == 500
    assert "cannot be built" in response.text
    assert "1.0.json" not in response.text
