"""What paper and plain text need beside the nodes that all writers share: widths of columns, nothing torn apart."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAMES = {"gg-params": 0, "gg-fields": 0, "gg-errors": 1, "gg-variants": 0}
"""By the class of a table: which column holds names. They cannot be broken, so the column is as wide as they are."""

PER_CHARACTER, AROUND, MOST = 1.65, 4, 50
"""Of such a column's width, in hundredths of the table's."""

KEEP = "\\needspace{5\\baselineskip}"


TEXT_WIDTH = 64
"""Characters for a table in plain text; its borders and its indentation come on top."""


class SetText(SphinxPostTransform):
    """Gives columns of plain text the width of what they hold; the last one gets what is left of a line."""

    default_priority = 6
    formats = ("text",)

    def run(self, **kwargs: Any) -> None:
        for table in self.document.findall(nodes.table):
            if "gg-table" in table["classes"]:
                _measure(table)


class SetPaper(SphinxPostTransform):
    """Runs when everything has been drawn."""

    default_priority = 6
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for table in list(self.document.findall(nodes.table)):
            if "gg-table" in table["classes"]:
                _set_columns(table)
        for each in [found for found in self.document.findall(addnodes.desc) if found.get("domain") == "gg"]:
            _insert(each, _raw(KEEP))
            for body in _own_bodies(each):
                if body.children and isinstance(body[0], nodes.literal_block | nodes.table | addnodes.tabular_col_spec):
                    _insert(body.parent, _raw(KEEP))
        for uses in self.document.findall(_is_uses):
            # Names of methods cannot be broken, and lines of them that are stretched to the margin have holes.
            for body in uses.findall(nodes.field_body):
                body.insert(0, _raw("\\raggedright"))


def _measure(table: nodes.table) -> None:
    rows = [[len(cell.astext()) + 4 for cell in row.children] for row in table.findall(nodes.row)]
    widths = [max(column) for column in zip(*rows, strict=True)]
    for position, specification in enumerate(table.findall(nodes.colspec)):
        left = TEXT_WIDTH - sum(widths[:position])
        if position == len(widths) - 1:
            widths[position] = max(min(widths[position], left), 24)
        elif position:
            widths[position] = max(min(widths[position], left // 2), 18)
        specification["colwidth"] = widths[position]


def _own_bodies(description: nodes.Element) -> list[nodes.field_body]:
    """Of the field lists of a description, those of the methods inside left out."""
    lists = [each for each in description[-1].children if isinstance(each, nodes.field_list)]
    return [body for each in lists for body in each.findall(nodes.field_body)]


def _set_columns(table: nodes.table) -> None:
    column = next((NAMES[name] for name in table["classes"] if name in NAMES), None)
    if column is None:
        return
    rows = list(table.findall(nodes.row))
    longest = max(len(row[column].astext()) for row in rows)
    widths = [min(MOST, AROUND + round(PER_CHARACTER * longest))]
    if column:
        widths.insert(0, 12)  # a status
    left, others = 100 - sum(widths), len(rows[0]) - len(widths)
    widths += [left * 45 // 100, left - left * 45 // 100] if others == 2 else [left] * others
    _insert(table, addnodes.tabular_col_spec("", spec="".join(f"\\X{{{width}}}{{100}}" for width in widths)))


def _insert(before: nodes.Element | None, node: nodes.Node) -> None:
    if before is not None and before.parent is not None:
        before.parent.insert(before.parent.index(before), node)


def _raw(text: str) -> nodes.raw:
    return nodes.raw("", f"{text}\n", format="latex")


def _is_uses(node: nodes.Node) -> bool:
    return isinstance(node, nodes.field_list) and "gg-uses" in node["classes"]


def register_typeset(app: "Sphinx") -> None:
    """Make the transforms known."""
    app.add_post_transform(SetText)
    app.add_post_transform(SetPaper)
