"""Reads the routes of a FastAPI application as groups of contracts (`contracts_from_fastapi`).

Some routes may serve a hand-written contract, a class with ``@http.api`` or ``@ws.api``:
`implement()` created them, and the contract documents them.
"""

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
from .alternative_routes import alternatives_to, has_own_matching, joined
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
    """Read the routes of an application, and of applications mounted in it, as groups of
    contracts.
    """
    options = imported_options(options)
    reader = _ApplicationReader(options)
    reader.read(app, "", None)
    return with_tolerated_types(reader.groups.resolved(), options)


@dataclass(frozen=True, slots=True)
class _Application:
    """An application, with what is needed to read each of its routes."""

    app: Any
    """The ``FastAPI`` or ``APIRouter`` object."""
    prefix: str
    """The path at which it is mounted; empty for the outermost application."""
    owner: str | None
    """The title of a mounted application; None for the outermost one, and for one without."""
    errors: FastAPIErrors
    untagged: str
    """The group of routes without tags."""
    module_tags: Mapping[str, str]
    """By module, the first tag of its operations; only for modules in which it is the same for
    all."""
    selected: Sequence[tuple[AppRoute, RouteFacts]]
    """The routes that are documented."""

    def tag(self, name: str) -> Mapping[str, Any]:
        """Return the entry of ``openapi_tags`` for a tag; empty if there is none."""
        entries: Iterable[Mapping[str, Any]] = getattr(self.app, "openapi_tags", None) or ()
        for entry in entries:
            if entry.get("name") == name:
                return entry
        return {}

    def group_without_tags(self, route: AppRoute) -> str:
        """Return the name of the group of a route without tags.

        A route that serves a hand-written contract is in a group with the name of the contract.
        FastAPI keeps no tags of WebSockets: a WebSocket gets the tag that all operations of its
        module have, if there is such a tag. All other routes are in the group `untagged`.
        """
        if route.served is not None:
            return route.served.contract.name
        if route.is_websocket:
            return self.module_tags.get(route.router) or self.untagged
        return self.untagged


