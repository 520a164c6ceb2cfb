"""Reads the route handlers of a Litestar application as groups of contracts
(`contracts_from_litestar`).

Errors have the format ``plain`` (the body that the application declares, without an envelope), and
messages of WebSockets the framing `BARE` (the payload alone, without the name of the message).

A route is Litestar's object for one path. It has one or several handlers: Litestar's objects, each
for a function that the author wrote, which is the attribute `fn`.
"""

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
from ..shared.tolerance import (
    readable_info_object,
    readable_servers,
    warn_unreadable_route,
    with_tolerated_types,
)
from .handler_requests import body_of, parameters_of
from .handler_responses import DESCRIPTIONS, LitestarErrors, successes_and_errors
from .written_types import written_type

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)

DEFAULT_TITLE = "Litestar API"
"""Litestar's title of an application whose author gave none."""
_LISTENER_ARGUMENT = "connection_lifespan_dependencies"
"""An argument that Litestar adds to WebSocket listeners, and that no client sends."""


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
    """Read an application: first the groups of its own handlers, then those of mounted
    applications.
    """
    options = imported_options(options)
    reader = _HandlerReader(app, options)
    groups_of_mounted_apps: list[ResolvedGroup] = []
    # Sorted, since Litestar keeps its routes in no order.
    for route in sorted(app.routes, key=_route_sort_key):
        if isinstance(route, HTTPRoute):
            reader.add(route)
        elif isinstance(route, WebSocketRoute):
            reader.add_socket(route)
        elif isinstance(route, ASGIRoute):
            groups_of_mounted_apps += _mounted_app_groups(route, options)
    # Unless the options are strict, a type without a schema causes a warning, not an error.
    groups = with_tolerated_types(reader.groups.resolved(), options)
    # A mounted application may have a group of the same name as one of the outer application.
    return with_own_slugs([*groups, *groups_of_mounted_apps])


def _service(app: Litestar) -> ServiceInfo:
    """Return the service that the application's OpenAPI configuration describes; an empty one
    without a configuration. An empty text counts as none.
    """
    config = app.openapi_config
    if config is None:
        return ServiceInfo()
    title: str | None = config.title
    if title == DEFAULT_TITLE:
        title = None
    # By default Litestar lists the server "/", which says nothing.
    servers = [server.to_schema() for server in config.servers if server.url != "/"]
    return ServiceInfo(
        title=title,
        version=config.version or None,
        description=config.description or None,
        summary=config.summary or None,
        terms_of_service=config.terms_of_service or None,
        contact=_info_object("contact", config.contact),
        license=_info_object("license", config.license),
        external_docs=_info_object("external_docs", config.external_docs),
        servers=tuple(readable_servers(servers)),
        tags=tuple(tag.to_schema() for tag in config.tags or ()),
    )


def _info_object(name: str, declared_value: Any) -> dict[str, Any] | None:
    """Return a contact, license or external documentation object of OpenAPI; None if it has no
    valid members.

    Args:
        name: ``contact``, ``license`` or ``external_docs``.
        declared_value: An object of Litestar, or whatever the author passed, since Litestar does
            not check it.
    """
    if isinstance(declared_value, BaseSchemaObject):
        return readable_info_object(name, declared_value.to_schema())
    return readable_info_object(name, declared_value)


def _mounted_app_groups(route: ASGIRoute, options: AppOptions) -> Iterator[ResolvedGroup]:
    """Yield the groups of an application of another framework that is mounted at a route.

    Without the option `mounted`, only hand-written contracts that it serves are included.
    """
    mounted_app = find_application(route.route_handler.fn)
    if mounted_app is None:
        return
    for group in mounted_groups(mounted_app, route.path_format.rstrip("/"), options):
        contracts = group.contracts
        if not options.mounted:
            # Set for hand-written contracts, which `implement()` serves.
            contracts = tuple(contract for contract in contracts if contract.runtime_errors)
        if contracts:
            yield replace(group, contracts=contracts)


