"""Parses Markdown with markdown-it-py: CommonMark with tables, without HTML."""

import re
from collections.abc import Callable
from typing import Any

from docutils import languages, nodes
from docutils.parsers.rst import languages as rst_languages
from docutils.parsers.rst import roles, states
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

# Descriptions come from applications and files of others, whose HTML would run scripts on the page.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")

_ROLE = re.compile(r"\{([\w:.+-]+)\}$")
_LANGUAGE = re.compile(r"[\w+#.-]+")


def parse_commonmark(text: str, document: nodes.document, *, roles: bool) -> None:
    """Parse a description; headings become rubrics, HTML stays text.

    Args:
        text: The description.
        document: Gets the nodes.
        roles: Whether ``{role}`text` `` is a role as in MyST, or words and code.
    """
    convert = _Converter(document, roles=roles)
    document.extend(
        made for child in SyntaxTreeNode(_PARSER.parse(text)).children for made in convert(child)
    )


def _code_block(node: SyntaxTreeNode) -> nodes.Node:
    language = (node.info or "").split(" ")[0]
    text = node.content.rstrip("\n")
    known = "none"
    if _LANGUAGE.fullmatch(language):
        known = language
    return nodes.literal_block(text, text, language=known)


def _image(node: SyntaxTreeNode) -> nodes.Node:
    words = "".join(part.content for part in node.walk() if part.type in ("text", "code_inline"))
    return nodes.image(uri=str(node.attrs.get("src", "")), alt=words)


_LEAVES: dict[str, Callable[[SyntaxTreeNode], nodes.Node]] = {
    "text": lambda node: nodes.Text(node.content),
    "softbreak": lambda _node: nodes.Text("\n"),
    "hardbreak": lambda _node: nodes.Text("\n"),
    "code_inline": lambda node: nodes.literal(node.content, node.content),
    "fence": _code_block,
    "code_block": _code_block,
    "image": _image,
}

_CONTAINERS: dict[str, Callable[[SyntaxTreeNode], nodes.Element]] = {
    "paragraph": lambda node: nodes.paragraph(_source(node)),
    "heading": lambda node: nodes.rubric(_source(node)),
    "blockquote": lambda _node: nodes.block_quote(),
    "bullet_list": lambda _node: nodes.bullet_list(),
    "ordered_list": lambda _node: nodes.enumerated_list(enumtype="arabic", prefix="", suffix="."),
    "list_item": lambda _node: nodes.list_item(),
    "em": lambda _node: nodes.emphasis(),
    "strong": lambda _node: nodes.strong(),
}


class _Converter:
    """Makes nodes of a description's syntax tree."""

    def __init__(self, document: nodes.document, *, roles: bool) -> None:
        self._document = document
        self._has_roles = roles
        self._line = 1

    def __call__(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        if node.type in _LEAVES:
            return [_LEAVES[node.type](node)]
        if node.type in _CONTAINERS:
            container = _CONTAINERS[node.type](node)
            container.extend(self._children(node))
            return [container]
        if node.type == "inline":
            self._line = node.map[0] + 1 if node.map else self._line
        if node.type == "hr":
            return []
        if node.type == "link":
            target = str(node.attrs.get("href", ""))
            return [nodes.reference("", "", *self._children(node), refuri=target, internal=False)]
        if node.type == "table":
            return [self._table(node)]
        if node.children:
            return self._children(node)
        return [nodes.Text(node.content)]

    def _children(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        children: list[nodes.Node] = []
        for child in node.children:
            before = None
            if children:
                before = children[-1]
            role = None
            if self._has_roles and child.type == "code_inline" and isinstance(before, nodes.Text):
                role = _ROLE.search(before)
            if role is None or before is None:
                children += self(child)
                continue
            children[-1:] = [nodes.Text(before.astext()[: role.start()])] if role.start() else []
            children += run_role(role[1], child.content, self._document, self._line)
        return children

    def _table(self, node: SyntaxTreeNode) -> nodes.table:
        rows = [self._row(row) for part in node.children for row in part.children]
        columns = len(rows[0])
        # docutils requires a width for each column; the class makes the writers leave widths to the
        # browser.
        group = nodes.tgroup(
            "", *(nodes.colspec(colwidth=100 // columns) for _ in range(columns)), cols=columns
        )
        group += nodes.thead("", nodes.row("", *rows[0]))
        if rows[1:]:
            group += nodes.tbody("", *(nodes.row("", *row) for row in rows[1:]))
        return nodes.table("", group, classes=["colwidths-auto"])

    def _row(self, row: SyntaxTreeNode) -> list[nodes.entry]:
        texts = (nodes.paragraph("", "", *self._children(cell)) for cell in row.children)
        return [nodes.entry("", text) for text in texts]


def _source(node: SyntaxTreeNode) -> str:
    if node.children:
        return node.children[0].content
    return ""


def run_role(name: str, text: str, document: nodes.document, line: int) -> list[nodes.Node]:
    """Run a role on a text; return the text as code when the role is unknown."""
    reporter: Any = document.reporter
    words: Any = rst_languages.get_language("en")
    role, messages = roles.role(name, words, line, reporter)
    if role is None or messages:
        reporter.error(f'Unknown interpreted text role "{name}".', line=line)
        return [nodes.literal(text, text)]
    # Roles ask their inliner for what the parser of reST has set up, which here has not run.
    inliner: Any = states.Inliner()
    inliner.init_customizations(document.settings)
    inliner.document = inliner.parent = document
    inliner.reporter = reporter
    inliner.language = languages.get_language("en", reporter)
    children, _messages = role(name, f"{{{name}}}`{text}`", text, line, inliner, {}, [])
    return list(children)
