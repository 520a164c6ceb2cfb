"""Reads Starlette applications as contracts: the paths and verbs of their routes.

Errors have the format ``plain`` (a body without an envelope), and messages of WebSockets the
framing `BARE` (the payload alone, without the name of the message).
"""

import inspect
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, Unpack, get_args

from starlette.convertors import FloatConvertor, IntegerConvertor, UUIDConvertor
from starlette.routing import BaseRoute, Host, Mount, Route, WebSocketRoute

from ..catalog import AppOptions, Contents, ResolvedGroup
from ..catalog.adapters import class_names, installed_adapters
from ..contracts.audiences import EXTENSIONS
from ..contracts.authoring.docstrings import sections_of
from ..contracts.model import (
    REST,
    Contract,
    HttpMethod,
    HttpVerb,
    Parameter,
    WebSocketContract,
    with_rests,
)
from ..contracts.standard_framings import BARE
from ..foreign_contracts.groups import GroupBuilder, GroupRegistry
from ..foreign_contracts.naming import class_case, snake_case
from ..foreign_contracts.selection import (
    UNTITLED,
    AppOptionArguments,
    RouteFacts,
    audience_of_route,
    given_name,
    group_name,
    group_title,
    imported_options,
    is_selected,
    method_name,
)
from .shared.functions import source_of
from .shared.handler_texts import described_method, described_socket
from .shared.mounted import mounted_groups, with_own_slugs

__all__ = ["StarletteAdapter", "contracts_from_starlette"]

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_TYPES_BY_CONVERTOR: Final[Mapping[type, type]] = {
    IntegerConvertor: int,
    FloatConvertor: float,
    UUIDConvertor: uuid.UUID,
}

_FASTAPI_ROUTES = {"fastapi.routing.APIRoute", "fastapi.routing.APIWebSocketRoute"}
"""The dotted names of FastAPI's routes, as text: FastAPI need not be installed."""
_OPERATION_KEYS = {"parameters", "requestBody", "responses", "tags", "operationId"}
"""Keys that an operation object of OpenAPI has, in contrast to other YAML."""

NOTICE = (
    "Read from Starlette's routes, which carry no types: paths, verbs and docstrings are "
    "documented, queries, headers and bodies are not."
)
"""The description of groups, which explains to readers why so little is documented."""


def contracts_from_starlette(
    app: Any, **options: Unpack[AppOptionArguments]
) -> list[ResolvedGroup]:
    """Read the routes of a Starlette application as groups of contracts.

    The types of path parameters are those of their convertors; others are unknown. An application
    of another framework that is mounted inside is read by its own adapter, with the same options;
    its groups follow.

    Args:
        app: A ``Starlette`` application; it is not started.
        options: The fields of `AppOptions`; functions get Starlette's route. A handler names its
            audiences in the attribute ``x_audience`` or ``x_internal``.
    """
    return _groups(app, AppOptions(**options))


class StarletteAdapter:
    """The adapter for ``Starlette``."""

    def read(self, source: object, options: AppOptions | None = None) -> Contents:
        """Return groups whose descriptions state that types are unknown."""
        return Contents(partial(_groups, source, options))


def _groups(app: object, options: AppOptions | None) -> list[ResolvedGroup]:
    """Read an application: first the groups of Starlette's own routes, then those of mounted
    applications of other frameworks.
    """
    options = imported_options(options)
    reader = _RouteReader(options)
    reader.read(app, "")
    return with_own_slugs([*reader.starlette_groups(), *reader.foreign_groups])