def _route_sort_key(route: Any) -> tuple[str, bool]:
    """Return a key that sorts routes by path, HTTP routes before others of the same path."""
    return str(route.path_format), not isinstance(route, HTTPRoute)


class _HandlerReader:
    """Reads the handlers of one application into groups.

    Args:
        app: The application.
        options: The options, in which import names are already replaced by the objects that
            they name.
    """

    def __init__(self, app: Litestar, options: AppOptions) -> None:
        self.groups = GroupRegistry()
        self._options = options
        self._errors = LitestarErrors(options.error_name)
        self._operation_ids: set[str] = set()
        """The operation ids of the methods that were added."""
        # Without a configuration of OpenAPI, Litestar's defaults apply.
        config = app.openapi_config or OpenAPIConfig(title=DEFAULT_TITLE, version="")
        self._create_operation_id = config.operation_id_creator
        components = config.components
        # One object or several, which Litestar merges in its document.
        if not isinstance(components, list):
            components = [components]
        self._security_schemes: dict[str, Any] = {}
        """Litestar's objects for security schemes, by name."""
        for component in components:
            self._security_schemes.update(component.security_schemes or {})
        title: str | None = config.title
        if title == DEFAULT_TITLE:  # the author gave none
            title = None
        # The group is named after the application only if no handler has a group of its own.
        self._untagged = untagged_group(title, has_tags=any(map(self._is_tagged, app.routes)))
        """The name of the group for handlers that have neither a tag nor a controller."""
        self._tags = {tag.name: tag for tag in config.tags or ()}
        """Litestar's objects for tags, by name."""

    def _is_tagged(self, route: Any) -> bool:
        """Return whether a documented handler of a route has a tag or a controller, which names its
        group.
        """
        handlers: list[Any] = []
        if isinstance(route, HTTPRoute):
            handlers = [handler for handler, _verbs in _handlers(route)]
        elif isinstance(route, WebSocketRoute):
            handlers = [route.route_handler]
        for handler in handlers:
            facts = _route_facts(handler, route.path_format)
            if facts.tags and is_selected(self._options, facts):
                return True
        return False

    def add(self, route: Any) -> None:
        """Add the handlers of an HTTP route, which is one path, to their groups: one method for
        each handler, with all its verbs.
        """
        for handler, verbs in _handlers(route):
            facts = _route_facts(handler, route.path_format)
            if is_selected(self._options, facts):
                method = self._method(route, handler, tuple(verbs))
                name = method_name(self._options, handler, method, handler.handler_name)
                audience = audience_of_route(self._options, facts)
                named_method = replace(method, name=name, audience=audience)
                self._group(facts).add(named_method, handler.fn)

    def _method(self, route: Any, handler: Any, verbs: tuple[HttpVerb, ...]) -> HttpMethod:
        """Return the method of a handler. If its parameters or responses cannot be read, warn, and
        return the method without them.
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
            method = self._with_input_and_responses(method, route, handler, verbs)
        except Exception as error:  # noqa: BLE001
            # Types and values that authors declare may fail in any way.
            location = where_of(source, f"{handler.handler_name} at {route.path_format}")
            warn_unreadable_route(error, location, self._options)
        function = inspect.unwrap(handler.fn)
        # `inspect.getdoc` would return the docstring of Litestar's decorator if the function has
        # none.
        docstring = inspect.cleandoc(getattr(function, "__doc__", None) or "")
        sections = sections_of(handler.description or docstring)
        default_description = DESCRIPTIONS.get(peel_all(handler.parsed_return_field.raw))
        return described_method(method, sections, function, default_description)

    def _with_input_and_responses(
        self, method: HttpMethod, route: Any, handler: Any, verbs: tuple[HttpVerb, ...]
    ) -> HttpMethod:
        """Return a method with parameters, body, responses, security and operation ids."""
        parameters = parameters_of(handler, route.path_parameters)
        body = body_of(handler)
        successes, errors = successes_and_errors(
            handler, self._errors, validates=bool(parameters or body)
        )
        # Security requirement objects of OpenAPI: any one of them is enough.
        requirement_objects = handler.resolve_security() or ()
        security = any_of(map(self._security_requirement, requirement_objects))
        first_id, *other_ids = [self._operation_id(route, handler, verb) for verb in verbs]
        return replace(
            method,
            parameters=parameters,
            body=body,
            successes=successes,
            errors=errors,
            security=security,
            permission=_permission(security),
            operation_id=first_id,
            verb_operation_ids=tuple(other_ids),
        )

    def _operation_id(self, route: Any, handler: Any, verb: HttpVerb) -> str:
        """Return the operation id that Litestar's own document has, made unique with a number."""
        # A handler may declare an id, or a function that creates one.
        declared_id = handler.operation_id or self._create_operation_id
        if not isinstance(declared_id, str):
            declared_id = declared_id(handler, verb, route.path_components)
        operation_id = unused_name(declared_id, self._operation_ids)
        self._operation_ids.add(operation_id)
        return operation_id

    def add_socket(self, route: Any) -> None:
        """Add a WebSocket to its group, unless the options exclude it.

        Its messages are those that `messages` declares, or those in the annotations of a listener.
        """
        handler = route.route_handler
        facts = _route_facts(handler, route.path_format)
        if not is_selected(self._options, facts):
            return
        # Litestar wraps the function of a listener, and keeps it in this attribute.
        function = getattr(handler.fn, "_fn", handler.fn)
        function_name = getattr(function, "__name__", handler.handler_name)
        name = given_name(self._options, handler, route.path_format, function_name)
        interactions = interactions_of(function)
        if not interactions:
            interactions = tuple(_listener_interactions(handler, function_name))
        parameters = [
            parameter
            for parameter in parameters_of(handler, route.path_parameters)
            if parameter.name != _LISTENER_ARGUMENT
        ]
        contract = WebSocketContract(
            name=name or class_case(function_name),
            path=_route_path(route),
            interactions=interactions,
            parameters=tuple(parameters),
            error_format="plain",
            framing=BARE,
            source=source_of(function),
            audience=audience_of_route(self._options, facts),
        )
        # Of an object that is no function, `inspect.getdoc` returns the docstring of the class.
        docstring: str | None = None
        if inspect.isroutine(function):
            docstring = inspect.getdoc(function)
        self._group(facts).add_socket(described_socket(contract, docstring, function))

    def _security_requirement(
        self, requirement_object: Mapping[str, Sequence[str]]
    ) -> SecurityRequirement:
        """Return the requirement for a security requirement object of OpenAPI (3.1, 4.8.30).

        Args:
            requirement_object: The scopes by the names of security schemes, all of which are
                needed. An empty object means that no credential is needed.
        """
        schemes = [self._security(name, scopes) for name, scopes in requirement_object.items()]
        return all_of(schemes) or none_needed

    def _security(self, name: str, scopes: Sequence[str]) -> Security:
        """Return a security scheme with scopes; an undefined scheme is taken for a bearer token,
        since each scheme needs a definition in OpenAPI.
        """
        scheme = self._security_schemes.get(name)
        definition = {"type": "http", "scheme": "bearer"}
        if scheme is not None:
            definition = scheme.to_schema()
        return Security(
            scheme=SecurityScheme(name=name, definition=definition), scopes=tuple(scopes)
        )

    def _group(self, facts: RouteFacts) -> GroupBuilder:
        """Return the group of a handler, described by the tag of its name, or by the docstring of
        the handler's controller if the group is named after that.
        """
        name = group_name(self._options, facts, self._untagged)
        tag = self._tags.get(name)
        controller = _controller(facts.route)
        description = None
        external_docs = None
        if tag is not None:
            description = tag.description
            if tag.external_docs is not None:
                external_docs = ExternalDocs(
                    url=tag.external_docs.url, description=tag.external_docs.description
                )
        elif controller is not None and name == controller.__name__:
            docstring = controller.__dict__.get("__doc__")  # without that of Litestar's base class
            description = inspect.cleandoc(docstring or "") or None
        return self.groups.group(
            name,
            group_title(self._options, name),
            description=description,
            external_docs=external_docs,
        )


