"""What a handler answers."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, get_args

from litestar.exceptions import HTTPException, ValidationException
from litestar.response import File, Redirect, Response, ServerSentEvent, Stream, Template
from litestar.response.base import ASGIResponse
from litestar.types import Empty
from pydantic import BaseModel

from ...contracts.annotations import get_origin, is_class, peel_all
from ...contracts.errors import ERROR, ServiceError
from ...contracts.model import MISSING, Content, Example, Parameter, Source, Success, TypeForm
from ..shared.words import constant_case
from .requests import transferred
from .types import written_type

ErrorClass = type[ServiceError[Any]]


class HTTPError(BaseModel):
    """What Litestar answers for an exception."""

    status_code: int
    detail: str
    extra: dict[str, Any] | list[Any] | None = None


class ErrorBook:
    """The errors of one application: an exception, and what is declared alike, is one class."""

    def __init__(self) -> None:
        self._known: dict[Any, ErrorClass] = {}

    def of_exception(self, exception: type[HTTPException]) -> ErrorClass:
        """The error that an exception is answered with."""
        kind = constant_case(exception.__name__.removesuffix("Exception")) or "HTTP_ERROR"
        text = getattr(exception, "detail", None)
        return self._error(
            kind, int(exception.status_code), HTTPError, text or None, exception.__module__
        )

    def of_response(self, status: int, said: Any) -> ErrorClass:
        """The error for an entry of ``responses=``."""
        form = said.data_container
        data = MISSING if form is None else written_type(form)
        name = constant_case(form.__name__) if is_class(form) else ""
        module = form.__module__ if is_class(form) else "?"
        return self._error(name or _phrase(status), status, data, said.description, module)

    def _error(
        self, kind: str, status: int, data: TypeForm, text: str | None, module: str
    ) -> ErrorClass:
        key = (kind, status, repr(data), text, module)
        known = self._known.get(key)
        if known is None:
            known = ERROR.define(
                kind, status, data=data, description=text or HTTPStatus(status).description or None
            )
            known.source = Source(module=module)
            self._known[key] = known
        return known


def successes_and_errors(
    handler: Any, errors: ErrorBook, *, validates: bool
) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
    """What a handler answers with.

    Args:
        handler: Litestar's route handler.
        errors: The application's errors.
        validates: Whether the request can be invalid.
    """
    successes = {int(handler.status_code): _usual(handler)}
    exceptions = list(handler.raises or ())
    if validates and ValidationException not in exceptions:
        exceptions.append(ValidationException)
    declared = [
        errors.of_exception(exception) for exception in exceptions if exception.status_code >= 400
    ]
    for status, said in (handler.responses or {}).items():
        if int(status) >= 400:
            declared = [error for error in declared if error.status != int(status)]
            declared.append(errors.of_response(int(status), said))
        else:
            successes[int(status)] = _told(int(status), said)
    return tuple(successes.values()), tuple(dict.fromkeys(declared))


def _told(status: int, said: Any) -> Success:
    """A response of ``responses=``."""
    contents: tuple[Content, ...] = ()
    if said.data_container is not None:
        media_type = str(getattr(said.media_type, "value", said.media_type))
        examples = tuple(
            Example(name=each.id or f"example_{number}", value=each.value, summary=each.summary)
            for number, each in enumerate(said.examples or (), 1)
        )
        contents = (
            Content(
                media_type=media_type, type=written_type(said.data_container), examples=examples
            ),
        )
    return Success(status=status, contents=contents, description=said.description)


def _usual(handler: Any) -> Success:
    return Success(
        status=int(handler.status_code),
        contents=tuple(_contents(handler)),
        description=handler.response_description,
        headers=tuple(_headers(handler)),
    )


def _contents(handler: Any) -> Iterator[Content]:
    form = transferred(handler, "return", handler.parsed_return_field.raw)
    bare = peel_all(form)
    media_type = str(getattr(handler.media_type, "value", handler.media_type)) or "application/json"
    origin = bare if is_class(bare) else get_origin(bare)
    if form is None or bare is type(None) or form is Empty:
        return
    if is_class(origin) and issubclass(origin, ASGIResponse | Redirect):
        return
    if is_class(origin) and issubclass(origin, ServerSentEvent):
        yield Content(media_type="text/event-stream", type=str, stream=True)
    elif is_class(origin) and issubclass(origin, File | Stream):
        yield Content(media_type=handler.content_media_type or "application/octet-stream")
    elif is_class(origin) and issubclass(origin, Template):
        yield Content(media_type="text/html", type=str)
    elif is_class(origin) and issubclass(origin, Response):
        inner = get_args(bare)
        if not inner or peel_all(inner[0]) is not type(None):
            yield Content(media_type=media_type, type=written_type(inner[0]) if inner else Any)
    elif bare is bytes:
        yield Content(
            media_type=media_type
            if media_type != "application/json"
            else "application/octet-stream"
        )
    else:
        yield Content(media_type=media_type, type=written_type(form))


def _headers(handler: Any) -> Iterator[Parameter]:
    for header in sorted(handler.resolve_response_headers(), key=lambda each: str(each.name)):
        yield Parameter(
            name=header.name,
            location="header",
            type=str if header.value is None else type(header.value),
            required=bool(header.required),
            description=header.description,
            deprecated=bool(header.deprecated),
        )


def _phrase(status: int) -> str:
    try:
        return constant_case(HTTPStatus(status).phrase)
    except ValueError:
        return f"STATUS_{status}"
