"""Routes as methods and as WebSocket contracts."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any, get_args

from fastapi import routing
from fastapi.applications import FastAPI
from fastapi.encoders import jsonable_encoder
from starlette.routing import Mount

from ...contracts.authoring.docstrings import Sections, sections_of
from ...contracts.display_names import USUAL_DESCRIPTION
from ...contracts.model import (
    HttpContract,
    HttpMethod,
    HttpVerb,
    Interaction,
    WebSocketContract,
)
from ...contracts.permissions import Permission, authenticated, scope
from ...contracts.standard_framings import BARE
from ..shared.functions import source_of, without_partial
from ..shared.handler_texts import described_method, described_socket, texts_of_statuses
from ..shared.naming import class_case, snake_case, unused_name
from .bodies import request_body
from .dependants import DependencyReader, RouteNeeds, needs_of
from .included import route_contexts
from .route_responses import FastAPIErrors, successes_and_errors

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_WITH_BODY = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"})
"""The verbs that FastAPI documents a body for."""


@dataclass(frozen=True, slots=True)
class AppRoute:
    """One route of an application."""

    route: Any
    """An ``APIRoute`` or ``APIWebSocketRoute``, or what newer FastAPI has for one of an included
    router."""
    is_websocket: bool
    path: str
    """Whole, without converters."""
    tags: tuple[str, ...]
    router: str
    """The module of the handler, which is usually that of its router."""


@dataclass(frozen=True, slots=True)
class MountedApp:
    """An application inside an application."""

    path: str
    app: FastAPI


def routes_of(app: Any) -> Iterator[AppRoute | MountedApp]:
    """The routes of an application or a router, those of included routers in their places."""
    return _listed(app.routes)


def webhooks_of(app: Any) -> Iterator[AppRoute]:
    """What the service sends of its own accord."""
    webhooks = getattr(app, "webhooks", None)
    return _requests(webhooks.routes) if webhooks is not None else iter(())


def _requests(routes: Sequence[Any]) -> Iterator[AppRoute]:
    """The outgoing requests that are declared in the form of routes."""
    listed = _listed(routes)
    return (route for route in listed if isinstance(route, AppRoute) and not route.is_websocket)


def _listed(routes: Sequence[Any]) -> Iterator[AppRoute | MountedApp]:
    for context in route_contexts(routes):
        original = getattr(context, "original_route", context)
        # Newer FastAPI makes a route in the place of what is included and is no `APIRoute`.
        route = getattr(context, "starlette_route", None) or context
        if isinstance(original, Mount):
            inner = getattr(original, "app", None)
            if isinstance(inner, FastAPI):
                yield MountedApp(str(route.path or original.path), inner)
        elif isinstance(original, routing.APIWebSocketRoute):
            yield _app_route(route, context, is_websocket=True)
        elif _is_documented(original, route):
            yield _app_route(route, context, is_websocket=False)


def _is_documented(original: Any, route: Any) -> bool:
    if not isinstance(original, routing.APIRoute) or not route.include_in_schema:
        return False
    return not _is_of_v1(route)


def _app_route(route: Any, context: Any, *, is_websocket: bool) -> AppRoute:
    tags = getattr(context, "tags", None) or ()
    return AppRoute(
        route=route,
        is_websocket=is_websocket,
        path=str(route.path_format),
        # Tags may be members of an enumeration.
        tags=tuple(str(getattr(tag, "value", tag)) for tag in tags),
        router=getattr(without_partial(route.endpoint), "__module__", None) or "?",
    )


def is_choosing(route: Any) -> bool:
    """Whether a route decides itself which of the requests with its path and verb it answers, for
    example by their content type.
    """
    original = getattr(route, "original_route", route)
    # Starlette takes the first route that matches. A class of its own may reject what another route
    # of the same path takes.
    return getattr(type(original), "matches", None) is not routing.APIRoute.matches


def _is_of_v1(route: Any) -> bool:
    """Whether a route has models of ``pydantic.v1``, which FastAPI allows from 0.119 to 0.127 and
    nothing reads here.
    """
    fields = (route.body_field, route.response_field, *route.response_fields.values())
    return any(type(field).__module__.startswith("pydantic.v1") for field in fields)


def methods_of(
    route: AppRoute, errors: FastAPIErrors, dependencies: DependencyReader
) -> Iterator[HttpMethod]:
    """The method of a route; two where only some of its verbs have a body."""
    verbs = _verbs(route)
    if not verbs:
        return
    method = _method(route, verbs, errors, dependencies)
    # FastAPI reads a body of any verb, and documents it for some: clients that follow its document
    # send none with the others.
    bodiless = tuple(verb for verb in verbs if verb not in _WITH_BODY)
    if method.body is None or not bodiless:
        yield method
        return
    with_body = tuple(verb for verb in verbs if verb in _WITH_BODY)
    if with_body:
        yield replace(method, verbs=with_body)
    yield replace(method, verbs=bodiless, body=None)


def unread_methods(route: AppRoute) -> tuple[HttpMethod, ...]:
    """The method of a route of which only path, verbs and text can be read."""
    verbs = _verbs(route)
    method = HttpMethod(
        name=snake_case(str(route.route.name)),
        verbs=verbs,
        path=route.path,
        summary=route.route.summary or None,
        source=source_of(route.route.endpoint),
    )
    sections = sections_of(route.route.description or "")
    return (described_method(method, sections, route.route.endpoint),) if verbs else ()


def _verbs(route: AppRoute) -> tuple[HttpVerb, ...]:
    return tuple(verb for verb in _VERBS if verb in (route.route.methods or ()))


def _method(
    app_route: AppRoute,
    verbs: tuple[HttpVerb, ...],
    errors: FastAPIErrors,
    dependencies: DependencyReader,
) -> HttpMethod:
    """The method of a route with all of its verbs."""
    route = app_route.route
    needs = needs_of(route.dependant, dependencies)
    validates = needs.validates or route.body_field is not None
    sections = sections_of(route.description or "")
    texts = _error_texts(route, sections)
    successes, declared = successes_and_errors(
        route, errors, raised=needs.raised, validates=validates, texts=texts
    )
    method = HttpMethod(
        name=snake_case(str(route.name)),
        verbs=verbs,
        path=app_route.path,
        summary=route.summary or None,
        parameters=needs.parameters,
        body=request_body(route, needs.parts),
        successes=successes,
        errors=declared,
        security=needs.security,
        permission=_permission(needs),
        deprecated=bool(route.deprecated),
        # That of FastAPI's own document, by which clients may have been generated already.
        operation_id=route.operation_id or route.unique_id,
        callbacks=_callbacks(route.callbacks, errors, dependencies),
        openapi_extra=jsonable_encoder(route.openapi_extra) or None,
        source=source_of(route.endpoint),
    )
    # What describes an error of `responses=` is not listed a second time.
    others = tuple(item for item in sections.raised if item[1] not in texts.values())
    return described_method(
        method, replace(sections, raised=others), route.endpoint, default=USUAL_DESCRIPTION
    )


def _error_texts(route: Any, sections: Sections) -> Mapping[int, str]:
    """What the docstring says of the errors that ``responses=`` declares without a description."""
    if not sections.raised:
        return {}
    declared = {
        str(status) for status, entry in route.responses.items() if not entry.get("description")
    }
    texts = texts_of_statuses(sections)
    return {status: text for status, text in texts.items() if str(status) in declared}


def _callbacks(
    routes: Sequence[Any] | None, errors: FastAPIErrors, dependencies: DependencyReader
) -> tuple[HttpContract, ...]:
    """The callbacks of a route as one contract, which its group names."""
    methods: dict[str, HttpMethod] = {}
    for route in _requests(routes or ()):
        for method in methods_of(route, errors, dependencies):
            name = unused_name(method.name, methods)
            methods[name] = replace(method, name=name)
    contract = HttpContract(
        name="Callbacks", methods=tuple(methods.values()), error_format="plain", outgoing=True
    )
    return (contract,) if methods else ()


def websocket_of(
    app_route: AppRoute, interactions: tuple[Interaction, ...], dependencies: DependencyReader
) -> WebSocketContract:
    """A WebSocket route as a contract.

    Args:
        app_route: The route.
        interactions: The messages that were declared for it.
        dependencies: Reads what it needs.
    """
    route = app_route.route
    needs = needs_of(route.dependant, dependencies)
    contract = WebSocketContract(
        name=class_case(str(route.name)),
        path=app_route.path,
        interactions=interactions,
        parameters=needs.parameters,
        security=needs.security,
        error_format="plain",
        framing=BARE,
        permission=_permission(needs),
        source=source_of(route.endpoint),
    )
    return described_socket(contract, inspect.getdoc(route.endpoint), route.endpoint)


def unread_websocket(
    app_route: AppRoute, interactions: tuple[Interaction, ...]
) -> WebSocketContract:
    """A WebSocket route of which only the path and the declared messages can be read."""
    return WebSocketContract(
        name=class_case(str(app_route.route.name)),
        path=app_route.path,
        interactions=interactions,
        error_format="plain",
        framing=BARE,
        source=source_of(app_route.route.endpoint),
    )


def _permission(needs: RouteNeeds) -> Permission | None:
    """Who may call: whoever has all scopes, or has identified themselves."""
    if needs.security is None or not needs.required_security:
        return None
    required = (security for alternative in needs.security.alternatives for security in alternative)
    scopes = dict.fromkeys(name for security in required for name in security.scopes)
    return reduce(and_, (scope(name) for name in scopes)) if scopes else authenticated
