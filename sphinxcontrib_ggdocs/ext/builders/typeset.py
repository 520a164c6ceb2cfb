"""What paper and plain text need beside the nodes that all writers share: widths of columns, nothing torn apart."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NAMES = {"gg-params": 0, "gg-fields": 0, "gg-errors": 1, "gg-variants": 0}
"""By the class of a table: which column holds names; it is as wide as they are, as far as that goes."""

PER_CHARACTER, AROUND, MOST = 1.65, 4, 40
"""Of such a column's width, in hundredths of the table's."""

TALL = 14
"""Lines of a table that may go on overleaf; a shorter one stays whole."""

KEEP, KEEP_TITLE = 5, 12
"""Lines that must fit on the page from a title on, which would be left alone when what follows it moves overleaf."""

LINES = "gg:lines"
"""Attribute of a table that stays whole: how high it is. Of code and of other tables a few lines stay together."""

UNNUMBERED = (
    r"""\begingroup
\def\theHtable{gg.\arabic{LT@tables}}
\def\sphinxtablecontinued#1{\textsf{\def\tablename{}\def\thetable{}\let\textendash\relax\ignorespaces#1}}""",
    r"\addtocounter{table}{-1}\endgroup",
)
"""Around a table that goes on overleaf: LaTeX counts every one of these, so that the numbers of others would jump."""

INDEX = r"""
\def\ggseams{\def\_{\textunderscore\allowbreak}\def\{{\allowbreak\textbraceleft}\def\}{\textbraceright\allowbreak}}
\let\ggindexentry\sphinxstyleindexentry
\let\ggindexextra\sphinxstyleindexextra
\protected\def\sphinxstyleindexentry#1{{\ggseams\ggindexentry{#1}}}
\protected\def\sphinxstyleindexextra#1{{\ggseams\ggindexextra{#1}}}
\expandafter\def\expandafter\theindex\expandafter{\theindex\raggedright}
"""
"""Long paths would stand out of the two columns of an index, and short ones be torn apart."""

TEXT_WIDTH = 64
"""Characters for a table in plain text; its borders and its indentation come on top."""

LONG_WORD = 16
"""Characters of a word that may be broken on paper where one of its parts ends."""

