"""Writes self-contained JSON Schemas, with every type that they refer to under ``$defs``.

A call is that of an HTTP method, or a message that clients send to a WebSocket. Its arguments are
its parameters, and ``body``.
"""

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
"""How many characters of JSON the types below ``$defs`` may have together."""
OMITTED_COMMENT = "omitted because the answer is long; read it by its name"

PARAMETERS = ("path_params", "query_params", "header_params", "cookie_params")


def with_definitions(
    schema: JsonSchema, document: ApiDocsDocument, most: float = MOST_CHARACTERS
) -> JsonSchema:
    """Return a schema that contains, under ``$defs``, all types that it refers to, also indirectly.

    The types nearest to the schema come first. Once they have too many characters, further types
    are replaced by a schema that accepts anything, with a comment.

    Args:
        schema: A schema of the document.
        document: The document with the types.
        most: How many characters the types may have.
    """
    definitions: dict[str, JsonSchema] = {}
    size = 0
    # Level by level: types in the schema, types inside these, and so on.
    names = list(_referenced_types(schema))
    while names:
        names_of_next_level: list[str] = []
        for name in names:
            # Several types may refer to one; an unresolved reference has no type.
            if name in definitions or name not in document.schemas:
                continue
            definition = _with_local_references(document.schemas[name])
            # The size grows with omitted types, too: after one, all further types are omitted.
            size += len(json.dumps(definition))
            if size > most:
                definitions[name] = {"$comment": OMITTED_COMMENT}
            else:
                definitions[name] = definition
                names_of_next_level += _referenced_types(document.schemas[name])
        names = names_of_next_level
    complete = _with_local_references(schema)
    if definitions:
        return {**complete, "$defs": definitions}
    return complete


def _referenced_types(schema: JsonSchema) -> Iterator[str]:
    """Yield the names of the types to which a schema refers, at any depth."""
    for inner in every_schema(schema):
        name = ref_name(inner)
        if name is not None:
            yield name


def _with_local_references(schema: JsonSchema) -> JsonSchema:
    """Return a schema whose references, and the targets of discriminators, lead to ``$defs``
    instead of the types of a document.
    """
    changed = map_schema(schema, _with_local_references)
    if (name := ref_name(schema)) is not None:
        changed["$ref"] = _definition_pointer(name)
    discriminator = schema.get("discriminator")
    if isinstance(discriminator, Mapping) and isinstance(discriminator.get("mapping"), Mapping):
        mapping: dict[str, str] = {}
        for value, target in discriminator["mapping"].items():
            # A target is a reference as of `$ref`, or only a name.
            mapping[value] = _definition_pointer(str(target).removeprefix(REFERENCE_PREFIX))
        changed["discriminator"] = {**discriminator, "mapping": mapping}
    return changed


def _definition_pointer(name: str) -> str:
    """Return the reference to a type under ``$defs``."""
    return f"#/$defs/{name}"


def parameters_of(parts: MethodParts) -> Iterator[tuple[str, doc.Param]]:
    """Yield the parameters of a call with their locations: ``path``, ``query``, ``header`` or
    ``cookie``. Those of the method come first, then those of its contract.
    """
    for owner, members in (
        (parts.method, PARAMETERS),
        (parts.contract, ("path_params", "query_params", "headers", "cookies")),
    ):
        for member in members:
            # `query_params` and `headers` become `query` and `header`.
            place = member.removesuffix("_params").removesuffix("s")
            # Messages and connections of a WebSocket do not have all of these.
            for param in getattr(owner, member, None) or ():
                yield place, param


def body_of(method: AnyMethod) -> doc.Content | None:
    """Return the content of the request body, or of the message to a WebSocket: in JSON if it is
    one of the media types, else in the first one; None without a body.
    """
    body = _body(method)
    if body is not None:
        return _preferred_content(body.contents)
    return None


def is_body_required(method: AnyMethod) -> bool:
    """Return whether a method has a body, and cannot be called without one."""
    body = _body(method)
    return body is not None and body.required


