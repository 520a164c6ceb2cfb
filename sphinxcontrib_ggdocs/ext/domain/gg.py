"""Implements the domain ``gg``, which stores the shown documents and the described objects."""

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, ClassVar, NamedTuple

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.domains import Domain, Index, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import RoleFunction

from ...named_objects import DescribedObject, Lookup, ObjectEntry, ambiguous, split_name
from .. import _
from ..build import Build
from ..conf_values import Definition
from ..problems import Problem, Subtype, warn
from ..stored_records import Record
from .indices import INDICES, translated_index
from .refs import (
    CHANGE,
    DOMAIN,
    FILE,
    OPTIONAL,
    TYPE_KIND,
    WITHIN,
    FileRole,
    GgRole,
    handed_on,
    mentions_of,
    reference_to,
)

DATA_VERSION = 35
"""Add one when the shape of the data changes, here or in `build`."""

PAGE = "page"
"""The kind of directive that shows a page of a large reference."""
CHANGES = "changes"
"""The kind of directive that shows a changelog."""
CATALOG = "catalog"
"""The kind of directive that shows a catalogue of services."""
TYPE = TYPE_KIND
"""The kind of directive that shows a type alone, and of its object."""


class Shown(NamedTuple):
    """A directive, the documents that it shows, and their state when the page was read."""

    place: str
    """File and line, from the folder of the sources on; the file is another than the page's when it
    is included."""
    kind: str = ""
    """The shown part of documents: a kind of object, `PAGE`, `CHANGES`, `CATALOG` or `TYPE`; empty
    for all."""
    page: str = ""
    """The name of a page of a large reference."""
    slugs: tuple[str, ...] = ()
    """Slugs of the shown documents, of those hidden from the audience, and of all documents for an
    unknown object."""
    digest: str = ""
    """A digest of the shown parts."""
    definition: Definition | None = None
    """The document that the directive defines by names."""


