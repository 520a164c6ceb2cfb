"""What a build knows of a contract document without reading it: the names of its objects and pages,
and what distinguishes its types.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from .named_objects import Lookup, ObjectEntry, ambiguous

Split: TypeAlias = Literal["contract", "group", "size"]
"""What has a page of its own: each contract, each group, or what fits on one, in order."""


class TypeFacts(NamedTuple):
    """What distinguishes a type from others, without the types that it refers to."""

    label: str
    """What the type is called."""
    digest: str
    references: tuple[str, ...]
    """The types that it refers to, in order, in the document."""
    methods: int
    """How many methods mention it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contents:
    """The contents of a document."""

    objects: tuple[ObjectEntry, ...] = ()
    """What its objects are called; without anchors, which depend on pages."""
    pages: Mapping[Split, Mapping[str, str]] = field(default_factory=dict)
    """By what has a page of its own: digests by name, in order; the page that leads to them has an
    empty name."""
    classes: tuple[tuple[str, str], ...] = ()
    """The Python class and the full name of each contract and type."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """By name of a schema the Python class it was made of."""
    types: Mapping[str, TypeFacts] = field(default_factory=dict)
    """By name of a type in links."""
    split: Split | None = None
    """What has a page of its own unless the author says otherwise."""


class LookupResult(NamedTuple):
    """What has a name."""

    key: str = ""
    """The key of the document."""
    slug: str = ""
    """Its slug."""
    objects: tuple[ObjectEntry, ...] = ()
    """One object; two when a type's two facets differ; none when nothing has the name."""
    message: str = ""
    """What is wrong with the name."""


class DocumentLookup:
    """Finds the objects of documents by their names, whether some page shows them or not.

    Args:
        documents: By key.
    """

    def __init__(self, documents: Mapping[str, Contents]) -> None:
        self._objects = {key: contents.objects for key, contents in documents.items()}
        self._lookup = Lookup(self._objects)

    def find(self, objtype: str, target: str, slug: str = "") -> LookupResult:
        """Look a full name, or the end of one, up; in the document of a slug first."""
        matches = self._lookup.find(objtype, target, "", slug)
        if not matches:
            hint = self._lookup.hint(objtype, target)
            return LookupResult(message=f"no document has the {objtype} {target!r}{hint}")
        message = ambiguous(objtype, target, matches) if len(matches) > 1 else ""
        key, entry = matches[0].docname, matches[0].entry
        objects = [entry]
        # One facet alone if the target is its own name.
        if entry.alias and not target.endswith(entry.name.partition(".")[2]):
            objects = [facet for facet in self._objects[key] if facet.alias == entry.alias]
        return LookupResult(key, matches[0].slug, tuple(objects), message)


SharedType: TypeAlias = dict[str, tuple[str, int]]
"""By slug of each document that uses a type: its name there, and how many methods mention it."""


def shared_types(documents: Mapping[str, Mapping[str, TypeFacts]]) -> list[SharedType]:
    """Return the types that methods of more than one document mention, in the documents' order.

    Types are the same if they have one label and one schema, and the types that they refer to are
    the same. All begin with the digest of their own schema. In each round it takes in the digests
    of what they refer to, until a round makes no further distinction.

    Args:
        documents: The facts of each document by slug.
    """
    known: dict[tuple[str, str], str] = {
        (slug, name): facts.digest
        for slug, types in documents.items()
        for name, facts in types.items()
    }
    count = 0
    while (distinct := len(set(known.values()))) > count:
        count, known = distinct, _refined(documents, known)
    groups: dict[str, SharedType] = {}
    for (slug, name), digest in known.items():
        if methods := documents[slug][name].methods:
            groups.setdefault(digest, {}).setdefault(slug, (name, methods))
    return [group for group in groups.values() if len(group) > 1]


def _refined(
    documents: Mapping[str, Mapping[str, TypeFacts]], known: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], str]:
    refined: dict[tuple[str, str], str] = {}
    for (slug, name), digest in known.items():
        references = documents[slug][name].references
        digests = [known.get((slug, reference), "") for reference in references]
        refined[slug, name] = sha256("\0".join((digest, *digests)).encode()).hexdigest()
    return refined
