"""Placeholders for several steps of a path, which frameworks write as ``{rest:path}``."""

from typing import Any

import pytest
from fastapi import APIRouter, FastAPI
from litestar import Litestar, get
from litestar.params import FromPath
from starlette.applications import Starlette
from starlette.routing import Mount, Route

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.document.parts import HttpMethod
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from tests.django_project import set_up

set_up()

from ninja import NinjaAPI  # noqa: E402  # Django first


def _fastapi() -> FastAPI:
    app, router = FastAPI(), APIRouter(prefix="/files")

    @router.get("/{kind}/{rest:path}")
    def fetch(kind: str, rest: str) -> int:
        return len(kind + rest)

    app.include_router(router)
    return app


def _starlette() -> Starlette:
    async def fetch(request: Any) -> Any: ...

    routes = [Route("/{kind}/{rest:path}", fetch)]
    return Starlette(routes=[Mount("/files", routes=routes)])


def _litestar() -> Litestar:
    @get("/files/{kind:str}/{rest:path}")
    async def fetch(kind: FromPath[str], rest: FromPath[str]) -> int:
        return len(kind + rest)

    return Litestar([fetch])


def _ninja() -> NinjaAPI:
    api = NinjaAPI(urls_namespace="rest")

    @api.get("/files/{kind}/{path:rest}")
    def fetch(request: Any, kind: str, rest: str) -> int:
        return len(kind + rest)

    return api


@pytest.mark.parametrize("make", [_fastapi, _starlette, _litestar, _ninja])
def test_the_rest_of_a_path_keeps_its_slashes(make: Any) -> None:
    spec = ApiDocSpec(slug="a", title="A", app=make())
    document = build_contract_doc(spec)
    assert document is not None
    (method,) = document.groups[0].contracts[0].methods
    assert isinstance(method, HttpMethod)
    assert method.http_path.endswith("/files/{kind}/{rest}")
    slashes = {param.name: param.slashes for param in method.path_params or ()}
    assert slashes == {"kind": None, "rest": True}
    (path,) = to_openapi(app=make())["paths"]
    assert path.endswith("/files/{kind}/{rest}")
