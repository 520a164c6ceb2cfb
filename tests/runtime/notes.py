"""A contract of notes, dependencies of its handlers, and a client."""

from collections.abc import Iterator
from typing import Annotated, Any, Protocol

import httpx
from fastapi import Depends, FastAPI, Header, HTTPException, Query
from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.runtime import implement

from .items import ask

GONE = ERROR.define("GONE", 410, description="It was here.")


EVENTS: list[str] = []


class Asking:
    """Sends requests to an application."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def request(self, verb: str, path: str, **options: Any) -> httpx.Response:
        return ask(self.app, verb, path, **options)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return ask(self.app, "GET", path, **options)


class User(BaseModel):
    """Somebody."""

    name: str


@http.api("/notes")
class NoteApi(Protocol):
    """Notes."""

    @http.get("/{id}", errors=[GONE])
    def get(self, id: str) -> str: ...


def current_user(x_user: Annotated[str | None, Header()] = None) -> User:
    if x_user is None:
        raise HTTPException(401, "who?", headers={"WWW-Authenticate": "Bearer"})
    return User(name=x_user)


def opened() -> Iterator[str]:
    EVENTS.append("open")
    try:
        yield "session"
    except Exception as error:
        EVENTS.append(type(error).__name__)
        raise
    else:
        EVENTS.append("commit")
    finally:
        EVENTS.append("close")


Session = Annotated[str, Depends(opened)]


def client(handler: Any, **options: Any) -> "Asking":
    app = FastAPI(**options)
    app.include_router(implement(NoteApi, handler))
    return Asking(app)


def limit(size: Annotated[int, Query(ge=1)] = 1) -> int:
    return size


SECOND = Depends(limit)


def two(self: Any, id: str, user: Annotated[User, Depends(current_user)] = SECOND) -> str:
    return ""
