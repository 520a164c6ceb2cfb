"""Starlette applications as contracts: the paths and verbs of their routes."""

import inspect
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, get_args

from starlette.convertors import FloatConvertor, IntegerConvertor, UUIDConvertor
from starlette.routing import Host, Mount, Route, WebSocketRoute

from ..catalog import AppOptions, ResolvedGroup
from ..catalog.adapters import class_names, installed_adapters, read_groups
from ..catalog.app_options import (
    ErrorName,
    GroupBy,
    GroupNames,
    MethodNames,
    RouteAudience,
    RouteChoice,
)
from ..contracts.audiences import EXTENSIONS
from ..contracts.authoring.docstrings import sections_of
from ..contracts.contract_errors import Where
from ..contracts.model import (
    Contract,
    HttpMethod,
    HttpVerb,
    Parameter,
    WebSocketContract,
)
from ..contracts.standard_framings import BARE
from .shared.functions import source_of
from .shared.groups import GroupBuilder, GroupRegistry, converters_of
from .shared.handler_texts import described_method, described_socket
from .shared.naming import class_case, snake_case, unused_slug
from .shared.selection import (
    UNTITLED,
    RouteFacts,
    audience_of_route,
    given_name,
    group_name,
    group_title,
    imported_options,
    is_selected,
    method_name,
)
from .starlette_docstrings import Operations, documented_operations, operation_in, text_of

__all__ = ["StarletteAdapter", "contracts_from_starlette"]

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_TYPES: Final[Mapping[type, type]] = {
    IntegerConvertor: int,
    FloatConvertor: float,
    UUIDConvertor: uuid.UUID,
}

NOTICE = (
    "Read from Starlette's routes, which carry no types: paths, verbs and docstrings are "
    "documented, queries, headers and bodies only where a docstring has a schema."
)
"""The description of groups, for readers who wonder."""


def contracts_from_starlette(
    app: Any,
    *,
    group_by: GroupBy = "tags",
    include: RouteChoice = None,
    exclude: RouteChoice = None,
    method_names: MethodNames = None,
    group_names: GroupNames = None,
    error_name: ErrorName | None = None,
    audience: RouteAudience | None = None,
    mounted: bool = False,
    strict: bool = False,
) -> list[ResolvedGroup]:
    """The routes of a Starlette application as groups of contracts.

    The types of path parameters are those of their convertors; others are known where a docstring
    is an operation of OpenAPI in YAML, as ``starlette.schemas.SchemaGenerator`` reads it. An
    application of another framework that is mounted inside is read by its own adapter, with the
    same options; its groups follow.

    Args:
        app: A ``Starlette`` application; it is not started.
        group_by: ``tags``, which routes have in such docstrings, the module of the handler
            (``router``), or a function that gets Starlette's route and names a group.
        include: Which routes to take, as patterns of paths or a function of the route; all unless
            given.
        exclude: Which to leave out of these.
        method_names: Names by ``GET /items/{id}`` or handler, or a function of the route.
        group_names: What readers see in place of the names of groups, or a function of a name.
        error_name: For applications that are mounted; Starlette's routes declare no errors.
        audience: Names the audiences of a route, or returns None for everyone. A handler is also
            only for those that it has as an attribute ``x_audience``, and with ``x_internal`` for
            ``internal``. A document of the groups leaves out what is for others than its own
            audience.
        mounted: For FastAPI applications that are mounted: whether those mounted inside them are
            read, too.
        strict: For applications that are mounted: whether a type without a schema is an error.
    """
    options = AppOptions(
        group_by=group_by,
        include=include,
        exclude=exclude,
        method_names=method_names,
        group_names=group_names,
        error_name=error_name,
        audience=audience,
        mounted=mounted,
        strict=strict,
    )
    return StarletteAdapter().groups(app, options)


class StarletteAdapter:
    """The adapter for ``Starlette``."""

    def groups(self, app: object, options: AppOptions | None = None) -> list[ResolvedGroup]:
        """Groups whose descriptions state that types are unknown."""
        options = imported_options(options)
        reader = _RouteReader(options, documented_operations(getattr(app, "routes", [])))
        reader.read(app, "")
        return _with_own_slugs([*reader.own_groups(), *reader.mounted])


