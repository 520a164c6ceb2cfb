"""Descriptions without a Markdown parser: paragraphs, bullet lists, inline code."""

import re

from docutils import nodes

from .sources import Place

_BLANK = re.compile(r"\n[ \t]*\n")
_BULLET = re.compile(r"^[-*+] +", re.MULTILINE)
_CODE = re.compile(r"(`+)(.+?)\1", re.DOTALL)


def plain_text(text: str, *, inline_code: bool = False) -> list[nodes.Node]:
    """The paragraphs of a text."""
    found: list[nodes.Node] = []
    for block in _BLANK.split(text.strip()):
        if not block.strip():
            continue
        if inline_code and _BULLET.match(block):
            items = [item.strip() for item in _BULLET.split(block) if item.strip()]
            found.append(nodes.bullet_list("", *(nodes.list_item("", _paragraph(item, inline_code)) for item in items)))
        else:
            found.append(_paragraph(block, inline_code))
    return found


def plain_markdown(text: str, _document: nodes.document, _place: Place) -> list[nodes.Node]:
    """Read a text as paragraphs, lists and inline code."""
    return plain_text(text, inline_code=True)


def _paragraph(text: str, inline_code: bool) -> nodes.paragraph:
    if not inline_code:
        return nodes.paragraph(text, text)
    paragraph = nodes.paragraph(text, "")
    end = 0
    for match in _CODE.finditer(text):
        if match.start() > end:
            paragraph += nodes.Text(text[end : match.start()])
        paragraph += nodes.literal(match.group(), match.group(2).strip())
        end = match.end()
    if end < len(text):
        paragraph += nodes.Text(text[end:])
    return paragraph
