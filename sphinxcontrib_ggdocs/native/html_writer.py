"""Writes blocks as HTML, for pages with Sphinx and without."""

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
"""HTML, and between it what becomes HTML when a page is written."""


class Begun(NamedTuple):
    """A description that goes on in a line."""

    first: Pieces | None
    """The content of its first paragraph; None where it begins with something else."""
    text: str
    """What ends that paragraph."""
    others: Pieces
    """Its further blocks."""


class HtmlWriter(ABC):
    """Writes blocks; a subclass knows how descriptions are parsed.

    Args:
        inlines: Writes the words of lines.
    """

    def __init__(self, inlines: InlineWriter) -> None:
        self._inlines = inlines
        self._written: Pieces = []

    @abstractmethod
    def _described(self, prose: Prose) -> Pieces:
        """Return a whole description."""

    @abstractmethod
    def _begun(self, prose: Prose) -> Begun:
        """Return a description in a line."""

    def _paragraph(self, line: Line, words: Pieces) -> Pieces:
        """Return a line, whose words are written."""
        return [self._inlines.paragraph(line), *words, "</p>\n"]

    def pieces(self, blocks: Iterable[Block]) -> Pieces:
        """Write blocks."""
        self._written = []
        self._blocks(blocks)
        return self._written

    def _blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        match block:
            case Prose():
                self._written += self._described(block)
            case Line():
                self._line(block)
            case Items(items, True):
                self._items(items, 'ol class="arabic')
            case Items(items, role=role):
                self._items(items, f'ul class="gg-{role}')
            case Rows(rows=rows):
                self._items(map(item_of, rows), 'ul class="gg-rows')
            case Sample(text):
                html = f'<pre class="gg-example literal-block">{escape(text)}</pre>\n'
                self._written.append(html)
            case Warn():
                self._warning(block)
            case Titled():
                self._titled(block)
            case _:
                assert_never(block)

    def _titled(self, block: Titled) -> None:
        title = self._inlines.words(block.title)
        if not block.is_folded:
            self._written.append(f'<p class="gg-changes rubric">{title}</p>\n')
            self._blocks(block.blocks)
            return
        self._written.append(f'<details class="gg-fold"><summary>{title}</summary>\n')
        self._blocks(block.blocks)
        self._written.append("</details>\n")

    def _items(self, items: Iterable[Item], tag: str) -> None:
        """Write a list, which is simple, as docutils calls it, if its items are but lines."""
        begin = len(self._written)
        self._written.append("")
        is_simple = True
        for item in items:
            self._written.append("<li>")
            has_more = self._line(item.line)
            self._blocks(item.blocks)
            self._written.append("</li>\n")
            is_simple = is_simple and not has_more and not item.blocks
        simple = " simple" if is_simple else ""
        self._written[begin] = f'<{tag}{simple}">\n'
        self._written.append(f"</{tag[:2]}>\n")

    def _line(self, line: Line) -> bool:
        """Write a line, and return whether further blocks of its description follow."""
        words = self._words(line.words)
        first, text, others = Begun(None, "", [])
        if line.prose is not None:
            first, text, others = self._begun(line.prose)
        if first is not None:
            if words:
                words.append(" – ")
            words += [*first, self._inlines.sentence(text, line.facts)]
        elif line.facts:
            words.append(f" – {self._inlines.words(line.facts)}.")
        self._written += [*self._paragraph(line, words), *others]
        return bool(others)

    def _words(self, words: Iterable[Inline | Prose]) -> Pieces:
        written: Pieces = []
        for word in words:
            if isinstance(word, Prose):
                written += self._begun(word).first or []
            else:
                written.append(self._inlines.word(word))
        return written

    def _warning(self, block: Warn) -> None:
        words: Pieces = [f"<strong>{self._inlines.word(block.title)}.</strong>"]
        if block.words:
            words.append(f" {self._inlines.words(block.words)}")
        first, _text, others = Begun(None, "", [])
        if block.prose is not None:
            first, _text, others = self._begun(block.prose)
        if first is not None:
            words += [" ", *first]
        start = '<div class="gg-deprecated" role="note"><p>'
        self._written += [start, *words, "</p>\n", *others, "</div>\n"]


class StaticWriter(HtmlWriter):
    """Writes blocks in English, for pages that need neither Sphinx nor a browser's script.

    Args:
        markup: The language of descriptions.
        address: Returns the address of an object; empty where it has none.
    """

    def __init__(self, markup: Markup, address: Callable[[Ref], str]) -> None:
        super().__init__(InlineWriter(english, NO_WORDS, address))
        self._markup = markup

    def written(self, blocks: Iterable[Block]) -> str:
        """Write blocks."""
        return "".join(map(str, self.pieces(blocks)))

    def _described(self, prose: Prose) -> Pieces:
        return [*html_blocks(prose.source, self._markup)]

    def _begun(self, prose: Prose) -> Begun:
        match self._described(prose):
            case [HtmlBlock("p", first), *others]:
                return Begun([first], first, others)
            case others:
                return Begun(None, "", others)
