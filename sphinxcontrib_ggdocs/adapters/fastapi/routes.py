"""Reads routes as methods and WebSocket contracts."""

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
    """An ``APIRoute`` or ``APIWebSocketRoute``, or FastAPI's context of one in an included
    router."""
    verbs: tuple[HttpVerb, ...]
    """Empty for a WebSocket."""
    path: str
    """Whole, without converters."""
    tags: tuple[str, ...]
    router: str
    """The module of the handler, which is usually that of its router."""

    @property
    def route_path(self) -> str:
        """Its path with the converters of placeholders for several steps, ``{rest:path}``."""
        return with_rests(self.path, REST.findall(str(self.route.path)))

    @property
    def is_websocket(self) -> bool:
        """Whether the route is a WebSocket."""
        return not self.verbs

    @property
    def served(self) -> Served | None:
        """The contract that the route serves; None if `implement()` did not make it."""
        return served_by(self.route.endpoint)


@dataclass(frozen=True, slots=True)
class MountedApp:
    """An application or a router inside an application."""

    path: str
    app: Any


def routes_of(app: Any) -> Iterator[AppRoute | MountedApp]:
    """Return the routes of an application or a router, with those of included routers."""
    return _listed(app.routes)


def webhooks_of(app: Any) -> Iterator[AppRoute]:
    """Return the requests that the service sends of its own accord."""
    webhooks = getattr(app, "webhooks", None)
    if webhooks is not None:
        return _requests(webhooks.routes)
    return iter(())


def _requests(routes: Sequence[Any]) -> Iterator[AppRoute]:
    """Return the outgoing requests that are declared as routes."""
    listed = _listed(routes)
    return (route for route in listed if isinstance(route, AppRoute) and not route.is_websocket)


def _listed(routes: Sequence[Any]) -> Iterator[AppRoute | MountedApp]:
    # Older FastAPI copies the routes of an included router, and has no such function.
    contexts: Callable[[Sequence[Any]], Iterator[Any]]
    contexts = getattr(routing, "iter_route_contexts", iter)
    for context in contexts(routes):
        item = _item_of(context)
        if item is not None:
            yield item


def _item_of(context: Any) -> AppRoute | MountedApp | None:
    """Return the route or the application of an entry; None for what is not documented."""
    original = getattr(context, "original_route", context)
    # Newer FastAPI makes a route in the place of an included one that is no `APIRoute`.
    route = getattr(context, "starlette_route", None) or context
    if isinstance(original, Mount):
        return _mounted_app(original, route)
    if isinstance(original, routing.APIWebSocketRoute):
        return _app_route(route, context, verbs=())
    if isinstance(original, routing.APIRoute) and route.include_in_schema:
        verbs = tuple(verb for verb in _VERBS if verb in route.methods)
        if verbs:
            return _app_route(route, context, verbs)
    return None


def _mounted_app(mount: Mount, route: Any) -> MountedApp | None:
    """Return the application that a mount leads to; None for one without routes, such as files."""
    app = getattr(mount, "app", None)
    if getattr(app, "routes", None):
        return MountedApp(str(route.path or mount.path), app)
    return None


def _app_route(route: Any, context: Any, verbs: tuple[HttpVerb, ...]) -> AppRoute:
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
    """Return the module of a handler, or of the contract that it serves."""
    served = served_by(endpoint)
    if served is not None and served.contract.source is not None:
        return served.contract.source.module
    module: str | None = getattr(without_partial(endpoint), "__module__", None)
    return module


def bare_method(app_route: AppRoute) -> HttpMethod:
    """Return the name, path, verbs and summary of a route, which can always be read."""
    route = app_route.route
    return HttpMethod(
        name=snake_case(str(route.name)),
        verbs=app_route.verbs,
        path=app_route.route_path,
        summary=route.summary or None,
        source=source_of(route.endpoint),
    )


def described(method: HttpMethod, app_route: AppRoute) -> HttpMethod:
    """Add the description of a route to its method."""
    route = app_route.route
    sections = sections_of(route.description or "")
    return described_method(method, sections, route.endpoint, default=USUAL_DESCRIPTION)


def method_of(
    app_route: AppRoute, errors: FastAPIErrors, dependencies: DependencyReader
) -> HttpMethod:
    """Read the method of a route, with all of its verbs."""
    route = app_route.route
    needs = needs_of(route.dependant, dependencies)
    validates = needs.validates or route.body_field is not None
    successes, declared = successes_and_errors(
        route, errors, raised=needs.raised, validates=validates
    )
    method = replace(
        bare_method(app_route),
        parameters=needs.parameters,
        body=request_body(route, needs.parts),
        successes=successes,
        errors=declared,
        security=needs.security,
        permission=_permission(needs),
        deprecated=bool(route.deprecated),
        # The id in FastAPI's own document, by which clients may have been generated already.
        operation_id=route.operation_id or route.unique_id,
        callbacks=_callbacks(route.callbacks, errors, dependencies),
    )
    if route.openapi_extra:
        written = without_nulls(jsonable_encoder(route.openapi_extra))
        method = with_written_input(method, written, errors.models.type_of)
    return described(method, app_route)


def _callbacks(
    routes: Sequence[Any] | None, errors: FastAPIErrors, dependencies: DependencyReader
) -> tuple[HttpContract, ...]:
    """Return the callbacks of a route as one contract, which its group names."""
    methods: dict[str, HttpMethod] = {}
    for route in _requests(routes or ()):
        method = method_of(route, errors, dependencies)
        name = unused_name(method.name, methods)
        methods[name] = replace(method, name=name)
    contract = HttpContract(
        name="Callbacks", methods=tuple(methods.values()), error_format="plain", outgoing=True
    )
    if methods:
        return (contract,)
    return ()


def bare_websocket(app_route: AppRoute, interactions: tuple[Interaction, ...]) -> WebSocketContract:
    """Return the path and the declared messages of a WebSocket route."""
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
    """Read a WebSocket route as a contract.

    Args:
        app_route: The route.
        interactions: The messages that were declared for it.
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
    """Return the permission to call: all scopes, or an identity where there are none."""
    if needs.security is None or not needs.required_security:
        return None
    names: dict[str, None] = {}
    for alternative in needs.security.alternatives:
        for security in alternative:
            names |= dict.fromkeys(security.scopes)
    if not names:
        return authenticated
    return reduce(and_, map(scope, names))
