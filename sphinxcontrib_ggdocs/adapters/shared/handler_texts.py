"""Texts of handlers: the first paragraph is the summary, or its first sentence where it is long;
sections describe parameters and the answer.
"""

import inspect
import re
from collections import Counter
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
"""A first paragraph with more characters is part of the description, but for its first sentence."""
_NEXT_SENTENCE = re.compile(r"(?<=[\w)`\"']{3}[.!?])\s+(?=[A-Z`])")
"""Between two sentences; not after abbreviations such as ``e.g.`` and ``vs.``."""
_ABBREVIATION = re.compile(
    r"\b(?:approx|bzw|etc|evtl|excl|fig|ggf|incl|inkl|max|min|prof|resp|vgl|zzgl)\.$", re.IGNORECASE
)
"""Longer ones that words with capitals follow."""
_BRACKETS = (("(", ")"), ("[", "]"), ("<", ">"))
_BLOCK = re.compile(r"^\s*(?:[#>|<`*+-]|\d+[.)]\s|!\[|:\w|\.\. )", re.MULTILINE)
"""A line that makes a paragraph more than prose, in Markdown or in reST."""
_STATUS = re.compile(r"\b[45]\d\d\b")


def described_method(
    method: HttpMethod, sections: Sections, handler: Callable[..., Any], default: str | None = None
) -> HttpMethod:
    """A method with the description of its handler.

    What the handler declares of a parameter, of the body or of the response comes before what its
    docstring says. Arguments that no client sends, such as dependencies, are left out.

    Args:
        method: The method; its summary is that which the author gave, if any.
        sections: The description or the docstring.
        handler: The handler.
        default: The description that the framework gives to a response without one.
    """
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
    """A WebSocket with the description of its handler."""
    if not text:
        return contract
    sections = sections_of(text)
    rest = "\n\n".join(filter(None, (sections.text, sections.answer)))
    return replace(
        contract,
        description=with_lists(rest, sections, _unknown(sections, handler)),
        parameters=_all(contract.parameters, sections.arguments),
    )


def texts_of_statuses(sections: Sections) -> Mapping[int, str]:
    """Descriptions of exceptions, by the status that a description mentions; a status that several
    mention has none, and a description with several statuses counts for none of them.
    """
    mentioned = [(set(_STATUS.findall(text)), text) for _, text in sections.raised]
    counts = Counter(status for statuses, _ in mentioned for status in statuses)
    single = ((min(statuses), text) for statuses, text in mentioned if len(statuses) == 1)
    return {int(status): text for status, text in single if counts[status] == 1}


def _summary(text: str, given: str | None) -> tuple[str | None, str]:
    """The summary and the rest of a text."""
    first, _, rest = text.partition("\n\n")
    if given or _BLOCK.search(first) or begins_with_section(text):
        return given, text
    if len(first) > LONG:
        ends = (match.span() for match in _NEXT_SENTENCE.finditer(first))
        end, following = next((span for span in ends if _is_whole(first[: span[0]])), (LONG + 1, 0))
        if end > LONG:
            return None, text
        first, rest = first[:end], f"{first[following:]}\n\n{rest}"
    return " ".join(first.split()) or None, rest.strip()


def _is_whole(sentence: str) -> bool:
    """Whether a text ends outside of brackets, code, emphasis and abbreviations."""
    is_closed = all(sentence.count(one) == sentence.count(other) for one, other in _BRACKETS)
    is_even = all(sentence.count(mark) % 2 == 0 for mark in ("`", "**"))
    return is_closed and is_even and _ABBREVIATION.search(sentence) is None


def _unknown(sections: Sections, handler: Callable[..., Any]) -> Collection[str]:
    """The names that are none of the handler's arguments."""
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
    """The first success with a description, unless the author gave it one."""
    if not answer or not successes or successes[0].description not in (None, default):
        return successes
    return (replace(successes[0], description=answer), *successes[1:])
