"""Builds names for readers of a document: sentences from names in code, and unique names of errors
and security schemes.

An *unnamed* error, as existing services have it, has only a status and a body. Its type is not
sent, and serves as a name for links.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias

from .errors import ErrorClass
from .message_model import MISSING, GivenSchema

_PARTS = re.compile(r"[^\W_]+")
"""The parts of a name between underscores, hyphens and the like."""
_PLURAL = r"s(?![a-z])"
"""The ``s`` of ``URLs``, with which no word begins."""

_BOUNDARY = re.compile(rf"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!{_PLURAL})[a-z])")
"""The places where a word begins in camelCase: in ``getHTTPStatus`` before ``H`` and ``S``."""
_ACRONYM = re.compile(rf"[A-Z][A-Z0-9]+(?:{_PLURAL})?")


def sentence_of(name: str) -> str:
    """Return a name in snake_case, camelCase or CONSTANT_CASE as words, with the first one
    capitalized.

    ``getHTTPStatus`` is "Get HTTP status": acronyms keep their capitals unless the whole name is in
    capitals. A name without letters and digits is returned unchanged.
    """
    text = " ".join(_words(name))
    if not text:
        return name
    return text[0].upper() + text[1:]


def title_of(name: str) -> str:
    """Return a name in snake_case, camelCase or CONSTANT_CASE as words, each capitalized: "Get HTTP
    Status" for ``getHTTPStatus``. A name without letters and digits is returned unchanged.
    """
    words = [word[0].upper() + word[1:] for word in _words(name)]
    if not words:
        return name
    return " ".join(words)


def title_of_slug(slug: str) -> str:
    """Return a slug as words: ``shop-api`` gives ``Shop API``."""
    return title_of(slug).replace("Api", "API")


def _words(name: str) -> list[str]:
    """Split a name in snake_case, camelCase or CONSTANT_CASE into words in lower case.

    Acronyms keep their capitals, except in CONSTANT_CASE, where every word looks like one.
    """
    parts = _PARTS.findall(name)
    # A single word in capitals is an acronym.
    is_constant_case = len(parts) > 1 and name.isupper()
    if is_constant_case:
        return [part.lower() for part in parts]
    words: list[str] = []
    for part in parts:
        for word in _BOUNDARY.split(part):
            if not _ACRONYM.fullmatch(word):
                word = word.lower()
            words.append(word)
    return words


def reason_phrase(status: int) -> str:
    """Return the words of an HTTP status, such as ``Not Found`` for 404, and ``Status 499`` for
    499.
    """
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"


USUAL_DESCRIPTION = "Successful Response"
"""FastAPI's description of a response without one; OpenAPI requires a description."""

_NUMBERED_LINK = re.compile(r"(Status-\d+|.*?)(?:-\d+)?")
"""The link name of an unnamed error, whose number at the end distinguishes several errors."""


def words_of(link: str) -> str:
    """Return the words in the link name of an unnamed error: ``Not Found`` for ``Not-Found-2``.

    The number of a status without words stays: ``Status 499`` for ``Status-499``.
    """
    match = _NUMBERED_LINK.fullmatch(link)
    if match is not None:
        link = match[1]
    return link.replace("-", " ")


ErrorKeys: TypeAlias = Mapping[ErrorClass, str]
"""The key of each declared error. Two classes with equal definitions share a key, and so do unnamed
errors that differ only in their descriptions."""


def name_errors(errors: Iterable[ErrorClass]) -> ErrorKeys:
    """Choose the keys under which documents list errors.

    The key is the error's type, with an addition if different errors have the same type.
    """
    # For each type the groups of equal errors.
    groups_by_type: dict[str, list[list[ErrorClass]]] = {}
    for error in dict.fromkeys(errors):
        groups = groups_by_type.setdefault(error.type, [])
        _add_to_equal_errors(error, groups)
    keys: dict[ErrorClass, str] = {}
    for groups in groups_by_type.values():
        # The errors of a group are equal, so any of them stands for the group.
        names = _distinct_names([group[0] for group in groups])
        for name, group in zip(names, groups, strict=True):
            keys.update(dict.fromkeys(group, name))
    return keys


