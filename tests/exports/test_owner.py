"""Owner and lifecycle of a service: in each format, and read from it again."""

import json
from pathlib import Path
from typing import Any, Protocol

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi


@http.api("/a")
class HttpApi(Protocol):
    """HTTP."""

    @http.get("")
    def get(self) -> str: ...


@ws.api("/b")
class SocketApi(Protocol):
    """WebSocket."""

    @ws.server_to_client
    def said(self, text: str) -> None: ...


FIELDS: dict[str, Any] = {"owner": "Team A", "lifecycle": "production"}
SPEC = ApiDocSpec(slug="a", title="A", http=[HttpApi], ws=[SocketApi], **FIELDS)


def of(spec: ApiDocSpec) -> tuple[str | None, str | None]:
    service = build_contract_doc(spec).service
    return service.owner, service.lifecycle


def written(field: str) -> dict[str, Any]:
    if field == "contract_document":
        found: dict[str, Any] = json.loads(build_contract_doc(SPEC).to_json())
        return found
    return to_openapi(SPEC) if field == "openapi" else to_asyncapi(SPEC)


@pytest.mark.parametrize("field", ["openapi", "asyncapi", "contract_document"])
def test_a_round_trip(field: str, tmp_path: Path) -> None:
    file = tmp_path / "file.json"
    file.write_text(json.dumps(written(field)))
    given: dict[str, Any] = {field: file}
    assert of(ApiDocSpec(slug="a", **given)) == ("Team A", "production")
    own = ApiDocSpec(slug="a", owner="Team B", **given)
    assert of(own) == ("Team B", "production")


@pytest.mark.parametrize("value", [None, 3, ["Team A"], {"name": "Team A"}, " "])
def test_extensions_of_another_form_are_ignored(value: Any, tmp_path: Path) -> None:
    document = written("openapi")
    document["info"]["x-owner"] = value
    file = tmp_path / "file.json"
    file.write_text(json.dumps(document))
    assert of(ApiDocSpec(slug="a", openapi=[str(file)])) == (None, "production")
