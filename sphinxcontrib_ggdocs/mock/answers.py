"""Builds the responses of a mock: successes and errors as the document declares them."""

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
from .inputs import content_of
from .values import Values

PROBLEM = "application/problem+json"
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010804000000b51c0c02"
    "0000000b4944415478da6364f80f00010501012718e3660000000049454e44ae426082"
)
"""A PNG image of one pixel, which browsers show whatever its media type."""
_WITHOUT_BODY = (204, 205, 304)
_CONCRETE = {"image/*": "image/png", "text/*": "text/plain"}


def written(
    content: bytes, status: int, headers: Mapping[str, str] | None, media_type: str | None
) -> Response:
    """Write a response; servers end the connection where one of a status without a body has one,
    and where a response has the status of an interim one (RFC 9110, 15.2).
    """
    if status in _WITHOUT_BODY:
        return Response(status_code=status, headers=headers)
    return Response(content, max(status, 200), headers, media_type)


def plain_response(status: int, detail: str, problems: Sequence[FieldProblem] = ()) -> Response:
    """Write a problem that the document does not declare (RFC 9457)."""
    body: dict[str, Any] = {"title": "ggdocs mock", "status": status, "detail": detail}
    if problems:
        body["problems"] = [problem.model_dump() for problem in problems]
    return written(compact_json(body), status, None, PROBLEM)


def has_status(part: doc.Error | doc.Response, status: int) -> bool:
    """Return whether a response is the one of a status, or of a range that has it."""
    if part.status_range in (None, "default"):
        return part.status_range is not None or part.status_code == status
    return str(part.status_range)[0] == str(status)[0]


def find_error(
    errors: Mapping[str, doc.Error], name: str | None, statuses: Iterable[int]
) -> tuple[doc.Error, int] | None:
    """Return the error of a name, else of the first status that is declared, and its status."""
    if name:
        for key, error in errors.items():
            if name in (error.type, key):
                return error, error.status_code
    for status in statuses:
        declared = [error for error in errors.values() if has_status(error, status)]
        if declared:
            return min(declared, key=_status_range), status
    return None


def _status_range(error: doc.Error) -> str:
    """Return the range of an error; the empty text, which sorts first, for a single status."""
    return error.status_range or ""


def error_body(
    error: doc.Error,
    error_format: str | None,
    values: Values,
    problems: Sequence[FieldProblem] = (),
) -> Any:
    """Return an error as JSON; None when it has no body.

    Args:
        error: The error.
        error_format: That of the contract.
        values: Draws the data.
        problems: What is wrong with a request.
    """
    data = None
    if error.data is not None:
        data = _reported(error.data, values, problems) if problems else None
        data = values.of(error.data) if data is None else data
    if error_format == "plain":
        return data
    body: dict[str, Any] = {"type": error.type}
    if error_format == "problem":  # RFC 9457, 3.1
        body |= {"title": error.description or error.type, "status": error.status_code}
    if error.data is None:
        return body
    return {**body, "data": data}


def _reported(schema: doc.JsonSchema, values: Values, problems: Sequence[FieldProblem]) -> Any:
    """Return problems in the form of the runtime, or of FastAPI, if a schema has it."""
    schemas = values.schemas
    listed = [problem.model_dump() for problem in problems]
    kinds = schemas.kinds_of(schema)
    if kinds == {"array"} and schemas.is_valid(listed, schema):
        return listed
    located = [
        {"loc": problem.path.split("."), "msg": problem.message, "type": "value_error"}
        for problem in problems
    ]
    has_detail = schemas.property_schema(schema, "detail") is not True
    if has_detail and schemas.is_valid({"detail": located}, schema):
        return {"detail": located}
    return None


def error_response(
    error: doc.Error,
    status: int,
    error_format: str | None,
    values: Values,
    problems: Sequence[FieldProblem] = (),
) -> Response:
    """Write an error; arguments as for `error_body`."""
    headers = header_values(error.response_headers or (), values)
    if error.data is None and error.more_contents:
        return success_response(status, error.more_contents[0], headers, values)
    if error_format == "plain" and error.data is None:
        return written(b"", status, headers, None)
    body = error_body(error, error_format, values, problems)
    media_type = error.media_type or "application/json"
    if error_format == "problem":
        media_type = PROBLEM
    return written(compact_json(body), status, headers, media_type)


def chosen_content(contents: Sequence[doc.Content], accept: str) -> doc.Content:
    """Return the first content that a client names; else one of JSON, else the first one."""
    for name in accept.split(","):
        if "*/*" not in name:
            content = content_of(contents, essence_of(name))
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
    """Write a response with a value, which is drawn unless given."""
    if content is None:
        return written(b"", status, headers, None)
    media_type = content.media_type
    if "*" in media_type:
        media_type = _CONCRETE.get(media_type, "application/octet-stream")
    if value is MISSING:
        value = values.of(content.schema) if content.schema is not None else "ggdocs mock"
    body = compact_json(value)
    if media_type.startswith("image/"):
        body = PIXEL
    elif not is_json(media_type) and isinstance(value, str):
        body = value.encode("utf-8", "replace")
    return written(body, status, headers, media_type)


def stream_response(
    status: int, content: doc.Content, values: Values, events: int, pace: float
) -> Response:
    """Write a stream of events, with a pause between each two."""
    media_type = essence_of(content.media_type)
    before, after = (b"data: ", b"\n\n") if media_type == EVENT_STREAM else (b"", b"\n")
    if media_type.endswith("json-seq"):
        before = b"\x1e"  # RFC 7464, 2.2

    async def events_written() -> AsyncIterator[bytes]:
        for number in range(events):
            if number:
                await asyncio.sleep(pace)
            yield before + compact_json(values.of(content.schema or {})) + after

    headers = {"Cache-Control": "no-store"}
    return StreamingResponse(events_written(), status, headers, content.media_type)


def header_values(headers: Iterable[doc.Param], values: Values) -> dict[str, str]:
    """Draw the headers of a response."""
    texts: dict[str, str] = {}
    for header in headers:
        if header.name.lower() not in ("content-type", "content-length"):
            text = _header_text(values.of(header.schema))
            ascii_text = text.encode("ascii", "ignore").decode()
            texts[header.name] = "".join(filter(str.isprintable, ascii_text))
    return texts


def _header_text(value: Any) -> str:
    """Write a value of a header: a text, JSON, or a list of these with commas."""
    if isinstance(value, list):
        return ",".join(map(_item_text, value))
    return _item_text(value)


def _item_text(item: Any) -> str:
    if isinstance(item, str):
        return item
    return json.dumps(item)
