"""One call of a contract's method: what guards see of it, and how a handler adds to the response."""

from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeAlias

from starlette.requests import HTTPConnection

from ...contracts.middleware import Middleware, authentication
from ...contracts.mistakes import BadOption, Mistakes, Where
from ...contracts.model import Contract, HttpMethod, Interaction
from ...contracts.permissions import Permission


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """What a guard decides by."""

    connection: HTTPConnection
    """The request, or the WebSocket."""
    contract: Contract
    method: HttpMethod | Interaction | None
    """None for the handshake of a WebSocket."""

    @property
    def permission(self) -> Permission | None:
        """Who may call: what the method says, else what its contract says."""
        own = self.method.permission if self.method is not None else None
        return own if own is not None else self.contract.permission


Guard: TypeAlias = Callable[[Call], Awaitable[None] | None]
"""Stands before each method of a middleware and raises a declared error to turn a caller away.

It runs in the same task as the handler: a context variable that it sets is seen there. One that is no coroutine must
not block.
"""
Guards: TypeAlias = Mapping[Middleware, Guard]


@dataclass(slots=True)
class Reply:
    """What a handler adds to its response beside the value that it returns."""

    headers: dict[str, str] = field(default_factory=dict)
    status: int | None = None
    """One of the declared statuses, where there are several."""
    media_type: str | None = None
    """One of the declared media types, where there are several."""


_reply: ContextVar[Reply] = ContextVar("_reply")


def reply() -> Reply:
    """The response that is being made, for handlers that set headers.

    Raises:
        LookupError: No method of an HTTP contract is being called.
    """
    return _reply.get()


def begin_reply() -> Reply:
    """Start a response; `reply` gives it to the handler."""
    made = Reply()
    _reply.set(made)
    return made


async def stand_guard(middlewares: tuple[Middleware, ...], guards: Guards, call: Call) -> None:
    """Ask the guard of each middleware, in order.

    Raises:
        ServiceError: A guard turns the caller away.
    """
    for middleware in middlewares:
        guard = guards.get(middleware)
        decided = guard(call) if guard is not None else None
        if decided is not None:
            await decided


def check_guards(contract: Contract, middlewares: tuple[Middleware, ...], guards: Guards, mistakes: Mistakes) -> None:
    """Refuse a contract whose callers identify themselves to nobody."""
    for middleware in middlewares:
        if middleware not in guards and any(authentication(header) for header in middleware.headers):
            mistakes.add(
                BadOption(
                    f"nobody checks what the middleware {middleware.name} asks for",
                    where=Where(owner=contract.name),
                    hint=f"pass guards={{{middleware.name}: ...}}, a function of a Call that raises a declared error",
                )
            )
