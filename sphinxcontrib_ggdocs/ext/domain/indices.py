"""Defines the indices of the domain: HTTP routes, WebSocket interactions, brands, errors."""

from collections.abc import Collection, Iterable
from operator import itemgetter
from typing import ClassVar

from sphinx.domains import Index, IndexEntry

from ...named_objects import DescribedObject, ObjectEntry, ObjectType, split_name
from .. import _
from .refs import DOMAIN


class GgIndex(Index):
    """Lists objects of one kind; an object that is described twice leads to its first place.

    Where several documents are shown, each entry names its own: two of them may have the same
    contract.
    """

    objtype: ClassVar[ObjectType] = "method"
    protocol: ClassVar[str] = ""

    def generate(
        self, docnames: Iterable[str] | None = None
    ) -> tuple[list[tuple[str, list[IndexEntry]]], bool]:
        listed = self._listed()
        ordered = [
            (_order(entry, route), route, docname, entry)
            for docname, entry in listed
            for route in entry.paths
        ]
        ordered.sort(key=itemgetter(0))
        has_several = len({described.slug for described in listed}) > 1
        wanted = None if docnames is None else set(docnames)
        content: dict[str, list[IndexEntry]] = {}
        for (heading, *_rest), route, docname, entry in ordered:
            if wanted is None or docname in wanted:
                line = _line(route, docname, entry, has_several=has_several)
                content.setdefault(heading, []).append(line)
        # Not collapsed, which concerns entries below others (subtypes 1 and 2); all are of subtype
        # 0 here.
        return list(content.items()), False

    def _listed(self) -> Collection[DescribedObject]:
        """Return the objects of the kind, each where it is described first."""
        objects: dict[str, list[ObjectEntry]] = self.domain.data["objects"]
        kind = (self.objtype, self.protocol)
        listed: dict[str, DescribedObject] = {}
        for docname in sorted(objects):
            for entry in objects[docname]:
                if (entry.objtype, entry.kind) == kind:
                    listed.setdefault(entry.alias or entry.name, DescribedObject(docname, entry))
        return listed.values()


def _line(route: str, docname: str, entry: ObjectEntry, *, has_several: bool) -> IndexEntry:
    """Return the line of a route, or of what else is listed; with its document among several."""
    slug, called = split_name(entry.name)
    extra: list[str] = []
    if has_several:
        extra.append(slug)
    if entry.kind == "http":
        extra.append(called)
    if entry.extra:
        extra.append(entry.extra)
    qualifier = _("Deprecated") if entry.deprecated else ""
    return IndexEntry(route, 0, docname, entry.anchor, ", ".join(extra), qualifier, entry.summary)


def _order(entry: ObjectEntry, route: str) -> tuple[str, str, str]:
    """Return the sort key of a route: heading, path, verb."""
    verbs, _space, name = route.rpartition(" ")
    heading = entry.heading
    if entry.kind == "http" and (heading == "/" or not name.startswith(heading)):
        heading = "/".join(name.split("/", 2)[:2])
    # A heading becomes an anchor in a URL, which has no placeholders.
    before, _brace, placeholder = heading.partition("{")
    return (before.rstrip("/") or "/") if placeholder else heading, name, verbs


def _index(
    name: str, localname: str, shortname: str | None, objtype: ObjectType, protocol: str = ""
) -> type[GgIndex]:
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
"""The pages that HTML builders write them to."""


def translated_index(index: type[GgIndex]) -> type[GgIndex]:
    """Return the index with its names in the language of the build."""
    names = str(index.localname), str(index.shortname)
    return _index(index.name, *names, index.objtype, index.protocol)
