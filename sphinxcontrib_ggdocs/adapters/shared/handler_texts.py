"""Describes methods by their docstrings: the first paragraph is the summary unless it is long, and
sections describe parameters and the response.
"""

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ...contracts.authoring.docstrings import (
    Sections,
    begins_with_section,
    describes_itself,
    sections_of,
    with_lists,
    with_message,
)
from ...contracts.model import (
    BodyField,
    Content,
    HttpMethod,
    Parameter,
    RequestBody,
    Success,
    WebSocketContract,
)

Described = TypeVar("Described", Parameter, BodyField)

LONG = 160
"""A first paragraph with more characters is part of the description."""
_BLOCK = re.compile(r"^\s*(?:[#>|<`*+-]|\d+[.)]\s|!\[|:\w|\.\. )", re.MULTILINE)
"""A line that makes a paragraph more than prose, in Markdown or in reST."""


_ROLE = re.compile(r":[\w:]+:(?=`)")
_OF_RESPONSE = re.compile(
    r"(?:an?|the)?\W*"
    r"(?:(?:starlette|fastapi|litestar|django|flask|asgi|http|json|orjson|ujson|html|xml|plain|"
    r"text|streaming|file|redirect|template|api|web|event|source|responses?)[\W_]*)*"
    r"response(?:[\W_]*(?:object|instance|class))?\W*",
    re.IGNORECASE,
)
"""What a handler returns in Python, such as `Starlette HTTP Response`, which no client meets."""


def described_method(
    method: HttpMethod, sections: Sections, handler: Callable[..., Any], default: str | None = None
) -> HttpMethod:
    """Add the description of its handler to a method.

    Descriptions that the handler declares come before those of its docstring. Arguments that no
    client sends, such as dependencies, are left out.

    Args:
        method: The method; its summary is that which the author gave, if any.
        sections: The description or the docstring.
        handler: The handler.
        default: The description that the framework gives to a response without one.
    """
    sections = _of_clients(sections)
    summary, rest = _summary(sections.text, method.summary)
    successes = _with_answer(method.successes, sections.answer, default)
    if successes == method.successes and sections.answer:
        rest = "\n\n".join(filter(None, (rest, sections.answer)))
    return replace(
        method,
        summary=summary,
        description=with_lists(rest, sections, _unknown(sections, handler)),
        parameters=_all(method.parameters, sections.arguments),
        body=method.body and _body(method.body, sections.arguments),
        successes=successes,
    )


def described_socket(
    contract: WebSocketContract, text: str | None, handler: Callable[..., Any]
) -> WebSocketContract:
    """Add the description of its handler to a WebSocket."""
    if not text:
        return contract
    sections = _of_clients(sections_of(text))
    rest = "\n\n".join(filter(None, (sections.text, sections.answer)))
    return replace(
        contract,
        description=with_lists(rest, sections, _unknown(sections, handler)),
        parameters=_all(contract.parameters, sections.arguments),
    )


def _of_clients(sections: Sections) -> Sections:
    """Return sections without an answer that only names an object of the framework."""
    answer = _ROLE.sub("", sections.answer or "")
    if not _OF_RESPONSE.fullmatch(answer):
        return sections
    return replace(sections, answer=None)


def _summary(text: str, declared: str | None) -> tuple[str | None, str]:
    """Split a text into its summary and the rest."""
    first, _, rest = text.partition("\n\n")
    if declared or len(first) > LONG or _BLOCK.search(first) or begins_with_section(text):
        return declared, text
    return " ".join(first.split()) or None, rest.strip()


def _unknown(sections: Sections, handler: Callable[..., Any]) -> Collection[str]:
    """Return the described names that are not arguments of the handler."""
    if not sections.arguments:
        return ()
    try:
        known: Collection[str] = inspect.signature(handler).parameters
    except (TypeError, ValueError):
        known = ()
    return [name for name in sections.arguments if name not in known]


def _all(items: tuple[Described, ...], texts: Mapping[str, str]) -> tuple[Described, ...]:
    return tuple(_described(item, texts) for item in items)


def _described(item: Described, texts: Mapping[str, str]) -> Described:
    text = texts.get(item.argument or "")
    if (
        text is None
        or getattr(item, "of_model", False)
        or item.description
        or describes_itself(item.type)
    ):
        return item
    return replace(item, description=with_message(text, item.type))


def _body(body: RequestBody, texts: Mapping[str, str]) -> RequestBody:
    contents = tuple(_content(content, texts) for content in body.contents)
    return replace(
        body, contents=contents, description=body.description or texts.get(body.argument or "")
    )


def _content(content: Content, texts: Mapping[str, str]) -> Content:
    return replace(content, fields=None if content.fields is None else _all(content.fields, texts))


def _with_answer(
    successes: tuple[Success, ...], answer: str | None, default: str | None
) -> tuple[Success, ...]:
    """Describe the first success, unless the author gave it a description."""
    if not answer or not successes or successes[0].description not in (None, default):
        return successes
    return (replace(successes[0], description=answer), *successes[1:])
