"""Handlers, guards and contracts that are refused when the service starts."""

from typing import Annotated, Any, Protocol

import pytest
from fastapi import (
    Body,
    Depends,
    Query,
    Request,
    WebSocket,
)

from sphinxcontrib_ggdocs.contracts import (
    UNAUTHORIZED,
    BearerToken,
    ContractError,
    Requirement,
    http,
)
from sphinxcontrib_ggdocs.runtime import Call, implement

from .future_handlers import FutureUnknown
from .notes import (
    NoteApi,
    User,
    current_user,
    two,
)


def handler_of(function: Any, name: str = "get") -> Any:
    return type("Notes", (), {name: function})()


def query_marker(self: Any, id: str, q: Annotated[str | None, Query()] = None) -> str:
    return ""


def query_default(self: Any, id: str, q: str | None = Query(None)) -> str:
    return ""


def body_marker(self: Any, id: str, q: Annotated[User | None, Body()] = None) -> str:
    return ""


def own_default(self: Any, id: str, q: int = 3) -> str:
    return ""


def untyped(self: Any, id: str, q=None) -> str:  # type: ignore[no-untyped-def]
    return ""


def required(self: Any, id: str, q: User) -> str:
    return ""


def optional_request(self: Any, id: str, request: Request | None = None) -> str:
    return ""


def web_socket(self: Any, id: str, socket: WebSocket) -> str:
    return ""


def inside(self: Any, id: str, user: Annotated[User, Depends(current_user)] | None = None) -> str:
    return ""


def in_rest(self: Any, id: str, **user: Annotated[User, Depends(current_user)]) -> str:
    return ""


def in_args(self: Any, *user: Annotated[User, Depends(current_user)], id: str) -> str:
    return ""


def on_argument(self: Any, id: Annotated[str, Depends(current_user)]) -> str:
    return ""


def default_on_argument(self: Any, id: str = Depends(current_user)) -> str:
    return ""


def query_on_argument(self: Any, id: Annotated[str, Query(max_length=3)]) -> str:
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


REFUSED = [
    pytest.param(query_marker, "Notes.get: q: 'q' is neither", id="Query"),
    pytest.param(query_default, "Notes.get: q: 'q' is neither", id="Query as default"),
    pytest.param(body_marker, "Notes.get: q: 'q' is neither", id="Body"),
    pytest.param(own_default, "Notes.get: q: 'q' is neither", id="a default"),
    pytest.param(untyped, "Notes.get: q: 'q' is neither", id="no type"),
    pytest.param(required, "Notes.get: q: 'q' is neither", id="a model"),
    pytest.param(optional_request, "Notes.get: request: 'request' is neither", id="Request | None"),
    pytest.param(web_socket, "Notes.get: socket: 'socket' is neither", id="WebSocket"),
    pytest.param(inside, "Notes.get: user: 'user' is neither", id="inside a union"),
    pytest.param(in_rest, "Notes.get: user: 'user' is neither", id="**user"),
    pytest.param(in_args, "Notes.get: user: 'user' is neither", id="*user"),
    pytest.param(positional, "Notes.get: user: 'user' is neither", id="positional only"),
    pytest.param(
        on_argument, "Notes.get: id: 'id' is an argument of the contract", id="on an argument"
    ),
    pytest.param(
        default_on_argument, "Notes.get: id: 'id' is an argument", id="default of an argument"
    ),
    pytest.param(
        query_on_argument, "Notes.get: id: 'id' is an argument", id="Query on an argument"
    ),
    pytest.param(two, "Notes.get: user: 'user' is neither", id="two dependencies"),
    pytest.param(
        reads_body, "the dependency body_of_dependency reads user from the body", id="a body below"
    ),
    pytest.param(
        fastapi_refuses, "Notes.get: FastAPI refuses a parameter", id="what FastAPI refuses"
    ),
]


@pytest.mark.parametrize(("function", "says"), REFUSED)
def test_refused_at_the_start(function: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(NoteApi, handler_of(function))
    assert says in str(raised.value)
    assert "hint: " in str(raised.value)
    assert raised.value.code == "handler-parameter"


def test_a_type_that_is_not_there() -> None:
    with pytest.raises(ContractError, match="neither an argument of the contract"):
        implement(NoteApi, FutureUnknown())


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


def guard_with_more(call: Call, more: int) -> None: ...


@pytest.mark.parametrize(
    ("guard", "says"),
    [
        (guard_with_dependency, "OwnApi: guards[SignedIn]: the guard does not take one argument"),
        (guard_without_call, "OwnApi: guards[SignedIn]: the guard does not take one argument"),
        (guard_with_more, "OwnApi: guards[SignedIn]: the guard does not take one argument"),
    ],
)
def test_guards(guard: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(OwnApi, Own(), guards={SignedIn: guard})
    assert says in str(raised.value)
