"""The names of what is in a contract document, with digests: what readers compare to find what has
changed, and in which objects are found by name, without reading the document.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple, TypeAlias

from .named_objects import Lookup, ObjectEntry, ObjectType, ambiguous

Split: TypeAlias = Literal["contract", "group", "size"]
"""What has a page of its own: each contract, each group, or what fits on one, in order."""


class ObjectName(NamedTuple):
    """An object of a document: what it is called, and a digest that differs when it has changed."""

    objtype: ObjectType
    name: str
    display: str
    alias: str
    digest: str
    routes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """The objects of a document, the digests of its pages, and what they were made of."""

    objects: tuple[ObjectName, ...] = ()
    pages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By what has a page of its own: digests by name, in order; the page that leads to them has an
    empty name."""
    classes: tuple[tuple[str, str], ...] = ()
    """The Python class and the full name of each contract and type."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """By name of a schema the Python class it was made of."""
    split: Literal[Split, ""] = ""
    """What has a page of its own unless the author says otherwise."""

    def to_json(self) -> str:
        """The contents as JSON, to be kept with the document."""
        values = (self.objects, self.pages, self.classes, self.origins, self.split)
        return json.dumps(values, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Contents":
        """The contents that were kept."""
        objects, pages, classes, origins, split = json.loads(text)
        names = tuple(ObjectName(*values) for values in objects)
        return cls(names, pages, tuple(map(tuple, classes)), origins, split)


class LookupResult(NamedTuple):
    """What was found under a name."""

    objects: tuple[ObjectName, ...] = ()
    """One object; two when a type's two facets differ; none when nothing has the name."""
    key: str = ""
    """The key of the document that they are of."""
    origins: tuple[str, ...] = ()
    """Where their types were defined."""
    message: str = ""
    """What is wrong with the name."""
    slug: str = ""
    """Of the document."""
    problems: tuple[str, ...] = ()
    """Why some documents could not be made, where nothing was found."""

    @property
    def digest(self) -> str:
        """Differs when what a page shows of it does."""
        digests = [part.digest for part in self.objects]
        shown = (digests, self.origins, self.message, self.problems)
        return sha256(repr(shown).encode()).hexdigest()[:16]


def find_object(
    documents: Mapping[str, Contents], problems: tuple[str, ...], objtype: str, target: str
) -> LookupResult:
    """Look a full name, or the end of one, up in documents.

    Args:
        documents: By key.
        problems: Why some documents could not be made.
        objtype: The kind of object.
        target: The name.
    """
    lookup = _document_lookup(tuple(documents.items()))
    matches = lookup.find(objtype, target, "")
    if not matches:
        message = f"no document has the {objtype} {target!r}{lookup.hint(objtype, target)}"
        return LookupResult(message=message, problems=problems)
    message = ""
    if len(matches) > 1:
        message = ambiguous(objtype, target, matches)
    key, entry = matches[0].docname, matches[0].entry
    same_kind = (part for part in documents[key].objects if part.objtype == objtype)
    parts = tuple(part for part in same_kind if _is_meant(part, entry))
    if target.endswith(entry.name.partition(".")[2]):  # one facet was asked for by its own name
        parts = tuple(part for part in parts if part.name == entry.name)
    origins = documents[key].origins
    return LookupResult(
        objects=parts,
        key=key,
        origins=tuple(origins.get(part.name.partition(".")[2], "") for part in parts),
        message=message,
        slug=matches[0].slug,
    )


def _is_meant(part: ObjectName, entry: ObjectEntry) -> bool:
    return part.name == entry.name or bool(entry.alias and part.alias == entry.alias)


@lru_cache(maxsize=8)
def _document_lookup(documents: tuple[tuple[str, Contents], ...]) -> Lookup:
    """All objects of some documents; kept, as every name on every page is looked up."""
    entries: dict[str, list[ObjectEntry]] = {}
    for key, contents in documents:
        entries[key] = [
            ObjectEntry(
                named.objtype,
                named.name,
                "",
                named.display,
                alias=named.alias,
                routes=tuple(named.routes),
            )
            for named in contents.objects
        ]
    return Lookup(entries)
