"""``.. ggdocs-page::``: one page of a large reference, in the sources that the extension writes."""

from docutils import nodes

from ..ext.config import GgConfig
from ..ext.embed import gg_begin, gg_end
from ..ext.problems import Subtype
from ..ext.store import PAGE, store_of
from .base import ReferenceDirective


class GgdocsPageDirective(ReferenceDirective):
    """Slug and name of the page; its title is part of what it makes."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        from ..ext.render.reference import page_nodes, page_title, section_node
        from ..native.view import pages_of

        slug, name = self.arguments
        config = GgConfig.of(self.config)
        split = config.splits.get(slug)
        if split is None:
            message = f"ggdocs-page: no document {slug!r} is configured to be split"
            return self.problem(message, Subtype.UNKNOWN_SLUG)
        record = self.records({slug: config.documents[slug]})[slug]
        self.note_shown(kind=PAGE, target=f"{slug} {name}", slugs=(slug,), keys=(slug,))
        if name not in store_of(self.env).contents(record).pages.get(split, {}):
            message = f"ggdocs-page: document {slug!r} has no page {name!r}"
            return self.problem(message, Subtype.MISSING)
        view, context = self.context(record)
        page = pages_of(view, split)[name]
        self.note_modules(record, page.objects)
        title = page_title(page)
        anchor = context.anchors.claim(nodes.make_id(title) or "page")
        section = section_node(context, title, anchor)
        self.set_source_info(section)
        section += gg_begin("", documents=[(slug, record.title)], keys=[slug], open=page.opens)
        named = f"page {name!r} of document {slug!r}"
        section += self.rendered(named, context, lambda: page_nodes(context, page))
        section += gg_end("")
        return [section]
