"""Markdown read by markdown-it-py: CommonMark with tables, for projects that do not use MyST."""

import re
from collections.abc import Callable
from typing import Any

from docutils import languages, nodes
from docutils.parsers.rst import languages as rst_languages
from docutils.parsers.rst import roles, states
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")

_ROLE = re.compile(r"\{([\w:.+-]+)\}$")
_LANGUAGE = re.compile(r"[\w+#.-]+")

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
    """Parse a description; headings become rubrics, raw HTML stays text, ``{role}`text` `` is a
    role as in MyST.
    """
    convert = _Converter(document)
    document.extend(
        made for child in SyntaxTreeNode(_PARSER.parse(text)).children for made in convert(child)
    )


class _Converter:
    """Makes nodes of a description's syntax tree."""

    def __init__(self, document: nodes.document) -> None:
        self._document = document
        self._line = 1

    def __call__(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        return self._convert(node)

    def _convert(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        match node.type:
            case "text":
                return [nodes.Text(node.content)]
            case "inline":
                self._line = node.map[0] + 1 if node.map else self._line
                return self._children(node)
            case "softbreak" | "hardbreak":
                return [nodes.Text("\n")]
            case "code_inline":
                return [nodes.literal(node.content, node.content)]
            case "fence" | "code_block":
                language = (node.info or "").split(" ")[0]
                text = node.content.rstrip("\n")
                return [
                    nodes.literal_block(
                        text, text, language=language if _LANGUAGE.fullmatch(language) else "none"
                    )
                ]
            case "heading":
                return [nodes.rubric(_source(node), "", *self._children(node))]
            case "ordered_list":
                return [
                    nodes.enumerated_list(
                        "", *self._children(node), enumtype="arabic", prefix="", suffix="."
                    )
                ]
            case "link":
                return self._link(node)
            case "image":
                return [_image(node)]
            case "hr":
                return []
            case "table":
                return [self._table(node)]
            case kind if kind in _CONTAINERS:
                made = _CONTAINERS[kind]()
                made.rawsource = _source(node) if kind == "paragraph" else ""
                made.extend(self._children(node))
                return [made]
            case _:
                return self._children(node) if node.children else [nodes.Text(node.content)]

    def _children(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        found: list[nodes.Node] = []
        for child in node.children:
            before = found[-1] if found else None
            role = (
                _ROLE.search(before)
                if child.type == "code_inline" and isinstance(before, nodes.Text)
                else None
            )
            if role is None or before is None:
                found += self._convert(child)
                continue
            found[-1:] = [nodes.Text(before.astext()[: role.start()])] if role.start() else []
            found += run_role(role[1], child.content, self._document, self._line)
        return found

    def _link(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        target = str(node.attrs.get("href", ""))
        if not target.lower().startswith(_SAFE_SCHEMES):
            return self._children(node)
        return [nodes.reference("", "", *self._children(node), refuri=target, internal=False)]

    def _table(self, node: SyntaxTreeNode) -> nodes.table:
        rows = [
            [
                nodes.entry("", nodes.paragraph("", "", *self._children(cell)))
                for cell in row.children
            ]
            for part in node.children
            for row in part.children
        ]
        columns = len(rows[0])
        group = nodes.tgroup(
            "", *(nodes.colspec(colwidth=100 // columns) for _ in range(columns)), cols=columns
        )
        group += nodes.thead("", nodes.row("", *rows[0]))
        if rows[1:]:
            group += nodes.tbody("", *(nodes.row("", *row) for row in rows[1:]))
        return nodes.table("", group, classes=["colwidths-auto"])


def _source(node: SyntaxTreeNode) -> str:
    return node.children[0].content if node.children else ""


def _image(node: SyntaxTreeNode) -> nodes.Node:
    """An image of the project or of the web; anything else is shown as its words."""
    source = str(node.attrs.get("src", ""))
    words = "".join(each.content for each in node.walk() if each.type in ("text", "code_inline"))
    if not source or (":" in source and not source.lower().startswith(("http:", "https:"))):
        return nodes.Text(words)
    return nodes.image(uri=source, alt=words)


def run_role(name: str, text: str, document: nodes.document, line: int) -> list[nodes.Node]:
    """What a role makes of a text; the text as code when there is no such role."""
    reporter: Any = document.reporter
    words: Any = rst_languages.get_language("en")
    role, messages = roles.role(name, words, line, reporter)
    if role is None or messages:
        reporter.error(f'Unknown interpreted text role "{name}".', line=line)
        return [nodes.literal(text, text)]
    inliner: Any = states.Inliner()
    inliner.init_customizations(document.settings)
    inliner.document = inliner.parent = document
    inliner.reporter = reporter
    inliner.language = languages.get_language("en", reporter)
    found, _messages = role(name, f"{{{name}}}`{text}`", text, line, inliner, {}, [])
    return list(found)
