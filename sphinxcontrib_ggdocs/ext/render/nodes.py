"""Bodies as docutils nodes, for the writers that no template is for: LaTeX, text, manual pages,
e-books, those of other extensions.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..build_state import builder_of
from .body import (
    AnchorLink,
    Block,
    Code,
    Example,
    Item,
    ItemList,
    Label,
    Line,
    Piece,
    Slot,
    UrlLink,
    gg_body,
    gg_slot,
    slot_content,
    slots_of,
)
from .html import has_templates, write_body

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class WriteBodies(SphinxPostTransform):
    """Turns bodies into nodes that every writer knows, unless templates write them."""

    default_priority = 2

    def run(self, **kwargs: Any) -> None:
        builder = builder_of(self.env)
        if builder.name == "gettext" or has_templates(builder):
            return
        for node in list(self.document.findall(gg_body)):
            slots = slots_of(node)
            blocks = chain.from_iterable(node["parts"].values())
            node.replace_self(list(block_nodes(blocks, slots)))


def block_nodes(blocks: Iterable[Block], slots: Sequence[gg_slot] = ()) -> Iterator[nodes.Node]:
    """Blocks of text as nodes."""
    for block in blocks:
        match block:
            case Slot():
                yield from slot_content(slots[block.number], block.part)
            case Line(content, css):
                yield nodes.paragraph("", "", *_inline(content, slots), classes=css.split())
            case ItemList(items):
                lines = (nodes.list_item("", *_item(item, slots)) for item in items)
                yield nodes.bullet_list("", *lines, classes=["gg-rows"])
            case Example(text):
                yield nodes.literal_block("example", text, classes=["gg-example"])


def _item(item: Item, slots: Sequence[gg_slot]) -> Iterator[nodes.Node]:
    line = addnodes.compact_paragraph()
    if item.name:
        line += [nodes.strong("", item.name), nodes.Text(" "), *_inline(item.type, slots)]
        line += nodes.Text(item.notes)
    line += list(_inline(item.text, slots))
    yield line
    yield from block_nodes(item.blocks, slots)


def _inline(content: Iterable[Piece], slots: Sequence[gg_slot]) -> Iterator[nodes.Node]:
    for piece in content:
        match piece:
            case str():
                yield nodes.Text(piece)
            case Slot():
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


def setup_bodies(app: "Sphinx") -> None:
    """Make the nodes and their writers known."""
    app.add_node(gg_body, html=(write_body, None))
    app.add_post_transform(WriteBodies)
