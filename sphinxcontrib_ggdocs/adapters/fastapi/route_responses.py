"""Reads the responses of FastAPI's routes: successes, those in ``responses=``, and errors."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any, cast

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
    """Creates the error classes of one application, one class for all equal declarations."""

    declared_errors: DeclaredErrors = field(default_factory=DeclaredErrors)
    """Creates the error classes for entries of ``responses=``."""
    module: str = "?"
    """The module of the application's class, as the source of its errors."""
    everywhere: tuple[ErrorClass, ...] = ()
    """The errors that every operation shows, since the application handles them."""
    models: Models = field(default_factory=lambda: Models(tuple))
    """The application's models, to which hand-written schemas refer; by default those of no routes
    (`tuple()`)."""
    invalid: ErrorClass = REQUEST_INVALID
    """The response to an invalid request."""
    cache: dict[tuple[str, str | None, str], ErrorClass] = field(default_factory=dict)
    """The errors of ``responses=`` by status, the media type of the response class, and the `repr`
    of the entry, since most routes declare the same errors."""
    _statuses: dict[type[Response], int] = field(default_factory=dict)
    """The results of `default_status`."""

    def default_status(self, response_class: type[Response]) -> int:
        """Return the status of a response class, as FastAPI finds it: the default of its argument
        `status_code`, such as 307 for `RedirectResponse`, else 200.
        """
        if response_class not in self._statuses:
            status = 200
            parameter = inspect.signature(response_class.__init__).parameters.get("status_code")
            if parameter is not None and isinstance(parameter.default, int):
                status = parameter.default
            self._statuses[response_class] = status
        return self._statuses[response_class]


def successes_and_errors(
    route: Any,
    errors: FastAPIErrors,
    *,
    raised: tuple[ErrorClass, ...],
    validates: bool,
) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
    """Return the responses of a route: those with a status below 400, and the others as error
    classes.

    Args:
        route: FastAPI's route.
        errors: Creates the error classes of the application.
        raised: The errors that its handler and dependencies are declared to raise.
        validates: Whether the request has anything that FastAPI validates.
    """
    response_class = _response_class(route)
    main_success = _main_success(route, response_class, errors)
    successes = {main_success.status: main_success}
    error_classes: list[ErrorClass] = []
    entries: dict[str, Mapping[str, Any]] = {}
    for status, entry in route.responses.items():
        entries[_status_key(status)] = without_nulls(entry)
    for key, entry in entries.items():
        if key.isdigit() and int(key) < 400:
            success = successes.get(int(key), Success(status=int(key)))
            successes[int(key)] = _with_entry(success, key, entry, response_class, errors.models)
        elif key.isdigit() or key in STATUS_OF_RANGE:  # no contract can express 1XX to 3XX
            error_classes.append(_declared_error(key, entry, response_class, errors))
    error_classes += raised
    # An entry of the route replaces the application's response with the same status.
    error_classes += [error for error in errors.everywhere if str(error.status) not in entries]
    # Like FastAPI's own document, show its response to invalid requests unless an entry covers it.
    invalid_keys = {str(errors.invalid.status), "4XX", "default"}
    if validates and invalid_keys.isdisjoint(entries):
        error_classes.append(errors.invalid)
    return tuple(successes.values()), tuple(dict.fromkeys(error_classes))


def _status_key(status: int | str) -> str:
    """Return a key of ``responses=`` as OpenAPI writes it: ``404``, ``4XX`` or ``default``."""
    key = str(status).upper()
    if key == "DEFAULT":
        return "default"
    return key


def _declared_error(
    key: str,
    entry: Mapping[str, Any],
    response_class: type[Response],
    errors: FastAPIErrors,
) -> ErrorClass:
    """Return the error class for an entry of ``responses=``. Equal entries share one class.

    Args:
        key: The key of the entry: a status such as ``404``, a range such as ``4XX``, or
            ``default``.
        entry: The entry: a response object of OpenAPI with the additional member `model`.
        response_class: The response class of the route.
        errors: Creates the error classes of the application.
    """
    # The `repr`, since an entry is a mapping and cannot be hashed.
    cache_key = (key, response_class.media_type, repr(entry))
    if cache_key in errors.cache:
        return errors.cache[cache_key]
    if key.isdigit():
        status, status_range = int(key), None
    else:  # a range, which one status represents: 400 for ``4XX``
        status, status_range = STATUS_OF_RANGE[key], key
    # Read like the entry of a success; what it has becomes the answer of the error.
    response = _with_entry(Success(status=status), key, entry, response_class, errors.models)
    answer = ErrorAnswer(
        status=status_range,
        contents=response.contents,
        headers=response.headers,
        openapi_extra=response.openapi_extra,
    )
    errors.cache[cache_key] = errors.declared_errors.error(
        status,
        answer,
        response.description or key,
        module=errors.module,
        declaration=entry,
        audience=audience_in(entry),
    )
    return errors.cache[cache_key]


