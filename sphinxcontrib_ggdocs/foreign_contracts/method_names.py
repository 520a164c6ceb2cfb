"""Gives the methods of a group unique names, made of the handler's name, the path or both."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..contracts.model import HttpMethod
from .naming import constant_case, name_of_path, snake_case, unused_name

_PATH_START = re.compile(r"^(/(api|v\d+)(?=/))+", re.IGNORECASE)
"""The first segments of a path that are left out of names: ``/api``, ``/api/v1``."""


@dataclass(slots=True)
class UniqueNames:
    """Collects methods under unique names. If several are added with one name, the method that the
    name fits best keeps it, and the others get longer names.
    """

    methods: list[HttpMethod] = field(default_factory=list)
    """The methods under their unique names, in the order in which they were added."""
    _by_name: dict[str, HttpMethod] = field(default_factory=dict)
    """The same methods by their names."""

    def add(self, method: HttpMethod) -> None:
        """Add a method; it gets another name, or the method that has its name does."""
        namesake = self._by_name.get(method.name)
        if namesake is None:
            self._by_name[method.name] = method
            self.methods.append(method)
        elif _deserves_plain_name(method, namesake):
            index = [other.name for other in self.methods].index(namesake.name)
            self._by_name[method.name] = method
            self.methods[index] = self._renamed(self.methods[index], method)
            self.methods.append(method)
        else:
            self.methods.append(self._renamed(method, namesake))

    def _renamed(self, method: HttpMethod, namesake: HttpMethod) -> HttpMethod:
        """Return `method` under a new unique name, since `namesake` keeps the name of both."""
        candidates = _distinct_names(method, namesake)
        for name in candidates:
            if name not in self._by_name:
                break
        else:  # all of them are taken
            name = unused_name(candidates[0], self._by_name)
        renamed = replace(method, name=name)
        self._by_name[name] = renamed
        return renamed


def is_named_after_generic_code(method: HttpMethod, handler: object) -> bool:
    """Return whether a method got its name from code that can create many handlers: a function
    inside another function (as decorators and factories have it), a lambda, or a class.

    Such a name says little about the method. A name that its author chose is never such a name.
    """
    handler_name = getattr(handler, "__name__", type(handler).__name__)
    if method.name != snake_case(handler_name):
        return False  # its author has named it
    qualified_name = getattr(handler, "__qualname__", None)
    if qualified_name is None:  # an instance of a class with `__call__`
        return True
    return "<locals>" in qualified_name or "<lambda>" in qualified_name


def _words(path: str) -> list[str]:
    """Return the words of a path: ``/dagRuns/{dag_id}`` gives ``dagRuns``, ``dag`` and ``id``."""
    return re.findall(r"[A-Za-z0-9]+", path)


def named_after_path(method: HttpMethod) -> HttpMethod:
    """Return a method named after its verb and path: ``get_users_by_id`` for GET
    ``/api/v1/users/{id}``.
    """
    path = _PATH_START.sub("", method.path)
    return replace(method, name=snake_case(name_of_path(method.verbs[0], path)))


def has_more_words(path: str, shorter: str) -> bool:
    """Return whether a path has all words of another path and further ones: ``/v2/live`` has more
    words than ``/live``. The result is False for another path without words, such as ``/``, of
    which every path would be a longer version.
    """
    words = set(_words(shorter))
    return bool(words) and words < set(_words(path))


def _deserves_plain_name(method: HttpMethod, namesake: HttpMethod) -> bool:
    """Return whether, of two methods with one name, the first should keep it.

    With equal verbs, the method with the shorter path keeps it, otherwise the method whose verb the
    name fits better.
    """
    if method.verbs == namesake.verbs:
        return has_more_words(namesake.path, method.path)
    return _fitness(method) > _fitness(namesake)


def _fitness(method: HttpMethod) -> int:
    """Return how well the name of a method fits its verb; a larger number is better.

    ``get_item`` fits GET best, and HEAD worst: frameworks add a HEAD route to each GET route.
    """
    verb = method.verbs[0]
    if verb.lower() in method.name.split("_"):
        return 2
    if verb == "HEAD":
        return 0
    return 1


def distinct_words(path: str, other_path: str, name_words: Sequence[str]) -> list[str]:
    """Return the words of a path that are neither in another path nor in a name.

    Args:
        path: The path.
        other_path: The path of an object with the same name.
        name_words: The words of that name.
    """
    excluded = {*_words(other_path), *name_words}
    return [word for word in _words(path) if word not in excluded]


def _distinct_names(method: HttpMethod, namesake: HttpMethod) -> list[str]:
    """Return names that distinguish a method from another one of the same name, the best first.

    For ``list_items`` of GET ``/v2/items`` next to POST ``/items`` these are ``list_items_get``
    (with its verb), ``list_items_v2`` (with the words that only its path has), ``v2_items`` and
    ``get_v2_items`` (all words of its path).
    """
    verb = method.verbs[0].lower()
    name_words = method.name.split("_")
    words = distinct_words(method.path, namesake.path, name_words)
    # If its path has no words of its own, this is the taken name, which the caller passes over.
    longer_name = "_".join([method.name, *map(_lower_snake_case, words)])
    path_name = "_".join(map(_lower_snake_case, _words(method.path))) or "root"  # of the path ``/``
    names = [longer_name, snake_case(path_name), snake_case(f"{verb}_{path_name}")]
    # The verb says nothing if both methods have it, or if the name has it already.
    if method.verbs[0] not in namesake.verbs and verb not in name_words:
        names.insert(0, f"{method.name}_{verb}")
    return names


def _lower_snake_case(word: str) -> str:
    """Return ``dag_runs`` for ``dagRuns``; in contrast to `snake_case`, ``2`` stays ``2``."""
    return constant_case(word).lower()
