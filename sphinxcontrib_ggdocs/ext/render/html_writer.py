"""Writes blocks as HTML when their page is written, since the addresses of other objects are known
only then.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import assert_never

from docutils import nodes

from ...native.html_inlines import InlineWriter, escape
from ...native.vocabulary import (
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
from .node_writer import NodeWriter, classes_of, first_words, translated


class HtmlWriter:
    """Writes the blocks of one object: HTML, between which the nodes of its descriptions are.

    Args:
        node_writer: Writes what is seldom.
        catalogue: The catalogue of the UI in the language of the build, for facts.
        parsed: Returns the nodes of a description.
        address: Returns the address of an object; empty where it has none.
    """

    def __init__(
        self,
        node_writer: NodeWriter,
        catalogue: Mapping[str, str],
        parsed: Callable[[Prose], list[nodes.Node]],
        address: Callable[[Ref], str],
    ) -> None:
        self._node_writer = node_writer
        self._parsed = parsed
        self._inlines = InlineWriter(translated, catalogue, address)
        self._written: list[str | nodes.Node] = []

    def write(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """Write blocks."""
        self._written = []
        self._blocks(blocks)
        return _raw(self._written)

    def _blocks(self, blocks: Iterable[Block]) -> None:
        for block in blocks:
            self._block(block)

    def _block(self, block: Block) -> None:
        match block:
            case Prose():
                for node in self._parsed(block):
                    self._written += _as_html(node)
            case Line():
                self._line(block)
            case Items(items, is_numbered):
                self._items(items, 'ol class="arabic' if is_numbered else 'ul class="gg-rows')
            case Rows(rows=rows):
                self._items(map(item_of, rows), 'ul class="gg-rows')
            case Sample(text):
                html = f'<pre class="gg-example literal-block">{escape(text)}</pre>\n'
                self._written.append(html)
            case Warn():
                self._written += self._node_writer.write([block])
            case _:
                assert_never(block)

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
        words = self._written_words(line.words)
        blocks: list[nodes.Node] = []
        if line.prose is not None:
            blocks = self._parsed(line.prose)
        match blocks:
            case [nodes.paragraph() as first, *others] if not first["ids"]:
                blocks = others
                if words:
                    words.append(" – ")
                words += _texts(first)
                words.append(self._inlines.sentence(first.astext(), line.facts))
            case _ if line.facts:
                words.append(f" – {self._inlines.words(line.facts)}.")
        css = classes_of(line.role)
        if any(isinstance(word, nodes.Node) for word in words):
            # Links are inside of an element for text.
            self._written.append(nodes.paragraph("", "", *_raw(words), classes=css))
        else:
            start = f'<p class="{css[0]}">' if css else "<p>"
            self._written += [start, *words, "</p>\n"]
        self._written += blocks
        return bool(blocks)

    def _written_words(self, words: Iterable[Inline | Prose]) -> list[str | nodes.Node]:
        written: list[str | nodes.Node] = []
        for word in words:
            if isinstance(word, Prose):
                written += map(_text, first_words(self._parsed(word)))
            else:
                written.append(self._inlines.word(word))
        return written


def _as_html(node: nodes.Node) -> list[str | nodes.Node]:
    """Return a block of a description: a paragraph of mere words as HTML, others as they are."""
    if isinstance(node, nodes.paragraph) and not (node["ids"] or node["classes"]):
        texts = _texts(node)
        if not any(isinstance(text, nodes.Node) for text in texts):
            return ["<p>", *texts, "</p>\n"]
    return [node]


def _texts(parent: nodes.Element) -> list[str | nodes.Node]:
    """Return the content of a paragraph, texts as HTML."""
    return [*map(_text, parent.children)]


def _text(node: nodes.Node) -> str | nodes.Node:
    if isinstance(node, nodes.Text):
        return escape(node.astext())
    return node


def _raw(written: Iterable[str | nodes.Node]) -> list[nodes.Node]:
    """Return HTML as raw nodes, and the nodes between it."""
    result: list[nodes.Node] = []
    for is_html, run in groupby(written, key=lambda piece: not isinstance(piece, nodes.Node)):
        if is_html:
            result.append(nodes.raw("", "".join(map(str, run)), format="html"))
        else:
            result += [piece for piece in run if isinstance(piece, nodes.Node)]
    return result
