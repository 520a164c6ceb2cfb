"""Loads contract documents, finds their objects by name, and searches their texts."""

import re
from bisect import bisect_left
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import NamedTuple, TypeAlias

from ..document.model import ApiDocsDocument
from ..document.users import AnyContract, AnyMethod, every_method
from ..named_objects import Lookup, ObjectEntry, ObjectType, ambiguous, question, split_name
from ..native.markdown_writer import english
from ..native.view import DocumentView, MethodView, ObjectView, SchemaView, view_of
from ..native.view.names import Names
from ..value_messages import suggestion

KINDS: tuple[ObjectType, ...] = ("method", "schema", "brand", "error", "contract")
"""What a name may mean, the first first."""
WEIGHTS = {"name": 8.0, "title": 5.0, "summary": 4.0, "member": 3.0, "text": 1.0}
"""What a word counts by where it is."""
SHORTNESS = 0.2
"""How much less a word counts among more: /pulls is found before /pulls/{number}/files."""
TYPE = 0.3
"""What a type counts, whose methods mostly have the same words: methods come first."""
DEPRECATED = 0.2
"""What a deprecated method counts: it comes after others with about the same words, and is found
where it alone has them."""
PREFIX, SHORTEST = 0.6, 3
"""What a word counts that a word of a query begins, which has so many letters at least."""

FUNCTION_WORDS = re.compile(
    "an?|and|are|at|by|can|do|for|from|has|have|how|i|in|is|its?|me|my|of|on|one|or|that|the|their|"
    "there|this|to|was|what|where|which|who|whose|with|your?|yours"
)
"""Words of a question that do not name its subject."""

