"""Reads members of OpenAPI objects for which the contract model has no fields: code samples,
servers of an operation, links of responses, files in forms, styles of parameters.

The contract model keeps them unchanged in ``openapi_extra``, from which they are exported again.
Malformed members are exported, too, but not shown.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias
from urllib.parse import unquote

from ..catalog import ResolvedGroup
from ..contracts.model import Content, HttpContract, Parameter, ParameterLocation
from ..schema import JsonSchema
from ..schema.components import unused
from . import parts as doc

Extra: TypeAlias = Mapping[str, Any] | None
CODE_SAMPLES = ("x-codeSamples", "x-code-samples")
"""The extension of Redoc and others, and its older name."""

USUAL_STYLES: Mapping[ParameterLocation, tuple[str | None, ...]] = {
    "path": ("simple", None),
    "query": ("form", None),
    "header": ("simple", None),
    "cookie": ("form", "cookie", None),  # they differ in escapes alone (OpenAPI 3.2, 4.12.3)
}
"""The styles that are not worth a word; the first is that of a parameter without one."""

_DATA = frozenset({"example", "default", "const", "value", "dataValue"})
"""Members whose values are data."""
_SCALARS = frozenset({"string", "number", "integer", "boolean", "null"})


def code_samples(extra: Extra) -> tuple[doc.CodeSample, ...] | None:
    """Return the code samples of an operation."""
    if not extra:
        return None
    given = (_list(extra.get(name)) for name in CODE_SAMPLES)
    listed = next(filter(None, given), [])
    samples: list[doc.CodeSample] = []
    taken: set[str] = set()
    for item in listed:
        code = sample_code(item)
        if code is None:
            continue
        label = _text(item.get("label")) or _text(item.get("name"))
        language = _text(item.get("lang")) or _text(item.get("language")) or label or "text"
        # The UI shows samples as tabs, which have to differ.
        own: str | None = unused(label or language, taken)
        if own == language:
            own = None
        samples.append(doc.CodeSample(language=language, label=own, code=code))
    return tuple(samples) or None


def sample_code(sample: object) -> str | None:
    """Return the code of a sample, by Redoc's name or by that of ReadMe; None if there is none."""
    given = _dict(sample)
    return _text(given.get("source")) or _text(given.get("code"))


def without_nulls(value: Any) -> Any:
    """Return what somebody wrote by hand without members that are null, which objects of OpenAPI
    do not have; null in data and in extensions is a value.
    """
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    kept: dict[Any, Any] = {}
    for key, inner in value.items():
        is_list = key in ("enum", "examples") and isinstance(inner, list)
        if key in _DATA or is_list or str(key).startswith("x-"):
            kept[key] = inner
        elif inner is not None:
            kept[key] = without_nulls(inner)
    return kept


def own_servers(extra: Extra) -> tuple[doc.Server, ...] | None:
    """Return the servers of an operation, in place of those of the document."""
    servers = (_server(item) for item in _list((extra or {}).get("servers")))
    return tuple(filter(None, servers)) or None


def _server(given: object) -> doc.Server | None:
    if not isinstance(given, dict) or not isinstance(given.get("url"), str):
        return None
    variables = {
        name: doc.ServerVariable(
            default=str(variable["default"]),
            enum=tuple(map(str, _list(variable.get("enum")))) or None,
            description=_text(variable.get("description")),
        )
        for name, variable in _dict(given.get("variables")).items()
        if isinstance(variable, dict) and "default" in variable
    }
    return doc.Server(
        url=given["url"],
        description=_text(given.get("description")),
        variables=variables or None,
    )


def link_targets(groups: Iterable[ResolvedGroup]) -> dict[str, str]:
    """Return the keys of methods, ``group slug/contract/method``, by what links call them."""
    keys: dict[str, str] = {}
    for group in groups:
        for contract in group.contracts:
            if not isinstance(contract, HttpContract):
                continue
            for method in contract.methods:
                key = f"{group.slug}/{contract.name}/{method.name}"
                for name in contract.link_targets(method):
                    keys.setdefault(name, key)
    return keys


