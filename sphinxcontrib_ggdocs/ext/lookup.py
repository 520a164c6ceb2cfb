"""Finds objects by their full names, by shorter ones, and by what they are shown as."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from .objects import ObjectEntry


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

    A name is the full one, ``platform.UserApi.get_profile``; or its end, from any dot on; or what the object is
    shown as, ``GET /users/{id}`` or ``Page[Order]``.

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

    def find(self, objtype: str, target: str, docname: str) -> list[Found]:
        """What a name may mean on a page: one object unless it is ambiguous, documents of that page first."""
        by_full = self._names.get((objtype, target), {})
        if target in by_full:
            return [by_full[target]]
        every = list(by_full.values())
        here = [found for found in every if found.slug in self._slugs.get(docname, ())]
        return here or every

    def near(self, objtype: str, target: str) -> list[str]:
        """Full names that somebody may have meant."""
        last = target.rpartition(".")[2]
        names = [name for known, name in self._names if known == objtype]
        near = get_close_matches(target, names, n=3) or get_close_matches(last, names, n=3)
        return sorted({full for name in near for full in self._names[objtype, name]})


def _names(entry: ObjectEntry) -> Iterator[tuple[str, str]]:
    """Each name with the full name that it is short for."""
    for full in filter(None, (entry.name, entry.alias)):
        yield full, full
        steps = full.split(".")
        for start in range(1, len(steps)):
            yield full, ".".join(steps[start:])
    yield entry.alias or entry.name, entry.display
