"""Links to objects."""

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.util.nodes import make_refnode

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from .lookup import Found


def reference_to(
    builder: "Builder", docname: str, found: "Found", *content: nodes.Node
) -> nodes.reference:
    """A link from a page to an object; in a single page within it, where Sphinx 9 makes one with
    two anchors.
    """
    origin = found.docname if isinstance(builder, SingleFileHTMLBuilder) else docname
    return make_refnode(
        builder, origin, found.docname, found.entry.anchor, list(content), found.entry.display
    )
