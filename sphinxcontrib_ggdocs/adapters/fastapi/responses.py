"""Responses: the usual one, what ``responses=`` adds to it, and failures as declared errors."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from typing import Any

from fastapi.datastructures import DefaultPlaceholder
from starlette.responses import JSONResponse, Response

from ...contracts.annotations import is_class, peel_all
from ...contracts.errors import ERROR, ServiceError
from ...contracts.model import (
    MISSING,
    Content,
    ErrorAnswer,
    Example,
    Parameter,
    Source,
    Success,
    TypeForm,
)
from ..shared.words import constant_case, free, snake_case
from .examples import named_examples
from .schemas import Models
from .validation import REQUEST_INVALID

ErrorName = Callable[[int, Mapping[str, Any]], str | None]
"""Names an error by its status and its entry in ``responses=``; None to have a name made."""

_JSON = "application/json"
_RANGES = {"4XX": 400, "5XX": 500, "DEFAULT": 500}
"""The status under which documents that know no ranges show them."""

Errors = tuple[type[ServiceError[Any]], ...]


@dataclass(slots=True)
class ErrorBook:
    """The errors of one application: what is declared alike in several places is one class."""

    error_name: ErrorName | None = None
    module: str = "?"
    everywhere: Errors = ()
    """What any operation may answer with, for the application handles it."""
    models: Models = field(default_factory=lambda: Models(tuple))
    """The application's models, which schemas written by hand refer to."""
    invalid: type[ServiceError[Any]] = REQUEST_INVALID
    """The answer to an invalid request."""
    _known: dict[tuple[Any, ...], type[ServiceError[Any]]] = field(default_factory=dict)
    _kinds: set[str] = field(default_factory=set)

    def error(
        self,
        status: int,
        said: Mapping[str, Any],
        answer: ErrorAnswer,
        description: str,
        owner: str,
    ) -> Any:
        """The error for one entry of ``responses=``.

        Args:
            status: The status, or the one that stands for a range.
            said: The entry.
            answer: What is answered.
            description: What happens.
            owner: The route, which tells apart errors that would be called alike.
        """
        model = said.get("model")
        given = self.error_name(status, said) if self.error_name is not None else None
        kind = given or _kind(status, model, answer.status)
        data = next(
            (content.type for content in answer.contents if content.media_type == _JSON), MISSING
        )
        key = (kind, status, description, repr(answer), repr(data))
        known = self._known.get(key)
        if known is None:
            if kind in self._kinds and given is None:
                kind = free(f"{snake_case(owner).upper()}_{kind}", self._kinds)
            self._kinds.add(kind)
            known = ERROR.define(kind, status, data=data, description=description)
            known.source = Source(module=self.module)
            plain = answer == ErrorAnswer(contents=(Content(type=data),))
            known.answer = None if plain else answer
            self._known[key] = known
        return known


def successes_and_errors(
    route: Any, errors: ErrorBook, *, raised: Errors, validates: bool
) -> tuple[tuple[Success, ...], Errors]:
    """What a route answers with.

    Args:
        route: FastAPI's route.
        errors: The application's errors.
        raised: The errors that its handler and its dependencies are said to raise.
        validates: Whether the request can be invalid.
    """
    response_class = _response_class(route)
    usual = _usual(route, response_class)
    successes = {usual.status: usual}
    declared: list[type[ServiceError[Any]]] = []
    keys: set[str] = set()
    for status, said in route.responses.items():
        key = "default" if str(status).upper() == "DEFAULT" else str(status).upper()
        keys.add(key)
        if key.isdigit() and int(key) < 400:
            known = successes.get(int(key))
            successes[int(key)] = _merged(
                known or Success(status=int(key)), said, response_class, key, errors.models
            )
        elif not key.isdigit() and key not in ("4XX", "5XX", "default"):
            continue  # 1XX to 3XX: no contract can say it
        else:
            number = int(key) if key.isdigit() else _RANGES[key.upper()]
            merged = _merged(Success(status=number), said, response_class, key, errors.models)
            answer = ErrorAnswer(
                status=None if key.isdigit() else key,
                contents=merged.contents,
                headers=merged.headers,
            )
            declared.append(
                errors.error(number, said, answer, merged.description or key, str(route.name))
            )
    declared += raised
    declared += [error for error in errors.everywhere if str(error.status) not in keys]
    if validates and not keys & {str(errors.invalid.status), "4XX", "default"}:
        declared.append(errors.invalid)
    return tuple(successes.values()), tuple(dict.fromkeys(declared))


