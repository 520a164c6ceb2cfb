"""Broken links in descriptions, told at the directive: the builder knows pages and lines, but no other files."""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from ..domain.gg import gg_domain

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class PlaceLinks(SphinxPostTransform):
    """Gives links the line of the directive that shows them, before the builder collects them."""

    default_priority = 790
    builders = ("linkcheck",)

    def run(self, **kwargs: Any) -> None:
        shown = gg_domain(self.env).shown.get(self.env.docname)
        if not shown:
            return
        for node in self.document.findall(lambda each: isinstance(each, nodes.reference | nodes.image)):
            assert isinstance(node, nodes.Element)  # which the type of `findall` does not tell
            if _source(node) not in (None, self.document["source"]):
                node.line = int(shown[0].place.rpartition(":")[2])


def _source(node: nodes.Node | None) -> str | None:
    while node is not None and node.source is None:
        node = node.parent
    return node.source if node is not None else None


def register_linkcheck(app: "Sphinx") -> None:
    """Make the transform known."""
    app.add_post_transform(PlaceLinks)
