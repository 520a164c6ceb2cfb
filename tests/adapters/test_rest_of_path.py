"""Placeholders for several steps of a path, which frameworks write as ``{rest:path}``."""

from typing import Any, Protocol

import pytest
from fastapi import APIRouter, FastAPI, WebSocket
from litestar import Litestar, get, websocket
from litestar import WebSocket as LitestarSocket
from litestar.params import FromPath
from starlette.applications import Starlette
from starlette.routing import Mount, Route, WebSocketRoute

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ws
from sphinxcontrib_ggdocs.document.parts import HttpMethod, WebSocketContract
from sphinxcontrib_ggdocs.document.wire import socket_route
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


def _fastapi_socket() -> dict[str, Any]:
    app = FastAPI()

    @app.websocket("/files/{kind}/{rest:path}")
    async def watch(socket: WebSocket, kind: str, rest: str) -> None: ...

    return {"app": app}


def _starlette_socket() -> dict[str, Any]:
    async def watch(socket: Any) -> None: ...

    routes = [WebSocketRoute("/{kind}/{rest:path}", watch)]
    return {"app": Starlette(routes=[Mount("/files", routes=routes)])}


def _litestar_socket() -> dict[str, Any]:
    @websocket("/files/{kind:str}/{rest:path}")
    async def watch(
        socket: LitestarSocket[Any, Any, Any], kind: FromPath[str], rest: FromPath[str]
    ) -> None: ...

    return {"app": Litestar([watch])}


@ws.api("/files/{kind}/{rest:path}", parameters={"kind": str, "rest": str})
class WatchApi(Protocol):
    @ws.server_to_client
    def changed(self, size: int) -> None: ...


def _contract() -> dict[str, Any]:
    return {"ws": [WatchApi]}


@pytest.mark.parametrize("make", [_fastapi_socket, _starlette_socket, _litestar_socket, _contract])
def test_so_does_that_of_a_websocket(make: Any) -> None:
    document = build_contract_doc(title="A", **make())
    (contract,) = document.groups[0].contracts
    assert isinstance(contract, WebSocketContract)
    assert contract.path == "/files/{kind}/{rest}"
    slashes = {param.name: param.slashes for param in contract.path_params or ()}
    assert slashes == {"kind": None, "rest": True}
    assert socket_route(contract) == "/files/{kind}/{rest:path}"
