"""Writes blocks as docutils nodes."""

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
"""A part of a paragraph."""
Ids: TypeAlias = Mapping[tuple[str, str], str]


def translated(word: Word | str) -> str:
    """Return words of ours in the language of the build; those of an author as they are."""
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
        catalogue: The catalogue of the UI in the language of the build, for facts.
        parsed: Returns the nodes of a description.
        can_fold: Whether the format is HTML.
    """

    def __init__(
        self,
        ids: Ids,
        catalogue: Mapping[str, str],
        parsed: Callable[[Prose], list[nodes.Node]],
        *,
        can_fold: bool = False,
    ) -> None:
        self._ids = ids
        self._catalogue = catalogue
        self._parsed = parsed
        self._can_fold = can_fold

    def write(self, blocks: Iterable[Block]) -> list[nodes.Node]:
        """Return the nodes of blocks, in order; a block may have several."""
        written: list[nodes.Node] = []
        for block in blocks:
            written += self._block(block)
        return written

    def _block(self, block: Block) -> list[nodes.Node]:
        match block:
            case Prose():
                return self._parsed(block)
            case Line():
                pieces, further = self._line(block)
                return [_paragraph(pieces, block.role), *further]
            case Items(items, True):
                written = map(self._item, items)
                return [nodes.enumerated_list("", *written, enumtype="arabic", suffix=".")]
            case Items(items, role=role):
                return [nodes.bullet_list("", *map(self._item, items), classes=[f"gg-{role}"])]
            case Rows(rows=rows):
                return self._block(Items(tuple(map(item_of, rows))))
            case Sample(text):
                return [nodes.literal_block("example", text, classes=["gg-example"])]
            case Warn():
                return [self._warning(block)]
            case Titled():
                return self._titled(block)
            case _:
                assert_never(block)

    def _titled(self, block: Titled) -> list[nodes.Node]:
        """Write blocks under a title, which leads to them where they cannot be folded."""
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
        """Return the pieces of a line, and the blocks of its description that follow."""
        pieces = self._inlines(line.words)
        if line.anchor:
            pieces.insert(0, nodes.target("", "", ids=[line.anchor]))
        blocks: list[nodes.Node] = []
        if line.prose is not None:
            blocks = self._parsed(line.prose)
        match blocks:
            case [nodes.paragraph() as first, *others] if not first["ids"]:
                if pieces:
                    pieces.append(" – ")
                pieces += first.children
                pieces += self._sentence(first.astext(), line.facts)
                return pieces, others
        if line.facts:
            pieces += [" – ", *self._inlines(line.facts), "."]
        return pieces, blocks

    def _sentence(self, before: str, facts: Inlines) -> list[Piece]:
        """Return facts as a sentence of its own, which follows the text `before`."""
        if not facts:
            return []
        first, *rest = self._inlines(facts)
        if isinstance(first, str):
            first = first[:1].upper() + first[1:]
        separator = ". "
        if ends_sentence(before):
            separator = " "
        return [separator, first, *rest, "."]

    def _item(self, item: Item) -> nodes.list_item:
        pieces, further = self._line(item.line)
        return nodes.list_item("", _paragraph(pieces), *further, *self.write(item.blocks))

    def _warning(self, block: Warn) -> nodes.warning:
        """Write a warning; writers of other extensions know the node."""
        title = nodes.strong("", f"{translated(block.title)}.")
        blocks = [] if block.prose is None else self._parsed(block.prose)
        pieces: list[Piece] = [title]
        if block.words:
            pieces += [" ", *self._inlines(block.words)]
        match blocks:
            case [nodes.paragraph() as first, *others]:
                pieces += [" ", *first.children]
                blocks = others
        return nodes.warning("", _paragraph(pieces), *blocks, classes=["gg-deprecated"])

    def _inlines(self, words: Iterable[Inline | Prose]) -> list[Piece]:
        pieces: list[Piece] = []
        for word in words:
            if isinstance(word, Prose):
                pieces += first_words(self._parsed(word))
            else:
                pieces += self._inline(word)
        return pieces

    def _inline(self, word: Inline) -> list[Piece]:
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
        """Refer to an object: of this page at once, else when references are resolved."""
        text = translated(ref.text)
        anchor = None
        # What is described below a type may be described elsewhere, which all pages say together.
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


def first_words(blocks: list[nodes.Node]) -> list[nodes.Node]:
    """Return the content of the paragraph with which a description begins."""
    match blocks:
        case [nodes.paragraph() as first, *_others]:
            return [*first.children]
    return []


def type_node(pieces: Iterable[Piece]) -> nodes.inline:
    """Make a type or a value."""
    return nodes.inline("", "", *text_nodes(pieces), classes=["gg-type"], support_smartquotes=False)


def linked(url: str, text: str = "") -> Piece:
    """Link an address that a document gives, or show it as text where a link would be unsafe or
    depend on the page.
    """
    if address := absolute_url(url):
        return nodes.reference("", text or url, refuri=address, internal=False)
    return text or type_node([url])


def classes_of(role: str) -> list[str]:
    """Return the classes of a line."""
    if not role:
        return []
    return [f"gg-{role}"]


def _paragraph(pieces: Iterable[Piece], role: str = "") -> nodes.paragraph:
    return nodes.paragraph("", "", *text_nodes(pieces), classes=classes_of(role))


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
