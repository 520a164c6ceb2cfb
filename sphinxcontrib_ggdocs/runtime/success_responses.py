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
    error_body,
)
from .guards import Reply
from .json_values import compact_json


def success_response(
    value: Any,
    method: HttpMethod,
    reply: Reply,
    error_format: ErrorFormat,
    errors: tuple[ErrorClass, ...],
    where: str,
) -> Response:
    """Return the response for what a handler has returned. For a status without declared contents,
    it has no body.

    Args:
        value: The value; an iterator is streamed.
        method: The method of the contract.
        reply: What the handler has added: a status, a media type, headers.
        error_format: The error format of the contract, for a stream that fails.
        errors: The declared errors of the method.
        where: The method, for the log.

    Raises:
        ValidationError: The value is not of the declared type.
        LookupError: The handler chose a status or a media type that the contract does not declare.
    """
    success = _declared_success(method.successes, reply.status)
    if not success.contents:
        return Response(status_code=success.status, headers=reply.headers)
    # The handler may write the name of a header in capitals or not. Starlette prefers a
    # Content-Type among the headers to the media type that is passed to a response.
    headers = {name.lower(): header for name, header in reply.headers.items()}
    content = _chosen_content(success.contents, reply.media_type, headers.get("content-type"))
    events: AsyncIterator[Any] | None = None
    if hasattr(value, "__aiter__"):
        events = value
    elif isinstance(value, Iterator):
        # A plain generator may block between two events.
        events = iterate_in_threadpool(value)
    if events is not None:
        # A stream is never the same again, so that no cache may keep it.
        return StreamingResponse(
            _stream_chunks(events, content, error_format, errors, where),
            success.status,
            {"Cache-Control": "no-store", **reply.headers},
            content.media_type,
        )
    if content.type is MISSING:  # content without a type is bytes
        body = bytes(value)
    else:
        body = as_json(content.type, value)
    return Response(body, success.status, reply.headers, content.media_type)


def _declared_success(successes: tuple[Success, ...], status: int | None) -> Success:
    """Return the declared success of a status; if the status is None, the first one.

    Raises:
        LookupError: The contract does not declare the status.
    """
    if status is None:
        return successes[0]
    for success in successes:
        if success.status == status:
            return success
    # 304 may answer every conditional request, without a declaration (RFC 9110, 15.4.5).
    if status == 304:
        return Success(status=304)
    raise LookupError(f"the contract declares no status {status}")


def _chosen_content(
    contents: tuple[Content, ...], media_type: str | None, header: str | None
) -> Content:
    """Return the declared content that a handler has chosen.

    Args:
        contents: The declared contents of the status.
        media_type: The media type that the handler chose; None if it did not.
        header: The Content-Type that it set; it may add parameters, or choose one media type of a
            declared range such as ``image/*``.

    Raises:
        LookupError: The contract does not declare it.
    """
    if media_type is not None:
        contents = tuple(content for content in contents if content.media_type == media_type)
    if not contents:
        raise LookupError(f"the contract declares no media type {media_type}")
    if header is None:
        return contents[0]
    return _content_of_media_type(contents, header)


def _content_of_media_type(contents: Sequence[Content], header: str) -> Content:
    """Return the first content whose media type or range includes a Content-Type.

    Args:
        contents: The declared contents.
        header: The value of the header Content-Type, perhaps with parameters.

    Raises:
        LookupError: None of them does.
    """
    for content in contents:
        if fnmatchcase(essence_of(header), essence_of(content.media_type)):
            return content
    declared = ", ".join(content.media_type for content in contents)
    raise LookupError(f"the handler sets Content-Type to {header}, but the body is {declared}")


async def _stream_chunks(
    events: AsyncIterator[Any],
    content: Content,
    error_format: ErrorFormat,
    errors: tuple[ErrorClass, ...],
    where: str,
) -> AsyncIterator[bytes]:
    """Yield each event as JSON, in the framing of the media type: as server-sent events, a JSON
    text sequence, or lines. If the handler fails, its error is the last event: the status of the
    response has been sent already.

    Args:
        events: The events that the handler yields.
        content: The declared content, whose type is that of an event.
        error_format: The error format of the contract.
        errors: The declared errors.
        where: The method, for the log.
    """
    media_type = essence_of(content.media_type)
    is_event_stream = media_type == EVENT_STREAM
    before, after = b"", b"\n"
    if is_event_stream:
        before, after = b"data: ", b"\n\n"
    elif media_type.endswith("json-seq"):
        before = b"\x1e"  # The record separator (RFC 7464, 2.2).
    try:
        # If the handler awaits a task that was cancelled, this is an error of the handler.
        with cancellations_as_errors():
            async for event in events:
                line = as_json(content.type, event)
                yield before + line + after
    except Exception as error:  # noqa: BLE001  # The handler is the user's code.
        failure = error_body(declared_or_server_error(error, errors, where), error_format)
        if is_event_stream:
            before = b"event: error\n" + before
        yield before + compact_json(failure) + after
