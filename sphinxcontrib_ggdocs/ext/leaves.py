"""Writes the leaves of a page, as HTML or as nodes, when the page is written."""

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
    """Replaces leaves by raw HTML or by nodes, and messages for translators by descriptions."""

    default_priority = 4  # before references are resolved

    def run(self, **kwargs: Any) -> None:
        leaves = list(self.document.findall(gg_leaf))
        if not leaves:
            return
        from ..native.ui_language import catalogue, language_of

        self._builder = gg_domain(self.env).build.builder
        self._words = catalogue(language_of(self.config.language))
        self._addresses: dict[tuple[str, str], str] = {}
        for leaf in leaves:
            if self._builder.name == "gettext":
                leaf.replace_self([node for child in leaf.children for node in child.children])
            else:
                leaf.replace_self(self._written(leaf))

    def _written(self, leaf: gg_leaf) -> list[nodes.Node]:
        # A build that writes no page needs none of these.
        from .render.html_writer import SphinxWriter
        from .render.node_writer import NodeWriter

        ids, parsed = leaf["anchors"], _Descriptions(leaf)
        is_html = self._builder.format == "html"
        node_writer = NodeWriter(ids, self._words, parsed, can_fold=is_html)
        # An e-book shows the addresses of links as text, which it takes from nodes.
        if not is_html or self._builder.name == "epub":
            return node_writer.write(leaf["blocks"])

        def address(ref: "Ref") -> str:
            anchor = ids.get((ref.kind, ref.name))
            if anchor is None or ref.kind == "type":
                return self._address(ref)
            return f"#{anchor}"

        return SphinxWriter(node_writer, self._words, parsed, address).write(leaf["blocks"])

    def _address(self, ref: "Ref") -> str:
        """Return the address of an object on another page."""
        key = ref.kind, ref.name
        if key not in self._addresses:
            self._addresses[key] = self._resolved(ref)
        return self._addresses[key]

    def _resolved(self, ref: "Ref") -> str:
        """Resolve a reference as Sphinx does, for other projects may describe the object."""
        domain, page = gg_domain(self.env), self.env.docname
        content = nodes.inline()
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
        except NoUri:
            return ""
        if not isinstance(link, nodes.reference):
            return ""
        if "refuri" in link:
            return str(link["refuri"])
        return f"#{link['refid']}"


class _Descriptions:
    """The parsed descriptions of a leaf, each at every place that has it."""

    def __init__(self, leaf: gg_leaf) -> None:
        self._parsed: dict[Prose, gg_prose] = {}
        self._given: set[Prose] = set()
        for child in leaf.children:
            assert isinstance(child, gg_prose)
            self._parsed[child["prose"]] = child

    def __call__(self, prose: "Prose") -> list[nodes.Node]:
        blocks = list(self._parsed[prose].children)
        if prose in self._given:
            return [block.deepcopy() for block in blocks]
        self._given.add(prose)
        return blocks
