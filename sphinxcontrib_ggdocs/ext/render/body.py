"""What is below the signature of an object: text as plain values, with slots for nodes.

The text is built once, when the page is read. Templates write it as HTML (`ext.templates`), and
writers of other formats get it as docutils nodes (`docutils_nodes`). What authors have written is
parsed into nodes of its own, each in a slot, so that references, translations, images and smart
quotes in it are those of any page.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from docutils import nodes
from sphinx import addnodes


class gg_body(addnodes.desc_content):  # noqa: N801 - nodes are named like this
    """The content of an object description; ``objtype`` and ``name`` are those of the object,
    ``parts`` the text.

    Its children are the words of the text, for searches, its slots, and what comes after the text,
    such as the methods of a contract.
    """


class gg_slot(nodes.Element):  # noqa: N801 - nodes are named like this
    """A description as its author wrote it, or a link to another page."""


class SlotRef(NamedTuple):
    """The place of a slot in the text."""

    number: int
    part: Literal["all", "inline", "rest"] = "all"
    """Inline: the text of its first paragraph, or all of it when it has none; the rest follows
    that."""


class AnchorLink(NamedTuple):
    """A link to an object on the same page."""

    anchor: str
    text: str
    is_type: bool = False


class UrlLink(NamedTuple):
    """A link to an address."""

    url: str
    text: str


class Code(NamedTuple):
    """Types and values."""

    content: "tuple[str | AnchorLink | SlotRef, ...]"


class Label(NamedTuple):
    """What a line is about."""

    text: str


Piece: TypeAlias = str | SlotRef | AnchorLink | UrlLink | Code | Label


class Line(NamedTuple):
    """A paragraph."""

    content: tuple[Piece, ...]
    css: str = ""


class Item(NamedTuple):
    """A line of a list: of a parameter or a field, which have a name and a type, or of anything."""

    name: str = ""
    type: tuple[Piece, ...] = ()
    notes: str = ""
    text: tuple[Piece, ...] = ()
    blocks: "tuple[Block, ...]" = ()
    """What follows the line."""


class ItemList(NamedTuple):
    """A list of lines."""

    items: tuple[Item, ...]


class ExampleText(NamedTuple):
    """An example of a type, as JSON."""

    text: str


Block: TypeAlias = SlotRef | Line | ItemList | ExampleText

Parts: TypeAlias = Mapping[str, tuple[Block, ...]]
"""The text by what it is about, in order."""


class Slots:
    """The nodes of one body, as it is built."""

    def __init__(self) -> None:
        self.nodes: list[gg_slot] = []

    def add(self, *content: nodes.Node) -> int:
        """The number of a new slot."""
        self.nodes.append(gg_slot("", *content))
        return len(self.nodes) - 1

    def body(self, objtype: str, name: str, parts: Parts) -> gg_body:
        """The node of the whole text."""
        text = nodes.Text(" ".join(_words(parts.values())))
        shown = {key: blocks for key, blocks in parts.items() if blocks}
        return gg_body(
            "",
            text,
            *self.nodes,
            objtype=objtype,
            name=name,
            parts=shown,
        )


def _words(values: Iterable[Any]) -> Iterator[str]:
    """The words of text, without those in slots and addresses."""
    for value in values:
        match value:
            case str() | SlotRef():
                continue
            case Line(content):
                yield _text(content)
            case Item(name, type_, notes, text, blocks):
                yield f"{name} {_text(type_)}{notes}{_text(text)}"
                yield from _words(blocks)
            case ExampleText(text):
                yield text
            case _:
                yield from _words(value)


def _text(content: Iterable[Piece]) -> str:
    words = ""
    for piece in content:
        match piece:
            case str():
                words += piece
            case SlotRef():
                words += " "
            case Code(parts):
                words += _text(parts)
            case _:
                words += piece.text
    return words


def slot_content(slot: gg_slot, part: str) -> list[nodes.Node]:
    """What a slot has for its place in the text."""
    first = slot.children[0] if slot.children else None
    if not isinstance(first, nodes.paragraph):
        return [] if part == "rest" else list(slot.children)
    match part:
        case "inline":
            return list(first.children)
        case "rest":
            return slot.children[1:]
        case _:
            return list(slot.children)


def slots_of(body: gg_body) -> list[gg_slot]:
    """The slots of a body, by number."""
    return [child for child in body.children if isinstance(child, gg_slot)]


def nodes_after(body: gg_body) -> list[nodes.Node]:
    """What comes after the text of a body."""
    return [child for child in body.children if not isinstance(child, gg_slot | nodes.Text)]
