"""Finds objects by their full names, by shorter ones, and by what they are shown as: those that
pages describe, and those of all documents.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import NamedTuple

from sphinx.environment import BuildEnvironment

from ..object_entries import ObjectEntry
from ..store import ObjectName, Record, digest_of, store_of

NEAREST = 3
"""How many names are suggested in the place of one that there is not."""
CANDIDATES = 6
"""How many are named of those that one name may mean."""


class DescribedObject(NamedTuple):
    """An object and the page that describes it."""

    docname: str
    entry: ObjectEntry

    @property
    def slug(self) -> str:
        """The document that the object belongs to."""
        return self.entry.name.partition(".")[0]


class Lookup:
    """All objects of a build by all of their names.

    A name is the full one, ``platform.UserApi.get_profile``; or its end, from any dot on; or what
    the object is shown as, ``GET /users/{id}`` or ``Page[Order]``. Both may have the document in
    front, ``platform.get_profile``. The anchor, as somebody copies it from the address of a page,
    is one too.

    Args:
        objects: By page.
    """

    def __init__(self, objects: Mapping[str, Sequence[ObjectEntry]]) -> None:
        self._slugs: dict[str, set[str]] = {}
        self._names: dict[tuple[str, str], dict[str, DescribedObject]] = {}
        for docname in sorted(objects):
            for entry in objects[docname]:
                described = DescribedObject(docname, entry)
                self._slugs.setdefault(docname, set()).add(described.slug)
                for full, name in _names(entry):
                    self._names.setdefault((entry.objtype, name), {}).setdefault(full, described)

    def find(
        self, objtype: str, target: str, docname: str, within: str = ""
    ) -> list[DescribedObject]:
        """What a name may mean: one object unless it is ambiguous.

        Args:
            objtype: The kind of object.
            target: The name as written.
            docname: The page: its documents come first.
            within: The full name of what the name is written in; what is nearest to it comes before
                these.
        """
        by_full = self._names.get((objtype, target), {})
        if target in by_full:
            return [by_full[target]]
        matches = list(by_full.values())
        if len(matches) < 2:
            return matches
        while within:
            if near := [
                match for match in matches if f"{match.entry.name}.".startswith(f"{within}.")
            ]:
                return near
            within = within.rpartition(".")[0]
        here = [match for match in matches if match.slug in self._slugs.get(docname, ())]
        return here or matches

    def near(self, objtype: str, target: str) -> list[tuple[str, str]]:
        """Kinds and full names that somebody may have meant, the nearest first.

        Args:
            objtype: The kind of object; ``any`` for all of them.
            target: The name as written.
        """
        known: dict[str, dict[str, str]] = {}
        for (kind, name), fulls in self._names.items():
            if objtype in (kind, "any"):
                known.setdefault(name, {}).update(dict.fromkeys(fulls, kind))
        last, lower = target.rpartition(".")[2], target.lower()
        names = [name for name in known if name.lower() == lower]
        if not names:
            names = [name for name in known if name == last or name.startswith(f"{target}[")]
        names = names or get_close_matches(target, known) or get_close_matches(last, known)
        kinds = {full: kind for name in names for full, kind in known[name].items()}
        nearest = get_close_matches(target, kinds, n=NEAREST, cutoff=0)
        return [(kinds[full], full) for full in nearest]

    def hint(self, objtype: str, target: str) -> str:
        """The end of a message about a name that there is not: what has it among other kinds, or
        the nearest.
        """
        others = [
            (kind, full)
            for (kind, name), fulls in self._names.items()
            if name == target and kind != objtype
            for full in fulls
        ]
        similar = others[:NEAREST] or self.near(objtype, target)
        return question(
            repr(full) if kind == objtype else f"the {kind} {full!r}" for kind, full in similar
        )


def candidates(objects: Sequence[DescribedObject]) -> str:
    """Full names of what one name may mean."""
    names = [repr(described.entry.name) for described in objects]
    more = f" and {len(names) - CANDIDATES} more" if len(names) > CANDIDATES else ""
    return ", ".join(names[:CANDIDATES]) + more


def question(named: Iterable[str]) -> str:
    """The end of a message: what somebody may have meant, if anything."""
    words = " or ".join(named)
    return f"; did you mean {words}?" if words else ""


def _names(entry: ObjectEntry) -> Iterator[tuple[str, str]]:
    """Each name with the full name that it is short for."""
    for full in filter(None, (entry.name, entry.alias)):
        yield full, full
        steps = full.split(".")
        for start in range(1, len(steps)):
            end = ".".join(steps[start:])
            yield full, end
            yield full, f"{steps[0]}.{end}"
    full = entry.alias or entry.name
    yield full, entry.display
    yield full, f"{full.partition('.')[0]}.{entry.display}"
    if (
        entry.anchor and entry.objtype != "contract"
    ):  # whose anchors are labels: two things for ``any``
        yield full, entry.anchor


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
        digests = [part.digest for part in self.objects]
        return digest_of(*digests, *self.origins, self.message, *self.problems)


def find_part(
    env: BuildEnvironment, records: Mapping[str, Record], objtype: str, target: str
) -> LookupResult:
    """Look a name up in all documents.

    Args:
        env: The environment.
        records: By key.
        objtype: The kind of object.
        target: Its full name, or the end of it.
    """
    store = store_of(env)
    objects = {key: store.contents(record).objects for key, record in records.items()}
    lookup = _document_lookup(tuple((key, names) for key, names in objects.items() if names))
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
    parts = tuple(
        part for part in objects[key] if part.objtype == objtype and _is_meant(part, entry)
    )
    if target.endswith(entry.name.partition(".")[2]):  # one facet was asked for by its own name
        parts = tuple(part for part in parts if part.name == entry.name)
    origins = store.origins(records[key])
    return LookupResult(
        objects=parts,
        key=key,
        origins=tuple(_origins(origins, parts)),
        message=message,
        slug=matches[0].slug,
    )


def _is_meant(part: ObjectName, entry: ObjectEntry) -> bool:
    return part.name == entry.name or bool(entry.alias and part.alias == entry.alias)


def _origins(origins: Mapping[str, str], parts: Sequence[ObjectName]) -> Iterable[str]:
    return (origins.get(part.name.partition(".")[2], "") for part in parts)


@lru_cache(maxsize=8)
def _document_lookup(documents: tuple[tuple[str, tuple[ObjectName, ...]], ...]) -> Lookup:
    """All objects of some documents; kept, as every name on every page is looked up."""
    entries: dict[str, list[ObjectEntry]] = {}
    for key, objects in documents:
        entries[key] = [
            ObjectEntry(named.objtype, named.name, "", named.display, alias=named.alias)
            for named in objects
        ]
    return Lookup(entries)
