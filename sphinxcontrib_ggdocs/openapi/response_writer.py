"""Writes responses: successes by status, and the errors of each status together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..contracts.contract_errors import Where
from ..contracts.display_names import name_errors, reason_phrase
from ..contracts.errors import ErrorClass
from ..contracts.lifecycle import extensions_of, with_deprecation
from ..contracts.model import ErrorFormat
from ..schema import JsonSchema, Written
from ..schema.collector import TypedError, TypedHttpMethod, TypedSuccess
from ..schema.components import ERROR_MEDIA_TYPES, ErrorBodies
from .content_writer import ContentWriter, either_media
from .parameter_writer import ParameterWriter


class ResponseWriter:
    """Writes responses once the names of types are known.

    Args:
        written: The schemas.
        errors: The errors of all operations.
        contents: Writes bodies.
        parameters: Writes headers.
        bodies_of_head: Whether responses to HEAD have the bodies that a file gives them; none is
            sent (RFC 9110, 9.3.2).
    """

    def __init__(
        self,
        written: Written,
        errors: Mapping[ErrorClass, TypedError],
        contents: ContentWriter,
        parameters: ParameterWriter,
        *,
        bodies_of_head: bool,
    ) -> None:
        self._bodies_of_head = bodies_of_head
        self._written = written
        self._contents = contents
        self._parameters = parameters
        self.bodies = ErrorBodies(name_errors(errors), written.schemas)
        self._of_errors: dict[tuple[tuple[TypedError, ...], ErrorFormat, bool], dict[str, Any]] = {}
        """Responses of errors, which many operations declare alike; the builder copies them."""

    def responses(self, operation: TypedHttpMethod, verb: str) -> dict[str, Any]:
        """Write successes in order of status, then errors in that of their declaration, ranges of
        codes after the codes.
        """
        responses: dict[str, Any] = {}
        for typed in sorted(operation.successes, key=lambda typed: typed.success.status_text):
            status = typed.success.status_text
            _add(responses, status, self._success(typed, verb, operation.where))
        by_status: dict[str, list[TypedError]] = defaultdict(list)
        for typed_error in operation.errors:
            by_status[_status(typed_error.error)].append(typed_error)
        codes = [status for status in by_status if status.isdigit()]
        ranges = sorted(status for status in by_status if not status.isdigit())
        for status in (*codes, *ranges):
            errors = by_status[status]
            for response in self._error_responses(errors, operation, verb):
                _add(responses, status, response)
        # At least one response is required (OpenAPI 3.1, 4.8.16).
        return responses or {"default": {"description": "Not documented."}}

    def _success(self, typed: TypedSuccess, verb: str, where: Where) -> dict[str, Any]:
        response: dict[str, Any] = {
            # Required (OpenAPI 3.1, 4.8.17).
            "description": typed.success.description or reason_phrase(typed.success.status)
        }
        if typed.headers and (headers := self._parameters.headers(typed.headers, where)):
            response["headers"] = headers
        if typed.contents and (verb != "HEAD" or self._bodies_of_head):
            response["content"] = self._contents.contents(typed.contents)
        return {**response, **(typed.success.openapi_extra or {})}

    def _error_responses(
        self, errors: Sequence[TypedError], operation: TypedHttpMethod, verb: str
    ) -> Iterable[dict[str, Any]]:
        """Yield the responses of a status: one for all usual errors, and one for each custom
        answer.
        """
        usual = tuple(error for error in errors if error.answer is None)
        if usual:
            yield self._error_response(usual, operation.contract.error_format, verb)
        for error in errors:
            if error.answer is not None:
                yield self._success(error.answer, verb, operation.where)

    def _error_response(
        self, errors: tuple[TypedError, ...], form: ErrorFormat, verb: str
    ) -> dict[str, Any]:
        key = (errors, form, verb != "HEAD")
        response = self._of_errors.get(key)
        if response is None:
            response = self._of_errors[key] = {
                "description": _text([typed.error for typed in errors], form)
            }
            if len(errors) == 1:
                response |= _versions(errors[0].error)
            schema = self._error_schema(errors, form)
            if schema is not None and verb != "HEAD":
                response["content"] = {ERROR_MEDIA_TYPES[form]: {"schema": schema}}
        return response

    def _error_schema(self, errors: Sequence[TypedError], form: ErrorFormat) -> JsonSchema | None:
        """Return the body of an error, or a union of bodies that differ in ``type``."""
        schemas: dict[str, JsonSchema] = {}
        kinds: dict[str, str] = {}
        for typed in errors:
            data = self._written.schema(typed.data) if typed.data else None
            body = self.bodies.refer(typed.error, form, data)
            if body is not None:
                # Bodies of plain errors have no component of their own, whose name could keep them
                # apart.
                schemas.setdefault(body["$ref"] if form != "plain" else str(body), body)
                kinds.setdefault(typed.error.type, str(body.get("$ref")))
        choices = list(schemas.values())
        if len(choices) < 2:
            return choices[0] if choices else None
        # Plain bodies have no `type` that a discriminator could name, and two errors may share one.
        if form == "plain" or len(kinds) < len(choices):
            return {"anyOf": choices}
        return {"oneOf": choices, "discriminator": {"propertyName": "type", "mapping": kinds}}


def _status(error: ErrorClass) -> str:
    """Return the status of an error, or the range that an existing service documents."""
    return (error.answer and error.answer.status) or str(error.status)


def _versions(error: ErrorClass) -> dict[str, Any]:
    """Return the versions of an error as extensions of its response."""
    members: dict[str, Any] = {"x-deprecated": True} if error.deprecated else {}
    return members | extensions_of(error.lifecycle)


def _text(errors: Sequence[ErrorClass], form: ErrorFormat) -> str:
    """Return names and descriptions of errors; for a single plain error the description alone."""
    if form == "plain" and len(errors) == 1 and errors[0].description:
        return with_deprecation(errors[0].description, errors[0].deprecation_message) or ""
    return "\n\n".join(dict.fromkeys(map(_line, errors)))


def _line(error: ErrorClass) -> str:
    text = with_deprecation(error.description, error.deprecation_message)
    if not error.is_named:
        return text or reason_phrase(error.status)
    return f"{error.type}: {text}" if text else error.type


def _add(responses: dict[str, Any], status: str, response: dict[str, Any]) -> None:
    """Put a response at a status; where there is one already, either may come."""
    known = responses.get(status)
    responses[status] = response if known is None else _either(known, response)


def _either(known: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    merged = {**known}
    texts = dict.fromkeys((known["description"], other["description"]))
    # A status has one response (OpenAPI 3.1, 4.8.16), whose text has to speak of all.
    merged["description"] = "\n\n".join(texts)
    content = {**known.get("content", {})}
    for media_type, media in other.get("content", {}).items():
        content[media_type] = (
            either_media(content[media_type], media) if media_type in content else media
        )
    if content:
        merged["content"] = content
    if "headers" in other:
        merged["headers"] = {**other["headers"], **known.get("headers", {})}
    return merged
