"""Converts what a handler returns to a response."""

from collections.abc import AsyncIterator, Iterator, Sequence
from fnmatch import fnmatchcase
from typing import Any

from starlette.concurrency import iterate_in_threadpool
from starlette.responses import Response, StreamingResponse

from ..contracts.json_numbers import as_json
from ..contracts.media_types import EVENT_STREAM, essence_of
from ..contracts.model import MISSING, Content, ErrorFormat, HttpMethod, Success
from .error_responses import (
    ErrorClass,
    cancellations_as_errors,
    declared_or_server_error,
    wire_form,
)
from .guards import Reply
from .json_values import compact_json


def answer(
    value: Any,
    method: HttpMethod,
    reply: Reply,
    error_format: ErrorFormat,
    errors: tuple[ErrorClass, ...],
    where: str,
) -> Response:
    """Return the response for what a handler has returned.

    Raises:
        ValidationError: The value is not of the declared type.
        LookupError: The handler chose a status or a media type that the contract does not declare.
    """
    success = _success(method.successes, reply.status)
    if not success.contents:
        return Response(status_code=success.status, headers=reply.headers)
    own = {name.lower(): header for name, header in reply.headers.items()}
    content = _content(success.contents, reply.media_type, own.get("content-type"))
    if hasattr(value, "__aiter__") or isinstance(value, Iterator):
        events = value if hasattr(value, "__aiter__") else iterate_in_threadpool(value)
        lines = _stream(events, content, error_format, errors, where)
        return StreamingResponse(
            lines,
            success.status,
            {"Cache-Control": "no-store", **reply.headers},
            content.media_type,
        )
    body = bytes(value) if content.type is MISSING else as_json(content.type, value)
    return Response(body, success.status, reply.headers, content.media_type)


def _success(successes: tuple[Success, ...], status: int | None) -> Success:
    if status is None:
        return successes[0]
    for success in successes:
        if success.status == status:
            return success
    if status == 304:  # every answer with a validator may be this one (RFC 9110, 15.4.5)
        return Success(status=304)
    raise LookupError(f"the contract declares no status {status}")


def _content(contents: tuple[Content, ...], media_type: str | None, header: str | None) -> Content:
    """Return the declared content that a handler has chosen.

    Args:
        contents: Those of the status.
        media_type: What the handler chose, if it did.
        header: The Content-Type that it set, which may add parameters, or fill in a ``*``.
    """
    if media_type is not None:
        contents = tuple(content for content in contents if content.media_type == media_type)
    if not contents:
        raise LookupError(f"the contract declares no media type {media_type}")
    if header is None:
        return contents[0]
    return _content_of_header(contents, header)


def _content_of_header(contents: Sequence[Content], header: str) -> Content:
    """Return the first content that a Content-Type is one of."""
    for content in contents:
        if fnmatchcase(essence_of(header), essence_of(content.media_type)):
            return content
    declared = ", ".join(content.media_type for content in contents)
    raise LookupError(f"the handler sets Content-Type to {header}, but the body is {declared}")


async def _stream(
    events: AsyncIterator[Any],
    content: Content,
    error_format: ErrorFormat,
    errors: tuple[ErrorClass, ...],
    where: str,
) -> AsyncIterator[bytes]:
    """Each event as it happens; a failure is the last one, as the status has been sent."""
    is_events = essence_of(content.media_type) == EVENT_STREAM
    before, after = (b"data: ", b"\n\n") if is_events else (b"", b"\n")
    if essence_of(content.media_type).endswith("json-seq"):
        before = b"\x1e"  # RFC 7464, 2.2
    try:
        with cancellations_as_errors():
            async for event in events:
                line = as_json(content.type, event)
                yield before + line + after
    except Exception as error:  # noqa: BLE001  # the handler is the user's code
        failure = wire_form(declared_or_server_error(error, errors, where), error_format)
        line = compact_json(failure)
        yield (b"event: error\n" if is_events else b"") + before + line + after
