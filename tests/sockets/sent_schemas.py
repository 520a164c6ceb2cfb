"""The JSON Schemas of messages as they are sent, of what a contract document says of them."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from sphinxcontrib_ggdocs.contracts.envelopes import MARK
from sphinxcontrib_ggdocs.contracts.framing import ABSENT
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.model import ApiDocsDocument
from sphinxcontrib_ggdocs.schema.components import error_body_schema

SentKind: TypeAlias = Literal["message", "answer"]


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
    sent = filled(outer, {"method": {"const": method.name}, "payload": payload}, required=required)
    return {"type": "null"} if sent is ABSENT else sent


def error_schema(
    document: ApiDocsDocument, contract: doc.WebSocketContract, key: str, outer: doc.JsonSchema
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
    body = error_body_schema(
        error.type or "", error.status_code, error.description, form, error.data
    )
    codes = (contract.framing.codes or {}).get(key, ())
    own = {
        "error": body or {"type": "null"},
        "type": {"const": error.type},
        "code": {"enum": list(codes)},
    }
    sent: doc.JsonSchema = filled(outer, own, required=True)
    return sent


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


def filled(outer: Any, own: Mapping[str, Any], *, required: bool) -> Any:
    """An envelope with schemas in the places of its placeholders.

    Args:
        outer: The envelope, or a part of it.
        own: The schemas, by name of the placeholder; `ABSENT` for what is not sent.
        required: Whether the payload is always sent.
    """
    if isinstance(outer, list):
        items = [filled(inner, own, required=required) for inner in outer]
        return [{"type": "null"} if item is ABSENT else item for item in items]
    if not isinstance(outer, dict):
        return outer
    if MARK in outer:
        return _own(outer, own)
    if "prefixItems" in outer:
        items = filled(outer["prefixItems"], own, required=required)
        optional = 0 if required else sum(map(_is_payload, outer["prefixItems"]))
        return {**outer, "prefixItems": items, "minItems": outer["minItems"] - optional}
    return _filled_object(outer, own, required=required) if "properties" in outer else outer


def _filled_object(outer: doc.JsonSchema, own: Mapping[str, Any], *, required: bool) -> Any:
    """An object without the properties that are not sent; `ABSENT` when none of them is."""
    properties = {
        key: filled(inner, own, required=required) for key, inner in outer["properties"].items()
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