class _ApplicationReader:
    """Reads an application, and the applications mounted in it, into one list of groups."""

    def __init__(self, options: AppOptions) -> None:
        self.groups = GroupRegistry()
        self._options = options
        self._dependencies = DependencyReader()
        self._operations: set[tuple[str, str]] = set()
        """The verbs and paths of the methods that were added."""
        self._operation_ids: set[str] = set()
        """The operation ids of the methods that were added."""

    def read(
        self, app: Any, prefix: str, owner: str | None, *, contracts_only: bool = False
    ) -> None:
        """Read an application, then the applications mounted in it.

        Args:
            app: The application, or a router.
            prefix: The path at which it is mounted; empty for the outermost application.
            owner: The title of a mounted application, which distinguishes its groups from those of
                other applications; None for the outermost application, and for one without.
            contracts_only: Whether only routes that serve a hand-written contract are read, as of
                mounted applications without the option `mounted`.
        """
        routes_and_mounted_apps = list(routes_of(app))
        routes = _routes_to_read(routes_and_mounted_apps, contracts_only=contracts_only)
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
        has_tags = any(facts.tags for _route, facts in selected)
        application = _Application(
            app=app,
            prefix=prefix,
            owner=owner,
            errors=errors,
            untagged=untagged_group(title, has_tags=has_tags),
            module_tags=self._module_tags(selected),
            selected=selected,
        )
        if self._options.group_by == "tags":
            # Created first, so that groups have the order in which the application lists its tags.
            for tag in getattr(app, "openapi_tags", None) or ():
                self._group(application, tag["name"])
        for route, facts in self._untagged_sockets_last(selected):
            self._add(route, facts, application)
        if not contracts_only:
            self._add_webhooks(application)
        self._read_mounted_apps(routes_and_mounted_apps, prefix)

    def _read_mounted_apps(
        self, routes_and_mounted_apps: Iterable[AppRoute | MountedApp], prefix: str
    ) -> None:
        """Read the mounted applications among some routes: without the option `mounted`, only the
        routes that serve hand-written contracts.
        """
        for item in routes_and_mounted_apps:
            if isinstance(item, MountedApp):
                self.read(
                    item.app,
                    prefix + item.path,
                    owner=getattr(item.app, "title", None),
                    contracts_only=not self._options.mounted,
                )

    def _selected(
        self, routes: Iterable[AppRoute], prefix: str
    ) -> list[tuple[AppRoute, RouteFacts]]:
        """Return the routes that the options select, each with its whole path and the properties
        that the options depend on.
        """
        selected: list[tuple[AppRoute, RouteFacts]] = []
        for route in routes:
            whole_route = replace(route, path=prefix + route.path)
            facts = _route_facts(whole_route)
            if is_selected(self._options, facts):
                selected.append((whole_route, facts))
        return selected

    def _untagged_sockets_last(
        self, selected: Iterable[tuple[AppRoute, RouteFacts]]
    ) -> list[tuple[AppRoute, RouteFacts]]:
        """Return routes in an order in which WebSockets without tags come last, so that their group
        follows the groups of tags.

        WebSockets that serve a hand-written contract stay in place, since each is in the group of
        its contract.
        """
        if self._options.group_by != "tags":
            return list(selected)

        def is_untagged_socket(pair: tuple[AppRoute, RouteFacts]) -> bool:
            route, _facts = pair
            return route.is_websocket and route.served is None and not route.tags

        return sorted(selected, key=is_untagged_socket)

    def _module_tags(self, selected: Iterable[tuple[AppRoute, RouteFacts]]) -> dict[str, str]:
        """Return, by module, the first tag of its operations, for modules in which it is the same
        for all operations; an empty text if none of them has tags.

        Operations with an audience do not count, since their tag must not name a group that
        everybody sees.
        """
        first_tags_by_module: defaultdict[str, set[str]] = defaultdict(set)
        for route, facts in selected:
            is_operation = not route.is_websocket and route.served is None
            if is_operation and not audience_of_route(self._options, facts):
                first_tag = route.tags[0] if route.tags else ""
                first_tags_by_module[route.router].add(first_tag)
        module_tags: dict[str, str] = {}
        for module, [tag, *other_tags] in first_tags_by_module.items():
            if not other_tags:
                module_tags[module] = tag
        return module_tags

    def _add(self, route: AppRoute, facts: RouteFacts, application: _Application) -> None:
        """Add a route to its group: a WebSocket, a method of a hand-written contract, or an
        operation.
        """
        untagged = application.group_without_tags(route)
        group = self._group(application, group_name(self._options, facts, untagged))
        if route.is_websocket:
            self._add_socket(route, facts, group)
            return
        # If several routes have the same verb and path, the first one handles the requests.
        verbs = tuple(verb for verb in route.verbs if (verb, route.path) not in self._operations)
        self._operations.update((verb, route.path) for verb in verbs)
        if not verbs:
            return
        served = route.served
        if isinstance(served, EndpointMethod):
            contract = served_contract(served, route.path)
            method = self._served_method(route, contract, served.method, application.errors)
            named_method = self._with_final_name(replace(method, verbs=verbs), route, facts)
            group.add_served(served, contract, named_method)
        else:
            alternatives = self._alternatives(route, facts, application)
            other_methods = [self._method(other, application.errors) for other in alternatives]
            method = joined(self._method(route, application.errors), other_methods)
            method = replace(method, verbs=verbs)
            group.add(self._with_final_name(method, route, facts), route.route.endpoint)

    def _alternatives(
        self, route: AppRoute, facts: RouteFacts, application: _Application
    ) -> list[AppRoute]:
        """Return the routes that may take a request for the same path and verbs if a route refuses
        it; empty if it never refuses one. The documentation of the route includes theirs, so they
        must be for the same audience.
        """
        if not has_own_matching(route):
            return []
        audience = audience_of_route(self._options, facts)
        others = [
            other
            for other, other_facts in application.selected
            if audience_of_route(self._options, other_facts) == audience
        ]
        return alternatives_to(route, others)

    def _add_socket(self, route: AppRoute, facts: RouteFacts, group: GroupBuilder) -> None:
        """Add a WebSocket to its group, with its final name and its audience."""
        contract = self._websocket(route)
        name = given_name(self._options, route.route, route.path, str(route.route.name))
        audience = combined(contract.audience, audience_of_route(self._options, facts))
        group.add_socket(replace(contract, name=name or contract.name, audience=audience))

    def _add_webhooks(self, application: _Application) -> None:
        """Add the webhooks of an application to their groups."""
        # The application's exception handlers do not answer requests that it sends itself.
        errors = replace(application.errors, everywhere=())
        for route in webhooks_of(application.app):
            facts = _route_facts(route)
            if is_selected(self._options, facts):
                group = self._group(application, group_name(self._options, facts, WEBHOOKS))
                group.add_webhook(self._with_final_name(self._method(route, errors), route, facts))

    def _method(self, route: AppRoute, errors: FastAPIErrors) -> HttpMethod:
        """Return the method of a route. If the route cannot be read, warn, and return the method
        without parameters and responses.
        """
        try:
            return method_of(route, errors, self._dependencies)
        except Exception as error:  # noqa: BLE001
            # Types and values that authors declare may fail in any way.
            warn_unreadable_route(error, _location(route), self._options)
            return described(bare_method(route), route)

    def _served_method(
        self, route: AppRoute, contract: HttpContract, method: HttpMethod, errors: FastAPIErrors
    ) -> HttpMethod:
        """Return a method of a hand-written contract, with what the route's dependencies add. If
        they cannot be read, warn, and return the method without changes.
        """
        try:
            return served_method(route, contract, method, errors.everywhere, self._dependencies)
        except Exception as error:  # noqa: BLE001
            # Types and values that authors declare may fail in any way.
            warn_unreadable_route(error, _location(route), self._options)
            return method

    def _websocket(self, route: AppRoute) -> WebSocketContract:
        """Return the contract of a WebSocket. If the route cannot be read, warn, and return its
        path and its declared messages only.
        """
        if isinstance(route.served, EndpointSocket):
            return self._served_socket(route, route.served.contract)
        interactions = interactions_of(route.route.endpoint)
        try:
            return websocket_of(route, interactions, self._dependencies)
        except Exception as error:  # noqa: BLE001
            # Types and values that authors declare may fail in any way.
            warn_unreadable_route(error, _location(route), self._options)
            return bare_websocket(route, interactions)

    def _served_socket(self, route: AppRoute, contract: WebSocketContract) -> WebSocketContract:
        """Return a hand-written WebSocket contract at the path of its route, with what the route's
        dependencies add. If they cannot be read, warn, and return it without that.
        """
        try:
            return served_socket(route, contract, self._dependencies)
        except Exception as error:  # noqa: BLE001
            # Types and values that authors declare may fail in any way.
            warn_unreadable_route(error, _location(route), self._options)
            return replace(contract, path=route.route_path)

    def _with_final_name(
        self, method: HttpMethod, route: AppRoute, facts: RouteFacts
    ) -> HttpMethod:
        """Return a method with its final name, its tags, its audience and a unique operation id:
        applications may give one id to several routes.
        """
        options = self._options
        # A method without tags has the name of its contract as a tag in OpenAPI. The tags of the
        # route take its place, unless the author groups or names the contracts in another way.
        tags = method.tags
        groups_are_tags = options.group_by == "tags" and options.group_names is None
        # `implement()` tags the routes of a contract with its name, which is the default anyway.
        has_default_tag = route.served is not None and route.tags == (route.served.contract.name,)
        if tags is None and groups_are_tags and not has_default_tag:
            tags = route.tags
        operation_id = method.operation_id
        if operation_id is not None:
            operation_id = unused_name(operation_id, self._operation_ids)
            self._operation_ids.add(operation_id)
        return replace(
            method,
            name=method_name(options, route.route, method, str(route.route.name)),
            operation_id=operation_id,
            tags=tags,
            audience=combined(method.audience, audience_of_route(options, facts)),
        )

    def _group(self, application: _Application, name: str) -> GroupBuilder:
        """Return the group with a name, described by the application's tag of that name. A mounted
        application has its own groups.
        """
        tag = application.tag(name)
        external_docs = None
        docs_object = tag.get("externalDocs")
        if docs_object:
            external_docs = ExternalDocs(
                url=docs_object["url"], description=docs_object.get("description")
            )
        return self.groups.group(
            (application.owner, name),
            _title(application, name, group_title(self._options, name)),
            description=tag.get("description"),
            external_docs=external_docs,
            separate_modes=getattr(application.app, "separate_input_output_schemas", True),
        )


