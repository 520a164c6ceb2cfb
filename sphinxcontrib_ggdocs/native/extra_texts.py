"""What documents say that has no key of its own in the contract document, as Markdown below a
description: bindings of protocols, replies, links, servers of an operation.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

Json = Any


def with_extra(description: str | None, *extras: Mapping[str, Any] | None) -> str | None:
    """A description followed by further texts.

    Args:
        description: The description.
        extras: Members of objects of OpenAPI or AsyncAPI; those that have no words here are left
            out, such as extensions of vendors.
    """
    texts = [description] if description else []
    texts += [text for extra in extras if extra for text in _texts(extra)]
    return "\n\n".join(texts) or None


def _texts(extra: Mapping[str, Any]) -> Iterator[str]:
    for key, words in _WORDS.items():
        if extra.get(key) not in (None, [], {}, ""):
            yield from words(extra[key])


def _titled(title: str) -> Callable[[Json], Iterator[str]]:
    def texts(value: Json) -> Iterator[str]:
        yield from _fact(title, value)

    return texts


def _fact(title: str, value: Json) -> Iterator[str]:
    """A value with a title: in the line of the title, as a list, or as a block of JSON."""
    if _is_short(value):
        yield f"**{title}:** {_code(value)}"
    elif isinstance(value, list) and all(map(_is_short, value)):
        yield f"**{title}:** {', '.join(map(_code, value))}"
    elif isinstance(value, dict) and all(map(_is_short, value.values())):
        lines = (f"- `{key}`: {_code(item)}" for key, item in value.items())
        yield "\n".join((f"**{title}:**", "", *lines))
    else:
        yield f"**{title}:**"
        yield _block(value)


def _is_short(value: Json) -> bool:
    if isinstance(value, str):
        return "\n" not in value and "`" not in value
    return not isinstance(value, dict | list)


def _code(value: Json) -> str:
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def _block(value: Json, language: str = "json") -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    fence = "```"
    # A block ends at the first fence that is at least as long as its own (CommonMark, 4.5).
    while fence in text:
        fence += "`"
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def _bindings(bindings: Json) -> Iterator[str]:
    for protocol, binding in _object(bindings).items():
        if binding:
            yield from _fact(f"Binding of {protocol}", binding)


def _tags(tags: Json) -> Iterator[str]:
    described = {tag["name"]: tag.get("description") for tag in tags}
    if not any(described.values()):
        yield from _fact("Tags", list(described))
        return
    lines = (f"- `{name}`{f': {text}' if text else ''}" for name, text in described.items())
    yield "\n".join(("**Tags:**", "", *lines))


def _object(value: Json) -> dict[str, Json]:
    """An object of a file; an empty one in the place of another value."""
    return value if isinstance(value, dict) else {}


def _correlation(value: Json) -> Iterator[str]:
    value = _object(value)
    if value.get("location"):
        text = f": {value['description']}" if value.get("description") else ""
        yield f"**Correlation ID:** `{value['location']}`{text}"


def _link(value: Json) -> Iterator[str]:
    value = _object(value)
    if value.get("url"):
        yield f"**More:** [{value.get('description') or value['url']}]({value['url']})"


def _reply(reply: Json) -> Iterator[str]:
    reply = _object(reply)
    names = {"channel": "on the channel", "messages": "with"}
    for key in names:
        if reply.get(key):
            value = reply[key]
            words = ", ".join(map(_code, value if isinstance(value, list) else [value]))
            yield f"**Reply** {names[key]} {words}"
    if address := _object(reply.get("address")):
        text = f": {address['description']}" if address.get("description") else ""
        yield f"**Reply** to the address in {_code(address.get('location'))}{text}"


def _foreign(payload: Json) -> Iterator[str]:
    payload = _object(payload)
    if not {"schemaFormat", "schema"} <= payload.keys():
        return
    yield f"**Payload**, in the schema format {_code(payload['schemaFormat'])}:"
    yield _block(payload["schema"], "" if isinstance(payload["schema"], str) else "json")


_WORDS: Mapping[str, Callable[[Json], Iterator[str]]] = {
    "name": _titled("Message"),
    "operationId": _titled("Operation"),
    "reply": _reply,
    "messages": _titled("Messages without an operation"),
    "replies": _titled("Replies, by request"),
    "servers": _titled("Servers"),
    "correlationId": _correlation,
    "headers": _titled("Headers also"),
    "payload": _foreign,
    "bindings": _bindings,
    "tags": _tags,
    "externalDocs": _link,
}
"""By member: what is written of it, in this order."""
