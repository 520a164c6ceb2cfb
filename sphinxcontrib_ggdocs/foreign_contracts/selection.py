"""Applies `AppOptions` to the routes of an application: which routes are documented, in which
group, under which names and for which audiences.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, TypedDict, cast

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
    """The fields of `AppOptions` as keyword arguments of a function."""

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
    """The properties of a route, of any framework, that the options depend on."""

    route: Any
    """The framework's own route object, which the author's functions get."""
    path: str
    """The whole path, with ``{name}`` placeholders."""
    tags: Sequence[str] = ()
    """The route's tags; the first one is its group."""
    router: str = ""
    """The name of the module or of the class that contains the handler."""
    extensions: Any = None
    """A mapping whose keys ``x-audience`` and ``x-internal`` limit the audience; None if the route
    has no extensions."""


def imported_options(options: AppOptions | None) -> AppOptions:
    """Return the options with import names (``package.module:attribute``) replaced by the objects
    that they name.

    Raises:
        ContractError: A name cannot be imported, or names an object of the wrong type.
    """
    return (options or AppOptions()).imported(Location(owner=AppOptions.__name__))


def is_selected(options: AppOptions, facts: RouteFacts) -> bool:
    """Return whether a route belongs to the document: it matches `include` and does not match
    `exclude`.
    """
    if options.include is not None and not _matches(options.include, facts):
        return False
    return options.exclude is None or not _matches(options.exclude, facts)


def audience_of_route(options: AppOptions, facts: RouteFacts) -> Audiences:
    """Return the audiences of a route: those that both its extensions and the option `audience`
    name; if only one of the two names any, those. Empty for everybody.

    Raises:
        BadOption: The function of the options returns something other than names.
    """
    names_from_option = None
    if options.audience is not None:
        names_from_option = options.audience(facts.route)
    location = Location(owner=facts.path, path="audience")
    return combined(audience_in(facts.extensions), audience_names(names_from_option, location))


def _matches(choice: Callable[[Any], bool] | Iterable[str], facts: RouteFacts) -> bool:
    """Return whether a route is chosen.

    Args:
        choice: A function that gets the framework's route object, or path patterns such as
            ``/admin/*``, of which one has to match.
        facts: The route.
    """
    if callable(choice):
        return bool(choice(facts.route))
    return any(fnmatchcase(facts.path, pattern) for pattern in choice)


def untagged_group(title: str | None, *, has_tags: bool) -> str:
    """Return the name of the group of routes without tags.

    Args:
        title: The title of the application; None if its author gave none.
        has_tags: Whether other routes of the application have tags.
    """
    if has_tags:
        return UNTAGGED
    return title or UNTITLED


def group_name(options: AppOptions, facts: RouteFacts, untagged: str) -> str:
    """Return the name of a route's group, as the option `group_by` says: the result of a function,
    the name of the router, or the first tag.

    Args:
        options: The options.
        facts: The route.
        untagged: The group of routes without tags.
    """
    if callable(options.group_by):
        return str(options.group_by(facts.route))
    if options.group_by == "router":
        # Without the packages of the module; a route may have no router.
        return title_of(facts.router.rpartition(".")[2]) or UNTITLED
    if facts.tags:
        return facts.tags[0]
    return untagged


def group_title(options: AppOptions, name: str) -> str:
    """Return the name of a group as readers see it: what the option `group_names`, a function or a
    mapping, has for it, by default the name itself.
    """
    if callable(options.group_names):
        return str(options.group_names(name) or name)
    return str((options.group_names or {}).get(name, name))


def given_name(options: AppOptions, route: Any, *keys: str | None) -> str | None:
    """Return the name that the option `method_names` gives a route; None if it gives none.

    Args:
        options: The options.
        route: The framework's own route object, which a function gets.
        keys: The keys under which a mapping may have the name; the first one present counts.
    """
    names = options.method_names
    if callable(names):
        return cast("str | None", names(route))
    if names is not None:
        for key in keys:
            if key is not None and key in names:
                return cast("str", names[key])
    return None


def method_name(options: AppOptions, route: Any, method: HttpMethod, handler: str) -> str:
    """Return the name of a method: the one in the option `method_names`, by default its own.

    If the option is a mapping, its keys may be operations (``GET /orders``), names of handlers or
    operation ids.

    Args:
        options: The options.
        route: The framework's own route object.
        method: The method with its whole path.
        handler: The name of the function that handles it.
    """
    operations = (f"{verb} {method.path}" for verb in method.verbs)
    return given_name(options, route, *operations, handler, method.operation_id) or method.name
