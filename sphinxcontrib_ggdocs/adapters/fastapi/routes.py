"""Routes as methods and as WebSocket contracts."""

import inspect
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import and_
from typing import Any, get_args

from fastapi import routing
from fastapi.applications import FastAPI
from starlette.routing import Mount

from ...contracts.display_names import sentence_of
from ...contracts.model import (
    HttpContract,
    HttpMethod,
    HttpVerb,
    Interaction,
    Source,
    WebSocketContract,
)
from ...contracts.permissions import Permission, authenticated, scope
from ...contracts.standard_framings import BARE
from ..shared.words import class_case, free, snake_case
from .bodies import request_body
from .dependants import Flat, flatten
from .responses import ErrorBook, successes_and_errors

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_WITH_BODY = frozenset({"GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"})
"""The verbs that FastAPI documents a body for."""


@dataclass(frozen=True, slots=True)
class Found:
    """One route of an application."""

    route: Any
    """An ``APIRoute`` or ``APIWebSocketRoute``, or what newer FastAPI has for one of an included
    router."""
    is_websocket: bool
    path: str
    """Whole, without converters."""
    tags: tuple[str, ...]
    router: str
    """The module of the handler, which is where its router stands."""


@dataclass(frozen=True, slots=True)
class Mounted:
    """An application inside an application."""

    path: str
    app: FastAPI


def routes_of(app: Any) -> Iterator[Found | Mounted]:
    """The routes of an application or a router, those of included routers in their places."""
    return _found(app.routes)


def webhooks_of(app: Any) -> Iterator[Found]:
    """What the service sends of its own accord."""
    webhooks = getattr(app, "webhooks", None)
    return _requests(webhooks.routes) if webhooks is not None else iter(())


def _requests(routes: Sequence[Any]) -> Iterator[Found]:
    """The outgoing requests that stand in the form of routes."""
    return (each for each in _found(routes) if isinstance(each, Found) and not each.is_websocket)


def _found(routes: Sequence[Any]) -> Iterator[Found | Mounted]:
    walk: Callable[[Sequence[Any]], Iterator[Any]] | None = getattr(
        routing, "iter_route_contexts", None
    )
    for found in walk(routes) if walk is not None else routes:
        original = getattr(found, "original_route", found)
        # Of what is included and no `APIRoute`, newer FastAPI makes a route that stands where it
        # was included.
        route = getattr(found, "starlette_route", None) or found
        if isinstance(original, Mount):
            inner = getattr(original, "app", None)
            if isinstance(inner, FastAPI):
                yield Mounted(str(route.path or original.path), inner)
        elif isinstance(original, routing.APIWebSocketRoute):
            yield _one(route, found, is_websocket=True)
        elif (
            isinstance(original, routing.APIRoute)
            and route.include_in_schema
            and not _is_of_v1(route)
        ):
            yield _one(route, found, is_websocket=False)


def _one(route: Any, found: Any, *, is_websocket: bool) -> Found:
    return Found(
        route=route,
        is_websocket=is_websocket,
        path=str(route.path_format),
        tags=tuple(str(getattr(tag, "value", tag)) for tag in getattr(found, "tags", None) or ()),
        router=getattr(route.endpoint, "__module__", None) or "?",
    )


def _is_of_v1(route: Any) -> bool:
    """Whether a route has models of ``pydantic.v1``, which FastAPI allows from 0.119 to 0.127 and
    nobody reads here.
    """
    fields = (route.body_field, route.response_field, *route.response_fields.values())
    return any(type(field).__module__.startswith("pydantic.v1") for field in fields)


def methods_of(found: Found, errors: ErrorBook) -> Iterator[HttpMethod]:
    """The method of a route; two where only some of its verbs have a body."""
    route = found.route
    verbs = tuple(verb for verb in _VERBS if verb in (route.methods or ()))
    if not verbs:
        return
    flat = flatten(route.dependant)
    body = request_body(route, flat.parts)
    successes, declared = successes_and_errors(
        route, errors, raised=flat.raised, validates=flat.validates or route.body_field is not None
    )
    method = HttpMethod(
        name=snake_case(str(route.name)),
        verbs=verbs,
        path=found.path,
        summary=route.summary or _summary(str(route.name)),
        description=route.description or None,
        parameters=flat.parameters,
        body=body,
        successes=successes,
        errors=declared,
        security=flat.security,
        permission=_permission(flat),
        deprecated=bool(route.deprecated),
        operation_id=route.operation_id or route.unique_id,
        callbacks=_callbacks(route.callbacks, errors) if route.callbacks else (),
        openapi_extra=route.openapi_extra or None,
        source=_source(route.endpoint),
    )
    without = tuple(verb for verb in verbs if body is not None and verb not in _WITH_BODY)
    if not without:
        yield method
        return
    if len(without) < len(verbs):
        yield replace(method, verbs=tuple(verb for verb in verbs if verb not in without))
    yield replace(method, verbs=without, body=None)


_CAMEL_CASE = re.compile(r"\w*[a-z0-9][A-Z]\w*")


def _summary(name: str) -> str:
    """As FastAPI has it, but for camelCase, which it does not know."""
    return sentence_of(name) if _CAMEL_CASE.fullmatch(name) else name.replace("_", " ").title()


def _callbacks(routes: Sequence[Any], errors: ErrorBook) -> tuple[HttpContract, ...]:
    """The callbacks of a route as one contract, which its group names."""
    methods: dict[str, HttpMethod] = {}
    for found in _requests(routes):
        for method in methods_of(found, errors):
            name = free(method.name, methods)
            methods[name] = replace(method, name=name)
    contract = HttpContract(
        name="Callbacks", methods=tuple(methods.values()), error_format="plain", outgoing=True
    )
    return (contract,) if methods else ()


def websocket_of(found: Found, interactions: tuple[Interaction, ...]) -> WebSocketContract:
    """A WebSocket route as a contract.

    Args:
        found: The route.
        interactions: The messages that were declared for it.
    """
    route = found.route
    flat = flatten(route.dependant)
    text = inspect.getdoc(route.endpoint)
    return WebSocketContract(
        name=class_case(str(route.name)),
        path=found.path,
        interactions=interactions,
        parameters=flat.parameters,
        description=text.split("\f", 1)[0].strip() if text else None,
        security=flat.security,
        error_format="plain",
        framing=BARE,
        permission=_permission(flat),
        source=_source(route.endpoint),
    )


def _permission(flat: Flat) -> Permission | None:
    """Who may call: whoever has all scopes, or has identified themselves."""
    if flat.security is None or not flat.required_security:
        return None
    required = (security for alternative in flat.security.alternatives for security in alternative)
    scopes = dict.fromkeys(name for security in required for name in security.scopes)
    return reduce(and_, (scope(name) for name in scopes)) if scopes else authenticated


def _source(endpoint: Any) -> Source | None:
    bare = inspect.unwrap(endpoint)
    code = getattr(bare, "__code__", None)
    module = getattr(bare, "__module__", None)
    return (
        Source(module=module, line=code.co_firstlineno if code is not None else None)
        if module
        else None
    )