_WORD = re.compile(r"[^\W_]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def kind_of(objtype: str) -> str:
    """Return what answers call a type of object: a schema with a name is a type."""
    return "type" if objtype == "schema" else objtype


class UnknownName(Exception):
    """There is no such object or document; the message names the nearest."""


class MethodParts(NamedTuple):
    """A method and what it is in."""

    name: str
    """The full name."""
    group: str
    """The slug of its group."""
    contract: AnyContract
    method: AnyMethod


@dataclass(frozen=True)
class LoadedDocument:
    """A contract document, its view, and its methods."""

    document: ApiDocsDocument

    @cached_property
    def view(self) -> DocumentView:
        """What a reference shows of it."""
        return view_of(self.document)

    @cached_property
    def methods(self) -> dict[str, MethodParts]:
        """Its methods by full name, in its order."""
        names = Names(self.document)
        methods: dict[str, MethodParts] = {}
        for group, contract, method in every_method(self.document.groups):
            name = names.method(group.slug, contract.name, method.name)
            methods[name] = MethodParts(name, group.slug, contract, method)
        return methods


WordsByPlace: TypeAlias = dict[str, dict[str, None]]
"""The words of an object by the place that they are in, a key of `WEIGHTS`."""


class NamedObject(NamedTuple):
    """An object and its document."""

    loaded: LoadedDocument
    view: ObjectView


class Library:
    """Documents by slug, in order, with an index of their words."""

    def __init__(self, documents: Iterable[ApiDocsDocument]) -> None:
        self.documents: dict[str, LoadedDocument] = {}
        self._entries: list[ObjectEntry] = []
        self._deprecated: set[int] = set()
        """The positions of deprecated objects."""
        words: list[WordsByPlace] = []
        for document in documents:
            loaded = LoadedDocument(document)
            self.documents[document.service.slug] = loaded
            for view in loaded.view.objects.values():
                if _is_deprecated(view):
                    self._deprecated.add(len(self._entries))
                self._entries.append(_entry(view))
                words.append(_words_by_place(loaded, view))
        self._lookup = Lookup({"": self._entries})
        self._index = _index(self._entries, words)
        self._vocabulary = sorted(self._index)

    def document(self, slug: str | None) -> LoadedDocument:
        """Return a document by its slug; without one the first.

        Raises:
            UnknownName: There is none.
        """
        slug = next(iter(self.documents)) if slug is None else slug
        if slug not in self.documents:
            raise UnknownName(f"there is no document {slug!r}{suggestion(slug, self.documents)}")
        return self.documents[slug]

    def find(self, name: str, kinds: Iterable[ObjectType] = KINDS) -> NamedObject:
        """Find an object by its full name, the end of it, or what it is shown as.

        Raises:
            UnknownName: There is none, or there are several.
        """
        for kind in kinds:
            matches = self._lookup.find(kind, name, "")
            if len(matches) > 1:
                raise UnknownName(ambiguous(kind_of(kind), name, matches))
            for match in matches:
                loaded = self.documents[match.slug]
                return NamedObject(loaded, loaded.view.objects[kind, match.entry.name])
        near = self._lookup.near("any", name)
        hint = question(f"the {kind_of(objtype)} {full!r}" for objtype, full in near)
        raise UnknownName(f"there is no {name!r}{hint or '; search for a word of it'}")

    def method(self, name: str) -> tuple[LoadedDocument, MethodParts]:
        """Find a method, likewise."""
        loaded, view = self.find(name, ("method",))
        return loaded, loaded.methods[view.name]

    def search(
        self, query: str, kind: str | None = None, slug: str | None = None
    ) -> list[ObjectEntry]:
        """Return the objects in which the words of a query occur, the best first."""
        start = ""
        if slug is not None:
            start = f"{self.document(slug).document.service.slug}."
        scores = self._scores(query)
        entries: list[ObjectEntry] = []
        for position in sorted(scores, key=lambda position: (-scores[position], position)):
            entry = self._entries[position]
            is_of_kind = kind in (None, entry.objtype)
            if is_of_kind and entry.name.startswith(start):
                entries.append(entry)
        return entries

    def _scores(self, query: str) -> dict[int, float]:
        """By position of an object how well it fits the words of a query."""
        scores: dict[int, float] = {}
        matched: dict[int, float] = {}
        words = list(dict.fromkeys(_words(query)))
        content_words = [word for word in words if not FUNCTION_WORDS.fullmatch(word)]
        for word in content_words or words:
            weights = self._weights(word)
            rarity = log(1 + len(self._entries) / (len(weights) or 1))
            for position, weight in weights.items():
                scores[position] = scores.get(position, 0.0) + weight * rarity
                matched[position] = matched.get(position, 0.0) + rarity
        for position in scores:
            # All words in a summary count more than one of them in a name.
            scores[position] *= matched[position]
            if self._entries[position].objtype in ("schema", "brand"):
                scores[position] *= TYPE
            if position in self._deprecated:
                scores[position] *= DEPRECATED
        return scores

    def _weights(self, word: str) -> dict[int, float]:
        """By position of an object what a word of a query counts there."""
        weights: dict[int, float] = {}
        factor_of_beginning = PREFIX
        if word in self._index:
            # What is a word itself is hardly the beginning of another: "list" is not "listing".
            factor_of_beginning = PREFIX / 2
        for known in self._vocabulary[bisect_left(self._vocabulary, word) :]:
            factor = 1.0
            if known != word:
                is_beginning = known.startswith(word) and len(word) >= SHORTEST
                if not is_beginning:
                    break
                factor = factor_of_beginning
            for position, weight in self._index[known].items():
                weights[position] = max(weights.get(position, 0.0), weight * factor)
        return weights


def _is_deprecated(view: ObjectView) -> bool:
    return isinstance(view, MethodView) and bool(view.part.deprecated)


def _words_by_place(loaded: LoadedDocument, view: ObjectView) -> WordsByPlace:
    """Return the words of an object by the place that they are in."""
    places: dict[str, dict[str, None]] = {}
    for place, text in _texts(loaded, view):
        places.setdefault(place, {}).update(dict.fromkeys(_words(text)))
    return places


def _index(
    entries: Sequence[ObjectEntry], words_of_objects: Sequence[WordsByPlace]
) -> dict[str, dict[int, float]]:
    """By word the positions of objects that it occurs in, with what it counts there."""
    known: set[str] = set()
    for places in words_of_objects:
        for words in places.values():
            known.update(words)
    index: dict[str, dict[int, float]] = {}
    for position, places in enumerate(words_of_objects):
        if entries[position].objtype == "method":
            _split_compounds(places["title"], known)
        for place, words in places.items():
            weight = WEIGHTS[place] / (len(words) or 1) ** SHORTNESS
            for word in words:
                weights = index.setdefault(word, {})
                weights[position] = weights.get(position, 0.0) + weight
    return index


def _split_compounds(words: dict[str, None], known: Container[str]) -> None:
    """Add the parts of words that are two others written together: ``forceenter`` in a path."""
    for word in list(words):
        for cut in range(SHORTEST, len(word) - SHORTEST + 1):
            if word[:cut] in known and word[cut:] in known:
                words[word[:cut]] = None
                words[word[cut:]] = None


def _entry(view: ObjectView) -> ObjectEntry:
    alias = view.alias if isinstance(view, SchemaView) else ""
    routes = view.routes if isinstance(view, MethodView) else ()
    return ObjectEntry(
        view.kind, view.name, "", view.display, alias=alias, routes=routes, summary=view.summary
    )


def _texts(loaded: LoadedDocument, view: ObjectView) -> Iterator[tuple[str, str]]:
    """Yield the texts of an object with the place of each, a key of `WEIGHTS`."""
    yield "name", split_name(view.name)[1]
    yield "title", view.display
    yield "text", view.description or ""
    if isinstance(view, MethodView):
        yield from _texts_of_method(loaded, view)
    if isinstance(view, SchemaView):
        for name, schema in view.fields.items():
            yield "member", name
            if isinstance(schema, dict):
                yield "text", str(schema.get("description") or "")


def _texts_of_method(loaded: LoadedDocument, view: MethodView) -> Iterator[tuple[str, str]]:
    yield "summary", view.part.summary or ""
    for key in view.part.errors:
        yield "member", english(loaded.view.links.error(key).text)
    for _place, param in view.params:
        yield "member", param.name
        yield "text", param.description or ""


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case and in the singular, those in camelCase too."""
    for run in _WORD.findall(text):
        for part in {run: None, **dict.fromkeys(_HUMP.sub(" ", run).split())}:
            word = part.lower()
            is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
            yield word[:-1] if is_plural else word