class GgDomain(Domain):
    """Contracts, their methods, and the schemas, brands and errors that they mention."""

    name = DOMAIN
    label = "API"
    data_version = DATA_VERSION
    object_types: ClassVar[dict[str, ObjType]] = {
        "contract": ObjType(_("contract"), "contract"),
        "method": ObjType(_("method"), "method"),
        "schema": ObjType(_("type"), "schema"),
        "brand": ObjType(_("brand"), "brand"),
        "error": ObjType(_("error"), "error"),
        TYPE: ObjType(_("type"), TYPE),
    }
    roles: ClassVar[dict[str, RoleFunction]] = {
        **{name: GgRole() for name in object_types},
        FILE: FileRole(),
    }
    indices: ClassVar[list[type[Index]]] = list(INDICES)
    initial_data: ClassVar[dict[str, Any]] = {
        "shown": {},
        "objects": {},
        "mentions": {},
        "changelogs": {},
    }

    build: Build
    """The build that runs: Sphinx makes domains for each application, and never pickles them."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        # The language of the build is known now, unlike when the class was made. The list of the
        # class is changed, not replaced, since it is read without an instance, too.
        self.indices[:] = [translated_index(index) for index in INDICES]
        self._lookup: Lookup | None = None
        self.shown: dict[str, list[Shown]] = self.data["shown"]
        """By page: its directives."""
        self.objects: dict[str, list[ObjectEntry]] = self.data["objects"]
        """The described objects, by page."""
        self.mentions: dict[str, tuple[str, ...]] = self.data["mentions"]
        """By page the names by which it refers to objects, and to Python classes, which may be
        types."""
        self.changelogs: dict[str, dict[tuple[str, str, str, str], str]] = self.data["changelogs"]
        """The ids of changes, by page; then by slug, version, kind and key of the changed
        object."""

    @property
    def lookup(self) -> Lookup:
        """Return the lookup of all objects by name."""
        if self._lookup is None:
            objects: dict[str, list[ObjectEntry]] = {}
            for docname, entry in self.described_objects():
                objects.setdefault(docname, []).append(entry)
            self._lookup = Lookup(objects)
        return self._lookup

    @property
    def records(self) -> dict[str, Record]:
        """Return the records of this build by slug."""
        return self.build.records

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        if mentions := mentions_of(document):
            self.mentions[docname] = tuple(sorted(mentions))

    def note_shown(self, docname: str, shown: Shown) -> None:
        """Store a directive of a page."""
        self.shown.setdefault(docname, []).append(shown)

    def shown_directives(self) -> Iterator[tuple[str, Shown]]:
        """Yield each directive with its page, sorted by page."""
        for docname in sorted(self.shown):
            for shown in self.shown[docname]:
                yield docname, shown

    def reference_place(self, slug: str) -> tuple[str, str] | None:
        """Return the page, and the id on it, at which the reference of a document begins."""
        for docname, shown in self.shown_directives():
            if slug not in shown.slugs or shown.kind:
                continue
            is_alone = self.records.keys() & shown.slugs == {slug}
            if is_alone:
                return docname, ""
            return docname, self._first_anchor(docname, slug)
        return None

    def _first_anchor(self, docname: str, slug: str) -> str:
        """Return the id of the first object of a document on a page; empty where it has none."""
        for entry in self.objects.get(docname, ()):
            if entry.name.startswith(f"{slug}."):
                return entry.anchor
        return ""

    def described_objects(self) -> Iterator[tuple[str, ObjectEntry]]:
        """Yield each object with its page, sorted by page; a nested type once, and only where
        nothing else describes it.
        """
        noted = [(page, entry) for page in sorted(self.objects) for entry in self.objects[page]]
        known = {*self.env.domains.python_domain.objects}
        for _page, entry in noted:
            if entry.objtype == TYPE and not entry.is_nested:
                known.add(entry.name)
        for page, entry in noted:
            if entry.is_nested:
                if not known.isdisjoint(handed_on(entry.name)):
                    continue
                known.add(entry.name)
            yield page, entry

    def type_of(self, name: str) -> DescribedObject | None:
        """Return the description of a class that modules may hand on."""
        for outer in handed_on(name):
            for described in self.lookup.find(TYPE, outer, ""):
                if described.entry.name == outer:
                    return described
        return None

    def location(self, place: str) -> str:
        """Return the absolute path of a place, for a warning."""
        return str(self.env.srcdir / place)

    def note_objects(self, docname: str, entries: Iterable[ObjectEntry]) -> None:
        """Store the objects that a page describes."""
        self.objects.setdefault(docname, []).extend(entries)
        self._lookup = None

    def note_changes(
        self, docname: str, slug: str, entries: Mapping[tuple[str, str, str], str]
    ) -> None:
        """Store the changelog of a document on a page."""
        noted = self.changelogs.setdefault(docname, {})
        for key, anchor in entries.items():
            noted.setdefault((slug, *key), anchor)

    def changelog_places(self, slug: str) -> Iterator[tuple[str, str, str]]:
        """Yield the versions in the changelogs of a document, each with its first page and id."""
        known: set[str] = set()
        for docname in sorted(self.changelogs):
            for (document, version, kind, _key), anchor in self.changelogs[docname].items():
                if document == slug and not kind and version not in known:
                    known.add(version)
                    yield version, docname, anchor

    def clear_doc(self, docname: str) -> None:
        for name in self.initial_data:
            self.data[name].pop(docname, None)
        self._lookup = None

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for name in self.initial_data:
            for docname in docnames & otherdata[name].keys():
                self.data[name][docname] = otherdata[name][docname]
        self._lookup = None

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        seen: set[tuple[str, str]] = set()
        for docname, entry in self.described_objects():
            # An inventory and the search have one place for a name.
            if (entry.objtype, entry.name) in seen:
                continue
            seen.add((entry.objtype, entry.name))
            yield entry.name, entry.display, entry.objtype, docname, entry.anchor, 1
            for route in entry.paths[1:]:  # which a search shows, too
                name = f"{entry.name}@{route.partition(' ')[2]}"
                yield name, route, entry.objtype, docname, entry.anchor, 1

    def find(self, objtype: str, target: str, docname: str, within: str) -> list[DescribedObject]:
        """Return the objects to which a reference may lead; those of its own document
        come first.

        Args:
            objtype: The kind of object.
            target: The name as written.
            docname: The page.
            within: The full name of the object in whose description it is, or the slug of the
                document; else empty.
        """
        matches = self.lookup.find(objtype, target, docname, within)
        slug = split_name(f"{within}.")[0]
        # A link to another service would be worse than none: readers would take it for the right
        # one.
        elsewhere = slug and matches and all(match.slug != slug for match in matches)
        if elsewhere and self.build.find(objtype, target, slug).slug == slug:
            return []
        return matches

    def is_described(self, objtype: str, full: str) -> bool:
        """Return whether a page describes the object with a full name."""
        matches = self.lookup.find(objtype, full, "")
        return any(full in (match.entry.name, match.entry.alias) for match in matches)

    def resolve_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        if typ == CHANGE:
            return self._link_to_change(builder, fromdocname, target, contnode)
        if typ == PAGE:
            return make_refnode(builder, fromdocname, target, "", contnode)
        matches = self.find(typ, target, fromdocname, node.get(WITHIN, ""))
        if not matches:
            return None
        if len(matches) > 1:
            warn(Problem(Subtype.AMBIGUOUS, ambiguous(typ, target, matches)), node)
        reference = reference_to(builder, fromdocname, matches[0], contnode)
        if node.get(OPTIONAL):
            # What else a page shows of an object would have to be written again with it.
            del reference["reftitle"]
        return reference

    def _link_to_change(
        self, builder: Builder, fromdocname: str, target: str, contnode: nodes.Element
    ) -> nodes.reference | None:
        """Link the entry of a changelog on any page, else the version."""
        slug, version, kind, key = target.split(" ", 3)
        single = isinstance(builder, SingleFileHTMLBuilder)
        for wanted in ((slug, version, kind, key), (slug, version, "", "")):
            for docname in sorted(self.changelogs):
                if (anchor := self.changelogs[docname].get(wanted)) is not None:
                    origin = docname if single else fromdocname
                    return make_refnode(builder, origin, docname, anchor, contnode)
        return None

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        matches = [
            match
            for objtype in self.object_types
            for match in self.find(objtype, target, fromdocname, node.get(WITHIN, ""))
        ]
        links: list[tuple[str, nodes.reference]] = []
        for match in matches:
            reference = reference_to(builder, fromdocname, match, contnode)
            if len(matches) > 1:  # how Sphinx names the candidates in its warning
                reference["reftitle"] = match.entry.name
            links.append((f"{self.name}:{match.entry.objtype}", reference))
        return links


def build_of(env: BuildEnvironment) -> Build:
    """Return the build of an environment."""
    return gg_domain(env).build


def gg_domain(env: BuildEnvironment) -> GgDomain:
    """Return the domain of an environment."""
    domain = env.domains[GgDomain.name]
    assert isinstance(domain, GgDomain)
    return domain
