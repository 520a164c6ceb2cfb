"""`contracts_from_fastapi`: the routes of an application as groups of contracts."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from typing import Any, Literal, TypeAlias

from ...catalog import ResolvedGroup, slugify
from ...contracts.display_names import title_of
from ...contracts.model import ExternalDocs, HttpMethod
from ..shared.groups import Group
from ..shared.messages import interactions_at, interactions_of
from ..shared.words import free
from .exceptions import handled_by, invalid_request
from .responses import ErrorBook, ErrorName
from .routes import Found, Mounted, methods_of, routes_of, webhooks_of, websocket_of
from .schemas import Models
from .validation import REQUEST_INVALID

GroupBy: TypeAlias = Literal["tags", "router"] | Callable[[Any], str]
Choice: TypeAlias = Iterable[str] | Callable[[Any], bool] | None
"""Patterns of paths such as ``/items/*``, or a function that is asked of each route."""

UNTAGGED = "API"
"""The group of routes without tags."""

WEBHOOKS = "Webhooks"
"""The group of webhooks without tags."""


def contracts_from_fastapi(
    app: Any,
    *,
    group_by: GroupBy = "tags",
    include: Choice = None,
    exclude: Choice = None,
    error_name: ErrorName | None = None,
) -> list[ResolvedGroup]:
    """The groups of contracts in a FastAPI application, read from its routes.

    Neither the application's OpenAPI document nor its lifespan is asked for. Of several routes that
    answer the same verb and path the first is kept, as it is the one that answers.

    Args:
        app: A ``FastAPI`` application or an ``APIRouter``.
        group_by: The first tag, the module of the handler, or a function that gets FastAPI's route
            and names a group.
        include: Which routes to take; all unless given.
        exclude: Which to leave out of these.
        error_name: Names the errors in ``responses=``, where their models or their statuses do not
            do so well.

    Returns:
        Groups in order of their first route; those of mounted applications follow.
    """
    reading = _Reading(group_by, include, exclude, error_name)
    reading.read(app, "", None)
    return [group.resolved() for group in reading.groups.values()]


class FastAPIAdapter:
    """The adapter for ``FastAPI`` and ``APIRouter``."""

    def groups(self, app: object) -> Sequence[ResolvedGroup]:
        """The groups of the application, by its tags."""
        return contracts_from_fastapi(app)


@dataclass(frozen=True, slots=True)
class _Application:
    """What an application says of all of its routes."""

    app: Any
    prefix: str
    """Where it is mounted; empty for the outermost one."""
    owner: str | None
    """The title of an application that is mounted."""
    errors: ErrorBook

    def tag(self, name: str) -> Mapping[str, Any]:
        """What is said of a tag."""
        tags = getattr(self.app, "openapi_tags", None) or ()
        return next((tag for tag in tags if tag.get("name") == name), {})


@dataclass(slots=True)
class _Reading:
    group_by: GroupBy
    include: Choice
    exclude: Choice
    error_name: ErrorName | None
    groups: dict[tuple[str | None, str], Group] = field(default_factory=dict)
    taken: set[tuple[str, str]] = field(default_factory=set)
    operation_ids: set[str] = field(default_factory=set)

    def read(self, app: Any, prefix: str, owner: str | None) -> None:
        """Read an application, mounted at `prefix` inside another one unless that is empty."""
        book = ErrorBook(
            self.error_name,
            module=type(app).__module__,
            everywhere=handled_by(app),
            models=Models(
                lambda: (found.route for found in routes_of(app) if isinstance(found, Found))
            ),
            invalid=invalid_request(app) or REQUEST_INVALID,
        )
        inside = _Application(app, prefix, owner, book)
        mounted: list[Mounted] = []
        for found in routes_of(app):
            if isinstance(found, Mounted):
                mounted.append(found)
            elif self._chosen(found, prefix):
                self._add(found, inside)
        sent = replace(inside, errors=replace(book, everywhere=()))
        for found in webhooks_of(app):
            if self._chosen(found, ""):
                group = self._group(sent, self._name(found, WEBHOOKS))
                for method in methods_of(found, sent.errors):
                    group.add_webhook(self._identified(method))
        for inner in mounted:
            self.read(inner.app, prefix + inner.path, inner.app.title)

    def _chosen(self, found: Found, prefix: str) -> bool:
        included = _named(found, prefix, self.include, default=True)
        return included and not _named(found, prefix, self.exclude, default=False)

    def _add(self, found: Found, inside: _Application) -> None:
        group = self._group(inside, self._name(found))
        whole = replace(found, path=inside.prefix + found.path)
        if found.is_websocket:
            said = interactions_of(found.route.endpoint) or interactions_at(inside.app, found.path)
            group.add_socket(websocket_of(whole, said))
            return
        for method in methods_of(whole, inside.errors):
            verbs = tuple(verb for verb in method.verbs if (verb, method.path) not in self.taken)
            if not verbs:
                continue
            self.taken.update((verb, method.path) for verb in verbs)
            group.add(replace(self._identified(method), verbs=verbs))

    def _identified(self, method: HttpMethod) -> HttpMethod:
        """The method with an operation id of its own, though applications give one to several."""
        identifier = method.operation_id
        if identifier is not None and identifier in self.operation_ids:
            identifier = free(identifier, self.operation_ids)
        self.operation_ids.add(identifier or "")
        return replace(method, operation_id=identifier)

    def _name(self, found: Found, untagged: str = UNTAGGED) -> str:
        if callable(self.group_by):
            return self.group_by(found.route)
        if self.group_by == "router":
            return title_of(found.router.rpartition(".")[2]) or UNTAGGED
        return found.tags[0] if found.tags else untagged

    def _group(self, inside: _Application, name: str) -> Group:
        group = self.groups.get((inside.owner, name))
        if group is None:
            owner = inside.owner
            shown = name if owner is None else owner if name == UNTAGGED else f"{owner}: {name}"
            slugs = {other.slug for other in self.groups.values()}
            said = inside.tag(name)
            docs = said.get("externalDocs")
            group = self.groups[owner, name] = Group(
                name=shown,
                slug=free(slugify(shown) or "group", slugs).replace("_", "-"),
                description=said.get("description"),
                external_docs=ExternalDocs(url=docs["url"], description=docs.get("description"))
                if docs
                else None,
                separate_facets=getattr(inside.app, "separate_input_output_schemas", True),
            )
        return group


def _named(found: Found, prefix: str, choice: Choice, *, default: bool) -> bool:
    if choice is None:
        return default
    if callable(choice):
        return choice(found.route)
    patterns = (choice,) if isinstance(choice, str) else choice
    return any(fnmatchcase(prefix + found.path, pattern) for pattern in patterns)
