"""Writes blocks as HTML when their page is written, since only then the addresses of objects on
other pages are known.
"""

from collections.abc import Callable, Iterable, Mapping

from docutils import nodes

from ...native.html_inlines import InlineWriter, escape
from ...native.html_writer import HtmlWriter, Pieces, SplitDescription
from ...native.vocabulary import Block, Line, Prose, Ref, Warn
from .node_writer import NodeWriter, classes_of, translated


class SphinxWriter(HtmlWriter):
    """Writes the blocks of one object as raw HTML, with the nodes of descriptions in between. Until
    `write` joins them, both are `Pieces`: a list of HTML texts and nodes.

    Args:
        node_writer: Writes warnings, which are nodes.
        catalogue: The words of the UI in the language of the build.
        parsed_nodes_of: Returns the nodes of a description.
        address: Returns the address of an object; empty if it has none.
    """

    def __init__(
        self,
        node_writer: NodeWriter,
        catalogue: Mapping[str, str],
        parsed_nodes_of: Callable[[Prose], list[nodes.Node]],
        address: Callable[[Ref], str],
    ) -> None:
        super().__init__(InlineWriter(translated, catalogue, address))
        self._node_writer = node_writer
        self._parsed_nodes_of = parsed_nodes_of

    def write(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """Return the nodes of some blocks."""
        return _with_raw_html(self.pieces(blocks))

    def _whole_description(self, prose: Prose) -> Pieces:
        """Return the blocks of a description."""
        pieces: Pieces = []
        for node in self._parsed_nodes_of(prose):
            pieces += _block_pieces(node)
        return pieces

    def _split_description(self, prose: Prose) -> SplitDescription:
        """Split a description into the content of its first paragraph, which continues a line, and
        its other blocks.
        """
        match self._parsed_nodes_of(prose):
            case [nodes.paragraph() as first, *others]:
                content = _content_pieces(first)
                if first["ids"]:
                    content.insert(0, nodes.target("", "", ids=first["ids"]))
                return SplitDescription(content, first.astext(), [*others])
            case others:
                return SplitDescription(None, "", [*others])

    def _paragraph(self, line: Line, words: Pieces) -> Pieces:
        """Return a line as a paragraph: as HTML, or as a node if there are nodes in it, such as
        links, which docutils allows only inside of a paragraph.
        """
        if not _has_nodes(words):
            return super()._paragraph(line, words)
        ids = [line.anchor] if line.anchor else []
        content = _with_raw_html(words)
        return [nodes.paragraph("", "", *content, classes=classes_of(line.role), ids=ids)]

    def _write_warning(self, block: Warn) -> None:
        """Write a warning as docutils' own node, which themes and other extensions know."""
        self._written += self._node_writer.write([block])


def _has_nodes(pieces: Pieces) -> bool:
    """Return whether there are nodes among pieces of HTML."""
    return any(isinstance(piece, nodes.Node) for piece in pieces)


def _block_pieces(node: nodes.Node) -> Pieces:
    """Return a block of a description: a paragraph of plain text as HTML, other blocks as nodes. A
    paragraph with ids or classes, which the page may need, stays a node.
    """
    if isinstance(node, nodes.paragraph) and not (node["ids"] or node["classes"]):
        content = _content_pieces(node)
        if not _has_nodes(content):
            return ["<p>", *content, "</p>\n"]
    return [node]


def _content_pieces(parent: nodes.Element) -> Pieces:
    """Return the content of a paragraph: texts as HTML, other nodes without changes."""
    pieces: Pieces = []
    for node in parent.children:
        if isinstance(node, nodes.Text):
            pieces.append(escape(node.astext()))
        else:
            pieces.append(node)
    return pieces


def _with_raw_html(pieces: Pieces) -> list[nodes.Node]:
    """Return pieces as nodes: successive pieces of HTML become one node of raw HTML."""
    result: list[nodes.Node] = []
    html: list[str] = []
    for piece in pieces:
        if not isinstance(piece, nodes.Node):
            html.append(str(piece))
            continue
        if html:
            result.append(nodes.raw("", "".join(html), format="html"))
            html = []
        result.append(piece)
    if html:
        result.append(nodes.raw("", "".join(html), format="html"))
    return result
