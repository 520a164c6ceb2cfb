"""Tables of descriptions inside our tables, for writers that have no tables inside tables: a list of their rows."""

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
    """Whether a table stands in a cell of one of ours."""
    parent = table.parent
    while parent is not None:
        if isinstance(parent, nodes.table) and "gg-table" in parent["classes"]:
            return True
        parent = parent.parent
    return False


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
