"""What a build knows of a contract document without reading it: the names of objects and pages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from .named_objects import Lookup, ObjectEntry, ambiguous

Split: TypeAlias = Literal["contract", "group", "size"]
"""What has a page of its own: each contract, each group, or what fits on one, in order."""


class LoneType(NamedTuple):
    """A type of a document that was made of one type alone."""

    key: str
    """The name of its schema."""
    name: str
    """Its name in Python, ``shop.models.Order``."""
    alias: str = ""
    """The name of its class in Python, where a module hands it on by another name."""


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
    types: tuple[LoneType, ...] = ()
    """Those of a document of one type alone: it comes first, and then those that it mentions."""
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
