"""Lists the routes of an application, and reads each as a method or as a WebSocket contract. Routes
that `implement()` created serve a hand-written contract, a class with ``@http.api`` or ``@ws.api``.

Errors have the format ``plain`` (the body that the application declares, without an envelope), and
messages of WebSockets the framing `BARE` (the payload alone, without the name of the message).
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any, get_args

from fastapi import routing
from fastapi.encoders import jsonable_encoder
from starlette.routing import Mount

from ...contracts.authoring.docstrings import sections_of
from ...contracts.display_names import USUAL_DESCRIPTION
from ...contracts.model import (
    REST,
    HttpContract,
    HttpMethod,
    HttpVerb,
    Interaction,
    WebSocketContract,
    with_rests,
)
from ...contracts.permissions import Permission, authenticated, scope
from ...contracts.served import Served, served_by
from ...contracts.standard_framings import BARE
from ...document.openapi_members import without_nulls
from ...foreign_contracts.naming import class_case, snake_case, unused_name
from ..shared.functions import source_of, without_partial
from ..shared.handler_texts import described_method, described_socket
from ..shared.written_operations import with_written_input
from .bodies import request_body
from .dependants import DependencyReader, RouteNeeds, needs_of
from .route_responses import FastAPIErrors, successes_and_errors

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)


@dataclass(frozen=True, slots=True)
class AppRoute:
    """One route of an application."""

    route: Any
    """An ``APIRoute`` or ``APIWebSocketRoute``; of an included router, the object that newer
    versions of FastAPI create in its place."""
    verbs: tuple[HttpVerb, ...]
    """Empty for a WebSocket."""
    path: str
    """The whole path, without convertors."""
    tags: tuple[str, ...]
    router: str
    """The module of the handler, which is usually that of its router."""

    @property
    def route_path(self) -> str:
        """The path with the convertor of placeholders that match several segments, such as
        ``{rest:path}``.
        """
        return with_rests(self.path, REST.findall(str(self.route.path)))

    @property
    def is_websocket(self) -> bool:
        """Whether the route is a WebSocket."""
        return not self.verbs

    @property
    def served(self) -> Served | None:
        """The hand-written contract that the route serves, with its method; None if `implement()`
        did not create the route.
        """
        return served_by(self.route.endpoint)


@dataclass(frozen=True, slots=True)
class MountedApp:
    """An application that is mounted inside another one."""

    path: str
    app: Any


def routes_of(app: Any) -> Iterator[AppRoute | MountedApp]:
    """Yield the routes of an application or router, those of included routers, and mounted
    applications.
    """
    return _listed(app.routes)


def webhooks_of(app: Any) -> Iterator[AppRoute]:
    """Yield the webhooks of an application: requests that the service sends by itself."""
    webhooks = getattr(app, "webhooks", None)
    if webhooks is not None:
        yield from _outgoing_requests(webhooks.routes)


def _outgoing_requests(routes: Sequence[Any]) -> Iterator[AppRoute]:
    """Yield the requests that an application sends, which FastAPI declares as routes."""
    for route in _listed(routes):
        if isinstance(route, AppRoute) and not route.is_websocket:
            yield route


def _listed(routes: Sequence[Any]) -> Iterator[AppRoute | MountedApp]:
    """Yield the documented routes and the mounted applications among FastAPI's routes."""
    # Newer versions of FastAPI wrap the routes of an included router in contexts, which this
    # function creates. Older ones copy the routes.
    iterate_contexts: Callable[[Sequence[Any]], Iterator[Any]]
    iterate_contexts = getattr(routing, "iter_route_contexts", iter)
    for context in iterate_contexts(routes):
        item = _route_or_mounted_app(context)
        if item is not None:
            yield item


def _route_or_mounted_app(context: Any) -> AppRoute | MountedApp | None:
    """Return the route or mounted application behind one of FastAPI's routes; None if it is not
    documented.

    Args:
        context: A route, or the context of an included route.
    """
    original = getattr(context, "original_route", context)
    # A context of a route that is no `APIRoute` has a route with the prefix of its router.
    route = getattr(context, "starlette_route", None) or context
    if isinstance(original, Mount):
        return _mounted_app(original, route)
    if isinstance(original, routing.APIWebSocketRoute):
        return _app_route(route, context, verbs=())
    if isinstance(original, routing.APIRoute) and route.include_in_schema:
        verbs = tuple(verb for verb in _VERBS if verb in route.methods)
        if verbs:  # no contract has other verbs
            return _app_route(route, context, verbs)
    return None


def _mounted_app(mount: Mount, route: Any) -> MountedApp | None:
    """Return the application behind a mount; None if it has no routes, as `StaticFiles`.

    Args:
        mount: The mount as the author declared it.
        route: The same mount with the whole path.
    """
    app = getattr(mount, "app", None)
    if getattr(app, "routes", None):
        return MountedApp(str(route.path or mount.path), app)
    return None


