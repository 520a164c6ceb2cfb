"""Responses: successes by status, and errors, those of one status together."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any

from ..contracts.contract_errors import Where
from ..contracts.error_names import ErrorClass, name_errors
from ..contracts.model import ErrorFormat, HttpVerb
from ..schema import JsonSchema, Written
from ..schema.components import ERROR_MEDIA_TYPES, ErrorBodies
from .collect import Answer, Collected, Operation
from .contents import ContentWriter, either_media
from .parameters import ParameterWriter

REFERENCE = "#/components/schemas/{name}"


class ResponseWriter:
    """Writes responses once the names of types are known."""

    def __init__(
        self,
        written: Written,
        collected: Collected,
        contents: ContentWriter,
        parameters: ParameterWriter,
    ) -> None:
        self._written = written
        self._collected = collected
        self._contents = contents
        self._parameters = parameters
        self.bodies = ErrorBodies(name_errors(collected.error_data), written.schemas, REFERENCE)
        self._made: dict[tuple[tuple[ErrorClass, ...], ErrorFormat, bool], dict[str, Any]] = {}
        """Responses of errors, which many operations declare alike; the builder copies them."""

    def responses(self, operation: Operation, verb: HttpVerb) -> dict[str, Any]:
        """Successes first, then errors, each in order of status."""
        found: dict[str, Any] = {}
        for answer in sorted(operation.answers, key=lambda answer: answer.success.status):
            _add(found, str(answer.success.status), self._answer(answer, verb, operation.where))
        by_status: dict[str, list[ErrorClass]] = defaultdict(list)
        for error in operation.errors:
            by_status[(error.answer and error.answer.status) or str(error.status)].append(error)
        for status, errors in sorted(by_status.items()):
            for response in self._error_responses(errors, operation, verb):
                _add(found, status, response)
        return found or {"default": {"description": "Not documented."}}

    def _answer(self, answer: Answer, verb: HttpVerb, where: Where) -> dict[str, Any]:
        found: dict[str, Any] = {
            "description": answer.success.description or phrase(answer.success.status)
        }
        if answer.headers and (headers := self._parameters.headers(answer.headers, where)):
            found["headers"] = headers
        if answer.contents and verb != "HEAD":
            found["content"] = self._contents.contents(answer.contents)
        return found

    def _error_responses(
        self, errors: Sequence[ErrorClass], operation: Operation, verb: HttpVerb
    ) -> Iterable[dict[str, Any]]:
        """The responses of one status: one for all errors but those that have an answer of their
        own.
        """
        own = self._collected.error_answers
        usual = tuple(error for error in errors if error not in own) if own else tuple(errors)
        if usual:
            yield self._error_response(usual, operation.contract.error_format, verb)
        for error in errors:
            if error in own:
                yield self._answer(own[error], verb, operation.where)

    def _error_response(
        self, errors: tuple[ErrorClass, ...], form: ErrorFormat, verb: HttpVerb
    ) -> dict[str, Any]:
        key = (errors, form, verb != "HEAD")
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = {"description": _text(errors, form)}
            schema = self._error_schema(errors, form)
            if schema is not None and verb != "HEAD":
                found["content"] = {ERROR_MEDIA_TYPES[form]: {"schema": schema}}
        return found

    def _error_schema(self, errors: Sequence[ErrorClass], form: ErrorFormat) -> JsonSchema | None:
        """The body of one error, or of any of several, which a reader tells apart by ``type``."""
        schemas: dict[str, JsonSchema] = {}
        kinds: dict[str, str] = {}
        for error in errors:
            slot = self._collected.error_data[error]
            body = self.bodies.refer(error, form, self._written.schema(slot) if slot else None)
            if body is not None:
                schemas.setdefault(body["$ref"] if form != "plain" else str(body), body)
                kinds.setdefault(error.type, str(body.get("$ref")))
        choices = list(schemas.values())
        if len(choices) < 2:
            return choices[0] if choices else None
        if form == "plain" or len(kinds) < len(
            choices
        ):  # nothing tells them apart, or two share a type
            return {"anyOf": choices}
        return {"oneOf": choices, "discriminator": {"propertyName": "type", "mapping": kinds}}


def _text(errors: tuple[ErrorClass, ...], form: ErrorFormat) -> str:
    """The names of the errors and what they mean; of a single plain one, whose type nothing
    carries, the latter.
    """
    if form == "plain" and len(errors) == 1 and errors[0].description:
        return errors[0].description
    lines = (
        f"{error.type}: {error.description}" if error.description else error.type
        for error in errors
    )
    return "\n\n".join(dict.fromkeys(lines))


def phrase(status: int) -> str:
    """What a status means, in the words of its RFC."""
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"


def _add(responses: dict[str, Any], status: str, response: dict[str, Any]) -> None:
    """Put a response at a status; where there is one already, either may come."""
    known = responses.get(status)
    responses[status] = response if known is None else _either(known, response)


def _either(known: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    merged = {**known}
    texts = dict.fromkeys((known["description"], other["description"]))
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