class _RouteReader:
    """Reads the routes of an application and of the applications that are mounted in it. Mounted
    applications of other frameworks are read by the adapters of those.
    """

    def __init__(self, options: AppOptions) -> None:
        self.foreign_groups: list[ResolvedGroup] = []
        """The groups of mounted applications of other frameworks, and of FastAPI's routes."""
        self._options = options
        self._groups = GroupRegistry()

    def starlette_groups(self) -> Iterator[ResolvedGroup]:
        """Yield the groups of Starlette's own routes; contracts without a description get
        `NOTICE`.
        """
        for group in self._groups.resolved():
            contracts: list[Contract] = []
            for contract in group.contracts:
                described = replace(contract, description=contract.description or NOTICE)
                contracts.append(described)
            yield replace(group, contracts=tuple(contracts))

    def read(self, app: Any, prefix: str) -> None:
        """Add the routes of an application that is mounted at a prefix to the groups of Starlette's
        routes (`starlette_groups`) and to `foreign_groups`.

        Args:
            app: A ``Starlette`` application, or any object with a list `routes`.
            prefix: The path at which it is mounted; empty for the outermost application.
        """
        # Routes of FastAPI may be among those of Starlette. FastAPI's adapter reads all of them at
        # once, so that those with the same tag, or of the same contract, get one group. Their
        # groups come before those of mounted applications.
        fastapi_routes = [route for route in app.routes if _is_of_fastapi(route)]
        if fastapi_routes:
            self._read_fastapi_routes(fastapi_routes, prefix)
        for route in app.routes:
            if not _is_of_fastapi(route):
                self._read_route(route, prefix)

    def _read_route(self, route: BaseRoute, prefix: str) -> None:
        """Read a route, the routes of a mounted application, or a WebSocket; skip routes that their
        author hides, and routes of unknown classes.
        """
        if isinstance(route, Mount | Host):
            self._read_mounted(route, prefix)
        elif isinstance(route, WebSocketRoute):
            self._add_socket(route, prefix)
        elif isinstance(route, Route) and route.include_in_schema:
            self._add_route(route, prefix)

    def _read_mounted(self, route: Mount | Host, prefix: str) -> None:
        """Read the application behind a mount, whose path follows the prefix, or behind a host,
        which has no path: by its own adapter, or as a part of this application.
        """
        mounted_app: Any = route.app
        path = prefix
        if isinstance(route, Mount):
            # Starlette adds a placeholder for the rest of the path to that of a mount.
            path += route.path_format.removesuffix("/{path}")
        if _has_other_adapter(mounted_app):
            self.foreign_groups += mounted_groups(mounted_app, path, self._options)
        # Applications without routes, such as `StaticFiles`, cannot be read.
        elif hasattr(mounted_app, "routes"):
            self.read(mounted_app, path)

    def _read_fastapi_routes(self, routes: list[Any], prefix: str) -> None:
        """Read routes of FastAPI, such as those with which `implement()` serves a hand-written
        contract, by FastAPI's adapter, which reads their types, too.
        """
        # FastAPI is installed if there are routes of it, but not always.
        from fastapi import APIRouter

        self.foreign_groups += mounted_groups(APIRouter(routes=routes), prefix, self._options)

    def _add_route(self, route: Route, prefix: str) -> None:
        """Add the methods of a route to its group, unless the options exclude it."""
        facts = _route_facts(route, prefix)
        if not is_selected(self._options, facts):
            return
        group = self._group(facts)
        audience = audience_of_route(self._options, facts)
        for method, handler in _methods(route, prefix):
            name = method_name(self._options, route, method, str(route.name))
            docstring = inspect.cleandoc(getattr(handler, "__doc__", None) or "")
            sections = sections_of(_without_openapi(docstring))
            described = described_method(method, sections, handler)
            group.add(replace(described, name=name, audience=audience), route.endpoint)

    def _add_socket(self, route: WebSocketRoute, prefix: str) -> None:
        """Add a WebSocket to its group, unless the options exclude it."""
        facts = _route_facts(route, prefix)
        if is_selected(self._options, facts):
            contract = _socket(route, prefix)
            name = given_name(self._options, route, facts.path, str(route.name))
            audience = audience_of_route(self._options, facts)
            self._group(facts).add_socket(
                replace(contract, name=name or contract.name, audience=audience)
            )

    def _group(self, facts: RouteFacts) -> GroupBuilder:
        """Return the group of a route. Starlette's routes have no tags."""
        name = group_name(self._options, facts, UNTITLED)
        return self._groups.group(name, group_title(self._options, name), description=NOTICE)


def _route_facts(route: Route | WebSocketRoute, prefix: str) -> RouteFacts:
    """Return the properties of a route that the options depend on."""
    return RouteFacts(
        route=route,
        path=prefix + route.path_format,
        router=getattr(route.endpoint, "__module__", None) or "",
        extensions=_extensions(route.endpoint),
    )


def _extensions(endpoint: Any) -> dict[str, Any]:
    """Return the attributes of a handler that limit its audience, as extensions of OpenAPI: the
    attribute ``x_audience`` becomes ``x-audience``.
    """
    extensions: dict[str, Any] = {}
    for key in EXTENSIONS:
        attribute = key.replace("-", "_")
        if hasattr(endpoint, attribute):
            extensions[key] = getattr(endpoint, attribute)
    return extensions


