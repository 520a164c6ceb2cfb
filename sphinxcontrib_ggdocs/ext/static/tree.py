"""Short ways to write docutils nodes."""

from collections.abc import Iterable, Sequence

from docutils import nodes


def paragraph(*parts: nodes.Node | str) -> nodes.paragraph:
    """A paragraph of text and inline nodes. Without a source: these words are ours, not to be translated as prose."""
    return nodes.paragraph("", "", *(nodes.Text(part) if isinstance(part, str) else part for part in parts))


def code(text: str) -> nodes.literal:
    """Inline code."""
    return nodes.literal(text, text)


def field(name: str, *body: nodes.Node) -> nodes.field:
    """One entry of a field list."""
    return nodes.field("", nodes.field_name("", name), nodes.field_body("", *body))


def bullets(items: Iterable[nodes.Node]) -> nodes.bullet_list:
    """A list of paragraphs."""
    return nodes.bullet_list("", *(nodes.list_item("", item) for item in items))


def table(head: Sequence[str], rows: Iterable[Sequence[Sequence[nodes.Node]]], *, name: str) -> nodes.table:
    """A table whose cells hold block nodes.

    Args:
        head: The headings of the columns.
        rows: For each row a cell for each column.
        name: The table's class, so that a project can style it.
    """
    width = 100 // len(head)
    group = nodes.tgroup("", *(nodes.colspec(colwidth=width) for _ in head), cols=len(head))
    group += nodes.thead("", nodes.row("", *(nodes.entry("", paragraph(title)) for title in head)))
    group += nodes.tbody("", *(nodes.row("", *(nodes.entry("", *cell) for cell in row)) for row in rows))
    # Widths would be written as inline styles, which a strict content security policy forbids.
    return nodes.table("", group, classes=["gg-table", name, "colwidths-auto"])
