"""Reads parameters, bodies and responses of operations."""

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

_JSON = "application/json"
_LOCATIONS: tuple[ParameterLocation, ...] = get_args(ParameterLocation)
_ENCODINGS = ("encoding", "prefixEncoding", "itemEncoding")
_LINK_HINT = "name an operation with operationId, or with operationRef: '#/paths/...'"
_RANGE = re.compile(r"[1-5]XX|default")
_FIRST_OF_RANGE = {"1XX": "100", "2XX": "200", "3XX": "300", "default": "200"}


def extra_members(element: Element, names: Iterable[str]) -> dict[str, Any]:
    """What the contract model has no place for, which exported documents keep: extensions, and
    members of some names.
    """
    kept = {name: element.value[name] for name in names if element.value.get(name) is not None}
    return {**kept, **element.extensions()}


@dataclass(slots=True)
class ContentReader:
    """Reads what is sent and answered; responses that are declared once are one error."""

    schemas: SchemaReader
    _errors: dict[str, ErrorClass] = field(default_factory=dict)
    _links: ErrorLinks = field(default_factory=ErrorLinks)

    def parameters(self, *owners: Element) -> tuple[Parameter, ...]:
        """Return the parameters of an operation, after those that its path has for all
        operations.
        """
        by_place: dict[tuple[str, str], Parameter] = {}
        for element in _parameter_objects(owners):
            parameter = self._parameter(element)
            if parameter is not None:
                by_place[parameter.location, parameter.name] = parameter
        return tuple(by_place.values())

    def _parameter(self, element: Element) -> Parameter | None:
        name, location = element.text("name"), element.text("in")
        if name is None or location not in _LOCATIONS:
            element.fault(
                f"the parameter {excerpt(name)} is in {excerpt(location)}",
                f"give it a name, and one of {', '.join(_LOCATIONS)}",
            )
            return None
        parameter = self._valued(element, name, location)
        if location == "path" and not parameter.required:
            element.fault(
                f"the path parameter {name!r} is not required",
                "write required: true there",
                "it is documented as required",
            )
        return parameter

    def _valued(self, element: Element, name: str, location: ParameterLocation) -> Parameter:
        """Return a parameter or a header."""
        media = next(element.members("content"), None)
        described = media if media is not None and media.is_object() else element
        style = None if media is not None else element.text("style")
        explode = element.flag("explode") if media is None and element.get("explode") else None
        return Parameter(
            name=name,
            location=location,
            type=self._form(described, GivenSchema(schema={})),
            required=element.flag("required"),
            description=element.text("description"),
            deprecated=element.flag("deprecated"),
            examples=tuple(self._examples(described)),
            serialization=Serialization(
                style=style, explode=explode, media_type=None if media is None else media.last
            ),
            openapi_extra=extra_members(element, ("allowReserved", "allowEmptyValue")),
            audience=element.audience,
        )

    def _form(self, element: Element, default: TypeForm, member: str = "schema") -> TypeForm:
        schema = element.get(member)
        if schema is None:
            return default
        return self.schemas.form(schema)

    def _examples(self, element: Element) -> Iterator[Example]:
        # The two exclude each other (OpenAPI 3.1, 4.8.12 and 4.8.14); where both are written,
        # examples have names.
        if element.get("examples") is None and "example" in element.value:
            yield Example(name="example", value=element.value["example"])
            return
        for item in element.members("examples"):
            example = item.resolved()
            if example is not None:
                value = example.value.get("value", MISSING)
                yield Example(
                    name=item.last,
                    value=example.value.get("dataValue", value),
                    summary=example.text("summary"),
                    description=example.text("description"),
                    external_value=example.text("externalValue"),
                    serialized=example.text("serializedValue"),
                    audience=example.audience,
                )

    def body(self, owner: Element) -> RequestBody | None:
        """Return the request body of an operation."""
        item = owner.get("requestBody")
        if item is None:
            return None
        element = item.resolved()
        if element is None:
            return None
        contents: list[Content] = []
        for content in self._contents(element):
            audience = combined(element.audience, content.audience)
            contents.append(replace(content, audience=audience))
        return RequestBody(
            contents=tuple(contents),
            required=element.flag("required"),
            description=element.text("description"),
        )

    def _contents(self, element: Element) -> Iterator[Content]:
        for item in element.members("content"):
            media = item.resolved()
            if media is None:
                continue
            # without a schema, JSON is any value, and other media types are bytes
            unknown = GivenSchema(schema={}) if "json" in item.last else MISSING
            of_items = media.get("itemSchema")
            is_stream = of_items is not None and media.get("schema") is None
            kept = _ENCODINGS if is_stream else (*_ENCODINGS, "itemSchema")
            yield Content(
                media_type=item.last,
                type=self._form(media, unknown, "itemSchema" if is_stream else "schema"),
                stream=is_stream,
                examples=tuple(self._examples(media)),
                openapi_extra=extra_members(media, kept) | _encodings(media),
                audience=media.audience,
            )

    def answers(self, owner: Element) -> tuple[tuple[Success, ...], tuple[ErrorClass, ...]]:
        """Return the successes and the errors of an operation."""
        successes: list[Success] = []
        errors: list[ErrorClass] = []
        responses = [item for item in owner.members("responses") if not item.last.startswith("x-")]
        keys = [_status_key(response.last) for response in responses]
        has_success = any(map(_is_success, keys))
        for key, response in zip(keys, responses, strict=True):
            if not _is_status(key):
                response.fault(
                    f"{excerpt(response.last)} is not a status",
                    "write one from 100 to 599, a range such as '4XX', or 'default'",
                )
                continue
            element = response.resolved()
            if element is None:
                continue
            is_other_success = key == "default" and not has_success
            if _is_success(key) or is_other_success:
                successes.append(self._success(key, element))
            else:
                errors.append(self._error(key, element))
        return tuple(successes), tuple(dict.fromkeys(errors))

    def _success(self, key: str, element: Element) -> Success:
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
        """Return the links of a response, those that are defined elsewhere written out."""
        links: dict[str, Any] = {}
        for item in element.members("links"):
            link = item.resolved()
            if link is None:
                continue
            if not link.text("operationId") and not link.text("operationRef"):
                link.fault("the link refers to no operation", _LINK_HINT)
                continue
            links[item.last] = link.marked()
        if links:
            return {"links": links}
        return {}

    def _headers(self, element: Element) -> Iterator[Parameter]:
        """Response headers but Content-Type, which OpenAPI 3.1, 4.8.17, says is ignored."""
        for item in element.members("headers"):
            header = item.resolved()
            if header is not None and item.last.lower() != "content-type":
                yield self._valued(header, item.last, "header")

    def _error(self, key: str, element: Element) -> ErrorClass:
        known = key + json.dumps([str(element.file.path), element.value], sort_keys=True)
        if known not in self._errors:
            self._errors[known] = self._defined(key, element)
        return self._errors[known]

    def _defined(self, key: str, element: Element) -> ErrorClass:
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
        identity = {name: element.value[name] for name in element.value.keys() - _TEXTS}
        form = key + json.dumps([str(element.file.path), identity], sort_keys=True)
        link = self._links.link(words, form)
        error: ErrorClass = ERROR.unnamed(
            link, status, _json_type(contents), description=description
        )
        error.source = Source(module=element.file.path.stem)
        error.lifecycle = lifecycle_in(element.value)
        ends = error.lifecycle is not None and error.lifecycle.ends
        error.deprecated = ends or element.value.get("x-deprecated") is True
        error.audience = element.audience
        error.answer = ErrorAnswer(
            status=status_range,
            contents=contents,
            headers=tuple(self._headers(element)),
            openapi_extra=extra_members(element, ("summary",)) | self._call_links(element),
        )
        return error


