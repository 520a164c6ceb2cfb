"""Which object of which document a name means, as a value that can be compared with an earlier
one.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sphinx.environment import BuildEnvironment

from ..config import Split
from ..object_entries import ObjectEntry
from ..store import FRONT, LIST, PAGE, ObjectName, Record, digest_of, other_files, store_of
from .lookup import Lookup, candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupResult:
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
        digests = [each.digest for each in self.objects]
        return digest_of(*digests, *self.origins, self.message, *self.problems)


def part_digest(
    env: BuildEnvironment,
    records: Mapping[str, Record],
    objtype: str,
    target: str,
    splits: Mapping[str, Split],
) -> str:
    """Differs when what a directive shows does.

    Args:
        env: The environment.
        records: By key.
        objtype: The kind of object, or of a page.
        target: The name of an object; slug and name of a page, slug of a front page.
        splits: By slug: what has a page of its own.
    """
    if objtype == LIST:
        return " ".join(records)
    if objtype not in (PAGE, FRONT):
        return find_part(env, records, objtype, target).digest
    slug, _, name = target.partition(" ")
    record = next((record for record in records.values() if record.slug == slug), None)
    split = splits.get(slug)
    if record is None or split is None:
        return ""
    pages = store_of(env).contents(record).pages.get(split, {})
    files = [file for _called, file in other_files(record.files)]
    problem = record.problem.message if record.problem is not None and objtype == FRONT else ""
    return digest_of(record.title, problem, *files, pages.get(name, ""))


def find_part(
    env: BuildEnvironment, records: Mapping[str, Record], objtype: str, target: str
) -> LookupResult:
    """ResolvedBranding a name up in all documents.

    Args:
        env: The environment.
        records: By key.
        objtype: The kind of object.
        target: Its full name, or the end of it.
    """
    store = store_of(env)
    objects = {key: store.contents(record).objects for key, record in records.items()}
    lookup = _lookup(tuple((key, names) for key, names in objects.items() if names))
    found = lookup.find(objtype, target, "")
    if not found:
        problems = tuple(
            record.problem.message for record in records.values() if record.problem is not None
        )
        message = f"no document has the {objtype} {target!r}{lookup.hint(objtype, target)}"
        return LookupResult(message=message, problems=problems)
    message = ""
    if len(found) > 1:
        message = f"{objtype} {target!r} may be any of {candidates(found)}; give a longer name"
    key, entry = found[0].docname, found[0].entry
    parts = tuple(
        each for each in objects[key] if each.objtype == objtype and _is_meant(each, entry)
    )
    if target.endswith(entry.name.partition(".")[2]):  # one facet was asked for by its own name
        parts = tuple(each for each in parts if each.name == entry.name)
    origins = store.origins(records[key])
    return LookupResult(
        objects=parts,
        key=key,
        origins=tuple(_origins(origins, parts)),
        message=message,
        slug=found[0].slug,
    )


def _is_meant(each: ObjectName, entry: ObjectEntry) -> bool:
    return each.name == entry.name or bool(entry.alias and each.alias == entry.alias)


def _origins(origins: Mapping[str, str], parts: Sequence[ObjectName]) -> Iterable[str]:
    return (origins.get(each.name.partition(".")[2], "") for each in parts)


@lru_cache(maxsize=8)
def _lookup(documents: tuple[tuple[str, tuple[ObjectName, ...]], ...]) -> Lookup:
    """All objects of some documents; kept, as every name on every page is looked up."""
    return Lookup(
        {
            key: [
                ObjectEntry(each.objtype, each.name, "", each.display, alias=each.alias)
                for each in objects
            ]
            for key, objects in documents
        }
    )
