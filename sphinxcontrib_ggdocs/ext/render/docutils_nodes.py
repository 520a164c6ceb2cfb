"""Bodies as docutils nodes, for the writers that no template is for: LaTeX, text, manual pages,
e-books, those of other extensions.
"""

from collections.abc import Iterable, Iterator, Sequence

from docutils import nodes

from .body import (
    AnchorLink,
    Block,
    Code,
    ExampleText,
    Item,
    ItemList,
    Label,
    Line,
    Piece,
    SlotRef,
    UrlLink,
    gg_slot,
    slot_content,
)


def block_nodes(
    blocks: Iterable[Block],
    slots: Sequence[gg_slot] = (),
    line: type[nodes.TextElement] = nodes.paragraph,
) -> Iterator[nodes.Node]:
    """Blocks of text as nodes.

    Args:
        blocks: The text.
        slots: Of the body that they are of.
        line: What the lines of lists are.
    """
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
            case AnchorLink(anchor, text, is_type):
                css = ["gg-type"] if is_type else []
                yield nodes.reference("", text, refid=anchor, internal=True, classes=css)
            case UrlLink(url, text):
                yield nodes.reference("", text, refuri=url, internal=False)
            case Code(parts):
                yield nodes.inline("", "", *_inline(parts, slots), classes=["gg-type"])
            case Label(text):
                yield nodes.strong("", text, classes=["gg-label"])
