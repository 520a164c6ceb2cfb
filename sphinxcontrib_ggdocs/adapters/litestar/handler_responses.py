"""Reads the responses of a handler."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, get_args

from litestar.exceptions import HTTPException, ValidationException
from litestar.response import File, Redirect, Response, ServerSentEvent, Stream, Template
from litestar.response.base import ASGIResponse
from litestar.types import Empty
from pydantic import BaseModel, Field

from ...catalog.app_options import ErrorName
from ...contracts.annotations import UNIONS, get_origin, is_class, peel_all
from ...contracts.display_names import reason_phrase
from ...contracts.errors import ErrorClass
from ...contracts.media_types import EVENT_STREAM
from ...contracts.model import MISSING, Content, ErrorAnswer, Example, Parameter, Success, TypeForm
from ...foreign_contracts.declared_errors import DeclaredErrors
from .handler_requests import transferred
from .written_types import as_json, union, written_type


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
        self._bodies: dict[tuple[int, str | None], TypeForm] = {}

    def of_exception(self, exception: type[HTTPException]) -> ErrorClass:
        """Return the error that an exception is answered with."""
        detail = getattr(exception, "detail", None) or None
        status = int(exception.status_code)
        example = {"status_code": status, "detail": detail or reason_phrase(status)}
        annotation: TypeForm = Annotated[HTTPError, Field(examples=[example])]
        # Equal answers have one type, which makes them one error.
        body = self._bodies.setdefault((status, detail), annotation)
        answer = ErrorAnswer(contents=(Content(type=body),))
        return self._errors.error(status, answer, detail, module=exception.__module__)

    def of_response(self, status: int, declaration: Any) -> ErrorClass:
        """Return the error for an entry of ``responses=``."""
        annotation = declaration.data_container
        answer = None
        if annotation is not None:
            answer = ErrorAnswer(contents=tuple(_declared_contents(declaration)))
        return self._errors.error(
            status,
            answer,
            declaration.description,
            module=annotation.__module__ if is_class(annotation) else "?",
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
    # Litestar documents its 400 likewise, where there is something to validate.
    if validates and ValidationException not in exceptions:
        exceptions.append(ValidationException)
    declared = [
        errors.of_exception(exception) for exception in exceptions if exception.status_code >= 400
    ]
    for status, declaration in (handler.responses or {}).items():
        if int(status) >= 400:
            # Of one status, `responses=` says more than the exception.
            declared = [error for error in declared if error.status != int(status)]
            declared.append(errors.of_response(int(status), declaration))
        else:
            successes[int(status)] = _declared_success(int(status), declaration)
    return tuple(successes.values()), tuple(dict.fromkeys(declared))


def _declared_success(status: int, declaration: Any) -> Success:
    """Return a response of ``responses=``."""
    contents = tuple(_declared_contents(declaration))
    return Success(status=status, contents=contents, description=declaration.description)


def _declared_contents(declaration: Any) -> Iterator[Content]:
    if declaration.data_container is not None:
        yield Content(
            media_type=_media_type(declaration),
            type=written_type(declaration.data_container),
            examples=tuple(_examples(declaration)),
        )


def _examples(declaration: Any) -> Iterator[Example]:
    for number, example in enumerate(declaration.examples or (), 1):
        yield Example(
            name=example.id or f"example_{number}",
            value=as_json(example.value),
            summary=example.summary,
        )


def _media_type(owner: Any) -> str:
    return str(getattr(owner.media_type, "value", owner.media_type))


def _usual(handler: Any) -> Success:
    annotation = handler.parsed_return_field.raw
    return Success(
        status=int(handler.status_code),
        contents=tuple(_contents(handler)),
        description=handler.response_description or DESCRIPTIONS.get(peel_all(annotation)),
        headers=(*_usual_headers(annotation), *_headers(handler)),
    )


DESCRIPTIONS: Mapping[Any, str] = {
    Stream: "Stream Response",
    Redirect: "Redirect Response",
    File: "File Download",
}
"""Litestar's descriptions of responses without one."""


def _usual_headers(annotation: TypeForm) -> Iterator[Parameter]:
    """Yield the headers that a response class sends by itself, as in Litestar's own document."""
    if _is_response(annotation, Redirect):
        yield _header("location", str, "The address to redirect to.")
    elif _is_response(annotation, File):
        yield _header("content-length", str, "The size of the file in bytes.")
        yield _header("last-modified", datetime, "When the file was changed.")
        yield _header("etag", str, "Identifies this version of the file.")


def _header(name: str, annotation: TypeForm, description: str) -> Parameter:
    return Parameter(
        name=name, location="header", type=annotation, required=False, description=description
    )


def _contents(handler: Any) -> Iterator[Content]:
    """Yield the representations of a response: of a union with response objects those of its
    members.
    """
    annotation = transferred(handler, "return", handler.parsed_return_field.raw)
    bare = peel_all(annotation)
    if annotation is None or bare is type(None) or annotation is Empty:
        return
    members = get_args(bare) if get_origin(bare) in UNIONS else ()
    if not any(_is_response(member, *_RESPONSES) for member in members):
        members = (annotation,)
    contents: dict[str, Content] = {}
    for member in members:
        content = _content(handler, member)
        if content is not None:
            media_type = content.media_type
            contents[media_type] = _together(contents.get(media_type), content)
    yield from contents.values()


def _together(one: Content | None, other: Content) -> Content:
    """One representation with the types of two."""
    if one is None or one.type is MISSING:
        return other
    if other.type is MISSING:
        return one
    return replace(one, type=union((one.type, other.type)))


def _content(handler: Any, annotation: TypeForm) -> Content | None:
    """Return the representation of a value, or of what a response object carries; None without a
    body.
    """
    bare = peel_all(annotation)
    media_type = _media_type(handler)
    if bare is bytes:
        if media_type in ("", "application/json"):
            media_type = "application/octet-stream"
        return Content(media_type=media_type)
    if not _is_response(bare, *_RESPONSES):
        return Content(media_type=media_type or "application/json", type=written_type(annotation))
    # The first says nothing of its body, the second has none.
    if _is_response(bare, ASGIResponse, Redirect):
        return None
    if _is_response(bare, ServerSentEvent):
        return Content(media_type=EVENT_STREAM, type=Any, stream=True)  # text, or fields of events
    if _is_response(bare, File, Stream):
        own = media_type or handler.content_media_type
        return Content(media_type=own or "application/octet-stream")
    if _is_response(bare, Template):
        return Content(media_type=media_type or "text/html", type=str)
    # `Response[Item]`, or `Response` alone.
    return _content(handler, (*get_args(bare), Any)[0])


_RESPONSES = (ASGIResponse, Redirect, ServerSentEvent, File, Stream, Template, Response)


def _is_response(annotation: TypeForm, *classes: type) -> bool:
    bare = peel_all(annotation)
    response_class = bare if is_class(bare) else get_origin(bare)
    return is_class(response_class) and issubclass(response_class, classes)


def _headers(handler: Any) -> Iterator[Parameter]:
    # A set, whose order is another in each process.
    for header in sorted(handler.resolve_response_headers(), key=lambda header: str(header.name)):
        yield Parameter(
            name=header.name,
            location="header",
            type=str if header.value is None else type(header.value),
            required=bool(header.required),
            description=header.description,
            deprecated=bool(header.deprecated),
        )
