"""Handlers, guards and contracts that are refused when the service starts."""

from typing import Annotated, Any, Protocol

import pytest
from fastapi import Depends, Query, Request, WebSocket

from sphinxcontrib_ggdocs.contracts import (
    UNAUTHORIZED,
    BearerToken,
    ContractError,
    Requirement,
    http,
)
from sphinxcontrib_ggdocs.runtime import Call, implement

from .future_handlers import FutureUnknown
from .notes import NoteApi, User, current_user, two


def handler_of(function: Any, name: str = "get") -> Any:
    return type("Notes", (), {name: function})()


def query_marker(self: Any, id: str, q: Annotated[str | None, Query()] = None) -> str:
    return ""


def own_default(self: Any, id: str, q: int = 3) -> str:
    return ""


def optional_request(self: Any, id: str, request: Request | None = None) -> str:
    return ""


def web_socket(self: Any, id: str, socket: WebSocket) -> str:
    return ""


def inside(self: Any, id: str, user: Annotated[User, Depends(current_user)] | None = None) -> str:
    return ""


def in_rest(self: Any, id: str, **user: Annotated[User, Depends(current_user)]) -> str:
    return ""


def on_argument(self: Any, id: Annotated[str, Depends(current_user)]) -> str:
    return ""


def positional(self: Any, user: Annotated[User, Depends(current_user)], /, id: str) -> str:
    return ""


def body_of_dependency(user: User) -> str:
    return user.name


def below(inner: Annotated[str, Depends(body_of_dependency)]) -> str:
    return inner


def reads_body(self: Any, id: str, user: Annotated[str, Depends(below)]) -> str:
    return ""


def strange(parameter: Annotated[str, Query(default="a")]) -> None: ...


def fastapi_refuses(self: Any, id: str, user: Annotated[str, Depends(strange)]) -> str:
    return ""


REFUSED: dict[str, Any] = {
    "Query": (query_marker, "Notes.get: q: this value of the request is not in the contract"),
    "a default": (own_default, "Notes.get: q: 'q' is no argument of the contract"),
    "Request | None": (optional_request, "Notes.get: request: 'request' is no argument"),
    "WebSocket": (web_socket, "Notes.get: socket: 'socket' is no argument"),
    "inside a union": (inside, "Notes.get: user: FastAPI does not see a Depends inside a type"),
    "**user": (in_rest, "Notes.get: user: it cannot be passed as user="),
    "positional only": (positional, "Notes.get: user: it cannot be passed as user="),
    "on an argument": (on_argument, "Notes.get: id: 'id' is an argument of the contract"),
    "two dependencies": (two, "Notes.get: user: it has two dependencies"),
    "a body below": (reads_body, "the dependency body_of_dependency reads user from the body"),
    "what FastAPI refuses": (fastapi_refuses, "Notes.get: FastAPI refuses a parameter"),
}


@pytest.mark.parametrize(("function", "says"), REFUSED.values(), ids=REFUSED)
def test_refused_at_the_start(function: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(NoteApi, handler_of(function))
    assert says in str(raised.value)
    assert "hint: " in str(raised.value)
    assert raised.value.code == "handler-parameter"


class OnInit:
    def __init__(self, user: Annotated[User | None, Depends(current_user)] = None) -> None:
        self.user = user

    def get(self, id: str) -> str:
        return ""


class OnAttribute:
    user: User = Depends(current_user)

    def get(self, id: str) -> str:
        return ""


@pytest.mark.parametrize(
    ("handler", "says"),
    [
        pytest.param(
            OnInit(), "OnInit.__init__: user: FastAPI does not resolve this", id="__init__"
        ),
        pytest.param(
            OnAttribute(),
            "OnAttribute.user: FastAPI does not resolve attributes",
            id="a class attribute",
        ),
        pytest.param(FutureUnknown(), "'Unknown' cannot be found", id="a type that is not there"),
    ],
)
def test_a_handler_of_another_making(handler: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(NoteApi, handler)
    assert says in str(raised.value)


SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])


@http.api("/own", requires=[SignedIn])
class OwnApi(Protocol):
    @http.get()
    def get(self) -> str:
        return ""


class Own:
    def get(self) -> str:
        return "mine"


def guard_with_dependency(
    call: Call, user: Annotated[User | None, Depends(current_user)] = None
) -> None: ...


def guard_without_call() -> None: ...


@pytest.mark.parametrize(
    ("guard", "says"),
    [
        (guard_with_dependency, "OwnApi: guards[SignedIn].user: FastAPI does not resolve"),
        (guard_without_call, "OwnApi: guards[SignedIn]: the guard cannot be called"),
    ],
)
def test_guards(guard: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(OwnApi, Own(), guards={SignedIn: guard})
    assert says in str(raised.value)
