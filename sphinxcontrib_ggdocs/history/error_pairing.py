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
"""The errors of a document by their keys."""
_Key: TypeAlias = Callable[[str, doc.Error], Hashable]
"""Returns what has to be equal in two errors that correspond, from the key of one and the error."""


@dataclass(frozen=True, slots=True)
class PairedErrors:
    """The errors that only one of two lists has, once the errors of both have been paired."""

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
        """The methods that may end with both errors of a pair of keys."""

    def pair(
        self, old_keys: Sequence[str], new_keys: Sequence[str], method: str | None = None
    ) -> PairedErrors:
        """Pair two lists of errors.

        Errors correspond if they have the same type, or the same status if they have no type: first
        those with equal content, then those with equal keys, then in their order. Of the others,
        those with equal keys correspond, too: their type or status has changed.

        Args:
            old_keys: The keys of the errors in the old list.
            new_keys: Those in the new list.
            method: The key of the method that has these lists; None if they belong to something
                else, such as the handshake of a WebSocket.
        """
        # Without keys that a document mentions and does not define.
        old_errors = {key: self._old[key] for key in old_keys if key in self._old}
        new_errors = {key: self._new[key] for key in new_keys if key in self._new}
        # Each identity is weaker than the one before, and pairs errors that are still unpaired.
        for identity in (_identity_and_content, _identity_and_key, _identity, _key):
            for old_key, new_key in _matches(old_errors, new_errors, identity):
                del old_errors[old_key], new_errors[new_key]
                # A pair is remembered even if no method has it.
                methods = self._methods.setdefault((old_key, new_key), [])
                if method is not None:
                    methods.append(method)
        return PairedErrors(removed=tuple(old_errors), added=tuple(new_errors))

    def pairs(self) -> dict[str, dict[str, tuple[str, ...]]]:
        """Return the pairs: by the key of each new error the keys of its old ones, each with the
        methods that may end with both.

        Errors that are in no list, and so not paired yet, are paired here.
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


def _matches(old_errors: Errors, new_errors: Errors, identity: _Key) -> Iterator[tuple[str, str]]:
    """Yield the keys of old and new errors with equal identities; each error is in one pair at
    most.

    Args:
        old_errors: The unpaired errors of the old document.
        new_errors: Those of the new one.
        identity: Returns what has to be equal in two errors that correspond.
    """
    olds_by_identity: dict[Hashable, list[str]] = {}
    for key, error in old_errors.items():
        olds_by_identity.setdefault(identity(key, error), []).append(key)
    # A copy, because the caller removes each pair from the mapping.
    for key, error in list(new_errors.items()):
        candidates = olds_by_identity.get(identity(key, error))
        if candidates:
            yield candidates.pop(0), key


def _identity(_key: str, error: doc.Error) -> Hashable:
    """Return the type of an error, or its status if it has no type."""
    if error.type is not None:
        return error.type
    return error.status_range or error.status_code


def _identity_and_content(key: str, error: doc.Error) -> Hashable:
    """Return the type or status of an error, with all of its fields."""
    # As text, because fields such as the schema of data cannot be hashed.
    return _identity(key, error), repr(error)


def _identity_and_key(key: str, error: doc.Error) -> Hashable:
    """Return the type or status of an error, with its key."""
    return _identity(key, error), key


def _key(key: str, _error: doc.Error) -> Hashable:
    """Return the key of an error alone."""
    return key
