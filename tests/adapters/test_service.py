"""What an application says of itself is in its documents, unless the author says otherwise."""

from typing import Any

import pytest
from fastapi import APIRouter, FastAPI

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.openapi import to_openapi

from .corpus.operations import head_differences


def shop(**more: Any) -> FastAPI:
    app = FastAPI(
        title="Shop",
        summary="Things.",
        description="All *things*.",
        version="3",
        contact={"name": "Ada", "email": "ada@example.org"},
        license_info={"name": "MIT", "identifier": "MIT"},
        terms_of_service="https://example.org/terms",
        servers=[{"url": "https://shop.example.org", "description": "Production"}],
        openapi_tags=[
            {"name": "zeta", "description": "Last *letter*."},
            {"name": "alpha", "externalDocs": {"url": "https://example.org/a"}},
            {"name": "unused"},
        ],
        openapi_external_docs={"url": "https://example.org/docs"},
        **more,
    )

    @app.get("/a", tags=["alpha", "two"])
    def get_a() -> int:
        return 1

    @app.get("/z", tags=["zeta"])
    def get_z() -> int:
        return 1

    @app.get("/untagged")
    def get_untagged() -> int:
        return 1

    return app


def test_the_head_is_that_of_the_application() -> None:
    app = shop()
    found = to_openapi(ApiDocSpec(slug="a", title="Shop", app=app))
    assert not list(head_differences(app.openapi(), found))
    assert found["info"]["license"] == {"name": "MIT", "identifier": "MIT"}
    tags = {path: item["get"].get("tags") for path, item in found["paths"].items()}
    assert tags == {"/a": ["alpha", "two"], "/z": ["zeta"], "/untagged": None}
    assert [tag["name"] for tag in found["tags"]] == ["zeta", "alpha", "unused", "two"]


def test_routes_without_tags_are_a_group_beside_those_with_tags() -> None:
    app = FastAPI(title="Shop", openapi_tags=[{"name": "orders"}, {"name": "empty"}])
    inner = FastAPI(title="Inside")
    for each in (app, inner):
        each.add_api_route("/health", lambda: None)
    app.mount("/in", inner)
    app.add_api_route("/orders", lambda: None, tags=["orders"])
    assert [group.name for group in contracts_from_fastapi(app)] == ["orders", "default"]
    groups = contracts_from_fastapi(app, mounted=True)
    assert [group.name for group in groups] == ["orders", "default", "Inside"]
    assert to_openapi(ApiDocSpec(slug="a", title="A", app=app))["paths"]["/health"]["get"]
    titles = {"default": "Other"}
    assert contracts_from_fastapi(app, group_names=titles)[1].name == "Other"


@pytest.mark.parametrize(("title", "expected"), [("Shop", "Shop"), ("FastAPI", "API")])
def test_routes_are_a_group_of_the_applications_title_if_none_has_tags(
    title: str, expected: str
) -> None:
    app = FastAPI(title=title)
    app.add_api_route("/health", lambda: None)
    app.add_api_route("/internal/orders", lambda: None, tags=["orders"])
    (group,) = contracts_from_fastapi(app, exclude=["/internal/*"])
    assert group.name == expected


def test_the_root_path_is_a_server() -> None:
    app = shop()
    app.root_path = "/proxy"
    found = to_openapi(ApiDocSpec(slug="a", title="A", app=app))
    assert [each["url"] for each in found["servers"]] == ["/proxy", "https://shop.example.org"]
    app.root_path_in_servers = False
    found = to_openapi(ApiDocSpec(slug="a", title="A", app=app))
    assert [each["url"] for each in found["servers"]] == ["https://shop.example.org"]


@pytest.mark.filterwarnings("ignore:.*no route of the application")
def test_a_server_that_is_no_address_is_left_out() -> None:
    app = FastAPI(servers=[{"url": "shop.example.org:80"}])
    with pytest.warns(ApplicationWarning, match="it is left out"):
        found = to_openapi(ApiDocSpec(slug="a", title="A", app=app))
    assert found["servers"] == [{"url": "/"}]


@pytest.mark.filterwarnings("ignore:.*no route of the application")
def test_a_router_says_nothing() -> None:
    spec = ApiDocSpec(slug="a", title="A", app=APIRouter())
    assert to_openapi(spec)["info"] == {"title": "A", "version": "0"}
