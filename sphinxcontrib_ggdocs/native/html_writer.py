"""Writes blocks as HTML, for pages that need neither Sphinx nor JavaScript."""

from collections.abc import Callable, Iterable
from typing import assert_never

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
    Warn,
    item_of,
)


class HtmlWriter:
    """Writes blocks, in English.

    Args:
        markup: The language of descriptions.
        address: Returns the address of an object; empty where it has none.
    """

    def __init__(self, markup: Markup, address: Callable[[Ref], str]) -> None:
        self._markup = markup
        self._inlines = InlineWriter(english, NO_WORDS, address)

    def written(self, blocks: Iterable[Block]) -> str:
        """Write blocks."""
        return "".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:
        match block:
            case Prose():
                return "".join(map(str, self._parsed(block)))
            case Line():
                return self._line(block)
            case Items(items, is_numbered):
                return self._items(items, "ol" if is_numbered else "ul")
            case Rows(rows=rows):
                return self._items(map(item_of, rows), "ul")
            case Sample(text):
                return f'<pre class="gg-example"><code>{escape(text)}</code></pre>\n'
            case Warn():
                return self._warning(block)
            case _:
                assert_never(block)

    def _parsed(self, prose: Prose) -> list[HtmlBlock]:
        return html_blocks(prose.source, self._markup)

    def _items(self, items: Iterable[Item], tag: str) -> str:
        css = ' class="gg-rows"' if tag == "ul" else ""
        written = [f"<{tag}{css}>\n"]
        for item in items:
            written += ["<li>", self._line(item.line), self.written(item.blocks), "</li>\n"]
        written.append(f"</{tag}>\n")
        return "".join(written)

    def _line(self, line: Line) -> str:
        """Write a line, which goes on with a description and with facts."""
        words = "".join(map(self._word, line.words))
        blocks: list[HtmlBlock] = []
        if line.prose is not None:
            blocks = self._parsed(line.prose)
        match blocks:
            case [HtmlBlock("p", first), *others]:
                blocks = others
                if words:
                    words += " – "
                words += first + self._inlines.sentence(first, line.facts)
            case _ if line.facts:
                words += f" – {self._inlines.words(line.facts)}."
        start = "<p>"
        if line.role:
            start = f'<p class="gg-{line.role}">'
        return f"{start}{words}</p>\n" + "".join(map(str, blocks))

    def _word(self, word: Inline | Prose) -> str:
        if not isinstance(word, Prose):
            return self._inlines.word(word)
        match self._parsed(word):
            case [HtmlBlock("p", first), *_others]:
                return first
        return ""

    def _warning(self, block: Warn) -> str:
        words = f"<strong>{escape(english(block.title))}.</strong>"
        if block.words:
            words += f" {self._inlines.words(block.words)}"
        blocks: list[HtmlBlock] = []
        if block.prose is not None:
            blocks = self._parsed(block.prose)
        match blocks:
            case [HtmlBlock("p", first), *others]:
                words += f" {first}"
                blocks = others
        further = "".join(map(str, blocks))
        return f'<div class="gg-deprecated" role="note"><p>{words}</p>\n{further}</div>\n'
