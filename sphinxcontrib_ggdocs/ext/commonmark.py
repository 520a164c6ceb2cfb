"""Converts Markdown to docutils nodes with markdown-it-py: CommonMark with tables, without HTML."""

import re
from collections.abc import Callable
from typing import Any

from docutils import languages, nodes
from docutils.parsers.rst import languages as rst_languages
from docutils.parsers.rst import roles, states
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

# Descriptions may come from third parties, whose HTML would run scripts on the page.
_PARSER = MarkdownIt("commonmark", {"html": False}).enable("table")

_ROLE = re.compile(r"\{([\w:.+-]+)\}$")
"""The name of a role at the end of a text, ``{gg:method}``, before the code that is its content."""
_LANGUAGE = re.compile(r"[\w+#.-]+")
"""The name of a language of code."""


def parse_commonmark(text: str, document: nodes.document, *, roles: bool) -> None:
    """Parse a description and append its nodes to a document. Headings become rubrics, HTML stays
    text.

    Args:
        text: The description.
        document: The document that gets the nodes.
        roles: Whether ``{role}`text` `` is a role, as in MyST; else it is text and code.
    """
    convert = _Converter(document, roles=roles)
    for child in SyntaxTreeNode(_PARSER.parse(text)).children:
        document.extend(convert(child))


def _code_block(node: SyntaxTreeNode) -> nodes.Node:
    """Return a code block, highlighted in the language that its first line names; without
    highlighting if the line names none.
    """
    language = (node.info or "").split(" ")[0]
    if not _LANGUAGE.fullmatch(language):
        language = "none"
    text = node.content.rstrip("\n")
    return nodes.literal_block(text, text, language=language)


def _image(node: SyntaxTreeNode) -> nodes.Node:
    """Return an image, its description without markup as the alternative text."""
    texts = [part.content for part in node.walk() if part.type in ("text", "code_inline")]
    return nodes.image(uri=str(node.attrs.get("src", "")), alt="".join(texts))


_LEAVES: dict[str, Callable[[SyntaxTreeNode], nodes.Node]] = {
    "text": lambda node: nodes.Text(node.content),
    "softbreak": lambda _node: nodes.Text("\n"),
    "hardbreak": lambda _node: nodes.Text("\n"),  # docutils has no node for it
    "code_inline": lambda node: nodes.literal(node.content, node.content),
    "fence": _code_block,
    "code_block": _code_block,
    "image": _image,
}
"""Functions that convert a node without children, by its type."""

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
"""Functions that convert a node, without its children, by its type."""


class _Converter:
    """Converts nodes of markdown-it-py's syntax tree to docutils nodes."""

    def __init__(self, document: nodes.document, *, roles: bool) -> None:
        self._document = document
        self._has_roles = roles
        self._line = 1
        """The line of the description that is being converted, for messages."""

    def __call__(self, node: SyntaxTreeNode) -> list[nodes.Node]:
        """Convert a node and its children; a node of an unknown type becomes its children or its
        text.
        """
        if node.type in _LEAVES:
            return [_LEAVES[node.type](node)]
        if node.type in _CONTAINERS:
            container = _CONTAINERS[node.type](node)
            container.extend(self._children(node))
            return [container]
        if node.type == "inline":  # the text of a block, which knows its line, for messages
            self._line = node.map[0] + 1 if node.map else self._line
        if node.type == "hr":  # docutils allows no transition inside of a description
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
        """Convert the children of a node. Code after a text that ends with ``{name}`` is a role, if
        roles are enabled.
        """
        children: list[nodes.Node] = []
        for child in node.children:
            previous = children[-1] if children else None
            role = None
            if self._has_roles and child.type == "code_inline" and isinstance(previous, nodes.Text):
                role = _ROLE.search(previous)
            # The second condition is for mypy: there is no role without a text before it.
            if role is None or previous is None:
                children += self(child)
                continue
            # Remove the role's name from the text before it.
            children.pop()
            text_before_role = previous.astext()[: role.start()]
            if text_before_role:
                children.append(nodes.Text(text_before_role))
            children += run_role(role[1], child.content, self._document, self._line)
        return children

    def _table(self, node: SyntaxTreeNode) -> nodes.table:
        """Convert a table, whose first row is its head."""
        rows: list[nodes.row] = []
        for head_or_body in node.children:
            rows += map(self._row, head_or_body.children)
        head, *body_rows = rows
        columns = len(head)
        group = nodes.tgroup("", cols=columns)
        # docutils requires a width for each column; the class below makes writers ignore it.
        for _column in range(columns):
            group += nodes.colspec(colwidth=100 // columns)
        group += nodes.thead("", head)
        if body_rows:
            group += nodes.tbody("", *body_rows)
        return nodes.table("", group, classes=["colwidths-auto"])

    def _row(self, row: SyntaxTreeNode) -> nodes.row:
        """Convert a row of a table."""
        converted = nodes.row("")
        for cell in row.children:
            converted += nodes.entry("", nodes.paragraph("", "", *self._children(cell)))
        return converted


def _source(node: SyntaxTreeNode) -> str:
    """Return the Markdown of a paragraph or heading, which translators get."""
    if node.children:
        return node.children[0].content
    return ""


def run_role(name: str, text: str, document: nodes.document, line: int) -> list[nodes.Node]:
    """Return the nodes of a role; an unknown role is reported, and its text becomes code.

    Args:
        name: The name of the role.
        text: The text of the role.
        document: The document, whose reporter gets messages.
        line: The line of the description, for messages.
    """
    reporter: Any = document.reporter
    language: Any = rst_languages.get_language("en")
    # Messages mean that docutils does not know the name, even if it has guessed a role.
    role, messages = roles.role(name, language, line, reporter)
    if role is None or messages:
        reporter.error(f'Unknown interpreted text role "{name}".', line=line)
        return [nodes.literal(text, text)]
    # Roles read these attributes of the inliner, which the parser of reST would set.
    inliner: Any = states.Inliner()
    inliner.init_customizations(document.settings)
    inliner.document = inliner.parent = document
    inliner.reporter = reporter
    inliner.language = languages.get_language("en", reporter)
    # Roles have no options and no content in Markdown, hence the two empty values. The role reports
    # its messages itself; they are also returned for the page, which should not show them.
    children, _messages = role(name, f"{{{name}}}`{text}`", text, line, inliner, {}, [])
    return list(children)
