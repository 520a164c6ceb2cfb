"""What is gone: when it went, and what it is called now."""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.history.events import with_events
from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshots_in
from sphinxcontrib_ggdocs.native import ApiDocsDocument

from .documents import of_methods

Found = list[dict[str, Any]]


def method(name: str, path: str = "", **more: Any) -> dict[str, Any]:
    return {"name": name, "httpMethod": "GET", "httpPath": path or f"/{name}", **more}


def document(*methods: dict[str, Any]) -> ApiDocsDocument:
    return ApiDocsDocument.model_validate(of_methods([*methods]))


def keep(folder: Path, *documents: ApiDocsDocument) -> None:
    """Snapshots of the versions 1, 2, and so on."""
    for number, each in enumerate(documents, 1):
        path = folder / "shop" / f"{number}.json"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(snapshot_of(each))


def gone(folder: Path, *documents: ApiDocsDocument) -> Found:
    """Removed methods; all documents but the last are released."""
    keep(folder, *documents[:-1])
    written = with_events(documents[-1], snapshots_in(folder, "shop")).to_json()
    found: Found = json.loads(written).get("removed", [])
    return found


A, B = method("a"), method("b")
PLACE = {"group": "group", "contract": "Api"}
FORMER = {**PLACE, "name": "a", "title": "Api.a"}
METHODS = [
    pytest.param(
        [document(A), document(method("b", "/a")), document(method("c", "/a"))],
        [
            {**FORMER, "name": "b", "title": "Api.b", "renamedTo": "Api.c"},
            {**FORMER, "version": "2", "renamedTo": "Api.c"},
        ],
        id="two names",
    ),
    pytest.param(
        [document(A, B), document(method("c", "/a"), B), document(B)],
        [
            {**PLACE, "name": "c", "title": "GET /a"},
            {**PLACE, "name": "a", "title": "GET /a"},
        ],
        id="another name, then gone",
    ),
    pytest.param(
        [document(A), document(method("b", "/a")), document(A)],
        [{**FORMER, "name": "b", "title": "Api.b", "renamedTo": "Api.a"}],
        id="the old name again",
    ),
]


@pytest.mark.parametrize(("documents", "expected"), METHODS)
def test_methods(tmp_path: Path, documents: list[ApiDocsDocument], expected: Found) -> None:
    assert gone(tmp_path, *documents) == expected
