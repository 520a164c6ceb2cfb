"""What a handler returns, as a response."""

import json
from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import iterate_in_threadpool
from starlette.responses import Response, StreamingResponse

from ..contracts.model import MISSING, Content, ErrorFormat, HttpMethod, Success, TypeForm
from .error_responses import ErrorClass, compact_json, declared_or_server_error, wire_form
from .guards import Reply


def answer(
    value: Any,
    method: HttpMethod,
    reply: Reply,
    form: ErrorFormat,
    errors: tuple[ErrorClass, ...],
    where: str,
) -> Response:
    """The response for what a handler has returned.

    Raises:
        ValidationError: The value is not of the declared type.
        LookupError: The handler chose a status or a media type that the contract does not declare.
    """
    success = _success(method.successes, reply.status)
    if not success.contents:
        return Response(status_code=success.status, headers=reply.headers)
    content = _content(success.contents, reply.media_type)
    if hasattr(value, "__aiter__") or isinstance(value, Iterator):
        events = value if hasattr(value, "__aiter__") else iterate_in_threadpool(value)
        lines = _stream(events, content, form, errors, where)
        return StreamingResponse(
            lines,
            success.status,
            {"Cache-Control": "no-store", **reply.headers},
            content.media_type,
        )
    body = bytes(value) if content.type is MISSING else as_json(content.type, value)
    return Response(body, success.status, reply.headers, content.media_type)


def as_json(form: TypeForm, value: Any) -> bytes:
    """A value of a type as JSON.

    Raises:
        ValidationError: It is not of the type.
    """
    adapter = adapter_of(form)
    return adapter.dump_json(adapter.validate_python(value, from_attributes=True), by_alias=True)


def load_json(form: TypeForm, value: Any) -> Any:
    """A value of a type from what a JSON text holds.

    Strict, as the documented schema is (pydantic would take ``"5"`` or ``true`` for an integer),
    unless validators of the type come first.

    Raises:
        ValidationError: It is not of the type.
    """
    adapter = adapter_of(form)
    text = compact_json(value)
    if _is_prepared(adapter):
        return adapter.validate_json(text)
    try:
        return adapter.validate_json(text, strict=True)
    except ValidationError:
        whole = compact_json(_with_integers(value))
        if whole == text:
            raise
        return adapter.validate_json(whole, strict=True)


@lru_cache(maxsize=1024)
def _is_prepared(adapter: TypeAdapter[Any]) -> bool:
    """Whether a validator of the user gets values first: it returns Python's, for which pydantic is
    too strict.
    """
    return _has_validator_before(adapter.core_schema)


def _has_validator_before(schema: Any) -> bool:
    if isinstance(schema, list | tuple):
        return any(map(_has_validator_before, schema))
    if not isinstance(schema, dict):
        return False
    if schema.get("type") in ("function-before", "function-wrap"):
        function = schema["function"]["function"]
        if not (getattr(function, "__module__", None) or "").startswith("pydantic"):
            return True
    return any(
        _has_validator_before(part)
        for key, part in schema.items()
        if key not in ("metadata", "serialization")
    )


def _with_integers(value: Any) -> Any:
    """`value` with ``1`` for each ``1.0``, which is an integer too (JSON Schema 2020-12, 4.2.3)."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _with_integers(item) for name, item in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    return value


def adapter_of(form: TypeForm) -> TypeAdapter[Any]:
    """pydantic's adapter for a type, kept."""
    try:
        return _kept(form)
    except TypeError:  # metadata without a hash
        return TypeAdapter(form)


@lru_cache(maxsize=1024)
def _kept(form: TypeForm) -> TypeAdapter[Any]:
    return TypeAdapter(form)


def _success(successes: tuple[Success, ...], status: int | None) -> Success:
    if status is None:
        return successes[0]
    found = next((success for success in successes if success.status == status), None)
    if (
        found is None and status == 304
    ):  # every answer with a validator may be this one (RFC 9110, 15.4.5)
        return Success(status=304)
    if found is None:
        raise LookupError(f"the contract declares no status {status}")
    return found


def _content(contents: tuple[Content, ...], media_type: str | None) -> Content:
    if media_type is None:
        return contents[0]
    for content in contents:
        if content.media_type == media_type:
            return content
    raise LookupError(f"the contract declares no media type {media_type}")


async def _stream(
    events: AsyncIterator[Any],
    content: Content,
    form: ErrorFormat,
    errors: tuple[ErrorClass, ...],
    where: str,
) -> AsyncIterator[bytes]:
    """Each event as it happens; a failure is the last one, as the status has been sent."""
    try:
        async for event in events:
            line = as_json(content.type, event)
            yield b"data: " + line + b"\n\n" if content.stream else line + b"\n"
    except Exception as error:  # noqa: BLE001  # the handler is the user's code
        failure = wire_form(declared_or_server_error(error, errors, where), form)
        line = json.dumps(failure, ensure_ascii=False).encode()
        yield b"event: error\ndata: " + line + b"\n\n" if content.stream else line + b"\n"
