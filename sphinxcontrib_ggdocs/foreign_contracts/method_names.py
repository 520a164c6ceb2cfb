"""Names the methods of a group: each by its handler, its path or both, so that names are unique."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ..contracts.model import HttpMethod
from .naming import constant_case, name_of_path, snake_case, unused_name

_BEFORE_NAMES = re.compile(r"^(/(api|v\d+)(?=/))+", re.IGNORECASE)
"""The steps in front of paths that nothing is named after: ``/api``, ``/api/v1``."""


@dataclass(slots=True)
class UniqueNames:
    """Methods whose names are unique: where several are added with one name, the one that it fits
    best keeps it, and the others get longer names.
    """

    methods: list[HttpMethod] = field(default_factory=list)
    _by_name: dict[str, HttpMethod] = field(default_factory=dict)

    def add(self, method: HttpMethod) -> None:
        known = self._by_name.get(method.name)
        if known is None:
            self._by_name[method.name] = method
        elif _has_the_plain_name(method, known):
            index = [method.name for method in self.methods].index(known.name)
            self._by_name[method.name] = method
            self.methods[index] = self._renamed(self.methods[index], method)
        else:
            method = self._renamed(method, known)
        self.methods.append(method)

    def _renamed(self, method: HttpMethod, known: HttpMethod) -> HttpMethod:
        """Return a method with the name of another one, under a name that nothing else has."""
        names = _distinct_names(method, known)
        free = (name for name in names if name not in self._by_name)
        name = next(free, None) or unused_name(names[0], self._by_name)
        self._by_name[name] = renamed = replace(method, name=name)
        return renamed


def has_the_name_of_its_code(method: HttpMethod, handler: object) -> bool:
    """Return whether a method is named after code that makes any number of handlers: a function
    inside of another one, as decorators and factories have it, one without a name, or a class.
    """
    own_name = getattr(handler, "__name__", type(handler).__name__)
    if method.name != snake_case(own_name):
        return False  # its author has named it
    qualified = getattr(handler, "__qualname__", None)
    return qualified is None or "<locals>" in qualified or "<lambda>" in qualified


def _words(path: str) -> list[str]:
    """``/dagRuns/{dag_id}`` as ``dagRuns``, ``dag``, ``id``."""
    return re.findall(r"[A-Za-z0-9]+", path)


def named_after_path(method: HttpMethod) -> HttpMethod:
    """Return a method under the name of its verb and path: ``get_users_by_id`` for
    GET ``/api/v1/users/{id}``.
    """
    path = _BEFORE_NAMES.sub("", method.path)
    return replace(method, name=snake_case(name_of_path(method.verbs[0], path)))


def has_more_words(path: str, shorter: str) -> bool:
    """Return whether a path has all words of a shorter one, which then keeps the plain name."""
    words = set(_words(shorter))
    return bool(words) and words < set(_words(path))


def _has_the_plain_name(method: HttpMethod, known: HttpMethod) -> bool:
    """Return whether a method has the name that it shares with another one, which gets a longer
    one.
    """
    if method.verbs == known.verbs:
        return has_more_words(known.path, method.path)
    return _fitness(method) > _fitness(known)


def _fitness(method: HttpMethod) -> int:
    """How well a name fits the verb of a method: `get_item` is for GET, and no name for HEAD, of
    which frameworks make routes next to those for GET.
    """
    verb = method.verbs[0]
    if verb.lower() in method.name.split("_"):
        return 2
    return int(verb != "HEAD")


def distinct_words(path: str, known: str, name: Sequence[str]) -> list[str]:
    """Return the words of a path that neither another path nor a name has."""
    others = {*_words(known), *name}
    return [word for word in _words(path) if word not in others]


def _distinct_names(method: HttpMethod, known: HttpMethod) -> list[str]:
    """Names for a method with the name of another one, the best first: with its verb, with the
    words that only its path has, or all words of its path.
    """
    name, verb = method.name, method.verbs[0].lower()
    words = distinct_words(method.path, known.path, name.split("_"))
    distinct = "_".join([name, *(constant_case(word).lower() for word in words)])
    path = "_".join(constant_case(word).lower() for word in _words(method.path)) or "root"
    names = [distinct, snake_case(path), snake_case(f"{verb}_{path}")]
    if method.verbs[0] not in known.verbs and verb not in name.split("_"):
        names.insert(0, f"{name}_{verb}")
    return names
