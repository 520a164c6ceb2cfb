"""Names of methods and WebSockets: what tells those of one handler or one name apart."""

import pytest
from fastapi import FastAPI, WebSocket

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract

from .methods import methods


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
