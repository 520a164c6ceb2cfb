"""`contracts_from_litestar`: the routes of an application as groups of contracts."""

import inspect
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import Any, get_args

from litestar import Controller, Litestar
from litestar.handlers import WebsocketListenerRouteHandler
from litestar.routes import HTTPRoute, WebSocketRoute

from ...catalog import ResolvedGroup, slugify
from ...contracts.annotations import peel_all
from ...contracts.display_names import sentence_of
from ...contracts.model import (
    Content,
    Direction,
    ExternalDocs,
    HttpMethod,
    HttpVerb,
    Interaction,
    RequestBody,
    Source,
    TypeForm,
    WebSocketContract,
)
from ...contracts.permissions import Permission, authenticated, scope
from ...contracts.security import (
    Alternative,
    Security,
    SecurityRequirement,
    SecurityScheme,
    all_of,
    any_of,
    none_needed,
)
from ...contracts.standard_framings import BARE
from ..shared.groups import Group
from ..shared.messages import interactions_of
from ..shared.words import class_case, free, snake_case
from .requests import body_of, parameters_of
from .responses import ErrorBook, successes_and_errors
from .types import written_type

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
UNTAGGED = "API"
"""The group of handlers that have neither a tag nor a controller."""


def contracts_from_litestar(app: Any) -> list[ResolvedGroup]:
    """The groups of contracts in a Litestar application, read from its route handlers.

    A handler's group is its first tag, else its controller.

    Args:
        app: A ``Litestar`` application. It is neither started nor asked for its OpenAPI document.
    """
    reading = _Reading(app)
    for route in sorted(app.routes, key=_order):
        if isinstance(route, HTTPRoute):
            reading.add(route)
        elif isinstance(route, WebSocketRoute):
            reading.add_socket(route)
    return [group.resolved() for group in reading.groups.values()]


class LitestarAdapter:
    """The adapter for ``Litestar``."""

    def groups(self, app: object) -> Sequence[ResolvedGroup]:
        """The groups of the application, by its tags and controllers."""
        return contracts_from_litestar(app)


def _order(route: Any) -> tuple[str, int]:
    """Litestar keeps its routes in no order."""
    return str(route.path_format), 0 if isinstance(route, HTTPRoute) else 1


