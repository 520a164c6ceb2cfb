"""The tree of what stands below a signature as docutils nodes, for every writer but that of a site's HTML."""

from collections.abc import Iterable, Sequence

from docutils import nodes

from .scope import Scope
from .tree import (
    Block,
    Bullets,
    Code,
    Emphasis,
    Example,
    Fields,
    Given,
    Inline,
    Kept,
    Link,
    Paragraph,
    Strong,
    Table,
    Typed,
)


def as_nodes(scope: Scope, blocks: Iterable[Block]) -> list[nodes.Node]:
    """The nodes of some blocks."""
    return [block_node(scope, block) for block in blocks]


def block_node(scope: Scope, block: Block) -> nodes.Node:
    """The node of a block."""
    match block:
        case Paragraph():
            return _paragraph(scope, block)
        case Given():
            return block.node
        case Table():
            cells = [[as_nodes(scope, cell) for cell in row] for row in block.rows]
            return table_node(block.head, [row_node(row) for row in cells], block.name)
        case Fields():
            bodies = [(each.name, as_nodes(scope, each.body)) for each in block.fields]
            return fields_node(bodies, block.classes)
        case Bullets():
            return nodes.bullet_list("", *(nodes.list_item("", _paragraph(scope, item)) for item in block.items))
        case Example(text):
            return nodes.literal_block(text, text, language="json", classes=["gg-example"])
        case Kept():
            return block_node(scope, block.make())


def inline_node(scope: Scope, part: Inline) -> nodes.Node:
    """The node of what stands in a paragraph."""
    match part:
        case str():
            return nodes.Text(part)
        case Code(text):
            return nodes.literal(text, text)
        case Strong(text):
            return nodes.strong("", text)
        case Emphasis(text):
            return nodes.emphasis("", text)
        case Typed():
            return _typed(scope, part)
        case Link(objtype, name, content):
            if isinstance(content, Code):  # the link inside, as in types: themes colour code, then links in it
                return nodes.literal("", "", scope.link_node(objtype, name, nodes.Text(content.text)))
            return scope.link_node(objtype, name, nodes.Text(content))
        case Given():
            return part.node


def paragraph_node(*content: nodes.Node) -> nodes.paragraph:
    """A paragraph. Without a source: these words are ours, not to be translated as prose."""
    return nodes.paragraph("", "", *content)


def table_node(head: Sequence[str], body: Sequence[nodes.Node], name: str) -> nodes.table:
    """A table of rows."""
    width = 100 // len(head)
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for _ in head), cols=len(head))
    group += nodes.thead("", row_node([[paragraph_node(nodes.Text(title))] for title in head]))
    group += nodes.tbody("", *body)
    # Widths would be written as inline styles, which a strict content security policy forbids.
    return nodes.table("", group, classes=["gg-table", name, "colwidths-auto"])


def row_node(cells: Iterable[Iterable[nodes.Node]]) -> nodes.row:
    """A row of a table."""
    return nodes.row("", *(nodes.entry("", *cell) for cell in cells))


def fields_node(fields: Iterable[tuple[str, Iterable[nodes.Node]]], classes: Iterable[str]) -> nodes.field_list:
    """A field list, by names and bodies."""
    made = (nodes.field("", nodes.field_name("", name), nodes.field_body("", *body)) for name, body in fields)
    return nodes.field_list("", *made, classes=list(classes))


def _paragraph(scope: Scope, block: Paragraph) -> nodes.paragraph:
    return paragraph_node(*(inline_node(scope, part) for part in block.parts))


def _typed(scope: Scope, typed: Typed) -> nodes.literal:
    """A type expression as one piece of inline code."""
    whole = nodes.literal("", "", classes=["gg-type"])
    text = ""
    for part in typed.parts:
        if isinstance(part, str):
            text += part
            continue
        if text:
            whole.append(nodes.Text(text))
            text = ""
        title = nodes.Text(scope.types.title(part.name))
        whole.append(scope.link_node(scope.schema_type(part.name), scope.names.part(part.name), title))
    if text:
        whole.append(nodes.Text(text))
    return whole
