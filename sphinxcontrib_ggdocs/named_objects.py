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
"""How a document is divided into pages: a page for each contract, for each group, or for as many
objects as fit on one.
"""

NEAREST = 3
"""How many names are suggested for an unknown one."""
CANDIDATES = 6
"""How many full names the message about an ambiguous name lists."""


class ObjectEntry(NamedTuple):
    """One object on a page; plain data, so that it pickles and merges."""

    objtype: ObjectType
    name: str
    """The full name, such as ``platform.UserApi.get_profile``."""
    anchor: str
    display: str
    """What people type into a search box, such as ``GET /users/{id}``."""
    alias: str = ""
    """A second full name: that of the type, if its two modes (what is sent, what is received) are
    described separately."""
    kind: Literal["", "http", "ws"] = ""
    """The protocol of a contract or a method."""
    heading: str = ""
    """The heading of the object in an index: the path of its contract, the status of an error."""
    extra: str = ""
    """What an index shows next to the name: the direction of a method, the base type of a brand."""
    deprecated: bool = False
    summary: str = ""
    """The first paragraph of the description as plain text, for objects that an index lists."""
    place: str = ""
    """The file and line of the directive that describes it, relative to the source folder."""
    routes: tuple[str, ...] = ()
    """The further displayed names of an HTTP method, with its other verbs and paths."""
    is_nested: bool = False
    """Whether it is described inside of a type that refers to it, unless it is described
    elsewhere."""

    @property
    def paths(self) -> tuple[str, ...]:
        """The displayed names of an HTTP method with its first verb, such as ``GET /users``, one
        for each of its paths; for other objects, their displayed name.
        """
        if not self.routes:
            return (self.display,)
        verb = f"{self.display.partition(' ')[0]} "
        return (self.display, *(route for route in self.routes if route.startswith(verb)))


_SLUG = re.compile(r"[^.]*(?:\.\d+(?=\.))*")
"""The slug in a full name; it may end with the numbers of a version, ``v1.2``."""


def split_name(full: str) -> tuple[str, str]:
    """Return the slug of the document in a full name, and the rest of the name:
    ``v1.2.OrderApi.list`` gives ``("v1.2", "OrderApi.list")``.
    """
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
    """Finds the objects of a build by any of their names.

    A name is the full one, ``platform.UserApi.get_profile``; its end, from any dot on; or the
    displayed name, ``GET /users/{id}`` or ``Page[Order]``, at any path of the method. The ends and
    the displayed name may follow the slug of the document, ``platform.get_profile``. The anchor in
    the URL of a page is a name, too.

    Args:
        objects: The objects that each page describes, by the name of the page.
    """

    def __init__(self, objects: Mapping[str, Sequence[ObjectEntry]]) -> None:
        self._slugs: dict[str, set[str]] = {}
        """By page: the documents that its objects belong to."""
        self._names: dict[tuple[str, str], dict[str, DescribedObject]] = {}
        """By kind of object and name: the objects with this name, by their full names."""
        # Sorted, since the first page that describes an object counts.
        for docname in sorted(objects):
            for entry in objects[docname]:
                described = DescribedObject(docname, entry)
                self._slugs.setdefault(docname, set()).add(described.slug)
                for full_name, name in names_of(entry):
                    objects_by_full_name = self._names.setdefault((entry.objtype, name), {})
                    objects_by_full_name.setdefault(full_name, described)

    def find(
        self, objtype: str, target: str, docname: str, within: str = ""
    ) -> list[DescribedObject]:
        """Return the objects that a name may mean: one unless the name is ambiguous, none if it is
        unknown.

        Args:
            objtype: The kind of object.
            target: The name as the author wrote it.
            docname: The page that has the reference. Objects of the documents on it come before
                others.
            within: The full name of the object whose text has the reference. Objects inside it come
                first, then those inside the object around it, and so on.
        """
        by_full_name = self._names.get((objtype, target), {})
        if target in by_full_name:
            return [by_full_name[target]]
        matches = list(by_full_name.values())
        while within:
            inside = [match for match in matches if f"{match.entry.name}.".startswith(f"{within}.")]
            if inside:
                return inside
            within = within.rpartition(".")[0]
        slugs_of_page = self._slugs.get(docname, ())
        on_page = [match for match in matches if match.slug in slugs_of_page]
        return on_page or matches

    def near(self, objtype: str, target: str) -> list[tuple[str, str]]:
        """Return the kinds and full names of objects that an unknown name may have meant, the
        nearest first, at most `NEAREST`.

        Args:
            objtype: The kind of object; ``any`` for all of them. An object of another kind is
                suggested only if it has exactly this name.
            target: The name as the author wrote it.
        """
        # Dicts without values, as sets that keep their order.
        objects_by_spelling: dict[str, dict[tuple[str, str], None]] = {}
        for (kind, name), by_full_name in self._names.items():
            if objtype in (kind, "any") or name == target:
                objects = objects_by_spelling.setdefault(_normalized(name), {})
                for full_name in by_full_name:
                    objects[kind, full_name] = None
        wanted = _normalized(target)
        spellings = [wanted]
        if wanted not in objects_by_spelling:
            spellings = get_close_matches(wanted, objects_by_spelling, n=NEAREST)
        if not spellings:  # perhaps only its last step is correct
            last_step = _normalized(target.rpartition(".")[2])
            spellings = get_close_matches(last_step, objects_by_spelling, n=NEAREST)
        nearest: dict[tuple[str, str], None] = {}
        for spelling in spellings:
            nearest |= objects_by_spelling[spelling]
        return list(nearest)[:NEAREST]

    def hint(self, objtype: str, target: str) -> str:
        """Return the end of a message about an unknown name, such as ``; did you mean
        'shop.OrderApi'?``; empty if no name is similar.
        """
        candidates: list[str] = []
        for kind, full_name in self.near(objtype, target):
            if kind == objtype:
                candidates.append(repr(full_name))
            else:
                candidates.append(f"the {kind} {full_name!r}")
        return question(candidates)


