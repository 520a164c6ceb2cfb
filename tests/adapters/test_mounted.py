"""FastAPI applications that are mounted inside another one: left out, as FastAPI does, unless asked for."""

import json

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.routing import Mount

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.adapters.starlette import contracts_from_starlette
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_json
from tests.sphinx.projects import Project, project

from .test_app_option import service

__all__ = ["project", "service"]  # fixtures

SHOP = """\
from fastapi import FastAPI

admin = FastAPI(title="Administration")
app = FastAPI(title="Shop")
app.mount("/admin", admin)


@app.get("/items")
def list_items() -> None: ...


@admin.get("/users")
def list_users() -> None: ...


@admin.websocket("/live")
async def live(socket) -> None: ...
"""


def group_names(text: str) -> list[str]:
    """The groups of a contract document."""
    return [group["name"] for group in json.loads(text)["groups"]]


@pytest.fixture
def shop(service: Project) -> Project:
    service.write(f"{service.module}.py", SHOP)
    return service


@pytest.mark.parametrize(("mounted", "found"), [(False, 1), (True, 2)])
def test_inside_starlette_which_has_no_document_of_its_own(mounted: bool, found: int) -> None:
    inner, innermost = FastAPI(title="Inner"), FastAPI(title="Innermost")
    for each in (inner, innermost):
        each.add_api_route("/health", lambda: None)
    inner.mount("/deep", innermost)
    outer = Starlette(routes=[Mount("/inside", app=inner)])
    groups = contracts_from_starlette(outer, mounted=mounted)
    assert [group.name for group in groups] == ["Inner", "Innermost"][:found]


def test_an_application_with_nothing_but_mounted_ones() -> None:
    outer, inner = FastAPI(), FastAPI()
    inner.get("/users")(lambda: None)
    outer.mount("/admin", inner)
    spec = ApiDocSpec(slug="shop", title="Shop", app=outer)
    with pytest.warns(ApplicationWarning, match="no route .*\n.*option mounted"):
        assert group_names(build_contract_json(spec)) == []
