"""Describes methods by the docstrings of their handlers: the first paragraph is the summary unless
it is long, and sections describe parameters and the response.
"""

import inspect
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ...contracts.authoring.docstrings import (
    Sections,
    begins_with_section,
    sections_of,
    type_describes_argument,
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

LONGEST_SUMMARY = 160
"""A first paragraph with more characters is no summary, but part of the description."""
_MARKUP_LINE = re.compile(r"^\s*(?:[#>|<`*+-]|\d+[.)]\s|!\[|:\w|\.\. )", re.MULTILINE)
"""The start of a line of a heading, list, table, picture or directive, in Markdown or in reST."""


_ROLE = re.compile(r":[\w:]+:(?=`)")
"""The role of a reference in reST: ``:class:`` of ``:class:`Response```."""
_RESPONSE_OBJECT = re.compile(
    r"(?:an?|the)?\W*"
    r"(?:(?:starlette|fastapi|litestar|django|flask|asgi|http|json|orjson|ujson|html|xml|plain|"
    r"text|streaming|file|redirect|template|api|web|event|source|responses?)[\W_]*)*"
    r"response(?:[\W_]*(?:object|instance|class))?\W*",
    re.IGNORECASE,
)
"""A text that only names the Python object of a response: ``a Starlette HTTP Response``."""


def described_method(
    method: HttpMethod, sections: Sections, handler: Callable[..., Any], default: str | None = None
) -> HttpMethod:
    """Return a method described by the docstring of its handler.

    Descriptions that the author declares elsewhere come before those of the docstring. Described
    arguments that no client sends, such as dependencies, are left out. Described names that are no
    arguments of the handler are listed in the description, since nothing else shows their texts.

    Args:
        method: The method; its summary is the one that the author declared, if any.
        sections: The parsed docstring, or the description that the author declared in its place.
        handler: The handler.
        default: The description that the framework gives to a response without one.
    """
    sections = _without_response_object(sections)
    summary, description = _split_summary(sections.text, method.summary)
    successes = _described_successes(method.successes, sections.answer, default)
    if successes == method.successes and sections.answer:
        # No success took the text about the response, so it is kept in the description.
        description = "\n\n".join(filter(None, (description, sections.answer)))
    body = method.body
    if body is not None:
        body = _described_body(body, sections.arguments)
    return replace(
        method,
        summary=summary,
        description=with_lists(description, sections, _unknown_arguments(sections, handler)),
        parameters=_described_items(method.parameters, sections.arguments),
        body=body,
        successes=successes,
    )


def described_socket(
    contract: WebSocketContract, docstring: str | None, handler: Callable[..., Any]
) -> WebSocketContract:
    """Return a WebSocket described by the docstring of its handler."""
    if not docstring:
        return contract
    sections = _without_response_object(sections_of(docstring))
    # A WebSocket has no response that the text about it could describe.
    description = "\n\n".join(filter(None, (sections.text, sections.answer)))
    return replace(
        contract,
        description=with_lists(description, sections, _unknown_arguments(sections, handler)),
        parameters=_described_items(contract.parameters, sections.arguments),
    )


def _without_response_object(sections: Sections) -> Sections:
    """Return sections without a text about the response that only names a Python object, which
    means nothing to clients.
    """
    answer = _ROLE.sub("", sections.answer or "")
    if not _RESPONSE_OBJECT.fullmatch(answer):
        return sections
    return replace(sections, answer=None)


def _split_summary(text: str, declared_summary: str | None) -> tuple[str | None, str]:
    """Split a docstring into summary and description.

    The first paragraph is the summary if it is short and plain prose, and if the author has not
    declared a summary elsewhere. Otherwise the whole docstring is the description.
    """
    first, _, others = text.partition("\n\n")
    if declared_summary:
        return declared_summary, text
    is_prose = not _MARKUP_LINE.search(first) and not begins_with_section(text)
    if len(first) <= LONGEST_SUMMARY and is_prose:
        return " ".join(first.split()) or None, others.strip()
    return declared_summary, text  # no summary, since none is declared either


def _unknown_arguments(sections: Sections, handler: Callable[..., Any]) -> Collection[str]:
    """Return the names that the docstring describes as arguments, but the handler does not have."""
    if not sections.arguments:
        return ()
    handler_arguments: Collection[str]
    try:
        handler_arguments = inspect.signature(handler).parameters
    except (TypeError, ValueError):  # a callable without a signature, such as a builtin
        handler_arguments = ()
    return [name for name in sections.arguments if name not in handler_arguments]


def _described_items(
    items: tuple[Described, ...], texts: Mapping[str, str]
) -> tuple[Described, ...]:
    """Return parameters or body fields, described by the texts of their arguments."""
    return tuple(_described_item(item, texts) for item in items)


def _described_item(item: Described, texts: Mapping[str, str]) -> Described:
    """Return a parameter or body field, described by the text of its argument unless it has a
    description of its own.

    Args:
        item: The parameter or field.
        texts: The descriptions in the docstring by the names of arguments.
    """
    text = texts.get(item.argument or "")
    # The text about an argument that is a model does not describe the fields of the model.
    is_field_of_model = getattr(item, "of_model", False)
    if text is None or is_field_of_model or item.description or type_describes_argument(item.type):
        return item
    return replace(item, description=with_message(text, item.type))


def _described_body(body: RequestBody, texts: Mapping[str, str]) -> RequestBody:
    """Return a request body, it and its fields described by the texts of their arguments.

    `texts` has the descriptions of arguments by name.
    """
    contents: list[Content] = []
    for content in body.contents:
        if content.fields is None:
            contents.append(content)
        else:
            contents.append(replace(content, fields=_described_items(content.fields, texts)))
    description = body.description or texts.get(body.argument or "")
    return replace(body, contents=tuple(contents), description=description)


def _described_successes(
    successes: tuple[Success, ...], answer: str | None, default: str | None
) -> tuple[Success, ...]:
    """Return the success responses, the first one described by the docstring unless its author
    described it.

    Args:
        successes: The responses.
        answer: The docstring's text about the response.
        default: The description that the framework gives to a response without one.
    """
    if not answer or not successes:
        return successes
    first, *others = successes
    if first.description not in (None, default):
        return successes
    return (replace(first, description=answer), *others)
