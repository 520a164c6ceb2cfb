"""Loads contract documents, finds their objects by name, and searches their texts.

The view of an object is what the reference shows of it: its names, texts and links.
"""

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
"""The kinds of objects that a name may mean, the first one preferred."""
WEIGHTS = {"name": 8.0, "title": 5.0, "summary": 4.0, "member": 3.0, "text": 1.0}
"""The weight of a word by the place where it is."""
LENGTH_EXPONENT = 0.2
"""How much less a word weighs in a long text than in a short one, so that ``/pulls`` is found
before ``/pulls/{number}/files``."""
TYPE_FACTOR = 0.3
"""The factor of types: they have mostly the same words as their methods, which come first."""
DEPRECATED_FACTOR = 0.2
"""The factor of deprecated methods, which come after others with about the same words."""
PREFIX_FACTOR = 0.6
"""The factor of a word that only begins with a word of the query."""
SHORTEST_PREFIX = 3
"""The least number of letters of such a word of the query."""

FUNCTION_WORDS = re.compile(
    "an?|and|are|at|by|can|do|for|from|has|have|how|i|in|is|its?|me|my|of|on|one|or|that|the|their|"
    "there|this|to|was|what|where|which|who|whose|with|your?|yours"
)
"""Words of a question that do not name its subject."""

_WORD = re.compile(r"[^\W_]+")
_CAMEL_CASE_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def kind_in_answers(objtype: str) -> str:
    """Return the name of an object type in answers: schemas are called types there."""
    if objtype == "schema":
        return "type"
    return objtype


class UnknownName(Exception):
    """Raised if there is no such object or document; the message suggests similar names."""


class MethodParts(NamedTuple):
    """A method with the contract and the group that contain it."""

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
        """The objects, links and texts of its reference."""
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
    """Documents by slug, in order, with an index of their words.

    Args:
        documents: The contract documents.
    """

    def __init__(self, documents: Iterable[ApiDocsDocument]) -> None:
        """List the objects of the documents, and index their words for searches."""
        self.documents: dict[str, LoadedDocument] = {}
        self._entries: list[ObjectEntry] = []
        """The objects of all documents. Their positions in this list identify them in searches."""
        self._deprecated: set[int] = set()
        """The positions of deprecated methods, which searches list after similar ones."""
        # The words of each object, in the order of the entries.
        words: list[WordsByPlace] = []
        for document in documents:
            loaded = LoadedDocument(document)
            self.documents[document.service.slug] = loaded
            for view in loaded.view.objects.values():
                if _is_deprecated(view):
                    self._deprecated.add(len(self._entries))
                self._entries.append(_object_entry(view))
                words.append(_words_by_place(loaded, view))
        # `Lookup` takes the objects of each page. There are no pages here, so all objects are on
        # one page with an empty name.
        self._lookup = Lookup({"": self._entries})
        self._index = _index(self._entries, words)
        """For each word: its weight in the objects that have it, by the object's position."""
        self._vocabulary = sorted(self._index)
        """All indexed words."""

    def document(self, slug: str | None) -> LoadedDocument:
        """Return a document by its slug; without one the first.

        Raises:
            UnknownName: There is none.
        """
        if slug is None:
            slug = next(iter(self.documents))
        if slug not in self.documents:
            raise UnknownName(f"there is no document {slug!r}{suggestion(slug, self.documents)}")
        return self.documents[slug]

    def find(self, name: str, kinds: Iterable[ObjectType] = KINDS) -> NamedObject:
        """Find an object by its full name, the end of it, or its display name.

        Raises:
            UnknownName: There is none, or there are several.
        """
        for kind in kinds:
            matches = self._lookup.find(kind, name, "")  # On the page with the empty name.
            if len(matches) > 1:
                raise UnknownName(ambiguous(kind_in_answers(kind), name, matches))
            for match in matches:
                loaded = self.documents[match.slug]
                return NamedObject(loaded, loaded.view.objects[kind, match.entry.name])
        # Also of kinds that were not asked for: the name may be right, and the tool wrong.
        near = self._lookup.near("any", name)
        hint = question(f"the {kind_in_answers(objtype)} {full!r}" for objtype, full in near)
        raise UnknownName(f"there is no {name!r}{hint or '; search for a word of it'}")

    def method(self, name: str) -> tuple[LoadedDocument, MethodParts]:
        """Find a method by its full name, the end of it, or its display name.

        Raises:
            UnknownName: There is none, or there are several.
        """
        loaded, view = self.find(name, ("method",))
        return loaded, loaded.methods[view.name]

    def search(
        self, query: str, kind: str | None = None, slug: str | None = None
    ) -> list[ObjectEntry]:
        """Return the objects in which words of a query occur, the best matches first; equally good
        ones in the order of the documents.

        Args:
            query: Words.
            kind: The type of the objects; None for all.
            slug: The slug of their document; None for all.

        Raises:
            UnknownName: There is no such document.
        """
        # Full names begin with the slug of the document.
        name_prefix = ""
        if slug is not None:
            name_prefix = f"{self.document(slug).document.service.slug}."
        scores = self._scores_of_objects(query)
        entries: list[ObjectEntry] = []
        for position in sorted(scores, key=lambda position: (-scores[position], position)):
            entry = self._entries[position]
            is_of_kind = kind in (None, entry.objtype)
            if is_of_kind and entry.name.startswith(name_prefix):
                entries.append(entry)
        return entries

    def _scores_of_objects(self, query: str) -> dict[int, float]:
        """Return how well objects match a query, by their position in the entries.

        A word counts more the rarer it is. The sum of an object is multiplied by the rarity of all
        words that it has, so that all words in a summary count more than one of them in a name.
        """
        scores: dict[int, float] = {}
        matched_rarity: dict[int, float] = {}
        words = list(dict.fromkeys(_words(query)))
        # Words such as "the" count only if there are no others.
        content_words = [word for word in words if not FUNCTION_WORDS.fullmatch(word)]
        for word in content_words or words:
            weights = self._weights_of_word(word)
            # The fewer objects have the word, the rarer; `or 1` for a word that none has.
            rarity = log(1 + len(self._entries) / (len(weights) or 1))
            for position, weight in weights.items():
                scores[position] = scores.get(position, 0.0) + weight * rarity
                matched_rarity[position] = matched_rarity.get(position, 0.0) + rarity
        for position in scores:
            scores[position] *= matched_rarity[position]
            if self._entries[position].objtype in ("schema", "brand"):
                scores[position] *= TYPE_FACTOR
            if position in self._deprecated:
                scores[position] *= DEPRECATED_FACTOR
        return scores

    def _weights_of_word(self, word: str) -> dict[int, float]:
        """Return the weight of a word of a query in each object, by position of the object. Longer
        words that begin with it count, too, with less weight.
        """
        weights: dict[int, float] = {}
        prefix_factor = PREFIX_FACTOR
        if word in self._index:
            # A complete word is rarely meant as the beginning of another: "list" of "listing".
            prefix_factor = PREFIX_FACTOR / 2
        # The vocabulary is sorted, so that words with this beginning follow one another.
        first = bisect_left(self._vocabulary, word)
        for indexed_word in self._vocabulary[first:]:
            factor = 1.0
            if indexed_word != word:
                has_prefix = indexed_word.startswith(word) and len(word) >= SHORTEST_PREFIX
                if not has_prefix:
                    break
                factor = prefix_factor
            for position, weight in self._index[indexed_word].items():
                weights[position] = max(weights.get(position, 0.0), weight * factor)
        return weights


