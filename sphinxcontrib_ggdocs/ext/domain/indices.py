"""The indices of the domain: HTTP routes, WebSocket interactions, brands, errors."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from sphinx.domains import Index, IndexEntry

from .. import _
from ..object_entries import DOMAIN, ObjectEntry
from .lookup import DescribedObject

Content = list[tuple[str, list[IndexEntry]]]


class GgIndex(Index):
    """Lists objects of one kind; an object that is described twice stands where it was first.

    Where several documents are shown, each entry names its own: two of them may have the same
    contract.
    """

    def generate(self, docnames: Iterable[str] | None = None) -> tuple[Content, bool]:
        wanted = None if docnames is None else set(docnames)
        listed = sorted(self._listed(), key=lambda pair: (pair[0], self.order(pair[1].entry)))
        several = len({described.slug for _heading, described in listed}) > 1
        content: dict[str, list[IndexEntry]] = {}
        for heading, described in listed:
            if wanted is not None and described.docname not in wanted:
                continue
            entry = described.entry
            qualifier = _("Deprecated") if entry.deprecated else ""
            slug = described.slug if several else ""
            extra = ", ".join(filter(None, (slug, entry.extra)))
            content.setdefault(heading, []).append(
                IndexEntry(
                    entry.display,
                    0,
                    described.docname,
                    entry.anchor,
                    extra,
                    qualifier,
                    entry.summary,
                )
            )
        return list(content.items()), False

    def _listed(self) -> Iterator[tuple[str, DescribedObject]]:
        domain: Any = self.domain  # `gg`, which imports this module
        objects: dict[str, list[ObjectEntry]] = domain.objects
        seen: set[tuple[str, str]] = set()
        for docname in sorted(objects):
            for entry in objects[docname]:
                key = (entry.objtype, entry.alias or entry.name)
                if self.lists(entry) and key not in seen:
                    seen.add(key)
                    yield self.heading(entry), DescribedObject(docname, entry)

    @abstractmethod
    def lists(self, entry: ObjectEntry) -> bool:
        """Whether the object belongs here."""

    def heading(self, entry: ObjectEntry) -> str:
        """Under what it is listed: of a path what comes before a placeholder, as it becomes an
        anchor in a URL.
        """
        before, _brace, placeholder = entry.heading.partition("{")
        return (before.rstrip("/") or "/") if placeholder else before

    def order(self, entry: ObjectEntry) -> tuple[str, ...]:
        """By what it is sorted below that."""
        return (entry.display,)


class RoutesIndex(GgIndex):
    """HTTP methods by the paths of their contracts."""

    name = "routes"
    localname = _("HTTP routes")
    shortname: ClassVar[str | None] = _("routes")

    def lists(self, entry: ObjectEntry) -> bool:
        return entry.objtype == "method" and entry.kind == "http"

    def order(self, entry: ObjectEntry) -> tuple[str, ...]:
        *verbs, path = entry.display.split(" ")
        return (path, *verbs)


class InteractionsIndex(GgIndex):
    """WebSocket interactions by the paths of their contracts."""

    name = "interactions"
    localname = _("WebSocket interactions")
    shortname: ClassVar[str | None] = _("interactions")

    def lists(self, entry: ObjectEntry) -> bool:
        return entry.objtype == "method" and entry.kind == "ws"


class BrandsIndex(GgIndex):
    """Brands by their first letters."""

    name = "brands"
    localname = _("Brands")
    shortname: ClassVar[str | None] = _("brands")

    def lists(self, entry: ObjectEntry) -> bool:
        return entry.objtype == "brand"

    def heading(self, entry: ObjectEntry) -> str:
        return entry.display[:1].upper()


class ErrorsIndex(GgIndex):
    """Errors by their statuses."""

    name = "errors"
    localname = _("Errors by status")
    shortname: ClassVar[str | None] = _("errors")

    def lists(self, entry: ObjectEntry) -> bool:
        return entry.objtype == "error"


INDICES: tuple[type[Index], ...] = (RoutesIndex, InteractionsIndex, BrandsIndex, ErrorsIndex)

PAGES = frozenset(f"{DOMAIN}-{index.name}" for index in INDICES)
"""The pages that HTML builders write them to."""


def in_words(index: type[Index]) -> type[Index]:
    """The index, named in the language of the build: some builders cannot write what is yet to be
    translated.
    """
    names = {
        "localname": str(index.localname),
        "shortname": index.shortname and str(index.shortname),
    }
    return type(index.__name__, (index,), names)
