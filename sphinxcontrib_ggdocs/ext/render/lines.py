"""Makes the nodes of the static text: paragraphs, lists of lines, types and values, links."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from docutils import nodes

from ...native.safe_links import absolute_url

Piece: TypeAlias = str | nodes.Node
"""A part of a paragraph."""


def line(*content: Piece, css: str = "") -> nodes.paragraph:
    """Make a paragraph."""
    return nodes.paragraph("", "", *text_nodes(content), classes=css.split())


def item(content: Iterable[Piece], blocks: Iterable[nodes.Node] = ()) -> nodes.list_item:
    """Make an item of a list: a line, and blocks below it."""
    return nodes.list_item("", line(*content), *blocks)


def item_list(items: Iterable[nodes.list_item]) -> nodes.bullet_list:
    """Make a list of lines: of parameters or fields, or of anything."""
    return nodes.bullet_list("", *items, classes=["gg-rows"])


def example(text: str) -> nodes.literal_block:
    """Make a block of JSON or code, which no lexer colours."""
    return nodes.literal_block("example", text, classes=["gg-example"])


def code(*content: Piece) -> nodes.inline:
    """Make a type or a value."""
    return nodes.inline(
        "", "", *text_nodes(content), classes=["gg-type"], support_smartquotes=False
    )


def label(words: str) -> list[Piece]:
    """Make the label at the beginning of a line."""
    return [nodes.strong("", words, classes=["gg-label"]), " "]


def linked(url: str, text: str = "") -> Piece:
    """Link an address that a document gives, or show it as text where a link would be unsafe or
    depend on the page.
    """
    if address := absolute_url(url):
        return nodes.reference("", text or url, refuri=address, internal=False)
    return text or code(url)


def separated(parts: Iterable[Piece], separator: str = ", ") -> Iterator[Piece]:
    """Put text between parts."""
    for position, part in enumerate(parts):
        if position:
            yield separator
        yield part


def text_nodes(content: Iterable[Piece]) -> Iterator[nodes.Node]:
    """Make nodes of pieces, one node of successive texts."""
    words = ""
    for piece in content:
        if not isinstance(piece, nodes.Node):
            words += piece
            continue
        if words:
            yield nodes.Text(words)
            words = ""
        yield piece
    if words:
        yield nodes.Text(words)