def _body(method: AnyMethod) -> doc.Body | None:
    """Return the body of a request, or the message that clients send to a WebSocket."""
    if isinstance(method, doc.HttpMethod):
        return method.request_body
    return method.ws_input


def _preferred_content(contents: tuple[doc.Content, ...] | None) -> doc.Content | None:
    """Return the content in JSON, else the first one; None if there are none."""
    if not contents:
        return None
    for content in contents:
        if is_json(content.media_type):
            return content
    return contents[0]


def argument_names(parts: MethodParts) -> dict[str, tuple[str, doc.Param]]:
    """Return the parameters of a call with their locations, by the names of its arguments.

    An argument has the name of its parameter. If another one has that name, or it is ``body``, the
    location comes first, as in ``query_body``. Credentials are no arguments: callers do not choose
    them.
    """
    arguments: dict[str, tuple[str, doc.Param]] = {}
    added: set[tuple[str, str]] = set()
    for place, param in parameters_of(parts):
        is_credential = place == "header" and param.name.lower() in ("authorization", "cookie")
        # Of two with one name and location, the first one counts: that of the method.
        if is_credential or (place, param.name) in added:
            continue
        added.add((place, param.name))
        name = param.name
        if name in arguments or name == "body":
            name = f"{place}_{name}"
        arguments[name] = (place, param)
    return arguments


def input_schema(parts: MethodParts) -> JsonSchema:
    """Return the schema of the arguments of a call: an object with a property for each parameter,
    and the property ``body`` for the body of the request, or the message, if there is one.
    """
    properties: dict[str, JsonSchema] = {}
    required: list[str] = []
    for name, (_location, param) in argument_names(parts).items():
        # A copy, which may get a description; the schema belongs to the document.
        properties[name] = dict(param.schema)
        if param.description:
            properties[name]["description"] = param.description
        if param.required:
            required.append(name)
    if (content := body_of(parts.method)) is not None:
        properties["body"] = content.schema or {}  # bytes have no schema; {} allows any value
        if is_body_required(parts.method):
            required.append("body")
    schema: JsonSchema = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        schema["required"] = required
    return schema


def output_schema(method: AnyMethod) -> JsonSchema | None:
    """Return the schema of successful responses, a union of several; None if they have no body, or
    none in JSON.
    """
    # Only HTTP methods have further responses.
    responses = [method.success_response, *(getattr(method, "more_responses", None) or ())]
    schemas: list[JsonSchema] = []
    for response in filter(None, responses):
        content = _preferred_content(response.contents)
        if content is not None and content.schema is not None and is_json(content.media_type):
            schemas.append(content.schema)
    if len(schemas) > 1:
        return {"anyOf": schemas}
    return next(iter(schemas), None)


def method_schema(parts: MethodParts, document: ApiDocsDocument) -> JsonSchema:
    """Return a schema whose properties are the input, the output and the errors of a method."""
    properties: dict[str, JsonSchema] = {"input": input_schema(parts)}
    if (output := output_schema(parts.method)) is not None:
        properties["output"] = output
    errors = {key: error_schema(document.errors[key]) for key in parts.method.errors}
    if errors:
        properties["errors"] = {"type": "object", "properties": errors}
    schema: JsonSchema = {"$schema": DIALECT, "title": parts.name, "properties": properties}
    return with_definitions(schema, document)


def error_schema(error: doc.Error) -> JsonSchema:
    """Return the schema of an object with the status, the type and the data of an error; members
    that the error does not have are not in it.
    """
    properties: dict[str, JsonSchema] = {"status": {"const": error.status_code}}
    if error.type is not None:
        properties["type"] = {"const": error.type}
    if error.data is not None:
        properties["data"] = error.data
    schema: JsonSchema = {"type": "object"}
    if error.description:
        schema["description"] = error.description
    schema["properties"] = properties
    return schema
