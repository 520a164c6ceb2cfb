"""Implements ``.. ggdocs::``, the reference of configured documents or of named contracts, and ``..
ggdocs-page::``, which shows one of its pages in sources that the extension writes.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar
from urllib.parse import quote

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from ..ext.build import CONTRACT_DOCUMENT
from ..ext.conf_values import Definition, for_audience
from ..ext.domain.gg import PAGE, build_of, gg_domain
from ..ext.gg_nodes import gg_begin, gg_end, gg_files
from ..ext.named_documents import load_defined, slug_message, slug_of_page
from ..ext.page_sources import page_docname, words_of
from ..ext.problems import Problem, Subtype, is_notice, logger, notice, warn
from ..ext.stored_records import Record
from ..named_objects import Split
from .base import LISTING, ReferenceDirective

LAYOUTS = ("auto", "sidebar", "plain", "full")
"""The first view of the UI: ``sidebar`` has its contents next to the text, ``auto`` does unless the
theme lists the methods, ``plain`` is the static text, ``full`` has the contents behind a button.
"""


OWN = ("slug", "title", "version")
"""Options of a document that the directive defines."""

CONFIGURED = ("app", "audience", "groups", "history", "http", "openapi", "servers", "split", "ws")
"""Fields of documents that one might take for options."""


def refuse_option(value: str | None) -> None:
    """Refuse an option that is a field of configured documents."""
    raise ValueError("configure the document in ggdocs_docs of conf.py, and name its slug here")


class GgdocsDirective(ReferenceDirective):
    """Shows the reference of the configured documents with the given slugs, or of all; or of a
    document that names of contracts or of an application define.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {
        **LISTING,
        **dict.fromkeys(OWN, directives.unchanged_required),
        **dict.fromkeys(CONFIGURED, refuse_option),
        "layout": lambda text: directives.choice(text, LAYOUTS),
    }

    def run(self) -> list[nodes.Node]:
        """Render documents between the marks at which the UI replaces the text."""
        words = None
        if self.arguments:
            words = tuple(words_of(self.arguments[0]))
        if ":" in "".join(self.arguments) or not self.options.keys().isdisjoint(OWN):
            records, problems = self._defined(words or ())
        else:
            records, problems = self.configured(words)
            self.note_shown(slugs=self.asked(words))
        linked, references = self._references(records)
        rendered = [*problems, *references]
        if not linked:
            return rendered
        # The UI would cover notices.
        notices = [node for node in rendered if is_notice(node)]
        rest = [node for node in rendered if not is_notice(node)]
        page, layout = records[0].page, self.options.get("layout")
        begin = gg_begin("", documents=linked, layout=layout, page=page)
        return [*notices, begin, *rest, gg_end("")]

    def _references(
        self, records: Sequence[Record]
    ) -> tuple[list[tuple[str, str]], list[nodes.Node]]:
        """Return slug and title of each document that can be shown, and the nodes of all."""
        linked: list[tuple[str, str]] = []
        rendered: list[nodes.Node] = []
        for record in records:
            split = build_of(self.env).splits.get(record.slug)
            if record.problem is not None:
                rendered.append(notice(record.problem.message))
            if CONTRACT_DOCUMENT not in record.files or (record.problem and not split):
                continue
            linked.append((record.slug, record.title))
            if split:
                rendered += self._front(record, split)
            else:
                rendered += self._rendered(record)
        return linked, rendered

    def _defined(self, names: Sequence[str]) -> tuple[list[Record], list[nodes.Node]]:
        """Return the document that names define, or what is wrong with the directive."""
        build, page = build_of(self.env), self.env.docname
        options = {name: self.options[name] for name in OWN if name in self.options}
        values = for_audience({"slug": slug_of_page(page)} | options, build.config.audience)
        assert values is not None  # it has no audience of its own
        definition = Definition(values, tuple(names), page)
        if (wrong := self._wrong_definition(definition)) is not None:
            return [], self.problem(*wrong)
        record = load_defined(build, definition)
        self.note_shown(slugs=(definition.slug,), definition=definition)
        for problem in filter(None, (record.problem, *record.notes)):
            warn(problem, self.get_location())
        if record.problem is not None or not record.is_complete:
            self.env.note_reread()
        if record.contents.split is not None:
            message = "%s: document %r is large; configure it in ggdocs_docs to split it into pages"
            logger.info(message, self.place(), record.slug)
        return [record], []

    def _wrong_definition(self, definition: Definition) -> Problem | None:
        """Return what is wrong with names and options of the directive."""
        config, page, slug = build_of(self.env).config, self.env.docname, definition.slug
        if not definition.names:
            message = "ggdocs: an option without a contract; name one, as package.module:OrderApi"
            return Problem(Subtype.OPTION, message)
        if slugs := [name for name in definition.names if ":" not in name]:
            message = f"ggdocs: the slug {slugs[0]!r} among names of contracts"
            return Problem(Subtype.OPTION, f"{message}; write a directive for each")
        if not slug:
            return Problem("slug", f"ggdocs: no slug can be made from {page!r}; give a :slug:")
        places = dict.fromkeys((*config.documents, *config.hidden), "ggdocs_docs")
        for entry in gg_domain(self.env).shown.get(page, ()):
            if entry.definition is not None:
                places[entry.definition.slug] = entry.place
        for other, place in places.items():
            if other.lower() == slug.lower():
                message = slug_message(slug, other, place)
                return Problem("duplicate-slug", f"{message}; give this one another :slug:")
        return None

    def _front(self, record: Record, split: Split) -> list[nodes.Node]:
        """Render the head of a document that is split into pages, and links to the pages."""
        from ..ext.render.reference import front_nodes, listed_pages, workflow_section
        from ..native.pages import MOST_METHODS

        build = build_of(self.env)
        names = record.contents.pages[split]
        pages = [page_docname(build.config, record.slug, name) for name in names if name]
        if not self.env.found_docs.issuperset(pages):
            others = f"{pages[0]!r} and the other pages of {record.slug!r}"
            return self.problem(Subtype.OUTPUT, f"{others} are excluded or cannot be written")
        page_views = build.pages(record, split)
        first = {name: None for name, page in page_views.items() if not page.above}
        view, context = self.context(record)
        methods = sum(kind == "method" for kind, _name in view.objects)
        contents = _contents(self, record.slug, first, hidden=methods > MOST_METHODS)
        if methods > MOST_METHODS:
            docnames = dict(zip(filter(None, names), pages, strict=True))
            contents += listed_pages(context, page_views, docnames)
        named, files = f"document {record.slug!r}", gg_files("", document=record.slug)
        rendered = self.rendered(named, context, lambda: front_nodes(context, files))
        workflows = self.rendered(
            f"workflows of {named}",
            context,
            lambda: workflow_section(context, sections=False),
        )
        return [*rendered, contents, *workflows]

    def _rendered(self, record: Record) -> list[nodes.Node]:
        from ..ext.render.reference import reference_nodes

        _view, context = self.context(record)
        named = f"document {record.slug!r}"
        files = gg_files("", document=record.slug, page=record.page)
        # Titles are allowed in a section or on the page itself, not in an admonition or a list.
        sections = isinstance(self.state_machine.node, nodes.document | nodes.section)
        return self.rendered(
            named, context, lambda: reference_nodes(context, files, sections=sections)
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
