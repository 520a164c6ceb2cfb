"""Markdown read by markdown-it-py: CommonMark with tables, for projects that do not use MyST."""

from collections.abc import Callable

from docutils import nodes
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")

_SAFE_SCHEMES = ("http:", "https:", "mailto:", "#", "/", ".")
"""A link elsewhere, such as ``javascript:``, is shown as its text."""

_CONTAINERS: dict[str, Callable[[], nodes.Element]] = {
    "paragraph": nodes.paragraph,
    "blockquote": nodes.block_quote,
    "bullet_list": nodes.bullet_list,
    "list_item": nodes.list_item,
    "em": nodes.emphasis,
    "strong": nodes.strong,
}


def parse_commonmark(text: str, document: nodes.document) -> None:
    """Read a description; headings become rubrics, raw HTML stays text."""
    for child in SyntaxTreeNode(_PARSER.parse(text)).children:
        document.extend(_convert(child))


def _convert(node: SyntaxTreeNode) -> list[nodes.Node]:
    match node.type:
        case "text":
            return [nodes.Text(node.content)]
        case "inline":
            return _children(node)
        case "softbreak" | "hardbreak":
            return [nodes.Text("\n")]
        case "code_inline":
            return [nodes.literal(node.content, node.content)]
        case "fence" | "code_block":
            language = (node.info or "").split(" ")[0] or "none"
            text = node.content.rstrip("\n")
            return [nodes.literal_block(text, text, language=language)]
        case "heading":
            return [nodes.rubric(_source(node), "", *_children(node))]
        case "ordered_list":
            return [nodes.enumerated_list("", *_children(node), enumtype="arabic", prefix="", suffix=".")]
        case "link":
            return _link(node)
        case "image":
            return [nodes.Text(node.content)]
        case "hr":
            return []
        case "table":
            return [_table(node)]
        case kind if kind in _CONTAINERS:
            made = _CONTAINERS[kind]()
            made.rawsource = _source(node) if kind == "paragraph" else ""
            made.extend(_children(node))
            return [made]
        case _:
            return _children(node) if node.children else [nodes.Text(node.content)]


def _children(node: SyntaxTreeNode) -> list[nodes.Node]:
    return [made for child in node.children for made in _convert(child)]


def _source(node: SyntaxTreeNode) -> str:
    return node.children[0].content if node.children else ""


def _link(node: SyntaxTreeNode) -> list[nodes.Node]:
    target = str(node.attrs.get("href", ""))
    if not target.lower().startswith(_SAFE_SCHEMES):
        return _children(node)
    return [nodes.reference("", "", *_children(node), refuri=target, internal=False)]


def _table(node: SyntaxTreeNode) -> nodes.table:
    rows = [
        [nodes.entry("", nodes.paragraph("", "", *_children(cell))) for cell in row.children]
        for part in node.children
        for row in part.children
    ]
    columns = len(rows[0])
    group = nodes.tgroup("", *(nodes.colspec(colwidth=100 // columns) for _ in range(columns)), cols=columns)
    group += nodes.thead("", nodes.row("", *rows[0]))
    if rows[1:]:
        group += nodes.tbody("", *(nodes.row("", *row) for row in rows[1:]))
    return nodes.table("", group, classes=["colwidths-auto"])
