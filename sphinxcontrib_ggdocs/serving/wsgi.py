"""A WSGI application that answers from a site and passes everything else on."""

import inspect
from collections.abc import Iterable
from http import HTTPStatus
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from .handler import Place, SiteHandler, Step
from .protection import DocsRequest, read_cookies, read_query
from .responses import Response
from .site import Resource

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
            raise TypeError(
                "protect is an async function, which a WSGI application cannot await; write it "
                "without"
            )
        self._handler = handler
        self._app = app

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one request."""
        response = self.response_to(environ)
        if response is None:
            assert self._app is not None
            return self._app(environ, start_response)
        status = HTTPStatus(response.status)
        start_response(f"{status.value} {status.phrase}", list(response.headers))
        return [response.body]

    def response_to(self, environ: "WSGIEnvironment") -> Response | None:
        """The response to a request; None for one that belongs to the application."""
        root, route = environ.get("SCRIPT_NAME", "").rstrip("/"), environ.get("PATH_INFO", "")
        alone = self._app is None
        if not alone and not self._handler.claims(environ["REQUEST_METHOD"], route):
            return None
        place = Place(route, root, "" if alone else root)
        steps = self._handler.respond(_request(environ, root + route), place, alone=alone)
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._taken(step)
                except Exception as error:  # noqa: BLE001  # of a user's `protect`; the handler answers it
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as end:
            response: Response | None = end.value
            return response

    def _taken(self, step: Step) -> object:
        if isinstance(step, Resource):
            return None  # built by this thread when it is delivered
        assert self._handler.protect is not None
        return self._handler.protect(step)


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
    headers = {
        key[5:].replace("_", "-").lower(): value
        for key, value in environ.items()
        if key.startswith("HTTP_")
    }
    for key, name in (("CONTENT_TYPE", "content-type"), ("CONTENT_LENGTH", "content-length")):
        if environ.get(key):
            headers[name] = environ[key]
    return headers
