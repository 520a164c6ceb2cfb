"""Reads the responses of Litestar's route handlers: successes and errors.

A peeled type is one without the ``Annotated``, aliases and NewTypes around it.
"""

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
from .handler_requests import transferred_response
from .written_types import as_json, union, written_type


class HTTPError(BaseModel):
    """The body of Litestar's response to an exception."""

    status_code: int
    detail: str
    extra: dict[str, Any] | list[Any] | None = None


class LitestarErrors:
    """Creates the error classes of one application, one class for all equal declarations.

    Args:
        error_name: A function of the application's author that names an error of ``responses=`` by
            its status and declaration, or returns None for one without a name; None without such
            a function.
    """

    def __init__(self, error_name: ErrorName | None = None) -> None:
        self._errors = DeclaredErrors(error_name)
        self._bodies: dict[tuple[int, str | None], TypeForm] = {}
        """The types of bodies, each with an example, by the status and text of the exception."""

    def of_exception(self, exception: type[HTTPException]) -> ErrorClass:
        """Return the error class for an exception that Litestar answers with `HTTPError`."""
        detail = getattr(exception, "detail", None) or None
        status = int(exception.status_code)
        example = {"status_code": status, "detail": detail or reason_phrase(status)}
        annotation: TypeForm = Annotated[HTTPError, Field(examples=[example])]
        # Exceptions with an equal response share a type, which makes them one error.
        body = self._bodies.setdefault((status, detail), annotation)
        answer = ErrorAnswer(contents=(Content(type=body),))
        return self._errors.error(status, answer, detail, module=exception.__module__)

    def of_response(self, status: int, declaration: Any) -> ErrorClass:
        """Return the error class for an entry of ``responses=``.

        Args:
            status: The key of the entry.
            declaration: The entry, a ``ResponseSpec``; its `data_container` is the type of the
                body, or None without a body.
        """
        annotation = declaration.data_container
        answer = None
        if annotation is not None:
            answer = ErrorAnswer(contents=tuple(_declared_contents(declaration)))
        module = "?"  # without a class, nothing says which module declares the error
        if is_class(annotation):
            module = annotation.__module__
        return self._errors.error(
            status, answer, declaration.description, module=module, declaration=declaration
        )


def successes_and_errors(
    handler: Any, errors: LitestarErrors, *, validates: bool
) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
    """Return the responses of a handler: those with a status below 400, and the others as error
    classes.

    Args:
        handler: Litestar's route handler.
        errors: Creates the error classes of the application.
        validates: Whether the request has anything that Litestar validates.
    """
    successes = {int(handler.status_code): _main_success(handler)}
    exceptions = list(handler.raises or ())
    # Like Litestar's own document, show status 400 if there is something to validate.
    if validates and ValidationException not in exceptions:
        exceptions.append(ValidationException)
    # An exception of the author may also have the status of a redirection, which is no error.
    error_classes = [
        errors.of_exception(exception) for exception in exceptions if exception.status_code >= 400
    ]
    for status, declaration in (handler.responses or {}).items():
        if int(status) >= 400:
            # An entry of `responses=` replaces the exceptions with its status.
            error_classes = [error for error in error_classes if error.status != int(status)]
            error_classes.append(errors.of_response(int(status), declaration))
        else:
            # It also replaces the response of the return annotation, if it has the same status.
            contents = tuple(_declared_contents(declaration))
            successes[int(status)] = Success(
                status=int(status), contents=contents, description=declaration.description
            )
    return tuple(successes.values()), tuple(dict.fromkeys(error_classes))


def _declared_contents(declaration: Any) -> Iterator[Content]:
    """Yield the representation of an entry of ``responses=`` (a ``ResponseSpec``), if it has a
    body.
    """
    if declaration.data_container is not None:
        yield Content(
            media_type=_media_type(declaration),
            type=written_type(declaration.data_container),
            examples=tuple(_examples(declaration)),
        )


def _examples(declaration: Any) -> Iterator[Example]:
    """Yield the examples of an entry of ``responses=``."""
    for number, example in enumerate(declaration.examples or (), 1):
        yield Example(
            name=example.id or f"example_{number}",
            value=as_json(example.value),
            summary=example.summary,
        )


def _media_type(owner: Any) -> str:
    """Return the media type of a handler or of an entry of ``responses=``, which is a text or a
    member of an enumeration; may be empty.
    """
    return str(getattr(owner.media_type, "value", owner.media_type))


def _main_success(handler: Any) -> Success:
    """Return the main response of a handler: its status, and the bodies that the handler's return
    annotation describes.
    """
    annotation = handler.parsed_return_field.raw
    # Without a description of the author, the response class gives one, as in Litestar's document.
    return Success(
        status=int(handler.status_code),
        contents=tuple(_contents(handler)),
        description=handler.response_description or DESCRIPTIONS.get(peel_all(annotation)),
        headers=(*_headers_of_response_class(annotation), *_declared_headers(handler)),
    )


DESCRIPTIONS: Mapping[Any, str] = {
    Stream: "Stream Response",
    Redirect: "Redirect Response",
    File: "File Download",
}
"""Litestar's descriptions of responses whose author gave none, by response class."""


