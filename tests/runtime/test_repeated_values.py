"""A second value of a credential is refused: a server in front may have checked the other one."""

import asyncio
import json
from typing import Any, Protocol, cast

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http, security, ws
from sphinxcontrib_ggdocs.runtime import Call, implement

from .items import ask

SIGNED_IN = Requirement("SignedIn", headers={"Authorization": BearerToken})
SESSION = security.ApiKey(name="Session", location="cookie", parameter="sid")
KEY = security.ApiKey(name="Key", location="query", parameter="key")


@http.api("/names", requires=[SIGNED_IN], security=security.optional(SESSION | KEY))
class NameApi(Protocol):
    @http.get()
    def get(self, name: str | None = None) -> None: ...


class Implemented(NameApi):
    """Implements `NameApi` by its own methods, which return None."""


def guard(call: Call) -> None:
    """Let everybody pass."""


TOKEN = ("Authorization", "Bearer x")


@pytest.mark.parametrize(
    ("query", "headers", "is_let_in"),
    [
        pytest.param("?name=a", [TOKEN], True, id="one"),
        pytest.param("?key=a", [TOKEN, ("Cookie", "sid=a; other=b")], True, id="one of each"),
        pytest.param("", [TOKEN, TOKEN], False, id="a header"),
        pytest.param("?key=a&key=b", [TOKEN], False, id="in the query"),
        pytest.param("", [TOKEN, ("Cookie", "sid=a; sid=b")], False, id="a cookie"),
    ],
)
def test_a_second_credential_is_refused(
    query: str, headers: list[tuple[str, str]], is_let_in: bool
) -> None:
    app = FastAPI()
    guards = {SIGNED_IN: guard, SESSION: guard, KEY: guard}
    app.include_router(implement(NameApi, cast(Any, Implemented)(), guards=guards))
    answer = ask(app, "GET", path=f"/names{query}", headers=headers)
    if is_let_in:
        assert answer.status_code == 204, answer.text
        return
    assert (answer.status_code, answer.json()["type"]) == (401, "UNAUTHORIZED")


LOGIN_NEEDED = ERROR.define("LOGIN_NEEDED", 401, description="Log in first.")
LOGGED_IN = Requirement("LoggedIn", headers={"Authorization": BearerToken}, errors=[LOGIN_NEEDED])


@ws.api("/names", requires=[SIGNED_IN])
class NameFeed(Protocol):
    @ws.server_to_client
    def changed(self) -> None: ...


@ws.api("/rooms/{room}", parameters={"room": int}, requires=[SIGNED_IN])
class RoomFeed(Protocol):
    @ws.server_to_client
    def changed(self) -> None: ...


@ws.api("/own", requires=[LOGGED_IN])
class OwnFeed(Protocol):
    @ws.server_to_client
    def changed(self) -> None: ...


@http.api("/own", requires=[LOGGED_IN])
class OwnApi(Protocol):
    @http.get()
    def get(self) -> None: ...


class Own(OwnApi):
    """Implements `OwnApi` by its own methods, which return None."""


class Feed:
    def __init__(self, peer: object) -> None: ...


@pytest.mark.parametrize(
    ("feed", "path", "status", "error"),
    [
        pytest.param(NameFeed, "/names", 401, "UNAUTHORIZED", id="as UNAUTHORIZED"),
        pytest.param(OwnFeed, "/own", 401, "LOGIN_NEEDED", id="as the declared error"),
        pytest.param(RoomFeed, "/rooms/1", 422, "VALIDATION_ERROR", id="as invalid"),
    ],
)
def test_a_handshake_with_a_second_credential_is_refused(
    feed: type, path: str, status: int, error: str
) -> None:
    app = FastAPI()
    app.include_router(implement(feed, Feed, guards={SIGNED_IN: guard, LOGGED_IN: guard}))
    assert refusal(app, path, [TOKEN, TOKEN]) == (status, error)


def refusal(app: FastAPI, path: str, headers: list[tuple[str, str]]) -> tuple[int, str]:
    """Return the status and the error with which a handshake is refused."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    lower = [(name.lower().encode(), value.encode()) for name, value in headers]
    scope = {"type": "websocket", "path": path, "headers": lower, "query_string": b""}
    asyncio.run(app({**scope, "extensions": {"websocket.http.response": {}}}, receive, send))
    start, body = sent
    return start["status"], json.loads(body["body"])["type"]


def test_a_request_with_a_second_credential_is_refused_as_declared() -> None:
    app = FastAPI()
    app.include_router(implement(OwnApi, cast(Any, Own)(), guards={LOGGED_IN: guard}))
    answer = ask(app, "GET", path="/own", headers=[TOKEN, TOKEN])
    assert (answer.status_code, answer.json()["type"]) == (401, "LOGIN_NEEDED")
