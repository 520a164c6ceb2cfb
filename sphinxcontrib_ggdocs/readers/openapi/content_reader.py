"""Reads parameters, bodies and responses of operations.

What the contract model has no field for goes into `openapi_extra`, from which exports write it
again.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, get_args

from ...contracts.audiences import combined
from ...contracts.display_names import reason_phrase
from ...contracts.errors import ERROR, ErrorClass
from ...contracts.lifecycle import lifecycle_in
from ...contracts.message_model import GivenSchema
from ...contracts.model import (
    MISSING,
    Content,
    ErrorAnswer,
    Example,
    Parameter,
    ParameterLocation,
    RequestBody,
    Serialization,
    Source,
    Success,
    TypeForm,
)
from ...foreign_contracts.declared_errors import STATUS_OF_RANGE, WORDS_OF_RANGE, ErrorLinks
from ...value_messages import excerpt
from ..elements import Element
from ..schema_reader import SchemaReader

_LOCATIONS: tuple[ParameterLocation, ...] = get_args(ParameterLocation)
_ENCODINGS = ("encoding", "prefixEncoding", "itemEncoding")
"""Members of a Media Type Object that describe the parts of a form or of a multipart body."""
_LINK_HINT = "name an operation with operationId, or with operationRef: '#/paths/...'"
_RANGE = re.compile(r"[1-5]XX|default")
_FIRST_OF_RANGE = {"1XX": "100", "2XX": "200", "3XX": "300", "default": "200"}
"""The status of a success that is declared for a range."""


def extra_members(element: Element, names: Iterable[str]) -> dict[str, Any]:
    """Return the members of an object that the contract model cannot hold, and that exported
    documents have again: those with the given names, and all extensions.
    """
    members: dict[str, Any] = {}
    for name in names:
        if element.value.get(name) is not None:
            members[name] = element.value[name]
    return {**members, **element.extensions()}


@dataclass(slots=True)
class ContentReader:
    """Reads the parameters, request bodies and responses of one document. Equal responses of
    several operations become one error.
    """

    schemas: SchemaReader
    _errors: dict[str, ErrorClass] = field(default_factory=dict)
    """By status and Response Object, as a text: the errors that have been read."""
    _links: ErrorLinks = field(default_factory=ErrorLinks)
    """Gives each error a name for links, such as ``Not-Found``."""

    def parameters(self, *owners: Element) -> tuple[Parameter, ...]:
        """Return the parameters of an operation.

        Args:
            owners: The path item, whose parameters all of its operations have, then the operation,
                which may redefine them.
        """
        by_location_and_name: dict[tuple[str, str], Parameter] = {}
        for element in _parameter_objects(owners):
            parameter = self._parameter(element)
            if parameter is not None:
                by_location_and_name[parameter.location, parameter.name] = parameter
        return tuple(by_location_and_name.values())

    def _parameter(self, element: Element) -> Parameter | None:
        """Return a Parameter Object as a parameter; None, with a warning, if it has no name or no
        valid location.
        """
        name = element.text("name")
        location = element.text("in")
        if name is None or location not in _LOCATIONS:
            element.warn(
                f"the parameter {excerpt(name)} is in {excerpt(location)}",
                f"give it a name, and one of {', '.join(_LOCATIONS)}",
            )
            return None
        parameter = self._parameter_or_header(element, name, location)
        if location == "path" and not parameter.required:
            element.warn(
                f"the path parameter {name!r} is not required",
                "write required: true there",
                "it is documented as required",  # `OperationReader` makes it required
            )
        return parameter

    def _parameter_or_header(
        self, element: Element, name: str, location: ParameterLocation
    ) -> Parameter:
        """Return a Parameter Object or a Header Object as a parameter.

        Its value is serialized by a style, or in the media type that is the key of its member
        ``content``. The schema and the examples are there, too, in the second case.

        Args:
            element: The Parameter Object or Header Object.
            name: The name of the parameter or header.
            location: ``header`` for a Header Object.
        """
        # `content` of a parameter has exactly one media type (OpenAPI 3.1, 4.8.12).
        media_type = next(element.members("content"), None)
        owner_of_schema = element
        if media_type is None:
            style = element.text("style")
            # Without `explode`, the style decides, so that absent is not the same as false.
            explode = element.flag("explode") if element.get("explode") else None
            serialization = Serialization(style=style, explode=explode)
        else:
            serialization = Serialization(media_type=media_type.key)
            if media_type.check_object():
                owner_of_schema = media_type
        return Parameter(
            name=name,
            location=location,
            type=self._type(owner_of_schema, GivenSchema(schema={})),
            required=element.flag("required"),
            description=element.text("description"),
            deprecated=element.flag("deprecated"),
            examples=tuple(self._examples(owner_of_schema)),
            serialization=serialization,
            openapi_extra=extra_members(element, ("allowReserved", "allowEmptyValue")),
            audience=element.audience,
        )

    def _type(self, element: Element, default: TypeForm, member: str = "schema") -> TypeForm:
        """Return the type of the schema in a member of an object, such as a Media Type Object;
        `default` without this member.
        """
        schema = element.get(member)
        if schema is None:
            return default
        return self.schemas.type_of(schema)

    def _examples(self, element: Element) -> Iterator[Example]:
        """Yield the examples of a parameter, a header or a Media Type Object."""
        # `example` and `examples` exclude each other (OpenAPI 3.1, 4.8.12 and 4.8.14). If both are
        # written, `examples` is preferred, for these have names.
        if element.get("examples") is None and "example" in element.value:
            yield Example(name="example", value=element.value["example"])
            return
        for item in element.members("examples"):
            example = item.resolved()
            if example is not None:
                value = example.value.get("value", MISSING)
                yield Example(
                    name=item.key,
                    value=example.value.get("dataValue", value),  # its name in OpenAPI 3.2
                    summary=example.text("summary"),
                    description=example.text("description"),
                    external_value=example.text("externalValue"),
                    serialized=example.text("serializedValue"),
                    audience=example.audience,
                )

    def body(self, owner: Element) -> RequestBody | None:
        """Return the request body of an operation; None if it has none, or the reference to it is
        unresolved.
        """
        item = owner.get("requestBody")
        if item is None:
            return None
        element = item.resolved()
        if element is None:
            return None
        contents: list[Content] = []
        for content in self._contents(element):
            # A request body of the model has no audience of its own; each of its contents has one.
            audience = combined(element.audience, content.audience)
            contents.append(replace(content, audience=audience))
        return RequestBody(
            contents=tuple(contents),
            required=element.flag("required"),
            description=element.text("description"),
        )

    def _contents(self, element: Element) -> Iterator[Content]:
        """Yield the content of a request body or a response in each of its media types.

        A media type with ``itemSchema``, and without ``schema``, is a stream of items (OpenAPI
        3.2).
        """
        for item in element.members("content"):
            media_type = item.resolved()
            if media_type is None:
                continue
            schema_member = "schema"
            unread_members: tuple[str, ...] = (*_ENCODINGS, "itemSchema")
            has_item_schema = media_type.get("itemSchema") is not None
            is_stream = has_item_schema and media_type.get("schema") is None
            if is_stream:
                schema_member = "itemSchema"
                unread_members = _ENCODINGS
            # Without a schema, JSON is any value, and other media types are bytes (`MISSING`).
            default = GivenSchema(schema={}) if "json" in item.key else MISSING
            # `_encodings` replaces the member ``encoding``, since it follows its references.
            yield Content(
                media_type=item.key,
                type=self._type(media_type, default, schema_member),
                stream=is_stream,
                examples=tuple(self._examples(media_type)),
                openapi_extra=extra_members(media_type, unread_members) | _encodings(media_type),
                audience=media_type.audience,
            )

    def answers(self, owner: Element) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
        """Return the responses of an operation: those that mean success, and those that are errors.

        A response ``default`` is an error, unless the operation declares no success.
        """
        successes: list[Success] = []
        errors: list[ErrorClass] = []
        responses = [item for item in owner.members("responses") if not item.key.startswith("x-")]
        keys = [_status_key(response.key) for response in responses]
        has_success = any(map(_is_success, keys))
        for key, response in zip(keys, responses, strict=True):
            if not _is_status(key):
                response.warn(
                    f"{excerpt(response.key)} is not a status",
                    "write one from 100 to 599, a range such as '4XX', or 'default'",
                )
                continue
            element = response.resolved()
            if element is None:
                continue
            is_only_success = key == "default" and not has_success
            if _is_success(key) or is_only_success:
                successes.append(self._success(key, element))
            else:
                errors.append(self._error(key, element))
        # Two keys may be one status in different spellings: equal responses to it are one error.
        return tuple(successes), tuple(dict.fromkeys(errors))

    def _success(self, key: str, element: Element) -> Success:
        """Return a Response Object as a success.

        Args:
            key: A status, a range such as ``2XX``, or ``default``.
            element: The Response Object.
        """
        return Success(
            status=int(_FIRST_OF_RANGE.get(key, key)),
            status_range=None if key.isdigit() else key,
            contents=tuple(self._contents(element)),
            description=_text_of(element),
            headers=tuple(self._headers(element)),
            openapi_extra=extra_members(element, ("summary",)) | self._call_links(element),
            audience=element.audience,
        )

    def _call_links(self, element: Element) -> dict[str, Any]:
        """Return the Link Objects of a response as a member ``links``, with references replaced by
        their targets; empty if there are none. A link without an operation is left out with a
        warning.
        """
        links: dict[str, Any] = {}
        for item in element.members("links"):
            link = item.resolved()
            if link is None:
                continue
            if not link.text("operationId") and not link.text("operationRef"):
                link.warn("the link refers to no operation", _LINK_HINT)
                continue
            links[item.key] = link.members_with_audience()
        if links:
            return {"links": links}
        return {}

    def _headers(self, element: Element) -> Iterator[Parameter]:
        """Yield the headers of a response. Content-Type is left out, as OpenAPI 3.1, 4.8.17,
        requires.
        """
        for item in element.members("headers"):
            header = item.resolved()
            if header is not None and item.key.lower() != "content-type":
                yield self._parameter_or_header(header, item.key, "header")

    def _error(self, key: str, element: Element) -> ErrorClass:
        """Return the error of a Response Object: the same class for each equal response with the
        same status.

        Args:
            key: A status, a range such as ``4XX``, or ``default``.
            element: The Response Object.
        """
        # The file is a part of the identity, since references lead on from it.
        identity = key + json.dumps([str(element.file.path), element.value], sort_keys=True)
        if identity not in self._errors:
            self._errors[identity] = self._new_error(key, element)
        return self._errors[identity]

    def _new_error(self, key: str, element: Element) -> ErrorClass:
        """Return a new class of errors for a Response Object.

        Args:
            key: A status, a range such as ``4XX``, or ``default``.
            element: The Response Object.
        """
        status_range: str | None = None
        if key.isdigit():
            status = int(key)
            words = reason_phrase(status)
        else:
            status = STATUS_OF_RANGE[key]
            words = WORDS_OF_RANGE[key]
            status_range = key
        contents = tuple(self._contents(element))
        description = _text_of(element) or words
        # Errors that differ in their descriptions alone share a link.
        members = {name: element.value[name] for name in element.value.keys() - _TEXTS}
        identity = key + json.dumps([str(element.file.path), members], sort_keys=True)
        # The name of the error in links, since OpenAPI gives it none.
        link_name = self._links.link(words, identity)
        error: ErrorClass = ERROR.unnamed(
            link_name, status, _json_type(contents), description=description
        )
        error.source = Source(module=element.file.path.stem)
        error.lifecycle = lifecycle_in(element.value)
        has_end_date = error.lifecycle is not None and error.lifecycle.ends
        error.deprecated = has_end_date or element.value.get("x-deprecated") is True
        error.audience = element.audience
        error.answer = ErrorAnswer(
            status=status_range,
            contents=contents,
            headers=tuple(self._headers(element)),
            openapi_extra=extra_members(element, ("summary",)) | self._call_links(element),
        )
        return error


_TEXTS = frozenset({"description", "summary"})
"""Members of a response in which errors with the same link may differ."""


def _text_of(response: Element) -> str | None:
    """Return the description of a response, else its summary (OpenAPI 3.2, 4.17.1); None if it has
    neither.
    """
    return response.text("description") or response.text("summary")


def _parameter_objects(owners: Iterable[Element]) -> Iterator[Element]:
    """Yield the Parameter Objects of a path item and an operation, with references followed."""
    for owner in owners:
        for item in owner.items("parameters"):
            parameter = item.resolved()
            if parameter is not None:
                yield parameter


def _encodings(media_type: Element) -> dict[str, Any]:
    """Return the Encoding Objects of a Media Type Object as a member ``encoding``, with references
    to headers replaced by their targets; empty if there are none.
    """
    encodings: dict[str, Any] = {}
    for item in media_type.members("encoding"):
        if not item.check_object():
            continue
        encoding = dict(item.value)
        headers: dict[str, Any] = {}
        for header in item.members("headers"):
            resolved = header.resolved()
            if resolved is not None:
                headers[header.key] = resolved.members_with_audience()
        if headers:
            encoding["headers"] = headers
        encodings[item.key] = encoding
    if not encodings:
        return {}
    return {"encoding": encodings}


def _json_type(contents: Iterable[Content]) -> Any:
    """Return the type of the first content whose media type is JSON; `MISSING` if there is none."""
    for content in contents:
        if "json" in content.media_type:
            return content.type
    return MISSING


def _is_status(key: str) -> bool:
    """Return whether a key of ``responses`` is a status such as ``404``, a range such as ``4XX``,
    or ``default``.
    """
    return _RANGE.fullmatch(key) is not None or re.fullmatch(r"[1-5]\d\d", key) is not None


def _is_success(key: str) -> bool:
    """Return whether a status or a range is one of a success, a redirect or an interim response."""
    return key.startswith(("1", "2", "3"))


def _status_key(key: str) -> str:
    """Return a key of ``responses`` in its official spelling: ``4xx`` gives ``4XX``, ``Default``
    gives ``default``.
    """
    upper = key.upper()
    if upper == "DEFAULT":
        return "default"
    return upper