def _headers_of_response_class(annotation: TypeForm) -> Iterator[Parameter]:
    """Yield the headers that every response of a class has, as in Litestar's own document."""
    if _is_response(annotation, Redirect):
        yield _header("location", str, "The address to redirect to.")
    elif _is_response(annotation, File):
        yield _header("content-length", str, "The size of the file in bytes.")
        yield _header("last-modified", datetime, "When the file was changed.")
        yield _header("etag", str, "Identifies this version of the file.")


def _header(name: str, annotation: TypeForm, description: str) -> Parameter:
    """Return an optional response header."""
    return Parameter(
        name=name, location="header", type=annotation, required=False, description=description
    )


def _contents(handler: Any) -> Iterator[Content]:
    """Yield the representations of a handler's response, one for each media type; none without a
    body, and none if the handler does not annotate what it returns.

    Of a union with response classes, such as ``Item | File``, each member is a representation.
    """
    annotation = transferred_response(handler, handler.parsed_return_field.raw)
    peeled = peel_all(annotation)
    if annotation is None or peeled is type(None) or annotation is Empty:
        return
    alternatives: tuple[TypeForm, ...] = (annotation,)
    if get_origin(peeled) in UNIONS:
        members = get_args(peeled)
        if any(_is_response(member, *_RESPONSE_CLASSES) for member in members):
            alternatives = members
    contents: dict[str, Content] = {}
    for alternative in alternatives:
        content = _content(handler, alternative)
        if content is None:
            continue
        media_type = content.media_type
        if media_type in contents:
            content = _merged_contents(contents[media_type], content)
        contents[media_type] = content
    yield from contents.values()


def _merged_contents(one: Content, other: Content) -> Content:
    """Return one representation for two of the same media type: its type is a union of both, or
    that of the one that has a type.
    """
    if one.type is MISSING:
        return other
    if other.type is MISSING:
        return one
    return replace(one, type=union((one.type, other.type)))


def _content(handler: Any, annotation: TypeForm) -> Content | None:
    """Return the representation of a value that a handler returns; None if it has no body, or one
    of unknown type.

    Args:
        handler: Litestar's route handler.
        annotation: The type of the value, which may be a response class such as ``File`` or
            ``Response[Item]``.
    """
    peeled = peel_all(annotation)
    media_type = _media_type(handler)
    if _is_response(peeled, *_RESPONSE_CLASSES):
        return _content_of_response_class(handler, peeled)
    if peeled is bytes:
        # JSON is only Litestar's default, and bytes are sent as they are.
        if media_type in ("", "application/json"):
            media_type = "application/octet-stream"
        return Content(media_type=media_type)  # bytes have no schema
    return Content(media_type=media_type or "application/json", type=written_type(annotation))


def _content_of_response_class(handler: Any, response_class: TypeForm) -> Content | None:
    """Return the representation of a response class; None if it has no body, or one of unknown
    type.

    Args:
        handler: Litestar's route handler.
        response_class: A class such as ``File``, or a generic class such as ``Response[Item]``.
    """
    media_type = _media_type(handler)
    # The body of an `ASGIResponse` is unknown, a `Redirect` has none.
    if _is_response(response_class, ASGIResponse, Redirect):
        return None
    if _is_response(response_class, ServerSentEvent):
        return Content(media_type=EVENT_STREAM, type=Any, stream=True)  # text, or fields of events
    if _is_response(response_class, File, Stream):
        file_media_type = media_type or handler.content_media_type
        return Content(media_type=file_media_type or "application/octet-stream")
    if _is_response(response_class, Template):
        return Content(media_type=media_type or "text/html", type=str)
    # `Response[Item]`; `Response` without an argument may have any value.
    value_type: TypeForm = Any
    arguments = get_args(response_class)
    if arguments:
        value_type = arguments[0]
    return _content(handler, value_type)


_RESPONSE_CLASSES = (ASGIResponse, Redirect, ServerSentEvent, File, Stream, Template, Response)
"""Litestar's response classes that are treated differently from each other."""


def _is_response(annotation: TypeForm, *classes: type) -> bool:
    """Return whether an annotation is one of some response classes, or one with arguments such as
    ``Response[Item]``.
    """
    peeled = peel_all(annotation)
    response_class = peeled if is_class(peeled) else get_origin(peeled)
    return is_class(response_class) and issubclass(response_class, classes)


def _declared_headers(handler: Any) -> Iterator[Parameter]:
    """Yield the headers that a handler and its layers declare for responses, sorted by name."""
    # Litestar returns a set, whose order differs between processes.
    headers = sorted(handler.resolve_response_headers(), key=lambda header: str(header.name))
    for header in headers:
        # Litestar has no type for a header: it is that of the value, if the header has a fixed one.
        header_type: TypeForm = str
        if header.value is not None:
            header_type = type(header.value)
        yield Parameter(
            name=header.name,
            location="header",
            type=header_type,
            required=bool(header.required),
            description=header.description,
            deprecated=bool(header.deprecated),
        )
