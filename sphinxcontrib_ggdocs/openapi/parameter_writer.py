"""Writes parameters and response headers, with the style in which lists and objects are sent."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..catalog.export import warn_export, without_nothing
from ..contracts.contract_errors import Location
from ..contracts.model import MISSING, Example, ParameterLocation, Serialization
from ..document import parts as doc
from ..document.exports import Extra
from ..document.wire import own_examples, own_schema, schema_without_words
from ..schema import JsonSchema
from ..schema.components import without_null
from .schemas import SchemaWriter
from .value_kinds import Kind, kind_of

STYLES: Mapping[tuple[ParameterLocation, Kind], Mapping[str, Any]] = {
    ("query", "object"): {"style": "deepObject", "explode": True},
    ("cookie", "array"): {"style": "form", "explode": False},
    ("cookie", "object"): {"style": "form", "explode": False},
}
"""Styles that differ from the defaults of OpenAPI 3.1, 4.8.12.2: in the query
``form`` with ``explode`` (``?a=1&a=2``), in paths and headers ``simple`` (``1,2``). For cookies the
default would be ``a=1&a=2``, which no cookie can be; an object in the query would be spread, and
collide with its neighbours."""

IGNORED_HEADERS = frozenset({"accept", "content-type"})
"""Header parameters that every reader ignores (OpenAPI 3.1, 4.8.12.1): the media types of bodies
say the same, so that leaving them out is no loss to warn of."""


class ParameterWriter:
    """Writes parameters and headers."""

    def __init__(self, schemas: SchemaWriter) -> None:
        self._schemas = schemas

    def parameter(
        self, param: doc.Param, location: ParameterLocation, name: str, where: Location
    ) -> dict[str, Any]:
        """Write a parameter.

        Args:
            param: The parameter.
            location: Where it is sent.
            name: Its name in this document; of a path parameter it may be another than the
                contract's.
            where: The method, for warnings.
        """
        written: dict[str, Any] = {"name": name, "in": location}
        if text := _text(param):
            written["description"] = text
        # Of a path parameter `required` has to be there and true (OpenAPI 3.1, 4.8.12.2).
        if param.required or location == "path":
            written["required"] = True
        if _is_deprecated(param):
            written["deprecated"] = True
        if name != param.name:
            written["x-name"] = param.name
        if (given := serialization_of(param)) is not None:
            return self._as_given(written, param, given)
        schema = _bare_schema(param)
        kind = kind_of(schema, self._schemas.named)
        if kind == "nested":
            warn_export(
                f"{where}: OpenAPI does not define how lists or objects inside the {location} "
                f"parameter {name} are sent; JSON"
            )
            # A parameter has either a schema or one media type (OpenAPI 3.1, 4.8.12.2).
            media = {"schema": self._schemas.write(schema)}
            return {**written, "content": {"application/json": media}}
        if kind != "scalar":
            written |= STYLES.get((location, kind), {})
        written["schema"] = self._schemas.write(schema)
        return written | examples(own_examples(param))

    def headers(self, headers: Iterable[doc.Param], where: Location) -> dict[str, Any]:
        """Write response headers by name, without Content-Type, which readers ignore (OpenAPI 3.1,
        4.8.17).
        """
        written: dict[str, Any] = {}
        known: dict[str, str] = {}
        for header in headers:
            if header.name.lower() == "content-type":
                continue
            # Names of headers have no case (RFC 9110, 5.1).
            if known.setdefault(header.name.lower(), header.name) != header.name:
                warn_export(
                    f"{where}: the response header {header.name} is declared twice; the first "
                    "one is kept"
                )
                continue
            written[header.name] = self._header(header)
        return written

    def _header(self, header: doc.Param) -> dict[str, Any]:
        written = without_nothing(
            description=_text(header),
            required=True if header.required else None,
            deprecated=True if _is_deprecated(header) else None,
        )
        if (given := serialization_of(header)) is not None:
            return self._as_given(written, header, given)
        schema = self._schemas.write(_bare_schema(header))
        return {**written, "schema": schema, **examples(own_examples(header))}

    def _as_given(
        self, written: dict[str, Any], param: doc.Param, given: Serialization
    ) -> dict[str, Any]:
        """Write an imported parameter or header in its original form."""
        shown = examples(own_examples(param))
        schema = self._schemas.write(own_schema(param) or {})
        extra = _extra(param) or {}
        if given.media_type is not None:
            content = {given.media_type: {"schema": schema, **shown}}
            return {**written, "content": content, **extra}
        # What the file has not written is left to the defaults of the location.
        style = without_nothing(style=given.style, explode=given.explode)
        return {**written, **style, "schema": schema, **shown, **extra}


def serialization_of(param: doc.Param) -> Serialization | None:
    """Return how a file has a parameter written; None: as suits its type."""
    if param.export is not None:
        return param.export.serialization
    given = Serialization(style=param.style, explode=param.explode, media_type=param.media_type)
    return None if given == Serialization() else given


def _extra(param: doc.Param) -> Extra:
    return param.export.openapi_extra if param.export is not None else None


def _is_given(param: doc.Param) -> bool:
    """Return whether a parameter is as a file has it, where its schema says what it says itself."""
    return param.export is not None and param.export.serialization is not None


def _text(param: doc.Param) -> str | None:
    if param.export is not None and _is_given(param):
        return param.export.description
    return param.description


def _is_deprecated(param: doc.Param) -> bool:
    if param.export is not None and _is_given(param):
        return param.export.deprecated
    return bool(param.deprecated)


def _bare_schema(param: doc.Param) -> JsonSchema:
    """Return the schema of a parameter without null, and without what the parameter says itself."""
    schema = schema_without_words(param)
    return schema if param.required else without_null(schema)


def examples(given: Iterable[Example]) -> dict[str, Any]:
    """Write the member ``examples`` of a parameter, a header or a media type."""
    written: dict[str, Any] = {}
    for example in given:
        written[example.name] = without_nothing(
            summary=example.summary,
            description=example.description,
            externalValue=example.external_value,
        )
        if example.serialized is not None:
            written[example.name]["serializedValue"] = example.serialized
        if example.value is not MISSING:
            # `value` excludes the two others (OpenAPI 3.2, "Example Object").
            key = "value" if example.serialized is None else "dataValue"
            written[example.name][key] = example.value
    return {"examples": written} if written else {}
