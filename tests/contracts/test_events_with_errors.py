"""An event with declared errors stays an event; its errors are what is sent when it fails."""

import asyncio
from typing import Any, Protocol

import anyio
import pytest
from fastapi import FastAPI
from pydantic import BaseModel
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.contracts import ERROR, SERVER_ERROR, ContractError, contract_of, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of_view
from sphinxcontrib_ggdocs.native.view import view_of
from sphinxcontrib_ggdocs.runtime import implement


class Room(BaseModel):
    room: str


NO_ROOM = ERROR.define("NO_ROOM", 404, data=Room, description="There is no such room.")
FULL = ERROR.define("FULL", 409, description="The room is full.")


@ws.api("/rooms")
class RoomApi(Protocol):
    """Rooms."""

    @ws.client_to_server(errors=[NO_ROOM, SERVER_ERROR])
    def enter(self, room: str) -> None:
        """Enter a room."""
        ...

    @ws.client_to_server(errors=[FULL])
    def squeeze(self, room: str) -> None:
        """Enter a full room."""
        ...

    @ws.client_to_server(errors=[NO_ROOM], pattern="req")
    def leave(self, room: str) -> None:
        """Leave a room."""
        ...

    @ws.server_to_client(errors=[FULL])
    def entered(self, room: str) -> None:
        """Somebody has entered."""
        ...


class Rooms:
    def __init__(self, peer: object) -> None: ...

    def enter(self, room: str) -> None:
        raise (NO_ROOM(Room(room=room)) if room == "none" else FULL())

    def squeeze(self, room: str) -> None:
        raise FULL

    def leave(self, room: str) -> None: ...


def test_document() -> None:
    document: Any = build_contract_doc(ws=[RoomApi], title="Rooms")
    contract = document.groups[0].contracts[0]
    shown = {method.name: (method.ws_pattern, method.errors) for method in contract.methods}
    assert shown == {
        "enter": ("event", ("NO_ROOM", "SERVER_ERROR")),
        "squeeze": ("event", ("FULL",)),
        "leave": ("req", ("NO_ROOM", "VALIDATION_ERROR", "SERVER_ERROR")),
        "entered": ("event", ("FULL",)),
    }
    # those that events declare, then those of all events
    assert contract.framing.event_errors == ("NO_ROOM", "SERVER_ERROR", "FULL", "VALIDATION_ERROR")


def test_text() -> None:
    text = markdown_of_view(view_of(build_contract_doc(ws=[RoomApi], title="Rooms")))
    of_all_methods = text.partition("#### ")[0]
    assert 'Errors as sent `{"method": <method>, "error": <error>}`' in of_all_methods


def test_asyncapi() -> None:
    spec = to_asyncapi(ws=[RoomApi], title="Rooms")
    replying = [name for name, each in spec["operations"].items() if "reply" in each]
    assert [name.rpartition("_")[2] for name in replying] == ["leave"]
    failures = [name for name in spec["components"]["messages"] if name.endswith("-EventFailed")]
    assert [name.partition("-")[0] for name in failures] == [
        "NO_ROOM",
        "SERVER_ERROR",
        "FULL",
        "VALIDATION_ERROR",
    ]


@pytest.mark.parametrize(
    ("name", "room", "sent"),
    [
        ("enter", "none", {"type": "NO_ROOM", "data": {"room": "none"}}),
        ("squeeze", "full", {"type": "FULL"}),
        ("enter", "full", {"type": "SERVER_ERROR"}),  # FULL is that of another event
    ],
)
def test_runtime(name: str, room: str, sent: Any) -> None:
    app = FastAPI()
    app.include_router(implement(RoomApi, Rooms))
    with TestClient(app) as client, client.websocket_connect("/rooms") as socket:
        socket.send_json({"method": name, "data": room})
        assert socket.receive_json() == {"method": name, "error": sent}
        socket.send_json({"id": 1, "method": "leave", "data": room})
        assert socket.receive_json() == {"id": 1, "data": None}


@pytest.mark.parametrize("turns", range(12))
def test_a_server_that_cancels_while_a_connection_ends(turns: int) -> None:
    """Some turns of the event loop after the client has left; the cancellation stays in the scope
    of the server.
    """
    app = FastAPI()
    app.include_router(implement(RoomApi, Rooms))
    handshake = {"type": "websocket", "path": "/rooms", "query_string": b"", "headers": []}
    messages: list[Any] = [{"type": "websocket.connect"}]

    async def serve() -> None:
        loop = asyncio.get_running_loop()

        def cancel_after(remaining: int) -> None:
            if remaining:
                loop.call_soon(cancel_after, remaining - 1)
            else:
                scope.cancel()

        async def receive() -> Any:
            if messages:
                return messages.pop()
            cancel_after(turns)
            return {"type": "websocket.disconnect", "code": 1000}

        async def send(_message: Any) -> None: ...

        with anyio.CancelScope() as scope:
            await app(handshake, receive, send)
            await anyio.sleep_forever()

    asyncio.run(serve())
    assert not messages


def test_an_event_returns_nothing() -> None:
    @ws.api("/odd")
    class Odd(Protocol):
        @ws.client_to_server(pattern="event")
        def odd(self) -> int: ...

    with pytest.raises(
        ContractError, match="an event has no reply, but the method returns a value"
    ):
        contract_of(Odd)

    with pytest.raises(ContractError, match="pattern='both'"):

        @ws.api("/odder")
        class Odder(Protocol):
            @ws.client_to_server(pattern="both")  # type: ignore[call-overload, untyped-decorator]
            def odd(self) -> None: ...
