"""What one client may keep busy, and groups of clients."""

import asyncio
import contextlib
import json
from collections.abc import Iterator
from typing import ClassVar, Protocol, cast

import pytest
from fastapi import FastAPI
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sphinxcontrib_ggdocs.contracts import ws
from sphinxcontrib_ggdocs.runtime import Peer, PeerGroup, SocketLimits, implement
from sphinxcontrib_ggdocs.runtime.peers import Outbox

from ..serving.hosting import by_uvicorn


def queue_api(path: str) -> type:
    @ws.api(path)
    class QueueApi(Protocol):
        """Works off what it is given."""

        @ws.client_to_server
        def work(self, number: int) -> int: ...

        @ws.client_to_server
        def release(self) -> None: ...

        @ws.server_to_client
        def started(self, number: int) -> None: ...

        @ws.server_to_client
        def ready(self) -> bool: ...

    return QueueApi


class Queue:
    """Implements the contracts of `queue_api`: work waits until all of it may run."""

    group: ClassVar[PeerGroup] = PeerGroup()

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.group.add(peer)
        self.released = asyncio.Event()

    async def work(self, number: int) -> int:
        await self.group.send("started", number, omit=None if number >= 0 else self.peer)
        if number > 0:
            await self.released.wait()
        if number == 99:
            with contextlib.suppress(LookupError):
                await self.group.send("ready")
                raise AssertionError("a request to a group")
        return number

    async def release(self) -> None:
        self.released.set()


LIMITS = {
    "/three": SocketLimits(concurrent_requests=4),
    "/one": SocketLimits(waiting_messages=3),
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    app = FastAPI()
    for path, limits in LIMITS.items():
        app.include_router(implement(queue_api(path), Queue, limits=limits))
    with by_uvicorn({"it": app}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


def work(socket: ClientConnection, number: int) -> None:
    socket.send(json.dumps({"id": number, "method": "work", "data": number}))


def received(socket: ClientConnection, count: int) -> list[tuple[str, object]]:
    frames = [json.loads(socket.recv(10)) for _ in range(count)]
    return [(frame.get("method", "answer"), frame["data"]) for frame in frames]


def test_so_many_requests_at_once(address: str) -> None:
    with connect(f"{address}/three") as socket:
        for number in (1, 2, 3):
            work(socket, number)
        assert received(socket, 3) == [("started", 1), ("started", 2), ("started", 3)]
        socket.send(json.dumps({"method": "release"}))
        assert sorted(received(socket, 3)) == [("answer", 1), ("answer", 2), ("answer", 3)]


def test_no_more_than_may_wait(address: str) -> None:
    def flood(socket: ClientConnection) -> None:
        for number in range(1, 10):
            work(socket, number)
        while True:
            socket.recv(10)

    with connect(f"{address}/one") as socket, pytest.raises(ConnectionClosed) as closed:
        flood(socket)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (
        1008,
        "too fast: 3 messages wait to be handled (waiting_messages)",
    )


def test_a_group_knows_who_is_there(address: str) -> None:
    with connect(f"{address}/three") as one, connect(f"{address}/three") as other:
        work(one, 0)
        assert received(one, 2) == [("started", 0), ("answer", 0)]
        assert received(other, 1) == [("started", 0)]
        work(one, -1)  # to all but the sender
        assert received(one, 1) == [("answer", -1)]
        assert received(other, 1) == [("started", -1)]
        other.close()
        work(one, 0)
        assert received(one, 2) == [("started", 0), ("answer", 0)]


@pytest.mark.parametrize("field", ["outbox_messages", "outbox_seconds", "concurrent_requests"])
def test_limits_are_positive(field: str) -> None:
    with pytest.raises(ValueError, match=f"SocketLimits: {field}=0 is not positive"):
        SocketLimits(**{field: 0})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("\N{EURO SIGN}" * 2, "\N{EURO SIGN}" * 2, id="texts"),
        pytest.param("\N{EURO SIGN}a", b"12345678", id="a text and bytes"),
        pytest.param("\ud800aa", "123456", id="half a letter"),
    ],
)
def test_an_outbox_has_so_many_bytes(first: str | bytes, second: str | bytes) -> None:
    async def takes() -> list[bool]:
        outbox = Outbox(cast(WebSocket, None), SocketLimits(outbox_bytes=10))
        return [outbox.offer(first), outbox.offer(second), outbox.offer("a")]

    assert asyncio.run(takes()) == [True, False, True]
