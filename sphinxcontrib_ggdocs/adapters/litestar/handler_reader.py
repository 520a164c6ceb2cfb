"""`contracts_from_litestar`: reads the routes of an application as groups of contracts."""

import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from operator import and_, or_
from typing import Any, Unpack, get_args

from litestar import Controller, Litestar
from litestar.handlers import WebsocketListenerRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec.base import BaseSchemaObject
from litestar.routes import ASGIRoute, HTTPRoute, WebSocketRoute

from ...catalog import AppOptions, Contents, ResolvedGroup, ServiceInfo
from ...catalog.adapters import find_application
from ...contracts.annotations import peel_all
from ...contracts.authoring.docstrings import sections_of
from ...contracts.model import (
    REST,
    ExternalDocs,
    HttpMethod,
    HttpVerb,
    Interaction,
    WebSocketContract,
    where_of,
    with_rests,
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
from ...foreign_contracts.groups import GroupBuilder, GroupRegistry
from ...foreign_contracts.naming import class_case, snake_case, unused_name
from ...foreign_contracts.selection import (
    AppOptionArguments,
    RouteFacts,
    audience_of_route,
    given_name,
    group_name,
    group_title,
    imported_options,
    is_selected,
    method_name,
    untagged_group,
)
from ..shared.functions import source_of
from ..shared.handler_texts import described_method, described_socket
from ..shared.messages import interaction, interactions_of
from ..shared.mounted import mounted_groups, with_own_slugs
from ..shared.tolerance import tolerant, tolerated, tolerated_info, tolerated_servers
from .handler_requests import body_of, parameters_of
from .handler_responses import DESCRIPTIONS, LitestarErrors, successes_and_errors
from .written_types import written_type

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)

DEFAULT_TITLE = "Litestar API"
"""The title of an application to which its author gave none."""


def contracts_from_litestar(app: Any, **options: Unpack[AppOptionArguments]) -> list[ResolvedGroup]:
    """Read the route handlers of a Litestar application as groups of contracts.

    Args:
        app: A ``Litestar`` application. It is not started, and its OpenAPI document is not built.
        options: The fields of `AppOptions`; functions get Litestar's route handler. A handler names
            its audiences in ``opt``, as ``x-audience`` or ``x-internal``.
    """
    return _groups(app, AppOptions(**options))


class LitestarAdapter:
    """Reads ``Litestar`` applications."""

    def read(self, source: Any, options: AppOptions | None = None) -> Contents:
        """Return what the application says about itself, and its groups; these are its tags and
        controllers unless the options say otherwise.
        """
        return Contents(partial(_groups, source, options), service=partial(_service, source))


def _groups(app: Any, options: AppOptions | None) -> list[ResolvedGroup]:
    options = imported_options(options)
    reader = _HandlerReader(app, options)
    mounted: list[ResolvedGroup] = []
    for route in sorted(app.routes, key=_order):
        if isinstance(route, HTTPRoute):
            reader.add(route)
        elif isinstance(route, WebSocketRoute):
            reader.add_socket(route)
        elif isinstance(route, ASGIRoute):
            mounted += _mounted(route, options)
    own = tolerant(reader.groups.resolved(), options)
    return with_own_slugs([*own, *mounted])


def _service(app: Litestar) -> ServiceInfo:
    """Return the head of the application's own OpenAPI document; without a configuration it has
    none.
    """
    config = app.openapi_config
    if config is None:
        return ServiceInfo()
    title: str | None = config.title
    if title == DEFAULT_TITLE:
        title = None
    # Litestar's default is the root of whoever serves the document, which says nothing
    servers = (server.to_schema() for server in config.servers if server.url != "/")
    return ServiceInfo(
        title=title,
        version=config.version or None,
        description=config.description or None,
        summary=config.summary or None,
        terms_of_service=config.terms_of_service or None,
        contact=_info("contact", config.contact),
        license=_info("license", config.license),
        external_docs=_info("external_docs", config.external_docs),
        servers=tuple(tolerated_servers(servers)),
        tags=tuple(tag.to_schema() for tag in config.tags or ()),
    )


def _info(name: str, part: Any) -> dict[str, Any] | None:
    """Return an object of ``info``, which Litestar does not check."""
    return tolerated_info(name, part.to_schema() if isinstance(part, BaseSchemaObject) else part)


def _mounted(route: ASGIRoute, options: AppOptions) -> Iterator[ResolvedGroup]:
    """Yield the groups of an application of another framework; those of the contracts that it
    serves, unless `mounted` is set.
    """
    inside = find_application(route.route_handler.fn)
    if inside is None:
        return
    for group in mounted_groups(inside, route.path_format.rstrip("/"), options):
        contracts = group.contracts
        if not options.mounted:
            contracts = tuple(contract for contract in contracts if contract.runtime_errors)
        if contracts:
            yield replace(group, contracts=contracts)