def _normalized(name: str) -> str:
    """Return a name without underscores and in lower case, so that the class ``NoneLeft`` equals
    the error ``NONE_LEFT``.
    """
    return name.replace("_", "").lower()


def ambiguous(objtype: str, target: str, objects: Sequence[DescribedObject]) -> str:
    """Return a message about a name that may mean several objects, with their full names."""
    names = short_list([repr(described.entry.name) for described in objects], CANDIDATES)
    return f"{objtype} {target!r} may be any of {names}; use a longer name"


def duplicates(
    objects: Iterable[tuple[str, ObjectEntry]],
) -> Iterator[tuple[ObjectEntry, ObjectEntry]]:
    """Yield each object that a directive describes although another directive has described it
    before, with the entry of the first description.

    Each directive is reported once, at its first repeated object.

    Args:
        objects: The name of a page and an object that it describes, in the order of the pages.
    """
    described: dict[tuple[str, str], ObjectEntry] = {}
    reported: set[tuple[str, str]] = set()
    for docname, entry in objects:
        first = described.setdefault((entry.objtype, entry.name), entry)
        if first is not entry and (docname, entry.place) not in reported:
            reported.add((docname, entry.place))
            yield entry, first


def question(named: Iterable[str]) -> str:
    """Return the end of a message that suggests names, such as ``; did you mean 'a' or 'b'?``;
    empty without names.

    Args:
        named: The names, already in quotes.
    """
    words = " or ".join(named)
    return f"; did you mean {words}?" if words else ""


def names_of(entry: ObjectEntry) -> Iterator[tuple[str, str]]:
    """Yield each full name of an object together with a name by which the object can be found.

    ``shop.OrderApi.list`` is found by itself, by ``OrderApi.list``, ``list`` and ``shop.list``, by
    its displayed name, by ``shop.`` and its displayed name, and by its anchor.
    """
    full_names = [entry.name]
    if entry.alias:
        full_names.append(entry.alias)
    for full_name in full_names:
        yield full_name, full_name
        steps = full_name.split(".")
        for start in range(1, len(steps)):
            end = ".".join(steps[start:])
            yield full_name, end
            yield full_name, f"{steps[0]}.{end}"
    # The two modes of a type are displayed alike. Here, both have the full name of the type, so
    # that the displayed name means one object, and is not ambiguous.
    full_name = entry.alias or entry.name
    first_step, _, _ = full_name.partition(".")
    for display in (entry.display, *entry.routes):
        yield full_name, display
        yield full_name, f"{first_step}.{display}"
    # Anchors of contracts are labels too, so the role ``any`` would find two objects by them.
    if entry.anchor and entry.objtype != "contract":
        yield full_name, entry.anchor


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Contents:
    """The facts about a contract document that a build needs without reading it again."""

    objects: tuple[ObjectEntry, ...] = ()
    """The names of its objects, without anchors, which depend on pages."""
    pages: Mapping[Split, Mapping[str, str]] = field(default_factory=dict)
    """By the way of dividing it into pages: the digest of each page's content by the name of the
    page, in order. The page with the links to the others has an empty name."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """By the name of a schema: its name in Python, ``shop.models.Order``."""
    split: Split | None = None
    """How it is divided into pages unless the author says otherwise."""


class LookupResult(NamedTuple):
    """The result of looking up a name."""

    slug: str = ""
    """The slug of the document that has the object."""
    objects: tuple[ObjectEntry, ...] = ()
    """One object; two for a type whose two modes differ; none if the name is unknown."""
    message: str = ""
    """What is wrong with the name; empty if nothing is."""


class DocumentLookup:
    """Finds the objects of documents by their names, whether a page shows them or not.

    Args:
        documents: The documents by slug.
    """

    def __init__(self, documents: Mapping[str, Contents]) -> None:
        # `Lookup` groups objects by page; here, the slug of a document takes the place of the page.
        self._objects = {slug: contents.objects for slug, contents in documents.items()}
        self._lookup = Lookup(self._objects)

    def find(self, objtype: str, target: str, slug: str = "") -> LookupResult:
        """Look up an object by any of its names.

        A type whose two modes (what is sent and what is received) differ has two objects. Both are
        returned for the name of the type, and one for the name of one mode, such as ``OrderInput``.

        Args:
            objtype: The kind of object.
            target: The name.
            slug: The document whose objects come first if the name is ambiguous.
        """
        matches = self._lookup.find(objtype, target, "", slug)
        if not matches:
            hint = self._lookup.hint(objtype, target)
            return LookupResult(message=f"no document has the {objtype} {target!r}{hint}")
        message = ambiguous(objtype, target, matches) if len(matches) > 1 else ""
        # The name of the page is the slug here. Of several matches the first one counts.
        slug_of_match, entry = matches[0].docname, matches[0].entry
        objects = [entry]
        _, name_in_document = split_name(entry.name)
        # The two modes of a type share the alias, which is the name of the type.
        if entry.alias and not target.endswith(name_in_document):
            objects = [item for item in self._objects[slug_of_match] if item.alias == entry.alias]
        return LookupResult(slug_of_match, tuple(objects), message)
