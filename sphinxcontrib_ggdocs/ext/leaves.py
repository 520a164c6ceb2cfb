"""Writes the leaves of a page, which hold the blocks of objects, as HTML or as nodes, when the
page is written.
"""

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.errors import NoUri
from sphinx.transforms.post_transforms import SphinxPostTransform

from .domain.gg import gg_domain
from .domain.refs import optional_xref
from .gg_nodes import gg_leaf, gg_prose

if TYPE_CHECKING:
    from ..native.vocabulary import Prose, Ref


class WriteLeaves(SphinxPostTransform):
    """Replaces each leaf by raw HTML or by nodes. For translators, only its descriptions are
    kept.
    """

    default_priority = 4  # before references are resolved

    def run(self, **kwargs: Any) -> None:
        """Replace all leaves of the page."""
        leaves = list(self.document.findall(gg_leaf))
        if not leaves:
            return
        from ..native.ui_language import catalogue, language_of

        self._builder = gg_domain(self.env).build.builder
        self._catalogue = catalogue(language_of(self.config.language))
        self._addresses: dict[tuple[str, str], str] = {}  # by kind and name of the object
        for leaf in leaves:
            if self._builder.name == "gettext":
                descriptions: list[nodes.Node] = []
                for child in leaf.children:  # each has the parsed nodes of one description
                    descriptions += child.children
                leaf.replace_self(descriptions)
            else:
                leaf.replace_self(self._written_leaf(leaf))

    def _written_leaf(self, leaf: gg_leaf) -> list[nodes.Node]:
        """Return the blocks of a leaf as raw HTML, or as nodes for other formats."""
        # Imported here, since a build that writes no page needs none of it.
        from .render.html_writer import SphinxWriter
        from .render.node_writer import NodeWriter

        ids = leaf["anchors"]
        descriptions = _Descriptions(leaf)
        is_html = self._builder.format == "html"
        node_writer = NodeWriter(ids, self._catalogue, descriptions, can_fold=is_html)
        # Sphinx's writer of e-books adds the addresses of links as text, which needs nodes.
        if not is_html or self._builder.name == "epub":
            return node_writer.write(leaf["blocks"])

        def address(ref: "Ref") -> str:
            """Return the address of an object: its id on this page, or its place on another one."""
            anchor = ids.get((ref.kind, ref.name))
            # A type that is described here may have its main description on another page.
            if anchor is None or ref.kind == "type":
                return self._address(ref)
            return f"#{anchor}"

        html_writer = SphinxWriter(node_writer, self._catalogue, descriptions, address)
        return html_writer.write(leaf["blocks"])

    def _address(self, ref: "Ref") -> str:
        """Return the address of an object on any page; empty if it has none. Each is resolved once,
        since a page often refers to one type many times.
        """
        key = ref.kind, ref.name
        if key not in self._addresses:
            self._addresses[key] = self._resolved_address(ref)
        return self._addresses[key]

    def _resolved_address(self, ref: "Ref") -> str:
        """Resolve a reference by Sphinx, which also finds objects in other projects, and return its
        address; empty if no page describes the object.
        """
        domain = gg_domain(self.env)
        page = self.env.docname
        content = nodes.inline()  # empty, since only the address of the link is used
        node = optional_xref(ref.kind, ref.name, content)
        node["refdoc"] = page
        try:
            link: nodes.Element | None = domain.resolve_xref(
                self.env, page, self._builder, ref.kind, ref.name, node, content
            )
            if link is None:
                link = self.env.events.emit_firstresult(
                    "missing-reference", self.env, node, content, allowed_exceptions=(NoUri,)
                )
        except NoUri:  # the builder writes no file for that page
            return ""
        if not isinstance(link, nodes.reference):
            return ""
        if "refuri" in link:
            return str(link["refuri"])
        return f"#{link['refid']}"


class _Descriptions:
    """Returns the parsed nodes of the descriptions (`Prose`) of a leaf."""

    def __init__(self, leaf: gg_leaf) -> None:
        self._parsed: dict[Prose, gg_prose] = {}
        """By description, the node whose children are its parsed blocks."""
        self._returned: set[Prose] = set()
        """The descriptions whose blocks have been returned already."""
        for child in leaf.children:
            assert isinstance(child, gg_prose)
            self._parsed[child["prose"]] = child

    def __call__(self, prose: "Prose") -> list[nodes.Node]:
        """Return the nodes of a description. A description that occurs again is copied, since a
        node has only one place in a document.
        """
        blocks = list(self._parsed[prose].children)
        if prose in self._returned:
            return [block.deepcopy() for block in blocks]
        self._returned.add(prose)
        return blocks
