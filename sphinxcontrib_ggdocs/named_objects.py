"""Finds the objects of references by their full names, by shorter ones, and by what they are shown
as.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Literal, NamedTuple, TypeAlias

from .value_messages import short_list

ObjectType: TypeAlias = Literal["contract", "method", "schema", "brand", "error", "type"]

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
    """A second full name: the type, where its two facets are described apart; of a type that is
    described alone, the name of its class."""
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
        verb = f"{self.display.partition(' ')[0]} "
        return (self.display, *(route for route in self.routes if route.startswith(verb)))


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
        matches = list(dict.fromkeys(by_full.values()))
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
        last, letters = target.rpartition(".")[2], _letters(target)
        names = [name for name in known if _letters(name) == letters]
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


def _letters(name: str) -> str:
    """A name in one spelling: the class ``NoneLeft`` is the error ``NONE_LEFT``."""
    return name.replace("_", "").lower()


def ambiguous(objtype: str, target: str, objects: Sequence[DescribedObject]) -> str:
    """A message about a name that may mean several objects: their full names."""
    names = short_list([repr(described.entry.name) for described in objects], CANDIDATES)
    return f"{objtype} {target!r} may be any of {names}; give a longer name"


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
    for shown in (entry.display, *entry.routes):
        yield full, shown
        yield full, f"{full.partition('.')[0]}.{shown}"
    if (
        entry.anchor and entry.objtype != "contract"
    ):  # whose anchors are labels: two things for ``any``
        yield full, entry.anchor
