"""Frames, errors and handshakes of an implemented contract over a socket."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any, ClassVar, Protocol

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from sphinxcontrib_ggdocs.contracts import UNAUTHORIZED, ws
from sphinxcontrib_ggdocs.runtime import Call, Peer, PeerError

from ..serving.hosting import by_uvicorn, connect
from ..waiting import HANG
from .items import (
    BUSY,
    FORMATS,
    MISSING_ITEM,
    Format,
    Item,
    ItemId,
    Ref,
    ShopFeed,
    SignedIn,
    application,
)


class Buyer:
    """Implements `ShopFeed`."""

    peers: ClassVar[list[Peer]] = []

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.peers.append(peer)

    async def buy(self, id: ItemId, size: int = 1) -> Item:
        match id:
            case "missing":
                raise MISSING_ITEM(Ref(item=id))
            case "undeclared":
                raise BUSY
            case "broken":
                raise LookupError("a secret")
            case "slow":
                await asyncio.Event().wait()
            case "told":
                for peer in self.peers:  # those that have left among them
                    await peer.send("sold", Item(id=id))
        return Item(id=id, size=size)


class Asking:
    """Asks back before it sells."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self.task: asyncio.Task[None] | None = None

    async def opened(self) -> None:
        self.task = asyncio.create_task(self.question())

    async def question(self) -> None:
        try:
            answer = await self.peer.send("ask", ItemId("a"))
        except PeerError as error:
            answer = error.failure
        await self.peer.send("sold", Item(id=ItemId(json.dumps(answer))))

    def buy(self, id: ItemId, size: int = 1) -> Item:
        return Item(id=id, size=self.peer.parameters["room"])


def guard(call: Call) -> None:
    """Whoever has a token, and nobody by the name of Eve."""
    if call.connection.headers.get("authorization") != "Bearer x":
        raise UNAUTHORIZED


HEADERS = {"Authorization": "Bearer x"}


def feed(error_format: Format) -> type:
    @ws.api(f"/ws/{error_format}", error_format=error_format)
    class Feed(Protocol):
        @ws.client_to_server(errors=[MISSING_ITEM])
        def buy(self, id: ItemId, size: int = 1) -> Item: ...

        @ws.server_to_client
        def sold(self, item: Item) -> None: ...

    return Feed


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Of a service with a socket of each format and one with a guard."""
    feeds = [(feed(error_format), Buyer) for error_format in FORMATS]
    app = application(*feeds, (ShopFeed, Asking), guards={SignedIn: guard})
    with by_uvicorn({"it": app}, ws="websockets-sansio") as found:
        yield found["it"].replace("http", "ws")


def send(socket: ClientConnection, frame: Any) -> None:
    socket.send(frame if isinstance(frame, str) else json.dumps(frame))


def receive(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(HANG))


FRAMES: list[Any] = [
    pytest.param(
        '{"id":1,"method":"buy","data":{"id":"a","size":3}}',
        {"id": 1, "data": {"id": "a", "size": 3}},
        id="right",
    ),
    pytest.param('{"id":1,"method":"buy","data":{}}', "data.id", id="a field is missing"),
    pytest.param('{"method":"buy","data":{"id":"a"}}', "id", id="a request without an id"),
    pytest.param('{"id":true,"method":"buy","data":{"id":"a"}}', "id", id="an id that is none"),
]


@pytest.mark.parametrize(("frame", "expected"), FRAMES)
def test_a_frame(address: str, frame: str, expected: Any) -> None:
    with connect(f"{address}/ws/typed") as socket:
        send(socket, frame)
        answer = receive(socket)
        if isinstance(expected, str):
            assert answer["error"]["type"] == "VALIDATION_ERROR"
            assert [problem["path"] for problem in answer["error"]["data"]] == [expected]
        else:
            assert answer == expected
        send(
            socket, {"id": 2, "method": "buy", "data": {"id": "a"}}
        )  # the connection is still of use
        assert receive(socket)["id"] == 2


HANDSHAKES = [
    pytest.param("1", {}, 401, "UNAUTHORIZED", id="a guard"),
    pytest.param("x", HEADERS, 422, "VALIDATION_ERROR", id="a parameter"),
]


@pytest.mark.parametrize(("room", "headers", "status", "kind"), HANDSHAKES)
def test_a_handshake_is_refused_in_the_format_of_the_contract(
    address: str, room: str, headers: dict[str, str], status: int, kind: str
) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(f"{address}/ws/shop/{room}", additional_headers=headers),
    ):
        pass
    answer = refused.value.response
    assert (answer.status_code, json.loads(answer.body or b"")["type"]) == (status, kind)


def test_a_broadcast_does_not_mind_who_has_left(address: str) -> None:
    Buyer.peers.clear()
    with connect(f"{address}/ws/typed"):
        pass
    with connect(f"{address}/ws/typed") as socket:
        send(socket, {"id": 1, "method": "buy", "data": {"id": "told"}})
        assert [receive(socket).get("method"), receive(socket).get("id")] == ["sold", 1]
    assert len(Buyer.peers) == 2


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        pytest.param({"data": True}, "true", id="an answer"),
        pytest.param({"error": {"type": "NO"}}, '{"type": "NO"}', id="an error"),
    ],
)
def test_the_service_asks_the_client(address: str, answer: dict[str, Any], told: str) -> None:
    with connect(f"{address}/ws/shop/7", additional_headers=HEADERS) as socket:
        question = receive(socket)
        assert (question["method"], question["data"]) == ("ask", "a")
        send(socket, {"id": question["id"], **answer})
        assert receive(socket)["data"]["id"] == told
        send(socket, {"id": 1, "method": "buy", "data": {"id": "a"}})
        assert receive(socket)["data"]["size"] == 7  # the room


@pytest.mark.parametrize(
    ("flood", "code"),
    [
        pytest.param([b"bytes"], 1003, id="bytes"),
        pytest.param(
            ['{"id":1,"method":"buy","data":{"id":"slow"}}'] * 1500,
            1008,
            id="more than it waits for",
        ),
    ],
)
def test_a_client_is_disconnected(address: str, flood: list[Any], code: int) -> None:
    def answers(socket: ClientConnection) -> Iterator[Any]:
        for frame in flood:
            socket.send(frame)
        while True:
            yield socket.recv(HANG)

    with connect(f"{address}/ws/typed") as socket, pytest.raises(ConnectionClosed) as closed:
        list(answers(socket))
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code
