"""Builds errors that an application declares by status, without names."""

import re
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
"""The status under which readers that know no ranges see an error."""

WORDS_OF_RANGE = {"4XX": "Client Error", "5XX": "Server Error", "default": "Other Error"}


class ErrorLinks:
    """Links of errors without names: those of one status and one form share a link, whatever their
    descriptions.
    """

    def __init__(self) -> None:
        self._links: dict[object, str] = {}

    def link(self, words: str, form: object) -> str:
        """Return the link of an error.

        Args:
            words: What it is made of.
            form: What the error has in common with others of that link: its status and its body.
        """
        if form not in self._links:
            wanted = "-".join(re.findall(r"\w+", words.replace("'", "")))
            self._links[form] = unused_slug(wanted, set(self._links.values()))
        return self._links[form]


class DeclaredErrors:
    """The errors of one application: those that are declared alike in several places are one class.

    Args:
        error_name: Names them by their statuses and declarations.
    """

    def __init__(self, error_name: ErrorName | None = None) -> None:
        self._error_name = error_name
        self._known: dict[Any, ErrorClass] = {}
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
        """Return the class of an error.

        Args:
            status: The HTTP status, or the one that stands for a range.
            answer: What is answered; the data of the error is the first body in JSON. None if
                nothing is known of it.
            description: When it happens; the words for the status unless given.
            module: Where it is declared; that of the class of the body unless given.
            declaration: The framework's own declaration, by which it may be named; None for what
                has no name.
            audience: For whom it is.
        """
        data = _first_json_type(answer)
        if module is None:
            module = data.__module__ if is_class(data) else "?"
        name = None
        if self._error_name is not None and declaration is not None:
            name = self._error_name(status, declaration)
        words = reason_phrase(status)
        if answer is not None and answer.status is not None:
            words = WORDS_OF_RANGE[answer.status]
        text = description or words
        form = (status, _identity(data), repr(answer), audience)
        key = (name, text, module, form)
        if key not in self._known:
            link = self._links.link(words, form) if name is None else name
            error = defined_error(link, status, data, text, is_named=name is not None)
            error.source = Source(module=module)
            error.audience = audience
            if answer != ErrorAnswer(contents=(Content(type=data),)):
                error.answer = answer
            self._known[key] = error
        return self._known[key]


def defined_error(
    name: str, status: int, data: TypeForm, description: str, *, is_named: bool
) -> ErrorClass:
    """Return a new class of errors.

    Args:
        name: Its name, or the link of an error without.
        status: The HTTP status, or the one that stands for a range.
        data: The type of the body.
        description: When it happens.
        is_named: Whether it has a name.
    """
    define = ERROR.define if is_named else ERROR.unnamed
    error: ErrorClass = define(name, status, data, description=description)
    return error


def _identity(form: TypeForm) -> object:
    """Return the type, since two may have one name; its text where metadata in it cannot be
    hashed.
    """
    try:
        hash(form)
    except TypeError:
        return repr(form)
    return form


def _first_json_type(answer: ErrorAnswer | None) -> Any:
    """Return the type of the first body in JSON; `MISSING` where there is none."""
    if answer is not None:
        for content in answer.contents:
            if content.media_type == _JSON:
                return content.type
    return MISSING
