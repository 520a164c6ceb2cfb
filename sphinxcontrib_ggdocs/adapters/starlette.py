"""Reads Starlette applications as contracts: the paths and verbs of their routes."""

import inspect
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, Unpack, get_args

from starlette.convertors import FloatConvertor, IntegerConvertor, UUIDConvertor
from starlette.routing import Host, Mount, Route, WebSocketRoute

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
_TYPES: Final[Mapping[type, type]] = {
    IntegerConvertor: int,
    FloatConvertor: float,
    UUIDConvertor: uuid.UUID,
}

_FASTAPI_ROUTES = {"fastapi.routing.APIRoute", "fastapi.routing.APIWebSocketRoute"}
_OF_OPERATION = {"parameters", "requestBody", "responses", "tags", "operationId"}
"""Members that show that a text in YAML is an operation of OpenAPI."""

NOTICE = (
    "Read from Starlette's routes, which carry no types: paths, verbs and docstrings are "
    "documented, queries, headers and bodies are not."
)
"""The description of groups, for readers who wonder."""


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
    options = imported_options(options)
    reader = _RouteReader(options)
    reader.read(app, "")
    return with_own_slugs([*reader.own_groups(), *reader.mounted])


class _RouteReader:
    """Reads routes, those of mounts included; foreign applications are left to their adapters."""

    def __init__(self, options: AppOptions) -> None:
        self.mounted: list[ResolvedGroup] = []
        self._options = options
        self._groups = GroupRegistry()

    def own_groups(self) -> Iterator[ResolvedGroup]:
        """Yield the groups of Starlette's own routes."""
        for group in self._groups.resolved():
            contracts: list[Contract] = []
            for contract in group.contracts:
                described = replace(contract, description=contract.description or NOTICE)
                contracts.append(described)
            yield replace(group, contracts=tuple(contracts))

    def read(self, app: Any, prefix: str) -> None:
        """Read an application that is mounted at `prefix`."""
        typed = [route for route in app.routes if _is_of_fastapi(route)]
        if typed:
            self._read_typed(typed, prefix)
        for route in app.routes:
            if _is_of_fastapi(route):
                continue
            # A `Host` has no path; what it serves is read like the rest.
            if isinstance(route, Mount | Host):
                self._read_mounted(route, prefix)
            elif isinstance(route, WebSocketRoute):
                self._add_socket(route, prefix)
            elif isinstance(route, Route) and route.include_in_schema:
                self._add(route, prefix)

    def _read_mounted(self, route: Mount | Host, prefix: str) -> None:
        inside: Any = route.app
        path = prefix
        if isinstance(route, Mount):
            # The path of a mount ends with a placeholder for the rest.
            path += route.path_format.removesuffix("/{path}")
        if _is_foreign(inside):
            self.mounted += mounted_groups(inside, path, self._options)
        # Others, such as `StaticFiles`, decide themselves what they serve.
        elif hasattr(inside, "routes"):
            self.read(inside, path)

    def _read_typed(self, routes: list[Any], prefix: str) -> None:
        """Read routes of FastAPI, such as those that `implement()` makes, with their types."""
        from fastapi import APIRouter  # installed, for there are routes of it

        self.mounted += mounted_groups(APIRouter(routes=routes), prefix, self._options)

    def _add(self, route: Route, prefix: str) -> None:
        facts = _facts(route, prefix)
        if not is_selected(self._options, facts):
            return
        group = self._group(facts)
        audience = audience_of_route(self._options, facts)
        for method, handler in _methods(route, prefix):
            name = method_name(self._options, route, method, str(route.name))
            text = _prose_of(inspect.cleandoc(getattr(handler, "__doc__", None) or ""))
            described = described_method(method, sections_of(text), handler)
            group.add(replace(described, name=name, audience=audience), route.endpoint)

    def _add_socket(self, route: WebSocketRoute, prefix: str) -> None:
        facts = _facts(route, prefix)
        if is_selected(self._options, facts):
            contract = _socket(route, prefix)
            name = given_name(self._options, route, facts.path, str(route.name))
            audience = audience_of_route(self._options, facts)
            self._group(facts).add_socket(
                replace(contract, name=name or contract.name, audience=audience)
            )

    def _group(self, facts: RouteFacts) -> GroupBuilder:
        name = group_name(self._options, facts, UNTITLED)
        return self._groups.group(name, group_title(self._options, name), description=NOTICE)


