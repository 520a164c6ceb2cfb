"""Defines the indices of the domain: HTTP routes, WebSocket interactions, brands (named primitive
types, such as ``OrderId``) and errors.
"""

from collections.abc import Collection, Iterable
from operator import itemgetter
from typing import ClassVar

from sphinx.domains import Index, IndexEntry

from ...named_objects import DescribedObject, ObjectEntry, ObjectType, split_name
from .. import _
from .refs import DOMAIN


class GgIndex(Index):
    """Lists the objects of one kind, each with a link to the first page that describes it.

    If several documents are shown, each entry names its document, since two of them may have the
    same contract.
    """

    objtype: ClassVar[ObjectType] = "method"
    """The kind of object that is listed."""
    protocol: ClassVar[str] = ""
    """For methods, the kind of their contracts: ``http`` or ``ws``."""

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        """Return the headings of the index with their entries, sorted, and whether Sphinx collapses
        entries.

        Args:
            docnames: Pages to which the index is limited; None for all.
        """
        objects = self._listed_objects()
        # The sort key (`_sort_key`), the route, the page, and the object of each entry.
        sorted_entries: list[tuple[tuple[str, str, str], str, str, ObjectEntry]] = []
        for docname, entry in objects:
            sorted_entries += [
                (_sort_key(entry, route), route, docname, entry) for route in entry.paths
            ]
        sorted_entries.sort(key=itemgetter(0))
        with_document = len({described.slug for described in objects}) > 1
        wanted_pages = None if docnames is None else set(docnames)
        content: dict[str, list[IndexEntry]] = {}
        for (heading, _name, _verbs), route, docname, entry in sorted_entries:
            if wanted_pages is None or docname in wanted_pages:
                index_entry = _index_entry(route, docname, entry, with_document=with_document)
                content.setdefault(heading, []).append(index_entry)
        # Only entries below others can be collapsed (subtypes 1 and 2); here are none.
        return list(content.items()), False

    def _listed_objects(self) -> Collection[DescribedObject]:
        """Return the objects of the index, each with the first page that describes it."""
        objects: dict[str, list[ObjectEntry]] = self.domain.data["objects"]
        kind = (self.objtype, self.protocol)
        listed: dict[str, DescribedObject] = {}
        for docname in sorted(objects):
            for entry in objects[docname]:
                if (entry.objtype, entry.kind) == kind:
                    # The two modes of a brand (what is sent, what is received) share an alias, and
                    # are listed once.
                    listed.setdefault(entry.alias or entry.name, DescribedObject(docname, entry))
        return listed.values()


def _index_entry(
    route: str, docname: str, entry: ObjectEntry, *, with_document: bool
) -> IndexEntry:
    """Return an entry of an index: a text that links to an object, and facts about the object.

    Args:
        route: The text of the entry: a route such as ``GET /orders``, or the name of a brand or
            error.
        docname: The page that describes the object.
        entry: The object.
        with_document: Whether the entry names the document of the object.
    """
    slug, name_in_document = split_name(entry.name)
    extra: list[str] = []
    if with_document:
        extra.append(slug)
    if entry.kind == "http":  # the text is a route, and not the name of the method
        extra.append(name_in_document)
    if entry.extra:  # such as the direction of an interaction, or the base type of a brand
        extra.append(entry.extra)
    qualifier = _("Deprecated") if entry.deprecated else ""
    no_subtype = 0  # the entry is neither below another one nor has entries below it
    return IndexEntry(
        route, no_subtype, docname, entry.anchor, ", ".join(extra), qualifier, entry.summary
    )


def _sort_key(entry: ObjectEntry, route: str) -> tuple[str, str, str]:
    """Return the sort key of an entry: heading, path or name, verbs.

    The heading of a route is the path of its contract or, if that is ``/`` or the route is not
    below it, the first segment of its own path: ``/orders`` for ``GET /orders/{id}``.
    """
    verbs, _space, name = route.rpartition(" ")
    heading = entry.heading
    if entry.kind == "http" and (heading == "/" or not name.startswith(heading)):
        heading = "/".join(name.split("/", 2)[:2])
    # A heading becomes an id in URLs, which must not contain placeholders.
    before_placeholder, _brace, placeholder = heading.partition("{")
    if placeholder:
        heading = before_placeholder.rstrip("/") or "/"
    return heading, name, verbs


def _index(
    name: str, localname: str, shortname: str | None, objtype: ObjectType, protocol: str = ""
) -> type[GgIndex]:
    """Create the class of an index.

    Args:
        name: The name of its page: ``gg-routes``.
        localname: Its title.
        shortname: Its title in menus.
        objtype: The kind of object that it lists.
        protocol: For methods, the kind of their contracts.
    """
    names = {"name": name, "localname": localname, "shortname": shortname}
    return type(name, (GgIndex,), {**names, "objtype": objtype, "protocol": protocol})


INDICES = (
    _index("routes", _("HTTP routes"), _("routes"), "method", "http"),
    _index("interactions", _("WebSocket interactions"), _("interactions"), "method", "ws"),
    _index("brands", _("Brands"), _("brands"), "brand"),
    _index("errors", _("Errors by status"), _("errors"), "error"),
)
"""Routes and interactions by the paths of their contracts, each path of a method once; brands by
their first letters, errors by their statuses.
"""

PAGES = frozenset(f"{DOMAIN}-{index.name}" for index in INDICES)
"""The names of the pages of indices in HTML."""


def translated_index(index: type[GgIndex]) -> type[GgIndex]:
    """Return an index with its titles in the language of the build."""
    # The titles in `INDICES` are lazy; `str` translates them now.
    names = str(index.localname), str(index.shortname)
    return _index(index.name, *names, index.objtype, index.protocol)
