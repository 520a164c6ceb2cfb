"""Writes types, facts and references as inline words.

*Facts* are limits, default, examples and the like of a value. A *scope* is the document and the
text that shows the words.
"""

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
"""If there are more values, they are one HTML element together instead of one each: a list of 200
time zones in each of 30 methods would make up most of a page."""

MOST_USERS = 24
"""How many users of a type or an error are listed; a common error has hundreds."""

_BRACKETS = re.compile(r"[)\]](?:\[\])+")
"""Closing brackets, such as ``[][]``, between which browsers may break a line (Unicode Standard
Annex 14, LB30 and LB31)."""


def type_words(scope: Scope, tokens: Tokens) -> Inlines:
    """Return a type expression in which the names of types are references.

    An expression with one name, such as ``Order[] | null``, is one reference as a whole, unless it
    has brackets that become code of their own (`_with_whole_brackets`).
    """
    named = [token.name for token in tokens if token.name]  # keys of named types
    text = text_of(tokens)
    # This saves an HTML element in each of thousands of references.
    if len(named) == 1 and not _BRACKETS.search(text):
        return (scope.type_ref(named[0], text, "type"),)
    parts: list[str | Ref | Code] = []
    text_before_name = ""
    for token in tokens:
        if not token.name:
            text_before_name += token.text
            continue
        parts += _with_whole_brackets(text_before_name)
        parts.append(scope.type_ref(token.name, token.text, "words"))
        text_before_name = ""
    parts += _with_whole_brackets(text_before_name)
    return (Code(tuple(parts)),)


def _with_whole_brackets(text: str) -> Iterator[str | Code]:
    """Split a piece of a type expression at sequences of brackets such as ``)[]`` and ``[][]``.

    The brackets become code of their own, which the style sheet keeps on one line.
    """
    end = 0
    for brackets in _BRACKETS.finditer(text):
        yield text[end : brackets.start()]
        yield code(brackets[0])
        end = brackets.end()
    if end < len(text):
        yield text[end:]


def fact_words(facts: Facts) -> Inlines:
    """Return facts as one clause: ``1–99; default 20``."""
    clauses: list[Inlines] = [(constraint,) for constraint in facts.constraints]
    for words, values in (
        (Word("pattern"), facts.patterns),
        (Word("one of"), facts.values),
        (Word("media types"), facts.media_types),
    ):
        if values:
            clauses.append(_listed_values(words, values))
    if facts.max_size is not None:
        clauses.append((Word("at most %s bytes", facts.max_size),))
    if facts.default is not None:
        clauses.append((Word("default"), " ", code(facts.default)))
    if facts.examples:
        clauses.append(_listed_values(Word("for example"), facts.examples))
    sentence: list[Inline] = []
    for clause in clauses:
        if sentence:
            sentence.append("; ")
        sentence += clause
    return tuple(sentence)


def _listed_values(words: Word, values: Sequence[str]) -> Inlines:
    """Return values as code after some words: ``one of "a", "b"``."""
    if len(values) > MANY_VALUES:
        return (words, " ", code(", ".join(values)))
    return (words, " ", *separated(map(code, values)))


def described_values(facts: Facts) -> Iterator[Block]:
    """Yield the list of the values of an enumeration with their names and descriptions, if it has
    some.
    """
    items: list[Item] = []
    for value, name, description in facts.described_values:
        words: Inlines = (code(value),)
        if name:
            words = (code(value), f" ({name})")
        items.append(Item(Line(words, prose(description))))
    if items:
        yield Items(tuple(items))


def described_line(words: Words, description: str | None, facts: Facts) -> Iterator[Block]:
    """Yield a line with a description and facts, and below it the values of an enumeration."""
    yield Line(words, prose(description), fact_words(facts))
    yield from described_values(facts)


def link_line(scope: Scope, label: Word, links: Sequence[Ref]) -> Iterator[Block]:
    """Yield a line with references to other objects, if there are any."""
    if links:
        yield labelled(label, *separated(map(scope.link, links)))


def error_lines(
    scope: Scope, keys: Sequence[str], method_descriptions: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Block]:
    """Yield errors in one line; several are a list if some have descriptions instead of names.

    Args:
        scope: The document, and the text that is written.
        keys: The keys of the errors.
        method_descriptions: Descriptions that only this method has, by the keys of the errors.
    """
    label = Word("Errors")
    descriptions = [_shown_description(scope, key, method_descriptions) for key in keys]
    if not any(descriptions):  # the usual case: names, in one line
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


def _shown_description(
    scope: Scope, key: str, method_descriptions: Mapping[str, str]
) -> str | None:
    """Return the description of an error that has no name; None for one with a name, which is
    described in its own section. The method's own description wins over that of the error.

    Args:
        scope: The document, and the text that is written.
        key: The key of the error.
        method_descriptions: Descriptions that only this method has, by the keys of the errors.
    """
    if is_named(scope, key):
        return None
    return method_descriptions.get(key, scope.view.document.errors[key].description)


def is_named(scope: Scope, key: str) -> bool:
    """Return whether the error with a key has a name on the wire, by which clients recognize it.

    Errors that the document lacks count as named: nothing else is known of them.
    """
    error = scope.view.document.errors.get(key)
    return error is None or error.type is not None


def method_line(scope: Scope, title: Word, methods: MethodList) -> Iterator[Block]:
    """Yield a line that lists methods, if there are any."""
    if not methods.links:
        return
    words = [title, " ", *separated(map(scope.link, methods.links))]
    if methods.more:
        words.append(Word(" and %s more", methods.more))
    yield Line(tuple(words), role="uses")


def user_line(scope: Scope, links: Sequence[Ref], methods: int = 0) -> Iterator[Block]:
    """Yield a line with the objects that refer directly to a type or an error.

    Args:
        scope: The document, and the text that is written.
        links: References to these objects.
        methods: How many methods use the type directly or inside other types. It is shown only if a
            type or an error refers to it: else the line lists all of these methods.
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
    """Yield a link to external documentation, if there is any."""
    if docs is not None:
        yield labelled(Word("See also"), Address(docs.url, docs.description or docs.url))