def _response_class(route: Any) -> type[Response]:
    given = route.response_class
    found: type[Response] = given.value if isinstance(given, DefaultPlaceholder) else given
    return found


def _usual(route: Any, response_class: type[Response]) -> Success:
    status = route.status_code
    if status is None:
        default = inspect.signature(response_class.__init__).parameters.get("status_code")
        status = (
            default.default if default is not None and isinstance(default.default, int) else 200
        )
    contents = (
        () if status < 200 or status in (204, 205, 304) else tuple(_contents(route, response_class))
    )
    return Success(status=int(status), contents=contents, description=route.response_description)


def _contents(route: Any, response_class: type[Response]) -> Iterator[Content]:
    item = getattr(route, "stream_item_type", None) or Any
    if getattr(route, "is_json_stream", False):
        yield Content(media_type="application/jsonl", type=item, stream=True)
    elif getattr(route, "is_sse_stream", False):
        yield Content(media_type="text/event-stream", type=item, stream=True)
    elif response_class.media_type:
        form: TypeForm = str
        if issubclass(response_class, JSONResponse):
            form = route.response_model if route.response_field is not None else Any
        yield Content(media_type=response_class.media_type, type=form)


def _merged(
    known: Success,
    said: Mapping[str, Any],
    response_class: type[Response],
    key: str,
    models: Models,
) -> Success:
    """A response with what ``responses=`` says of it."""
    contents = {content.media_type: content for content in known.contents}
    for media_type, media in (said.get("content") or {}).items():
        contents[media_type] = _content(media_type, media or {}, contents.get(media_type), models)
    if said.get("model"):
        media_type = response_class.media_type or _JSON
        before = contents.get(media_type, Content(media_type=media_type))
        contents[media_type] = replace(before, type=said["model"])
    return Success(
        status=known.status,
        contents=tuple(contents.values()),
        description=said.get("description") or known.description or _phrase(key),
        headers=(*known.headers, *_headers(said.get("headers") or {}, models)),
    )


def _content(
    media_type: str, media: Mapping[str, Any], known: Content | None, models: Models
) -> Content:
    content = known or Content(media_type=media_type)
    if media.get("schema"):
        content = replace(content, type=models.form(media["schema"]))
    if media.get("examples"):
        content = replace(content, examples=named_examples(media["examples"]))
    elif "example" in media:
        content = replace(content, examples=(Example(name="example", value=media["example"]),))
    return content


def _headers(headers: Mapping[str, Any], models: Models) -> Iterator[Parameter]:
    for name, said in headers.items():
        yield Parameter(
            name=name,
            location="header",
            type=models.form(said.get("schema") or {}),
            required=bool(said.get("required")),
            description=said.get("description"),
            deprecated=bool(said.get("deprecated")),
        )


def _phrase(key: str) -> str:
    ranges = {"4XX": "Client Error", "5XX": "Server Error", "default": "Default Response"}
    try:
        return ranges.get(key) or HTTPStatus(int(key)).phrase
    except ValueError:
        return "Additional Response"


def _kind(status: int, model: TypeForm, key: str | None) -> str:
    """``NOT_FOUND`` of a status, ``ITEM_GONE`` of a model that is named after the failure."""
    bare = peel_all(model)
    if is_class(bare) and bare.__module__ != "builtins":
        name = _SUFFIX.sub("", constant_case(bare.__name__))
        if name.isidentifier() and name not in _GENERAL:
            return name
    if key is not None:
        return {"4XX": "CLIENT_ERROR", "5XX": "SERVER_ERROR"}.get(key, "OTHER_ERROR")
    try:
        return constant_case(HTTPStatus(status).phrase)
    except ValueError:
        return f"STATUS_{status}"


_SUFFIX = re.compile(r"(?<=[A-Z0-9])_(?:MODEL|RESPONSE|SCHEMA|BODY|OUT|DTO)$")
_GENERAL = frozenset(
    {
        "API_ERROR",
        "DETAIL",
        "ERROR",
        "ERROR_DETAIL",
        "ERROR_MESSAGE",
        "HTTP_ERROR",
        "HTTP_EXCEPTION",
        "MESSAGE",
        "PROBLEM",
    }
    | {"PROBLEM_DETAIL", "PROBLEM_DETAILS", "RESPONSE"}
)
"""Names of models that say nothing about the failure."""
