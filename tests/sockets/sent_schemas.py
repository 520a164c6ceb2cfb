"""The JSON Schemas of messages as they are sent, of what a contract document says of them."""

from typing import Any, Literal, TypeAlias

from sphinxcontrib_ggdocs.contracts.envelopes import MARK
from sphinxcontrib_ggdocs.contracts.framing import ABSENT
from sphinxcontrib_ggdocs.native import document_parts as doc
from sphinxcontrib_ggdocs.native.document_model import ApiDocsDocument
from sphinxcontrib_ggdocs.native.frames import filled
from sphinxcontrib_ggdocs.schema.components import body_of

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
    body = body_of(error.type or "", error.status_code, error.description, form, error.data)
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
