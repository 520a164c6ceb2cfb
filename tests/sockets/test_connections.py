"""One connection from its beginning to its end: what a client may do at any time, and what becomes
of it.
"""

import asyncio
import contextlib
import json
import math
import socket
from collections.abc import Iterator
from typing import Any, ClassVar, Protocol
from urllib.parse import urlsplit

import pytest
from fastapi import FastAPI
from websockets.exceptions import ConnectionClosed

from sphinxcontrib_ggdocs.contracts import ws
from sphinxcontrib_ggdocs.runtime import Peer, SocketLimits, implement

from ..serving.hosting import by_uvicorn, connect
from ..waiting import HANG, wait_until
from .test_slow_clients import handshake

EVENTS = 3000


def default_api(path: str) -> type:
    @ws.api(path)
    class DefaultApi(Protocol):
        """Messages of the default framing."""

        @ws.client_to_server
        def echo(self, text: str) -> str: ...

        @ws.client_to_server
        def wait(self) -> None: ...

        @ws.client_to_server
        def number(self, name: str) -> float: ...

        @ws.server_to_client
        def event(self, text: str) -> None: ...

        @ws.server_to_client
        def ask(self, text: str) -> str: ...

    return DefaultApi


@ws.api("/plain", framing=ws.Bare())
class PlainApi(Protocol):
    """Bare messages, of which there is one in each direction."""

    @ws.client_to_server
    def upload(self, data: bytes) -> bytes: ...

    @ws.server_to_client
    def received(self, size: int) -> None: ...


class Connection:
    """Implements the contracts of `default_api`."""

    ends: ClassVar[dict[str, list[str]]] = {}

    def __init__(self, peer: Peer) -> None:
        self.peer = peer

    def echo(self, text: str) -> str:
        return text

    async def wait(self) -> None:
        await self.peer.send("event", "waiting")
        try:
            await asyncio.Event().wait()
        finally:
            self._note("cancelled")

    def number(self, name: str) -> float:
        return float(name)

    def _note(self, what: str) -> None:
        self.ends.setdefault(self.peer.contract.path, []).append(what)

    def closed(self) -> None:
        self._note(repr(self.peer.outbox.reason))


class Early(Connection):
    """Sends before it handles: many events, and a request."""

    async def opened(self) -> None:
        for number in range(EVENTS):
            await self.peer.send("event", str(number))
        answer = await self.peer.send("ask", "Who is there?")
        await self.peer.send("event", answer)


class Generous(Connection):
    """Sends more than buffers hold."""

    async def opened(self) -> None:
        for _ in range(4):
            await self.peer.send("event", "x" * 8_000_000)


class Sleepy(Connection):
    """Never gets ready."""

    async def opened(self) -> None:
        await asyncio.Event().wait()


