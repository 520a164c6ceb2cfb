"""What documents say that has no key of its own in the contract document, as Markdown below a
description: bindings of protocols, replies, links, servers of an operation.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

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