def _order(route: Any) -> tuple[str, int]:
    """Litestar keeps its routes in no order."""
    return str(route.path_format), 0 if isinstance(route, HTTPRoute) else 1


class _HandlerReader:
    """Reads the handlers of one application into groups."""

    def __init__(self, app: Litestar, options: AppOptions) -> None:
        self.groups = GroupRegistry()
        self._options = options
        self._errors = LitestarErrors(options.error_name)
        self._operation_ids: set[str] = set()
        config = app.openapi_config or OpenAPIConfig(title=DEFAULT_TITLE, version="")
        self._name_operation = config.operation_id_creator
        components = config.components
        # One object or several, which Litestar merges in its document.
        if not isinstance(components, list):
            components = [components]
        self._schemes: dict[str, Any] = {}
        for component in components:
            self._schemes.update(component.security_schemes or {})
        title: str | None = config.title
        if title == DEFAULT_TITLE:
            title = None
        self._untagged = untagged_group(title, has_tags=any(map(self._is_tagged, app.routes)))
        self._tags = {tag.name: tag for tag in config.tags or ()}

    def _is_tagged(self, route: Any) -> bool:
        """Return whether a handler of a route is in a group of its tag or its controller."""
        handlers: list[Any] = []
        if isinstance(route, HTTPRoute):
            handlers = [handler for handler, _ in _handlers(route)]
        elif isinstance(route, WebSocketRoute):
            handlers = [route.route_handler]
        for handler in handlers:
            facts = _facts(handler, route.path_format)
            if facts.tags and is_selected(self._options, facts):
                return True
        return False

    def add(self, route: Any) -> None:
        """One path with its handlers; each handler once, with all of its verbs."""
        for handler, verbs in _handlers(route):
            facts = _facts(handler, route.path_format)
            if is_selected(self._options, facts):
                method = self._method(route, handler, tuple(verbs))
                name = method_name(self._options, handler, method, handler.handler_name)
                audience = audience_of_route(self._options, facts)
                own = replace(method, name=name, audience=audience)
                self._group(facts).add(own, handler.fn)

    def _method(self, route: Any, handler: Any, verbs: tuple[HttpVerb, ...]) -> HttpMethod:
        """Return the method of a handler; with its path and its texts alone when what it declares
        cannot be read.
        """
        source = source_of(handler.fn)
        method = HttpMethod(
            name=snake_case(handler.handler_name),
            verbs=verbs,
            path=_route_path(route),
            summary=handler.summary or None,
            deprecated=bool(handler.deprecated),
            source=source,
        )
        try:
            method = self._with_messages(method, route, handler, verbs)
        except Exception as error:  # noqa: BLE001  # what handlers declare may be of any kind
            where = where_of(source, f"{handler.handler_name} at {route.path_format}")
            tolerated(error, where, self._options)
        function = inspect.unwrap(handler.fn)
        # inspect.getdoc would take that of Litestar's decorator for a method without one
        own = inspect.cleandoc(getattr(function, "__doc__", None) or "")
        sections = sections_of(handler.description or own)
        default = DESCRIPTIONS.get(peel_all(handler.parsed_return_field.raw))
        return described_method(method, sections, function, default)

    def _with_messages(
        self, method: HttpMethod, route: Any, handler: Any, verbs: tuple[HttpVerb, ...]
    ) -> HttpMethod:
        """Return a method with what is sent and answered."""
        parameters = parameters_of(handler, route.path_parameters)
        body = body_of(handler)
        successes, errors = successes_and_errors(
            handler, self._errors, validates=bool(parameters or body)
        )
        security = any_of(self._alternative(names) for names in handler.resolve_security() or ())
        first, *more = (self._operation_id(route, handler, verb) for verb in verbs)
        return replace(
            method,
            parameters=parameters,
            body=body,
            successes=successes,
            errors=errors,
            security=security,
            permission=_permission(security),
            operation_id=first,
            verb_operation_ids=tuple(more),
        )

    def _operation_id(self, route: Any, handler: Any, verb: HttpVerb) -> str:
        """Return the operation id of Litestar's own document."""
        given = handler.operation_id or self._name_operation
        wanted = given if isinstance(given, str) else given(handler, verb, route.path_components)
        identifier = unused_name(wanted, self._operation_ids)
        self._operation_ids.add(identifier)
        return identifier

    def add_socket(self, route: Any) -> None:
        """A WebSocket. What a listener receives and sends is in its annotations, else `messages`
        declares it.
        """
        handler = route.route_handler
        facts = _facts(handler, route.path_format)
        if not is_selected(self._options, facts):
            return
        function = getattr(handler.fn, "_fn", handler.fn)
        own_name = getattr(function, "__name__", handler.handler_name)
        name = given_name(self._options, handler, route.path_format, own_name)
        # An argument of Litestar's own, for the context manager of a listener.
        own_argument = "connection_lifespan_dependencies"
        all_parameters = parameters_of(handler, route.path_parameters)
        parameters = [item for item in all_parameters if item.name != own_argument]
        contract = WebSocketContract(
            name=name or class_case(own_name),
            path=_route_path(route),
            interactions=interactions_of(function) or tuple(_listened(handler, own_name)),
            parameters=tuple(parameters),
            error_format="plain",
            framing=BARE,
            source=source_of(function),
            audience=audience_of_route(self._options, facts),
        )
        text: str | None = None
        if inspect.isroutine(function):
            text = inspect.getdoc(function)
        self._group(facts).add_socket(described_socket(contract, text, function))

    def _alternative(self, scopes: Mapping[str, Sequence[str]]) -> SecurityRequirement:
        """Schemes that are needed together, with their scopes; none of them: nothing is needed."""
        # A list of objects: each is one alternative, and needs all of its members (OpenAPI 3.1,
        # 4.8.30).
        return all_of(self._security(name, names) for name, names in scopes.items()) or none_needed

    def _security(self, name: str, scopes: Sequence[str]) -> Security:
        scheme = self._schemes.get(name)
        definition = {"type": "http", "scheme": "bearer"} if scheme is None else scheme.to_schema()
        return Security(
            scheme=SecurityScheme(name=name, definition=definition), scopes=tuple(scopes)
        )

    def _group(self, facts: RouteFacts) -> GroupBuilder:
        name = group_name(self._options, facts, self._untagged)
        tag = self._tags.get(name)
        docs = getattr(tag, "external_docs", None)
        controller = _controller(facts.route)
        text = None
        if tag is not None:
            text = tag.description
        elif controller is not None and name == controller.__name__:
            text = inspect.cleandoc(controller.__dict__.get("__doc__") or "") or None
        return self.groups.group(
            name,
            group_title(self._options, name),
            description=text,
            external_docs=docs and ExternalDocs(url=docs.url, description=docs.description),
        )


