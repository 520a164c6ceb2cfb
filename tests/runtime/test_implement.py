"""`implement`: what is refused at the start, failures in each format, and what travels over a
socket.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, NewType, Protocol, get_args

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel, Field, model_validator
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    UNAUTHORIZED,
    BearerToken,
    ContractError,
    Requirement,
    http,
    ws,
)
from sphinxcontrib_ggdocs.runtime import Call, Peer, PeerError, implement

from ..serving.hosting import by_uvicorn, connect
from ..waiting import HANG

ItemId = NewType("ItemId", str)
Format = Literal["typed", "problem", "plain"]
FORMATS: tuple[Format, ...] = get_args(Format)
SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])


class Ref(BaseModel):
    """Which item is meant."""

    item: ItemId


class Item(BaseModel):
    """Something."""

    id: ItemId
    size: int = Field(default=1, ge=1)


class Span(BaseModel):
    """From here to there."""

    first: int = 0
    last: int = 0

    @model_validator(mode="after")
    def ordered(self) -> "Span":
        if self.last < self.first:
            raise ValueError("the last is before the first")
        return self


MISSING_ITEM = ERROR.define("MISSING_ITEM", 404, Ref, description="There is no such item.")
BUSY = ERROR.define("BUSY", 409, description="Somebody else is at it.")
SECRET = ERROR.define("SECRET", 418)


def api(error_format: Format) -> type:
    """A contract whose errors have a format."""

    @http.api("/items", error_format=error_format)
    class ItemApi(Protocol):
        @http.get("/span", errors=[BUSY])
        def span(self, span: Span) -> int: ...

        @http.get("/{id}", errors=[MISSING_ITEM, BUSY])
        def get(self, id: ItemId) -> Item: ...

        @http.put("/{id}", errors=[BUSY])
        async def put(self, id: ItemId, item: Item) -> Item: ...

        @http.post("/file", errors=[BUSY])
        def upload(
            self, file: Annotated[bytes, http.File(media_types=["text/plain"], max_size=5)]
        ) -> int: ...

        @http.get("/all/events", errors=[BUSY])
        def events(self) -> AsyncIterator[Item]: ...

    return ItemApi


class Items:
    """Does what the identifier says."""

    def span(self, span: Span) -> int:
        return span.last - span.first

    def get(self, id: ItemId) -> Item:
        match id:
            case "missing":
                raise MISSING_ITEM(Ref(item=id))
            case "explained":
                raise BUSY(message="Ada is at it.")
            case "busy":
                raise BUSY
            case "undeclared":
                raise SECRET(message="a secret")
            case "broken":
                raise LookupError("a secret")
            case "wrong data":
                raise MISSING_ITEM({"no": "ref"})  # type: ignore[arg-type]
            case "wrong value":
                return {"id": id, "size": 0}  # type: ignore[return-value]
        return Item(id=id)

    async def put(self, id: ItemId, item: Item) -> Item:
        return item

    def upload(self, file: bytes) -> int:
        return len(file)

    async def events(self) -> AsyncIterator[Item]:
        yield Item(id=ItemId("a"))
        raise BUSY


def application(*implemented: tuple[type, Any], **options: Any) -> FastAPI:
    app = FastAPI()
    for contract, handler in implemented:
        app.include_router(implement(contract, handler, **options))
    return app


def ask(app: FastAPI, verb: str, path: str, **options: Any) -> httpx.Response:
    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url="http://service"
        ) as client:
            return await client.request(verb, path, **options)

    return asyncio.run(asked())


def ours(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.startswith("sphinxcontrib_ggdocs")]


SERVER_ERROR_BODY = {
    "typed": {"type": "SERVER_ERROR"},
    "problem": {
        "type": "SERVER_ERROR",
        "title": "The service failed for a reason of its own.",
        "status": 500,
    },
    "plain": None,
}
ANSWERS: list[Any] = [
    pytest.param(
        "missing",
        404,
        {
            "typed": {"type": "MISSING_ITEM", "data": {"item": "missing"}},
            "problem": {
                "type": "MISSING_ITEM",
                "title": "There is no such item.",
                "status": 404,
                "data": {"item": "missing"},
            },
            "plain": {"item": "missing"},
        },
        id="with data",
    ),
    pytest.param(
        "busy",
        409,
        {
            "typed": {"type": "BUSY"},
            "problem": {"type": "BUSY", "title": "Somebody else is at it.", "status": 409},
            "plain": None,
        },
        id="without",
    ),
    pytest.param(
        "explained",
        409,
        {
            "typed": {"type": "BUSY", "message": "Ada is at it."},
            "problem": {
                "type": "BUSY",
                "title": "Somebody else is at it.",
                "status": 409,
                "detail": "Ada is at it.",
            },
            "plain": None,
        },
        id="with a message",
    ),
    *(
        pytest.param(item, 500, SERVER_ERROR_BODY, id=item)
        for item in ("undeclared", "broken", "wrong data", "wrong value")
    ),
]


@pytest.mark.parametrize("error_format", FORMATS)
@pytest.mark.parametrize(("item", "status", "bodies"), ANSWERS)
def test_an_error_in_each_format(
    item: str,
    status: int,
    bodies: dict[str, object],
    error_format: Format,
    caplog: pytest.LogCaptureFixture,
) -> None:
    answer = ask(application((api(error_format), Items())), "GET", f"/items/{item}")
    expected = bodies[error_format]
    assert (answer.status_code, answer.json() if answer.content else None) == (status, expected)
    if expected is not None:
        media_type = "application/problem+json" if error_format == "problem" else "application/json"
        assert answer.headers["content-type"] == media_type
    assert [record.levelno for record in ours(caplog)] == ([logging.ERROR] if status == 500 else [])
    assert status != 500 or ".get" in caplog.text


INVALID = [
    pytest.param("PUT", "/items/a", {"json": {"id": "a", "size": 0}}, "body.size", id="a field"),
    pytest.param("PUT", "/items/a", {"content": b"{"}, "body", id="no JSON"),
    pytest.param("PUT", "/items/a", {"content": b"[" * 100_000}, "body", id="too deep"),
    pytest.param(
        "GET", "/items/span?first=2&last=1", {}, "query", id="fields that do not go together"
    ),
    pytest.param("GET", "/items/span?first=x", {}, "query.first", id="a query"),
    pytest.param(
        "POST",
        "/items/file",
        {"files": {"file": ("a", b"1", "image/png")}},
        "body.file",
        id="a media type",
    ),
    pytest.param(
        "POST",
        "/items/file",
        {"files": {"file": ("a", b"123456", "text/plain")}},
        "body.file",
        id="a size",
    ),
    pytest.param(
        "POST",
        "/items/file",
        {"content": b"--x", "headers": {"Content-Type": "multipart/form-data"}},
        "body",
        id="no multipart",
    ),
]


@pytest.mark.parametrize(("verb", "path", "options", "place"), INVALID)
def test_a_request_without_the_documented_form(
    verb: str, path: str, options: dict[str, Any], place: str
) -> None:
    if "content" in options:
        options = {"headers": {"Content-Type": "application/json"}, **options}
    answer = ask(application((api("typed"), Items())), verb, path, **options)
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
    assert [problem["path"] for problem in answer.json()["data"]] == [place]


def test_a_stream_that_fails_says_so_at_its_end() -> None:
    lines = ask(application((api("typed"), Items())), "GET", "/items/all/events").text.split("\n\n")
    assert lines == ['data: {"id":"a","size":1}', 'event: error\ndata: {"type": "BUSY"}', ""]


OWN_SERVER_ERROR = ERROR.define("SERVER_ERROR", 503, description="Try again later.")
OWN_VALIDATION = ERROR.define("VALIDATION_ERROR", 400, description="Try harder.")


def test_errors_of_ones_own_take_the_place_of_the_usual_ones() -> None:
    @http.api("/own")
    class OwnApi(Protocol):
        @http.get("/{number}", errors=[OWN_SERVER_ERROR, OWN_VALIDATION])
        def divide(self, number: int) -> float: ...

    class Own:
        def divide(self, number: int) -> float:
            return 1 / number

    app = application((OwnApi, Own()))
    answers = [ask(app, "GET", f"/own/{number}") for number in ("2", "0", "x")]
    assert [(answer.status_code, answer.json()) for answer in answers] == [
        (200, 0.5),
        (503, {"type": "SERVER_ERROR"}),
        (400, {"type": "VALIDATION_ERROR"}),
    ]


# --- what is refused at the start ---


@http.api("/shop", requires=[SignedIn])
class ShopApi(Protocol):
    """A contract to be implemented badly."""

    @http.get("/{id}")
    def find(self, id: ItemId, sizes: tuple[int, str]) -> Item | None: ...


@ws.api("/ws/shop/{room}", parameters={"room": Annotated[int, http.Path()]}, requires=[SignedIn])
class ShopFeed(Protocol):
    """The same over a socket."""

    @ws.client_to_server(errors=[MISSING_ITEM])
    def buy(self, id: ItemId, size: int = 1) -> Item: ...

    @ws.server_to_client
    def ask(self, id: ItemId) -> bool: ...

    @ws.server_to_client
    def sold(self, item: Item) -> None: ...


class Nothing:
    pass


class Untyped:
    def find(self, id, sizes):  # type: ignore[no-untyped-def]
        pass


class OtherTypes:
    def find(self, id: str, sizes: tuple[int, str, str]) -> Item: ...  # type: ignore[empty-body]


class Demanding:
    def find(self, id: ItemId, sizes: tuple[int, str], more: int) -> Item | None: ...


class ByPosition:
    def find(self, id: ItemId, sizes: tuple[int, str], /) -> Item | None: ...


class Good:
    def find(self, id: ItemId, sizes: tuple[int, str], more: int = 0) -> Item | None:
        return Item(id=id)


class NotABuyer:
    def __init__(self, peer: Peer) -> None: ...


class SwappedBuyer:
    def __init__(self, peer: Peer) -> None: ...

    def buy(self, id: ItemId) -> Item: ...  # type: ignore[empty-body]


def unannotated(peer: Peer):  # type: ignore[no-untyped-def]
    return NotABuyer(peer)


async def asynchronous(peer: Peer) -> NotABuyer:
    return NotABuyer(peer)


def bound(word: str, peer: Peer) -> NotABuyer:
    return NotABuyer(peer)


GUARDS = {SignedIn: lambda call: None}
REFUSED: list[Any] = [
    pytest.param(ShopApi, Nothing(), "does not implement ShopApi.find", id="a method"),
    pytest.param(
        ShopApi, Untyped(), "'sizes' of the contract is missing or has no type", id="types"
    ),
    pytest.param(
        ShopApi,
        OtherTypes(),
        "str is not the type that the contract declares",
        id="another argument",
    ),
    pytest.param(
        ShopApi, OtherTypes(), r"tuple\[int, str, str\] is not the type", id="more in a tuple"
    ),
    pytest.param(ShopApi, OtherTypes(), "Item is not the type", id="another answer"),
    pytest.param(
        ShopApi, Demanding(), "'more' is no argument of the contract", id="an argument more"
    ),
    pytest.param(
        ShopApi, ByPosition(), "cannot be called with what the contract gives", id="by position"
    ),
    pytest.param(ShopApi, Good, "pass an object of it", id="a class in the place of an object"),
    pytest.param("ShopApi", Good(), "is no contract's class", id="a name"),
    pytest.param(Good, Good(), "is no contract", id="a class without a contract"),
    pytest.param(ShopFeed, NotABuyer, "does not implement ShopFeed.buy", id="a class of handlers"),
    pytest.param(
        ShopFeed, asynchronous, "does not implement ShopFeed.buy", id="an asynchronous function"
    ),
    pytest.param(ShopFeed, partial(bound, "x"), "does not implement ShopFeed.buy", id="a partial"),
    pytest.param(
        ShopFeed, lambda peer: NotABuyer(peer), "does not say of which class", id="a lambda"
    ),
    pytest.param(
        ShopFeed, unannotated, "does not say of which class", id="a function without an annotation"
    ),
    pytest.param(
        ShopFeed, SwappedBuyer, "'size' of the contract is missing", id="an argument of a message"
    ),
]


@pytest.mark.parametrize(("contract", "handler", "says"), REFUSED)
def test_refused_at_the_start(contract: Any, handler: Any, says: str) -> None:
    with pytest.raises(ContractError, match=says):
        implement(contract, handler, guards=GUARDS)


@pytest.mark.parametrize(("contract", "handler"), [(ShopApi, Good()), (ShopFeed, SwappedBuyer)])
def test_nobody_checks_who_calls(contract: Any, handler: Any) -> None:
    with pytest.raises(ContractError, match="nobody checks what the requirement SignedIn asks for"):
        implement(contract, handler)


# --- sockets ---


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


MESSAGES: list[Any] = [
    pytest.param("missing", [{"item": "missing"}, "MISSING_ITEM", 404], id="declared"),
    pytest.param("undeclared", [None, "SERVER_ERROR", 500], id="undeclared"),
    pytest.param("broken", [None, "SERVER_ERROR", 500], id="broken"),
]


@pytest.mark.parametrize("error_format", FORMATS)
@pytest.mark.parametrize(("item", "expected"), MESSAGES)
def test_an_error_over_a_socket_in_each_format(
    address: str,
    item: str,
    expected: list[Any],
    error_format: Format,
    caplog: pytest.LogCaptureFixture,
) -> None:
    data, kind, status = expected
    with connect(f"{address}/ws/{error_format}") as socket:
        send(socket, {"id": 1, "method": "buy", "data": {"id": item}})
        answer = receive(socket)
    assert answer["id"] == 1
    told = answer["error"]
    if error_format == "plain":
        assert told == data
    else:
        assert (told["type"], told.get("data")) == (kind, data)
        assert told.get("status") == (status if error_format == "problem" else None)
    assert len(ours(caplog)) == (1 if kind == "SERVER_ERROR" else 0)


FRAMES: list[Any] = [
    pytest.param(
        '{"id":1,"method":"buy","data":{"id":"a","size":3}}',
        {"id": 1, "data": {"id": "a", "size": 3}},
        id="right",
    ),
    pytest.param(
        '{"id":1,"method":"buy","data":{"id":"a"}}',
        {"id": 1, "data": {"id": "a", "size": 1}},
        id="a default",
    ),
    pytest.param('{"id":1,"method":"buy","data":{}}', "data.id", id="a field is missing"),
    pytest.param('{"id":1,"method":"buy","data":{"id":7}}', "data", id="another type"),
    pytest.param('{"id":1,"method":"buy"}', "data.id", id="no data"),
    pytest.param('{"id":1,"method":"sold","data":{}}', "method", id="the wrong direction"),
    pytest.param('{"method":"\\ud800"}', "method", id="half a pair"),
    pytest.param("{", "", id="no JSON"),
    pytest.param('{"id":1,"method":"buy","data":NaN}', "", id="no number of JSON"),
    pytest.param("[" * 100_000, "", id="too deep"),
    pytest.param("[]", "", id="a list"),
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