def merged_response(extra: Extra, status: str) -> dict[str, Any]:
    """Return what the members that are merged into an operation say of the response of a status."""
    return _dict(_dict((extra or {}).get("responses")).get(status))


def links_of(extra: Extra, targets: Mapping[str, str]) -> tuple[doc.ResponseLink, ...] | None:
    """Return the links of a response.

    Args:
        extra: The members of the response.
        targets: The keys of methods, as `link_targets` has them.
    """
    links: list[doc.ResponseLink] = []
    for name, value in _dict((extra or {}).get("links")).items():
        link = _dict(value)
        operation = _text(link.get("operationId")) or _text(link.get("operationRef"))
        if operation is None:
            continue
        # A reference is a URL, in which braces are encoded.
        method = targets.get(operation) or targets.get(unquote(operation))
        links.append(
            doc.ResponseLink(
                name=name,
                method=method,
                operation=operation if method is None else None,
                parameters=_dict(link.get("parameters")) or None,
                body=link.get("requestBody"),
                description=_text(link.get("description")),
                export=link,
            )
        )
    return tuple(links) or None


def styles_of(
    parameter: Parameter, schema: JsonSchema, schemas: Mapping[str, JsonSchema]
) -> dict[str, Any]:
    """How a parameter of a file is written, where that is not as usual, as members of a
    `doc.Param`.
    """
    given = parameter.serialization
    if given is None:
        return {}
    if given.media_type is not None:
        return {"media_type": given.media_type}
    usual = USUAL_STYLES[parameter.location]
    style = given.style or usual[0]
    usually_exploded = style == "form"
    is_exploded = usually_exploded
    if given.explode is not None:
        is_exploded = given.explode
    value = resolved(schema, schemas)
    is_of_several = parameter.location == "query" and _is_object(value)
    if not is_single(value) and (parameter.location == "cookie" or is_of_several):
        return {"style": style, "explode": is_exploded}  # what is usual is not clear to readers
    unusual: dict[str, Any] = {}
    if given.style not in usual:
        unusual["style"] = style
    if not is_single(value) and is_exploded != usually_exploded:
        unusual["explode"] = is_exploded
    return unusual


def is_single(schema: JsonSchema) -> bool:
    """Return whether a value is neither an array nor an object: for it `explode` means nothing
    (OpenAPI 3.1, 4.8.12.2).
    """
    types = schema.get("type", "object")
    return _SCALARS.issuperset([types] if isinstance(types, str) else types)


def _is_object(schema: JsonSchema) -> bool:
    types = schema.get("type", ())
    return "properties" in schema or "object" in ([types] if isinstance(types, str) else types)


def given_files(
    content: Content,
    schema: JsonSchema | None,
    schemas: Mapping[str, JsonSchema],
) -> dict[str, doc.FilePart] | None:
    """Return the files in a form whose schema is given: bytes that are not encoded as text (OpenAPI
    3.0, 4.7.14.3, and 3.1, 4.8.14.3).
    """
    is_form = content.fields is None and content.media_type.startswith("multipart/")
    if schema is None or not is_form:
        return None
    properties = _dict(resolved(schema, schemas).get("properties"))
    encodings = _dict((content.openapi_extra or {}).get("encoding"))
    files: dict[str, doc.FilePart] = {}
    for name, value in properties.items():
        part = resolved(_dict(value), schemas)
        if _is_file(part) or _is_file(resolved(_dict(part.get("items")), schemas)):
            kinds = _text(_dict(encodings.get(name)).get("contentType"))
            media_types = tuple(re.split(r"\s*,\s*", kinds)) if kinds else None
            files[name] = doc.FilePart(media_types=media_types)
    return files or None


def _is_file(schema: JsonSchema) -> bool:
    is_raw = "contentMediaType" in schema and "contentEncoding" not in schema
    return schema.get("format") == "binary" or (is_raw and "contentSchema" not in schema)


def resolved(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return a schema, or the named one that it refers to."""
    seen: set[str] = set()
    while isinstance(name := schema.get("$ref"), str) and name not in seen:
        seen.add(name)
        target = schemas.get(name.rpartition("/")[2])
        if target is None:
            break
        schema = target
    return schema


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
