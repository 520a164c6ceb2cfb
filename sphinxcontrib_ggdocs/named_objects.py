"""Finds objects by their full names, by shorter ones, and by their displayed names; and records
what a build needs to know of a contract document without reading it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from .value_messages import short_list

ObjectType: TypeAlias = Literal["contract", "method", "schema", "brand", "error", "type"]

Split: TypeAlias = Literal["contract", "group", "size"]
"""What has a page of its own: each contract, each group, or what fits on one, in order."""

NEAREST = 3
"""How many names are suggested in the place of one that there is not."""
CANDIDATES = 6
"""How many are named of those that one name may mean."""


class ObjectEntry(NamedTuple):
    """One object on a page; plain data, so that it pickles and merges."""

    objtype: ObjectType
    name: str
    """The full name, such as ``platform.UserApi.get_profile``."""
    anchor: str
    display: str
    """What people type into a search box, such as ``GET /users/{id}``."""
    alias: str = ""
    """A second full name: the type, where its two modes are described apart."""
    kind: Literal["", "http", "ws"] = ""
    """Of contracts and methods: over what they are spoken."""
    heading: str = ""
    """Under what an index lists the object: the path of its contract, the status of an error."""
    extra: str = ""
    """What an index shows besides the name: the direction, the type underneath."""
    deprecated: bool = False
    summary: str = ""
    """The first paragraph of the description, as plain text; of what an index lists."""
    place: str = ""
    """File and line of the directive, from the folder of the sources on."""
    routes: tuple[str, ...] = ()
    """What else an HTTP method is called: with its other verbs, and at its other paths."""
    is_nested: bool = False
    """Whether it is described below a type that mentions it, unless it is described elsewhere."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The routes of an HTTP method with its first verb, one for each of its paths; what
        anything else displays.
        """
        if not self.routes:
            return (self.display,)
        verb = f"{self.display.partition(' ')[0]} "
        return (self.display, *(route for route in self.routes if route.startswith(verb)))


_SLUG = re.compile(r"[^.]*(?:\.\d+(?=\.))*")
"""The slug in a full name; it may end with the numbers of a version, ``v1.2``."""


def split_name(full: str) -> tuple[str, str]:
    """Return the slug of the document in a full name, and the rest of the name."""
    match = _SLUG.match(full)
    assert match is not None  # it may be empty
    return match[0], full[match.end() + 1 :]


class DescribedObject(NamedTuple):
    """An object and the page that describes it."""

    docname: str
    entry: ObjectEntry

    @property
    def slug(self) -> str:
        """The document that the object belongs to."""
        return split_name(self.entry.name)[0]


class Lookup:
    """All objects of a build by all of their names.

    A name is the full one, ``platform.UserApi.get_profile``; or its end, from any dot on; or what
    the object is shown as, ``GET /users/{id}`` or ``Page[Order]``, at any of its paths. Both may
    have the document in front, ``platform.get_profile``. The anchor, as somebody copies it from the
    address of a page, is one too.

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
                for full, name in names_of(entry):
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
        while within:
            if near := [
                match for match in matches if f"{match.entry.name}.".startswith(f"{within}.")
            ]:
                return near
            within = within.rpartition(".")[0]
        here = [match for match in matches if match.slug in self._slugs.get(docname, ())]
        return here or matches

    def near(self, objtype: str, target: str) -> list[tuple[str, str]]:
        """Return kinds and full names that somebody may have meant, the nearest first: objects of
        the kind, and those of other kinds that have the name.

        Args:
            objtype: The kind of object; ``any`` for all of them.
            target: The name as written.
        """
        objects: dict[str, dict[tuple[str, str], None]] = {}
        for (kind, name), fulls in self._names.items():
            if objtype in (kind, "any") or name == target:
                with_letters = objects.setdefault(_letters(name), {})
                with_letters.update(dict.fromkeys((kind, full) for full in fulls))
        wanted = _letters(target)
        close = [wanted]
        if wanted not in objects:
            close = get_close_matches(wanted, objects, n=NEAREST)
        if not close:
            last_part = _letters(target.rpartition(".")[2])
            close = get_close_matches(last_part, objects, n=NEAREST)
        nearest = dict.fromkeys(pair for letters in close for pair in objects[letters])
        return list(nearest)[:NEAREST]

    def hint(self, objtype: str, target: str) -> str:
        """Return the end of a message about a name that there is not: the nearest ones."""
        named: list[str] = []
        for kind, full in self.near(objtype, target):
            if kind == objtype:
                named.append(repr(full))
            else:
                named.append(f"the {kind} {full!r}")
        return question(named)


