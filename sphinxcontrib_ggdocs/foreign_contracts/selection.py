"""Applies `AppOptions` to the routes of an application."""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, TypedDict

from ..audience_rules import Audiences
from ..catalog.app_options import (
    AppOptions,
    ErrorName,
    GroupBy,
    GroupNames,
    MethodNames,
    RouteAudience,
    RouteChoice,
)
from ..contracts.audiences import audience_in, audience_names, combined
from ..contracts.contract_errors import Location
from ..contracts.display_names import title_of
from ..contracts.model import HttpMethod

UNTAGGED = "default"
"""The group of routes without tags if others have tags, as Swagger UI calls it."""
UNTITLED = "API"
"""The group of routes that nothing groups, in an application without a title."""


class AppOptionArguments(TypedDict, total=False):
    """The fields of `AppOptions` as arguments of a function."""

    group_by: GroupBy
    include: RouteChoice
    exclude: RouteChoice
    method_names: MethodNames
    group_names: GroupNames
    error_name: ErrorName | None
    audience: RouteAudience | None
    mounted: bool
    strict: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteFacts:
    """What the options ask about a route of any framework."""

    route: Any
    """The framework's own route, which functions are given."""
    path: str
    """Whole, with ``{name}`` placeholders."""
    tags: Sequence[str] = ()
    router: str = ""
    """The module or the class of its handler."""
    extensions: Any = None
    """A mapping in which ``x-audience`` and ``x-internal`` say for whom it is."""


def imported_options(options: AppOptions | None) -> AppOptions:
    """Return the options that an adapter is given, with functions and data for their names.

    Raises:
        ContractError: a name is unresolved, or refers to something else.
    """
    return (options or AppOptions()).imported(Location(owner=AppOptions.__name__))


def is_selected(options: AppOptions, facts: RouteFacts) -> bool:
    """Return whether a route is for this document."""
    if not _fits(options.include, facts, default=True):
        return False
    return not _fits(options.exclude, facts, default=False)


def audience_of_route(options: AppOptions, facts: RouteFacts) -> Audiences:
    """For whom a route is: as it says itself, and as a function of the options says.

    Raises:
        BadOption: The function returns something else than names.
    """
    named = options.audience(facts.route) if options.audience is not None else None
    where = Location(owner=facts.path, path="audience")
    return combined(audience_in(facts.extensions), audience_names(named, where))


def _fits(choice: RouteChoice, facts: RouteFacts, *, default: bool) -> bool:
    if choice is None:
        return default
    if callable(choice):
        return choice(facts.route)
    return any(fnmatchcase(facts.path, pattern) for pattern in choice)


def untagged_group(title: str | None, *, has_tags: bool) -> str:
    """Return the name of the group of routes without tags.

    Args:
        title: That of the application, if its author gave one.
        has_tags: Whether other routes have tags.
    """
    return UNTAGGED if has_tags else title or UNTITLED


def group_name(options: AppOptions, facts: RouteFacts, untagged: str) -> str:
    """Return the name of a route's group."""
    if callable(options.group_by):
        return str(options.group_by(facts.route))
    if options.group_by == "router":
        return title_of(facts.router.rpartition(".")[2]) or UNTITLED
    if facts.tags:
        return facts.tags[0]
    return untagged


def group_title(options: AppOptions, name: str) -> str:
    """What readers see as the name of a group."""
    if callable(options.group_names):
        return str(options.group_names(name) or name)
    return str((options.group_names or {}).get(name, name))


def given_name(options: AppOptions, route: Any, *keys: str | None) -> str | None:
    """Return the name that the options give a route.

    Args:
        options: The options.
        route: The framework's own route.
        keys: What it may be listed under.
    """
    names = options.method_names
    if callable(names):
        given: str | None = names(route)
        return given
    listed = (names[key] for key in keys if key is not None and names and key in names)
    return next(listed, None)


def method_name(options: AppOptions, route: Any, method: HttpMethod, handler: str) -> str:
    """Return the name of a method: as the options give it, else the one it has.

    Args:
        options: The options.
        route: The framework's own route.
        method: The method, its path whole.
        handler: The name of the function that handles it.
    """
    operations = (f"{verb} {method.path}" for verb in method.verbs)
    return given_name(options, route, *operations, handler, method.operation_id) or method.name