def _route_path(route: Any) -> str:
    """Return a path with the converters of placeholders for several steps, ``{rest:path}``."""
    return with_rests(route.path_format, REST.findall(route.path))


def _handlers(route: Any) -> Collection[tuple[Any, list[HttpVerb]]]:
    """Return the handlers of a path that are in the schema, each with its verbs."""
    handlers: dict[int, tuple[Any, list[HttpVerb]]] = {}
    for verb in _VERBS:
        if verb in route.route_handler_map:
            handler = route.route_handler_map[verb][0]  # next to it, what its arguments need
            if handler.resolve_include_in_schema():
                # Litestar registers a handler under each of its verbs.
                handlers.setdefault(id(handler), (handler, []))[1].append(verb)
    return handlers.values()


def _facts(handler: Any, path: str) -> RouteFacts:
    own = list(getattr(handler, "tags", None) or ())
    # `resolve_tags` has those of controllers and routers, too, as a set: without the sort the first
    # would be any.
    tags = own or sorted(getattr(handler, "resolve_tags", list)())
    controller = _controller(handler)
    if not tags and controller is not None:
        tags = [controller.__name__]
    module = getattr(handler.fn, "__module__", None) or ""
    return RouteFacts(
        route=handler,
        path=path,
        tags=[str(tag) for tag in tags],
        router=module if controller is None else controller.__name__,
        extensions=handler.opt,
    )


def _controller(handler: Any) -> type[Controller] | None:
    """Return the class that a handler is a method of; Litestar makes a router of it, and binds the
    method.
    """
    for owner in (getattr(handler.fn, "__self__", None), *handler.ownership_layers):
        if isinstance(owner, Controller):
            return type(owner)
    return None


def _listened(handler: Any, name: str) -> Iterator[Interaction]:
    """What a listener takes and gives back."""
    if not isinstance(handler, WebsocketListenerRouteHandler):
        return
    data, answer = handler.parsed_data_field, handler.parsed_return_field
    name = snake_case(name)
    if data is not None:
        yield interaction(name, "client_to_server", written_type(data.raw))
    # A listener without an answer returns None.
    if peel_all(answer.raw) not in (None, type(None)):
        yield interaction(f"{name}_answer", "server_to_client", written_type(answer.raw))


def _permission(requirement: SecurityRequirement | None) -> Permission | None:
    """Who may call: whoever has all scopes of one alternative, or has identified themselves."""
    if requirement is None or not all(requirement.alternatives):
        return None
    permissions = [_permission_of(alternative) for alternative in requirement.alternatives]
    return reduce(or_, dict.fromkeys(permissions))


def _permission_of(alternative: Alternative) -> Permission:
    scopes: dict[str, None] = {}
    for security in alternative:
        scopes |= dict.fromkeys(security.scopes)
    if scopes:
        return reduce(and_, map(scope, scopes))
    return authenticated
