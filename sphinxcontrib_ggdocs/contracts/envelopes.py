"""Converts framings to JSON Schemas with marked placeholders, as documents describe them, and
back.

An *envelope* is the schema of one kind of message, such as a request. It is made from a *template*:
the message as JSON, with a `Placeholder` for each value that differs between messages.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from .errors import ErrorClass
from .framing import (
    ABSENT,
    ID_SCHEMA,
    KINDS,
    FrameKind,
    Framing,
    Placeholder,
    Template,
    fill,
    location,
    schema,
)

MARK = "x-placeholder"
"""The keyword with the value of a `Placeholder`, in the schema that stands for it."""

_TYPES: Mapping[Placeholder, dict[str, Any]] = {
    Placeholder.ID: dict(ID_SCHEMA),
    Placeholder.METHOD: {"type": "string"},
    Placeholder.TYPE: {"type": "string"},
    Placeholder.CODE: {"type": "integer"},
    Placeholder.MESSAGE: {"type": "string"},
}
"""The schemas of the placeholders that have the same type in every message."""

_ENVELOPE: Mapping[Placeholder, dict[str, Any]] = {
    placeholder: {**_TYPES.get(placeholder, {}), MARK: placeholder.value}
    for placeholder in Placeholder
}
"""The schemas of all placeholders, with their marks; payloads and errors may be any value."""
_PLACEHOLDERS = {placeholder.value: placeholder for placeholder in Placeholder}
"""The placeholders by their marks."""


def envelope(template: Template) -> dict[str, Any]:
    """Return the JSON Schema of messages with a template, in which each placeholder is marked.

    An absent template gives the empty schema.
    """
    if template is None:
        return {}
    marked: dict[str, Any] = schema(template, _ENVELOPE)
    return marked


def template_of(marked: Any) -> Template:
    """Return the template from which `envelope` has made a schema; None for any other schema.

    None is also the template of the constant null.

    Args:
        marked: The schema, with marked placeholders.
    """
    if not isinstance(marked, dict):
        return None
    if MARK in marked:
        return _PLACEHOLDERS.get(str(marked[MARK]))
    properties = marked.get("properties")
    if isinstance(properties, dict):
        return {key: template_of(inner) for key, inner in properties.items()}
    items = marked.get("prefixItems")
    if isinstance(items, list):
        return list(map(template_of, items))
    constant = marked.get("const")
    if isinstance(constant, str | int | float):
        return constant
    return None


def outline(outer: Any, *, method: str | None = None, empty: bool = False) -> str:
    """Return an envelope as one line of JSON with placeholders in angle brackets: ``{"id": <id>,
    "data": <payload>}``.

    Args:
        outer: The envelope: the schema of messages, in which each placeholder is marked.
        method: The name of the method; None leaves the placeholder.
        empty: Whether the message has no payload.
    """
    values = {placeholder: f"<{placeholder.value}>" for placeholder in Placeholder}
    if method is not None:
        values[Placeholder.METHOD] = method
    if empty:
        del values[Placeholder.PAYLOAD]
    message = fill(template_of(outer), values)
    if message is ABSENT:  # the frame is only the payload, and null is sent without one
        message = None
    text = json.dumps(message, ensure_ascii=False)
    # Placeholders are no strings, so their quotes are removed.
    return re.sub(r'"(<[a-z]+>)"', r"\1", text)


def envelopes(framing: Framing) -> dict[FrameKind, dict[str, Any]]:
    """Return the envelopes of all kinds of messages, by kind; that of a kind without a template in
    the framing is ``{}``.
    """
    return {kind: envelope(framing.template(kind)) for kind in KINDS}


def framing_members(
    framing: Framing,
    sent: Mapping[FrameKind, dict[str, Any]],
    *,
    event_errors: Sequence[str],
    refusals: Sequence[str],
    errors: Mapping[str, ErrorClass],
) -> dict[str, Any]:
    """Return the members of the object ``Framing`` in the contract document; None leaves one out.

    The templates of failed events and of refusals are left out if no such errors are sent.

    Args:
        framing: The framing.
        sent: Its envelopes, by kind of message.
        event_errors: The keys of the errors with which events may fail.
        refusals: The keys of the errors that are sent for input that is not a message.
        errors: All errors that are sent, by key.
    """
    # Only a framing that sends numbers has codes.
    codes = None
    if location(framing.error, Placeholder.CODE) is not None:
        codes = {key: framing.codes(error) for key, error in errors.items()}
    return {
        "name": framing.name,
        "description": framing.description,
        "request": sent["request"],
        "event": sent["event"],
        "answer": sent["answer"],
        "error": sent["error"],
        "event_error": sent["event_error"] if event_errors else None,
        "refusal": sent["refusal"] if refusals else None,
        "event_errors": tuple(event_errors) or None,
        "refusals": tuple(refusals) or None,
        "id_location": framing.id_location,
        "discriminator": framing.discriminator,
        "codes": codes,
    }
