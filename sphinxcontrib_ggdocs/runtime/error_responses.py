"""Converts raised errors to responses in the error format of the contract.

Authors *declare* errors as classes (`ServiceError`), each with a type such as ``ROOM_NOT_FOUND``, a
status, and perhaps a type of data (else `MISSING`). A declared error may replace a built-in one,
VALIDATION_ERROR or SERVER_ERROR, which `runtime_error` finds.
"""

import asyncio
import logging
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.responses import Response
from starlette.types import Scope

from ..contracts.errors import (
    SERVER_ERROR,
    UNAUTHORIZED,
    VALIDATION_ERROR,
    FieldProblem,
    ServiceError,
)
from ..contracts.json_numbers import as_json
from ..contracts.model import MISSING, ErrorFormat
from ..contracts.possible_errors import runtime_error
from .json_values import compact_json

logger = logging.getLogger("sphinxcontrib_ggdocs.service")

ErrorClass = type[ServiceError[Any]]


def error_body(error: ServiceError[Any], error_format: ErrorFormat) -> Any:
    """Return an error as JSON data in an error format: "typed" (type, message and data), "problem"
    (RFC 9457) or "plain" (only the data, so that without data there is no body: None).
    """
    data = _json_data(error)
    if error_format == "plain":
        return data
    body: dict[str, Any] = {"type": error.type}
    if error_format == "problem":  # RFC 9457, 3.1
        body |= {"title": error.description or error.type, "status": error.status}
        if error.message:
            body["detail"] = error.message
    elif error.message:
        body["message"] = error.message
    if data is not None:
        body["data"] = data
    return body


def error_response(error: ServiceError[Any], error_format: ErrorFormat) -> Response:
    """Return the HTTP response of an error in an error format."""
    body = error_body(error, error_format)
    if body is None:
        return Response(status_code=error.status)
    media_type = "application/json"
    if error_format == "problem":
        media_type = "application/problem+json"
    return Response(compact_json(body), status_code=error.status, media_type=media_type)


class Invalid(Exception):
    """Raised for data of a client that is not valid by the contract.

    Args:
        problems: What is wrong, field by field.
    """

    def __init__(self, problems: list[FieldProblem]) -> None:
        super().__init__()
        self.problems = problems


class RepeatedCredentials(Invalid):
    """A credential came several times, and nothing else is wrong."""


class HandlerCancelled(Exception):
    """Raised if code of a service raises `asyncio.CancelledError` in a task that was not
    cancelled.
    """


@contextmanager
def cancellations_as_errors() -> Iterator[None]:
    """Replace an `asyncio.CancelledError` by an error to which the service can respond, unless the
    current task itself was cancelled.

    Code of the user raises it, for instance, if it awaits another task that was cancelled.

    Raises:
        HandlerCancelled: In its place.
    """
    try:
        yield
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        # `cancelling` counts the requests to cancel the task. Without a task, nobody can know.
        is_task_cancelled = task is None or task.cancelling()
        if is_task_cancelled:
            raise
        raise HandlerCancelled("CancelledError, though nothing has cancelled the call") from error


class UnsendableHeader(Exception):
    """A header of a response that a handler or a dependency has set cannot be sent."""


_HEADER_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")
"""The allowed characters (RFC 9110, 5.1 and 5.5). Some servers send a line break unchanged, so that
it would start another header."""


def check_headers(headers: Iterable[tuple[bytes, bytes]]) -> None:
    """Check the headers of a response before they are sent.

    Raises:
        UnsendableHeader: A name is no token, or a value has control characters such as line breaks.
    """
    for name, value in headers:
        if not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value):
            raise UnsendableHeader(
                f"the header {name.decode('latin-1')!r} cannot have the value "
                f"{value.decode('latin-1')!r}: "
                "write one line of text without control characters"
            )


def declared_or_server_error(
    error: Exception, declared: tuple[ErrorClass, ...], where: str
) -> ServiceError[Any]:
    """Return the exception itself if the method declares it; log any other exception, and return
    SERVER_ERROR.

    Args:
        error: The exception that the handler raised.
        declared: The errors of the method and its requirements.
        where: The method, for the log.
    """
    if not isinstance(error, ServiceError):
        logger.error("%s failed", where, exc_info=error)
        return _server_error(declared)
    if not isinstance(error, declared):
        logger.error("%s raised %s, which it does not declare", where, error.type, exc_info=error)
        return _server_error(declared)
    # Serialise the data once to see whether it fails, while another error can still be sent.
    try:
        _json_data(error)
    except Exception:  # Validators and serialisers of the user may raise anything.
        logger.exception("%s raised %s with data of another type", where, error.type)
        return _server_error(declared)
    return error


