"""Indices of the domain as lists. The table of Sphinx's own template has 21 nodes a row, too many
for a browser where there are a thousand rows.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from docutils import nodes
from markupsafe import Markup
from sphinx.application import Sphinx
from sphinx.domains import IndexEntry

from .indices import PAGES

TEMPLATE = "page.html"
"""What every theme has: it shows ``body``, below ``title``."""


def list_index(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> str | None:
    """Show an index of the domain in the template of pages (``html-page-context``)."""
    if page not in PAGES:
        return None
    title = str(context["indextitle"])
    parts = _parts(title, context["content"], context["pathto"])
    context.update(title=title, body=Markup("").join(parts), parents=[])
    return TEMPLATE


def _parts(
    title: str, content: list[tuple[str, list[IndexEntry]]], pathto: Callable[[str], str]
) -> Iterator[Markup]:
    yield Markup("<h1>{}</h1>\n").format(title)
    links = [
        Markup('<a href="#cap-{}"><strong>{}</strong></a>').format(heading, heading)
        for heading, _entries in content
    ]
    yield Markup('<div class="modindex-jumpbox">{}</div>\n').format(Markup(" | ").join(links))
    for heading, entries in content:
        yield Markup('<h2 id="cap-{}">{}</h2>\n').format(heading, heading)
        rows = Markup("").join(_rows(entries, pathto))
        yield Markup('<ul class="gg-index">{}</ul>\n').format(rows)


def _rows(entries: Iterable[IndexEntry], pathto: Callable[[str], str]) -> Iterator[Markup]:
    for name, _kind, docname, anchor, extra, qualifier, description in entries:
        yield Markup('<li><a href="{}#{}"><code class="xref">{}</code></a>').format(
            pathto(docname), anchor, name
        )
        if extra:
            yield Markup(" <em>({})</em>").format(extra)
        if qualifier:
            yield Markup(" <strong>{}</strong>").format(qualifier)
        if description:
            yield Markup(" <span>{}</span>").format(description)
        yield Markup("</li>")