class _RouteReader:
    """Reads routes, those of mounts included; foreign applications are left to their adapters."""

    def __init__(self, options: AppOptions, operations: Operations) -> None:
        self.mounted: list[ResolvedGroup] = []
        self._options = options
        self._operations = operations
        self._groups = GroupRegistry()

    def own_groups(self) -> Iterator[ResolvedGroup]:
        """The groups of Starlette's own routes."""
        for group in self._groups.resolved():
            contracts = (
                replace(contract, description=contract.description or NOTICE)
                for contract in group.contracts
            )
            yield replace(group, contracts=tuple(contracts))

    def read(self, app: Any, prefix: str) -> None:
        """Read an application that is mounted at `prefix`."""
        for route in app.routes:
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
            where = Where(owner=f"the application mounted at {path}")
            for group in read_groups(inside, where, self._options):
                contracts = tuple(_below(path, contract) for contract in group.contracts)
                self.mounted.append(replace(group, contracts=contracts))
        # Others, such as `StaticFiles`, decide themselves what they serve.
        elif hasattr(inside, "routes"):
            self.read(inside, path)

    def _add(self, route: Route, prefix: str) -> None:
        facts = _facts(route, prefix)
        if not is_selected(self._options, facts):
            return
        methods = [self._described(*pair) for pair in _methods(route, prefix)]
        tags = next((method.tags for method in methods if method.tags), ())
        group = self._group(replace(facts, tags=tags))
        for method in methods:
            name = method_name(self._options, route, method, str(route.name))
            audience = audience_of_route(self._options, facts)
            group.add(
                replace(method, name=name, audience=audience), route.endpoint, converters_of(route)
            )

    def _described(self, method: HttpMethod, handler: Any) -> HttpMethod:
        """A method with what the docstring of its handler says of it."""
        keys = ((method.path, verb) for verb in method.verbs)
        known = next((self._operations[key] for key in keys if key in self._operations), None)
        text = text_of(handler, has_operation=known is not None)
        if known is None:
            return described_method(method, sections_of(text), handler)
        named = {parameter.name for parameter in known.parameters}
        others = (item for item in method.parameters if item.name not in named)
        text = "\n\n".join(filter(None, (text, known.description)))
        method = replace(
            known,
            name=method.name,
            verbs=method.verbs,
            path=method.path,
            source=method.source,
            parameters=(*others, *known.parameters),
        )
        return described_method(method, sections_of(text), handler)

    def _add_socket(self, route: WebSocketRoute, prefix: str) -> None:
        facts = _facts(route, prefix)
        if is_selected(self._options, facts):
            contract = _socket(route, prefix)
            name = given_name(self._options, route, contract.path, str(route.name))
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
    """The attributes of a handler that say for whom it is, as extensions."""
    names = {key: key.replace("-", "_") for key in EXTENSIONS}
    return {key: getattr(endpoint, name) for key, name in names.items() if hasattr(endpoint, name)}


def _with_own_slugs(groups: list[ResolvedGroup]) -> list[ResolvedGroup]:
    slugs: set[str] = set()
    renamed = []
    for group in groups:
        # Groups of an application that is mounted may have the names of those outside of it.
        slug = unused_slug(group.slug, slugs)
        slugs.add(slug)
        renamed.append(replace(group, slug=slug))
    return renamed


def _is_foreign(app: Any) -> bool:
    """Whether the nearest adapter for a mounted application is not this one."""
    installed = installed_adapters()
    nearest = next((installed[name] for name in class_names(type(app)) if name in installed), None)
    return nearest is not None and not nearest.value.endswith(f":{StarletteAdapter.__name__}")


def _below(prefix: str, contract: Contract) -> Contract:
    if isinstance(contract, WebSocketContract):
        return replace(contract, path=prefix + contract.path)
    # Requests that the service sends go to other hosts; nothing is mounted there.
    if contract.outgoing:
        return contract
    return replace(contract, path_prefix=prefix + contract.path_prefix)


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
        path=prefix + route.path_format,
        parameters=tuple(_parameters(route)),
        source=source_of(handler),
    )


def _socket(route: WebSocketRoute, prefix: str) -> WebSocketContract:
    contract = WebSocketContract(
        name=class_case(str(route.name)),
        path=prefix + route.path_format,
        parameters=tuple(_parameters(route)),
        error_format="plain",
        framing=BARE,
        source=source_of(route.endpoint),
    )
    text = text_of(route.endpoint, has_operation=bool(operation_in(route.endpoint)))
    return described_socket(contract, text, route.endpoint)


def _parameters(route: Route | WebSocketRoute) -> Iterator[Parameter]:
    for name, convertor in route.param_convertors.items():
        # Other convertors, those of projects among them, are known to read text and no more.
        yield Parameter(name=name, location="path", type=_TYPES.get(type(convertor), str))
