"""Links to objects, and to the Python classes that types were made of."""

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.util.nodes import make_refnode

from ..object_entries import OPTIONAL

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from .lookup import DescribedObject


def reference_to(
    builder: "Builder", docname: str, target: "DescribedObject", *content: nodes.Node
) -> nodes.reference:
    """A link from a page to an object; in a single page within it, where Sphinx 9 makes one with
    two anchors.
    """
    origin = target.docname if isinstance(builder, SingleFileHTMLBuilder) else docname
    return make_refnode(
        builder, origin, target.docname, target.entry.anchor, list(content), target.entry.display
    )


PYTHON = "gg-python"
"""Attribute of such a link."""


def python_link(origin: str) -> addnodes.pending_xref:
    """A link to a class, by its full name."""
    link = addnodes.pending_xref(
        "",
        refdomain="py",
        reftype="obj",
        reftarget=origin,
        refexplicit=True,
        refwarn=False,
        classes=[PYTHON],
    )
    link += addnodes.desc_addname(origin, origin)
    link[OPTIONAL] = link[PYTHON] = True
    return link
