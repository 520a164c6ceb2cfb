"""Messages of a WebSocket as they are sent: the envelopes of a framing, and what a message has of
its own in them.
"""

import json
import re
from collections.abc import Mapping
from typing import Any

from ..contracts.envelopes import MARK
from ..contracts.framing import ABSENT, Placeholder
from . import document_parts as doc


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
    text = json.dumps(_constant(filled(outer, own, required=True)), ensure_ascii=False)
    return re.sub(r'"(<[a-z]+>)"', r"\1", text)


def _constant(schema: Any) -> Any:
    """The value of a schema of constants."""
    if "properties" in schema:
        return {key: _constant(inner) for key, inner in schema["properties"].items()}
    if "prefixItems" in schema:
        return [_constant(inner) for inner in schema["prefixItems"]]
    return schema.get("const")


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
