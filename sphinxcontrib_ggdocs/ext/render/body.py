"""What is below the signature of an object: its text as plain values, with slots for nodes.

Templates write the text as HTML (`ext.templates`); writers of other formats get it as docutils
nodes. Descriptions are nodes from the start, each in a slot. Links to other pages become nodes when
their page is written: a large reference has many, and Sphinx keeps what it has read until then.
"""

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes
from sphinx import addnodes

from ...native.lines.blocks import (
    AnchorLink,
    Block,
    Code,
    ExampleText,
    Item,
    ItemList,
    Label,
    Line,
    ObjectLink,
    Piece,
    SlotRef,
    UrlLink,
)
from ..domain.refs import optional_xref
from ..gg_nodes import gg_body, gg_link, gg_slot


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
    own = gg_slot | gg_link | nodes.Text
    return [child for child in body.children if not isinstance(child, own)]


def object_xref(link: ObjectLink) -> addnodes.pending_xref:
    """A link to an object on another page, left to the domain."""
    content: nodes.Node = nodes.Text(link.text)
    if link.is_type:
        content = nodes.inline("", link.text, classes=["gg-type"], support_smartquotes=False)
    return optional_xref(link.objtype, link.name, content)


def block_nodes(
    blocks: Iterable[Block],
    slots: Sequence[gg_slot] = (),
    line: type[nodes.TextElement] = nodes.paragraph,
) -> Iterator[nodes.Node]:
    """Blocks of text as nodes, with the slots of their body; lines of lists are `line` nodes."""
    for block in blocks:
        match block:
            case SlotRef():
                yield from slot_content(slots[block.number], block.part)
            case Line(content, css):
                yield nodes.paragraph("", "", *_inline(content, slots), classes=css.split())
            case ItemList(items):
                lines = (nodes.list_item("", *_item(item, slots, line)) for item in items)
                yield nodes.bullet_list("", *lines, classes=["gg-rows"])
            case ExampleText(text):
                yield nodes.literal_block("example", text, classes=["gg-example"])


def _item(
    item: Item, slots: Sequence[gg_slot], line: type[nodes.TextElement]
) -> Iterator[nodes.Node]:
    content: list[nodes.Node] = []
    if item.name:
        content += [nodes.strong("", item.name), nodes.Text(" "), *_inline(item.type, slots)]
        content.append(nodes.Text(item.notes))
    content += _inline(item.text, slots)
    yield line("", "", *content)
    yield from block_nodes(item.blocks, slots, line)


def _inline(content: Iterable[Piece], slots: Sequence[gg_slot]) -> Iterator[nodes.Node]:
    for piece in content:
        match piece:
            case str():
                yield nodes.Text(piece)
            case SlotRef():
                yield from slot_content(slots[piece.number], piece.part)
            case ObjectLink():
                yield object_xref(piece)
            case AnchorLink(anchor, text, is_type):
                css = ["gg-type"] if is_type else []
                yield nodes.reference("", text, refid=anchor, internal=True, classes=css)
            case UrlLink(url, text, internal):
                yield nodes.reference("", text, refuri=url, internal=internal)
            case Code(parts):
                yield nodes.inline("", "", *_inline(parts, slots), classes=["gg-type"])
            case Label(text):
                yield nodes.strong("", text, classes=["gg-label"])
