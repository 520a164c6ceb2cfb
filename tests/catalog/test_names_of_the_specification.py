"""Options and types as the specification names them, from each surface."""

from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs import asyncapi, native, openapi
from sphinxcontrib_ggdocs.contracts import ws
from sphinxcontrib_ggdocs.native import (
    ApiDocsDocument,
    ApiDocSpec,
    Branding,
    BuildApiDocsOptions,
    BuildContractDocOptions,
    GGApiDocs,
    GGApiDocsOptions,
    GroupEntry,
    build_api_docs,
    build_contract_doc,
)
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi

from .contracts_for_tests import ThingApi


@ws.api("/room")
class RoomApi(Protocol):
    @ws.server_to_client
    def joined(self, name: str) -> None: ...


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'


@pytest.mark.parametrize("package", ["native", "openapi", "asyncapi"])
def test_types_come_from_each_surface(package: str) -> None:
    module = import_module(f"sphinxcontrib_ggdocs.{package}")
    names = {
        "native": "ApiDocSpec Branding GroupEntry BuildContractDocOptions GGApiDocsOptions "
        "BuildApiDocsOptions ApiDocsDocument",
        "openapi": "ApiDocSpec GroupEntry SpecDocsOptions",
        "asyncapi": "ApiDocSpec GroupEntry SpecDocsOptions",
    }
    for name in names[package].split():
        assert name in module.__all__
        assert name in dir(module)
        assert hasattr(module, name)


def test_groups_are_a_map_from_names_to_entries() -> None:
    spec = ApiDocSpec(
        slug="userService",
        title="Users",
        groups={
            "Things": GroupEntry(http=[ThingApi], ws=[RoomApi]),
            "Later": {},
            "Never": GroupEntry(),
        },
    )
    document = build_contract_doc(spec)
    assert isinstance(document, ApiDocsDocument)
    assert [(group.name, len(group.contracts)) for group in document.groups] == [
        ("Things", 2),
        ("Later", 0),
        ("Never", 0),
    ]
    assert to_openapi(spec)["paths"]
    assert asyncapi.to_asyncapi(spec)["channels"]


def test_options_are_those_of_the_functions(tmp_path: Path) -> None:
    docs = [ApiDocSpec(slug="v1.2", title="Things", http=[ThingApi])]
    build_api_docs(BuildApiDocsOptions(out_dir=tmp_path, docs=docs))
    assert (tmp_path / "v1.2" / "api-docs.json").is_file()
    options: BuildContractDocOptions = {
        "title": "T",
        "branding": Branding(primary_color="#11223344"),
    }
    document = build_contract_doc([ThingApi], **options)
    assert document.branding is not None
    assert document.branding.primary_color == "#11223344"


def test_a_logo_beside_the_service_is_the_same_file_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("logo.svg").write_text(SVG)
    docs = [{"slug": "things", "title": "Things", "http": [ThingApi]}]
    branding = {"logoUrl": "logo.svg", "primaryColor": "#11223344"}
    build_api_docs({"outDir": "site", "docs": docs, "branding": branding})
    assert Path("site/assets/logo.svg").read_text() == SVG
    page = Path("site/index.html").read_text()
    assert "&quot;logoUrl&quot;:&quot;assets/logo.svg&quot;" in page
    assert "&quot;primaryColor&quot;:&quot;#112233&quot;" in page
    assert "logo" not in Path("site/things/api-docs.json").read_text()
    app = Starlette()
    options = {"docsPath": "/internal/docs", "docs": docs, "branding": branding}
    GGApiDocs.register(app, GGApiDocsOptions.model_validate(options))
    client = TestClient(app)
    assert "&quot;./docs/assets/logo.svg&quot;" in client.get("/internal/docs").text
    logo = client.get("/internal/docs/assets/logo.svg")
    assert (logo.text, logo.headers["content-type"]) == (SVG, "image/svg+xml")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("https://example.org/l.svg", "https://example.org/l.svg"),
        ("/static/l.svg", "/static/l.svg"),
        ("data:image/png;base64,AA", "data:image/png;base64,AA"),
        ("pictures/l.svg", "./docs/pictures/l.svg"),
    ],
)
def test_a_logo_that_is_an_address(written: str, shown: str) -> None:
    app = Starlette()
    docs = [{"slug": "things", "title": "Things", "http": [ThingApi]}]
    GGApiDocs.register(app, docs_path="/docs", docs=docs, branding={"logo_url": written})
    assert f"&quot;logoUrl&quot;:&quot;{shown}&quot;" in TestClient(app).get("/docs").text


PATHS = {
    "plain: the first": ("/api.json", ["/api.json", "/api/two.json", "/api/three.json"]),
    "for each": ("/{slug}.json", ["/one.json", "/two.json", "/three.json"]),
    "a list, the last for the others": (
        ["/api.json", "/more/{slug}.json"],
        ["/api.json", "/more/two.json", "/more/three.json"],
    ),
    "a list of all": (["/1.json", "/2.json", "/3.json"], ["/1.json", "/2.json", "/3.json"]),
    "none": (None, ["/openapi/one.json", "/openapi/two.json", "/openapi/three.json"]),
}


@pytest.mark.parametrize(("written", "served"), PATHS.values(), ids=PATHS)
def test_paths_of_several_specifications(written: Any, served: list[str]) -> None:
    app = Starlette()
    docs = [{"slug": s, "title": s, "http": [ThingApi]} for s in ("one", "two", "three")]
    GGOpenApiDocs.register(app, {"docs": docs, "specPath": written, "docsPath": "/docs"})
    client = TestClient(app)
    titles = [client.get(path).json()["info"]["title"] for path in served]
    assert titles == ["one", "two", "three"]
    page = client.get("/docs").text
    assert all(path.strip("/") in page for path in served)


def test_surfaces_share_the_types() -> None:
    assert native.ApiDocSpec is openapi.ApiDocSpec is asyncapi.ApiDocSpec