class _Reading:
    def __init__(self, app: Litestar) -> None:
        self.groups: dict[str, Group] = {}
        self._errors = ErrorBook()
        self._operation_ids: set[str] = set()
        config = app.openapi_config
        components = config.components if config is not None else []
        listed = components if isinstance(components, list) else [components]
        self._schemes: dict[str, Any] = {}
        for each in listed:
            self._schemes.update(each.security_schemes or {})
        self._tags = {tag.name: tag for tag in (config.tags if config is not None else None) or ()}

    def add(self, route: Any) -> None:
        """One path with its handlers; each handler once, with all of its verbs."""
        handlers: dict[int, tuple[Any, list[HttpVerb]]] = {}
        for verb in _VERBS:
            if verb in route.route_handler_map:
                handler = route.route_handler_map[verb][0]
                if handler.resolve_include_in_schema():
                    handlers.setdefault(id(handler), (handler, []))[1].append(verb)
        for handler, verbs in handlers.values():
            self._group(handler).add(self._method(route, handler, tuple(verbs)))

    def _method(self, route: Any, handler: Any, verbs: tuple[HttpVerb, ...]) -> HttpMethod:
        parameters = parameters_of(handler, route.path_parameters)
        body = body_of(handler)
        successes, errors = successes_and_errors(
            handler, self._errors, validates=bool(parameters or body)
        )
        security = any_of(self._alternative(names) for names in handler.resolve_security() or ())
        identifier = handler.operation_id if isinstance(handler.operation_id, str) else None
        if identifier is not None:
            identifier = free(identifier, self._operation_ids)
            self._operation_ids.add(identifier)
        return HttpMethod(
            name=snake_case(handler.handler_name),
            verbs=verbs,
            path=route.path_format,
            summary=handler.summary or sentence_of(handler.handler_name),
            description=handler.description or inspect.getdoc(inspect.unwrap(handler.fn)),
            parameters=parameters,
            body=body,
            successes=successes,
            errors=errors,
            security=security,
            permission=_permission(security),
            deprecated=bool(handler.deprecated),
            operation_id=identifier,
            source=_source(handler.fn),
        )

    def add_socket(self, route: Any) -> None:
        """A WebSocket. What a listener receives and sends is in its annotations, else `messages`
        says it.
        """
        handler = route.route_handler
        function = getattr(handler.fn, "_fn", handler.fn)
        name = getattr(function, "__name__", handler.handler_name)
        said = interactions_of(function) or tuple(_listened(handler, name))
        parameters = tuple(
            each
            for each in parameters_of(handler, route.path_parameters)
            if each.name != "connection_lifespan_dependencies"
        )
        self._group(handler).add_socket(
            WebSocketContract(
                name=class_case(name),
                path=route.path_format,
                interactions=said,
                parameters=parameters,
                description=inspect.getdoc(function) if inspect.isroutine(function) else None,
                error_format="plain",
                framing=BARE,
                source=_source(function),
            )
        )

    def _alternative(self, scopes: Mapping[str, Sequence[str]]) -> SecurityRequirement:
        """Schemes that are needed together, with their scopes; none of them: nothing is needed."""
        return all_of(self._security(name, names) for name, names in scopes.items()) or none_needed

    def _security(self, name: str, scopes: Sequence[str]) -> Security:
        scheme = self._schemes.get(name)
        definition = {"type": "http", "scheme": "bearer"} if scheme is None else scheme.to_schema()
        return Security(
            scheme=SecurityScheme(name=name, definition=definition), scopes=tuple(scopes)
        )

    def _group(self, handler: Any) -> Group:
        tags = list(getattr(handler, "tags", None) or ()) or sorted(
            getattr(handler, "resolve_tags", list)()
        )
        controller = _controller(handler)
        name = str(tags[0]) if tags else controller.__name__ if controller is not None else UNTAGGED
        group = self.groups.get(name)
        if group is None:
            tag = self._tags.get(name)
            docs = getattr(tag, "external_docs", None)
            text = None if tags or controller is None else controller.__dict__.get("__doc__")
            slugs = {other.slug for other in self.groups.values()}
            group = self.groups[name] = Group(
                name=name,
                slug=free(slugify(name) or "group", slugs).replace("_", "-"),
                description=tag.description
                if tag is not None
                else inspect.cleandoc(text)
                if text
                else None,
                external_docs=ExternalDocs(url=docs.url, description=docs.description)
                if docs is not None
                else None,
            )
        return group


def _controller(handler: Any) -> type[Controller] | None:
    """The class that a handler is a method of; Litestar makes a router of it, and binds the
    method.
    """
    owners = (getattr(handler.fn, "__self__", None), *handler.ownership_layers)
    return next((type(owner) for owner in owners if isinstance(owner, Controller)), None)


def _listened(handler: Any, name: str) -> Iterator[Interaction]:
    """What a listener takes and gives back."""
    if not isinstance(handler, WebsocketListenerRouteHandler):
        return
    data, answer = handler.parsed_data_field, handler.parsed_return_field
    if data is not None:
        yield _interaction(snake_case(name), "client_to_server", data.raw)
    if peel_all(answer.raw) not in (None, type(None)):
        yield _interaction(f"{snake_case(name)}_answer", "server_to_client", answer.raw)


def _interaction(name: str, direction: Direction, form: TypeForm) -> Interaction:
    binary = peel_all(form) is bytes
    content = (
        Content(media_type="application/octet-stream")
        if binary
        else Content(type=written_type(form))
    )
    return Interaction(name=name, direction=direction, message=RequestBody(contents=(content,)))


def _permission(requirement: SecurityRequirement | None) -> Permission | None:
    """Who may call: whoever has all scopes of one alternative, or has identified themselves."""
    if requirement is None or not all(requirement.alternatives):
        return None
    permissions = [_permission_of(alternative) for alternative in requirement.alternatives]
    return reduce(or_, dict.fromkeys(permissions))


def _permission_of(alternative: Alternative) -> Permission:
    scopes = dict.fromkeys(name for security in alternative for name in security.scopes)
    return reduce(and_, (scope(name) for name in scopes)) if scopes else authenticated


def _source(function: Any) -> Source | None:
    bare = inspect.unwrap(function)
    code = getattr(bare, "__code__", None)
    module = getattr(bare, "__module__", None)
    return (
        Source(module=module, line=code.co_firstlineno if code is not None else None)
        if module
        else None
    )
