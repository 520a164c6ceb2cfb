"""A notation of nodes in which tests read the static text, and a page without Sphinx.

`[text](anchor)` is a link to an object and ``[`text`](anchor)`` one that is a type; `<url text>` a
link to an address or to a change, `*LABEL*` a label, `**name**` a name, `{text}` a link to another
page, `!` what begins a warning. Translated words are in capitals.
"""

import re
from collections.abc import Iterable
from gettext import NullTranslations
from html import unescape
from typing import Any

import pytest
from docutils import nodes
from sphinx import addnodes, locale

from sphinxcontrib_ggdocs.ext.domain.refs import CHANGE
from sphinxcontrib_ggdocs.ext.render.html_writer import SphinxWriter
from sphinxcontrib_ggdocs.ext.render.node_writer import NodeWriter
from sphinxcontrib_ggdocs.native.vocabulary import Block, Prose


class _Capitals(NullTranslations):
    def gettext(self, message: str) -> str:
        return message.upper().replace("%S", "%s")


@pytest.fixture(autouse=True)
def capitals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Translate our own words into capitals."""
    monkeypatch.setitem(locale.translators, ("general", "sphinxcontrib_ggdocs"), _Capitals())


class _Ids(dict[Any, str]):
    """Errors are on another page, everything else on this one."""

    def get(self, key: Any, default: Any = None) -> Any:
        kind, name = key
        return None if kind in ("error", "change") else f"{kind}-{name}"


def in_notation(blocks: Iterable[Block]) -> str:
    """Blocks, written as nodes and as HTML, which say the same."""
    blocks = tuple(blocks)
    written = NodeWriter(_Ids(), {}, _described).write(blocks)
    html = SphinxWriter(NodeWriter(_Ids(), {}, _described), {}, _described, lambda _ref: "#")
    assert _words(html.write(blocks)) == _words(written)
    return notation(written)


def _words(content: Iterable[nodes.Node]) -> str:
    """Return the text of nodes and of HTML without the spaces between blocks."""
    texts: list[str] = []
    for node in content:
        text = node.astext()
        if isinstance(node, nodes.raw):
            text = unescape(re.sub(r"</?[a-z][^>]*>", "", text))
        texts.append(text)
    return "".join("".join(texts).split())


def _described(prose: Prose) -> list[nodes.Node]:
    """Paragraphs, and a list where a paragraph begins with a star."""
    blocks: list[nodes.Node] = []
    for block in prose.source.split("\n\n"):
        paragraph = nodes.paragraph(block, block.removeprefix("* "))
        is_list = block.startswith("* ")
        blocks.append(nodes.bullet_list("", paragraph) if is_list else paragraph)
    return blocks


def notation(content: Iterable[nodes.Node]) -> str:
    """Blocks, a line for each."""
    return "\n".join(map(_block, content))


def _block(node: Any) -> str:
    match node:
        case nodes.paragraph():
            css = "".join(f" .{name}" for name in node["classes"])
            return _inline(node) + css
        case nodes.literal_block():
            return str(node.astext())
        case nodes.warning():
            return f"! {notation(node)}"
        case nodes.bullet_list() if "gg-rows" in node["classes"]:
            items = node.findall(nodes.list_item, descend=True)
            return "\n".join(f"- {notation(item)}" for item in items if item.parent is node)
        case _:
            return f"* {notation(node)}"


def _inline(parent: nodes.Element) -> str:
    return "".join(map(_piece, parent))


def _piece(node: Any) -> str:
    match node:
        case nodes.Text():
            return str(node)
        case addnodes.pending_xref():
            is_change = node["reftype"] == CHANGE
            return f"<{node['reftarget']} {node.astext()}>" if is_change else f"{{{node.astext()}}}"
        case nodes.reference() if "refuri" in node:
            return f"<{node['refuri']} {node.astext()}>"
        case nodes.reference():
            shown = f"`{node.astext()}`" if "gg-type" in node["classes"] else node.astext()
            return f"[{shown}]({node['refid']})"
        case nodes.strong() if "gg-label" in node["classes"]:
            return f"*{node.astext()}*"
        case nodes.strong():
            return f"**{node.astext()}**"
        case _:
            assert node["classes"] == ["gg-type"], node
            return f"`{_inline(node)}`"
