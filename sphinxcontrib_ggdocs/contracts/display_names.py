"""Builds names for readers of a document: sentences from names in code, and unique names of errors
and security schemes.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, TypeAlias

from .errors import ErrorClass
from .message_model import MISSING, GivenSchema

_PARTS = re.compile(r"[^\W_]+")
_PLURAL = r"s(?![a-z])"
"""The ``s`` of ``URLs``, which begins no word."""

_BOUNDARY = re.compile(rf"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z](?!{_PLURAL})[a-z])")
_ACRONYM = re.compile(rf"[A-Z][A-Z0-9]+(?:{_PLURAL})?")


def sentence_of(name: str) -> str:
    """Return a name in snake_case, camelCase or CONSTANT_CASE as words, of which the first is
    capitalized.

    ``getHTTPStatus`` is "Get HTTP status": acronyms keep their capitals unless the whole name is in
    capitals. A name without letters and digits is returned without changes.
    """
    text = " ".join(_words(name))
    return text[:1].upper() + text[1:] or name


def title_of(name: str) -> str:
    """Return the same with each word capitalized."""
    return " ".join(word[0].upper() + word[1:] for word in _words(name)) or name


def title_of_slug(slug: str) -> str:
    """Return a slug as words: ``shop-api`` gives ``Shop API``."""
    return title_of(slug).replace("Api", "API")


def _words(name: str) -> list[str]:
    parts = _PARTS.findall(name)
    if len(parts) > 1 and name.isupper():
        return [part.lower() for part in parts]
    words: list[str] = []
    for part in parts:
        for word in _BOUNDARY.split(part):
            if not _ACRONYM.fullmatch(word):
                word = word.lower()
            words.append(word)
    return words


def reason_phrase(status: int) -> str:
    """What a status means, in the words of its RFC."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"


USUAL_DESCRIPTION = "Successful Response"
"""What FastAPI says of a response that nobody has described; OpenAPI needs some text."""

_NUMBERED = re.compile(r"(Status-\d+|.*?)(?:-\d+)?")


def words_of(link: str) -> str:
    """Return the words of an unnamed error, ``Not Found`` of ``Not-Found-2``; a status without
    words keeps its number, ``Status 499``.
    """
    numbered = _NUMBERED.fullmatch(link)
    return (numbered[1] if numbered else link).replace("-", " ")


ErrorKeys: TypeAlias = Mapping[ErrorClass, str]
"""The key of each declared error; two classes with equal definitions share one, and so do errors
without names that differ in their descriptions alone."""


def name_errors(errors: Iterable[ErrorClass]) -> ErrorKeys:
    """Choose keys: the type of the error, and more where two definitions have one type."""
    by_type: dict[str, list[list[ErrorClass]]] = {}
    for error in dict.fromkeys(errors):
        definitions = by_type.setdefault(error.type, [])
        for definition in definitions:
            if _same(definition[0], error):
                definition.append(error)
                break
        else:
            definitions.append([error])
    keys: dict[ErrorClass, str] = {}
    for definitions in by_type.values():
        names = _distinct_names([definition[0] for definition in definitions])
        for name, definition in zip(names, definitions, strict=True):
            keys.update(dict.fromkeys(definition, name))
    return keys


def _same(one: ErrorClass, other: ErrorClass) -> bool:
    return (
        one.status == other.status
        and (one.answer and one.answer.status) == (other.answer and other.answer.status)
        # Methods have descriptions of their own of an error without a name.
        and (one.description == other.description or not one.is_named)
        and _same_data(one.data_type, other.data_type)
    )


def _same_data(one: object, other: object) -> bool:
    if isinstance(one, GivenSchema) and isinstance(other, GivenSchema) and one.is_like(other):
        return True
    return one is other or (one is not MISSING and one == other)


def _distinct_names(errors: Sequence[ErrorClass]) -> Sequence[str]:
    """``CONFLICT``; of several: ``CONFLICT-409``, else ``orders.CONFLICT``, else ``CONFLICT-1``."""
    first = errors[0]
    if len(errors) == 1:
        return [first.type]
    numbered = [f"{error.type}-{number}" for number, error in enumerate(errors, 1)]
    if not first.is_named:
        return [first.type, *numbered[1:]]
    for name_of in (_name_with_status, _name_with_module, _name_with_path):
        names = list(map(name_of, errors))
        if len(set(names)) == len(names):
            return names
    return numbered


def _name_with_status(error: ErrorClass) -> str:
    return f"{error.type}-{error.status}"


def _name_with_module(error: ErrorClass) -> str:
    return f"{error.source.module.rpartition('.')[2]}.{error.type}"


def _name_with_path(error: ErrorClass) -> str:
    return f"{error.source.module}.{error.type}"


class SchemeNames:
    """The security schemes of one document by name; a name that is taken gets a number."""

    def __init__(self) -> None:
        self._definitions: dict[str, dict[str, Any]] = {}

    @property
    def definitions(self) -> dict[str, dict[str, Any]]:
        """By name, sorted."""
        return dict(sorted(self._definitions.items()))

    def add(self, wanted: str, definition: Mapping[str, Any]) -> str:
        """Return the name of a scheme: equal definitions share it."""
        wanted = _NOT_IN_NAMES.sub("_", wanted)
        name, number = wanted, 1
        while self._definitions.setdefault(name, dict(definition)) != definition:
            number += 1
            name = f"{wanted}_{number}"
        return name


_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
"""What no name of a component may hold (OpenAPI 3.1, 4.8.7)."""
