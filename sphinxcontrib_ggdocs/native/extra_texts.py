"""Writes members of AsyncAPI and OpenAPI objects for which the contract document has no key as
Markdown below a description: bindings of protocols, replies, links, servers of an operation.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from .markdown_text import fenced

TITLES: Mapping[str, str] = {
    "name": "Message",
    "operationId": "Operation",
    "reply": "Reply",
    "messages": "Messages without an operation",
    "replies": "Replies, by request",
    "servers": "Servers",
    "correlationId": "Correlation ID",
    "headers": "Headers also",
    "payload": "Payload",
    "bindings": "Bindings",
    "tags": "Tags",
    "externalDocs": "More",
}
"""The titles of members by their names, in the order in which they are written."""


def with_extra_texts(document: ApiDocsDocument) -> ApiDocsDocument:
    """Return a document whose descriptions also show the members of AsyncAPI objects that it has no
    keys for; the same document if there are none.
    """
    groups = tuple(map(_group_with_extra_texts, document.groups))
    if groups == document.groups:
        return document
    return document.model_copy(update={"groups": groups})


def _group_with_extra_texts(group: doc.Group) -> doc.Group:
    """Return a group with extended descriptions of its contracts and messages."""
    return replace(group, contracts=tuple(map(_contract_with_extra_texts, group.contracts)))


def _contract_with_extra_texts(
    contract: doc.HttpContract | doc.WebSocketContract,
) -> doc.HttpContract | doc.WebSocketContract:
    """Return a WebSocket contract with extended descriptions of itself and of its messages.

    HTTP contracts are returned unchanged, since only objects of AsyncAPI have such members.
    """
    if isinstance(contract, doc.HttpContract):
        return contract
    description = contract.description
    if contract.export is not None:  # what an export needs besides the contract document
        description = with_extra(description, contract.export.asyncapi_extra)
    return replace(
        contract,
        description=description,
        methods=tuple(map(_message_with_extra_texts, contract.methods)),
    )


def _message_with_extra_texts(message: doc.WebSocketMethod) -> doc.WebSocketMethod:
    """Return a message with a description that is extended by members of the message and its
    operation.
    """
    export = message.export  # what an export needs besides the contract document, if anything
    if export is None or not (export.asyncapi_extra or export.message_extra):
        return message
    text = with_extra(message.description, export.message_extra, export.asyncapi_extra)
    return replace(message, description=text)


def with_extra(description: str | None, *extras: Mapping[str, Any] | None) -> str | None:
    """Return a description followed by the texts of further members; None if there is no text at
    all.

    Args:
        description: The description.
        extras: Members of objects of OpenAPI or AsyncAPI. Those without a title in `TITLES`, such
            as extensions of vendors, are left out.
    """
    texts: list[str] = []
    if description:
        texts.append(description)
    for extra in extras:
        if extra:
            texts += _extra_texts(extra)
    return "\n\n".join(texts) or None


def _extra_texts(extra: Mapping[str, Any]) -> Iterator[str]:
    """Yield the texts of the members of an object that have a title and are not empty."""
    for name, title in TITLES.items():
        value = extra.get(name)
        if value not in (None, [], {}, ""):
            yield from _texts_of_member(name, title, value)


def _texts_of_member(name: str, title: str, value: Any) -> Iterator[str]:
    """Yield the text of a member, or one for each protocol of its bindings.

    Of tags it has only the names. `value` is the JSON value of the member.
    """
    if name == "tags":
        yield _titled_value(title, [tag["name"] for tag in value])
    elif name == "bindings" and isinstance(value, dict):
        for protocol, binding in value.items():  # each protocol has settings of its own
            yield _titled_value(f"Binding of {protocol}", binding)
    # A payload in JSON Schema is a type of the document and needs no text.
    elif name != "payload" or _has_schema_language(value):
        yield _titled_value(title, value)


def _has_schema_language(payload: Any) -> bool:
    """Return whether the payload of a message is described in a language other than JSON Schema."""
    return isinstance(payload, dict) and "schemaFormat" in payload


def _titled_value(title: str, value: Any) -> str:
    """Return a JSON value with a title: in the same line, as a list, or as a block of JSON."""
    heading = f"**{title}:**"
    # The plainest form that can show the value is taken.
    if _fits_into_line(value):
        return f"{heading} {_inline_code(value)}"
    if isinstance(value, list) and all(map(_fits_into_line, value)):
        return f"{heading} {', '.join(map(_inline_code, value))}"
    if isinstance(value, dict) and all(map(_fits_into_line, value.values())):
        lines = [heading, ""]
        for name, member in value.items():
            lines.append(f"- `{name}`: {_inline_code(member)}")
        return "\n".join(lines)
    # A string gets here if it has several lines or backquotes, and is shown without quotes.
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, indent=2)
    return f"{heading}\n\n{fenced(value, 'json')}"


def _fits_into_line(value: Any) -> bool:
    """Return whether a JSON value is a scalar that inline code can hold."""
    if isinstance(value, str):
        return "\n" not in value and "`" not in value
    return not isinstance(value, dict | list)


def _inline_code(value: Any) -> str:
    """Return a scalar as inline code, or as a link if it is the address of a page."""
    if not isinstance(value, str):
        return f"`{json.dumps(value)}`"
    if value.startswith(("http://", "https://")):
        return f"<{value}>"
    return f"`{value}`"
