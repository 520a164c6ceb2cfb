"""Builds the responses of a mock: successes and errors as the document declares them.

A document lists errors by key. A named error has a type, too, such as ``ORDER_NOT_FOUND``; others
are only known by their status. The data of responses are drawn by `Values`: chosen at random, but
always the same for the same seed.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any

from starlette.responses import Response, StreamingResponse

from ..contracts.errors import FieldProblem
from ..contracts.media_types import EVENT_STREAM, essence_of, is_json
from ..contracts.message_model import MISSING
from ..document import parts as doc
from ..runtime.json_values import compact_json
from .inputs import matching_content
from .values import Values

PROBLEM = "application/problem+json"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02"
    "0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082"
)
"""A PNG image of one pixel, which browsers show whatever its media type."""
_WITHOUT_BODY = (204, 205, 304)
"""Statuses whose responses must not have a body."""
_CONCRETE = {"image/*": "image/png", "text/*": "text/plain"}
"""The media types that responses have in the place of ranges."""


def finished_response(
    content: bytes, status: int, headers: Mapping[str, str] | None, media_type: str | None
) -> Response:
    """Return a response that servers accept: without a body if its status allows none, and with
    the status 200 in the place of an interim one (RFC 9110, 15.2). Servers close the connection
    otherwise.

    Args:
        content: The body.
        status: The status that the document declares.
        headers: The headers; None for none.
        media_type: The media type of the body; None if it has none.
    """
    if status in _WITHOUT_BODY:
        return Response(status_code=status, headers=headers)
    return Response(content, max(status, 200), headers, media_type)


def plain_response(status: int, detail: str, problems: Sequence[FieldProblem] = ()) -> Response:
    """Return the response for an error that the document does not declare, as Problem Details (RFC
    9457).

    Args:
        status: The status.
        detail: The reason.
        problems: What is wrong with the fields of the request.
    """
    body: dict[str, Any] = {"title": "ggdocs mock", "status": status, "detail": detail}
    if problems:
        body["problems"] = [problem.model_dump() for problem in problems]
    return finished_response(compact_json(body), status, None, PROBLEM)


def has_status(part: doc.Error | doc.Response, status: int) -> bool:
    """Return whether an error or a response is declared for a status: for the status itself, for
    its range, such as ``4XX``, or for all statuses, as ``default``.
    """
    if part.status_range is None:
        return part.status_code == status
    if part.status_range == "default":
        return True
    return part.status_range[0] == str(status)[0]


def find_error(
    errors: Mapping[str, doc.Error], name: str | None, statuses: Iterable[int]
) -> tuple[doc.Error, int] | None:
    """Return the declared error with a name, or else for the first of some statuses, and the status
    of its response; None if none is declared.

    Args:
        errors: The declared errors by their keys.
        name: The type of the error or its key; None to search by status only.
        statuses: The statuses, the most fitting first.
    """
    if name:
        for key, error in errors.items():
            if name in (error.type, key):
                return error, error.status_code
    for status in statuses:
        declared = [error for error in errors.values() if has_status(error, status)]
        if declared:  # an error for this status rather than one for a range
            return min(declared, key=_status_range), status
    return None


def _status_range(error: doc.Error) -> str:
    """Return a sort key that puts errors for a single status before those for a range, and
    ``default`` last: the empty text, then ``4XX``, then letters.
    """
    return error.status_range or ""


def error_body(
    error: doc.Error,
    error_format: str | None,
    values: Values,
    problems: Sequence[FieldProblem] = (),
) -> Any:
    """Return the JSON value of an error in the format of its contract; None if it has no body.

    Args:
        error: The declared error.
        error_format: The error format of the contract: ``plain`` for the data alone, ``problem``
            for Problem Details, None for an object with ``type`` and ``data``.
        values: Draws the data of the error.
        problems: What is wrong with the fields of the request, which the data shows if it can.
    """
    data = None
    if error.data is not None:
        if problems:
            data = _problem_data(error.data, values, problems)
        if data is None:
            data = values.of(error.data)
    if error_format == "plain":
        return data
    body: dict[str, Any] = {"type": error.type}
    if error_format == "problem":  # RFC 9457, 3.1
        body |= {"title": error.description or error.type, "status": error.status_code}
    if error.data is None:
        return body
    return {**body, "data": data}


def _problem_data(schema: doc.JsonSchema, values: Values, problems: Sequence[FieldProblem]) -> Any:
    """Return the problems of a request as the data of an error, if its schema is the one that the
    runtime or FastAPI uses for such problems; otherwise None.

    Args:
        schema: The schema of the error's data.
        values: Has the schemas of the document.
        problems: What is wrong with the fields of the request.
    """
    schemas = values.schemas
    runtime_data = [problem.model_dump() for problem in problems]
    # A schema that allows other types, too, is not the runtime's, whose data are always a list.
    if schemas.kinds_of(schema) == {"array"} and schemas.is_valid(runtime_data, schema):
        return runtime_data
    fastapi_problems: list[dict[str, Any]] = []
    for problem in problems:
        location = problem.path.split(".")
        fastapi_problems.append({"loc": location, "msg": problem.message, "type": "value_error"})
    fastapi_data = {"detail": fastapi_problems}
    # A schema that allows any object is not that of FastAPI.
    has_detail = schemas.property_schema(schema, "detail") is not True
    if has_detail and schemas.is_valid(fastapi_data, schema):
        return fastapi_data
    return None


def error_response(
    error: doc.Error,
    status: int,
    error_format: str | None,
    values: Values,
    problems: Sequence[FieldProblem] = (),
) -> Response:
    """Return the response for a declared error.

    Args:
        error: The declared error.
        status: The status of the response, which the error is declared for.
        error_format: The error format of the contract: ``plain`` for the data alone, ``problem``
            for Problem Details, None for an object with ``type`` and ``data``.
        values: Draws the headers and the data.
        problems: What is wrong with the fields of the request, which the data shows if it can.
    """
    headers = header_values(error.response_headers or (), values)
    # An error without `data` may have a body in another format, such as plain text, which is drawn
    # and sent like that of a success.
    if error.data is None and error.more_contents:
        return success_response(status, error.more_contents[0], headers, values)
    if error_format == "plain" and error.data is None:
        return finished_response(b"", status, headers, None)
    body = error_body(error, error_format, values, problems)
    media_type = error.media_type or "application/json"
    if error_format == "problem":
        media_type = PROBLEM
    return finished_response(compact_json(body), status, headers, media_type)


def chosen_content(contents: Sequence[doc.Content], accept: str) -> doc.Content:
    """Return the content in the first media type that a client accepts by name, or else in JSON, or
    else the first one. Weights such as ``q=0.5`` are ignored.

    Args:
        contents: The declared contents of a response.
        accept: The header ``Accept`` of the request.
    """
    for name in accept.split(","):
        if "*/*" not in name:  # a client that accepts everything gets JSON if there is any
            content = matching_content(contents, essence_of(name))
            if content is not None:
                return content
    for content in contents:
        if is_json(content.media_type):
            return content
    return contents[0]


def success_response(
    status: int,
    content: doc.Content | None,
    headers: dict[str, str],
    values: Values,
    value: Any = MISSING,
) -> Response:
    """Return a response with a value.

    Args:
        status: The status.
        content: The declared content, whose media type the response has; None for no body.
        headers: The headers.
        values: Draws the value if it is not given.
        value: The value of the body; `MISSING` to draw one.
    """
    if content is None:
        return finished_response(b"", status, headers, None)
    media_type = content.media_type
    if "*" in media_type:
        media_type = _CONCRETE.get(media_type, "application/octet-stream")
    if value is MISSING:
        value = "ggdocs mock"  # for content without a schema
        if content.schema is not None:
            value = values.of(content.schema)
    body = compact_json(value)
    if media_type.startswith("image/"):  # no text is an image
        body = PIXEL
    # In other media types than JSON, a text is sent without quotes; other values stay JSON.
    elif not is_json(media_type) and isinstance(value, str):
        body = value.encode("utf-8", "replace")
    return finished_response(body, status, headers, media_type)


def stream_response(
    status: int, content: doc.Content, values: Values, events: int, pace: float
) -> Response:
    """Return a response that streams values of a schema, with a pause between each two.

    Args:
        status: The status.
        content: The declared content. Its media type decides how values are separated: by line
            breaks, unless it is that of server-sent events or of a JSON text sequence.
        values: Draws the values.
        events: How many values are sent.
        pace: The pause in seconds.
    """
    media_type = essence_of(content.media_type)
    before = b""
    after = b"\n"
    if media_type == EVENT_STREAM:
        before = b"data: "
        after = b"\n\n"
    elif media_type.endswith("json-seq"):
        before = b"\x1e"  # the separator of records (RFC 7464, 2.2)

    async def encoded_events() -> AsyncIterator[bytes]:
        """Yield the bytes of each event."""
        for number in range(events):
            if number:
                await asyncio.sleep(pace)
            yield before + compact_json(values.of(content.schema or {})) + after

    headers = {"Cache-Control": "no-store"}  # as a real service, whose streams are never the same
    return StreamingResponse(encoded_events(), status, headers, content.media_type)


def header_values(headers: Iterable[doc.Param], values: Values) -> dict[str, str]:
    """Return the declared headers of a response with drawn values, without characters that are no
    printable ASCII: a drawn text may have some that a header must not have. The server writes
    Content-Type and Content-Length itself.
    """
    texts: dict[str, str] = {}
    for header in headers:
        if header.name.lower() not in ("content-type", "content-length"):
            text = _header_text(values.of(header.schema))
            ascii_text = text.encode("ascii", "ignore").decode()
            texts[header.name] = "".join(filter(str.isprintable, ascii_text))
    return texts


def _header_text(value: Any) -> str:
    """Return the text of a header for a value: a text itself, other values as JSON, and the items
    of a list separated by commas.
    """
    if isinstance(value, list):
        return ",".join(map(_item_text, value))
    return _item_text(value)


def _item_text(item: Any) -> str:
    """Return a text itself, and any other value as JSON."""
    if isinstance(item, str):
        return item
    return json.dumps(item)
