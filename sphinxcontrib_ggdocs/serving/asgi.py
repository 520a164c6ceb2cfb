"""An ASGI application that answers from a site and passes everything else on."""

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from threading import Lock
from types import MappingProxyType
from typing import Any, TypeAlias

from .handler import Place, SiteHandler, Step
from .protection import DocsRequest, read_cookies, read_query
from .responses import Headers, Response, problem
from .site import Resource

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
ASGIApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

BUILDERS = 4
"""Threads that build; more would only take turns."""


class AsgiSite:
    """A site under its path; other paths go to the wrapped application.

    Args:
        handler: What is ours and how it is answered.
        app: The application around which this one stands; without it, other paths are not found.

    Raises:
        TypeError: `app` is a WSGI application.
    """

    def __init__(self, handler: SiteHandler, app: ASGIApp | None = None) -> None:
        if _is_wsgi(app):
            raise TypeError(
                f"{type(app).__name__} is a WSGI application\n"
                "  hint: use GGApiDocsWsgi or, for Flask, GGApiDocs.register"
            )
        self._handler = handler
        self._app = app
        # Building never blocks the event loop, and a slow document does not keep the page waiting.
        self._builders = ThreadPoolExecutor(max_workers=BUILDERS, thread_name_prefix="ggdocs")
        self._building: dict[Resource, Future[None]] = {}
        self._lock = Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "http":
            response = await self.response_to(scope)
            if response is not None:
                return await send_response(send, response)
        if self._app is not None:
            return await self._app(scope, receive, send)
        return await _stand_alone(scope, receive, send)

    async def response_to(self, scope: Scope) -> Response | None:
        """The response to an HTTP request; None for one that belongs to the application."""
        root, route = split_path(scope)
        alone = self._app is None
        if not alone and not self._handler.claims(scope["method"], route):
            return None
        base = (
            scope.get("app_root_path", "") if alone else root
        )  # of Starlette's mounts: where the service is
        steps = self._handler.respond(
            _request(scope, root + route), Place(route, root, base), alone=alone
        )
        try:
            step = next(steps)
            while True:
                try:
                    answer = await self._taken(step)
                except Exception as error:  # noqa: BLE001  # of a user's `protect`; the handler answers it
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as end:
            response: Response | None = end.value
            return response

    async def _taken(self, step: Step) -> object:
        if isinstance(step, Resource):
            await self._built(step)
            return None
        assert self._handler.protect is not None
        verdict = self._handler.protect(step)
        return await verdict if inspect.isawaitable(verdict) else verdict

    async def _built(self, resource: Resource) -> None:
        """Build in a thread, once for all who wait; the resource keeps an error, and the handler
        answers it.
        """
        try:
            asyncio.get_running_loop()
        except (
            RuntimeError
        ):  # trio: without a library of ours, the first request builds where it stands
            return
        await asyncio.shield(asyncio.wrap_future(self._begun(resource)))

    def _begun(self, resource: Resource) -> "Future[None]":
        with self._lock:
            begun = self._building.get(resource)
            if begun is None:
                begun = self._building[resource] = self._builders.submit(resource.make_ready)
                begun.add_done_callback(lambda _: self._building.pop(resource, None))
            return begun


_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def _is_wsgi(app: object) -> bool:
    """Whether an application takes ``environ, start_response``."""
    if not callable(app):
        return False
    try:
        parameters = inspect.signature(app).parameters.values()
    except (TypeError, ValueError):  # made in C
        return False
    required = [
        each for each in parameters if each.default is each.empty and each.kind in _BY_POSITION
    ]
    return len(required) == 2 or hasattr(app, "wsgi_app")


def split_path(scope: Scope) -> tuple[str, str]:
    """What the application is mounted at, and the path inside; servers disagree whether ``path``
    has both.
    """
    root: str = scope.get("root_path", "").rstrip("/")
    path: str = scope["path"]
    if root and (path == root or path.startswith(f"{root}/")):
        path = path[len(root) :]
    return root, path


def _request(scope: Scope, path: str) -> DocsRequest:
    pairs: Iterable[tuple[bytes, bytes]] = scope["headers"]
    headers: dict[str, str] = {}
    for key, value in pairs:
        name, text = key.decode("latin-1").lower(), value.decode("latin-1")
        separator = "; " if name == "cookie" else ", "
        headers[name] = f"{headers[name]}{separator}{text}" if name in headers else text
    client = scope.get("client")
    return DocsRequest(
        method=scope["method"],
        path=path,
        headers=headers,
        client=client[0] if client else None,
        query=read_query(scope.get("query_string", b"").decode("latin-1")),
        cookies=read_cookies(headers.get("cookie")),
        scope=MappingProxyType(scope),
    )


@lru_cache(maxsize=256)  # a resource has four answers, and errors repeat
def _encoded(headers: Headers) -> tuple[tuple[bytes, bytes], ...]:
    return tuple(
        (name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers
    )


async def send_response(send: Send, response: Response) -> None:
    """Send a response whole."""
    await send(
        {
            "type": "http.response.start",
            "status": response.status,
            "headers": [*_encoded(response.headers)],
        }
    )
    await send({"type": "http.response.body", "body": response.body})


async def _stand_alone(scope: Scope, receive: Receive, send: Send) -> None:
    """What an application without another one around it owes a server."""
    if scope["type"] == "lifespan":
        while (await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
    elif scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1000})
    else:
        await send_response(send, problem(404, "there is nothing here"))
