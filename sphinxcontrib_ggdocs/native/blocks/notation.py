"""Writes types, facts and references as inline words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from ...document import parts as doc
from ..view import Facts, MethodList, Tokens, text_of
from ..vocabulary import (
    Address,
    Block,
    Code,
    Inline,
    Inlines,
    Item,
    Items,
    Line,
    Prose,
    Ref,
    Word,
    Words,
    code,
    labelled,
    prose,
    separated,
)
from .scope import Scope

MANY_VALUES = 12
"""More of them are one element, not one each: a list of 200 time zones in each of 30 methods would
be most of a page."""

MOST_USERS = 24
"""A list of all users would be hundreds of methods for common errors."""

_BRACKETS = re.compile(r"[)\]](?:\[\])+")
"""Brackets between which a line may break (Unicode Standard Annex 14, LB30 and LB31)."""


def type_words(scope: Scope, tokens: Tokens) -> Inlines:
    """Write a type, its names as references; with one name in it all of it is the reference."""
    named = [token.name for token in tokens if token.name]
    text = text_of(tokens)
    # One element in HTML instead of two, in thousands of mentions.
    if len(named) == 1 and not _BRACKETS.search(text):
        return (scope.type_ref(named[0], text, "type"),)
    parts: list[str | Ref | Code] = []
    between = ""
    for token in tokens:
        if not token.name:
            between += token.text
            continue
        parts += _with_whole_brackets(between)
        parts.append(scope.type_ref(token.name, token.text, "words"))
        between = ""
    parts += _with_whole_brackets(between)
    return (Code(tuple(parts)),)


def _with_whole_brackets(text: str) -> Iterator[str | Code]:
    """Split a part of a type, in which the brackets of ``(A | B)[]`` and ``A[][]`` are elements of
    their own: a style keeps each on one line.
    """
    end = 0
    for brackets in _BRACKETS.finditer(text):
        yield text[end : brackets.start()]
        yield code(brackets[0])
        end = brackets.end()
    if end < len(text):
        yield text[end:]


def fact_words(facts: Facts) -> Inlines:
    """Write the facts as one clause: ``1–99; default 20``."""
    clauses: list[Inlines] = [(constraint,) for constraint in facts.constraints]
    named = (
        (Word("pattern"), facts.patterns),
        (Word("one of"), facts.values),
        (Word("media types"), facts.media_types),
    )
    clauses += [_values(words, values) for words, values in named if values]
    if facts.max_size is not None:
        clauses.append((Word("at most %s bytes", facts.max_size),))
    if facts.default is not None:
        clauses.append((Word("default"), " ", code(facts.default)))
    if facts.examples:
        clauses.append(_values(Word("for example"), facts.examples))
    words: list[Inline] = []
    for clause in clauses:
        if words:
            words.append("; ")
        words += clause
    return tuple(words)


def _values(words: Word, values: Sequence[str]) -> Inlines:
    if len(values) > MANY_VALUES:
        return (words, " ", code(", ".join(values)))
    return (words, " ", *separated(map(code, values)))


def described_values(facts: Facts) -> Iterator[Block]:
    """List the values of an enumeration with their names and descriptions."""
    items: list[Item] = []
    for value, name, description in facts.described_values:
        words: Inlines = (code(value),)
        if name:
            words = (code(value), f" ({name})")
        items.append(Item(Line(words, prose(description))))
    if items:
        yield Items(tuple(items))


def described_line(words: Words, description: str | None, facts: Facts) -> Iterator[Block]:
    """Write a line with a description and facts, and the values of an enumeration below it."""
    yield Line(words, prose(description), fact_words(facts))
    yield from described_values(facts)


def link_line(scope: Scope, label: Word, links: Sequence[Ref]) -> Iterator[Block]:
    """Mention other objects in a line, if there are any."""
    if links:
        yield labelled(label, *separated(map(scope.link, links)))


def error_lines(
    scope: Scope, keys: Sequence[str], own: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Block]:
    """Write errors in a line, or in a list where some have descriptions instead of names.

    Args:
        scope: The text.
        keys: The errors.
        own: What the method says of some of them.
    """
    label = Word("Errors")
    descriptions = [_description(scope, key, own) for key in keys]
    if not any(descriptions):
        yield from link_line(scope, label, [scope.view.links.error(key) for key in keys])
        return
    texts: list[Words] = []
    for key, description in zip(keys, descriptions, strict=True):
        words: Words = (scope.error(key),)
        if description:
            words = (*words, " – ", Prose(description))
        texts.append(words)
    if len(texts) == 1:
        yield labelled(label, *texts[0])
        return
    yield labelled(label)
    yield Items(tuple(Item(Line(words)) for words in texts))


def _description(scope: Scope, key: str, own: Mapping[str, str]) -> str | None:
    """Return the description of an error without a name, in which methods may differ."""
    if is_named(scope, key):
        return None
    return own.get(key, scope.view.document.errors[key].description)


def is_named(scope: Scope, key: str) -> bool:
    """Return whether an error has a name on the wire; else it is shown in words."""
    error = scope.view.document.errors.get(key)
    return error is None or error.type is not None


def method_line(scope: Scope, title: Word, methods: MethodList) -> Iterator[Block]:
    """List methods in a line, if there are any."""
    if not methods.links:
        return
    words = [title, " ", *separated(map(scope.link, methods.links))]
    if methods.more:
        words.append(Word(" and %s more", methods.more))
    yield Line(tuple(words), role="uses")


def user_line(scope: Scope, links: Sequence[Ref], methods: int = 0) -> Iterator[Block]:
    """Write which objects mention an object directly.

    Args:
        scope: The text.
        links: The objects that mention it.
        methods: How many methods mention it, also inside other types; shown where other types
            mention it.
    """
    if not links:
        return
    words = [Word("Used by"), " ", *separated(map(scope.link, links[:MOST_USERS]))]
    if len(links) > MOST_USERS:
        words.append(Word(" and %s more", len(links) - MOST_USERS))
    if methods and any(user.kind not in ("method", "contract") for user in links):
        words += [" (", Word("methods in all"), f": {methods})"]
    yield Line(tuple(words), role="uses")


def see_also(docs: doc.ExternalDocs | None) -> Iterator[Block]:
    """Link documentation elsewhere, if there is any."""
    if docs is not None:
        yield labelled(Word("See also"), Address(docs.url, docs.description or docs.url))
