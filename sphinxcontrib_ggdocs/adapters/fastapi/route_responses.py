"""Reads responses: the success, those that ``responses=`` adds, and failures, as declared
errors.
"""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any

from fastapi.datastructures import DefaultPlaceholder
from fastapi.encoders import jsonable_encoder
from starlette.responses import JSONResponse, Response

from ...contracts.audiences import audience_in
from ...contracts.media_types import EVENT_STREAM
from ...contracts.model import (
    Content,
    ErrorAnswer,
    Parameter,
    Success,
    TypeForm,
)
from ...document.openapi_members import without_nulls
from ...foreign_contracts.declared_errors import STATUS_OF_RANGE, DeclaredErrors
from ..shared.messages import streamed_by
from ..shared.written_operations import content_of
from .exceptions import REQUEST_INVALID, ErrorClass
from .schemas import Models

_JSON = "application/json"


@dataclass(slots=True)
class FastAPIErrors:
    """The errors of one application: what is declared alike in several places is one class."""

    named: DeclaredErrors = field(default_factory=DeclaredErrors)
    """What ``responses=`` declares."""
    module: str = "?"
    everywhere: tuple[ErrorClass, ...] = ()
    """What any operation may answer with, for the application handles it."""
    models: Models = field(default_factory=lambda: Models(tuple))
    """The application's models, which schemas written by hand refer to."""
    invalid: ErrorClass = REQUEST_INVALID
    """The answer to an invalid request."""
    declared: dict[tuple[str, str | None, str], ErrorClass] = field(default_factory=dict)
    """By key, the usual media type, and the text of the entry: most routes declare the same."""
    _statuses: dict[type[Response], int] = field(default_factory=dict)

    def usual_status(self, response_class: type[Response]) -> int:
        """Return the status of a class of responses, which may have one of its own, as
        `RedirectResponse` has 307; FastAPI reads it there as well.
        """
        if response_class not in self._statuses:
            parameter = inspect.signature(response_class.__init__).parameters.get("status_code")
            default = None if parameter is None else parameter.default
            self._statuses[response_class] = default if isinstance(default, int) else 200
        return self._statuses[response_class]


def successes_and_errors(
    route: Any,
    errors: FastAPIErrors,
    *,
    raised: tuple[ErrorClass, ...],
    validates: bool,
) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
    """What a route answers with.

    Args:
        route: FastAPI's route.
        errors: The application's errors.
        raised: The errors that its handler and its dependencies are declared to raise.
        validates: Whether the request can be invalid.
    """
    response_class = _response_class(route)
    usual = _usual(route, response_class, errors)
    successes = {usual.status: usual}
    declared: list[ErrorClass] = []
    keys = {_status_key(status): without_nulls(entry) for status, entry in route.responses.items()}
    for key, entry in keys.items():
        if key.isdigit() and int(key) < 400:
            known = successes.get(int(key), Success(status=int(key)))
            successes[int(key)] = _merged(known, entry, response_class, key, errors.models)
        elif key.isdigit() or key in STATUS_OF_RANGE:  # no contract can express 1XX to 3XX
            declared.append(_declared_error(route, key, entry, response_class, errors))
    declared += raised
    # The handlers of exceptions of the application; a route that declares the status knows better.
    declared += [error for error in errors.everywhere if str(error.status) not in keys]
    # FastAPI adds its response to invalid requests unless one of these says what comes.
    if validates and not keys.keys() & {str(errors.invalid.status), "4XX", "default"}:
        declared.append(errors.invalid)
    return tuple(successes.values()), tuple(dict.fromkeys(declared))


def _status_key(status: int | str) -> str:
    """Return a key of ``responses=``: ``404``, ``4XX`` or ``default``."""
    key = str(status).upper()
    if key == "DEFAULT":
        return "default"
    return key


