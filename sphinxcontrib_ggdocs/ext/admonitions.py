"""Makes admonitions of the alerts of GitHub's Markdown, quotes that begin with ``[!NOTE]``."""

import re
from itertools import takewhile

from docutils import nodes

_KINDS: dict[str, type[nodes.Element]] = {
    "note": nodes.note,
    "tip": nodes.tip,
    "important": nodes.important,
    "warning": nodes.warning,
    "caution": nodes.caution,
}
_MARK = re.compile(rf"\[!({'|'.join(_KINDS)})\][ \t]*(?:\n|\Z)", re.IGNORECASE)
"""Alone in its line."""


def make_admonitions(document: nodes.document) -> None:
    """Replace the quotes of a description that are alerts; one without any text stays a quote."""
    for quote in list(document.findall(nodes.block_quote)):
        first, *others = quote.children or [nodes.paragraph()]
        if not isinstance(first, nodes.paragraph):
            continue
        texts = list(takewhile(lambda child: isinstance(child, nodes.Text), first.children))
        written = "".join(text.astext() for text in texts)
        inline = first.children[len(texts) :]
        mark = _MARK.match(written)
        if mark is None or (inline and not mark[0].endswith("\n")):
            continue
        rest = written[mark.end() :]
        words = [*([nodes.Text(rest)] if rest else []), *inline]
        paragraphs = [nodes.paragraph(rest, "", *words)] if words else []
        content = [*paragraphs, *others]
        if content:
            quote.replace_self(_KINDS[mark[1].lower()]("", *content))
