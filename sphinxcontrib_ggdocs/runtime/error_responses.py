"""Converts raised errors to responses in the error format of the contract."""

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


def wire_form(error: ServiceError[Any], error_format: ErrorFormat) -> Any:
    """What an error looks like as JSON; None when it has no body."""
    data = _data(error)
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
    """Return the response of an error."""
    body = wire_form(error, error_format)
    if body is None:
        return Response(status_code=error.status)
    media_type = "application/problem+json" if error_format == "problem" else "application/json"
    return Response(compact_json(body), status_code=error.status, media_type=media_type)


class Invalid(Exception):
    """What a client has sent does not have the declared form."""

    def __init__(self, problems: list[FieldProblem]) -> None:
        super().__init__()
        self.problems = problems


class RepeatedCredentials(Invalid):
    """A credential came several times, and nothing else is wrong."""


class HandlerCancelled(Exception):
    """Code of a service has raised `asyncio.CancelledError` in a task that nobody cancels."""


@contextmanager
def cancellations_as_errors() -> Iterator[None]:
    """Turn an `asyncio.CancelledError` that code of a service raises into an error that can be
    answered, such as that of a task which it awaits; one of the current task stays.

    Raises:
        HandlerCancelled: In its place.
    """
    try:
        yield
    except asyncio.CancelledError as error:
        task = asyncio.current_task()
        if task is None or task.cancelling():
            raise
        raise HandlerCancelled("CancelledError, though nothing has cancelled the call") from error


class UnsendableHeader(Exception):
    """A header of a response that a handler or a dependency has set cannot be sent."""


_HEADER_NAME = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")
"""RFC 9110, 5.1 and 5.5. A line break would start another header; some servers send it raw."""


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
    """Return the error itself when the method declares it; SERVER_ERROR, and a line in the log, for
    anything else.

    Args:
        error: What the handler raised.
        declared: The errors of the method and its requirements.
        where: The method, for the log.
    """
    if isinstance(error, ServiceError):
        if isinstance(error, declared):
            try:
                _data(error)
            except Exception:  # whatever its validators raise
                logger.exception("%s raised %s with data of another type", where, error.type)
                return _server_error(declared)
            return error
        logger.error("%s raised %s, which it does not declare", where, error.type, exc_info=error)
    else:
        logger.error("%s failed", where, exc_info=error)
    return _server_error(declared)


def _server_error(declared: tuple[ErrorClass, ...]) -> ServiceError[Any]:
    """Return the service's own SERVER_ERROR where it can be made without data, else the usual
    one.
    """
    return runtime_error(SERVER_ERROR, declared)()


def validation_failure(
    problems: list[FieldProblem], declared: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """Return the service's VALIDATION_ERROR, or the usual one, with each thing that is wrong.

    Args:
        problems: What is wrong.
        declared: The errors of the method and its requirements. Their own is taken where it has the
            same data or none.
    """
    kind = runtime_error(VALIDATION_ERROR, declared)
    return kind(None if kind.data_type is MISSING else problems)


def credential_failure(
    problems: list[FieldProblem], declared: tuple[ErrorClass, ...]
) -> ServiceError[Any]:
    """Return the answer to a credential that came several times: VALIDATION_ERROR if it can be
    answered at all, else the declared error of status 401, or UNAUTHORIZED.
    """
    invalid = validation_failure(problems, declared)
    if isinstance(invalid, declared):
        return invalid
    for error in declared:
        if error.status == UNAUTHORIZED.status and error.data_type is MISSING:
            return error()
    return UNAUTHORIZED()


def has_own_handler(error: Exception, scope: Scope) -> bool:
    """Return whether the application has an ``exception_handler`` for an exception or a base of it.

    Those for ``Exception`` and for status 500 are the same; Starlette asks them last, outside of
    all routes, and not for WebSockets.
    """
    handlers = getattr(scope.get("app"), "exception_handlers", {})
    kinds = set(type(error).__mro__)
    # Starlette gives the handlers of 500 and Exception to ServerErrorMiddleware, which lets
    # WebSockets pass.
    if scope["type"] == "http":
        return not handlers.keys().isdisjoint({*kinds, 500})
    return not handlers.keys().isdisjoint(kinds - {Exception})


def problems_of(
    error: RequestValidationError | WebSocketRequestValidationError | ValidationError, *start: str
) -> list[FieldProblem]:
    """What pydantic finds wrong.

    Args:
        error: pydantic's, or FastAPI's.
        start: The first steps of each path.
    """
    return [_problem(item, start) for item in error.errors()]


def _problem(item: Mapping[str, Any], start: tuple[str, ...]) -> FieldProblem:
    location, message = item["loc"], item["msg"]
    if item["type"] == "json_invalid" and len(location) == 2:
        # FastAPI's location is ("body", character)
        message = f"This is not JSON: {item['ctx']['error']} (char {location[1]})"
        location = location[:1]
    return FieldProblem(path=_path((*start, *location)), message=message)


def _path(location: tuple[int | str, ...]) -> str:
    text = ""
    for step in location:
        if isinstance(step, int):
            text += f"[{step}]"
        elif text:
            text += f".{step}"
        else:
            text = step
    return text


def _data(error: ServiceError[Any]) -> Any:
    if error.data_type is MISSING or error.data is None:
        return None
    return from_json(as_json(error.data_type, error.data))
