"""HTML of what stands below signatures, put together from pieces that Sphinx's own writer has written.

What surrounds a cell or a field is the same in every table and list of one shape. So the writer of the build, with
all that a theme has changed of it, writes each shape once, as nodes with slots in them; what it has written between
the slots is kept, and filled again and again. Nothing here knows what the HTML looks like. A writer for which this is
not so, since it numbers its tables or looks at what is in them, is given nodes.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.util.docutils import SphinxTranslator

from ..nodes import SLOT, gg_slot
from ..static.as_nodes import block_node, fields_node, inline_node, paragraph_node, row_node, table_node
from ..static.signatures import SignaturePart, signature_node
from ..static.tree import Block, Bullets, Example, Fields, Given, Inline, Kept, Link, Paragraph, Table, Typed
from ..static.types import Named
from .coloured import Coloured

if TYPE_CHECKING:
    from ..static import Scope


@dataclass(slots=True, eq=False)
class Shapes:
    """What is the same on every page of a builder."""

    around: dict[object, tuple[str, ...]] = field(default_factory=dict)
    """By shape: what is written before, between and after its slots."""
    whole: dict[object, str] = field(default_factory=dict)
    """What holds no link, as written."""
    coloured: Coloured | None = None
    """Writes JSON."""
    regular: bool = True
    """Whether the writer writes the same around the same; one that numbers its tables does not."""


class IrregularError(Exception):
    """The writer of the build makes something else of each node, or of what is in it."""


class Press:
    """Writes for one document on one page.

    Args:
        translator: Sphinx's writer of the page.
        scope: The document.
        shapes: What is known from pages before.
    """

    def __init__(self, translator: SphinxTranslator, scope: "Scope", shapes: Shapes) -> None:
        self._translator = translator
        self._scope = scope
        self._shapes = shapes
        self._linked: dict[object, str] = {}
        """What holds links, as written on this page."""

    def blocks(self, blocks: Iterable[Block]) -> str:
        """The HTML of some blocks."""
        blocks = list(blocks)
        if self._shapes.regular:
            try:
                return "".join([self._block(block) for block in blocks])
            except IrregularError:
                self._shapes.regular = False
        return "".join([self._written(block_node(self._scope, block)) for block in blocks])

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(parts):
                around = self._shapes.around.get(Paragraph) or self._learn(Paragraph, paragraph_node(gg_slot()))
                return self._line(parts).join(around)
            case Table() if all(_is_simple(cell) for row in block.rows for cell in row):
                return self._table(block)
            case Fields(fields) if all(_is_simple(each.body) for each in fields):
                return self._fields(block)
            case Kept(key, make):
                written = self._linked.get(key)
                if written is None:
                    written = self._linked[key] = self._block(make())
                return written
            case Example(text):
                return self._example(text)
            case _:
                return self._written(block_node(self._scope, block))

    def _example(self, text: str) -> str:
        coloured = self._shapes.coloured
        if coloured is None:
            coloured = self._shapes.coloured = Coloured(self._highlighted)
        return coloured(text, self._highlighted)

    def _highlighted(self, text: str) -> str:
        return self._written(block_node(self._scope, Example(text)))

    def _table(self, table: Table) -> str:
        known = self._shapes.around
        head, name = table.head, table.name
        whole = known.get((head, name)) or self._learn((head, name), table_node(head, [gg_slot()], name))
        written: list[str] = []
        for position, row in enumerate(table.rows):
            shape = (head, name, position % 2, tuple([_kinds(cell) for cell in row]))
            around = known.get(shape) or self._learn(shape, _row(*shape))
            self._fill(written, around[1:-1], [block for cell in row for block in cell])
        return "".join(written).join(whole)

    def _fields(self, fields: Fields) -> str:
        shape = (fields.classes, tuple([(each.name, _kinds(each.body)) for each in fields.fields]))
        around = self._shapes.around.get(shape) or self._learn(shape, _list(*shape))
        written: list[str] = []
        self._fill(written, around, [block for each in fields.fields for block in each.body])
        return "".join(written)

    def _fill(self, written: list[str], around: Sequence[str], blocks: Iterable[Block]) -> None:
        written.append(around[0])
        for block, after in zip(blocks, around[1:], strict=True):
            match block:
                case Paragraph(parts):
                    written.append(self._line(parts))
                case Given(node):
                    written += [self._written(child) for child in node.children]
                case _:
                    written.append(self._block(block))
            written.append(after)

    def _line(self, parts: Iterable[Inline]) -> str:
        return "".join([self._inline(part) for part in parts])

    def _inline(self, part: Inline) -> str:
        if isinstance(part, Given):
            return self._written(part.node)
        linked = isinstance(part, Link) or (isinstance(part, Typed) and any(isinstance(p, Named) for p in part.parts))
        known = self._linked if linked else self._shapes.whole
        written = known.get(part)
        if written is None:
            written = known[part] = self._written(inline_node(self._scope, part))
        return written

    def _learn(self, shape: object, node: nodes.Node) -> tuple[str, ...]:
        again = node.deepcopy()  # a writer may change what it has written
        written = self._written(node)
        around = self._shapes.around[shape] = tuple(written.split(SLOT))
        if len(around) != 1 + sum(1 for _ in node.findall(gg_slot)) or self._written(again) != written:
            raise IrregularError
        return around

    def _written(self, node: nodes.Node) -> str:
        return _written(node, self._translator)


def press_signature(parts: Sequence[SignaturePart], translator: SphinxTranslator, shapes: Shapes) -> str:
    """The HTML of a heading line, inside of one."""
    known = shapes.whole
    for part in parts:
        if part not in known:
            known[part] = _written(signature_node(part), translator)
    return "".join([known[part] for part in parts])


def _written(node: nodes.Node, translator: Any) -> str:
    if node.parent is None:  # which some visitors ask for
        is_inline = isinstance(node, nodes.Inline | nodes.Text)
        paragraph_node(node) if is_inline else addnodes.desc_content("", node)
    body: list[str] = translator.body
    start = len(body)
    node.walkabout(translator)
    written = "".join(body[start:])
    del body[start:]
    return written


def _is_simple(blocks: Iterable[Block]) -> bool:
    """Whether what surrounds the blocks can be told from their kinds."""
    return all(_is_bare(block.node) if isinstance(block, Given) else not isinstance(block, Bullets) for block in blocks)


def _is_bare(node: nodes.Node) -> bool:
    return type(node) is nodes.paragraph and not (node["classes"] or node["ids"])


def _kinds(blocks: Iterable[Block]) -> tuple[bool, ...]:
    """For each block whether it is a paragraph."""
    return tuple([isinstance(block, Paragraph | Given) for block in blocks])


def _slots(kinds: Iterable[bool]) -> list[nodes.Node]:
    return [paragraph_node(gg_slot()) if is_paragraph else gg_slot() for is_paragraph in kinds]


def _list(classes: Iterable[str], shape: Iterable[tuple[str, Iterable[bool]]]) -> nodes.field_list:
    return fields_node([(name, _slots(kinds)) for name, kinds in shape], classes)


def _row(head: Sequence[str], name: str, odd: int, kinds: Iterable[Iterable[bool]]) -> nodes.table:
    """A table with one row between slots; writers tell even rows and odd ones apart."""
    before = [row_node([] for _ in head)] * odd
    return table_node(head, [*before, gg_slot(), row_node(_slots(cell) for cell in kinds), gg_slot()], name)
