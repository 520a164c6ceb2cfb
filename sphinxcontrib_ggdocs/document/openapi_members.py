"""Reads members of OpenAPI objects for which the contract model has no fields: code samples,
servers of an operation, links of responses, files in forms, styles of parameters.

The contract model has them in ``openapi_extra``, as their authors have written them, and OpenAPI is
written with them. Malformed members are written there, too, but documents do not show them.
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
    """Return the code samples of an operation; None without any."""
    if not extra:
        return None
    samples: list[doc.CodeSample] = []
    taken_labels: set[str] = set()
    usual_name, older_name = CODE_SAMPLES
    for item in _list(extra.get(usual_name)) or _list(extra.get(older_name)):
        code = sample_code(item)
        if code is None:
            continue
        label = _text(item.get("label")) or _text(item.get("name"))
        # Many samples have a label such as "Python" in place of a language.
        language = _text(item.get("lang")) or _text(item.get("language")) or label or "text"
        # The UI shows samples as tabs, whose labels have to differ.
        unique_label: str | None = unused(label or language, taken_labels)
        if unique_label == language:
            unique_label = None  # a sample without a label has its language as label
        samples.append(doc.CodeSample(language=language, label=unique_label, code=code))
    return tuple(samples) or None


def sample_code(sample: object) -> str | None:
    """Return the code of a sample, by Redoc's name or by that of ReadMe; None if there is none."""
    members = _dict(sample)
    return _text(members.get("source")) or _text(members.get("code"))


def without_nulls(value: Any) -> Any:
    """Return an object of OpenAPI that somebody wrote by hand without members that are null, at
    any depth. In data and in extensions null is a value, and stays.
    """
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    if not isinstance(value, Mapping):
        return value
    kept: dict[Any, Any] = {}
    for key, inner in value.items():
        # Lists of values; `examples` of a parameter is an object of Example Objects instead.
        is_list_of_data = key in ("enum", "examples") and isinstance(inner, list)
        if key in _DATA or is_list_of_data or str(key).startswith("x-"):
            kept[key] = inner
        elif inner is not None:
            kept[key] = without_nulls(inner)
    return kept


def own_servers(extra: Extra) -> tuple[doc.Server, ...] | None:
    """Return the servers that an operation has in place of those of the document; None without
    any.
    """
    servers = map(_server, _list((extra or {}).get("servers")))
    return tuple(filter(None, servers)) or None


def _server(server: object) -> doc.Server | None:
    """Return a server object of OpenAPI as a part; None if it has no URL. A variable without a
    default, which OpenAPI requires, is left out.
    """
    if not isinstance(server, dict) or not isinstance(server.get("url"), str):
        return None
    variables: dict[str, doc.ServerVariable] = {}
    for name, variable in _dict(server.get("variables")).items():
        if isinstance(variable, dict) and "default" in variable:
            variables[name] = doc.ServerVariable(
                default=str(variable["default"]),
                enum=tuple(map(str, _list(variable.get("enum")))) or None,
                description=_text(variable.get("description")),
            )
    return doc.Server(
        url=server["url"],
        description=_text(server.get("description")),
        variables=variables or None,
    )


def link_targets(groups: Iterable[ResolvedGroup]) -> dict[str, str]:
    """Return the key of the method, ``group slug/contract/method``, by each name with which a link
    of a response may refer to it: the operation ids and JSON pointers of its operations. A name
    that several methods have leads to the first of them.
    """
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
    """Return the response of a status that an author adds to an operation; empty without one."""
    return _dict(_dict((extra or {}).get("responses")).get(status))


