"""Dependencies of the handlers of WebSocket connections."""

import json
from typing import Annotated, Any, Protocol

import pytest
from fastapi import Depends, FastAPI, HTTPException, Query, Response, WebSocket
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync import client as websockets

from sphinxcontrib_ggdocs.contracts import UNAUTHORIZED, ContractError, Requirement, ws
from sphinxcontrib_ggdocs.runtime import Peer, implement

from ..serving.hosting import by_uvicorn
from .notes import EVENTS, Session, User, current_user


@ws.api("/chat/{room}", parameters={"room": str})
class ChatApi(Protocol):
    @ws.client_to_server
    def say(self, words: str) -> str:
        return ""


class Chat:
    def __init__(
        self,
        peer: Peer,
        user: Annotated[User, Depends(current_user)],
        socket: WebSocket,
        connection: HTTPConnection,
        session: Session,
    ) -> None:
        self.who = f"{user.name} {socket.url.path} {connection is socket} {session}"

    def say(self, words: str) -> str:
        return f"{self.who}: {words}"


async def connect(peer: Peer, user: Annotated[User, Depends(current_user)]) -> "PlainChat":
    return PlainChat(user.name)


class PlainChat:
    def __init__(self, who: str) -> None:
        self.who = who

    def say(self, words: str) -> str:
        return f"{self.who}: {words}"


@pytest.mark.parametrize(
    ("factory", "answer"),
    [(Chat, "ada /chat/x True session: hi"), (connect, "ada: hi")],
    ids=["class", "function"],
)
def test_dependencies_of_a_connection(factory: Any, answer: str) -> None:
    EVENTS.clear()
    app = FastAPI()
    app.include_router(implement(ChatApi, factory))
    with by_uvicorn({"it": app}, ws="websockets-sansio") as urls:
        address = urls["it"].replace("http", "ws") + "/chat/x"
        with websockets.connect(address, additional_headers={"X-User": "ada"}) as connection:
            connection.send('{"id": 1, "method": "say", "data": "hi"}')
            assert json.loads(connection.recv(timeout=30))["data"] == answer
        with pytest.raises(InvalidStatus) as raised, websockets.connect(address):
            pass
    assert raised.value.response.status_code == 401
    assert EVENTS in (["open", "commit", "close"], [])


class ChatWithQuery(PlainChat):
    def __init__(self, peer: Peer, name: Annotated[str, Query()] = "") -> None: ...


class ChatWithMessageDependency(PlainChat):
    def __init__(self, peer: Peer) -> None: ...

    def say(self, words: str, user: Annotated[User | None, Depends(current_user)] = None) -> str:
        return ""


def connect_with_more(peer: Peer, more: int = 3) -> PlainChat:
    return PlainChat("")


@pytest.mark.parametrize(
    ("factory", "says"),
    [
        (ChatWithQuery, "ChatWithQuery: name: this value of the request is not in the contract"),
        (
            ChatWithMessageDependency,
            "ChatWithMessageDependency.say: user: 'user' is no argument of the contract",
        ),
        (connect_with_more, "connect_with_more: more: 'more' is no argument"),
    ],
)
def test_refused_of_a_connection(factory: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(ChatApi, factory)
    assert says in str(raised.value)


class Busy(Exception):
    """Answered by a handler of the application."""


FAILURES: dict[str, Exception] = {
    "declared": UNAUTHORIZED(message="Sign in."),
    "fault": KeyError("secret"),
    "http": HTTPException(402, "pay"),
    "busy": Busy(),
}


def fail(why: Annotated[str, Query()], times: Annotated[int, Query()] = 1) -> None:
    if why in FAILURES:
        raise FAILURES[why]


class ChatOfFew(PlainChat):
    def __init__(self, peer: Peer, nothing: Annotated[None, Depends(fail)]) -> None:
        super().__init__("ada")


SIGNED_IN = Requirement("SignedIn", errors=[UNAUTHORIZED])


@ws.api("/any/{room}", parameters={"room": str}, requires=[SIGNED_IN], error_format="problem")
class AnyRoomApi(Protocol):
    @ws.client_to_server
    def say(self, words: str) -> str:
        return ""


@ws.api("/numbered/{room}", parameters={"room": int}, requires=[SIGNED_IN])
class NumberedRoomApi(Protocol):
    @ws.client_to_server
    def say(self, words: str) -> str:
        return ""


def test_failures_of_dependencies_refuse_a_connection_in_the_form_of_the_contract(
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = FastAPI()
    for api in (AnyRoomApi, NumberedRoomApi):
        app.include_router(implement(api, ChatOfFew), prefix="/v1")

    @app.exception_handler(Busy)
    async def handle_busy(connection: WebSocket, error: Exception) -> None:
        await connection.send_denial_response(Response("busy", 503))

    def refusal(path: str) -> tuple[int, Any]:
        with pytest.raises(InvalidStatus) as raised, websockets.connect(address + path):
            pass
        response = raised.value.response
        is_json = "json" in response.headers.get("Content-Type", "")
        return response.status_code, json.loads(response.body) if is_json else response.body

    with by_uvicorn({"it": app}, ws="websockets-sansio") as urls:
        address = urls["it"].replace("http", "ws") + "/v1"
        with websockets.connect(f"{address}/any/x?why=none") as connection:
            connection.send('{"id": 1, "method": "say", "data": "hi"}')
            assert json.loads(connection.recv(timeout=30))["data"] == "ada: hi"
        status, problem = refusal("/any/x?why=declared")
        assert (status, problem["type"], problem["detail"]) == (401, "UNAUTHORIZED", "Sign in.")
        assert refusal("/numbered/1?why=declared") == (
            401,
            {"type": "UNAUTHORIZED", "message": "Sign in."},
        )
        assert refusal("/numbered/1?why=fault") == (500, {"type": "SERVER_ERROR"})
        assert "NumberedRoomApi (handshake) failed" in caplog.text
        assert refusal("/numbered/1?why=busy") == (503, b"busy")
        assert refusal("/numbered/1?why=http") == (402, {"detail": "pay"})
        status, error = refusal("/numbered/1?times=many")
        assert (status, error["type"]) == (422, "VALIDATION_ERROR")
        assert [item["path"] for item in error["data"]] == ["query.why", "query.times"]
        assert refusal("/any/x?times=many")[0] == 403  # the contract has no VALIDATION_ERROR
