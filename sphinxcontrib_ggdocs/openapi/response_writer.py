"""Writes responses: successes by status, and the errors of each status together."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ..catalog.export import without_nothing
from ..contracts.contract_errors import Location
from ..contracts.display_names import reason_phrase
from ..contracts.lifecycle import extensions_of, with_deprecation
from ..contracts.model import ErrorFormat
from ..document import parts as doc
from ..document.components import ErrorBodies
from ..document.model import ApiDocsDocument
from ..document.wire import error_answer, error_name, error_text, errors_of
from ..schema import JsonSchema
from ..schema.components import ERROR_MEDIA_TYPES
from .content_writer import ContentWriter, either_media
from .link_writer import LinkWriter
from .operations import Operation
from .parameter_writer import ParameterWriter
from .schemas import SchemaWriter

KeyedError: TypeAlias = tuple[str, doc.Error]


class ResponseWriter:
    """Writes responses.

    Args:
        document: The document.
        schemas: Writes schemas.
        contents: Writes bodies.
        parameters: Writes headers.
        bodies_of_head: Whether responses to HEAD have the bodies that a file gives them; none is
            sent (RFC 9110, 9.3.2).
    """

    def __init__(
        self,
        document: ApiDocsDocument,
        schemas: SchemaWriter,
        contents: ContentWriter,
        parameters: ParameterWriter,
        *,
        bodies_of_head: bool,
    ) -> None:
        self._document = document
        self._bodies_of_head = bodies_of_head
        self._schemas = schemas
        self._contents = contents
        self._parameters = parameters
        self._links = LinkWriter(document)
        self.bodies = ErrorBodies(document.schemas)
        self._of_errors: dict[tuple[tuple[int, ...], ErrorFormat, bool], dict[str, Any]] = {}
        """Responses of errors, by their `id`: many operations declare the same; the builder copies
        them."""
        self._written_errors: list[Sequence[KeyedError]] = []
        """Those errors: the `id` of one that is gone may be that of another one."""

    def responses(self, operation: Operation, verb: str) -> dict[str, Any]:
        """Write successes in order of status, then errors in that of their declaration, ranges of
        codes after the codes.
        """
        responses: dict[str, Any] = {}
        for success in sorted(successes_of(operation.method), key=status_of):
            _add(responses, status_of(success), self._success(success, verb, operation.where))
        by_status: dict[str, list[KeyedError]] = defaultdict(list)
        for key, error in errors_of(operation.method, self._document):
            by_status[error.status_range or str(error.status_code)].append((key, error))
        for status in sorted(by_status, key=_ranges_last):
            for response in self._error_responses(by_status[status], operation, verb):
                _add(responses, status, response)
        # At least one response is required (OpenAPI 3.1, 4.8.16).
        return responses or {"default": {"description": "Not documented."}}

    def _success(self, success: doc.Response, verb: str, where: Location) -> dict[str, Any]:
        export = success.export or doc.ResponseExport(
            description=success.description, headers=(), openapi_extra=None
        )
        contents: Sequence[doc.Content] = ()
        if verb != "HEAD" or self._bodies_of_head:
            contents = success.contents or ()
        response = without_nothing(
            # Required (OpenAPI 3.1, 4.8.17).
            description=export.description or reason_phrase(success.status_code or 200),
            headers=self._parameters.headers(export.headers, where) or None,
            content=self._contents.contents(contents) or None,
            links=self._links.links(success.links or ()) or None,
        )
        return {**response, **(export.openapi_extra or {})}

    def _error_responses(
        self, errors: Sequence[KeyedError], operation: Operation, verb: str
    ) -> Iterable[dict[str, Any]]:
        """Yield the responses of a status: one for all usual errors, and one for each custom
        answer.
        """
        usual: list[KeyedError] = []
        answers: list[doc.Response] = []
        for key, error in errors:
            answer = error_answer(error)
            if answer is None:
                usual.append((key, error))
            else:
                answers.append(answer)
        if usual:
            yield self._error_response(usual, operation.contract.error_format or "typed", verb)
        for answer in answers:
            yield self._success(answer, verb, operation.where)

    def _error_response(
        self, errors: Sequence[KeyedError], form: ErrorFormat, verb: str
    ) -> dict[str, Any]:
        key = (tuple(id(error) for _, error in errors), form, verb != "HEAD")
        response = self._of_errors.get(key)
        if response is None:
            self._written_errors.append(errors)
            response = self._of_errors[key] = {"description": _text(errors, form)}
            if len(errors) == 1:
                response |= _versions(errors[0][1])
            schema = self._error_schema(errors, form)
            if schema is not None and verb != "HEAD":
                response["content"] = {ERROR_MEDIA_TYPES[form]: {"schema": schema}}
        return response

    def _error_schema(self, errors: Sequence[KeyedError], form: ErrorFormat) -> JsonSchema | None:
        """Return the body of an error, or a union of bodies that differ in ``type``."""
        schemas: dict[str, JsonSchema] = {}
        kinds: dict[str, str] = {}
        for key, error in errors:
            body = self.bodies.refer(key, error, form)
            if body is not None:
                body = self._schemas.write(body)
                # Bodies of plain errors have no component of their own, whose name could keep them
                # apart.
                schemas.setdefault(body["$ref"] if form != "plain" else str(body), body)
                kinds.setdefault(error_name(key, error), str(body.get("$ref")))
        choices = list(schemas.values())
        if len(choices) < 2:
            return choices[0] if choices else None
        # Plain bodies have no `type` that a discriminator could name, and two errors may share one.
        if form == "plain" or len(kinds) < len(choices):
            return {"anyOf": choices}
        return {"oneOf": choices, "discriminator": {"propertyName": "type", "mapping": kinds}}


def successes_of(method: doc.HttpMethod) -> list[doc.Response]:
    """Return the successes of a method, each with its headers."""
    first, others = method.success_response, method.more_responses or ()
    if first is None:
        return []
    if first.export is None and method.response_headers:
        # The contract document has the headers of all successes together.
        export = doc.ResponseExport(
            description=first.description, headers=method.response_headers, openapi_extra=None
        )
        first = replace(first, export=export)
    return [first, *others]


def status_of(response: doc.Response) -> str:
    """Return the status of a response, or the range that an existing service documents."""
    return response.status_range or str(response.status_code)


def _versions(error: doc.Error) -> dict[str, Any]:
    """Return the versions of an error as extensions of its response."""
    members: dict[str, Any] = {"x-deprecated": True} if error.deprecated else {}
    return members | extensions_of(error.lifecycle)


def _text(errors: Sequence[KeyedError], form: ErrorFormat) -> str:
    """Return names and descriptions of errors; for a single plain error the description alone."""
    key, error = errors[0]
    if form == "plain" and len(errors) == 1 and (text := error_text(key, error)):
        return with_deprecation(text, error.deprecation_message) or ""
    lines = [_line(key, error) for key, error in errors]
    return "\n\n".join(dict.fromkeys(lines))


def _line(key: str, error: doc.Error) -> str:
    text = with_deprecation(error_text(key, error), error.deprecation_message)
    if error.type is None:
        return text or reason_phrase(error.status_code)
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
    for key in ("headers", "links"):
        if key in other:
            merged[key] = {**other[key], **known.get(key, {})}
    return merged


def _ranges_last(status: str) -> tuple[bool, str]:
    """Return the order of a status: codes as they are declared, then ranges by name."""
    if status.isdigit():
        return False, ""
    return True, status
