"""`WsgiSite`: a WSGI application that serves a site and passes other requests on.

The root path of a request is the path at which the application is mounted. A resource is a file of
the site, built at its first use. `protect` is the user's function that decides who may read.
"""

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
            # Without a wrapped application, there is always a response.
            assert self._app is not None
            return self._app(environ, start_response)
        status = HTTPStatus(response.status)
        start_response(f"{status.value} {status.phrase}", list(response.headers))
        return [response.body]

    def response_to(self, environ: "WSGIEnvironment") -> HttpResponse | None:
        """Return the response to a request; None if the wrapped application must respond.

        The generator of the handler pauses at each step that differs between ASGI and WSGI.
        """
        root, route = _path(environ, "SCRIPT_NAME").rstrip("/"), _path(environ, "PATH_INFO")
        standalone = self._app is None
        if not standalone and not self._handler.claims(environ["REQUEST_METHOD"], route):
            return None
        # The documented service is the wrapped application, if there is one. Without it, the root
        # path is only that of the documentation.
        service_root = root
        if standalone:
            service_root = ""
        path = RequestPath(route, root, service_root)
        steps = self._handler.respond(_request(environ, root + route), path, standalone=standalone)
        # The generator pauses at each step, and returns the response. It responds to errors of a
        # step, too.
        try:
            step = next(steps)
            while True:
                try:
                    result = self._perform_step(step)
                except Exception as error:  # noqa: BLE001  # Raised by a user's `protect`.
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as end:
            response: HttpResponse | None = end.value
            return response

    def _perform_step(self, step: Step) -> object:
        """Return the verdict of `protect` on a request; nothing for a resource, which the handler
        builds in this thread.
        """
        if isinstance(step, Resource):
            return None
        assert self._handler.protect is not None
        return self._handler.protect(step)


def _path(environ: "WSGIEnvironment", name: str) -> str:
    """Return ``SCRIPT_NAME`` or ``PATH_INFO`` as text."""
    # By PEP 3333, each byte of the path, which is UTF-8, is a letter of Latin-1. Bytes that are no
    # UTF-8 are replaced: none of our paths has any.
    text: str = environ.get(name, "")
    return text.encode("latin-1", "replace").decode("utf-8", "replace")


def _request(environ: "WSGIEnvironment", path: str) -> DocsRequest:
    """Return the request that `protect` decides about; the path includes the root path."""
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
    """Return the headers of a request by name in lower case: ``HTTP_ACCEPT`` is ``accept``."""
    headers: dict[str, str] = {}
    for key, value in environ.items():
        if key.startswith("HTTP_"):
            name = key.removeprefix("HTTP_").replace("_", "-").lower()
            headers[name] = value
    # PEP 3333 names these two without HTTP_; they may be empty.
    for key, name in (("CONTENT_TYPE", "content-type"), ("CONTENT_LENGTH", "content-length")):
        if environ.get(key):
            headers[name] = environ[key]
    return headers