def _response_class(route: Any) -> type[Response]:
    """Return the response class of a route, which FastAPI wraps if the author declares none."""
    response_class: Any = route.response_class
    if isinstance(response_class, DefaultPlaceholder):
        response_class = response_class.value
    return cast("type[Response]", response_class)


def _main_success(route: Any, response_class: type[Response], errors: FastAPIErrors) -> Success:
    """Return the response that a route's return annotation and its arguments declare."""
    status = route.status_code
    if status is None:
        status = errors.default_status(response_class)
    contents: tuple[Content, ...] = ()
    # Other statuses have no body (RFC 9110, 15.2, 15.3.5, 15.3.6 and 15.4.5).
    if status >= 200 and status not in (204, 205, 304):
        contents = tuple(_contents(route, response_class))
    return Success(status=int(status), contents=contents, description=route.response_description)


def _contents(route: Any, response_class: type[Response]) -> Iterator[Content]:
    """Yield the representation of a route's response body: a stream, or a single value; nothing if
    the response class has no media type.
    """
    declared_stream = streamed_by(route.endpoint)
    # Only newer versions of FastAPI have streams, and these attributes.
    item_type = getattr(route, "stream_item_type", None) or Any
    if declared_stream:
        yield from declared_stream
    elif getattr(route, "is_json_stream", False):
        yield Content(media_type="application/jsonl", type=item_type, stream=True)
    elif getattr(route, "is_sse_stream", False):
        yield Content(media_type=EVENT_STREAM, type=item_type, stream=True)
    elif response_class.media_type:
        body_type: TypeForm = str
        # Only JSON is made of the response model. Other classes send a text.
        if issubclass(response_class, JSONResponse):
            body_type = route.response_model if route.response_field is not None else Any
        yield Content(media_type=response_class.media_type, type=body_type)


def _with_entry(
    response: Success,
    key: str,
    entry: Mapping[str, Any],
    response_class: type[Response],
    models: Models,
) -> Success:
    """Return a response with what its entry in ``responses=`` adds.

    Args:
        response: The response as the route itself declares it.
        key: The key of the entry as OpenAPI writes it: ``404``, ``4XX`` or ``default``.
        entry: The entry: a response object of OpenAPI with the additional member `model`.
        response_class: The response class of the route, whose media type `model` has.
        models: The application's models.
    """
    contents = {content.media_type: content for content in response.contents}
    for media_type, media_type_object in (entry.get("content") or {}).items():
        as_json = jsonable_encoder(media_type_object or {})
        declared_content = contents.get(media_type)
        contents[media_type] = content_of(media_type, as_json, declared_content, models.type_of)
    if entry.get("model"):  # it takes precedence over a schema in `content`
        media_type = response_class.media_type or _JSON
        content = contents.get(media_type, Content(media_type=media_type))
        contents[media_type] = replace(content, type=entry["model"])
    return Success(
        status=response.status,
        contents=tuple(contents.values()),
        description=entry.get("description") or response.description or _default_description(key),
        headers=(*response.headers, *_headers(entry.get("headers") or {}, models)),
        openapi_extra=_links(entry),
        audience=audience_in(entry),
    )


def _links(entry: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the member `links` of a response object of OpenAPI, as ``{"links": …}``; None without
    one.
    """
    links = entry.get("links")
    if isinstance(links, Mapping):
        return {"links": jsonable_encoder(links)}
    return None


def _headers(header_objects: Mapping[str, Any], models: Models) -> Iterator[Parameter]:
    """Yield the headers of a response from header objects of OpenAPI by name.

    Content-Type is skipped, since OpenAPI ignores it (3.1, 4.8.17).
    """
    for name, header in header_objects.items():
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


def _default_description(key: str) -> str:
    """Return FastAPI's description of a response without one: ``Not Found`` for ``404``.

    Args:
        key: The key of the response as OpenAPI writes it: ``404``, ``4XX`` or ``default``.
    """
    # See `status_code_ranges` in `fastapi.openapi.utils`.
    ranges = {"4XX": "Client Error", "5XX": "Server Error", "default": "Default Response"}
    try:
        return ranges.get(key) or HTTPStatus(int(key)).phrase
    except ValueError:  # a status without a name
        return "Additional Response"
