"""Declares the responses of exception handlers, and FastAPI's own response to an invalid
request.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any, TypeVar

from fastapi.exception_handlers import http_exception_handler, request_validation_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import validation_error_definition
from pydantic import BaseModel, Field, WithJsonSchema, create_model
from starlette.exceptions import HTTPException

from ...contracts.contract_errors import BadOption, Location
from ...contracts.errors import ERROR, ServiceError
from ...contracts.model import MISSING, Source, TypeForm
from ...foreign_contracts.naming import constant_case
from ..shared.functions import note, noted

X = TypeVar("X", bound=type[Exception])
F = TypeVar("F", bound=Callable[..., Any])
ErrorClass = type[ServiceError[Any]]

_USUAL = (http_exception_handler, request_validation_exception_handler)
"""What FastAPI itself registers."""

_body: Any = create_model("HTTPError", detail=(Any, ...))
"""What FastAPI answers for an ``HTTPException`` that has no handler of its own."""

_answers: dict[type[Exception], ErrorClass] = {}
_everywhere: dict[type[Exception], bool] = {}
_RAISED = "__ggdocs_raised__"


def answers(
    status: int | None = None,
    model: TypeForm = MISSING,
    *,
    description: str | None = None,
    name: str | None = None,
    everywhere: bool = True,
) -> Callable[[X], X]:
    """Declare the response to an exception, once for a whole application.

    If the application has an exception handler for the exception, every operation shows the
    response; so does every operation whose handler or dependency is marked with `raises`. For
    ``RequestValidationError``, it replaces FastAPI's own response with status 422.

    The exception is not changed. This is a decorator, but can also be called: ``answers(429,
    Busy)(RateLimited)``.

    Args:
        status: The status; by default the ``status_code`` of the class.
        model: The type of the body. By default FastAPI's body for an ``HTTPException``; the bodies
            of other exceptions are not documented.
        description: When it happens; by default the first paragraph of the exception's docstring.
        name: The error's name, such as ``OUT_OF_STOCK``; by default derived from the exception's
            name.
        everywhere: Whether all operations of an application that handles the exception show it,
            rather than only those that are marked with `raises`.

    Raises:
        BadOption: No status is known, it is not an error status, or the name is not an identifier.
    """

    def decorate(exception: X) -> X:
        frame = sys._getframe(1)
        where = Location(
            file=frame.f_code.co_filename, line=frame.f_lineno, owner=exception.__name__
        )
        number = status if status is not None else getattr(exception, "status_code", None)
        if not isinstance(number, int):
            raise BadOption(
                f"no status is known for {exception.__name__}",
                where=where,
                hint="write it, as in answers(409, Problem)",
            )
        # FastAPI has a handler for these, which writes their `detail`.
        data = _body if model is MISSING and issubclass(exception, HTTPException) else model
        kind = name or constant_case(exception.__name__)
        text = description or _words(exception)
        try:
            error = ERROR.define(kind, number, data=data, description=text)
        except BadOption as problem:  # whose place is the line above
            raise problem.at(where) from None
        error.source = Source(module=exception.__module__)
        _answers[exception] = error
        _everywhere[exception] = everywhere
        return exception

    return decorate


def raises(*exceptions: type[Exception]) -> Callable[[F], F]:
    """Declare that a handler or a dependency raises exceptions whose responses `answers` declares.

    If an exception has no declared response, reading the application fails.

    Args:
        exceptions: Their classes.
    """

    def decorate(function: F) -> F:
        note(function, _RAISED, exceptions)
        return function

    return decorate


def raised_by(function: Any) -> Iterator[ErrorClass]:
    """Return the errors that `raises` has declared for a function."""
    for exception in noted(function, _RAISED):
        error = _answer_of(exception)
        if error is None:
            raise BadOption(
                f"the response to {exception.__name__} is not declared",
                where=Location(
                    owner=getattr(function, "__name__", None) or type(function).__name__
                ),
                hint=f"declare it once: answers(409, Problem)({exception.__name__})",
            )
        yield error


def handled_by(app: Any) -> tuple[ErrorClass, ...]:
    """Return the errors that any operation of an application may answer with: those of its
    exception handlers.
    """
    # An invalid request concerns only operations that validate something.
    exceptions = (key for key in _handlers(app) if key is not RequestValidationError)
    return tuple(_known(key for key in exceptions if _everywhere.get(key)))


def invalid_request(app: Any) -> ErrorClass | None:
    """What an application declares to answer to an invalid request, instead of FastAPI."""
    return next(_known(key for key in _handlers(app) if key is RequestValidationError), None)


def _handlers(app: Any) -> Iterator[type[Exception]]:
    """Return the exceptions that an application handles in a way of its own."""
    handlers: Mapping[Any, Any] = getattr(app, "exception_handlers", {})
    for key, handler in handlers.items():
        # A key may be a status, of which several exceptions have one.
        if isinstance(key, type) and handler not in _USUAL:
            yield key


def _known(exceptions: Iterable[type[Exception]]) -> Iterator[ErrorClass]:
    return filter(None, map(_answers.get, exceptions))


def _answer_of(exception: type[Exception]) -> ErrorClass | None:
    """Return the answer of a class, or of the nearest base that has one."""
    # Starlette looks for the handler of an exception in this order.
    return next(_known(exception.__mro__), None)


def _words(exception: type[Exception]) -> str | None:
    text = exception.__dict__.get("__doc__")
    if text:
        return " ".join(text.strip().partition("\n\n")[0].split())
    return None


_ADDED: dict[str, Any] = {
    "input": Any,
    "ctx": Annotated[dict[str, Any], WithJsonSchema({"type": "object"})],
}
"""What newer versions add."""


def _absent() -> None:
    """The default of what may be left out; unlike a value, it does not get into the schema."""


# No class, whose docstring would get into the schema, where FastAPI has none.
_fields: dict[str, Any] = {
    "loc": (list[str | int], ...),
    "msg": (str, ...),
    "type": (str, ...),
    **{
        name: (annotation, Field(default_factory=_absent))
        for name, annotation in _ADDED.items()
        if name in validation_error_definition["properties"]
    },
}
_problem: Any = create_model("ValidationError", **_fields)
_answer: type[BaseModel] = create_model(
    "HTTPValidationError", detail=(list[_problem], Field(default_factory=_absent))
)

REQUEST_INVALID = ERROR.unnamed("Validation-Error", 422, _answer, description="Validation Error")
"""What FastAPI answers, in the form in which it answers."""
