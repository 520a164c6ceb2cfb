"""The domain ``gg``: what was built, where it is shown, and where its objects are found."""

from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar

from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment

from .records import Record, Shown
from .static.objects import ObjectEntry
from .words import _

DATA_VERSION = 1
"""Add one when the shape of the data changes, here or in `records`."""


class GgDomain(Domain):
    """Contracts, their methods, and the schemas, brands and errors that they mention."""

    name = "gg"
    label = "API contract"
    data_version = DATA_VERSION
    object_types: ClassVar[dict[str, ObjType]] = {
        "contract": ObjType(_("contract"), "contract"),
        "method": ObjType(_("method"), "method"),
        "schema": ObjType(_("schema"), "schema"),
        "brand": ObjType(_("brand"), "brand"),
        "error": ObjType(_("error"), "error"),
    }
    initial_data: ClassVar[dict[str, Any]] = {"records": {}, "shown": {}, "objects": {}}

    @property
    def records(self) -> dict[str, Record]:
        """By key of the document as written."""
        records: dict[str, Record] = self.data["records"]
        return records

    @property
    def shown(self) -> dict[str, list[Shown]]:
        """By page: its directives."""
        shown: dict[str, list[Shown]] = self.data["shown"]
        return shown

    @property
    def objects(self) -> dict[str, list[ObjectEntry]]:
        """By page: what it describes."""
        objects: dict[str, list[ObjectEntry]] = self.data["objects"]
        return objects

    def note_shown(self, docname: str, shown: Shown) -> None:
        """A directive on a page."""
        self.shown.setdefault(docname, []).append(shown)

    def note_objects(self, docname: str, entries: Iterable[ObjectEntry]) -> None:
        """Objects described on a page."""
        self.objects.setdefault(docname, []).extend(entries)

    def clear_doc(self, docname: str) -> None:
        self.shown.pop(docname, None)
        self.objects.pop(docname, None)

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for docname in docnames:
            if docname in otherdata["shown"]:
                self.shown[docname] = otherdata["shown"][docname]
                for each in self.shown[docname]:
                    for key in each.keys:
                        if key in otherdata["records"]:
                            self.records[key] = otherdata["records"][key]
            if docname in otherdata["objects"]:
                self.objects[docname] = otherdata["objects"][docname]

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        seen: set[tuple[str, str]] = set()
        for docname in sorted(self.objects):
            for entry in self.objects[docname]:
                if (entry.objtype, entry.name) not in seen:
                    seen.add((entry.objtype, entry.name))
                    yield entry.name, entry.display, entry.objtype, docname, entry.anchor, 1

    def resolve_any_xref(self, *args: Any) -> list[Any]:
        return []


def gg_domain(env: BuildEnvironment) -> GgDomain:
    """The domain of an environment."""
    domain = env.domains[GgDomain.name]
    assert isinstance(domain, GgDomain)
    return domain