def _add_to_equal_errors(error: ErrorClass, groups: list[list[ErrorClass]]) -> None:
    """Add an error to the group of errors that are equal to it, or to a new group."""
    for group in groups:
        if _are_equal(group[0], error):
            group.append(error)
            return
    groups.append([error])


def _are_equal(one: ErrorClass, other: ErrorClass) -> bool:
    """Return whether two errors of one type have the same status, data and description.

    The description of an unnamed error does not count, since each method writes its own.
    """
    if one.status != other.status or _status_range(one) != _status_range(other):
        return False
    if one.is_named and one.description != other.description:
        return False
    return _are_equal_types(one.data_type, other.data_type)


def _status_range(error: ErrorClass) -> str | None:
    """Return the range of statuses of an error, such as ``4XX``; None if it has one status."""
    if error.answer is None:
        return None
    return error.answer.status


def _are_equal_types(one: object, other: object) -> bool:
    """Return whether the data of two errors have the same type, or equal schemas from files."""
    if isinstance(one, GivenSchema) and isinstance(other, GivenSchema) and one.is_like(other):
        return True
    # `MISSING`, of an error without data, equals only itself.
    return one is other or (one is not MISSING and one == other)


def _distinct_names(errors: Sequence[ErrorClass]) -> Sequence[str]:
    """Return different names for errors of one type, such as ``CONFLICT``.

    A single error is named after its type. Several are distinguished by their statuses
    (``CONFLICT-409``), else by their modules (``orders.CONFLICT``), else by numbers
    (``CONFLICT-1``).
    """
    first = errors[0]
    if len(errors) == 1:
        return [first.type]
    numbered = [f"{error.type}-{number}" for number, error in enumerate(errors, 1)]
    if not first.is_named:
        # Readers do not see these names, only links have them: the link to the first error does not
        # change when another one is added.
        return [first.type, *numbered[1:]]
    for name_of in (_name_with_status, _name_with_module, _name_with_path):
        names = list(map(name_of, errors))
        if len(set(names)) == len(names):
            return names
    return numbered


def _name_with_status(error: ErrorClass) -> str:
    """Return the name of an error with its status: ``CONFLICT-409``."""
    return f"{error.type}-{error.status}"


def _name_with_module(error: ErrorClass) -> str:
    """Return the name of an error with the last part of its module's name: ``orders.CONFLICT``."""
    return f"{error.source.module.rpartition('.')[2]}.{error.type}"


def _name_with_path(error: ErrorClass) -> str:
    """Return the name of an error with the full name of its module: ``shop.orders.CONFLICT``."""
    return f"{error.source.module}.{error.type}"


class SchemeNames:
    """Chooses the names of the security schemes of one document; a name that is taken gets a
    number.
    """

    def __init__(self) -> None:
        """Start without any scheme."""
        self._definitions: dict[str, dict[str, Any]] = {}
        """The schemes by the names that have been chosen."""

    @property
    def definitions(self) -> dict[str, dict[str, Any]]:
        """The schemes by name, sorted."""
        return dict(sorted(self._definitions.items()))

    def add(self, wanted: str, definition: Mapping[str, Any]) -> str:
        """Add a security scheme, unless an equal one has been added, and return its name.

        Args:
            wanted: The wanted name; characters that names must not have are replaced.
            definition: The scheme as OpenAPI writes it.
        """
        wanted = _NOT_IN_NAMES.sub("_", wanted)
        name = wanted
        number = 1
        # `setdefault` stores the scheme if the name is free, and otherwise returns the one that has
        # the name.
        while self._definitions.setdefault(name, dict(definition)) != definition:
            number += 1
            name = f"{wanted}_{number}"
        return name


_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
"""Characters that the name of a component must not have (OpenAPI 3.1, 4.8.7)."""
