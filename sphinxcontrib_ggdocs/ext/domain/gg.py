"""Implements the domain ``gg``, which stores the documents that directives show and the objects
that pages describe.
"""

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
    mentions_of,
    names_in_outer_packages,
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
"""The kind of directive that shows a type which no document contains, and the kind of its object.
"""


class Shown(NamedTuple):
    """A directive on a page, the documents that it shows, and their state when the page was
    read.
    """

    place: str
    """The file and line of the directive, such as ``api/orders.rst:12``, relative to the source
    folder. The file may be one that the page includes."""
    kind: str = ""
    """The part of the documents that is shown: a kind of object, `PAGE`, `CHANGES`, `CATALOG` or
    `TYPE`; empty for whole documents."""
    page: str = ""
    """The name of the shown page of a large reference."""
    slugs: tuple[str, ...] = ()
    """The slugs of the shown documents, including those hidden from the audience; for an unknown
    object, those of all documents."""
    digest: str = ""
    """A digest of the shown parts, which is compared in the next build."""
    definition: Definition | None = None
    """The document that the directive itself defines."""


class GgDomain(Domain):
    """The domain of contracts, their methods, and the schemas, brands and errors that they use."""

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
    """The running build. Sphinx creates a domain for each application, and never pickles it."""

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        # Only now is the language of the build known. The list of the class is changed in place,
        # since Sphinx also reads it from the class.
        self.indices[:] = [translated_index(index) for index in INDICES]
        self._lookup: Lookup | None = None
        self.shown: dict[str, list[Shown]] = self.data["shown"]
        """The directives of each page."""
        self.objects: dict[str, list[ObjectEntry]] = self.data["objects"]
        """The objects that each page describes."""
        self.mentions: dict[str, tuple[str, ...]] = self.data["mentions"]
        """The names by which each page refers to objects of this domain, and to Python classes,
        since these may be types of this domain."""
        self.changelogs: dict[str, dict[tuple[str, str, str, str], str]] = self.data["changelogs"]
        """The ids of the changelog entries on each page, by slug, version, kind and key of the
        changed object; kind and key are empty for the title of a version."""

    @property
    def lookup(self) -> Lookup:
        """The lookup of all described objects by name."""
        if self._lookup is None:
            objects: dict[str, list[ObjectEntry]] = {}
            for docname, entry in self.described_objects():
                objects.setdefault(docname, []).append(entry)
            self._lookup = Lookup(objects)
        return self._lookup

    @property
    def records(self) -> dict[str, Record]:
        """The records of documents in this build, by slug."""
        return self.build.records

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        """Note the names by which a page refers to objects. Sphinx calls this after reading the
        page.
        """
        if mentions := mentions_of(document):
            self.mentions[docname] = tuple(sorted(mentions))

    def note_shown(self, docname: str, directive: Shown) -> None:
        """Note a directive of a page."""
        self.shown.setdefault(docname, []).append(directive)

    def shown_directives(self) -> Iterator[tuple[str, Shown]]:
        """Yield each directive with its page, sorted by the pages' names."""
        for docname in sorted(self.shown):
            for directive in self.shown[docname]:
                yield docname, directive

    def reference_place(self, slug: str) -> tuple[str, str] | None:
        """Return the page that shows the whole reference of a document, and the id of its
        beginning on that page, which is empty for the top; None if no page does.
        """
        for docname, directive in self.shown_directives():
            # A directive with a kind shows only a part of its documents.
            if slug not in directive.slugs or directive.kind:
                continue
            # The slugs include documents that are hidden from the audience, which have no record.
            is_only_document = self.records.keys() & directive.slugs == {slug}
            if is_only_document:
                return docname, ""
            # The top of the page may belong to another document.
            return docname, self._first_object_id(docname, slug)
        return None

    def _first_object_id(self, docname: str, slug: str) -> str:
        """Return the id of the first object of a document on a page; empty if it has no objects."""
        for entry in self.objects.get(docname, ()):
            if entry.name.startswith(f"{slug}."):
                return entry.anchor
        return ""

    def described_objects(self) -> Iterator[tuple[str, ObjectEntry]]:
        """Yield each described object with its page, sorted by the pages' names.

        A nested type (one that is described because another type contains it) is yielded once, and
        only if neither a directive nor autodoc describes it.
        """
        entries: list[tuple[str, ObjectEntry]] = []
        for page in sorted(self.objects):
            entries += [(page, entry) for entry in self.objects[page]]
        described_types = {*self.env.domains.python_domain.objects}  # names that autodoc describes
        for _page, entry in entries:
            if entry.objtype == TYPE and not entry.is_nested:
                described_types.add(entry.name)
        for page, entry in entries:
            if entry.is_nested:
                if not described_types.isdisjoint(names_in_outer_packages(entry.name)):
                    continue
                described_types.add(entry.name)
            yield page, entry

    def described_type(self, name: str) -> DescribedObject | None:
        """Return the description of a type, also under a name in an outer package that re-exports
        it; None if no page describes it.

        Args:
            name: The full Python name: ``shop.models.Order``.
        """
        for outer_name in names_in_outer_packages(name):
            for described in self.lookup.find(TYPE, outer_name, ""):  # from no page in particular
                # The lookup also finds types of other packages whose full names end like this.
                if described.entry.name == outer_name:
                    return described
        return None

    def location(self, place: str) -> str:
        """Return the place of a directive with an absolute path, for a warning."""
        return str(self.env.srcdir / place)

    def note_objects(self, docname: str, entries: Iterable[ObjectEntry]) -> None:
        """Note objects that a page describes."""
        self.objects.setdefault(docname, []).extend(entries)
        self._lookup = None

    def note_changes(
        self, docname: str, slug: str, entries: Mapping[tuple[str, str, str], str]
    ) -> None:
        """Note the changelog of a document on a page. If several directives of the page show the
        same entry, links lead to the first.

        Args:
            docname: The page.
            slug: The slug of the document.
            entries: The ids by version, kind and key of the changed object.
        """
        anchors = self.changelogs.setdefault(docname, {})
        for key, anchor in entries.items():
            anchors.setdefault((slug, *key), anchor)

    def changelog_places(self, slug: str) -> Iterator[tuple[str, str, str]]:
        """Yield each version in the changelogs of a document, with the first page that has it, and
        the id of its title there.
        """
        yielded_versions: set[str] = set()
        for docname in sorted(self.changelogs):
            for (entry_slug, version, kind, _key), anchor in self.changelogs[docname].items():
                is_version_title = entry_slug == slug and not kind
                if is_version_title and version not in yielded_versions:
                    yielded_versions.add(version)
                    yield version, docname, anchor

    def clear_doc(self, docname: str) -> None:
        """Forget the data of a page that is removed or read again."""
        for name in self.initial_data:
            self.data[name].pop(docname, None)
        self._lookup = None

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over the data of pages that another process has read."""
        for name in self.initial_data:
            for docname in docnames & otherdata[name].keys():
                self.data[name][docname] = otherdata[name][docname]
        self._lookup = None

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        """Yield the objects for the inventory and the search of Sphinx: full name, displayed name,
        kind, page, id and priority (1: default).
        """
        yielded: set[tuple[str, str]] = set()
        for docname, entry in self.described_objects():
            # An inventory has one place for each name.
            if (entry.objtype, entry.name) in yielded:
                continue
            yielded.add((entry.objtype, entry.name))
            yield entry.name, entry.display, entry.objtype, docname, entry.anchor, 1
            for route in entry.paths[1:]:
                # A search finds the further paths of a method, too.
                name = f"{entry.name}@{route.partition(' ')[2]}"
                yield name, route, entry.objtype, docname, entry.anchor, 1

    def find(self, objtype: str, target: str, docname: str, within: str) -> list[DescribedObject]:
        """Return the described objects to which a reference may lead, the nearest first.

        Args:
            objtype: The kind of object.
            target: The name as the author writes it.
            docname: The page with the reference.
            within: The full name of the object in whose description the reference is, or the slug
                of the document; empty for other text.
        """
        matches = self.lookup.find(objtype, target, docname, within)
        # `within` may be a slug alone; the dot marks its end, as in a full name.
        slug = split_name(f"{within}.")[0]
        is_in_other_documents = matches and all(match.slug != slug for match in matches)
        # If the document of the reference has such an object, which no page describes, a link to an
        # object of another service would mislead readers.
        if slug and is_in_other_documents and self.build.find(objtype, target, slug).slug == slug:
            return []
        return matches

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
        """Return the link for a reference of this domain; None if no page describes its target."""
        if typ == CHANGE:
            return self._link_to_change(builder, fromdocname, target, contnode)
        if typ == PAGE:  # a page of ours, whose name is the target
            return make_refnode(builder, fromdocname, target, "", contnode)
        matches = self.find(typ, target, fromdocname, node.get(WITHIN, ""))
        if not matches:
            return None
        if len(matches) > 1:
            warn(Problem(Subtype.AMBIGUOUS, ambiguous(typ, target, matches)), node)
        reference = reference_to(builder, fromdocname, matches[0], contnode)
        if node.get(OPTIONAL):
            # The link has no tooltip with the displayed name: the page would have to be written
            # again whenever that changes.
            del reference["reftitle"]
        return reference

    def _link_to_change(
        self, builder: Builder, fromdocname: str, target: str, contnode: nodes.Element
    ) -> nodes.reference | None:
        """Return a link to an entry of a changelog, else to its version; None if no page shows the
        version.

        Args:
            builder: The builder.
            fromdocname: The page with the link.
            target: Slug, version, kind and key, with spaces between them; the version is empty for
                unreleased changes, kind and key for the version itself.
            contnode: The content of the link.
        """
        slug, version, kind, key = target.split(" ", 3)
        is_single_file = isinstance(builder, SingleFileHTMLBuilder)
        for entry_key in ((slug, version, kind, key), (slug, version, "", "")):
            for docname in sorted(self.changelogs):
                anchor = self.changelogs[docname].get(entry_key)
                if anchor is not None:
                    # If all pages are in one file, a link is only an id, like one within a page.
                    origin = docname if is_single_file else fromdocname
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
        """Return the links for a reference with the role ``any``, each with the role that would
        have led to it.
        """
        matches: list[DescribedObject] = []
        for objtype in self.object_types:
            matches += self.find(objtype, target, fromdocname, node.get(WITHIN, ""))
        links: list[tuple[str, nodes.reference]] = []
        for match in matches:
            reference = reference_to(builder, fromdocname, match, contnode)
            if len(matches) > 1:
                # Sphinx lists the candidates in its warning by this attribute.
                reference["reftitle"] = match.entry.name
            links.append((f"{self.name}:{match.entry.objtype}", reference))
        return links


def build_of(env: BuildEnvironment) -> Build:
    """Return the running build of an environment."""
    return gg_domain(env).build


def gg_domain(env: BuildEnvironment) -> GgDomain:
    """Return the domain ``gg`` of an environment."""
    domain = env.domains[GgDomain.name]
    assert isinstance(domain, GgDomain)
    return domain
