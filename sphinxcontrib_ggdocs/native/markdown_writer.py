"""Writes blocks as Markdown."""

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import indent
from typing import Literal, assert_never

from .markdown_text import Row as Cells
from .markdown_text import below, code_span, fenced, sentences, summary_of, table
from .safe_links import absolute_url, safe_markdown
from .vocabulary import (
    Address,
    Block,
    Code,
    Constraint,
    Inline,
    Item,
    Items,
    Label,
    Line,
    Name,
    Prose,
    Ref,
    Row,
    Rows,
    Sample,
    Titled,
    Warn,
    Word,
)

Markup = Literal["markdown", "rst"] | None

NO_WORDS: Mapping[str, str] = {}
"""Facts are in English."""

_BLOCK = re.compile(r"#{1,6} |[-*+] |\d+[.)] |>|```|\|")
"""What a description begins with that cannot go on in a line."""


def joined(texts: Iterable[str]) -> str:
    """Return texts as one without HTML; empty ones are left out, and unsafe links lead nowhere."""
    return safe_markdown("\n\n".join(text for text in texts if text) + "\n")


def written(blocks: Iterable[Block], level: int, markup: Markup) -> Iterator[str]:
    """Write blocks; lines with labels that follow one another are a list.

    Args:
        blocks: The blocks.
        level: Of the heading above; those of descriptions are below it.
        markup: The language of descriptions, which stay as they are in reStructuredText.
    """
    facts: list[str] = []
    for block in blocks:
        if isinstance(block, Line) and _has_label(block):
            facts.append(_item(_line(block), "- "))
            continue
        if facts:
            yield "\n".join(facts)
            facts = []
        yield _block(block, level, markup)
    if facts:
        yield "\n".join(facts)


def _has_label(line: Line) -> bool:
    """Return whether a line has a label, and more than that."""
    return len(line.words) > 1 and isinstance(line.words[0], Label)


def _block(block: Block, level: int, markup: Markup) -> str:
    match block:
        case Prose(source):
            return below(source, level, markup=markup)
        case Line():
            return _line(block)
        case Items():
            return _items(block, level, markup)
        case Rows(title, rows):
            head = (title, "In", "Type", "Required", "Description")
            return table(head, (_cells(row, level, markup) for row in rows))
        case Sample(text, language):
            return fenced(text, language)
        case Warn():
            return _warning(block)
        case Titled(title, blocks):
            return "\n\n".join((f"**{inlines(title)}**", *written(blocks, level, markup)))
        case _:
            assert_never(block)


def _warning(block: Warn) -> str:
    texts = [f"**{english(block.title)}.**", inlines(block.words), _source(block.prose)]
    return " ".join(filter(None, texts))


def _source(prose: Prose | None) -> str:
    """Return a description as it was written; empty without one."""
    if prose is None:
        return ""
    return prose.source


def _items(block: Items, level: int, markup: Markup) -> str:
    items: list[str] = []
    for number, item in enumerate(block.items, 1):
        mark = "- "
        if block.is_numbered:
            mark = f"{number}. "
        items.append(_item(_item_text(item, level, markup), mark))
    return "\n".join(items)


def _item(text: str, mark: str) -> str:
    """Return an item of a list; what belongs to it is as far in as its words."""
    return mark + indent(text, " " * len(mark)).lstrip()


def _item_text(item: Item, level: int, markup: Markup) -> str:
    parts = [_line(item.line), *written(item.blocks, level, markup)]
    return "\n".join(filter(None, parts))


def _line(line: Line) -> str:
    """Write a line, which goes on with a description and with facts."""
    words, facts = inlines(line.words).rstrip(), inlines(line.facts)
    if line.prose is not None and _BLOCK.match(line.prose.source):
        return "\n\n".join((_and(words, facts), line.prose.source))
    return _and(words, _with_facts(line.prose, facts))


def _and(words: str, more: str) -> str:
    return " – ".join(filter(None, (words, more)))


def _cells(row: Row, level: int, markup: Markup) -> Cells:
    text = _with_facts(row.prose, inlines(row.facts))
    if row.deprecated:
        text = f"**Deprecated.** {text}".rstrip()
    text = "\n\n".join(filter(None, (text, *written(row.blocks, level, markup))))
    required = {True: "yes", False: "no"}[row.required]
    return (f"`{row.name}`", english(row.place or ""), inlines(row.type), required, text)


def _with_facts(prose: Prose | None, facts: str) -> str:
    """Return a description with facts as a sentence after it."""
    return sentences(_source(prose), filter(None, [facts]))


def inlines(words: Iterable[Inline | Prose]) -> str:
    """Write the words of a line."""
    return "".join(map(_inline, words))


def _inline(word: Inline | Prose) -> str:
    match word:
        case str():
            return word
        case Word():
            return english(word)
        case Constraint():
            return word.text(NO_WORDS)
        case Label(text):
            return f"{english(text)}: "
        case Name(text):
            return f"`{english(text)}`"
        case Ref():
            return _ref(word)
        case Code(parts):
            return code_span(_plain(parts))
        case Address(url, text):
            return _address(url, text)
        case Prose(source):
            return summary_of(source)
        case _:
            assert_never(word)


def _ref(ref: Ref) -> str:
    """Mention an object by its name as code, with the status of an error before it."""
    text = english(ref.text)
    if ref.style == "words":
        return text
    if ref.style == "type":
        return code_span(text)
    status, space, name = text.rpartition(" ")
    return f"{status}{space}{code_span(name)}"


def _plain(parts: Iterable[str | Ref | Code]) -> str:
    """Return a type as text."""
    texts: list[str] = []
    for part in parts:
        match part:
            case str():
                texts.append(part)
            case Ref():
                texts.append(english(part.text))
            case Code(inner):
                texts.append(_plain(inner))
    return "".join(texts)


def _address(url: str, text: str) -> str:
    """Link an address that a document gives, or show it as text where it is no safe link."""
    if not absolute_url(url):
        return text or code_span(url)
    if text in ("", url):
        return f"<{url}>"
    return f"[{text}]({url})"


def english(word: Word | str) -> str:
    """Return words of ours as they are."""
    if isinstance(word, str):
        return word
    if word.value is None:
        return word.text
    value = word.value
    if isinstance(value, Word):
        value = english(value)
    return word.text % value
