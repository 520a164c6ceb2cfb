"""Writes parameters and response headers, with the style in which lists and objects are sent.

`export` of a `doc.Param` holds what only exporters need; it is None in a document that was read
from JSON. A parameter with a `Serialization` is from an OpenAPI file, which says how it is sent.
"""

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
    """Writes parameters and headers.

    Args:
        schemas: Writes schemas.
    """

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
        parameter_object: dict[str, Any] = {"name": name, "in": location}
        text = _text(param)
        if text:
            parameter_object["description"] = text
        # Of a path parameter `required` has to be there and true (OpenAPI 3.1, 4.8.12.2).
        if param.required or location == "path":
            parameter_object["required"] = True
        if _is_deprecated(param):
            parameter_object["deprecated"] = True
        if name != param.name:  # it is named after the placeholder of an equal path
            parameter_object["x-name"] = param.name
        serialization = serialization_of(param)
        if serialization is not None:
            return self._as_in_file(parameter_object, param, serialization)
        schema = _schema_without_null(param)
        kind = kind_of(schema, self._schemas.named)
        if kind == "nested":
            warn_export(
                f"{where}: OpenAPI does not define how lists or objects inside the {location} "
                f"parameter {name} are sent; JSON"
            )
            # A parameter has either a schema or one media type (OpenAPI 3.1, 4.8.12.2).
            media = {"schema": self._schemas.write(schema)}
            return {**parameter_object, "content": {"application/json": media}}
        if kind != "scalar":
            parameter_object |= STYLES.get((location, kind), {})
        parameter_object["schema"] = self._schemas.write(schema)
        return parameter_object | examples(own_examples(param))

    def headers(self, headers: Iterable[doc.Param], where: Location) -> dict[str, Any]:
        """Return header objects by name. Content-Type is left out, because readers have to ignore
        it there (OpenAPI 3.1, 4.8.17). Of names that differ only in case, the first is kept, with a
        warning for the others.

        Args:
            headers: The headers of a response.
            where: The place of the response, for warnings.
        """
        header_objects: dict[str, Any] = {}
        names: dict[str, str] = {}  # the first spelling of each name, by its lower case
        for header in headers:
            if header.name.lower() == "content-type":
                continue
            # Names of headers have no case (RFC 9110, 5.1).
            first_name = names.setdefault(header.name.lower(), header.name)
            if first_name != header.name:
                warn_export(
                    f"{where}: the response header {header.name} is declared twice; the first "
                    "one is kept"
                )
                continue
            header_objects[header.name] = self._header(header)
        return header_objects

    def _header(self, header: doc.Param) -> dict[str, Any]:
        """Write a header object."""
        header_object = without_nothing(
            description=_text(header),
            required=header.required or None,
            deprecated=_is_deprecated(header) or None,
        )
        serialization = serialization_of(header)
        if serialization is not None:
            return self._as_in_file(header_object, header, serialization)
        schema = self._schemas.write(_schema_without_null(header))
        return {**header_object, "schema": schema, **examples(own_examples(header))}

    def _as_in_file(
        self, other_members: dict[str, Any], param: doc.Param, serialization: Serialization
    ) -> dict[str, Any]:
        """Return a parameter or header of a file with schema and style as the file has them, and
        with the members that the contract model cannot hold.

        Args:
            other_members: Members of the object that are written already, such as its description.
            param: The parameter or header.
            serialization: How the file says that it is sent.
        """
        members_of_examples = examples(own_examples(param))
        schema = self._schemas.write(own_schema(param) or {})
        extra: Extra = None
        if param.export is not None:
            extra = param.export.openapi_extra
        if serialization.media_type is not None:
            media = {"schema": schema, **members_of_examples}
            return {**other_members, "content": {serialization.media_type: media}, **(extra or {})}
        # What the file has not written (None) is left to the defaults of the location.
        style = without_nothing(style=serialization.style, explode=serialization.explode)
        return {**other_members, **style, "schema": schema, **members_of_examples, **(extra or {})}


def serialization_of(param: doc.Param) -> Serialization | None:
    """Return how a file says that a parameter is sent; None if it is sent as suits its type."""
    if param.export is not None:
        return param.export.serialization
    # A document that was read has the same in three members, all absent if it is as usual.
    serialization = Serialization(
        style=param.style, explode=param.explode, media_type=param.media_type
    )
    if serialization == Serialization():
        return None
    return serialization


def _is_from_file(param: doc.Param) -> bool:
    """Return whether a parameter is known to come from an OpenAPI file. False also in a document
    that was read from JSON, which does not say it.

    The schema of a parameter from a file is written with its own description and deprecation. The
    parameter does not repeat them.
    """
    return param.export is not None and param.export.serialization is not None


def _text(param: doc.Param) -> str | None:
    """Return the description of a parameter, which may be that of its type. A parameter from a file
    has only its own, since its schema is written with that of the type.
    """
    if param.export is not None and _is_from_file(param):
        return param.export.description
    return param.description


def _is_deprecated(param: doc.Param) -> bool:
    """Return whether a parameter is deprecated, itself or by its type. The type of a parameter from
    a file does not count, since its schema is written with its own ``deprecated``.
    """
    if param.export is not None and _is_from_file(param):
        return param.export.deprecated
    return bool(param.deprecated)


def _schema_without_null(param: doc.Param) -> JsonSchema:
    """Return the schema of a parameter without description and deprecation, which are written at
    the parameter.

    A parameter that may be left out loses null, too: whoever means null leaves it out.
    """
    schema = schema_without_words(param)
    if param.required:
        return schema
    return without_null(schema)


def examples(examples: Iterable[Example]) -> dict[str, Any]:
    """Write the member ``examples`` of a parameter, a header or a media type, as an object that has
    it; an empty one without examples.
    """
    objects: dict[str, Any] = {}
    for example in examples:
        example_object = without_nothing(
            summary=example.summary,
            description=example.description,
            externalValue=example.external_value,
        )
        if example.serialized is not None:
            example_object["serializedValue"] = example.serialized
        if example.value is not MISSING:
            # Next to `serializedValue` the value is called `dataValue`, since `value` excludes that
            # member (OpenAPI 3.2, "Example Object").
            key = "value"
            if example.serialized is not None:
                key = "dataValue"
            example_object[key] = example.value
        objects[example.name] = example_object
    if not objects:
        return {}
    return {"examples": objects}