def _route_path(route: Any) -> str:
    """Return a route's path with the converter of placeholders that match several segments, such
    as ``{rest:path}``, and without other converters.
    """
    return with_rests(route.path_format, REST.findall(route.path))


def _handlers(route: Any) -> Collection[tuple[Any, list[HttpVerb]]]:
    """Return the documented handlers of an HTTP route, each with its verbs: Litestar has a handler
    for each verb, and several verbs may have the same one.
    """
    handlers: dict[int, tuple[Any, list[HttpVerb]]] = {}
    for verb in _VERBS:
        if verb not in route.route_handler_map:
            continue
        # The other member describes the arguments of the handler.
        handler, _arguments = route.route_handler_map[verb]
        if handler.resolve_include_in_schema():
            _handler, verbs = handlers.setdefault(id(handler), (handler, []))
            verbs.append(verb)
    return handlers.values()


def _route_facts(handler: Any, path: str) -> RouteFacts:
    """Return the properties of a handler that the options depend on.

    A handler without tags of its own has the tags of its controller and routers, and if these have
    none, the name of its controller as a tag.
    """
    tags = list(getattr(handler, "tags", None) or ())
    # Handlers of WebSockets have neither tags nor this method.
    if not tags and hasattr(handler, "resolve_tags"):
        # Litestar returns a set. Sorted, since the first tag names the group.
        tags = sorted(handler.resolve_tags())
    controller = _controller(handler)
    if controller is None:
        router = getattr(handler.fn, "__module__", None) or ""
    else:
        router = controller.__name__
        tags = tags or [controller.__name__]
    return RouteFacts(
        route=handler,
        path=path,
        tags=[str(tag) for tag in tags],
        router=router,
        extensions=handler.opt,
    )


