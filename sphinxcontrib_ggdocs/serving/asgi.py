"""`AsgiSite`: an ASGI application that serves a site and passes other requests on.

The root path of a request is the path at which the application is mounted. A resource is a file of
the site, built at its first use. `protect` is the user's function that decides who may read.
"""

import asyncio
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from types import MappingProxyType
from typing import Any, TypeAlias
from urllib.parse import unquote

from .delivery import HttpResponse, problem_response
from .handler import RequestPath, SiteHandler, Step
from .protection import DocsRequest, read_cookies, read_query
from .site import Resource

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
ASGIApp: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

COMPRESSING = re.compile(r"\(\w*(?:compress|brotli|zstd)", re.IGNORECASE)
"""The name of a middleware that compresses responses, in the ``repr`` of Starlette's list."""


class AsgiSite:
    """An ASGI application that serves a site; requests for other paths go to `app`.

    Args:
        handler: Responds to requests for the site.
        app: The wrapped application; without one, other paths get 404.

    Raises:
        TypeError: `app` is a WSGI application.
    """

    def __init__(self, handler: SiteHandler, app: ASGIApp | None = None) -> None:
        if hasattr(app, "wsgi_app"):  # As an application of Flask has.
            raise TypeError(
                f"{type(app).__name__} is a WSGI application\n"
                "  hint: write  app.wsgi_app = GGApiDocs.wsgi(app.wsgi_app, ...)"
            )
        self._handler = handler
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection (ASGI 3)."""
        if scope["type"] == "http":
            response = await self.response_to(scope)
            if response is not None:
                return await send_response(send, response)
        if self._app is not None:
            return await self._app(scope, receive, send)
        return await respond_standalone(scope, receive, send)

    async def response_to(self, scope: Scope) -> HttpResponse | None:
        """Return the response to an HTTP request; None if the wrapped application must respond."""
        root, route = split_path(scope)
        standalone = self._app is None
        if not standalone and not self._handler.claims(scope["method"], route):
            return None
        service_root = root
        if standalone:
            # The root path includes that at which the service mounts this application; Starlette
            # keeps the one of the service here.
            service_root = scope.get("app_root_path", "")
        request = docs_request(scope, root + route)
        path = RequestPath(route, root, service_root)
        steps = self._handler.respond(request, path, standalone=standalone)
        # The generator pauses at each step that may have to wait, and returns the response. It
        # responds to errors of a step, too.
        try:
            step = next(steps)
            while True:
                try:
                    result = await self._perform_step(step)
                except Exception as error:  # noqa: BLE001  # Raised by a user's `protect`.
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            response: HttpResponse | None = end.value
            return response

    async def _perform_step(self, step: Step) -> object:
        """Build a resource, or return the verdict of `protect` on a request."""
        if isinstance(step, Resource):
            await _build(step)
            return None
        assert self._handler.protect is not None
        verdict = self._handler.protect(step)
        if inspect.isawaitable(verdict):
            return await verdict
        return verdict


async def _build(resource: Resource) -> None:
    """Build a resource in a thread, so that the event loop is not blocked.

    An error is stored in the resource, and the handler responds with it.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        # trio runs the event loop, and has another API for threads. The handler builds the
        # resource in the event loop.
        return
    await asyncio.to_thread(resource.make_ready)


def split_path(scope: Scope) -> tuple[str, str]:
    """Return the root path of a request, and the path below it: ``/api`` and ``/docs`` for
    ``/api/docs`` in an application that is mounted at ``/api``.

    Servers disagree whether ``path`` includes ``root_path``. Litestar includes the path of a
    mounted application in neither, and adds a slash at the end of every path.
    """
    root: str = scope.get("root_path", "").rstrip("/")
    path: str = scope["path"]
    # Some servers include the query. Without a raw path, it is not known whether a slash was added.
    raw: bytes = (scope.get("raw_path") or b"/").partition(b"?")[0]
    has_added_slash = path.endswith("/") and not raw.endswith(b"/")
    if has_added_slash:
        path = path.removesuffix("/")
        if not path:
            # The path was only that slash: the mounted application is requested at its own path,
            # and all of the raw path is its root.
            return unquote(raw.decode("latin-1")), ""
    if root and (path == root or path.startswith(f"{root}/")):
        path = path[len(root) :]
    return root, path


def docs_request(scope: Scope, path: str) -> DocsRequest:
    """Return the request that `protect` decides about.

    Args:
        scope: The ASGI scope.
        path: The whole path, including the root path.
    """
    headers = _joined_headers(scope["headers"])
    # starlette-cramjam 0.7, unlike Starlette's own middleware, compresses a compressed response
    # again: without the header, our response is not compressed.
    if COMPRESSING.search(repr(getattr(scope.get("app"), "user_middleware", ""))):
        headers.pop("accept-encoding", None)
    client_address: str | None = None
    if scope.get("client"):
        client_address = scope["client"][0]  # The second item is the port.
    return DocsRequest(
        method=scope["method"],
        path=path,
        headers=headers,
        client=client_address,
        query=read_query(scope.get("query_string", b"").decode("latin-1")),
        cookies=read_cookies(headers.get("cookie")),
        scope=MappingProxyType(scope),
    )


def _joined_headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the headers of an ASGI scope by name in lower case; repeated ones are joined."""
    headers: dict[str, str] = {}
    for key, value in pairs:
        name, text = key.decode("latin-1").lower(), value.decode("latin-1")
        # HTTP/2 may send cookies as several fields, which are joined by "; " (RFC 9113, 8.2.3);
        # other headers are joined by a comma (RFC 9110, 5.3).
        separator = ", "
        if name == "cookie":
            separator = "; "
        if name in headers:
            text = f"{headers[name]}{separator}{text}"
        headers[name] = text
    return headers


async def send_response(send: Send, response: HttpResponse) -> None:
    """Send a response as one start and one body message."""
    headers: list[tuple[bytes, bytes]] = []
    for name, value in response.headers:
        headers.append((name.lower().encode("latin-1"), value.encode("latin-1")))
    await send({"type": "http.response.start", "status": response.status, "headers": headers})
    await send({"type": "http.response.body", "body": response.body})


async def respond_standalone(scope: Scope, receive: Receive, send: Send) -> None:
    """Respond to what no wrapped application handles: lifespan events, WebSockets, and other
    paths.
    """
    if scope["type"] == "lifespan":
        while (await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
    elif scope["type"] == "websocket":
        await receive()  # The request of a connection.
        # A close before the acceptance is a 403 for the client, whatever its code (ASGI, "Close -
        # send event").
        await send({"type": "websocket.close", "code": 1000})
    else:
        await send_response(send, problem_response(404, "there is nothing at this path"))