def _location(route: AppRoute) -> Location:
    """Return the place of a route's handler in the author's code."""
    return where_of(source_of(route.route.endpoint), f"{route.route.name} at {route.path}")


def _route_facts(route: AppRoute) -> RouteFacts:
    """Return the properties of a route that the options depend on."""
    # WebSockets do not have the attribute.
    extra = getattr(route.route, "openapi_extra", None) or {}
    return RouteFacts(
        route=route.route,
        path=route.path,
        tags=route.tags,
        router=route.router,
        extensions=extra,
    )


def _title(application: _Application, name: str, title: str) -> str:
    """Return the title of a group as readers see it. In a mounted application it starts with the
    application's title: ``Admin: users``, or ``Admin`` for the group of routes without tags.

    Args:
        application: The application of the group.
        name: The name of the group, such as a tag.
        title: Its title according to the options.
    """
    owner = application.owner
    if owner is None:
        return title
    # A title that the options give to this group is kept.
    if title == name == application.untagged:
        return owner
    return f"{owner}: {title}"


def _routes_to_read(
    routes_and_mounted_apps: Iterable[AppRoute | MountedApp], *, contracts_only: bool
) -> list[AppRoute]:
    """Return the routes without the mounted applications, or only the routes that serve a
    hand-written contract.
    """
    routes = [item for item in routes_and_mounted_apps if isinstance(item, AppRoute)]
    if contracts_only:
        return [route for route in routes if route.served is not None]
    return routes
