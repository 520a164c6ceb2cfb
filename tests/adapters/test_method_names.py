"""Names of methods and WebSockets: what tells those of one handler or one name apart."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import pytest
from fastapi import FastAPI, WebSocket
from litestar import Litestar, get
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.adapters.litestar import contracts_from_litestar
from sphinxcontrib_ggdocs.adapters.starlette import contracts_from_starlette
from sphinxcontrib_ggdocs.catalog import ResolvedGroup
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract

from .methods import http, methods


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        pytest.param(
            ["/dags/{dag_id}/tasks/{task_id}/{map_index}", "/dags/{dag_id}/tasks/{task_id}"],
            ["get_map_index", "get"],
            id="the longer one is registered first",
        ),
        pytest.param(
            ["/tiles/{z}/{x}.{format}", "/tiles/{z}/{x}"],
            ["get_format", "get"],
            id="with a suffix",
        ),
        pytest.param(
            ["/openai/v1/get/{id}", "/v1/get/{id}", "/get/{id}"],
            ["get_openai", "get_v1", "get"],
            id="three aliases",
        ),
    ],
)
def test_the_shortest_path_keeps_the_plain_name(paths: list[str], names: list[str]) -> None:
    app = FastAPI()
    for path in paths:
        app.get(path, name="get")(lambda: None)
    assert [methods(app)[f"GET {path}"].name for path in paths] == names


def test_websockets_of_one_handler_are_named_after_their_paths() -> None:
    app = FastAPI()

    async def realtime(socket: WebSocket) -> None: ...

    for path in ("/v1/realtime", "/openai/v1/realtime", "/realtime", "/{room}/realtime/v1"):
        app.websocket(path)(realtime)
    [group] = contracts_from_fastapi(app)
    assert {
        contract.path: contract.name
        for contract in group.contracts
        if isinstance(contract, WebSocketContract)
    } == {
        "/v1/realtime": "RealtimeV1",
        "/openai/v1/realtime": "RealtimeOpenai",
        "/realtime": "Realtime",
        "/{room}/realtime/v1": "RealtimeRoomV1",
    }


def _logged(handler: Any) -> Any:
    """A decorator that forgets the name of what it wraps."""

    async def wrapper(request: Request) -> Response:
        found: Response = await handler(request)
        return found

    return wrapper


def _timed(handler: Any) -> Any:
    """A decorator that keeps the name of what it wraps."""

    @wraps(handler)
    async def wrapper(request: Request) -> Response:
        found: Response = await handler(request)
        return found

    return wrapper


def _lister(rows: list[str]) -> Callable[[], list[str]]:
    def list_all() -> list[str]:
        return rows

    return list_all


async def run(request: Request) -> Response:
    return Response()


async def stop(request: Request) -> Response:
    return Response()


def rows_of(kind: str) -> list[str]:
    return [kind]


class Rows:
    """An object that is a handler."""

    def __call__(self) -> list[str]:
        return []


def _names(groups: list[ResolvedGroup]) -> dict[str, str]:
    """The names of methods by verb and whole path."""
    return {
        f"{method.verbs[0]} {contract.full_path(method)}": method.name
        for group in groups
        for contract in http(group)
        for method in contract.methods
    }


def test_handlers_that_a_decorator_made_are_named_after_verb_and_path() -> None:
    app = Starlette(
        routes=[
            Route("/api/cells/run", _logged(run), methods=["POST"]),
            Route("/api/cells/{cell_id:int}", _logged(stop), methods=["DELETE"]),
            Route("/api/lastRuns", _logged(run)),
            Route("/api/V2/lastRuns", _logged(run)),
            Route("/v1", _logged(run)),
            Route("/public/{file:path}", _logged(run)),
            Route("/", _logged(run)),
            Route("/login", _logged(run), name="login_page"),
            Route("/status", _timed(run)),
        ]
    )
    assert _names(contracts_from_starlette(app)) == {
        "POST /api/cells/run": "post_cells_run",
        "DELETE /api/cells/{cell_id}": "delete_cells_by_cell_id",
        "GET /api/lastRuns": "get_last_runs",
        "GET /api/V2/lastRuns": "get_last_runs_v2",
        "GET /v1": "get_v1",
        "GET /public/{file}": "get_public_by_file",
        "GET /": "get_root",
        "GET /login": "login_page",
        "GET /status": "run",
    }


@pytest.mark.parametrize(
    "handlers",
    [
        pytest.param([_lister(["a"]), _lister(["b"])], id="functions of a function"),
        pytest.param([lambda: ["a"], lambda: ["b"]], id="without a name"),
        pytest.param([partial(rows_of, "a"), partial(rows_of, "b")], id="partial"),
        pytest.param([Rows(), Rows()], id="objects"),
    ],
)
def test_handlers_that_a_factory_made_are_named_after_verb_and_path(handlers: list[Any]) -> None:
    app = FastAPI()
    for path, handler in zip(("/orders", "/users"), handlers, strict=True):
        app.get(path)(handler)
    assert _names(contracts_from_fastapi(app)) == {
        "GET /orders": "get_orders",
        "GET /users": "get_users",
    }


def test_handlers_of_litestar_that_a_factory_made_are_named_after_verb_and_path() -> None:
    made = [get(path, sync_to_thread=False)(_lister([path])) for path in ("/orders", "/users")]
    assert _names(contracts_from_litestar(Litestar(made))) == {
        "GET /orders": "get_orders",
        "GET /users": "get_users",
    }


def test_a_made_handler_whose_name_nothing_shares_keeps_it() -> None:
    app = FastAPI()
    orders = _lister(["a"])
    app.get("/orders", tags=["orders"])(orders)
    app.get("/v1/orders", tags=["orders"])(orders)
    app.get("/users", tags=["users"])(_lister(["b"]))
    assert _names(contracts_from_fastapi(app)) == {
        "GET /orders": "list_all",
        "GET /users": "list_all",
    }


def test_names_of_paths_and_of_functions_are_unique() -> None:
    app = FastAPI()

    def get_orders() -> None: ...

    app.get("/all")(get_orders)
    for path in ("/orders", "/users"):
        app.get(path)(_lister([path]))
    assert _names(contracts_from_fastapi(app)) == {
        "GET /all": "get_orders",
        "GET /orders": "orders",
        "GET /users": "get_users",
    }