def _controller(handler: Any) -> type[Controller] | None:
    """Return the controller class that a handler belongs to; None for a plain function.

    Litestar binds the handler to an instance of the class, or lists the instance among the
    handler's layers.
    """
    for owner in (getattr(handler.fn, "__self__", None), *handler.ownership_layers):
        if isinstance(owner, Controller):
            return type(owner)
    return None


def _listener_interactions(handler: Any, function_name: str) -> Iterator[Interaction]:
    """Yield the message that a WebSocket listener receives and the one that it returns; nothing for
    other handlers.
    """
    if not isinstance(handler, WebsocketListenerRouteHandler):
        return
    data_field = handler.parsed_data_field
    return_field = handler.parsed_return_field
    name = snake_case(function_name)
    if data_field is not None:
        yield interaction(name, "client_to_server", written_type(data_field.raw))
    if peel_all(return_field.raw) not in (None, type(None)):
        yield interaction(f"{name}_answer", "server_to_client", written_type(return_field.raw))


def _permission(requirement: SecurityRequirement | None) -> Permission | None:
    """Return the permission that a security requirement implies: that of any one of its
    alternatives. None if callers need no credential.
    """
    # An empty alternative means that no credential is needed.
    if requirement is None or not all(requirement.alternatives):
        return None
    permissions = [_permission_of(alternative) for alternative in requirement.alternatives]
    unique_permissions = dict.fromkeys(permissions)
    return reduce(or_, unique_permissions)


def _permission_of(alternative: Alternative) -> Permission:
    """Return the permission to have all scopes of an alternative, or to be authenticated if there
    are no scopes.
    """
    scopes: dict[str, None] = {}
    for security in alternative:
        scopes |= dict.fromkeys(security.scopes)
    if scopes:
        return reduce(and_, map(scope, scopes))
    return authenticated
