"""What one request or message may hold, and failures that are no ordinary exceptions."""

import asyncio
import json
import logging
import re
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Annotated, Any, Protocol

import pytest
from fastapi import Depends, FastAPI
from pydantic import BaseModel
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from sphinxcontrib_ggdocs.contracts import ERROR, http, ws
from sphinxcontrib_ggdocs.contracts.contract_errors import ContractError
from sphinxcontrib_ggdocs.runtime import BodyLimits, Peer, SocketLimits, implement
from sphinxcontrib_ggdocs.runtime.limits import JsonLimits

from ..serving.hosting import by_uvicorn, connect
from ..waiting import HANG
from .items import ask, ours

TEXTS: list[Any] = [
    pytest.param("[1, 2, 3, 4]", "more than 4 values (json_values)", id="a value more"),
    pytest.param('{"a": 1, "b": {"c": 2}}', None, id="names are no values"),
    pytest.param('{"a": [[], [], 1]}', "more than 4 values (json_values)", id="one more of them"),
    pytest.param('["[{,[{,[{,", 1, 2]', None, id="signs in a text"),
    pytest.param(r'["\"[,\\", "],],],]", "{{{"]', None, id="escapes in a text"),
    pytest.param('"' + "," * 9, None, id="an open text"),
    pytest.param("[[[[]]]]", "deeper than 3 levels (json_depth)", id="a level more"),
    pytest.param("]]]][[[[", "more than 4 values (json_values)", id="no JSON"),
]


