"""Writes what has no key in the contract document as Markdown below a description: bindings of
protocols, replies, links, servers of an operation.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
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
"""The titles of members, in the order in which they are written."""


def with_extra_texts(document: ApiDocsDocument) -> ApiDocsDocument:
    """Return a document whose descriptions say what objects of AsyncAPI have besides."""
    groups = tuple(map(_group, document.groups))
    if groups == document.groups:
        return document
    return document.model_copy(update={"groups": groups})


def _group(group: doc.Group) -> doc.Group:
    return replace(group, contracts=tuple(map(_contract, group.contracts)))


def _contract(
    contract: doc.HttpContract | doc.WebSocketContract,
) -> doc.HttpContract | doc.WebSocketContract:
    if isinstance(contract, doc.HttpContract):
        return contract
    description = contract.description
    if contract.export is not None:
        description = with_extra(description, contract.export.asyncapi_extra)
    return replace(
        contract, description=description, methods=tuple(map(_message, contract.methods))
    )


def _message(message: doc.WebSocketMethod) -> doc.WebSocketMethod:
    export = message.export
    if export is None or not (export.asyncapi_extra or export.message_extra):
        return message
    text = with_extra(message.description, export.message_extra, export.asyncapi_extra)
    return replace(message, description=text)


def with_extra(description: str | None, *extras: Mapping[str, Any] | None) -> str | None:
    """Return a description followed by further texts.

    Args:
        description: The description.
        extras: Members of objects of OpenAPI or AsyncAPI; those that have no title here are left
            out, such as extensions of vendors.
    """
    texts: list[str] = []
    if description:
        texts.append(description)
    for extra in extras:
        if extra:
            texts += _texts(extra)
    return "\n\n".join(texts) or None


def _texts(extra: Mapping[str, Any]) -> Iterator[str]:
    for name, title in TITLES.items():
        value = extra.get(name)
        if value not in (None, [], {}, ""):
            yield from _texts_of_member(name, title, value)


def _texts_of_member(name: str, title: str, value: Any) -> Iterator[str]:
    if name == "tags":
        yield _fact(title, list(map(itemgetter("name"), value)))
    elif name == "bindings" and isinstance(value, dict):
        for protocol, binding in value.items():
            yield _fact(f"Binding of {protocol}", binding)
    # A payload in a schema language of its own; others are types of the document.
    elif name != "payload" or _has_schema_language(value):
        yield _fact(title, value)


def _has_schema_language(payload: Any) -> bool:
    """Return whether the payload of a message is in a schema language that it names."""
    return isinstance(payload, dict) and "schemaFormat" in payload


def _fact(title: str, value: Any) -> str:
    """Return a value with a title: in the line of the title, as a list, or as a block of JSON."""
    heading = f"**{title}:**"
    if _is_short(value):
        return f"{heading} {_code(value)}"
    if isinstance(value, list) and all(map(_is_short, value)):
        return f"{heading} {', '.join(map(_code, value))}"
    if isinstance(value, dict) and all(map(_is_short, value.values())):
        lines = [heading, ""]
        for name, member in value.items():
            lines.append(f"- `{name}`: {_code(member)}")
        return "\n".join(lines)
    if not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False, indent=2)
    return f"{heading}\n\n{fenced(value, 'json')}"


def _is_short(value: Any) -> bool:
    if isinstance(value, str):
        return "\n" not in value and "`" not in value
    return not isinstance(value, dict | list)


def _code(value: Any) -> str:
    if not isinstance(value, str):
        return f"`{json.dumps(value)}`"
    if value.startswith(("http://", "https://")):
        return f"<{value}>"
    return f"`{value}`"
