"""Links to things of ours."""

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from .lookup import Found

_TWO_ANCHORS = re.compile(r'(?<=href=")#document-[^"#]*(?=#)')


def reference_to(builder: "Builder", docname: str, found: "Found", *content: nodes.Node) -> nodes.reference:
    """A link from a page to an object; in a single page within it, where Sphinx 9 makes one with two anchors."""
    origin = found.docname if builder.name == "singlehtml" else docname
    return make_refnode(builder, origin, found.docname, found.entry.anchor, list(content), found.entry.display)


def mend_contents(app: "Sphinx", _page: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Let the table of contents beside a single page lead somewhere (``html-page-context``).

    Sphinx 9 gives its links two anchors, to sections as well as to objects of any domain.
    """
    if app.builder.name == "singlehtml" and isinstance(context.get("toc"), str):
        context["toc"] = _TWO_ANCHORS.sub("", context["toc"])