_SEAM = re.compile(r"(?<=[_/.\-:=&?,;])(?=[^_/.\-:=&?,;])|(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(rf"\S{{{LONG_WORD},}}")


class SetText(SphinxPostTransform):
    """Gives columns of plain text the width of what they hold; the last one gets what is left of a line."""

    default_priority = 7
    formats = ("text", "texinfo")

    def run(self, **kwargs: Any) -> None:
        for table in _tables(self.document):
            _measure(table)
            for entry in table.findall(nodes.entry):
                _join_paragraphs(entry)
        for admonition in self.document.findall(nodes.admonition):
            if "gg-deprecated" in admonition["classes"]:
                _join_paragraphs(admonition)


class SetManual(SphinxPostTransform):
    """Keeps names whole in manual pages: ``Order‐Api.list_orders`` is none that anybody can look for."""

    default_priority = 7
    formats = ("man",)

    def run(self, **kwargs: Any) -> None:
        for each in [found for found in _descriptions(self.document) if not _is_inside(found)]:
            _insert(_start(each), _raw(".nr HY 0\n.nh\n.na", "manpage"))
            _insert_after(each, _raw(".nr HY 4\n.hy 4\n.ad", "manpage"))


class SetPaper(SphinxPostTransform):
    """Runs when everything has been drawn."""

    default_priority = 7
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for table in list(_tables(self.document)):
            _set_table(table)
        for section in list(self.document.findall(nodes.section)):
            if any(_is_ours(child) for child in section.children):
                _insert(section, _keep(KEEP_TITLE))
        for each in list(_descriptions(self.document)):
            _insert(_start(each), _keep(KEEP))
            for body in _own_bodies(each):
                block = next((child for child in body.children if isinstance(child, _BLOCKS)), None)
                if isinstance(block, nodes.paragraph):
                    # Types and names are hard to break, and lines of them that are stretched to the margin have holes.
                    block.insert(0, _raw("\\raggedright"))
                elif block is not None:
                    _insert(body.parent, _keep(KEEP + block.get(LINES, KEEP)))
            for literal in list(each[-1].findall(nodes.literal)):
                _allow_breaks(literal)


_BLOCKS = nodes.paragraph | nodes.literal_block | nodes.table
"""What a field begins with."""


def _keep(lines: int) -> nodes.raw:
    return _raw(f"\\needspace{{{lines}\\baselineskip}}")


def _tables(document: nodes.document) -> Iterator[nodes.table]:
    return (table for table in document.findall(nodes.table) if "gg-table" in table["classes"])


def _descriptions(document: nodes.document) -> Iterator[addnodes.desc]:
    return (found for found in document.findall(addnodes.desc) if _is_ours(found))


def _is_ours(node: nodes.Node) -> bool:
    return isinstance(node, addnodes.desc) and node.get("domain") == "gg"


def _is_inside(node: nodes.Node) -> bool:
    """Whether a description is part of another one."""
    parent = node.parent
    while parent is not None and not _is_ours(parent):
        parent = parent.parent
    return parent is not None


def _start(description: nodes.Element) -> nodes.Element:
    """A description or the index entries before it: they are to be on the same page."""
    parent = description.parent
    position = parent.index(description) if parent is not None else 0
    before = parent[position - 1] if parent is not None and position else None
    return before if isinstance(before, addnodes.index) else description


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


def _join_paragraphs(node: nodes.Element) -> None:
    """Sphinx fills cells with what would be their paragraphs, two spaces between, and admonitions without any."""
    for first, second in zip(node.children[:-1], node.children[1:], strict=True):
        if isinstance(first, nodes.paragraph) and isinstance(second, nodes.paragraph):
            second.children = [*first.children, nodes.Text(" "), *second.children]
            for child in second.children:
                child.parent = second
            node.remove(first)


def _own_bodies(description: nodes.Element) -> list[nodes.field_body]:
    """Of the field lists of a description, those of the methods inside left out."""
    lists = [each for each in description[-1].children if isinstance(each, nodes.field_list)]
    return [body for each in lists for body in each.findall(nodes.field_body)]


def _set_table(table: nodes.table) -> None:
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
    table["align"] = "left"
    lines = sum(_lines(row, widths) for row in rows)
    if lines <= TALL:
        table[LINES] = lines
    else:
        table["classes"].append("longtable")
        _insert(table, _raw(UNNUMBERED[0]))
        _insert_after(table, _raw(UNNUMBERED[1]))
    for entry in table.findall(nodes.entry):
        entry.insert(0, _raw("\\raggedright\\frenchspacing"))
        for text in list(entry.findall(nodes.Text)):
            if not isinstance(text.parent, nodes.raw):
                _allow_breaks(text)
    _insert(table, addnodes.tabular_col_spec("", spec="".join(f"\\X{{{width}}}{{100}}" for width in widths)))


def _lines(row: nodes.Element, widths: list[int]) -> int:
    """How many lines a row has, or so."""
    found = 1
    for cell, width in zip(row.children, widths, strict=True):
        found = max(found, sum(1 + len(block.astext()) // max(round(0.6 * width), 1) for block in cell.children))
    return found


def _allow_breaks(node: nodes.Node) -> None:
    """Let long words of a text, or of the texts in a node, be broken where one of their parts ends."""
    for text in [node] if isinstance(node, nodes.Text) else list(node.findall(nodes.Text)):
        if isinstance(text.parent, nodes.raw) or not _WORD.search(text):
            continue
        pieces = _SEAM.split(text)
        broken: list[nodes.Node] = []
        for piece in pieces:
            if broken:
                broken.append(nodes.raw("", "\\allowbreak{}", format="latex"))
            broken.append(nodes.Text(piece))
        text.parent.replace(text, broken)


def _insert(before: nodes.Element | None, node: nodes.Node) -> None:
    if before is not None and before.parent is not None:
        before.parent.insert(before.parent.index(before), node)


def _insert_after(node: nodes.Element, new: nodes.Node) -> None:
    if node.parent is not None:
        node.parent.insert(node.parent.index(node) + 1, new)


def _raw(text: str, form: str = "latex") -> nodes.raw:
    return nodes.raw("", f"{text}\n", format=form)


def set_index(app: "Sphinx") -> None:
    """Set paths in indices (``builder-inited``)."""
    if app.builder.format == "latex":
        context: dict[str, Any] = getattr(app.builder, "context", {})
        context["preamble"] = f"{context.get('preamble', '')}{INDEX}"


def register_typeset(app: "Sphinx") -> None:
    """Make the transforms known."""
    app.connect("builder-inited", set_index)
    for transform in (SetText, SetManual, SetPaper):
        app.add_post_transform(transform)
