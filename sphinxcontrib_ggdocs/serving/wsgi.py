"""A WSGI application that answers from a site and passes everything else on."""

import inspect
from collections.abc import Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from .handler import SiteHandler
from .protection import DocsRequest, refusal
from .responses import Response

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class WsgiSite:
    """A site under its path; other paths go to the wrapped application.

    Args:
        handler: What is ours and how it is answered.
        app: The application around which this one stands; without it, other paths are not found.

    Raises:
        TypeError: `protect` is ``async``, which WSGI cannot await.
    """

    def __init__(self, handler: SiteHandler, app: "WSGIApplication | None" = None) -> None:
        if inspect.iscoroutinefunction(handler.protect):
            raise TypeError("protect is an async function, which a WSGI application cannot await; write it without")
        self._handler = handler
        self._app = app

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer one request."""
        root, route = environ.get("SCRIPT_NAME", "").rstrip("/"), environ.get("PATH_INFO", "")
        if self._app is not None and not self._handler.is_ours(route):
            return self._app(environ, start_response)
        response = self._respond(environ, root, route)
        status = HTTPStatus(response.status)
        start_response(f"{status.value} {status.phrase}", list(response.headers))
        return [response.body]

    def _respond(self, environ: "WSGIEnvironment", root: str, route: str) -> Response:
        method: str = environ["REQUEST_METHOD"]
        refused = self._refused(environ, root + route)
        if refused is not None:
            return refused.without_body() if method == "HEAD" else refused
        return self._handler.respond(
            method,
            self._handler.locate(route, root) if self._handler.is_ours(route) else None,
            accept_encoding=environ.get("HTTP_ACCEPT_ENCODING"),
            if_none_match=environ.get("HTTP_IF_NONE_MATCH"),
        )

    def _refused(self, environ: "WSGIEnvironment", path: str) -> Response | None:
        protect = self._handler.protect
        if protect is None:
            return None
        request = DocsRequest(
            method=environ["REQUEST_METHOD"], path=path, headers=_headers(environ), client=environ.get("REMOTE_ADDR")
        )
        try:
            return refusal(protect(request))
        except Exception as error:  # noqa: BLE001  # a user's callable; whatever it raises, nobody gets in
            return self._handler.undecided(error)


def _headers(environ: dict[str, Any]) -> dict[str, str]:
    headers = {key[5:].replace("_", "-").lower(): value for key, value in environ.items() if key.startswith("HTTP_")}
    for key, name in (("CONTENT_TYPE", "content-type"), ("CONTENT_LENGTH", "content-length")):
        if environ.get(key):
            headers[name] = environ[key]
    return headers