@pytest.mark.parametrize(("text", "problem"), TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", None])
def test_a_text_is_counted_before_it_is_parsed(
    text: str, problem: str | None, encoding: str | None
) -> None:
    limits = JsonLimits(json_values=4, json_depth=3)
    written = text if encoding is None else text.encode(encoding)
    if problem is None:
        limits.check(written)
        return
    with pytest.raises(ValueError, match="json_") as raised:
        limits.check(written)
    assert problem in str(raised.value)


TOO_LONG = ERROR.define("TOO_LONG", 413)


class Thing(BaseModel):
    """Holds anything."""

    any: Any = None


@http.api("/things")
class ThingApi(Protocol):
    """Takes bodies."""

    @http.post()
    def add(self, thing: Thing) -> None: ...

    @http.put(errors=[TOO_LONG])
    def put(self, thing: Thing, other: Annotated[int, http.Body()] = 1) -> None: ...

    @http.post("/form")
    def fill(self, text: Annotated[str, http.Form()]) -> None: ...

    @http.get("/cancelled")
    async def cancelled(self, where: str) -> None: ...

    @http.get("/stream")
    def stream(self) -> AsyncIterator[int]: ...


async def cancelling(where: str) -> None:
    """Raise what only a task that is cancelled should."""
    if where == "dependency":
        raise asyncio.CancelledError


async def await_cancelled() -> None:
    """Wait for a task that somebody else has cancelled."""
    task = asyncio.create_task(asyncio.sleep(HANG))
    task.cancel()
    await task


class Things:
    """Implements `ThingApi`."""

    def add(self, thing: Thing) -> None: ...

    def put(self, thing: Thing, other: int = 1) -> None: ...

    def fill(self, text: str) -> None: ...

    async def cancelled(self, where: str, before: Annotated[None, Depends(cancelling)]) -> None:
        if where == "handler":
            raise asyncio.CancelledError
        await await_cancelled()

    async def stream(self) -> AsyncIterator[int]:
        yield 1
        raise asyncio.CancelledError


def things() -> FastAPI:
    app = FastAPI()
    limits = BodyLimits(body_bytes=100, json_values=10, json_depth=5)
    app.include_router(implement(ThingApi, Things(), limits=limits))
    return app


BOMBS: list[Any] = [
    pytest.param("POST", "", {"json": {"any": [1] * 8}}, 204, None, id="so many values"),
    pytest.param("POST", "", {"json": {"any": [1] * 9}}, 422, "json_values", id="a value more"),
    pytest.param("POST", "", {"json": {"any": [[[[[]]]]]}}, 422, "json_depth", id="too deep"),
    pytest.param("POST", "", {"json": {"any": "x" * 91}}, 422, "body_bytes", id="a byte more"),
    pytest.param("PUT", "", {"json": {"thing": "x" * 99}}, 413, None, id="an error of its own"),
    pytest.param("POST", "/form", {"data": {"text": "x" * 96}}, 422, "body_bytes", id="a long one"),
]


@pytest.mark.parametrize(("verb", "path", "body", "status", "limit"), BOMBS)
def test_a_body_has_limits(
    verb: str, path: str, body: dict[str, Any], status: int, limit: str | None
) -> None:
    answer = ask(things(), verb, f"/things{path}", **body)
    assert answer.status_code == status, answer.text
    if limit is not None:
        assert answer.json()["type"] == "VALIDATION_ERROR"
        [problem] = answer.json()["data"]
        assert problem["path"] == "body"
        assert limit in problem["message"]


@pytest.mark.parametrize("where", ["dependency", "handler", "task"])
def test_a_handler_that_raises_a_cancellation(where: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = ask(things(), "GET", f"/things/cancelled?where={where}")
    assert (answer.status_code, answer.json()) == (500, {"type": "SERVER_ERROR"})
    assert [record.levelno for record in ours(caplog)] == [logging.ERROR]


def test_limits_are_those_of_the_contract() -> None:
    with pytest.raises(ContractError, match=r"pass BodyLimits\(") as raised:
        implement(ThingApi, Things(), limits=SocketLimits())
    assert raised.value.where.owner == "ThingApi"
    with pytest.raises(ValueError, match="BodyLimits: body_bytes=0 is not positive"):
        BodyLimits(body_bytes=0)


# --- sockets ---


@ws.api("/ws/talk")
class TalkApi(Protocol):
    """Takes messages."""

    @ws.client_to_server
    def say(self, text: Any) -> int: ...

    @ws.client_to_server
    def fail(self, where: str) -> int: ...

    @ws.client_to_server
    def note(self, text: str) -> None: ...


class Talk:
    """Implements `TalkApi`: the text `wait` is never handled to its end."""

    cancelled = threading.Event()

    def __init__(self, peer: Peer) -> None:
        if peer.websocket.query_params.get("fail"):
            raise asyncio.CancelledError

    async def say(self, text: Any) -> int:
        if text == "wait":
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                self.cancelled.set()
                raise
        return len(text)

    async def fail(self, where: str) -> int:
        if where == "own task":
            task = asyncio.current_task()
            assert task is not None
            task.cancel()
        if where == "handler":
            raise asyncio.CancelledError
        await await_cancelled()
        return 0

    def note(self, text: str) -> None:
        raise asyncio.CancelledError  # in a thread


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = FastAPI()
    limits = SocketLimits(waiting_bytes=1000, json_values=50, json_depth=5)
    app.include_router(implement(TalkApi, Talk, limits=limits))
    with by_uvicorn({"it": app}, ws="websockets-sansio") as running:
        yield f"{running['it'].replace('http', 'ws')}/ws/talk"


def call(socket: ClientConnection, method: str, data: Any) -> Any:
    socket.send(json.dumps({"id": 1, "method": method, "data": data}))
    return json.loads(socket.recv(HANG))


def test_waiting_messages_have_so_many_bytes_together(address: str) -> None:
    def flood(socket: ClientConnection) -> None:
        socket.send(json.dumps({"id": 1, "method": "say", "data": "wait"}))
        for _ in range(4):
            socket.send(json.dumps({"id": 1, "method": "say", "data": "x" * 300}))
        socket.recv(HANG)

    with connect(address) as socket, pytest.raises(ConnectionClosed) as closed:
        flood(socket)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1008
    assert re.fullmatch(
        r"too fast: \d+ bytes wait to be handled \(waiting_bytes\)", closed.value.rcvd.reason
    )


def test_a_long_message_is_taken_when_no_other_waits(address: str) -> None:
    with connect(address) as socket:
        for _ in range(3):
            assert call(socket, "say", "x" * 5000)["data"] == 5000


@pytest.mark.parametrize(
    ("text", "limit"), [([1] * 50, "json_values"), ([[[[[[]]]]]], "json_depth")]
)
def test_a_message_has_limits(address: str, text: Any, limit: str) -> None:
    with connect(address) as socket:
        refused = call(socket, "say", text)
        assert refused["error"]["type"] == "VALIDATION_ERROR"
        assert limit in refused["error"]["data"][0]["message"]
        assert call(socket, "say", "ab")["data"] == 2


@pytest.mark.parametrize("where", ["handler", "task"])
def test_a_cancellation_in_a_handler_is_answered(address: str, where: str) -> None:
    with connect(address) as socket:
        assert call(socket, "fail", where)["error"] == {"type": "SERVER_ERROR"}
        socket.send(json.dumps({"method": "note", "data": "in a thread"}))
        assert json.loads(socket.recv(HANG))["error"] == {"type": "SERVER_ERROR"}
        assert call(socket, "say", "ab")["data"] == 2
