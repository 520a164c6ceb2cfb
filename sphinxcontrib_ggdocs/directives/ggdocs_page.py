"""``.. ggdocs-page::``: one page of a large reference, in the sources that the extension writes."""

from typing import Any, ClassVar

from docutils import nodes

from ..ext.config import GgConfig, key_of
from ..ext.domain.gg import gg_domain
from ..ext.embed import gg_begin, gg_end
from ..ext.freshness import configured, part_digest, shown_digest
from ..ext.problems import Subtype
from ..ext.store import CONTRACT_DOCUMENT, PAGE, Shown
from .base import ReferenceDirective


class GgdocsPageDirective(ReferenceDirective):
    """Slug and name of the page; its title is part of what it makes."""

    required_arguments = 2
    option_spec: ClassVar[dict[str, Any]] = {}

    def run(self) -> list[nodes.Node]:
        from ..ext.render.reference import page_nodes, page_title, section_node
        from ..native.view import pages_of

        slug, name = self.arguments
        config = GgConfig.of(self.config)
        split = config.splits.get(slug)
        values = configured(config, (slug,))[0][1]
        if split is None or values is None:
            return self.problem(
                f"ggdocs-page: no document {slug!r} is configured to be split", Subtype.UNKNOWN_SLUG
            )
        key = key_of(values)
        record = self.record(key, values)
        target = f"{slug} {name}"
        shown = Shown(
            place=self.place(),
            slugs=(slug,),
            keys=(key,),
            digests=(shown_digest(self.env, record),),
            alone=config.alone,
            part=(PAGE, target, part_digest(self.env, {key: record}, PAGE, target, config.splits)),
        )
        gg_domain(self.env).note_shown(self.env.docname, shown)
        if CONTRACT_DOCUMENT not in record.files:
            return self.problem(
                f"ggdocs-page: document {slug!r} has no page {name!r}", Subtype.MISSING
            )
        view, context = self.context(key)
        page = pages_of(view, split).get(name)
        if page is None:
            return self.problem(
                f"ggdocs-page: document {slug!r} has no page {name!r}", Subtype.MISSING
            )
        self.note_modules(record, page.objects)
        title = page_title(page)
        anchor = context.anchors.claim(nodes.make_id(title) or "page")
        section = section_node(context, title, anchor)
        self.set_source_info(section)
        begin = gg_begin("", documents=[(record.slug, record.title)], keys=[key], open=page.opens)
        found = self.rendered(
            f"page {name!r} of document {slug!r}", context, lambda: page_nodes(context, page)
        )
        section.extend([begin, *found, gg_end("")])
        return [section]