class PlainConnection:
    """Implements `PlainApi`."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer

    async def upload(self, data: bytes) -> bytes:
        await self.peer.send("received", len(data))
        return data[::-1]


SERVED: dict[str, Any] = {
    "/many": (Connection, SocketLimits(concurrent_requests=2)),
    "/leaves": (Connection, None),
    "/early": (Early, None),
    "/sleepy": (Sleepy, None),
    "/stalled": (Generous, SocketLimits(write_seconds=0.2)),
}


def service() -> FastAPI:
    app = FastAPI()
    for path, (handler, limits) in SERVED.items():
        app.include_router(implement(default_api(path), handler, limits=limits))
    app.include_router(implement(PlainApi, PlainConnection))
    return app


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with by_uvicorn({"it": service()}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


@pytest.fixture
def log() -> dict[str, list[str]]:
    """What the ends of connections say, by path."""
    Connection.ends.clear()
    return Connection.ends


def request(method: str, data: Any = None, id: Any = 1) -> str:
    return json.dumps({"id": id, "method": method, "data": data})


def test_opened_sends_events_and_requests_while_the_client_sends(address: str) -> None:
    with connect(f"{address}/early") as client:
        client.send(request("echo", "before"))
        frames = [json.loads(client.recv(HANG)) for _ in range(EVENTS + 1)]
        assert [frame["data"] for frame in frames[:-1]] == [str(number) for number in range(EVENTS)]
        assert frames[-1]["method"] == "ask"
        client.send(json.dumps({"id": frames[-1]["id"], "data": "me"}))
        assert json.loads(client.recv(HANG)) == {"method": "event", "data": "me"}
        assert json.loads(client.recv(HANG)) == {"id": 1, "data": "before"}


def test_a_client_leaves_before_opened_returns(address: str, log: dict[str, list[str]]) -> None:
    with connect(f"{address}/sleepy"):
        pass
    wait_until(lambda: log.get("/sleepy") == ["None"], "the end of the connection")


def test_a_client_leaves_while_a_request_is_handled(
    address: str, log: dict[str, list[str]]
) -> None:
    with connect(f"{address}/leaves") as client:
        client.send(request("wait"))
        client.recv(HANG)
    wait_until(lambda: log.get("/leaves") == ["cancelled", "None"], "the end of the connection")


def test_requests_are_cancelled_when_the_service_stops(log: dict[str, list[str]]) -> None:
    with contextlib.ExitStack() as clients:
        with by_uvicorn({"it": service()}, ws="websockets-sansio") as found:
            client = clients.enter_context(connect(f"{found['it'].replace('http', 'ws')}/leaves"))
            client.send(request("wait"))
            client.recv(HANG)
        assert log.get("/leaves") == ["cancelled", "None"]


def test_a_message_that_is_never_read(address: str, log: dict[str, list[str]]) -> None:
    url = urlsplit(address)
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect((url.hostname, url.port))
        made.sendall(handshake("/stalled"))
        reason = "(1008, 'a message could not be written in time (write_seconds)')"
        wait_until(lambda: log.get("/stalled") == [reason], "the end of the connection")


def test_the_same_id_twice_at_once(address: str) -> None:
    with connect(f"{address}/many") as client:
        client.send(request("echo", "a", 7))
        client.send(request("echo", "b", 7))
        answers = [json.loads(client.recv(HANG)) for _ in range(2)]
    assert sorted(each["data"] for each in answers) == ["a", "b"]
    assert [each["id"] for each in answers] == [7, 7]


@pytest.mark.parametrize(
    "text", ["x" * 8_000_000, "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16")]
)
def test_messages_of_any_length(address: str, text: str) -> None:
    with connect(f"{address}/many", max_size=None) as client:
        client.send(request("echo", text))
        assert json.loads(client.recv(HANG))["data"] == text


@pytest.mark.parametrize("id", ["\ud800", -(10**400), "", "é\u2028"])
def test_unusual_ids(address: str, id: Any) -> None:
    with connect(f"{address}/many") as client:
        for method in ("echo", "nobody"):
            client.send(request(method, "a", id))
            assert json.loads(client.recv(HANG))["id"] == id


def test_text_that_is_not_utf_8(address: str) -> None:
    with connect(f"{address}/many") as client:
        client.send(b"\xff", text=True)
        with pytest.raises(ConnectionClosed) as closed:
            client.recv(HANG)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_numbers_that_json_does_not_have_are_not_sent(address: str, number: float) -> None:
    """pydantic writes null in their place, which the schema of a number does not allow."""
    with connect(f"{address}/many") as client:
        client.send(request("number", str(number)))
        assert json.loads(client.recv(HANG)) == {"id": 1, "error": {"type": "SERVER_ERROR"}}
        client.send(request("number", "1e308"))
        assert json.loads(client.recv(HANG)) == {"id": 1, "data": 1e308}


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400 + ".0", "NaN", "-Infinity"])
def test_numbers_that_json_does_not_have_are_refused(address: str, number: str) -> None:
    with connect(f"{address}/many") as client:
        client.send(f'{{"id": 1, "method": "echo", "data": [{number}]}}')
        error = json.loads(client.recv(HANG))["error"]
    assert error["type"] == "VALIDATION_ERROR"
    assert error["data"][0]["message"].startswith("This is not JSON: ")


@pytest.mark.parametrize("depth", [300, 600, 900])
@pytest.mark.parametrize("path", ["/many", "/plain"])
def test_values_in_one_another_are_refused(address: str, path: str, depth: int) -> None:
    """Deeper than functions of Python call one another, and less deep than `json` reads."""
    deep = "[" * depth + "1.0" + "]" * depth
    with connect(f"{address}{path}") as client:
        client.send(deep if path == "/plain" else f'{{"id": 1, "method": "echo", "data": {deep}}}')
        error = json.loads(client.recv(HANG))
        assert error.get("error", error)["type"] == "VALIDATION_ERROR"
        client.send(b"abc" if path == "/plain" else request("echo", "a"))
        assert client.recv(HANG)
