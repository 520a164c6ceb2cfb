"""Writes blocks as HTML when their page is written, since the addresses of other objects are known
only then.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby

from docutils import nodes

from ...native.html_inlines import InlineWriter, escape
from ...native.html_writer import HtmlWriter, Pieces, SplitDescription
from ...native.vocabulary import Block, Line, Prose, Ref, Warn
from .node_writer import NodeWriter, classes_of, translated


class SphinxWriter(HtmlWriter):
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
        super().__init__(InlineWriter(translated, catalogue, address))
        self._node_writer = node_writer
        self._parsed = parsed

    def write(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """Write blocks."""
        return _raw(self.pieces(blocks))

    def _whole_description(self, prose: Prose) -> Pieces:
        pieces: Pieces = []
        for node in self._parsed(prose):
            pieces += _as_html(node)
        return pieces

    def _split_description(self, prose: Prose) -> SplitDescription:
        match self._parsed(prose):
            case [nodes.paragraph() as first, *others]:
                words = _texts(first)
                if first["ids"]:
                    words.insert(0, nodes.target("", "", ids=first["ids"]))
                return SplitDescription(words, first.astext(), [*others])
            case others:
                return SplitDescription(None, "", [*others])

    def _paragraph(self, line: Line, words: Pieces) -> Pieces:
        if not any(isinstance(word, nodes.Node) for word in words):
            return super()._paragraph(line, words)
        # Links are inside of an element for text.
        ids = [line.anchor] if line.anchor else []
        return [nodes.paragraph("", "", *_raw(words), classes=classes_of(line.role), ids=ids)]

    def _write_warning(self, block: Warn) -> None:
        self._written += self._node_writer.write([block])


def _as_html(node: nodes.Node) -> Pieces:
    """Return a block of a description: a paragraph of mere words as HTML, others as they are."""
    if isinstance(node, nodes.paragraph) and not (node["ids"] or node["classes"]):
        texts = _texts(node)
        if not any(isinstance(text, nodes.Node) for text in texts):
            return ["<p>", *texts, "</p>\n"]
    return [node]


def _texts(parent: nodes.Element) -> Pieces:
    """Return the content of a paragraph, texts as HTML."""
    pieces: Pieces = []
    for node in parent.children:
        if isinstance(node, nodes.Text):
            pieces.append(escape(node.astext()))
        else:
            pieces.append(node)
    return pieces


def _raw(pieces: Pieces) -> list[nodes.Node]:
    """Return HTML as raw nodes, and the nodes between it."""
    result: list[nodes.Node] = []
    for is_html, run in groupby(pieces, key=lambda piece: not isinstance(piece, nodes.Node)):
        if is_html:
            result.append(nodes.raw("", "".join(map(str, run)), format="html"))
        else:
            result += [piece for piece in run if isinstance(piece, nodes.Node)]
    return result