def _declared_error(
    route: Any,
    key: str,
    entry: Mapping[str, Any],
    response_class: type[Response],
    errors: FastAPIErrors,
) -> ErrorClass:
    # By its text, for entries may have no hash.
    known = (key, response_class.media_type, repr(entry))
    if known in errors.declared:
        return errors.declared[known]
    status = int(key) if key.isdigit() else STATUS_OF_RANGE[key]
    response = _merged(Success(status=status), entry, response_class, key, errors.models)
    answer = ErrorAnswer(
        status=None if key.isdigit() else key,
        contents=response.contents,
        headers=response.headers,
        openapi_extra=response.openapi_extra,
    )
    errors.declared[known] = errors.named.error(
        status,
        answer,
        response.description or key,
        module=errors.module,
        declaration=entry,
        audience=audience_in(entry),
    )
    return errors.declared[known]


def _response_class(route: Any) -> type[Response]:
    declared = route.response_class
    response_class: type[Response] = (
        declared.value if isinstance(declared, DefaultPlaceholder) else declared
    )
    return response_class


def _usual(route: Any, response_class: type[Response], errors: FastAPIErrors) -> Success:
    status = route.status_code
    if status is None:
        status = errors.usual_status(response_class)
    # These have no content (RFC 9110, 15.2, 15.3.5, 15.3.6 and 15.4.5).
    has_body = status >= 200 and status not in (204, 205, 304)
    contents = tuple(_contents(route, response_class)) if has_body else ()
    return Success(status=int(status), contents=contents, description=route.response_description)


def _contents(route: Any, response_class: type[Response]) -> Iterator[Content]:
    item = getattr(route, "stream_item_type", None) or Any
    if declared := streamed_by(route.endpoint):
        yield from declared
    elif getattr(route, "is_json_stream", False):
        yield Content(media_type="application/jsonl", type=item, stream=True)
    elif getattr(route, "is_sse_stream", False):
        yield Content(media_type=EVENT_STREAM, type=item, stream=True)
    elif response_class.media_type:
        annotation: TypeForm = str
        # The model describes what is serialized. Other classes send what they are given.
        if issubclass(response_class, JSONResponse):
            annotation = route.response_model if route.response_field is not None else Any
        yield Content(media_type=response_class.media_type, type=annotation)


def _merged(
    known: Success,
    entry: Mapping[str, Any],
    response_class: type[Response],
    key: str,
    models: Models,
) -> Success:
    """Return a response with what its entry in ``responses=`` adds."""
    contents = {content.media_type: content for content in known.contents}
    for media_type, media in (entry.get("content") or {}).items():
        known_content = contents.get(media_type)
        written = jsonable_encoder(media or {})
        contents[media_type] = content_of(media_type, written, known_content, models.type_of)
    if entry.get("model"):
        media_type = response_class.media_type or _JSON
        before = contents.get(media_type, Content(media_type=media_type))
        contents[media_type] = replace(before, type=entry["model"])
    return Success(
        status=known.status,
        contents=tuple(contents.values()),
        description=entry.get("description") or known.description or _phrase(key),
        headers=(*known.headers, *_headers(entry.get("headers") or {}, models)),
        openapi_extra=_links(entry),
        audience=audience_in(entry),
    )


def _links(entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the links of a response as the member of an OpenAPI document."""
    links = entry.get("links")
    if isinstance(links, Mapping):
        return {"links": jsonable_encoder(links)}
    return None


def _headers(headers: Mapping[str, Any], models: Models) -> Iterator[Parameter]:
    """Response headers but Content-Type, which OpenAPI 3.1, 4.8.17, says is ignored."""
    for name, header in headers.items():
        if name.lower() == "content-type":
            continue
        yield Parameter(
            name=name,
            location="header",
            type=models.type_of(header.get("schema") or {}),
            required=bool(header.get("required")),
            description=header.get("description"),
            deprecated=bool(header.get("deprecated")),
            audience=audience_in(header),
        )


def _phrase(key: str) -> str:
    # The words of FastAPI's own document: `status_code_ranges` in `fastapi.openapi.utils`.
    ranges = {"4XX": "Client Error", "5XX": "Server Error", "default": "Default Response"}
    try:
        return ranges.get(key) or HTTPStatus(int(key)).phrase
    except ValueError:
        return "Additional Response"