def links_of(extra: Extra, targets: Mapping[str, str]) -> tuple[doc.ResponseLink, ...] | None:
    """Return the links of a response; None without any. One that names no operation is left out.

    Args:
        extra: The members of the response, among them ``links``.
        targets: The keys of methods, ``group slug/contract/method``, by the ids and JSON pointers
            of operations by which links name them.
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
    """Return how a parameter of a file is serialized, as members of a `doc.Param`; empty if that is
    usual, or if the parameter is not from a file.

    Args:
        parameter: The parameter.
        schema: Its schema.
        schemas: The targets of references, by name.
    """
    serialization = parameter.serialization
    if serialization is None:
        return {}
    if serialization.media_type is not None:
        return {"media_type": serialization.media_type}
    usual_styles = USUAL_STYLES[parameter.location]
    style = serialization.style or usual_styles[0]
    is_usually_exploded = style == "form"  # OpenAPI 3.1, 4.8.12.2
    is_exploded = is_usually_exploded
    if serialization.explode is not None:
        is_exploded = serialization.explode
    value_schema = resolved(schema, schemas)
    if is_single(value_schema):  # for which `explode` means nothing
        if serialization.style in usual_styles:
            return {}
        return {"style": style}
    is_object_in_query = parameter.location == "query" and _is_object(value_schema)
    if parameter.location == "cookie" or is_object_in_query:
        # For these parameters of Python contracts we choose other styles than the defaults of
        # OpenAPI, so that neither of both is usual.
        return {"style": style, "explode": is_exploded}
    unusual: dict[str, Any] = {}
    if serialization.style not in usual_styles:
        unusual["style"] = style
    if is_exploded != is_usually_exploded:
        unusual["explode"] = is_exploded
    return unusual


def is_single(schema: JsonSchema) -> bool:
    """Return whether no value of a schema is an array or an object: for others `explode` means
    nothing (OpenAPI 3.1, 4.8.12.2).
    """
    return "type" in schema and _SCALARS.issuperset(_types(schema))


def _is_object(schema: JsonSchema) -> bool:
    """Return whether a value of a schema may be an object."""
    return "properties" in schema or "object" in _types(schema)


def _types(schema: JsonSchema) -> list[str]:
    """Return the JSON types that a schema names."""
    types = schema.get("type", [])
    if isinstance(types, str):
        return [types]
    return list(types)


def given_files(
    content: Content,
    schema: JsonSchema | None,
    schemas: Mapping[str, JsonSchema],
) -> dict[str, doc.FilePart] | None:
    """Return the files in a form of an OpenAPI file, by field: bytes that are not encoded as text
    (OpenAPI 3.0, 4.7.14.3, and 3.1, 4.8.14.3); None without any.

    Args:
        content: The form.
        schema: Its schema.
        schemas: The targets of references, by name.
    """
    # Forms of Python arguments have `fields`, which say themselves what is a file.
    is_form = content.fields is None and content.media_type.startswith("multipart/")
    if schema is None or not is_form:
        return None
    properties = _dict(resolved(schema, schemas).get("properties"))
    encodings = _dict((content.openapi_extra or {}).get("encoding"))
    files: dict[str, doc.FilePart] = {}
    for name, value in properties.items():
        part = resolved(_dict(value), schemas)
        # A field may also be a list of files.
        if _is_file(part) or _is_file(resolved(_dict(part.get("items")), schemas)):
            files[name] = doc.FilePart()
            content_type = _text(_dict(encodings.get(name)).get("contentType"))
            if content_type:
                media_types = tuple(re.split(r"\s*,\s*", content_type))
                files[name] = doc.FilePart(media_types=media_types)
    return files or None


def _is_file(schema: JsonSchema) -> bool:
    """Return whether the values of a schema are raw bytes: in OpenAPI 3.0 by their format, in 3.1
    by a media type.
    """
    # In 3.1 a text may have a media type, too: that of the bytes or the JSON document in it.
    is_text = "contentEncoding" in schema or "contentSchema" in schema
    is_binary = schema.get("format") == "binary"
    return is_binary or ("contentMediaType" in schema and not is_text)


def resolved(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> JsonSchema:
    """Return a schema, or the named one that it refers to, also over several references; one that
    leads nowhere, or back to itself, is returned without changes.
    """
    seen: set[str] = set()
    while True:
        reference = schema.get("$ref")
        if not isinstance(reference, str) or reference in seen:
            return schema
        seen.add(reference)
        target = schemas.get(reference.rpartition("/")[2])
        if target is None:
            return schema
        schema = target


def _list(value: object) -> list[Any]:
    """Return a member that should be a list; an empty list for other values."""
    if isinstance(value, list):
        return value
    return []


def _dict(value: object) -> dict[str, Any]:
    """Return a member that should be an object; an empty one for other values."""
    if isinstance(value, dict):
        return value
    return {}


def _text(value: object) -> str | None:
    """Return a member that should be a string; None for other values and the empty string."""
    if isinstance(value, str) and value:
        return value
    return None