def _letters(name: str) -> str:
    """Return a name in one spelling: the class ``NoneLeft`` is the error ``NONE_LEFT``."""
    return name.replace("_", "").lower()


def ambiguous(objtype: str, target: str, objects: Sequence[DescribedObject]) -> str:
    """Return a message about a name that may mean several objects: their full names."""
    names = short_list([repr(described.entry.name) for described in objects], CANDIDATES)
    return f"{objtype} {target!r} may be any of {names}; use a longer name"


def duplicates(
    objects: Iterable[tuple[str, ObjectEntry]],
) -> Iterator[tuple[ObjectEntry, ObjectEntry]]:
    """Of objects with their pages: what a directive describes again, after the first description of
    it; one for each directive.
    """
    described: dict[tuple[str, str], ObjectEntry] = {}
    reported: set[tuple[str, str]] = set()
    for docname, entry in objects:
        first = described.setdefault((entry.objtype, entry.name), entry)
        if first is not entry and (docname, entry.place) not in reported:
            reported.add((docname, entry.place))
            yield entry, first


def question(named: Iterable[str]) -> str:
    """Return the end of a message: what somebody may have meant, if anything."""
    words = " or ".join(named)
    return f"; did you mean {words}?" if words else ""


def names_of(entry: ObjectEntry) -> Iterator[tuple[str, str]]:
    """Yield each name of an object with the full name that it is short for."""
    for full in filter(None, (entry.name, entry.alias)):
        yield full, full
        steps = full.split(".")
        for start in range(1, len(steps)):
            end = ".".join(steps[start:])
            yield full, end
            yield full, f"{steps[0]}.{end}"
    full = entry.alias or entry.name
    for shown in (entry.display, *entry.routes):
        yield full, shown
        yield full, f"{full.partition('.')[0]}.{shown}"
    if (
        entry.anchor and entry.objtype != "contract"
    ):  # whose anchors are labels: two things for ``any``
        yield full, entry.anchor


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contents:
    """The contents of a document."""

    objects: tuple[ObjectEntry, ...] = ()
    """What its objects are called; without anchors, which depend on pages."""
    pages: Mapping[Split, Mapping[str, str]] = field(default_factory=dict)
    """By what has a page of its own: digests by name, in order; the page that leads to them has an
    empty name."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """By name of a schema its name in Python, ``shop.models.Order``."""
    split: Split | None = None
    """What has a page of its own unless the author says otherwise."""


class LookupResult(NamedTuple):
    """What has a name."""

    slug: str = ""
    """The slug of the document."""
    objects: tuple[ObjectEntry, ...] = ()
    """One object; two when a type's two modes differ; none when nothing has the name."""
    message: str = ""
    """What is wrong with the name."""


class DocumentLookup:
    """Finds the objects of documents by their names, whether some page shows them or not.

    Args:
        documents: By slug.
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
        found_in, entry = matches[0].docname, matches[0].entry
        objects = [entry]
        # One mode alone if the target is its own name.
        if entry.alias and not target.endswith(split_name(entry.name)[1]):
            objects = [item for item in self._objects[found_in] if item.alias == entry.alias]
        return LookupResult(found_in, tuple(objects), message)
