"""What of a catalogue of services is known only when a page is written: where a service is
described, its files in the output, and the filter, which HTML alone has.
"""

from html import escape
from typing import Any

from docutils import nodes
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import make_refnode

from . import _
from .catalog_nodes import gg_downloads, gg_filter, gg_service_link
from .domain.gg import gg_domain
from .embed import has_own_files, site_prefix
from .freshness import builder_of
from .store import CONTRACT_DOCUMENT, other_files


class WriteCatalogs(SphinxPostTransform):
    """Turns these nodes into what the builder writes."""

    default_priority = 1

    def run(self, **kwargs: Any) -> None:
        builder = builder_of(self.env)
        self._has_files = has_own_files(builder)
        for filtered in list(self.document.findall(gg_filter)):
            filtered.replace_self(self._filter() if builder.format == "html" else [])
        for link in list(self.document.findall(gg_service_link)):
            link.replace_self(self._link(link))
        for files in list(self.document.findall(gg_downloads)):
            files.replace_self(self._downloads(files))

    def _filter(self) -> list[nodes.Node]:
        """The place of the filter, which a script of the site fills."""
        if not self._has_files:
            return []
        from ..native.catalog_assets import catalog_assets
        from ..native.start_page import filter_words

        words = {
            "Filter services": _("Filter services"),
            "{0} of {1} services": _("{0} of {1} services"),
            "Owner": _("Owner"),
            "Lifecycle": _("Lifecycle"),
            "any": _("any"),
        }
        prefix = site_prefix(self.env)
        script, style = (escape(prefix + asset.path) for asset in catalog_assets())
        html = (
            f'<link rel="stylesheet" href="{style}"><script defer src="{script}"></script>'
            f'<div class="gg-filter" data-words="{escape(filter_words(words.__getitem__))}" hidden>'
            "</div>\n"
        )
        return [nodes.raw("", html, format="html")]

    def _link(self, node: gg_service_link) -> list[nodes.Node]:
        """To the page that shows the whole document, else to the full page in HTML."""
        builder = builder_of(self.env)
        place = gg_domain(self.env).reference_place(node["document"], node["slug"])
        if place is not None:
            docname, anchor = place
            single = isinstance(builder, SingleFileHTMLBuilder)
            origin = docname if single else self.env.docname
            return [make_refnode(builder, origin, docname, anchor, list(node.children))]
        if not self._has_files:
            return list(node.children)
        address = f"{site_prefix(self.env)}index.html#/{node['slug']}"
        return [nodes.reference("", "", *node.children, refuri=address, internal=True)]

    def _downloads(self, node: gg_downloads) -> list[nodes.Node]:
        record = gg_domain(self.env).records.get(node["document"])
        if record is None or not self._has_files:
            return []
        paragraph = nodes.paragraph("", classes=["gg-fact", "gg-files"])
        folder = f"{site_prefix(self.env)}{record.slug}/"
        files = ((_("Contract document"), CONTRACT_DOCUMENT), *other_files(record.files))
        for position, (called, name) in enumerate(files):
            if position:
                paragraph += nodes.Text(", ")
            paragraph += nodes.reference("", called, refuri=folder + name, internal=True)
        return [paragraph]
