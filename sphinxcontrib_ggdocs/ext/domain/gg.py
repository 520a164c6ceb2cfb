"""The domain ``gg``: what was built, where it is shown, and where its objects are found."""

from collections.abc import Iterable, Iterator, Set
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.domains import Domain, Index, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import RoleFunction

from .. import _
from ..object_entries import OPTIONAL, ObjectEntry, pack_entries, unpack_entries
from ..problems import Problem, Subtype, warn
from ..store import Record, Shown, store_of
from .indices import INDICES, in_words
from .links import reference_to
from .lookup import DescribedObject, Lookup, LookupResult, candidates, find_part
from .ref_context import RefContext
from .roles import GgRole, Reference, references_of

DATA_VERSION = 17
"""Add one when the shape of the data changes, here or in `store`."""


class GgDomain(Domain):
    """Contracts, their methods, and the schemas, brands and errors that they mention."""

    name = "gg"
    label = "API"
    data_version = DATA_VERSION
    object_types: ClassVar[dict[str, ObjType]] = {
        "contract": ObjType(_("contract"), "contract"),
        "method": ObjType(_("method"), "method"),
        "schema": ObjType(_("schema"), "schema"),
        "brand": ObjType(_("brand"), "brand"),
        "error": ObjType(_("error"), "error"),
    }
    roles: ClassVar[dict[str, RoleFunction]] = {name: GgRole() for name in object_types}
    indices: ClassVar[list[type[Index]]] = list(INDICES)
    initial_data: ClassVar[dict[str, Any]] = {
        "shown": {},
        "objects": {},
        "referrers": {},
        "references": {},
    }

    _lookup: Lookup | None = None
    _objects: dict[str, list[ObjectEntry]] | None = None

    def __init__(self, env: BuildEnvironment) -> None:
        super().__init__(env)
        self.indices[:] = [in_words(index) for index in self.indices]
        self.read_pages: set[str] = set()
        """The pages that are read in this build: their directives report problems themselves."""

    @property
    def lookup(self) -> Lookup:
        """All objects by their names."""
        if self._lookup is None:
            self._lookup = Lookup(self.objects)
        return self._lookup

    @property
    def records(self) -> dict[str, Record]:
        """By key of the document: those of this build, which are kept outside of the
        environment.
        """
        return store_of(self.env).records

    @property
    def shown(self) -> dict[str, list[Shown]]:
        """By page: its directives."""
        shown: dict[str, list[Shown]] = self.data["shown"]
        return shown

    @property
    def objects(self) -> dict[str, list[ObjectEntry]]:
        """By page: what it describes; in the environment as bytes, which Sphinx reads and writes
        whole in every build.
        """
        if self._objects is None:
            packed: dict[str, bytes] = self.data["objects"]
            self._objects = {docname: unpack_entries(each) for docname, each in packed.items()}
        return self._objects

    @property
    def referrers(self) -> dict[str, tuple[Reference, ...]]:
        """By page: what it refers to."""
        referrers: dict[str, tuple[Reference, ...]] = self.data["referrers"]
        return referrers

    @property
    def references(self) -> dict[str, str]:
        """By page: a digest of what it shows of others."""
        references: dict[str, str] = self.data["references"]
        return references

    def process_doc(self, env: BuildEnvironment, docname: str, document: nodes.document) -> None:
        self.read_pages.add(docname)
        if references := references_of(document):
            self.referrers[docname] = references
        if docname in self.objects:
            self.data["objects"][docname] = pack_entries(self.objects[docname])

    def note_shown(self, docname: str, shown: Shown) -> None:
        """A directive on a page."""
        self.shown.setdefault(docname, []).append(shown)

    def shown_directives(self) -> Iterator[tuple[str, Shown]]:
        """Each directive with its page, in the order of the pages' names."""
        for docname in sorted(self.shown):
            for shown in self.shown[docname]:
                yield docname, shown

    def location(self, place: str) -> str:
        """The whole path of a place in the folder of the sources, for a warning."""
        return str(self.env.srcdir / place)

    def note_objects(self, docname: str, entries: Iterable[ObjectEntry]) -> None:
        """Objects described on a page."""
        self.objects.setdefault(docname, []).extend(entries)
        self._lookup = None

    def note_labels(self) -> None:
        """Give contracts labels as well, for ``:ref:`` in projects that do not have this extension.

        When all pages have been read: until then, a page that a contract has left may still hold
        its label.
        """
        standard = self.env.domains.standard_domain
        homes: dict[str, dict[tuple[str, str], str]] = {}
        for docname in sorted(self.objects):
            for entry in self.objects[docname]:
                if entry.objtype == "contract":
                    title = entry.name.rpartition(".")[2]
                    homes.setdefault(entry.anchor.lower(), {}).setdefault(
                        (docname, entry.anchor), title
                    )
        for label, places in homes.items():
            if standard.anonlabels.get(label) in (None, *places):  # else it is somebody else's
                (docname, anchor), title = next(iter(places.items()))
                standard.anonlabels[label] = docname, anchor
                standard.labels[label] = docname, anchor, title

    def clear_doc(self, docname: str) -> None:
        self.shown.pop(docname, None)
        self.objects.pop(docname, None)
        self.data["objects"].pop(docname, None)
        self.referrers.pop(docname, None)
        self._lookup = None

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        self.read_pages |= docnames
        for docname in docnames:
            if docname in otherdata["shown"]:
                self.shown[docname] = otherdata["shown"][docname]
                for shown in self.shown[docname]:
                    for key in shown.keys:
                        store_of(self.env).read(key)
            if docname in otherdata["referrers"]:
                self.referrers[docname] = otherdata["referrers"][docname]
            if docname in otherdata["objects"]:
                self.data["objects"][docname] = otherdata["objects"][docname]
        self._objects = self._lookup = None

    def get_objects(self) -> Iterator[tuple[str, str, str, str, str, int]]:
        seen: set[tuple[str, str]] = set()
        for docname in sorted(self.objects):
            for entry in self.objects[docname]:
                if (entry.objtype, entry.name) not in seen:
                    seen.add((entry.objtype, entry.name))
                    yield entry.name, entry.display, entry.objtype, docname, entry.anchor, 1

    def find(
        self, objtype: str, target: str, docname: str, context: RefContext
    ) -> list[DescribedObject]:
        """What a reference may mean; not something of another document, when its own has it and
        shows it nowhere.
        """
        within = context.name(self.env, self.records)
        matches = self.lookup.find(objtype, target, docname, within)
        slug = within.partition(".")[0]
        elsewhere = slug and matches and all(match.slug != slug for match in matches)
        return [] if elsewhere and self.part(objtype, target, slug).slug == slug else matches

    def part(self, objtype: str, target: str, slug: str = "") -> LookupResult:
        """What has a name in the documents, whether some page shows it or not; in the one of a slug
        first.
        """
        own = {key: record for key, record in self.records.items() if record.slug == slug}
        result = find_part(self.env, own, objtype, target)
        return result if result.objects else find_part(self.env, self.records, objtype, target)

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
        matches = self.find(typ, target, fromdocname, RefContext.of(node))
        if not matches:
            return None
        if len(matches) > 1:
            message = f"{typ} {target!r} may be any of {candidates(matches)}; give a longer name"
            warn(Problem(Subtype.AMBIGUOUS, message), node)
        reference = reference_to(builder, fromdocname, matches[0], contnode)
        if node.get(
            OPTIONAL
        ):  # what else a page shows of an object would have to be written again with it
            del reference["reftitle"]
        return reference

    def resolve_any_xref(
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> list[tuple[str, nodes.reference]]:
        context = RefContext.of(node)
        matches = [
            match
            for objtype in self.object_types
            for match in self.find(objtype, target, fromdocname, context)
        ]
        references = [reference_to(builder, fromdocname, match, contnode) for match in matches]
        if len(matches) > 1:
            for match, reference in zip(matches, references, strict=True):
                reference["reftitle"] = (
                    match.entry.name
                )  # how Sphinx names the candidates in its warning
        return [
            (f"{self.name}:{match.entry.objtype}", node)
            for match, node in zip(matches, references, strict=True)
        ]


def gg_domain(env: BuildEnvironment) -> GgDomain:
    """The domain of an environment."""
    domain = env.domains[GgDomain.name]
    assert isinstance(domain, GgDomain)
    return domain
