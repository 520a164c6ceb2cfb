"""Messages of a WebSocket as they are sent: the envelopes of a framing, and what a message has of
its own in them.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from ..contracts.framing import ABSENT, ID_SCHEMA, Placeholder, Template, schema
from ..schema.components import body_of
from . import document as doc

MARK = "x-placeholder"

SentKind: TypeAlias = Literal["message", "answer"]

_ENVELOPE: Mapping[Placeholder, doc.JsonSchema] = {
    Placeholder.ID: {**ID_SCHEMA, MARK: "id"},
    Placeholder.METHOD: {"type": "string", MARK: "method"},
    Placeholder.PAYLOAD: {MARK: "payload"},
    Placeholder.ERROR: {MARK: "error"},
    Placeholder.TYPE: {"type": "string", MARK: "type"},
    Placeholder.CODE: {"type": "integer", MARK: "code"},
    Placeholder.MESSAGE: {"type": "string", MARK: "message"},
}


def envelope(template: Template) -> doc.JsonSchema:
    """The JSON Schema of a template, its placeholders marked; one that does not exist accepts
    nothing.
    """
    if template is None:
        return {}
    marked: doc.JsonSchema = schema(template, _ENVELOPE)
    return marked


def is_bare(framing: doc.Framing) -> bool:
    """Whether a message is its payload, without a frame."""
    return MARK in framing.request


def outline(outer: doc.JsonSchema, *, method: str | None = None, empty: bool = False) -> str:
    """An envelope in one line, as JSON with words in angle brackets: ``{"id": <id>, "data":
    <payload>}``.

    Args:
        outer: The envelope.
        method: The name of the method, where it is known.
        empty: Whether there is no payload.
    """
    own: dict[str, Any] = {name.value: {"const": f"<{name.value}>"} for name in Placeholder}
    own |= {"method": {"const": method}} if method is not None else {}
    own |= {"payload": ABSENT} if empty else {}
    text = json.dumps(_constant(_filled(outer, own, required=True)), ensure_ascii=False)
    return re.sub(r'"(<[a-z]+>)"', r"\1", text)


def _constant(filled: Any) -> Any:
    """The value of a schema of constants."""
    if "properties" in filled:
        return {key: _constant(inner) for key, inner in filled["properties"].items()}
    if "prefixItems" in filled:
        return [_constant(inner) for inner in filled["prefixItems"]]
    return filled.get("const")


def sent_schema(
    contract: doc.WebSocketContract, method: doc.WebSocketMethod, kind: SentKind = "message"
) -> doc.JsonSchema | None:
    """The JSON Schema of a message of a method, or of its answer, as it is sent; None for a binary
    frame.

    Its references are those of the document: ``#/schemas/<name>``.
    """
    framing = contract.framing
    if kind == "message":
        outer = method.ws_frame or (
            framing.request if method.ws_pattern == "req" else framing.event
        )
        contents = method.ws_input.contents if method.ws_input is not None else ()
        payload: Any = _payload(contents, framed=MARK not in outer) if contents else ABSENT
        required = method.ws_input is None or method.ws_input.required
    else:
        outer = framing.answer
        contents = (
            method.success_response.contents if method.success_response is not None else None
        ) or ()
        payload = _payload(contents, framed=MARK not in outer) if contents else {"type": "null"}
        required = True
    if payload is None:
        return None
    if kind == "message" and framing.discriminator is not None:
        payload = {"allOf": [payload, {"type": "object", "required": [framing.discriminator]}]}
    filled = _filled(
        outer, {"method": {"const": method.name}, "payload": payload}, required=required
    )
    return {"type": "null"} if filled is ABSENT else filled


def error_schema(
    document: doc.ApiDocsDocument, contract: doc.WebSocketContract, key: str, outer: doc.JsonSchema
) -> doc.JsonSchema:
    """The JSON Schema of an error as it is sent.

    Args:
        document: The document.
        contract: The contract.
        key: The error's key in the document.
        outer: Which of the framing's envelopes: `error`, `event_error` or `refusal`.
    """
    error = document.errors[key]
    form = contract.error_format or "typed"
    body = body_of(error.type, error.status_code, error.description, form, error.data)
    codes = (contract.framing.codes or {}).get(key, ())
    own = {
        "error": body or {"type": "null"},
        "type": {"const": error.type},
        "code": {"enum": list(codes)},
    }
    filled: doc.JsonSchema = _filled(outer, own, required=True)
    return filled


def _payload(contents: tuple[doc.Content, ...], *, framed: bool) -> doc.JsonSchema | None:
    """The schema of a payload: bytes are Base64 where something is around them; else they have
    none.
    """
    schemas = [
        content.schema or {"type": "string", "contentEncoding": "base64"} for content in contents
    ]
    if not framed and any(content.schema is None for content in contents):
        return None
    return schemas[0] if len(schemas) == 1 else {"anyOf": schemas}


def _filled(outer: Any, own: Mapping[str, Any], *, required: bool) -> Any:
    if isinstance(outer, list):
        items = [_filled(inner, own, required=required) for inner in outer]
        return [{"type": "null"} if item is ABSENT else item for item in items]
    if not isinstance(outer, dict):
        return outer
    if MARK in outer:
        return _own(outer, own)
    if "prefixItems" in outer:
        items = _filled(outer["prefixItems"], own, required=required)
        optional = 0 if required else sum(map(_is_payload, outer["prefixItems"]))
        return {**outer, "prefixItems": items, "minItems": outer["minItems"] - optional}
    if "properties" not in outer:
        return outer
    properties = {
        key: _filled(inner, own, required=required) for key, inner in outer["properties"].items()
    }
    kept = {key: inner for key, inner in properties.items() if inner is not ABSENT}
    if properties and not kept:
        return ABSENT
    needed = [
        key
        for key in outer.get("required", ())
        if key in kept and (required or not _is_payload(outer["properties"][key]))
    ]
    rest = {key: inner for key, inner in outer.items() if key not in ("properties", "required")}
    return {**rest, "properties": kept, **({"required": needed} if needed else {})}


def _own(outer: doc.JsonSchema, own: Mapping[str, Any]) -> Any:
    plain = {key: inner for key, inner in outer.items() if key != MARK}
    schema = own.get(outer[MARK], {})
    return schema if schema is ABSENT or not plain else {**plain, **schema}


def _is_payload(outer: doc.JsonSchema) -> bool:
    """Whether nothing but the payload is in a part of an envelope."""
    if MARK in outer:
        return bool(outer[MARK] == "payload")
    inside = [*outer.get("properties", {}).values(), *outer.get("prefixItems", ())]
    return bool(inside) and all(map(_is_payload, inside))
