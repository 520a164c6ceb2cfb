"""Builds the application of a mock: its routes, and CORS for browsers of other origins."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

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

_Calls: TypeAlias = tuple[Callable[..., Any], list[str]]
"""What answers, and the names of the path's placeholders."""

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
    """Return the application of several documents, of which the first that has a path answers."""
    routes = _Routes()
    headers = dict.fromkeys(EXPOSED)
    for spec, contents in sources:
        mock = MockDocument(build_document(spec, contents), options)
        routes.add(mock)
        headers |= dict.fromkeys(_response_headers(mock))
    cors = Middleware(
        CORSMiddleware,
        allow_origin_regex=".*",  # named in responses, as browsers that send cookies want it
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
    return plain_response(404, f"no method has the path {request.url.path}")


class _Routes:
    """Collects what answers at each path; what comes first goes first."""

    def __init__(self) -> None:
        self._http: dict[str, dict[str, _Calls]] = {}
        self._sockets: dict[str, _Calls] = {}

    def add(self, mock: MockDocument) -> None:
        """Add the methods of a document; nobody calls callbacks and webhooks here."""
        for socket in contracts_of(mock.document, doc.WebSocketContract):
            path, names = _route_path(f"/{socket_route(socket).lstrip('/')}")
            self._sockets.setdefault(path, (SocketCalls(mock, socket).serve, names))
        for contract in contracts_of(mock.document, doc.HttpContract):
            if not contract.outgoing:
                self._add_http(mock, contract)

    def _add_http(self, mock: MockDocument, contract: doc.HttpContract) -> None:
        for method in contract.methods:
            calls = HttpCalls(mock, contract, method).respond
            for route in routes_of(method):
                path, names = _route_path(route)
                for verb in method.http_methods or (method.http_method,):
                    self._http.setdefault(path, {}).setdefault(verb, (calls, names))

    def sorted(self) -> list[BaseRoute]:
        """Return the routes of Starlette, the closest first."""
        sockets = sorted(self._sockets, key=_openness)
        routes: list[BaseRoute]
        routes = [WebSocketRoute(path, partial(_call, self._sockets[path])) for path in sockets]
        for path in sorted(self._http, key=_openness):
            by_verb = self._http[path]
            route = Route(path, partial(_dispatch, by_verb))
            # A path that fits best answers all verbs: /pet/latest is no pet whose id is `latest`.
            route.methods = None
            routes.append(route)
        return routes


async def _dispatch(by_verb: Mapping[str, _Calls], request: Request) -> Any:
    if request.method in by_verb:
        return await _call(by_verb[request.method], request)
    response = plain_response(405, f"{request.method} is not declared here")
    response.headers["Allow"] = ", ".join(by_verb)
    return response


async def _call(calls: _Calls, connection: Any) -> Any:
    function, names = calls
    texts = connection.path_params.values()
    return await function(connection, dict(zip(names, texts, strict=True)))


def _route_path(path: str) -> tuple[str, list[str]]:
    """Return a path of Starlette, which has no placeholders such as ``{order-id}``, and the names
    of its placeholders in their order.
    """
    names: list[str] = []

    def numbered(placeholder: re.Match[str]) -> str:
        name, _, converter = placeholder[1].partition(":")
        names.append(name)
        return f"{{p{len(names) - 1}:{'path' if converter == 'path' else 'str'}}}"

    return _PLACEHOLDER.sub(numbered, path), names


def _openness(path: str) -> list[int]:
    """Return for each step of a path how much it matches: 0 one text, 1 texts with a fixed part
    (``v{p0:str}``), 2 any text, 3 the whole rest of the path.
    """
    return [_openness_of_step(step) for step in path.split("/")]


def _openness_of_step(step: str) -> int:
    if "{" not in step:
        return 0
    if ":path}" in step:
        return 3
    if re.fullmatch(r"\{\w+:str\}", step):
        return 2
    return 1


def _response_headers(mock: MockDocument) -> Iterator[str]:
    """Return the names of the headers that responses have."""
    parts: list[Any] = list(mock.document.errors.values())
    for group in mock.document.groups:
        for contract in group.contracts:
            parts += contract.methods
    for part in parts:
        for header in getattr(part, "response_headers", None) or ():
            yield header.name