def _server_error(declared: tuple[ErrorClass, ...]) -> ServiceError[Any]:
    """Return the SERVER_ERROR that the service has defined itself, if it has no data; else that of
    this package. So neither needs an argument.
    """
    return runtime_error(SERVER_ERROR, declared)()


def validation_failure(
    problems: list[FieldProblem], declared: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """Return the VALIDATION_ERROR that the service has defined itself, or that of this package.

    Args:
        problems: What is wrong, field by field.
        declared: The errors of the method and its requirements. One that the service has defined is
            used if its data is such a list, or if it has no data.
    """
    error_class = runtime_error(VALIDATION_ERROR, declared)
    if error_class.data_type is MISSING:
        return error_class()
    return error_class(problems)


def credential_failure(
    problems: list[FieldProblem], declared: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """Return the error for a credential that came several times: VALIDATION_ERROR if the method
    declares it, else its error of status 401 without data (none would be known here), else
    UNAUTHORIZED.

    Args:
        problems: A problem for each of the credentials.
        declared: The errors of the method and its requirements.
    """
    invalid = validation_failure(problems, declared)
    if isinstance(invalid, declared):
        return invalid
    for error in declared:
        if error.status == UNAUTHORIZED.status and error.data_type is MISSING:
            return error()
    return UNAUTHORIZED()


def has_own_handler(error: Exception, scope: Scope) -> bool:
    """Return whether the application has an ``exception_handler`` for an exception or a base class.

    A handler for ``Exception`` is the same as one for status 500. Starlette calls it last, outside
    of all routes, and not for WebSockets.

    Args:
        error: The exception.
        scope: The ASGI scope of the request or handshake, which has the application.
    """
    handlers = getattr(scope.get("app"), "exception_handlers", {})
    # Handlers are registered for classes and for statuses.
    handler_keys: set[type | int] = set(type(error).__mro__)
    # Starlette passes the handlers of 500 and Exception to ServerErrorMiddleware, which ignores
    # WebSockets.
    if scope["type"] == "http":
        handler_keys.add(500)
    else:
        handler_keys.discard(Exception)
    return not handlers.keys().isdisjoint(handler_keys)


def problems_of(
    error: RequestValidationError | WebSocketRequestValidationError | ValidationError, *start: str
) -> list[FieldProblem]:
    """Return the problems of a failed validation, each with the path of its field.

    Args:
        error: The exception of pydantic, or of FastAPI.
        start: The first keys of each path, such as ``query``.
    """
    return [_field_problem(details, start) for details in error.errors()]


def _field_problem(details: Mapping[str, Any], start: tuple[str, ...]) -> FieldProblem:
    """Return one problem of a failed validation: the path of the value, and what is wrong with it.

    Args:
        details: The problem as pydantic or FastAPI describes it, with ``loc`` and ``msg``.
        start: The keys in front of ``loc`` in the path, such as ``query``.
    """
    location, message = details["loc"], details["msg"]
    if details["type"] == "json_invalid":  # also the type of a `pydantic.Json` with invalid text
        match location:
            case ("body", int(position)):
                # For a body that is not JSON, FastAPI's location has the position of the character.
                # This is not a step of a path: it is moved into the message.
                message = f"This is not JSON: {details['ctx']['error']} (char {position})"
                location = ("body",)
    return FieldProblem(path=_path_text((*start, *location)), message=message)


def _path_text(location: tuple[int | str, ...]) -> str:
    """Return the path of a field as text, such as ``body.lines[0].price``."""
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        elif text:
            text += f".{step}"
        else:
            text = step
    return text


def _json_data(error: ServiceError[Any]) -> Any:
    """Return the data of an error as plain JSON data; None if it has none."""
    if error.data_type is MISSING or error.data is None:
        return None
    return from_json(as_json(error.data_type, error.data))
