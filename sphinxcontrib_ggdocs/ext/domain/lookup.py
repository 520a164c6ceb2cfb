"""Finds objects by their full names, by shorter ones, and by what they are shown as."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from heapq import nlargest
from typing import NamedTuple

from ..object_entries import ObjectEntry

NEAREST = 3
"""How many names are suggested in the place of one that there is not."""
CANDIDATES = 6
"""How many are named of those that one name may mean."""

MANY = 200
"""Comparing more names than this letter by letter takes its time."""


class Found(NamedTuple):
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
        self._names: dict[tuple[str, str], dict[str, Found]] = {}
        for docname in sorted(objects):
            for entry in objects[docname]:
                found = Found(docname, entry)
                self._slugs.setdefault(docname, set()).add(found.slug)
                for full, name in _names(entry):
                    self._names.setdefault((entry.objtype, name), {}).setdefault(full, found)

    def find(self, objtype: str, target: str, docname: str, within: str = "") -> list[Found]:
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
        every = list(by_full.values())
        if len(every) < 2:
            return every
        while within:
            if near := [
                found for found in every if f"{found.entry.name}.".startswith(f"{within}.")
            ]:
                return near
            within = within.rpartition(".")[0]
        here = [found for found in every if found.slug in self._slugs.get(docname, ())]
        return here or every

    def near(self, objtype: str, target: str) -> list[tuple[str, str]]:
        """Kinds and full names that somebody may have meant, the nearest first.

        Args:
            objtype: The kind of object; ``any`` for all of them.
            target: The name as written.
        """
        known: dict[str, set[tuple[str, str]]] = {}
        for (kind, name), fulls in self._names.items():
            if objtype in (kind, "any"):
                known.setdefault(name, set()).update((kind, full) for full in fulls)
        last, lower = target.rpartition(".")[2], target.lower()
        tiers: Iterator[Iterable[str]] = iter(
            (
                (name for name in known if name.lower() == lower),
                (name for name in known if name == last or name.startswith(f"{target}[")),
                _close(target, known),
                _close(last, known),
            )
        )
        names = next(filter(None, map(list, tiers)), [])
        likeness: dict[tuple[str, str], float] = {}
        for name in names:
            for each in known[name]:
                likeness[each] = max(likeness.get(each, 0), _likeness(target, each[1], name))
        return sorted(likeness, key=lambda each: (-likeness[each], each))[:NEAREST]

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
        found = others[:NEAREST] or self.near(objtype, target)
        return question(
            repr(full) if kind == objtype else f"the {kind} {full!r}" for kind, full in found
        )


def candidates(found: Sequence[Found]) -> str:
    """Full names of what one name may mean."""
    names = [repr(each.entry.name) for each in found]
    more = f" and {len(names) - CANDIDATES} more" if len(names) > CANDIDATES else ""
    return ", ".join(names[:CANDIDATES]) + more


def question(named: Iterable[str]) -> str:
    """The end of a message: what somebody may have meant, if anything."""
    words = " or ".join(named)
    return f"; did you mean {words}?" if words else ""


def _close(target: str, names: Collection[str]) -> list[str]:
    """The names that are most like one; of many, those that share most pairs of letters are looked
    at.
    """
    if len(names) > MANY:
        wanted = _pairs(target)
        names = nlargest(
            MANY, names, key=lambda name: len(wanted & _pairs(name)) / (len(target) + len(name))
        )
    return get_close_matches(target, names, n=NEAREST)


def _pairs(text: str) -> set[str]:
    return {text[start : start + 2] for start in range(len(text) - 1)}


def _likeness(target: str, full: str, name: str) -> float:
    return max(
        SequenceMatcher(None, target, each).ratio() for each in (full, name, full.partition(".")[2])
    )


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
