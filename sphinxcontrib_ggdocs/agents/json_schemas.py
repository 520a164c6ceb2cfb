"""Writes self-contained JSON Schemas, with every type that they refer to under ``$defs``."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from ..contracts.media_types import is_json
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import AnyMethod
from ..document.uses import REFERENCE_PREFIX, ref_name
from ..schema.traversal import every_schema, map_schema
from .library import MethodParts

JsonSchema: TypeAlias = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MOST_CHARACTERS = 24_000
"""Of the types below ``$defs`` of one answer, as JSON."""
LEFT_OUT = "omitted because the answer is long; read it by its name"

PARAMETERS = ("path_params", "query_params", "header_params", "cookie_params")


def with_types(
    schema: JsonSchema, document: ApiDocsDocument, most: float = MOST_CHARACTERS
) -> JsonSchema:
    """Return a schema with the types that it reaches, nearest first; types beyond `most` characters
    accept anything, and say so.
    """
    types: dict[str, JsonSchema] = {}
    size = 0
    level = list(_references(schema))
    while level:
        reached: list[str] = []
        for name in level:
            if name in types or name not in document.schemas:
                continue
            schema_of_type = _moved(document.schemas[name])
            size += len(json.dumps(schema_of_type))
            if size > most:
                types[name] = {"$comment": LEFT_OUT}
            else:
                types[name] = schema_of_type
                reached += _references(document.schemas[name])
        level = reached
    moved = _moved(schema)
    if types:
        return {**moved, "$defs": types}
    return moved


def _references(schema: JsonSchema) -> Iterator[str]:
    names = (ref_name(inner) for inner in every_schema(schema))
    return (name for name in names if name is not None)


def _moved(schema: JsonSchema) -> JsonSchema:
    """Return the schema with references to ``$defs``."""
    moved = map_schema(schema, _moved)
    if (name := ref_name(schema)) is not None:
        moved["$ref"] = _place(name)
    discriminator = schema.get("discriminator")
    if isinstance(discriminator, Mapping) and isinstance(discriminator.get("mapping"), Mapping):
        mapping: dict[str, str] = {}
        for value, target in discriminator["mapping"].items():
            mapping[value] = _place(str(target).removeprefix(REFERENCE_PREFIX))
        moved["discriminator"] = {**discriminator, "mapping": mapping}
    return moved


def _place(name: str) -> str:
    return f"#/$defs/{name}"


def parameters_of(parts: MethodParts) -> Iterator[tuple[str, doc.Param]]:
    """Yield the parameters of a call with their places, those of the contract last."""
    for owner, members in (
        (parts.method, PARAMETERS),
        (parts.contract, ("path_params", "query_params", "headers", "cookies")),
    ):
        for member in members:
            place = member.removesuffix("_params").removesuffix("s")
            for param in getattr(owner, member, None) or ():
                yield place, param


def body_of(method: AnyMethod) -> doc.Content | None:
    """Return the body of a request, or the message to a WebSocket: in JSON, else as it comes
    first.
    """
    body = method.request_body if isinstance(method, doc.HttpMethod) else method.ws_input
    if body is not None:
        return _preferred(body.contents)
    return None


def is_body_required(method: AnyMethod) -> bool:
    """Return whether a call without a body is none."""
    body = method.request_body if isinstance(method, doc.HttpMethod) else method.ws_input
    return body is not None and body.required


def _preferred(contents: tuple[doc.Content, ...] | None) -> doc.Content | None:
    listed = contents or ()
    in_json = (content for content in listed if is_json(content.media_type))
    return next(in_json, listed[0] if listed else None)


def argument_names(parts: MethodParts) -> dict[str, tuple[str, doc.Param]]:
    """Return the parameters of a call by what its arguments are called: a name that occurs at two
    places, or is `body`, has its place in front.

    Credentials are not arguments: they are not the caller's to choose.
    """
    named: dict[str, tuple[str, doc.Param]] = {}
    added: set[tuple[str, str]] = set()
    for place, param in parameters_of(parts):
        is_credential = place == "header" and param.name.lower() in ("authorization", "cookie")
        if is_credential or (place, param.name) in added:
            continue
        added.add((place, param.name))
        name = param.name
        if name in named or name == "body":
            name = f"{place}_{name}"
        named[name] = (place, param)
    return named


def input_schema(parts: MethodParts) -> JsonSchema:
    """Return the arguments of a call as one object; its body is the property ``body``."""
    properties: dict[str, JsonSchema] = {}
    required: list[str] = []
    for name, (_place, param) in argument_names(parts).items():
        properties[name] = dict(param.schema)
        if param.description:
            properties[name]["description"] = param.description
        if param.required:
            required.append(name)
    if (content := body_of(parts.method)) is not None:
        properties["body"] = content.schema or {}
        if is_body_required(parts.method):
            required.append("body")
    closed: JsonSchema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        return {**closed, "required": required}
    return closed


def output_schema(method: AnyMethod) -> JsonSchema | None:
    """Return the schema of a success; None where there is nothing, or where it is not JSON."""
    responses = [method.success_response, *(getattr(method, "more_responses", None) or ())]
    schemas: list[JsonSchema] = []
    for response in filter(None, responses):
        content = _preferred(response.contents)
        if content is not None and content.schema is not None and is_json(content.media_type):
            schemas.append(content.schema)
    if len(schemas) > 1:
        return {"anyOf": schemas}
    return next(iter(schemas), None)


def method_schema(parts: MethodParts, document: ApiDocsDocument) -> JsonSchema:
    """Return a schema whose properties are the input, the output and the errors of a method."""
    parts_of_call: dict[str, JsonSchema] = {"input": input_schema(parts)}
    if (output := output_schema(parts.method)) is not None:
        parts_of_call["output"] = output
    errors = {key: error_schema(document.errors[key]) for key in parts.method.errors}
    if errors:
        parts_of_call["errors"] = {"type": "object", "properties": errors}
    schema: JsonSchema = {"$schema": DIALECT, "title": parts.name, "properties": parts_of_call}
    return with_types(schema, document)


def error_schema(error: doc.Error) -> JsonSchema:
    """Return the name, the status and the data of an error as one object."""
    properties: dict[str, JsonSchema] = {"status": {"const": error.status_code}}
    if error.type is not None:
        properties["type"] = {"const": error.type}
    if error.data is not None:
        properties["data"] = error.data
    text = {"description": error.description} if error.description else {}
    return {"type": "object", **text, "properties": properties}
