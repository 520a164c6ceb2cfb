"""Parameters of handlers that FastAPI resolves: dependencies, security, what it gives by type."""

import functools
from collections.abc import Callable
from typing import Annotated, Any, Protocol

import pytest
from fastapi import BackgroundTasks, Depends, FastAPI, HTTPException
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.runtime import implement

from .future_handlers import FutureNotes
from .notes import EVENTS, GONE, Asking, Session, User, client, current_user, limit

CurrentUser = TypeAliasType("CurrentUser", Annotated[User, Depends(current_user)])


class Plain:
    def get(self, id: str, user: Annotated[User | None, Depends(current_user)] = None) -> str:
        assert user is not None
        return f"{id} {user.name}"


class ByDefault:
    def get(self, id: str, user: User = Depends(current_user)) -> str:  # noqa: B008
        return f"{id} {user.name}"


class ByAlias:
    async def get(self, id: str, user: CurrentUser) -> str:
        return f"{id} {user.name}"


class Rest:
    async def get(self, id: str, user: Annotated[User, Depends(current_user)], **rest: Any) -> str:
        assert not rest
        return f"{id} {user.name}"


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Wrapped:
    @logged
    def get(self, id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class Static:
    @staticmethod
    def get(id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


def get_with(
    sign: str, id: str, user: Annotated[User, Depends(current_user)], end: str = "!"
) -> str:
    return f"{id}{sign}{user.name}{end}"


class Partial:
    def __init__(self) -> None:
        self.get = functools.partial(get_with, " ", end="")


class _Callable:
    async def __call__(self, id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class CallableObject:
    def __init__(self) -> None:
        self.get = _Callable()


RESOLVED = [
    Plain(),
    ByDefault(),
    ByAlias(),
    Rest(),
    Wrapped(),
    Static(),
    Partial(),
    CallableObject(),
    FutureNotes(),
]


@pytest.mark.parametrize("handler", RESOLVED, ids=lambda handler: type(handler).__name__)
def test_a_dependency_runs_and_turns_away(handler: Any) -> None:
    asked = client(handler)
    refused = asked.get("/notes/a")
    assert (refused.status_code, refused.json()) == (401, {"detail": "who?"})
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert asked.get("/notes/a", headers={"X-User": "ada"}).json() == "a ada"


class WithSession:
    """Fails as it is told."""

    def get(self, id: str, session: Session, tasks: BackgroundTasks) -> str:
        tasks.add_task(EVENTS.append, "task")
        match id:
            case "gone":
                raise GONE
            case "broken":
                raise LookupError(session)
            case "http":
                raise HTTPException(404)
        return session


@pytest.mark.parametrize(
    ("id", "status", "events"),
    [
        pytest.param("fine", 200, ["open", "commit", "close", "task"], id="success"),
        pytest.param("gone", 410, ["open", "GONE", "close"], id="a declared error"),
        pytest.param("broken", 500, ["open", "LookupError", "close"], id="any other error"),
    ],
)
def test_a_dependency_with_yield_sees_how_the_call_ends(
    id: str, status: int, events: list[str]
) -> None:
    EVENTS.clear()
    assert client(WithSession()).get(f"/notes/{id}").status_code == status
    assert sorted(EVENTS) == sorted(events)
    assert [event for event in EVENTS if event != "task"] == [
        event for event in events if event != "task"
    ]


def test_a_wrong_parameter_of_a_dependency() -> None:
    @http.api("/things")
    class Thing(Protocol):
        @http.get("/free/{id}")
        def free(self, id: str) -> int: ...
        @http.get("/typed/{id}")
        def typed(self, id: int) -> int: ...

    class Things:
        def free(self, id: str, size: Annotated[int, Depends(limit)]) -> int:
            return size

        def typed(self, id: int, size: Annotated[int, Depends(limit)]) -> int:
            return size

    app = FastAPI()
    app.include_router(implement(Thing, Things()))
    asked = Asking(app)
    free, typed = asked.get("/things/free/1?size=0"), asked.get("/things/typed/1?size=0")
    assert free.json()["detail"][0]["loc"] == [
        "query",
        "size",
    ]  # the method cannot answer VALIDATION_ERROR
    assert (typed.status_code, typed.json()["type"]) == (422, "VALIDATION_ERROR")
    assert asked.get("/things/free/1?size=3").json() == 3
