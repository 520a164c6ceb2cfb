"""Writes responses: successes by status, and the errors of each status together.

Errors are named by keys of the document's `errors`. `export` of a `doc.Response` holds what its
author wrote and the document does not say; it is None in a document that was read from JSON.
"""

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
"""An error with its key."""


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
        """The components of the bodies of errors, of which each response mentions some."""
        self._shared: dict[tuple[tuple[int, ...], ErrorFormat, bool], dict[str, Any]] = {}
        """Responses of errors by the ids of these errors, by format, and whether they have a body:
        many operations declare the same errors. The builder copies them."""
        self._shared_errors: list[Sequence[KeyedError]] = []
        """Keeps these errors, so that no other error gets the same id."""

    def responses(self, operation: Operation, verb: str) -> dict[str, Any]:
        """Write the responses of an operation by status: successes in order of status, then errors
        in that of their declaration, ranges of codes after the codes.
        """
        responses: dict[str, Any] = {}
        for success in sorted(successes_of(operation.method), key=status_of):
            _add(
                responses, status_of(success), self._response_object(success, verb, operation.where)
            )
        by_status: dict[str, list[KeyedError]] = defaultdict(list)
        for key, error in errors_of(operation.method, self._document):
            by_status[error.status_range or str(error.status_code)].append((key, error))
        for status in sorted(by_status, key=_ranges_last):
            for response in self._error_responses(by_status[status], operation, verb):
                _add(responses, status, response)
        # At least one response is required (OpenAPI 3.1, 4.8.16).
        return responses or {"default": {"description": "Not documented."}}

    def _response_object(
        self, response: doc.Response, verb: str, where: Location
    ) -> dict[str, Any]:
        """Write a response object.

        Args:
            response: The response, which may also be that of an error.
            verb: The verb of the operation: responses to HEAD have no body.
            where: Its method, for warnings.
        """
        export = response.export
        if export is None:
            export = doc.ResponseExport(
                description=response.description, headers=(), openapi_extra=None
            )
        response_object = without_nothing(
            # Required (OpenAPI 3.1, 4.8.17). Only an answer on a WebSocket has no status.
            description=export.description or reason_phrase(response.status_code or 200),
            # The members below are left out where they are None: so an empty object becomes None.
            headers=self._parameters.headers(export.headers, where) or None,
            content=self._content(response, verb) or None,
            links=self._links.links(response.links or ()) or None,
        )
        return {**response_object, **(export.openapi_extra or {})}

    def _content(self, response: doc.Response, verb: str) -> dict[str, Any]:
        """Write the bodies of a response by media type; empty for responses to HEAD, except for
        those of a file.
        """
        if verb == "HEAD" and not self._bodies_of_head:
            return {}
        return self._contents.contents(response.contents or ())

    def _error_responses(
        self, errors: Sequence[KeyedError], operation: Operation, verb: str
    ) -> Iterable[dict[str, Any]]:
        """Yield the responses of a status: one for all errors that have only data, and one for each
        error with a response of its own (headers, links, other media types).

        Args:
            errors: The errors with this status.
            operation: The operation.
            verb: The verb of the operation, since responses to HEAD have no body.
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
            yield self._response_object(answer, verb, operation.where)

    def _error_response(
        self, errors: Sequence[KeyedError], error_format: ErrorFormat, verb: str
    ) -> dict[str, Any]:
        """Return the response of errors with one status, which operations share."""
        has_body = verb != "HEAD"
        key = (tuple(id(error) for _, error in errors), error_format, has_body)
        response = self._shared.get(key)
        if response is None:
            response = self._new_error_response(errors, error_format, has_body=has_body)
            self._shared[key] = response
            self._shared_errors.append(errors)
        return response

    def _new_error_response(
        self, errors: Sequence[KeyedError], error_format: ErrorFormat, *, has_body: bool
    ) -> dict[str, Any]:
        """Write the response of errors with one status."""
        response: dict[str, Any] = {"description": _text(errors, error_format)}
        if len(errors) == 1:  # of several errors the response cannot say which is deprecated
            [(_key, error)] = errors
            response |= _versions(error)
        schema = self._error_schema(errors, error_format)
        if schema is not None and has_body:
            response["content"] = {ERROR_MEDIA_TYPES[error_format]: {"schema": schema}}
        return response

    def _error_schema(
        self, errors: Sequence[KeyedError], error_format: ErrorFormat
    ) -> JsonSchema | None:
        """Return the schema of the body of an error, or of several a union; None without bodies."""
        # By reference, so that several errors with one component are one choice.
        schemas: dict[str, JsonSchema] = {}
        references_by_type: dict[str, str] = {}
        for key, error in errors:
            body = self.bodies.refer(key, error, error_format)
            if body is None:
                continue
            schema = self._schemas.write(body)
            if error_format == "plain":
                schemas.setdefault(str(schema), schema)  # it has no component, and no reference
            else:
                schemas.setdefault(schema["$ref"], schema)
            references_by_type.setdefault(error_name(key, error), str(schema.get("$ref")))
        choices = list(schemas.values())
        if not choices:
            return None
        if len(choices) == 1:
            return choices[0]
        # Plain bodies have no `type` that a discriminator could name, and two errors may share one.
        if error_format == "plain" or len(references_by_type) < len(choices):
            return {"anyOf": choices}
        discriminator = {"propertyName": "type", "mapping": references_by_type}
        return {"oneOf": choices, "discriminator": discriminator}


def successes_of(method: doc.HttpMethod) -> list[doc.Response]:
    """Return the responses of a method that are no errors, with their headers; none of a method
    without a known success.
    """
    first, others = method.success_response, method.more_responses or ()
    if first is None:
        return []
    if first.export is None and method.response_headers:
        # The contract document has the headers of all successes together, so that the first
        # response gets them.
        export = doc.ResponseExport(
            description=first.description, headers=method.response_headers, openapi_extra=None
        )
        first = replace(first, export=export)
    return [first, *others]


def status_of(response: doc.Response) -> str:
    """Return the status of a response, or the range that an existing service documents."""
    return response.status_range or str(response.status_code)


def _versions(error: doc.Error) -> dict[str, Any]:
    """Return the deprecation and the versions of an error as extensions of its response."""
    extensions: dict[str, Any] = {}
    if error.deprecated:
        extensions["x-deprecated"] = True
    return extensions | extensions_of(error.lifecycle)


def _text(errors: Sequence[KeyedError], error_format: ErrorFormat) -> str:
    """Return names and descriptions of errors; for a single plain error the description alone."""
    if error_format == "plain" and len(errors) == 1:
        [(key, error)] = errors
        text = error_text(key, error)
        if text:
            return with_deprecation(text, error.deprecation_message) or ""
    lines = [_line(key, error) for key, error in errors]
    return "\n\n".join(dict.fromkeys(lines))


def _line(key: str, error: doc.Error) -> str:
    """Return the name and the description of an error: ``NOT_FOUND: No such order``."""
    text = with_deprecation(error_text(key, error), error.deprecation_message)
    if error.type is None:
        return text or reason_phrase(error.status_code)
    if not text:
        return error.type
    return f"{error.type}: {text}"


def _add(responses: dict[str, Any], status: str, response: dict[str, Any]) -> None:
    """Add the response of a status; if there is one already, both are merged."""
    if status in responses:
        response = _either(responses[status], response)
    responses[status] = response


def _either(first: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return one response in place of two that have the same status, for which OpenAPI allows only
    one (OpenAPI 3.1, 4.8.16).

    It has both descriptions, or one if they are equal, and the media types of both. Of headers and
    links with the same name, it has those of the first response.
    """
    merged = {**first}
    texts = dict.fromkeys((first["description"], other["description"]))
    merged["description"] = "\n\n".join(texts)
    content = {**first.get("content", {})}
    for media_type, media in other.get("content", {}).items():
        if media_type in content:
            content[media_type] = either_media(content[media_type], media)
        else:
            content[media_type] = media
    if content:
        merged["content"] = content
    for key in ("headers", "links"):
        if key in other:
            merged[key] = {**other[key], **first.get(key, {})}
    return merged


def _ranges_last(status: str) -> tuple[bool, str]:
    """Return the sorting key of a status: codes stay as they are declared, for which they all have
    one key, then come ranges by name.
    """
    if status.isdigit():
        return False, ""
    return True, status
