"""Indices of the domain as lists. The table of Sphinx's own template has 21 nodes a row, too many
for a browser where there are a thousand rows.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.domains import IndexEntry

from .indices import PAGES

TEMPLATE = "page.html"
"""A template of every theme, which shows ``body`` below ``title``."""


def list_index(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> str | None:
    """Replace the table of an index by a list (``html-page-context``)."""
    if page not in PAGES:
        return None
    title = str(context["indextitle"])
    parts = _parts(title, context["content"], context["pathto"])
    context.update(title=title, body="".join(parts))
    return TEMPLATE


def _parts(
    title: str, content: list[tuple[str, list[IndexEntry]]], pathto: Callable[[str], str]
) -> Iterator[str]:
    path = cache(lambda docname: escape(pathto(docname)))
    headings = [escape(heading) for heading, _entries in content]
    links = [f'<a href="#cap-{heading}"><strong>{heading}</strong></a>' for heading in headings]
    yield f"<h1>{escape(title)}</h1>\n"
    yield f'<div class="modindex-jumpbox">{" | ".join(links)}</div>\n'
    for heading, (_heading, entries) in zip(headings, content, strict=True):
        yield f'<h2 id="cap-{heading}">{heading}</h2>\n<ul class="gg-index">'
        yield from _rows(entries, path)
        yield "</ul>\n"


def _rows(entries: Iterable[IndexEntry], path: Callable[[str], str]) -> Iterator[str]:
    for name, _kind, docname, anchor, extra, qualifier, description in entries:
        href = f"{path(docname)}#{escape(anchor)}"
        yield f'<li><a href="{href}"><code class="xref">{escape(name)}</code></a>'
        if extra:
            yield f" <em>({escape(extra)})</em>"
        if qualifier:
            yield f" <strong>{escape(qualifier)}</strong>"
        if description:
            yield f" <span>{escape(description)}</span>"
        yield "</li>"