def _facts(route: Route | WebSocketRoute, prefix: str) -> RouteFacts:
    return RouteFacts(
        route=route,
        path=prefix + route.path_format,
        router=getattr(route.endpoint, "__module__", None) or "",
        extensions=_extensions(route.endpoint),
    )


def _extensions(endpoint: Any) -> dict[str, Any]:
    """Return the attributes of a handler that say for whom it is, as extensions."""
    names = {key: key.replace("-", "_") for key in EXTENSIONS}
    return {key: getattr(endpoint, name) for key, name in names.items() if hasattr(endpoint, name)}


def _is_foreign(app: Any) -> bool:
    """Return whether the nearest adapter for a mounted application is not this one."""
    installed = installed_adapters()
    for name in class_names(type(app)):
        if name in installed:
            return not installed[name].value.endswith(f":{StarletteAdapter.__name__}")
    return False


def _is_of_fastapi(route: object) -> bool:
    return not _FASTAPI_ROUTES.isdisjoint(class_names(type(route)))


def _route_path(route: Route | WebSocketRoute) -> str:
    """Return a path with the converters of placeholders for several steps, ``{rest:path}``."""
    return with_rests(route.path_format, REST.findall(route.path))


def _methods(route: Route, prefix: str) -> Iterator[tuple[HttpMethod, Any]]:
    """One method and its handler, or for a class of handlers one for each verb."""
    if not inspect.isclass(route.endpoint):
        answered = route.methods or {"GET"}
        # Starlette adds HEAD to each route that has GET.
        ignored = {"HEAD"} if "GET" in answered else set()
        verbs = tuple(verb for verb in _VERBS if verb in answered - ignored)
        yield _method(route, prefix, route.endpoint, verbs, str(route.name)), route.endpoint
        return
    for verb in _VERBS:
        # An `HTTPEndpoint` has a method for each verb that it takes.
        handler = getattr(route.endpoint, verb.lower(), None)
        if handler is not None:
            name = f"{verb.lower()}_{snake_case(str(route.name))}"
            yield _method(route, prefix, handler, (verb,), name), handler


def _method(
    route: Route, prefix: str, handler: Any, verbs: tuple[HttpVerb, ...], name: str
) -> HttpMethod:
    return HttpMethod(
        name=snake_case(name),
        verbs=verbs,
        path=prefix + _route_path(route),
        parameters=tuple(_parameters(route)),
        source=source_of(handler),
    )


def _socket(route: WebSocketRoute, prefix: str) -> WebSocketContract:
    contract = WebSocketContract(
        name=class_case(str(route.name)),
        path=prefix + _route_path(route),
        parameters=tuple(_parameters(route)),
        error_format="plain",
        framing=BARE,
        source=source_of(route.endpoint),
    )
    text = inspect.cleandoc(getattr(route.endpoint, "__doc__", None) or "")
    return described_socket(contract, text, route.endpoint)


def _parameters(route: Route | WebSocketRoute) -> Iterator[Parameter]:
    for name, convertor in route.param_convertors.items():
        # Other convertors, those of projects among them, are known to read text and no more.
        yield Parameter(name=name, location="path", type=_TYPES.get(type(convertor), str))


def _prose_of(text: str) -> str:
    """Return a docstring for readers: what follows its last `---`, or the whole docstring, may be
    an operation of OpenAPI in YAML (`starlette.schemas.SchemaGenerator`), whose texts are taken.
    """
    try:
        import yaml
    except ImportError:
        return text
    before, _, last = text.rpartition("---")
    try:
        operation = yaml.safe_load(last)
    except yaml.YAMLError:
        return text
    if not isinstance(operation, dict) or _OF_OPERATION.isdisjoint(operation):
        return text
    parts = (before, operation.get("summary"), operation.get("description"))
    texts = [str(part).strip() for part in parts if part]
    return "\n\n".join(filter(None, texts))
