"""Builds error classes for responses that an application declares by status only, without a name
for the error.
"""

import re
from collections.abc import Hashable
from typing import Any

from ..audience_rules import Audiences
from ..catalog.app_options import ErrorName
from ..contracts.annotations import is_class
from ..contracts.display_names import reason_phrase
from ..contracts.errors import ERROR, ErrorClass
from ..contracts.model import MISSING, Content, ErrorAnswer, Source, TypeForm
from .naming import unused_slug

_JSON = "application/json"

STATUS_OF_RANGE = {"4XX": 400, "5XX": 500, "default": 500}
"""The status that stands for a range of statuses where only a single number can be written."""

WORDS_OF_RANGE = {"4XX": "Client Error", "5XX": "Server Error", "default": "Other Error"}
"""The description of an error of a range, as `reason_phrase` has it for a single status."""


class ErrorLinks:
    """Hands out link names (parts of URLs) for errors without names. Errors with the same identity
    (status and response) share a link name, even if their descriptions differ.
    """

    def __init__(self) -> None:
        self._links: dict[object, str] = {}
        """The link names by identity."""

    def link(self, words: str, identity: object) -> str:
        """Return the link name of an error: ``Not Found`` gives ``Not-Found``, or ``Not-Found-2``
        if an error with another identity has that name.

        Args:
            words: The text that the link name is made of.
            identity: A hashable value that is equal for errors with the same status and response.
        """
        if identity not in self._links:
            # Without apostrophes, ``I'm a Teapot`` gives ``Im-a-Teapot``, and not ``I-m-a-Teapot``.
            slug = "-".join(re.findall(r"\w+", words.replace("'", "")))
            self._links[identity] = unused_slug(slug, set(self._links.values()))
        return self._links[identity]


class DeclaredErrors:
    """Creates the error classes of one application, one class for all equal declarations.

    Args:
        error_name: A function of the application's author that names an error by its status and
            declaration, or returns None for one without a name; None without such a function.
    """

    def __init__(self, error_name: ErrorName | None = None) -> None:
        self._error_name = error_name
        self._classes_by_key: dict[Hashable, ErrorClass] = {}
        """The created classes by everything that distinguishes declarations (see `error`)."""
        self._links = ErrorLinks()

    def error(
        self,
        status: int,
        answer: ErrorAnswer | None,
        description: str | None,
        *,
        module: str | None = None,
        declaration: Any = None,
        audience: Audiences = (),
    ) -> ErrorClass:
        """Return the error class for a declared response; an equal declaration gets the same class.

        Args:
            status: The HTTP status, or the one that stands for a range (`STATUS_OF_RANGE`).
            answer: The declared response. The type of its first JSON body becomes the data of the
                error. None if the application says nothing about the response.
            description: When the error occurs; by default the reason phrase of the status.
            module: The module that declares the error; by default the module of the body's class,
                or ``?`` if the body is no class.
            declaration: The framework's own declaration, which `error_name` gets; None for an error
                that must stay without a name.
            audience: The audiences that may see the error; empty for everybody.
        """
        data_type = _first_json_type(answer)
        if module is None:
            module = data_type.__module__ if is_class(data_type) else "?"
        name = None
        if self._error_name is not None and declaration is not None:
            name = self._error_name(status, declaration)
        words = reason_phrase(status)
        # The status of an answer is only set for a range, such as ``4XX``.
        if answer is not None and answer.status is not None:
            words = WORDS_OF_RANGE[answer.status]
        text = description or words
        # Types and examples in a response may not be hashable, but its `repr` is.
        identity = (status, _hashable(data_type), repr(answer), audience)
        key = (name, text, module, identity)
        if key not in self._classes_by_key:
            if name is None:
                link = self._links.link(words, identity)
                error = defined_error(link, status, data_type, text, is_named=False)
            else:
                error = defined_error(name, status, data_type, text, is_named=True)
            error.source = Source(module=module)
            error.audience = audience
            # A response with nothing but one JSON body is already described by the error's data.
            if answer != ErrorAnswer(contents=(Content(type=data_type),)):
                error.answer = answer
            self._classes_by_key[key] = error
        return self._classes_by_key[key]


def defined_error(
    name: str, status: int, data: TypeForm, description: str, *, is_named: bool
) -> ErrorClass:
    """Define and return a new error class.

    Args:
        name: The name of the error, or the link name of an error without a name.
        status: The HTTP status, or the one that stands for a range (`STATUS_OF_RANGE`).
        data: The type of the response body.
        description: When the error occurs.
        is_named: Whether `name` is a name that readers see, and not just a link name.
    """
    define = ERROR.define if is_named else ERROR.unnamed
    error: ErrorClass = define(name, status, data, description=description)
    return error


def _hashable(annotation: TypeForm) -> object:
    """Return a type annotation itself, or its `repr` if it has unhashable metadata, such as
    ``Annotated[str, []]``.

    The `repr` alone would not do, since two different classes may have the same name.
    """
    try:
        hash(annotation)
    except TypeError:
        return repr(annotation)
    return annotation


def _first_json_type(answer: ErrorAnswer | None) -> Any:
    """Return the type of a response's first body in JSON; `MISSING` if it has none."""
    if answer is not None:
        for content in answer.contents:
            if content.media_type == _JSON:
                return content.type
    return MISSING
