"""Builds the application of a mock: its routes, and CORS for browsers of other origins."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from ..catalog import ApiDocSpec
from ..catalog.contents import Contents
from ..catalog.document_source import Source, read_source, takes_options
from ..document import parts as doc
from ..document.wire import contracts_of, routes_of, socket_route
from ..native.contract_builder import build_document
from ..runtime.limits import BodyLimits
from .answers import plain_response
from .http_calls import HttpCalls, MockDocument, MockOptions
from .sockets import SocketCalls

_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
EXPOSED = ("Allow", "Content-Disposition", "ETag", "Link", "Location", "WWW-Authenticate")
"""Headers that pages of other origins may read, besides those that documents declare."""


@takes_options
def mock_service(
    source: Source | None = None,
    *,
    title: str = "Mock",
    seed: int | str = 0,
    stateful: bool = False,
    credentials: Mapping[str, Collection[str]] | None = None,
    delay: float = 0.0,
    failures: float = 0.0,
    pace: float = 1.0,
    events: int = 10,
    longest_wait: float = 60.0,
    body_bytes: int = 16 * 1024 * 1024,
    **fields: Any,
) -> Starlette:
    """Return an ASGI application that responds as the contracts of a document say.

    Handlers are not called.

    Args:
        source: An `ApiDocSpec`, its options, contracts, or an application, as for
            `build_contract_doc`.
        title: The title of the document, which no response has.
        seed: Selects the generated values: the same seed gives the same bytes.
        stateful: Whether what clients create can be fetched, listed, changed and removed again.
        credentials: The accepted credentials by the name of the security scheme; for other schemes,
            any credential is accepted.
        delay: How many seconds each response takes.
        failures: The share of calls that fail with a server error, from 0 to 1.
        pace: The seconds between two events of a stream or a WebSocket.
        events: How many events a stream has, and how many unrequested messages a WebSocket sends.
        longest_wait: The longest delay, in seconds, that a client can request.
        body_bytes: How many bytes the body of a request may have; a longer one is answered with
            413.
        fields: The options of a document, in place of `source`: ``openapi="shop.yaml"``.

    Raises:
        ContractError: The contracts are wrong, or cannot be imported.
    """
    options = MockOptions(
        seed=seed,
        stateful=stateful,
        credentials=credentials or {},
        delay=delay,
        failures=failures,
        pace=pace,
        events=events,
        longest_wait=longest_wait,
        limits=BodyLimits(body_bytes=body_bytes),
    )
    return mock_application([read_source(source, title=title)], options)


def mock_application(
    sources: Iterable[tuple[ApiDocSpec, Contents]], options: MockOptions
) -> Starlette:
    """Return the application of several documents. If two have the same path and verb, the first
    one answers.

    Args:
        sources: The documents: the description of each, and the contracts that it has.
        options: How the mock answers.
    """
    routes = _Routes()
    headers = dict.fromkeys(EXPOSED)  # a dict instead of a set, to keep the order
    for spec, contents in sources:
        mock = MockDocument(build_document(spec, contents), options)
        routes.add(mock)
        headers |= dict.fromkeys(_response_headers(mock))
    cors = Middleware(
        CORSMiddleware,
        # Browsers that send cookies accept no `*`, but only their own origin in the response.
        allow_origin_regex=".*",
        allow_credentials=True,
        allow_methods=["*"],
        allow_headers=["*"],
        expose_headers=list(headers),
    )
    return Starlette(
        routes=routes.sorted(),
        middleware=[cors],
        exception_handlers={404: _not_found},
    )


async def _not_found(request: Request, _: Exception) -> Response:
    """Return the response to a call of a path that no document has."""
    return plain_response(404, f"no method has the path {request.url.path}")


class _Endpoint(NamedTuple):
    """What answers the calls of a path."""

    respond: Callable[..., Any]
    """Called with the request or the WebSocket, and with the texts in the place of the path's
    placeholders, by name."""
    placeholder_names: list[str]
    """The names of the placeholders in the order of the path, as the document has them."""


class _Routes:
    """Collects the functions that answer at each path. What is added first takes precedence."""

    def __init__(self) -> None:
        self._http: dict[str, dict[str, _Endpoint]] = {}
        """By path of Starlette, by verb."""
        self._sockets: dict[str, _Endpoint] = {}
        """By path of Starlette."""

    def add(self, mock: MockDocument) -> None:
        """Add all WebSockets and methods of a document, except callbacks and webhooks, which the
        service itself calls.
        """
        for socket in contracts_of(mock.document, doc.WebSocketContract):
            # The address of a channel may have no slash at its start.
            path, names = _route_path(f"/{socket_route(socket).lstrip('/')}")
            self._sockets.setdefault(path, _Endpoint(SocketCalls(mock, socket).serve, names))
        for contract in contracts_of(mock.document, doc.HttpContract):
            if not contract.outgoing:
                self._add_http(mock, contract)

    def _add_http(self, mock: MockDocument, contract: doc.HttpContract) -> None:
        """Add the methods of a contract, at all of their paths and with all of their verbs."""
        for method in contract.methods:
            respond = HttpCalls(mock, contract, method).respond
            for route in routes_of(method):
                path, names = _route_path(route)
                endpoint = _Endpoint(respond, names)
                for verb in method.verbs:
                    self._http.setdefault(path, {}).setdefault(verb, endpoint)

    def sorted(self) -> list[BaseRoute]:
        """Return the routes for Starlette, which takes the first one that matches: those with the
        most fixed text come first.
        """
        routes: list[BaseRoute] = [
            WebSocketRoute(path, partial(_call, self._sockets[path]))
            for path in sorted(self._sockets, key=_openness)
        ]
        for path in sorted(self._http, key=_openness):
            route = Route(path, partial(_dispatch, self._http[path]))
            # All verbs, also those that are not declared: `DELETE /pet/latest` must not reach
            # `/pet/{id}`.
            route.methods = None
            routes.append(route)
        return routes


async def _dispatch(endpoints_by_verb: Mapping[str, _Endpoint], request: Request) -> Any:
    """Answer a call of a path by its verb; with the status 405 if the verb is not declared."""
    if request.method in endpoints_by_verb:
        return await _call(endpoints_by_verb[request.method], request)
    response = plain_response(405, f"{request.method} is not declared here")
    response.headers["Allow"] = ", ".join(endpoints_by_verb)
    return response


async def _call(endpoint: _Endpoint, connection: Any) -> Any:
    """Answer a request, or serve a WebSocket, with the texts in the place of the path's
    placeholders.

    Args:
        endpoint: What answers the calls of the path.
        connection: Starlette's request or WebSocket.
    """
    # Starlette has the texts in the order of the path, by numbered names instead of those of the
    # document; see `_route_path`.
    texts = connection.path_params.values()
    texts_by_name = dict(zip(endpoint.placeholder_names, texts, strict=True))
    return await endpoint.respond(connection, texts_by_name)


def _route_path(path: str) -> tuple[str, list[str]]:
    """Return a path in the syntax of Starlette, and the names of its placeholders in their order.

    Starlette does not allow names such as ``order-id``, so the placeholders are numbered:
    ``/orders/{order-id}`` gives ``/orders/{p0:str}``. Of the converters behind a name, only
    ``path`` is kept, which lets a placeholder match slashes; the mock converts texts itself.
    """
    names: list[str] = []

    def numbered_placeholder(match: re.Match[str]) -> str:
        """Return a placeholder of Starlette for one of the document, and note its name."""
        name, _, converter = match[1].partition(":")
        position = len(names)
        names.append(name)
        if converter == "path":
            return f"{{p{position}:path}}"
        return f"{{p{position}:str}}"

    return _PLACEHOLDER.sub(numbered_placeholder, path), names


def _openness(path: str) -> list[int]:
    """Return a sort key of a path of Starlette: a number for each step, which is the higher the
    more texts the step matches.
    """
    return [_openness_of_step(step) for step in path.split("/")]


def _openness_of_step(step: str) -> int:
    """Return 0 for a fixed text, 1 for a placeholder with fixed text around it, 2 for a placeholder
    alone, and 3 for one that matches the whole rest of the path.
    """
    if "{" not in step:
        return 0
    if ":path}" in step:
        return 3
    if re.fullmatch(r"\{\w+:str\}", step):
        return 2
    return 1


def _response_headers(mock: MockDocument) -> Iterator[str]:
    """Yield the names of the headers that responses and errors of a document declare."""
    parts: list[Any] = list(mock.document.errors.values())  # errors, and then methods
    for group in mock.document.groups:
        for contract in group.contracts:
            parts += contract.methods
    for part in parts:
        # The methods of WebSockets have no such attribute.
        for header in getattr(part, "response_headers", None) or ():
            yield header.name
