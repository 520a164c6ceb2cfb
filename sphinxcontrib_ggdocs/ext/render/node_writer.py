"""Writes blocks as docutils nodes, for all formats.

Blocks are the parts of a text, such as lines, lists and warnings; inlines are the parts of a line,
such as words, names and links. Both are defined in `native.vocabulary`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias, assert_never

from docutils import nodes

from ...native.safe_links import absolute_url
from ...native.vocabulary import (
    Address,
    Block,
    Code,
    Constraint,
    Inline,
    Inlines,
    Item,
    Items,
    Label,
    Line,
    Name,
    Prose,
    Ref,
    Rows,
    Sample,
    Titled,
    Warn,
    Word,
    ends_sentence,
    item_of,
)
from .. import _
from ..domain.refs import optional_xref

Piece: TypeAlias = str | nodes.Node
"""A part of a paragraph: text or a node."""
Ids: TypeAlias = Mapping[tuple[str, str], str]
"""The ids of objects on a page, by kind and name."""


def translated(word: Word | str) -> str:
    """Return a text of this extension in the language of the build, with its value inserted; a
    text of an author without changes.
    """
    if isinstance(word, str):
        return word
    if word.value is None:
        return _(word.text)
    value = word.value
    if isinstance(value, Word):
        value = translated(value)
    return _(word.text) % value


class NodeWriter:
    """Writes the blocks of one object.

    Args:
        ids: The ids of objects on the page.
        catalogue: The words of the UI in the language of the build.
        parsed_nodes_of: Returns the nodes of a description.
        can_fold: Whether blocks can be hidden behind a title, as in HTML.
    """

    def __init__(
        self,
        ids: Ids,
        catalogue: Mapping[str, str],
        parsed_nodes_of: Callable[[Prose], list[nodes.Node]],
        *,
        can_fold: bool = False,
    ) -> None:
        self._ids = ids
        self._catalogue = catalogue
        self._parsed_nodes_of = parsed_nodes_of
        self._can_fold = can_fold

    def write(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """Return the nodes of some blocks, in their order."""
        written: list[nodes.Node] = []
        for block in blocks:
            written += self._block(block)
        return written

    def _block(self, block: Block) -> list[nodes.Node]:
        """Return the nodes of a block."""
        match block:
            case Prose():
                return self._parsed_nodes_of(block)
            case Line():
                pieces, following_blocks = self._line(block)
                return [_paragraph(pieces, block.role), *following_blocks]
            case Items(items, True):  # a numbered list
                written = map(self._item, items)
                return [nodes.enumerated_list("", *written, enumtype="arabic", suffix=".")]
            case Items(items, role=role):
                return [nodes.bullet_list("", *map(self._item, items), classes=[f"gg-{role}"])]
            case Rows(rows=rows):
                return self._block(Items(tuple(map(item_of, rows))))
            case Sample(text):
                # Sphinx highlights only blocks whose raw source, here ``example``, is their text.
                return [nodes.literal_block("example", text, classes=["gg-example"])]
            case Warn():
                return [self._warning(block)]
            case Titled():
                return self._titled(block)
            case _:
                assert_never(block)

    def _titled(self, block: Titled) -> list[nodes.Node]:
        """Return blocks under a title. Blocks that should be folded are hidden behind their title,
        or in formats that cannot fold, follow the title and a colon.
        """
        title, blocks = self._inlines(block.title), self.write(block.blocks)
        if not block.is_folded:
            return [nodes.rubric("", "", *text_nodes(title), classes=["gg-changes"]), *blocks]
        if not self._can_fold:
            return [_paragraph([*title, ":"]), *blocks]
        return [
            nodes.raw("", '<details class="gg-fold"><summary>', format="html"),
            nodes.inline("", "", *text_nodes(title)),
            nodes.raw("", "</summary>", format="html"),
            *blocks,
            nodes.raw("", "</details>", format="html"),
        ]

    def _line(self, line: Line) -> tuple[list[Piece], list[nodes.Node]]:
        """Return the content of a line as a paragraph, and the blocks that follow it.

        The first paragraph of the line's description belongs to the line: ``name – description.
        Facts.`` The description's other blocks follow. If it begins with no such paragraph, the
        facts follow the words: ``name – facts.``
        """
        pieces = self._inlines(line.words)
        if line.anchor:
            pieces.insert(0, nodes.target("", "", ids=[line.anchor]))
        blocks: list[nodes.Node] = []
        if line.prose is not None:
            blocks = self._parsed_nodes_of(line.prose)
        match blocks:
            # A paragraph with ids stays, since links lead to it.
            case [nodes.paragraph() as first, *others] if not first["ids"]:
                if pieces:
                    pieces.append(" – ")
                pieces += first.children
                pieces += self._facts_after(first.astext(), line.facts)
                return pieces, others
        if line.facts:
            pieces += [" – ", *self._inlines(line.facts), "."]
        return pieces, blocks

    def _facts_after(self, description: str, facts: Inlines) -> list[Piece]:
        """Return facts as a sentence of its own, which follows a description."""
        if not facts:
            return []
        first, *others = self._inlines(facts)
        if isinstance(first, str):
            first = first[:1].upper() + first[1:]
        separator = ". "
        if ends_sentence(description):
            separator = " "
        return [separator, first, *others, "."]

    def _item(self, item: Item) -> nodes.list_item:
        """Return an item of a list."""
        pieces, following_blocks = self._line(item.line)
        return nodes.list_item("", _paragraph(pieces), *following_blocks, *self.write(item.blocks))

    def _warning(self, block: Warn) -> nodes.warning:
        """Return a warning, as the node of docutils that all writers know."""
        title = nodes.strong("", f"{translated(block.title)}.")
        blocks: list[nodes.Node] = []
        if block.prose is not None:
            blocks = self._parsed_nodes_of(block.prose)
        pieces: list[Piece] = [title]
        if block.words:
            pieces += [" ", *self._inlines(block.words)]
        match blocks:
            case [nodes.paragraph() as first, *others]:
                pieces += [" ", *first.children]
                blocks = others
        return nodes.warning("", _paragraph(pieces), *blocks, classes=["gg-deprecated"])

    def _inlines(self, words: Iterable[Inline | Prose]) -> list[Piece]:
        """Return the pieces of inline content; of a description, only its first paragraph."""
        pieces: list[Piece] = []
        for word in words:
            if isinstance(word, Prose):
                pieces += first_paragraph_content(self._parsed_nodes_of(word))
            else:
                pieces += self._inline(word)
        return pieces

    def _inline(self, word: Inline) -> list[Piece]:
        """Return the pieces of one part of a line."""
        match word:
            case str():
                return [word]
            case Word():
                return [translated(word)]
            case Constraint():
                return [word.text(self._catalogue)]
            case Label(text):
                return [nodes.strong("", translated(text), classes=["gg-label"]), " "]
            case Name(text):
                return [nodes.strong("", translated(text), support_smartquotes=False)]
            case Code(parts):
                return [type_node(self._inlines(parts))]
            case Ref():
                return [self._ref(word)]
            case Address(url, text):
                return [linked(url, text)]
            case _:
                assert_never(word)

    def _ref(self, ref: Ref) -> nodes.Node:
        """Return a link to an object on this page, or a reference that Sphinx resolves."""
        text = translated(ref.text)
        anchor = None
        # Sphinx resolves references to types: which of several pages has the main description of a
        # type is known only when all pages are read.
        if ref.kind != "type":
            anchor = self._ids.get((ref.kind, ref.name))
        if anchor is not None:
            css = ["gg-type"] if ref.style == "type" else []
            return nodes.reference(
                "", text, refid=anchor, internal=True, classes=css, support_smartquotes=False
            )
        content: nodes.Node = nodes.Text(text)
        if ref.style == "type":
            content = type_node([text])
        elif ref.kind == "change":
            content = nodes.inline("", text)
        return optional_xref(ref.kind, ref.name, content)


def first_paragraph_content(blocks: list[nodes.Node]) -> list[nodes.Node]:
    """Return the content of the paragraph with which a description begins; empty if it begins
    otherwise.
    """
    match blocks:
        case [nodes.paragraph() as first, *_others]:
            return [*first.children]
    return []


def type_node(pieces: Iterable[Piece]) -> nodes.inline:
    """Return the node of a type expression or a value."""
    return nodes.inline("", "", *text_nodes(pieces), classes=["gg-type"], support_smartquotes=False)


def linked(url: str, text: str = "") -> Piece:
    """Return a link to an address in a document; only the text if the address is unsafe, or
    relative to the page.
    """
    address = absolute_url(url)
    if address:
        return nodes.reference("", text or url, refuri=address, internal=False)
    return text or type_node([url])


def classes_of(role: str) -> list[str]:
    """Return the CSS classes for the role of a line: ``["gg-summary"]``; none without a role."""
    if not role:
        return []
    return [f"gg-{role}"]


def _paragraph(pieces: Iterable[Piece], role: str = "") -> nodes.paragraph:
    """Return a paragraph with the CSS class of a role."""
    return nodes.paragraph("", "", *text_nodes(pieces), classes=classes_of(role))


def text_nodes(content: Iterable[Piece]) -> Iterator[nodes.Node]:
    """Yield pieces as nodes; successive texts become one node."""
    text = ""
    for piece in content:
        if not isinstance(piece, nodes.Node):
            text += piece
            continue
        if text:
            yield nodes.Text(text)
            text = ""
        yield piece
    if text:
        yield nodes.Text(text)
