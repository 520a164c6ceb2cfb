"""Writes what has no key in the contract document as Markdown below a description: bindings of
protocols, replies, links, servers of an operation.
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
    extra = contract.export.asyncapi_extra if contract.export is not None else None
    return replace(
        contract,
        description=with_extra(contract.description, extra),
        methods=tuple(map(_message, contract.methods)),
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
    texts = [description] if description else []
    texts += [text for extra in extras if extra for text in _texts(extra)]
    return "\n\n".join(texts) or None


def _texts(extra: Mapping[str, Any]) -> Iterator[str]:
    for key, title in TITLES.items():
        value = extra.get(key)
        if value in (None, [], {}, ""):
            continue
        if key == "tags":
            value = [tag["name"] for tag in value]
        if key == "bindings" and isinstance(value, dict):
            for protocol, binding in value.items():
                yield _fact(f"Binding of {protocol}", binding)
        # A payload in a schema language of its own; others are types of the document.
        elif key != "payload" or (isinstance(value, dict) and "schemaFormat" in value):
            yield _fact(title, value)


def _fact(title: str, value: Any) -> str:
    """Return a value with a title: in the line of the title, as a list, or as a block of JSON."""
    if _is_short(value):
        return f"**{title}:** {_code(value)}"
    if isinstance(value, list) and all(map(_is_short, value)):
        return f"**{title}:** {', '.join(map(_code, value))}"
    if isinstance(value, dict) and all(map(_is_short, value.values())):
        lines = (f"- `{key}`: {_code(item)}" for key, item in value.items())
        return "\n".join((f"**{title}:**", "", *lines))
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return f"**{title}:**\n\n{fenced(text, 'json')}"


def _is_short(value: Any) -> bool:
    if isinstance(value, str):
        return "\n" not in value and "`" not in value
    return not isinstance(value, dict | list)


def _code(value: Any) -> str:
    if isinstance(value, str) and value.startswith(("http://", "https://")):
        return f"<{value}>"
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"