_TEXTS = frozenset({"description", "summary"})
"""Members of a response in which errors of one link may differ."""


def _text_of(response: Element) -> str | None:
    """Return the description of a response, else its summary (OpenAPI 3.2, 4.17.1)."""
    return response.text("description") or response.text("summary")


def _parameter_objects(owners: Iterable[Element]) -> Iterator[Element]:
    for owner in owners:
        yield from filter(None, (item.resolved() for item in owner.items("parameters")))


def _encodings(media: Element) -> dict[str, Any]:
    """Return the encodings of parts by their names, with headers that are defined elsewhere written
    out.
    """
    encodings: dict[str, Any] = {}
    for item in media.members("encoding"):
        if not item.is_object():
            continue
        encoding = dict(item.value)
        headers: dict[str, Any] = {}
        for header in item.members("headers"):
            resolved = header.resolved()
            if resolved is not None:
                headers[header.last] = resolved.marked()
        if headers:
            encoding["headers"] = headers
        encodings[item.last] = encoding
    if not encodings:
        return {}
    return {"encoding": encodings}


def _json_type(contents: Iterable[Content]) -> Any:
    """Return the type of the first content that is JSON."""
    for content in contents:
        if "json" in content.media_type:
            return content.type
    return MISSING


def _is_status(key: str) -> bool:
    """Return whether a key of responses is a status, a range, or ``default``."""
    return _RANGE.fullmatch(key) is not None or re.fullmatch(r"[1-5]\d\d", key) is not None


def _is_success(key: str) -> bool:
    return key.startswith(("1", "2", "3"))


def _status_key(key: str) -> str:
    upper = key.upper()
    if upper == "DEFAULT":
        return "default"
    return upper
