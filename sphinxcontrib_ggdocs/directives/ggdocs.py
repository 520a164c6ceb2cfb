"""``.. ggdocs::``: the reference of configured documents; and its pages, ``.. ggdocs-page::``, in
sources that the extension writes.
"""

from collections.abc import Mapping
from typing import ClassVar
from urllib.parse import quote

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from ..ext.build import CONTRACT_DOCUMENT, Record
from ..ext.domain.gg import PAGE, build_of
from ..ext.gg_nodes import gg_begin, gg_end, gg_files
from ..ext.page_sources import page_docname, words_of
from ..ext.problems import Subtype, is_notice, notice
from ..named_objects import Split
from .base import LISTING, ReferenceDirective

LAYOUTS = ("auto", "sidebar", "plain", "full")
"""The first view of the UI: ``sidebar`` has its contents next to the text, ``auto`` does unless the
theme lists the methods, ``plain`` is the static text, ``full`` has the contents behind a button.
"""


class GgdocsDirective(ReferenceDirective):
    """Shows the reference of the configured documents with the given slugs, or of all."""

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {
        **LISTING,
        "layout": lambda text: directives.choice(text, LAYOUTS),
    }

    def run(self) -> list[nodes.Node]:
        """Render documents between the marks at which the UI replaces the text."""
        slugs = None
        if self.arguments:
            slugs = tuple(words_of(self.arguments[0]))
        records, problems = self.configured(slugs)
        self.note_shown(slugs=self.asked(slugs))
        splits = build_of(self.env).splits
        rendered = problems
        linked: list[tuple[str, str]] = []
        for record in records:
            split = splits.get(record.slug)
            if record.problem is not None:
                rendered.append(notice(record.problem.message))
            if CONTRACT_DOCUMENT not in record.files or (record.problem and not split):
                continue
            linked.append((record.slug, record.title))
            if split:
                rendered += self._front(record, split)
            else:
                rendered += self._rendered(record)
        if not linked:
            return rendered
        # The UI would cover notices.
        before: list[nodes.Node] = []
        rest: list[nodes.Node] = []
        for node in rendered:
            (before if is_notice(node) else rest).append(node)
        begin = gg_begin("", documents=linked, layout=self.options.get("layout"))
        return [*before, begin, *rest, gg_end("")]

    def _front(self, record: Record, split: Split) -> list[nodes.Node]:
        """Render the head of a document that is split into pages, and links to the pages."""
        from ..ext.render.reference import front_nodes, listed_pages
        from ..native.view.pages import MANY_METHODS

        build = build_of(self.env)
        names = record.contents.pages[split]
        pages = [page_docname(build.config, record.slug, name) for name in names if name]
        if not self.env.found_docs.issuperset(pages):
            others = f"{pages[0]!r} and the other pages of {record.slug!r}"
            return self.problem(Subtype.OUTPUT, f"{others} are excluded or cannot be written")
        shown = build.pages(record, split)
        first = {name: None for name, page in shown.items() if not page.above}
        view, context = self.context(record)
        methods = sum(kind == "method" for kind, _name in view.objects)
        contents = _contents(self, record.slug, first, hidden=methods > MANY_METHODS)
        if methods > MANY_METHODS:
            docnames = dict(zip(filter(None, names), pages, strict=True))
            contents += listed_pages(context, shown, docnames)
        named, files = f"document {record.slug!r}", gg_files("", document=record.slug)
        rendered = self.rendered(named, context, lambda: front_nodes(context, view.head, files))
        return [*rendered, contents]

    def _rendered(self, record: Record) -> list[nodes.Node]:
        from ..ext.render.reference import reference_nodes

        view, context = self.context(record)
        named, files = f"document {record.slug!r}", gg_files("", document=record.slug)
        # Titles are allowed in a section or on the page itself, not in an admonition or a list.
        sections = isinstance(self.state_machine.node, nodes.document | nodes.section)
        return self.rendered(
            named, context, lambda: reference_nodes(context, view, files, sections=sections)
        )


def _contents(
    directive: SphinxDirective,
    slug: str,
    titles: Mapping[str, str | None],
    *,
    hidden: bool = False,
) -> nodes.compound:
    """Return a table of contents with the given titles; None as title means that of the page."""
    env = directive.env
    config = build_of(env).config
    entries: list[tuple[str | None, str]] = []
    for name, title in titles.items():
        entries.append((title, page_docname(config, slug, name)))
    # All of what the directive `toctree` sets: Sphinx and themes read these attributes without a
    # default.
    toctree = addnodes.toctree(
        parent=env.docname,
        entries=entries,
        includefiles=[docname for _title, docname in entries],
        maxdepth=2,
        caption=None,
        glob=False,
        hidden=hidden,
        includehidden=False,
        numbered=0,
        titlesonly=False,
    )
    directive.set_source_info(toctree)
    return nodes.compound("", toctree, classes=["toctree-wrapper"])


class GgdocsPageDirective(ReferenceDirective):
    """Shows a page of a large document, named by slug and page name, with its title."""

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        from ..ext.render.reference import page_nodes, page_title, range_end, section_node

        slug, name = self.arguments
        build = build_of(self.env)
        split = build.splits.get(slug)
        if split is None:
            message = f"ggdocs-page: no document {slug!r} is split into pages"
            return self.problem(Subtype.UNKNOWN_SLUG, message)
        record = build.records[slug]
        self.note_shown(kind=PAGE, page=name, slugs=(slug,))
        if name not in record.contents.pages.get(split, {}):
            message = f"ggdocs-page: document {slug!r} has no page {name!r}"
            return self.problem(Subtype.MISSING, message)
        _view, context = self.context(record)
        pages = build.pages(record, split)
        page = pages[name]
        title = page_title(page)
        anchor = context.anchors.claim(nodes.make_id(title) or "page")
        section = section_node(context, title, anchor)
        self.set_source_info(section)
        opens = page.opens
        if page.above:  # the address of a part ends with the heading
            opens += quote(range_end(page))
        section += gg_begin("", documents=[(slug, record.title)], open=opens)
        named = f"page {name!r} of document {slug!r}"
        section += self.rendered(named, context, lambda: page_nodes(context, page))
        if page.below:
            listed: dict[str, str | None] = dict.fromkeys(page.below)
            if not context.is_translated:
                for name in page.below:
                    listed[name] = pages[name].heading_below(page) + range_end(pages[name])
            section += _contents(self, slug, listed)
        section += gg_end("")
        return [section]
