"""Writes blocks as Markdown.

Blocks are lines, lists, tables and the like, with inline parts in them; `vocabulary` defines them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from textwrap import indent
from typing import Literal, assert_never

from .markdown_text import Row as TableRow
from .markdown_text import (
    code_span,
    description_with_facts,
    fenced,
    summary_of,
    table,
    with_headings_below,
)
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
"""An empty catalogue of translations: facts stay in English."""

_STARTS_BLOCK = re.compile(r"#{1,6} |[-*+] |\d+[.)] |>|```|\|")
"""The start of a description whose first block is not a paragraph, and cannot continue a line."""


def joined(texts: Iterable[str]) -> str:
    """Join paragraphs, without empty ones, to a safe text: without HTML and unsafe links."""
    return safe_markdown("\n\n".join(text for text in texts if text) + "\n")


def written(blocks: Iterable[Block], level: int, markup: Markup) -> Iterator[str]:
    """Yield blocks as paragraphs of Markdown; consecutive lines with labels become one list.

    Args:
        blocks: The blocks.
        level: The level of the heading above; headings in descriptions are put below it.
        markup: The markup language of descriptions; reStructuredText is not converted.
    """
    labelled_lines: list[str] = []
    for block in blocks:
        if isinstance(block, Line) and _has_label(block):
            labelled_lines.append(_list_item(_line_text(block), "- "))
            continue
        if labelled_lines:
            yield "\n".join(labelled_lines)
            labelled_lines = []
        yield _block_text(block, level, markup)
    if labelled_lines:
        yield "\n".join(labelled_lines)


def _has_label(line: Line) -> bool:
    """Return whether a line starts with a label and has words after it.

    A label alone is the title of the list that follows, and stays a paragraph of its own.
    """
    return len(line.words) > 1 and isinstance(line.words[0], Label)


def _block_text(block: Block, level: int, markup: Markup) -> str:
    """Return one block as Markdown.

    Args:
        block: The block.
        level: The level of the heading above; headings in descriptions are put below it.
        markup: The markup language of descriptions; reStructuredText is not converted.
    """
    match block:
        case Prose(source):
            return with_headings_below(source, level, markup=markup)
        case Line():
            return _line_text(block)
        case Items():
            return _list_text(block, level, markup)
        case Rows(title, rows):
            # "In" is the place of a parameter, such as `query`.
            head = (title, "In", "Type", "Required", "Description")
            return table(head, (_table_row(row, level, markup) for row in rows))
        case Sample(text, language):
            return fenced(text, language)
        case Warn():
            return _warning_text(block)
        case Titled(title, blocks):
            return "\n\n".join((f"**{inlines(title)}**", *written(blocks, level, markup)))
        case _:
            assert_never(block)


def _warning_text(block: Warn) -> str:
    """Return a warning as a paragraph that starts with bold words."""
    texts = [f"**{english(block.title)}.**", inlines(block.words), _source(block.prose)]
    return " ".join(filter(None, texts))


def _source(prose: Prose | None) -> str:
    """Return the source of a description; empty if there is none."""
    if prose is None:
        return ""
    return prose.source


def _list_text(block: Items, level: int, markup: Markup) -> str:
    """Return a list, numbered or with bullets.

    Args:
        block: The list.
        level: The level of the heading above it.
        markup: The markup language of the descriptions in it.
    """
    items: list[str] = []
    for number, item in enumerate(block.items, 1):
        mark = "- "
        if block.is_numbered:
            mark = f"{number}. "
        items.append(_list_item(_item_text(item, level, markup), mark))
    return "\n".join(items)


def _list_item(text: str, mark: str) -> str:
    """Return a text as an item of a list, its further lines indented as far as the first one."""
    indented = indent(text, " " * len(mark))
    return mark + indented.lstrip()  # in the first line the mark takes the place of the spaces


def _item_text(item: Item, level: int, markup: Markup) -> str:
    """Return the content of an item: its line, and the blocks below it."""
    parts = [_line_text(item.line), *written(item.blocks, level, markup)]
    return "\n".join(filter(None, parts))


def _line_text(line: Line) -> str:
    """Return a line: its words, a description, and facts.

    A description that starts with a list or another block follows as a block of its own.
    """
    words = inlines(line.words).rstrip()  # a label without words after it ends in a space
    facts = inlines(line.facts)
    if line.prose is not None and _STARTS_BLOCK.match(line.prose.source):
        return "\n\n".join((_with_dash(words, facts), line.prose.source))
    return _with_dash(words, _with_facts(line.prose, facts))


def _with_dash(words: str, addition: str) -> str:
    """Join two texts with a dash, unless one of them is empty."""
    return " – ".join(filter(None, (words, addition)))


def _table_row(row: Row, level: int, markup: Markup) -> TableRow:
    """Return a parameter or a field as the cells of a table's row: name, place, type, whether
    required, description.

    The place is a word such as ``query``; it is empty for a field.

    Args:
        row: The parameter or the field. Its blocks, such as examples, follow its description.
        level: The level of the heading above; headings in the blocks are put below it.
        markup: The markup language of descriptions.
    """
    text = _with_facts(row.prose, inlines(row.facts))
    if row.deprecated:
        text = f"**Deprecated.** {text}".rstrip()
    text = "\n\n".join(filter(None, (text, *written(row.blocks, level, markup))))
    required = "yes" if row.required else "no"
    return (f"`{row.name}`", english(row.place or ""), inlines(row.type), required, text)


def _with_facts(prose: Prose | None, facts: str) -> str:
    """Return a description with facts as a sentence after it; either may be missing."""
    return description_with_facts(_source(prose), facts)


def inlines(words: Iterable[Inline | Prose]) -> str:
    """Return inline parts as Markdown."""
    return "".join(map(_inline_text, words))


def _inline_text(word: Inline | Prose) -> str:
    """Return one inline part as Markdown."""
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
            return _ref_text(word)
        case Code(parts):
            return code_span(_plain_text(parts))
        case Address(url, text):
            return _external_link(url, text)
        case Prose(source):
            return summary_of(source)
        case _:
            assert_never(word)


def _ref_text(ref: Ref) -> str:
    """Return a reference as text, since Markdown files have no links between objects.

    The name of the object is code; the status of an error, in front of its name, is not.
    """
    text = english(ref.text)
    if ref.style == "words":
        return text
    if ref.style == "type":
        return code_span(text)
    status, space, name = text.rpartition(" ")  # both empty for a name without a status
    return f"{status}{space}{code_span(name)}"


def _plain_text(parts: Iterable[str | Ref | Code]) -> str:
    """Return the parts of inline code as plain text."""
    texts: list[str] = []
    for part in parts:
        match part:
            case str():
                texts.append(part)
            case Ref():
                texts.append(english(part.text))
            case Code(inner):
                texts.append(_plain_text(inner))
    return "".join(texts)


def _external_link(url: str, text: str) -> str:
    """Return an external link, or its text if the URL is unsafe or relative."""
    if not absolute_url(url):
        return text or code_span(url)
    if text in ("", url):
        return f"<{url}>"
    return f"[{text}]({url})"


def english(word: Word | str) -> str:
    """Return words of this package in English; texts of authors are returned unchanged."""
    if isinstance(word, str):
        return word
    if word.value is None:
        return word.text
    value = word.value  # in place of the `%s` or `%d` in the text
    if isinstance(value, Word):
        value = english(value)
    return word.text % value
