"""Writes blocks as HTML, for pages with Sphinx and without.

Blocks are lines, lists, tables and the like, with inline parts in them; `vocabulary` defines them.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias, assert_never

from .html_inlines import InlineWriter, escape
from .markdown_writer import NO_WORDS, Markup, english
from .prose_html import HtmlBlock, html_blocks
from .vocabulary import (
    Block,
    Inline,
    Item,
    Items,
    Line,
    Prose,
    Ref,
    Rows,
    Sample,
    Titled,
    Warn,
    item_of,
)

Pieces: TypeAlias = list[object]
"""Pieces of HTML, and between them objects that become HTML when a page is written, such as
docutils nodes.
"""


class SplitDescription(NamedTuple):
    """A description whose first paragraph continues a line."""

    first: Pieces | None
    """The content of its first paragraph; None if it starts with another block, such as a list."""
    text: str
    """The text of the first paragraph, whose end decides whether a full stop is missing."""
    others: Pieces
    """The blocks after the first paragraph."""


NO_DESCRIPTION = SplitDescription(None, "", [])


class HtmlWriter(ABC):
    """Writes blocks as HTML; subclasses decide how descriptions are parsed.

    Args:
        inlines: Writes the inline parts of lines.
    """

    def __init__(self, inlines: InlineWriter) -> None:
        self._inlines = inlines
        self._written: Pieces = []

    @abstractmethod
    def _whole_description(self, prose: Prose) -> Pieces:
        """Return a description as a block of its own."""

    @abstractmethod
    def _split_description(self, prose: Prose) -> SplitDescription:
        """Return a description whose first paragraph continues a line."""

    def _paragraph(self, line: Line, words: Pieces) -> Pieces:
        """Return the paragraph of a line, whose content is `words`."""
        return [self._inlines.paragraph(line), *words, "</p>\n"]

    def pieces(self, blocks: Iterable[Block]) -> Pieces:
        """Return blocks as HTML."""
        self._written = []
        self._write_blocks(blocks)
        return self._written

    def _write_blocks(self, blocks: Iterable[Block]) -> None:
        """Append blocks to the written pieces."""
        for block in blocks:
            self._write_block(block)

    def _write_block(self, block: Block) -> None:
        """Append one block to the written pieces."""
        match block:
            case Prose():
                self._written += self._whole_description(block)
            case Line():
                self._write_line(block)
            # These tags lack the end of their attribute: `_write_items` adds a class to it.
            case Items(items, is_numbered=True):
                self._write_items(items, 'ol class="arabic')
            case Items(items, role=role):
                self._write_items(items, f'ul class="gg-{role}')
            case Rows(rows=rows):
                self._write_items(map(item_of, rows), 'ul class="gg-rows')
            case Sample(text):
                html = f'<pre class="gg-example literal-block">{escape(text)}</pre>\n'
                self._written.append(html)
            case Warn():
                self._write_warning(block)
            case Titled():
                self._write_titled(block)
            case _:
                assert_never(block)

    def _write_titled(self, block: Titled) -> None:
        """Append a title and the blocks below it, perhaps as an element that readers unfold."""
        title = self._inlines.words(block.title)
        if not block.is_folded:
            self._written.append(f'<p class="gg-changes rubric">{title}</p>\n')
            self._write_blocks(block.blocks)
            return
        self._written.append(f'<details class="gg-fold"><summary>{title}</summary>\n')
        self._write_blocks(block.blocks)
        self._written.append("</details>\n")

    def _write_items(self, items: Iterable[Item], tag: str) -> None:
        """Append a list.

        docutils gives the class `simple`, for a compact style, to lists whose items are one
        paragraph each. Whether that is so is known only at the end, so the opening tag is filled in
        then. `tag` is its start, such as ``ul class="gg-rows``, to which a second class can be
        added; its first two letters are the name of the element.
        """
        begin = len(self._written)
        self._written.append("")  # the place of the opening tag
        is_simple = True
        for item in items:
            self._written.append("<li>")
            has_more = self._write_line(item.line)
            self._write_blocks(item.blocks)
            self._written.append("</li>\n")
            is_simple = is_simple and not has_more and not item.blocks
        simple = " simple" if is_simple else ""
        self._written[begin] = f'<{tag}{simple}">\n'
        self._written.append(f"</{tag[:2]}>\n")

    def _write_line(self, line: Line) -> bool:
        """Append a line, and return whether further blocks of its description follow the
        paragraph.
        """
        words = self._written_words(line.words)
        first, text, others = NO_DESCRIPTION
        if line.prose is not None:
            first, text, others = self._split_description(line.prose)
        if first is not None:
            if words:
                words.append(" – ")
            words += [*first, self._inlines.sentence(text, line.facts)]
        elif line.facts:  # without a description the facts continue the words themselves
            words.append(f" – {self._inlines.words(line.facts)}.")
        # What follows the first paragraph of the description cannot be inside of it.
        self._written += [*self._paragraph(line, words), *others]
        return bool(others)

    def _written_words(self, words: Iterable[Inline | Prose]) -> Pieces:
        """Return the words of a line as HTML, with the first paragraphs of descriptions in it."""
        written: Pieces = []
        for word in words:
            if isinstance(word, Prose):
                # A list or another block does not fit into a line, and is left out.
                written += self._split_description(word).first or []
            else:
                written.append(self._inlines.word(word))
        return written

    def _write_warning(self, block: Warn) -> None:
        """Append a warning: title and reason in a paragraph, then further blocks of the reason."""
        words: Pieces = [f"<strong>{self._inlines.word(block.title)}.</strong>"]
        if block.words:
            words.append(f" {self._inlines.words(block.words)}")
        first, _text, others = NO_DESCRIPTION
        if block.prose is not None:
            first, _text, others = self._split_description(block.prose)
        if first is not None:
            words += [" ", *first]
        start = '<div class="gg-deprecated" role="note"><p>'
        self._written += [start, *words, "</p>\n", *others, "</div>\n"]


class StaticWriter(HtmlWriter):
    """Writes blocks as HTML in English, for pages that need neither Sphinx nor JavaScript.

    Args:
        markup: The markup language of descriptions.
        address: Returns the address of an object; empty if the page cannot link it.
    """

    def __init__(self, markup: Markup, address: Callable[[Ref], str]) -> None:
        super().__init__(InlineWriter(english, NO_WORDS, address))
        self._markup = markup

    def written(self, blocks: Iterable[Block]) -> str:
        """Return blocks as HTML."""
        return "".join(map(str, self.pieces(blocks)))

    def _whole_description(self, prose: Prose) -> Pieces:
        """Return all blocks of a description."""
        return [*html_blocks(prose.source, self._markup)]

    def _split_description(self, prose: Prose) -> SplitDescription:
        """Split a description behind its first block, if that is a paragraph."""
        match self._whole_description(prose):
            case [HtmlBlock("p", first), *others]:
                return SplitDescription([first], first, others)
            case others:
                return SplitDescription(None, "", others)