def _is_deprecated(view: ObjectView) -> bool:
    """Return whether an object is a deprecated method."""
    return isinstance(view, MethodView) and bool(view.part.deprecated)


def _words_by_place(loaded: LoadedDocument, view: ObjectView) -> WordsByPlace:
    """Return the words of an object by the place where they are, without repetitions."""
    places: dict[str, dict[str, None]] = {}
    for place, text in _texts_by_place(loaded, view):
        places.setdefault(place, {}).update(dict.fromkeys(_words(text)))
    return places


def _index(
    entries: Sequence[ObjectEntry], words_of_objects: Sequence[WordsByPlace]
) -> dict[str, dict[int, float]]:
    """Return the index of the search: for each word its weights by position of an object.

    Args:
        entries: The objects.
        words_of_objects: The words of each object, in the same order.
    """
    vocabulary: set[str] = set()
    for places in words_of_objects:
        for words in places.values():
            vocabulary.update(words)
    index: dict[str, dict[int, float]] = {}
    for position, places in enumerate(words_of_objects):
        # Titles, which all objects have, contain paths if they are those of methods; there, words
        # are written together.
        if entries[position].objtype == "method":
            _add_parts_of_compounds(places["title"], vocabulary)
        for place, words in places.items():
            # `or 1` for an empty text, such as that of an object without a description.
            weight = WEIGHTS[place] / (len(words) or 1) ** LENGTH_EXPONENT
            for word in words:
                weights = index.setdefault(word, {})
                weights[position] = weights.get(position, 0.0) + weight
    return index


def _add_parts_of_compounds(words: dict[str, None], vocabulary: Container[str]) -> None:
    """Add to the words of an object the parts of those that are two words written together:
    ``force`` and ``enter`` for ``forceenter``.
    """
    for word in list(words):
        # Both parts have a few letters, since a vocabulary has many words of one or two.
        for cut in range(SHORTEST_PREFIX, len(word) - SHORTEST_PREFIX + 1):
            beginning, end = word[:cut], word[cut:]
            if beginning in vocabulary and end in vocabulary:
                words[beginning] = None
                words[end] = None


def _object_entry(view: ObjectView) -> ObjectEntry:
    """Return an object in the form in which names are looked up and results are listed."""
    # Some types have two schemas, for input and output; the alias is the name that both share.
    alias = ""
    if isinstance(view, SchemaView):
        alias = view.alias
    # Methods are also found by verb and path.
    routes: tuple[str, ...] = ()
    if isinstance(view, MethodView):
        routes = view.routes
    return ObjectEntry(
        objtype=view.kind,
        name=view.name,
        anchor="",  # Only of objects on pages.
        display=view.display,
        alias=alias,
        routes=routes,
        summary=view.summary,
    )


def _texts_by_place(loaded: LoadedDocument, view: ObjectView) -> Iterator[tuple[str, str]]:
    """Yield the texts of an object with the place of each, a key of `WEIGHTS`."""
    # Without the slug, which all objects of a document have in common.
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
    """Yield the texts that only methods have, with the place of each."""
    yield "summary", view.part.summary or ""
    for key in view.part.errors:
        yield "member", english(loaded.view.links.error(key).text)
    for _place, param in view.params:
        yield "member", param.name
        yield "text", param.description or ""


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text in lower case and in the singular. ``listOrders`` gives
    ``listorder``, ``list`` and ``order``.
    """
    for run in _WORD.findall(text):
        parts = _CAMEL_CASE_BOUNDARY.sub(" ", run).split()
        # Without repetitions: a run that is not in camelCase is its only part.
        for part in dict.fromkeys((run, *parts)):
            word = part.lower()
            # Short words, such as "ids", "has" and "bus", stay as they are.
            is_plural = len(word) > 3 and word.endswith("s") and not word.endswith("ss")
            if is_plural:
                word = word.removesuffix("s")
            yield word
