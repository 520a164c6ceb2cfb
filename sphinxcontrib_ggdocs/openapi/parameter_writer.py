"""Parameters and response headers, with the style in which lists and objects are sent."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..catalog.export import sent_by_callers, warn_export, without_nothing
from ..contracts.contract_errors import Where
from ..contracts.model import (
    MISSING,
    Contract,
    Example,
    HttpMethod,
    Location,
    Parameter,
    Serialization,
)
from ..schema import JsonSchema, Written
from ..schema.collector import TypedParameter
from ..schema.components import nullless
from ..schema.registry import UseText
from .value_kinds import Kind, kind_of

STYLES: Mapping[tuple[Location, Kind], Mapping[str, Any]] = {
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


def documented_parameters(
    contract: Contract, method: HttpMethod | None, where: Where
) -> list[Parameter]:
    """Return the parameters of a method that readers of OpenAPI use, without credentials.

    Args:
        contract: The contract.
        method: One of its methods; OpenAPI documents no parameters at a contract.
        where: The method, for warnings.
    """
    if method is None:
        return []
    return [
        parameter
        for parameter in sent_by_callers(contract, method, where)
        if parameter.location != "header" or parameter.name.lower() not in IGNORED_HEADERS
    ]


class ParameterWriter:
    """Writes parameters once the names of types are known."""

    def __init__(self, written: Written) -> None:
        self._written = written

    def parameter(self, typed: TypedParameter, name: str, where: Where) -> dict[str, Any]:
        """Write a parameter.

        Args:
            typed: The parameter.
            name: Its name in this document; of a path parameter it may be another than the
                contract's.
            where: The method, for warnings.
        """
        parameter = typed.parameter
        location = parameter.location
        schema, words = self._parted(typed)
        written: dict[str, Any] = {"name": name, "in": location}
        if text := parameter.description or words.description:
            written["description"] = text
        # Of a path parameter `required` has to be there and true (OpenAPI 3.1, 4.8.12.2).
        if parameter.required or location == "path":
            written["required"] = True
        if parameter.deprecated or words.deprecated:
            written["deprecated"] = True
        if name != parameter.name:
            written["x-name"] = parameter.name
        if parameter.serialization is not None:
            return _as_given(written, parameter, schema)
        kind = kind_of(schema, self._written.schemas)
        if kind == "nested":
            warn_export(
                f"{where}: OpenAPI defines no form for lists or objects inside the {location} "
                f"parameter {name}; JSON"
            )
            # A parameter has either a schema or one media type (OpenAPI 3.1, 4.8.12.2).
            return {**written, "content": {"application/json": {"schema": schema}}}
        if kind != "scalar":
            written |= STYLES.get((location, kind), {})
        written["schema"] = schema
        return {**written, **examples(parameter.examples)} if parameter.examples else written

    def _parted(self, typed: TypedParameter) -> tuple[JsonSchema, UseText]:
        """Return the schema of a parameter without null, and the words for the parameter itself."""
        parameter = typed.parameter
        if parameter.serialization is not None:
            return self._written.schema(typed.slot), UseText(None, deprecated=False)
        schema, words = self._written.parted(typed.slot)
        return schema if parameter.required else nullless(schema), words

    def headers(self, headers: Iterable[TypedParameter], where: Where) -> dict[str, Any]:
        """Write response headers by name, without Content-Type, which readers ignore (OpenAPI 3.1,
        4.8.17).
        """
        written: dict[str, Any] = {}
        known: dict[str, str] = {}
        for typed in headers:
            parameter = typed.parameter
            if parameter.name.lower() == "content-type":
                continue
            # Names of headers have no case (RFC 9110, 5.1).
            if known.setdefault(parameter.name.lower(), parameter.name) != parameter.name:
                warn_export(
                    f"{where}: the response header {parameter.name} is declared twice; the first "
                    "one is kept"
                )
                continue
            written[parameter.name] = self._header(typed)
        return written

    def _header(self, typed: TypedParameter) -> dict[str, Any]:
        parameter = typed.parameter
        schema, words = self._parted(typed)
        written = without_nothing(
            description=parameter.description or words.description,
            required=True if parameter.required else None,
            deprecated=True if parameter.deprecated or words.deprecated else None,
        )
        if parameter.serialization is not None:
            return _as_given(written, parameter, schema)
        return {**written, "schema": schema, **examples(parameter.examples)}


def _as_given(written: dict[str, Any], parameter: Parameter, schema: JsonSchema) -> dict[str, Any]:
    """Write an imported parameter or header in its original form."""
    given = parameter.serialization or Serialization()
    shown = examples(parameter.examples)
    if given.media_type is not None:
        content = {given.media_type: {"schema": schema, **shown}}
        return {**written, "content": content, **(parameter.openapi_extra or {})}
    # What the file has not written is left to the defaults of the location.
    style = without_nothing(style=given.style, explode=given.explode)
    return {**written, **style, "schema": schema, **shown, **(parameter.openapi_extra or {})}


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
