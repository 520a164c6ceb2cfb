"""Declares the responses of exception handlers, and FastAPI's own response to an invalid
request.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
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

_DEFAULT_HANDLERS = (http_exception_handler, request_validation_exception_handler)
"""The exception handlers that FastAPI itself registers."""

_http_error_body: Any = create_model("HTTPError", detail=(Any, ...))
"""The body of FastAPI's own response to an ``HTTPException``."""

_errors_by_exception: dict[type[Exception], ErrorClass] = {}
"""The responses that `answers` has declared."""
_shown_everywhere: dict[type[Exception], bool] = {}
"""The argument `everywhere` of `answers`, by exception."""
_RAISED_ATTRIBUTE = "__ggdocs_raised__"
"""The attribute of a function with the exceptions that `raises` declares."""


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
        """Define the error class for an exception class, and return the exception class."""
        # The place in the author's code where the decorator is applied.
        frame = sys._getframe(1)
        location = Location(
            file=frame.f_code.co_filename, line=frame.f_lineno, owner=exception.__name__
        )
        error_status = status
        if error_status is None:
            error_status = getattr(exception, "status_code", None)
        if not isinstance(error_status, int):
            raise BadOption(
                f"no status is known for {exception.__name__}",
                where=location,
                hint="write it, as in answers(409, Problem)",
            )
        body_type = model  # if it stays `MISSING`, the error is documented without a body
        if model is MISSING and issubclass(exception, HTTPException):
            body_type = _http_error_body
        error_name = name or constant_case(exception.__name__)
        text = description or _first_paragraph(exception)
        try:
            error = ERROR.define(error_name, error_status, data=body_type, description=text)
        except BadOption as problem:  # its location is the line above
            raise problem.at(location) from None
        error.source = Source(module=exception.__module__)
        _errors_by_exception[exception] = error
        _shown_everywhere[exception] = everywhere
        return exception

    return decorate


def raises(*exceptions: type[Exception]) -> Callable[[F], F]:
    """Declare that a handler or a dependency raises exceptions whose responses `answers` declares.

    If an exception has no declared response, reading the application fails.

    Args:
        exceptions: Their classes.
    """

    def decorate(function: F) -> F:
        """Attach the exceptions to a function, and return the function."""
        note(function, _RAISED_ATTRIBUTE, exceptions)
        return function

    return decorate


def raised_by(function: Any) -> Iterator[ErrorClass]:
    """Yield the error classes of the exceptions that `raises` has declared for a function.

    Raises:
        BadOption: `answers` has declared no response to one of the exceptions.
    """
    for exception in noted(function, _RAISED_ATTRIBUTE):
        error = _error_of(exception)
        if error is None:
            function_name = getattr(function, "__name__", None) or type(function).__name__
            raise BadOption(
                f"the response to {exception.__name__} is not declared",
                where=Location(owner=function_name),
                hint=f"declare it once: answers(409, Problem)({exception.__name__})",
            )
        yield error


def handled_by(app: Any) -> tuple[ErrorClass, ...]:
    """Return the errors that every operation of an application shows: those of the exceptions that
    it handles, if `answers` has declared them with `everywhere`.
    """
    errors: list[ErrorClass] = []
    for exception in _handled_exceptions(app):
        # An invalid request concerns only operations that validate something.
        is_for_all = exception is not RequestValidationError and _shown_everywhere.get(exception)
        if is_for_all and exception in _errors_by_exception:
            errors.append(_errors_by_exception[exception])
    return tuple(errors)


def invalid_request(app: Any) -> ErrorClass | None:
    """Return the error that an application declares for an invalid request; None if it leaves the
    response to FastAPI.
    """
    if RequestValidationError in _handled_exceptions(app):
        return _errors_by_exception.get(RequestValidationError)
    return None


def _handled_exceptions(app: Any) -> Iterator[type[Exception]]:
    """Yield the exceptions for which an application has registered a handler."""
    handlers: Mapping[Any, Any] = getattr(app, "exception_handlers", {})
    for key, handler in handlers.items():
        # A key may also be a status, which says nothing about the exception.
        if isinstance(key, type) and handler not in _DEFAULT_HANDLERS:
            yield key


def _error_of(exception: type[Exception]) -> ErrorClass | None:
    """Return the error that is declared for an exception, or for the nearest base class that has
    one, which is where Starlette finds the handler, too.
    """
    for cls in exception.__mro__:
        if cls in _errors_by_exception:
            return _errors_by_exception[cls]
    return None


def _first_paragraph(exception: type[Exception]) -> str | None:
    """Return the first paragraph of an exception's own docstring in one line; None without one."""
    docstring = exception.__dict__.get("__doc__")  # in contrast to `__doc__`, never inherited
    if not docstring:
        return None
    paragraph, _, _others = docstring.strip().partition("\n\n")
    return " ".join(paragraph.split())


def _no_default() -> None:
    """Make a field optional, as its default factory: unlike a default value, a factory is not
    written into the schema.
    """


_OPTIONAL_PROPERTIES: dict[str, Any] = {
    "input": Any,
    "ctx": Annotated[dict[str, Any], WithJsonSchema({"type": "object"})],
}
"""The properties of a validation error that only newer versions of FastAPI have."""

# The models are not written as classes, since a docstring would become a description, which
# FastAPI's own schemas lack.
_validation_error_fields: dict[str, Any] = {
    "loc": (list[str | int], ...),
    "msg": (str, ...),
    "type": (str, ...),
}
for _name, _annotation in _OPTIONAL_PROPERTIES.items():
    if _name in validation_error_definition["properties"]:
        _validation_error_fields[_name] = (_annotation, Field(default_factory=_no_default))
_validation_error: Any = create_model("ValidationError", **_validation_error_fields)
_validation_error_body: type[BaseModel] = create_model(
    "HTTPValidationError", detail=(list[_validation_error], Field(default_factory=_no_default))
)

REQUEST_INVALID = ERROR.unnamed(
    "Validation-Error", 422, _validation_error_body, description="Validation Error"
)
"""FastAPI's own response to an invalid request."""
