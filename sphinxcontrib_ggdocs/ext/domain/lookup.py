"""Finds objects by their names in all documents, whether a page shows them or not."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sphinx.environment import BuildEnvironment

from ...contents import Contents, ObjectName
from ...named_objects import Lookup, ObjectEntry, candidates
from ..store import Record, digest_of, store_of


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
        return digest_of(*digests, *self.origins, self.message, *self.problems)


def find_part(
    env: BuildEnvironment, records: Mapping[str, Record], objtype: str, target: str
) -> LookupResult:
    """Look a full name, or the end of one, up in documents, which are given by key."""
    store = store_of(env)
    contents = {key: store.contents(record) for key, record in records.items()}
    lookup = _document_lookup(tuple(contents.items()))
    matches = lookup.find(objtype, target, "")
    if not matches:
        problems = tuple(
            record.problem.message for record in records.values() if record.problem is not None
        )
        message = f"no document has the {objtype} {target!r}{lookup.hint(objtype, target)}"
        return LookupResult(message=message, problems=problems)
    message = ""
    if len(matches) > 1:
        message = f"{objtype} {target!r} may be any of {candidates(matches)}; give a longer name"
    key, entry = matches[0].docname, matches[0].entry
    same_kind = (part for part in contents[key].objects if part.objtype == objtype)
    parts = tuple(part for part in same_kind if _is_meant(part, entry))
    if target.endswith(entry.name.partition(".")[2]):  # one facet was asked for by its own name
        parts = tuple(part for part in parts if part.name == entry.name)
    origins = contents[key].origins
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
            ObjectEntry(named.objtype, named.name, "", named.display, alias=named.alias)
            for named in contents.objects
        ]
    return Lookup(entries)