def _has_other_adapter(app: Any) -> bool:
    """Return whether another adapter than this one reads an application.

    FastAPI's class is derived from Starlette's, so the first class with an adapter counts.
    """
    adapters = installed_adapters()
    for name in class_names(type(app)):
        if name in adapters:
            # Compared as text, since loading an adapter would import its framework.
            return not adapters[name].value.endswith(f":{StarletteAdapter.__name__}")
    return False


def _is_of_fastapi(route: object) -> bool:
    """Return whether a route's class is one of FastAPI's, or derived from it."""
    return not _FASTAPI_ROUTES.isdisjoint(class_names(type(route)))


def _route_path(route: Route | WebSocketRoute) -> str:
    """Return a route's path with the convertor of placeholders that match several segments, such
    as ``{rest:path}``, and without other convertors.
    """
    return with_rests(route.path_format, REST.findall(route.path))


def _methods(route: Route, prefix: str) -> Iterator[tuple[HttpMethod, Any]]:
    """Yield the methods of a route with their handlers: one for a function, or one for each verb
    of a class of handlers (`HTTPEndpoint`).
    """
    if not inspect.isclass(route.endpoint):
        # An ASGI application as the endpoint may have no verbs, since it answers all of them: GET
        # stands for them.
        route_verbs = set(route.methods or {"GET"})
        if "GET" in route_verbs:
            # Starlette adds HEAD to each route that has GET.
            route_verbs.discard("HEAD")
        verbs = tuple(verb for verb in _VERBS if verb in route_verbs)
        yield _method(route, prefix, route.endpoint, verbs, str(route.name)), route.endpoint
        return
    for verb in _VERBS:
        # An `HTTPEndpoint` has a Python method for each verb: `get`, `post`.
        handler = getattr(route.endpoint, verb.lower(), None)
        if handler is not None:
            name = f"{verb.lower()}_{snake_case(str(route.name))}"
            yield _method(route, prefix, handler, (verb,), name), handler


def _method(
    route: Route, prefix: str, handler: Any, verbs: tuple[HttpVerb, ...], name: str
) -> HttpMethod:
    """Return a method without a description.

    Args:
        route: The route.
        prefix: The path at which the application of the route is mounted.
        handler: The function or method that handles the calls.
        verbs: The verbs of the method.
        name: Its name in the application.
    """
    return HttpMethod(
        name=snake_case(name),
        verbs=verbs,
        path=prefix + _route_path(route),
        parameters=tuple(_parameters(route)),
        source=source_of(handler),
    )


def _socket(route: WebSocketRoute, prefix: str) -> WebSocketContract:
    """Return the contract of a WebSocket, described by the docstring of its handler. Messages are
    unknown.
    """
    contract = WebSocketContract(
        name=class_case(str(route.name)),
        path=prefix + _route_path(route),
        parameters=tuple(_parameters(route)),
        error_format="plain",
        framing=BARE,
        source=source_of(route.endpoint),
    )
    docstring = inspect.cleandoc(getattr(route.endpoint, "__doc__", None) or "")
    return described_socket(contract, docstring, route.endpoint)


def _parameters(route: Route | WebSocketRoute) -> Iterator[Parameter]:
    """Yield the path parameters of a route; those with a convertor of the project's own are
    text.
    """
    for name, convertor in route.param_convertors.items():
        parameter_type = _TYPES_BY_CONVERTOR.get(type(convertor), str)
        yield Parameter(name=name, location="path", type=parameter_type)


def _without_openapi(docstring: str) -> str:
    """Return a docstring in which an operation object of OpenAPI in YAML is replaced by the
    operation's summary and description.

    Starlette's `SchemaGenerator` reads such an operation from the whole docstring, or from what
    follows the last ``---``.
    """
    try:
        import yaml
    except ImportError:  # Starlette cannot read it either
        return docstring
    text_before, _separator, yaml_text = docstring.rpartition("---")
    try:
        operation = yaml.safe_load(yaml_text)
    except yaml.YAMLError:
        return docstring
    if not isinstance(operation, dict) or _OPERATION_KEYS.isdisjoint(operation):
        return docstring
    parts = (text_before, operation.get("summary"), operation.get("description"))
    texts = [str(part).strip() for part in parts if part]
    return "\n\n".join(filter(None, texts))
