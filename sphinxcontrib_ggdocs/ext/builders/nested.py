"""Tables inside tables, for writers that have none: a list of the rows of the inner one, where one of them is ours."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class ListNested(SphinxPostTransform):
    """Runs when everything has been drawn, before tables are measured."""

    default_priority = 6
    formats = ("text", "texinfo", "man", "latex")

    def run(self, **kwargs: Any) -> None:
        for table in [each for each in self.document.findall(nodes.table) if _is_nested(each)]:
            table.replace_self(_listed(table))


def _is_nested(table: nodes.table) -> bool:
    """Whether a table stands in a cell of another one, and one of the two is ours."""
    ours = _is_ours(table)
    parent = table.parent
    while parent is not None:
        if isinstance(parent, nodes.table) and (ours or _is_ours(parent)):
            return True
        parent = parent.parent
    return False


def _is_ours(table: nodes.table) -> bool:
    return "gg-table" in table["classes"]


def _listed(table: nodes.table) -> nodes.bullet_list:
    """An entry for each row; each cell after the title of its column."""
    titles = [entry.astext() for row in _rows(table, nodes.thead) for entry in row.children]
    return nodes.bullet_list("", *(_item(row, titles) for row in _rows(table, nodes.tbody)))


def _rows(table: nodes.table, kind: type[nodes.Element]) -> Iterator[nodes.row]:
    """Those of its head or of its body, and none of a table inside."""
    parts = (part for group in table.children for part in group.children if isinstance(part, kind))
    return (row for part in parts for row in part.children if isinstance(row, nodes.row))


def _item(row: nodes.row, titles: list[str]) -> nodes.list_item:
    line = nodes.paragraph()
    for position, entry in enumerate(row.children):
        title = titles[position] if position < len(titles) else ""
        line += nodes.Text(("; " if position else "") + (f"{title}: " if title else ""))
        for block in entry.children:
            line += block.children if isinstance(block, nodes.paragraph) else nodes.Text(block.astext())
    return nodes.list_item("", line)


def register_nested(app: "Sphinx") -> None:
    """Make the transform known."""
    app.add_post_transform(ListNested)
