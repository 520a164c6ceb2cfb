"""Pairs the errors of two documents.

Keys of errors are not enough: errors that have only a status, and errors that share a type, are
numbered in the order in which a document mentions them (``Forbidden``, ``Forbidden-2``). A new
method changes the numbers of all that follow.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ..document import parts as doc

Errors: TypeAlias = Mapping[str, doc.Error]
_Key: TypeAlias = Callable[[str, doc.Error], Hashable]


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """The errors of one method, or of another list of errors, in two documents."""

    removed: tuple[str, ...]
    """The keys of errors that only the old list has."""
    added: tuple[str, ...]
    """The keys of errors that only the new list has."""


class ErrorPairing:
    """Pairs the errors of two documents, list by list, and remembers the pairs.

    Args:
        old: The errors of the old document by their keys.
        new: Those of the new one.
    """

    def __init__(self, old: Errors, new: Errors) -> None:
        self._old, self._new = old, new
        self._methods: dict[tuple[str, str], list[str]] = {}
        """By pair, the methods that end with both."""

    def pair(
        self, old_keys: Sequence[str], new_keys: Sequence[str], method: str | None = None
    ) -> PairedErrors:
        """Pair two lists of errors.

        Errors of one type, or of one status where they have no type, are the same error: first
        those with equal content, then those with equal keys, then in their order. What is left and
        has equal keys has another type or status now.

        Args:
            old_keys: The keys of the errors in the old list.
            new_keys: Those in the new list.
            method: The key of the method that has these lists.
        """
        olds = {key: self._old[key] for key in old_keys if key in self._old}
        news = {key: self._new[key] for key in new_keys if key in self._new}
        for identity in (_label_and_content, _label_and_key, _label, _key):
            for pair in _matches(olds, news, identity):
                del olds[pair[0]], news[pair[1]]
                methods = self._methods.setdefault(pair, [])
                if method is not None:
                    methods.append(method)
        return PairedErrors(removed=tuple(olds), added=tuple(news))

    def pairs(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return the pairs so far: by key of a new error those of old ones, each with the methods
        that end with both.

        Errors that no list has had are paired here by their content and keys.
        """
        unpaired_olds, unpaired_news = dict(self._old), dict(self._new)
        for old, new in self._methods:
            unpaired_olds.pop(old, None)
            unpaired_news.pop(new, None)
        self.pair(list(unpaired_olds), list(unpaired_news))
        by_new: dict[str, dict[str, tuple[str, ...]]] = {key: {} for key in self._new}
        for (old, new), methods in self._methods.items():
            by_new[new][old] = tuple(methods)
        return by_new


def _matches(olds: Errors, news: Errors, identity: _Key) -> Iterator[tuple[str, str]]:
    """Yield pairs of keys whose errors have one identity, each error in one pair at most."""
    waiting: dict[Hashable, list[str]] = {}
    for key, error in olds.items():
        waiting.setdefault(identity(key, error), []).append(key)
    for key, error in list(news.items()):
        candidates = waiting.get(identity(key, error))
        if candidates:
            yield candidates.pop(0), key


def _label(_key: str, error: doc.Error) -> Hashable:
    """Return the type of an error; its status where it has none."""
    if error.type is not None:
        return error.type
    return error.status_range or error.status_code


def _label_and_content(key: str, error: doc.Error) -> Hashable:
    return _label(key, error), repr(error)


def _label_and_key(key: str, error: doc.Error) -> Hashable:
    return _label(key, error), key


def _key(key: str, _error: doc.Error) -> Hashable:
    return key
