"""Dependencies of the handlers of WebSocket connections."""

import asyncio
import json
from typing import Annotated, Any, Protocol

import pytest
from fastapi import (
    BackgroundTasks,
    Depends,
    FastAPI,
    Query,
    WebSocket,
)
from starlette.requests import HTTPConnection
from websockets.exceptions import InvalidStatus
from websockets.sync import client as websockets

from sphinxcontrib_ggdocs.contracts import (
    ContractError,
    ws,
)
from sphinxcontrib_ggdocs.runtime import Peer, implement

from ..serving.hosting import by_uvicorn
from .notes import (
    EVENTS,
    Session,
    User,
    client,
    current_user,
)


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


class ChatWithTasks(PlainChat):
    def __init__(self, peer: Peer, tasks: BackgroundTasks) -> None: ...


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
        (ChatWithTasks, "ChatWithTasks: tasks: 'tasks' is no argument"),
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


def test_both_event_loops_of_a_call_are_one() -> None:
    """A coroutine dependency and its handler share a task's context."""

    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    class Notes:
        async def get(self, id: str, of_dependency: Annotated[Any, Depends(loop)]) -> str:
            return str(of_dependency is asyncio.get_running_loop())

    assert client(Notes()).get("/notes/a").json() == "True"