def _app_route(route: Any, context: Any, verbs: tuple[HttpVerb, ...]) -> AppRoute:
    """Return a route of an application.

    Args:
        route: FastAPI's route.
        context: The context of an included route, which has all its tags; else the route itself.
        verbs: The verbs of an operation; empty for a WebSocket.
    """
    tags = getattr(context, "tags", None) or ()
    return AppRoute(
        route=route,
        verbs=verbs,
        path=str(route.path_format),
        # Tags may be members of an enumeration.
        tags=tuple(str(getattr(tag, "value", tag)) for tag in tags),
        router=_module_of(route.endpoint) or "?",
    )


def _module_of(endpoint: Any) -> str | None:
    """Return the module of a handler, or of the hand-written contract that it serves."""
    served = served_by(endpoint)
    if served is not None and served.contract.source is not None:
        return served.contract.source.module
    module: str | None = getattr(without_partial(endpoint), "__module__", None)
    return module


def bare_method(app_route: AppRoute) -> HttpMethod:
    """Return the method of a route with what can always be read: name, path, verbs and summary."""
    route = app_route.route
    return HttpMethod(
        name=snake_case(str(route.name)),
        verbs=app_route.verbs,
        path=app_route.route_path,
        summary=route.summary or None,
        source=source_of(route.endpoint),
    )


def described(method: HttpMethod, app_route: AppRoute) -> HttpMethod:
    """Return a method with the description of its route."""
    route = app_route.route
    sections = sections_of(route.description or "")
    return described_method(method, sections, route.endpoint, default=USUAL_DESCRIPTION)


def method_of(
    app_route: AppRoute, errors: FastAPIErrors, dependencies: DependencyReader
) -> HttpMethod:
    """Return the method of a route, with all its verbs.

    Args:
        app_route: The route.
        errors: Creates the error classes of the application.
        dependencies: Reads the route's dependencies.
    """
    route = app_route.route
    needs = needs_of(route.dependant, dependencies)
    validates = needs.validates or route.body_field is not None
    successes, error_classes = successes_and_errors(
        route, errors, raised=needs.raised, validates=validates
    )
    method = replace(
        bare_method(app_route),
        parameters=needs.parameters,
        body=request_body(route, needs.parts),
        successes=successes,
        errors=error_classes,
        security=needs.security,
        permission=_permission(needs),
        deprecated=bool(route.deprecated),
        # The same id as in FastAPI's own document, from which clients may have been generated.
        operation_id=route.operation_id or route.unique_id,
        callbacks=_callbacks(route.callbacks, errors, dependencies),
    )
    if route.openapi_extra:
        written_operation = without_nulls(jsonable_encoder(route.openapi_extra))
        method = with_written_input(method, written_operation, errors.models.type_of)
    return described(method, app_route)


def _callbacks(
    routes: Sequence[Any] | None, errors: FastAPIErrors, dependencies: DependencyReader
) -> tuple[HttpContract, ...]:
    """Return the callbacks of a route as one contract, to which its group gives a name; empty if
    there are none.

    Args:
        routes: The callbacks, which FastAPI declares as routes.
        errors: Creates the error classes of the application.
        dependencies: Reads the callbacks' dependencies.
    """
    methods: dict[str, HttpMethod] = {}
    for route in _outgoing_requests(routes or ()):
        method = method_of(route, errors, dependencies)
        name = unused_name(method.name, methods)
        methods[name] = replace(method, name=name)
    if not methods:
        return ()
    contract = HttpContract(
        name="Callbacks", methods=tuple(methods.values()), error_format="plain", outgoing=True
    )
    return (contract,)


def bare_websocket(app_route: AppRoute, interactions: tuple[Interaction, ...]) -> WebSocketContract:
    """Return the contract of a WebSocket route with what can always be read: its name, its path
    and its declared messages.
    """
    route = app_route.route
    return WebSocketContract(
        name=class_case(str(route.name)),
        path=app_route.route_path,
        interactions=interactions,
        error_format="plain",
        framing=BARE,
        source=source_of(route.endpoint),
    )


def websocket_of(
    app_route: AppRoute, interactions: tuple[Interaction, ...], dependencies: DependencyReader
) -> WebSocketContract:
    """Return the contract of a WebSocket route.

    Args:
        app_route: The route.
        interactions: The messages that `messages` declares for it.
        dependencies: Reads its dependencies.
    """
    route = app_route.route
    needs = needs_of(route.dependant, dependencies)
    contract = replace(
        bare_websocket(app_route, interactions),
        parameters=needs.parameters,
        security=needs.security,
        permission=_permission(needs),
    )
    return described_socket(contract, inspect.getdoc(route.endpoint), route.endpoint)


def _permission(needs: RouteNeeds) -> Permission | None:
    """Return the permission to call a route: to have all scopes of its security schemes, or to be
    authenticated if there are no scopes. None if no scheme rejects callers without credentials.
    """
    if needs.security is None or not needs.required_security:
        return None
    scopes: dict[str, None] = {}
    for alternative in needs.security.alternatives:
        for security in alternative:
            scopes |= dict.fromkeys(security.scopes)
    if not scopes:
        return authenticated
    return reduce(and_, map(scope, scopes))
