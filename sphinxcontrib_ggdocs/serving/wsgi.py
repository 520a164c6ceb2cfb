"""`WsgiSite`: a WSGI application that serves a site and passes other requests on."""

import inspect
from collections.abc import Iterable
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .delivery import HttpResponse
from .handler import RequestPath, SiteHandler, Step
from .protection import DocsRequest, read_cookies, read_query
from .site import Resource

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class WsgiSite:
    """A WSGI application that serves a site; requests for other paths go to `app`.

    Args:
        handler: Responds to requests for the site.
        app: The wrapped application; without one, other paths get 404.

    Raises:
        TypeError: `protect` is ``async``, which WSGI cannot await.
    """

    def __init__(self, handler: SiteHandler, app: "WSGIApplication | None" = None) -> None:
        if inspect.iscoroutinefunction(handler.protect):
            raise TypeError(
                "protect is an async function, which a WSGI application cannot await\n"
                "  hint: define it with def"
            )
        self._handler = handler
        self._app = app

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Handle one request (PEP 3333)."""
        response = self.response_to(environ)
        if response is None:
            assert self._app is not None
            return self._app(environ, start_response)
        status = HTTPStatus(response.status)
        start_response(f"{status.value} {status.phrase}", list(response.headers))
        return [response.body]

    def response_to(self, environ: "WSGIEnvironment") -> HttpResponse | None:
        """Return the response to a request; None if the wrapped application must respond.

        `respond` yields the steps that differ between ASGI and WSGI; each result is sent back.
        """
        root, route = _path(environ, "SCRIPT_NAME").rstrip("/"), _path(environ, "PATH_INFO")
        standalone = self._app is None
        if not standalone and not self._handler.claims(environ["REQUEST_METHOD"], route):
            return None
        path = RequestPath(route, root, "" if standalone else root)
        steps = self._handler.respond(_request(environ, root + route), path, standalone=standalone)
        try:
            step = next(steps)
            while True:
                try:
                    result = self._perform(step)
                except Exception as error:  # noqa: BLE001  # raised by a user's `protect`
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            response: HttpResponse | None = end.value
            return response

    def _perform(self, step: Step) -> object:
        if isinstance(step, Resource):
            return None  # the handler builds it in this thread
        assert self._handler.protect is not None
        return self._handler.protect(step)


def _path(environ: "WSGIEnvironment", name: str) -> str:
    """Return a part of the path as text."""
    # PEP 3333 has the bytes of a path, which browsers write as UTF-8, as letters of Latin-1. What
    # is neither is not a path of ours.
    text: str = environ.get(name, "")
    return text.encode("latin-1", "replace").decode("utf-8", "replace")


def _request(environ: "WSGIEnvironment", path: str) -> DocsRequest:
    headers = _headers(environ)
    return DocsRequest(
        method=environ["REQUEST_METHOD"],
        path=path,
        headers=headers,
        client=environ.get("REMOTE_ADDR"),
        query=read_query(environ.get("QUERY_STRING", "")),
        cookies=read_cookies(headers.get("cookie")),
        scope=MappingProxyType(environ),
    )


def _headers(environ: dict[str, Any]) -> dict[str, str]:
    headers: dict[str, str] = {}
    for key, value in environ.items():
        if key.startswith("HTTP_"):
            headers[key[5:].replace("_", "-").lower()] = value
    # The two headers that CGI, and so PEP 3333, names without HTTP_; they may be empty.
    for key, name in (("CONTENT_TYPE", "content-type"), ("CONTENT_LENGTH", "content-length")):
        if environ.get(key):
            headers[name] = environ[key]
    return headers
