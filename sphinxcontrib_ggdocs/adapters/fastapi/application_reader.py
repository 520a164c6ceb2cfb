"""`contracts_from_fastapi`: reads the routes of an application as groups of contracts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

from ...catalog import AppOptions, Contents, ResolvedGroup
from ...contracts.audiences import combined
from ...contracts.contract_errors import Location
from ...contracts.model import (
    ExternalDocs,
    HttpContract,
    HttpMethod,
    WebSocketContract,
    where_of,
)
from ...contracts.served import EndpointMethod, EndpointSocket
from ...foreign_contracts.declared_errors import DeclaredErrors
from ...foreign_contracts.groups import GroupBuilder, GroupRegistry
from ...foreign_contracts.naming import unused_name
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
from ..shared.messages import interactions_of
from ..shared.tolerance import warn_unreadable_route, with_tolerated_types
from .alternative_routes import alternatives_to, chooses, joined
from .dependants import DependencyReader
from .exceptions import REQUEST_INVALID, handled_by, invalid_request
from .route_responses import FastAPIErrors
from .routes import (
    AppRoute,
    MountedApp,
    bare_method,
    bare_websocket,
    described,
    method_of,
    routes_of,
    webhooks_of,
    websocket_of,
)
from .schemas import Models
from .served_routes import served_contract, served_method, served_socket
from .service import DEFAULT_TITLE, service_of

WEBHOOKS = "Webhooks"
"""The group of webhooks without tags."""


def contracts_from_fastapi(app: Any, **options: Unpack[AppOptionArguments]) -> list[ResolvedGroup]:
    """Read the routes of a FastAPI application as groups of contracts.

    The application's OpenAPI document is not built, and its lifespan is not run. If several routes
    have the same verb and path, the first is kept, since it handles the requests.

    Args:
        app: A ``FastAPI`` application or an ``APIRouter``.
        options: The fields of `AppOptions`; functions get FastAPI's route. A route names its
            audiences in ``openapi_extra``, as ``x-audience`` or ``x-internal``.

    Returns:
        Groups in the order of ``openapi_tags``, then in the order of their first routes, then those
        of mounted applications. Routes without tags form the group `default`, or a group with the
        application's title if no route has tags.
    """
    return _groups(app, AppOptions(**options))


class FastAPIAdapter:
    """Reads ``FastAPI`` and ``APIRouter`` objects."""

    def read(self, source: object, options: AppOptions | None = None) -> Contents:
        """Return what the application says about itself, and its groups; these are its tags unless
        the options say otherwise.
        """
        return Contents(partial(_groups, source, options), service=partial(service_of, source))


def _groups(app: object, options: AppOptions | None) -> list[ResolvedGroup]:
    options = imported_options(options)
    reader = _ApplicationReader(options)
    reader.read(app, "", None)
    return with_tolerated_types(reader.groups.resolved(), options)


@dataclass(frozen=True, slots=True)
class _Application:
    """What an application says of all of its routes."""

    app: Any
    prefix: str
    """Where it is mounted; empty for the outermost one."""
    owner: str | None
    """The title of an application that is mounted."""
    errors: FastAPIErrors
    untagged: str
    """The group of routes without tags."""
    module_tags: Mapping[str, str]
    """The first tag of the operations of each module in which all have the same."""
    selected: Sequence[tuple[AppRoute, RouteFacts]]
    """The routes that are documented."""

    def tag(self, name: str) -> Mapping[str, Any]:
        """Return the entry of ``openapi_tags`` for a tag."""
        entries: Iterable[Mapping[str, Any]] = getattr(self.app, "openapi_tags", None) or ()
        for entry in entries:
            if entry.get("name") == name:
                return entry
        return {}

    def group_without_tags(self, route: AppRoute) -> str:
        """Return the group of a route without tags. FastAPI keeps none for WebSockets, which belong
        to the operations next to them.
        """
        if route.served is not None:
            return route.served.contract.name
        tag = self.module_tags.get(route.router) if route.is_websocket else None
        return tag or self.untagged


class _ApplicationReader:
    """Reads an application into one list of groups, on request with those mounted inside it."""

    def __init__(self, options: AppOptions) -> None:
        self.groups = GroupRegistry()
        self._options = options
        self._dependencies = DependencyReader()
        self._operations: set[tuple[str, str]] = set()
        """The verbs and paths that methods have."""
        self._operation_ids: set[str] = set()

    def read(
        self, app: Any, prefix: str, owner: str | None, *, contracts_only: bool = False
    ) -> None:
        """Read an application.

        Args:
            app: The application, or a router.
            prefix: Where it is mounted inside another one.
            owner: Its title, if it is mounted.
            contracts_only: Whether routes without a contract are left out.
        """
        listed = list(routes_of(app))
        routes = _routes_to_read(listed, contracts_only=contracts_only)
        errors = FastAPIErrors(
            DeclaredErrors(self._options.error_name),
            module=type(app).__module__,
            everywhere=handled_by(app),
            models=Models(lambda: [route.route for route in routes]),
            invalid=invalid_request(app) or REQUEST_INVALID,
        )
        selected = self._selected(routes, prefix)
        title = getattr(app, "title", None)
        if title == DEFAULT_TITLE:
            title = None
        tags = [facts.tags for _, facts in selected]
        untagged = untagged_group(title, has_tags=any(tags))
        module_tags = self._module_tags(selected)
        application = _Application(
            app,
            prefix,
            owner,
            errors,
            untagged,
            module_tags,
            selected,
        )
        if self._options.group_by == "tags":
            for tag in getattr(app, "openapi_tags", None) or ():
                self._group(application, tag["name"])
        for route, facts in self._in_order(selected):
            self._add(route, facts, application)
        if not contracts_only:
            self._add_webhooks(application)
        self._read_mounted(listed, prefix)

    def _read_mounted(self, routes: Iterable[AppRoute | MountedApp], prefix: str) -> None:
        for route in routes:
            if isinstance(route, MountedApp):
                title = getattr(route.app, "title", None)
                only = not self._options.mounted
                self.read(route.app, prefix + route.path, title, contracts_only=only)

    def _selected(
        self, routes: Iterable[AppRoute], prefix: str
    ) -> list[tuple[AppRoute, RouteFacts]]:
        """Return the routes that the options choose, with their whole paths."""
        whole = (_mounted_at(prefix, route) for route in routes)
        pairs = ((route, _facts(route)) for route in whole)
        return [(route, facts) for route, facts in pairs if is_selected(self._options, facts)]

    def _in_order(
        self, selected: Iterable[tuple[AppRoute, RouteFacts]]
    ) -> list[tuple[AppRoute, RouteFacts]]:
        """Return routes so that the group of WebSockets without tags is after those of tags. One
        that serves a contract is in the group of its contract.
        """
        if self._options.group_by != "tags":
            return list(selected)

        def is_late(pair: tuple[AppRoute, RouteFacts]) -> bool:
            route, _facts = pair
            return route.is_websocket and route.served is None and not route.tags

        return sorted(selected, key=is_late)

    def _module_tags(self, selected: Iterable[tuple[AppRoute, RouteFacts]]) -> dict[str, str]:
        """Return the first tag of the operations of each module in which all have the same; empty
        if they have none. What is for some readers only must not name the group of what all of them
        see.
        """
        by_module: defaultdict[str, set[str]] = defaultdict(set)
        for route, facts in selected:
            is_plain = not route.is_websocket and route.served is None
            if is_plain and not audience_of_route(self._options, facts):
                by_module[route.router].add(next(iter(route.tags), ""))
        return {module: tag for module, [tag, *others] in by_module.items() if not others}

    def _add(self, route: AppRoute, facts: RouteFacts, application: _Application) -> None:
        untagged = application.group_without_tags(route)
        group = self._group(application, group_name(self._options, facts, untagged))
        if route.is_websocket:
            self._add_socket(route, facts, group)
            return
        # The first of several routes for one verb and path handles the requests.
        verbs = tuple(verb for verb in route.verbs if (verb, route.path) not in self._operations)
        self._operations.update((verb, route.path) for verb in verbs)
        if not verbs:
            return
        served = route.served
        if isinstance(served, EndpointMethod):
            contract = served_contract(served, route.path)
            method = self._served_method(route, contract, served.method, application.errors)
            named = self._named(replace(method, verbs=verbs), route, facts)
            group.add_served(served, contract, named)
        else:
            alternatives = self._alternatives(route, facts, application)
            methods = [self._method(other, application.errors) for other in alternatives]
            method = joined(self._method(route, application.errors), methods)
            named = self._named(replace(method, verbs=verbs), route, facts)
            group.add(named, route.route.endpoint)

    def _alternatives(
        self, route: AppRoute, facts: RouteFacts, application: _Application
    ) -> list[AppRoute]:
        """Return the routes that take some of the requests for a route, for the same audience."""
        if not chooses(route):
            return []
        audience = audience_of_route(self._options, facts)
        others: list[AppRoute] = []
        for other, other_facts in application.selected:
            if audience_of_route(self._options, other_facts) == audience:
                others.append(other)
        return alternatives_to(route, others)

    def _add_socket(self, route: AppRoute, facts: RouteFacts, group: GroupBuilder) -> None:
        contract = self._websocket(route)
        name = given_name(self._options, route.route, route.path, str(route.route.name))
        audience = combined(contract.audience, audience_of_route(self._options, facts))
        group.add_socket(replace(contract, name=name or contract.name, audience=audience))

    def _add_webhooks(self, application: _Application) -> None:
        errors = replace(application.errors, everywhere=())
        for route in webhooks_of(application.app):
            facts = _facts(route)
            if is_selected(self._options, facts):
                group = self._group(application, group_name(self._options, facts, WEBHOOKS))
                group.add_webhook(self._named(self._method(route, errors), route, facts))

    def _method(self, route: AppRoute, errors: FastAPIErrors) -> HttpMethod:
        """Read the method of a route; one that cannot be read costs itself only."""
        try:
            return method_of(route, errors, self._dependencies)
        except Exception as error:  # noqa: BLE001  # what routes declare may be of any kind
            warn_unreadable_route(error, _where(route), self._options)
            return described(bare_method(route), route)

    def _served_method(
        self, route: AppRoute, contract: HttpContract, method: HttpMethod, errors: FastAPIErrors
    ) -> HttpMethod:
        """Return a method of a contract; with that alone if its dependencies cannot be read."""
        try:
            return served_method(route, contract, method, errors.everywhere, self._dependencies)
        except Exception as error:  # noqa: BLE001  # what dependencies declare may be of any kind
            warn_unreadable_route(error, _where(route), self._options)
            return method

    def _websocket(self, route: AppRoute) -> WebSocketContract:
        if isinstance(route.served, EndpointSocket):
            return self._served_socket(route, route.served.contract)
        interactions = interactions_of(route.route.endpoint)
        try:
            return websocket_of(route, interactions, self._dependencies)
        except Exception as error:  # noqa: BLE001  # what routes declare may be of any kind
            warn_unreadable_route(error, _where(route), self._options)
            return bare_websocket(route, interactions)

    def _served_socket(self, route: AppRoute, contract: WebSocketContract) -> WebSocketContract:
        try:
            return served_socket(route, contract, self._dependencies)
        except Exception as error:  # noqa: BLE001  # what dependencies declare may be of any kind
            warn_unreadable_route(error, _where(route), self._options)
            return replace(contract, path=route.route_path)

    def _named(self, method: HttpMethod, route: AppRoute, facts: RouteFacts) -> HttpMethod:
        """Add the final name, the audience and a unique operation id: applications may give one id
        to several routes.
        """
        options = self._options
        keeps_tags = options.group_by == "tags" and options.group_names is None
        tags = method.tags
        is_tagged = route.served is None or route.tags != (route.served.contract.name,)
        if tags is None and keeps_tags and is_tagged:
            tags = route.tags
        identifier = method.operation_id
        if identifier is not None:
            identifier = unused_name(identifier, self._operation_ids)
            self._operation_ids.add(identifier)
        return replace(
            method,
            name=method_name(options, route.route, method, str(route.route.name)),
            operation_id=identifier,
            tags=tags,
            audience=combined(method.audience, audience_of_route(options, facts)),
        )

    def _group(self, application: _Application, name: str) -> GroupBuilder:
        tag = application.tag(name)
        docs = tag.get("externalDocs")
        link = docs and ExternalDocs(url=docs["url"], description=docs.get("description"))
        return self.groups.group(
            (application.owner, name),
            _title(application, name, group_title(self._options, name)),
            description=tag.get("description"),
            external_docs=link,
            separate_facets=getattr(application.app, "separate_input_output_schemas", True),
        )


def _mounted_at(prefix: str, route: AppRoute) -> AppRoute:
    """Return a route with its whole path."""
    return replace(route, path=prefix + route.path) if prefix else route


def _where(route: AppRoute) -> Location:
    return where_of(source_of(route.route.endpoint), f"{route.route.name} at {route.path}")


def _facts(route: AppRoute) -> RouteFacts:
    extra = getattr(route.route, "openapi_extra", None) or {}
    return RouteFacts(
        route=route.route,
        path=route.path,
        tags=route.tags,
        router=route.router,
        extensions=extra,
    )


def _title(application: _Application, name: str, title: str) -> str:
    """Return the title of a group, which in a mounted application starts with the application's
    own.
    """
    owner = application.owner
    if owner is None:
        return title
    if title == name == application.untagged:
        return owner
    return f"{owner}: {title}"


def _routes_to_read(listed: Iterable[object], *, contracts_only: bool) -> list[AppRoute]:
    """Return the routes of an application, or only those that serve a contract."""
    routes = [route for route in listed if isinstance(route, AppRoute)]
    if not contracts_only:
        return routes
    return [route for route in routes if route.served is not None]
