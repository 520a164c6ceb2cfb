"""What a handler answers."""

from collections.abc import Iterator
from typing import Any, get_args

from litestar.exceptions import HTTPException, ValidationException
from litestar.response import File, Redirect, Response, ServerSentEvent, Stream, Template
from litestar.response.base import ASGIResponse
from litestar.types import Empty
from pydantic import BaseModel

from ...catalog.app_options import ErrorName
from ...contracts.annotations import get_origin, is_class, peel_all
from ...contracts.errors import ErrorClass
from ...contracts.model import MISSING, Content, Example, Parameter, Success, TypeForm
from ..shared.declared_errors import DeclaredErrors
from .handler_requests import transferred
from .written_types import written_type


class HTTPError(BaseModel):
    """What Litestar answers for an exception."""

    status_code: int
    detail: str
    extra: dict[str, Any] | list[Any] | None = None


class LitestarErrors:
    """The errors of one application: an exception, and what is declared alike, is one class.

    Args:
        error_name: Names the errors of ``responses=``.
    """

    def __init__(self, error_name: ErrorName | None = None) -> None:
        self._errors = DeclaredErrors(error_name)

    def of_exception(self, exception: type[HTTPException]) -> ErrorClass:
        """The error that an exception is answered with."""
        text = getattr(exception, "detail", None)
        status = int(exception.status_code)
        return self._errors.error(status, HTTPError, text, module=exception.__module__)

    def of_response(self, status: int, declaration: Any) -> ErrorClass:
        """The error for an entry of ``responses=``."""
        form = declaration.data_container
        return self._errors.error(
            status,
            MISSING if form is None else written_type(form),
            declaration.description,
            module=form.__module__ if is_class(form) else "?",
            declaration=declaration,
        )


def successes_and_errors(
    handler: Any, errors: LitestarErrors, *, validates: bool
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
    for status, declaration in (handler.responses or {}).items():
        if int(status) >= 400:
            declared = [error for error in declared if error.status != int(status)]
            declared.append(errors.of_response(int(status), declaration))
        else:
            successes[int(status)] = _declared_success(int(status), declaration)
    return tuple(successes.values()), tuple(dict.fromkeys(declared))


def _declared_success(status: int, declaration: Any) -> Success:
    """A response of ``responses=``."""
    contents: tuple[Content, ...] = ()
    if declaration.data_container is not None:
        content = Content(
            media_type=_media_type(declaration),
            type=written_type(declaration.data_container),
            examples=tuple(_examples(declaration)),
        )
        contents = (content,)
    return Success(status=status, contents=contents, description=declaration.description)


def _examples(declaration: Any) -> Iterator[Example]:
    for number, example in enumerate(declaration.examples or (), 1):
        yield Example(
            name=example.id or f"example_{number}", value=example.value, summary=example.summary
        )


def _media_type(owner: Any) -> str:
    return str(getattr(owner.media_type, "value", owner.media_type))


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
    if form is None or bare is type(None) or form is Empty:
        return
    media_type = _media_type(handler) or "application/json"
    response_class = bare if is_class(bare) else get_origin(bare)
    if is_class(response_class) and issubclass(response_class, _RESPONSES):
        yield from _response_contents(handler, response_class, get_args(bare), media_type)
    elif bare is bytes:
        is_json = media_type == "application/json"
        yield Content(media_type="application/octet-stream" if is_json else media_type)
    else:
        yield Content(media_type=media_type, type=written_type(form))


_RESPONSES = (ASGIResponse, Redirect, ServerSentEvent, File, Stream, Template, Response)


def _response_contents(
    handler: Any, response_class: type, arguments: tuple[TypeForm, ...], media_type: str
) -> Iterator[Content]:
    """What a response object carries: nothing is known of one of ASGI, a redirection has none."""
    if issubclass(response_class, ASGIResponse | Redirect):
        return
    if issubclass(response_class, ServerSentEvent):
        yield Content(media_type="text/event-stream", type=str, stream=True)
    elif issubclass(response_class, File | Stream):
        yield Content(media_type=handler.content_media_type or "application/octet-stream")
    elif issubclass(response_class, Template):
        yield Content(media_type="text/html", type=str)
    elif not arguments:
        yield Content(media_type=media_type, type=Any)
    elif peel_all(arguments[0]) is not type(None):
        yield Content(media_type=media_type, type=written_type(arguments[0]))


def _headers(handler: Any) -> Iterator[Parameter]:
    for header in sorted(handler.resolve_response_headers(), key=lambda header: str(header.name)):
        yield Parameter(
            name=header.name,
            location="header",
            type=str if header.value is None else type(header.value),
            required=bool(header.required),
            description=header.description,
            deprecated=bool(header.deprecated),
        )
