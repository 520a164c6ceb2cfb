"""Implements ``.. ggdocs::``, the reference of whole documents, and ``.. ggdocs-page::``, which
shows one page of a large reference in sources that this extension writes.

A *record* is what this extension stores of a document that was built: its files, and the problem
if that failed. A large document is *split* into several pages.
"""

from collections.abc import Mapping, Sequence
from functools import partial
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
"""The layouts of the UI: ``sidebar`` shows the table of contents next to the text, ``auto`` does so
unless the theme lists the methods, ``plain`` shows the static text first, and ``full`` has the
table of contents behind a button."""


DEFINING_OPTIONS = ("slug", "title", "version")
"""Options of a document that the directive itself defines."""

CONFIGURED = ("app", "audience", "groups", "history", "http", "openapi", "servers", "split", "ws")
"""Fields of configured documents that authors might take for options of the directive."""


def refuse_option(value: str | None) -> None:
    """Refuse an option of the directive that is a field of configured documents.

    Raises:
        ValueError: Always; docutils reports it at the directive.
    """
    raise ValueError("configure the document in ggdocs_docs of conf.py, and name its slug here")


class GgdocsDirective(ReferenceDirective):
    """Shows the reference of configured documents, all or those with the given slugs, or of a
    document that the directive defines by the import names of contracts or of an application.
    """

    optional_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {
        **LISTING,
        **dict.fromkeys(DEFINING_OPTIONS, directives.unchanged_required),
        **dict.fromkeys(CONFIGURED, refuse_option),
        "layout": lambda text: directives.choice(text, LAYOUTS),
    }

    def run(self) -> list[nodes.Node]:
        """Render the documents between two markers. In the browser, the UI replaces what is between
        them. If no document can be shown, return only notices of the problems.
        """
        slugs_or_names = None
        if self.arguments:
            slugs_or_names = tuple(words_of(self.arguments[0]))
        # ``shop.contracts:OrderApi`` has a colon, and a slug never has one.
        has_import_names = ":" in "".join(self.arguments)
        has_defining_options = not self.options.keys().isdisjoint(DEFINING_OPTIONS)
        if has_import_names or has_defining_options:
            records, problems = self._defined(slugs_or_names or ())
        else:
            records, problems = self.configured(slugs_or_names)
            self.note_shown(slugs=self.slugs_or_all(slugs_or_names))
        shown_documents, references = self._references(records)
        rendered = [*problems, *references]
        if not shown_documents:
            return rendered
        # Notices come before the marker, so that the UI does not replace them.
        notices = [node for node in rendered if is_notice(node)]
        static_text = [node for node in rendered if not is_notice(node)]
        layout = self.options.get("layout")
        # The page of a record is the one whose directive defines the document; it is empty for
        # configured documents. A directive that defines a document shows no other one, so that all
        # records have the same page.
        begin = gg_begin("", documents=shown_documents, layout=layout, page=records[0].page)
        return [*notices, begin, *static_text, gg_end("")]

    def _references(
        self, records: Sequence[Record]
    ) -> tuple[list[tuple[str, str]], list[nodes.Node]]:
        """Render the references of documents, and notices for those that could not be built.

        Returns:
            The slug and title of each document that is shown, and the nodes of all documents.
        """
        shown_documents: list[tuple[str, str]] = []
        rendered: list[nodes.Node] = []
        for record in records:
            split = build_of(self.env).splits.get(record.slug)
            if record.problem is not None:
                rendered.append(notice(record.problem.message))
            # Without a contract document, it could never be built. The pages of a split document
            # stay if a build fails, and show the last state that could be built.
            if CONTRACT_DOCUMENT not in record.files or (record.problem and not split):
                continue
            shown_documents.append((record.slug, record.title))
            if split:
                rendered += self._front_page(record, split)
            else:
                rendered += self._whole_reference(record)
        return shown_documents, rendered

    def _defined(self, names: Sequence[str]) -> tuple[list[Record], list[nodes.Node]]:
        """Load the document that the directive defines.

        Args:
            names: The import names of contracts or of an application.

        Returns:
            The record of the document, or a notice if the directive is wrong.
        """
        build, page = build_of(self.env), self.env.docname
        options = {name: self.options[name] for name in DEFINING_OPTIONS if name in self.options}
        # An option `slug` takes precedence over the slug that is made of the page's name.
        values = for_audience({"slug": slug_of_page(page)} | options, build.config.audience)
        assert values is not None  # the document is not limited to an audience
        definition = Definition(values, tuple(names), page)
        problem = self._definition_problem(definition)
        if problem is not None:
            return [], self.problem(*problem)
        record = load_defined(build, definition)
        self.note_shown(slugs=(definition.slug,), definition=definition)
        for document_problem in filter(None, (record.problem, *record.notes)):
            warn(document_problem, self.get_location())
        if record.problem is not None or not record.is_complete:
            # The cause may be in any module, so the next build reads the page again.
            self.env.note_reread()
        if record.contents.split is not None:
            message = "%s: document %r is large; configure it in ggdocs_docs to split it into pages"
            logger.info(message, self.place(), record.slug)
        return [record], []

    def _definition_problem(self, definition: Definition) -> Problem | None:
        """Return the problem with the names and options of the directive; None if there is none."""
        config, page, slug = build_of(self.env).config, self.env.docname, definition.slug
        if not definition.names:
            message = "ggdocs: an option without a contract; name one, as package.module:OrderApi"
            return Problem(Subtype.OPTION, message)
        slugs = [name for name in definition.names if ":" not in name]
        if slugs:
            message = f"ggdocs: the slug {slugs[0]!r} among names of contracts"
            return Problem(Subtype.OPTION, f"{message}; write a directive for each")
        if not slug:
            return Problem("slug", f"ggdocs: no slug can be made from {page!r}; give a :slug:")
        # The slugs of configured documents, and of documents that this page defines already.
        places = dict.fromkeys((*config.documents, *config.hidden), "ggdocs_docs")
        for directive in gg_domain(self.env).shown.get(page, ()):
            if directive.definition is not None:
                places[directive.definition.slug] = directive.place
        for other_slug, place in places.items():
            if other_slug.lower() == slug.lower():  # some file systems ignore case
                message = slug_message(slug, other_slug, place)
                return Problem("duplicate-slug", f"{message}; give this one another :slug:")
        return None

    def _front_page(self, record: Record, split: Split) -> list[nodes.Node]:
        """Render the head of a document that is split into pages, links to the pages, and the
        workflows.
        """
        from ..ext.render.reference import front_nodes, listed_pages, workflow_section
        from ..native.pages import MOST_METHODS

        build = build_of(self.env)
        # The page with the directive itself has an empty name.
        page_names = [name for name in record.contents.pages[split] if name]
        docnames = {name: page_docname(build.config, record.slug, name) for name in page_names}
        if not self.env.found_docs.issuperset(docnames.values()):
            first_docname = docnames[page_names[0]]
            pages = f"{first_docname!r} and the other pages of {record.slug!r}"
            return self.problem(Subtype.OUTPUT, f"{pages} are excluded or cannot be written")
        page_views = build.pages(record, split)
        # Pages below other pages are in the tables of contents of these.
        titles = {name: None for name, page in page_views.items() if not page.above}
        view, context = self.context(record)
        # In place of a visible table of contents, a large document has a list of its pages with
        # their first methods.
        is_large = len(view.methods) > MOST_METHODS
        contents = _contents(self, record.slug, titles, hidden=is_large)
        if is_large:
            contents += listed_pages(context, page_views, docnames)
        document_name = f"document {record.slug!r}"
        files = gg_files("", document=record.slug)
        front = self.rendered(document_name, context, partial(front_nodes, context, files))
        workflows = self.rendered(
            f"workflows of {document_name}",
            context,
            partial(workflow_section, context, sections=False),
        )
        return [*front, contents, *workflows]

    def _whole_reference(self, record: Record) -> list[nodes.Node]:
        """Render the reference of a document that is not split into pages."""
        from ..ext.render.reference import reference_nodes

        _view, context = self.context(record)
        document_name = f"document {record.slug!r}"
        files = gg_files("", document=record.slug, page=record.page)
        # docutils allows sections only in a section or on the page itself.
        with_sections = isinstance(self.state_machine.node, nodes.document | nodes.section)
        return self.rendered(
            document_name, context, lambda: reference_nodes(context, files, sections=with_sections)
        )


def _contents(
    directive: SphinxDirective,
    slug: str,
    titles: Mapping[str, str | None],
    *,
    hidden: bool = False,
) -> nodes.compound:
    """Return a table of contents with pages of a split document.

    Args:
        directive: The directive that shows it.
        slug: The slug of the document.
        titles: The title of each page by its name; None for the title that the page itself has.
        hidden: Whether only the theme shows it, such as in a sidebar.
    """
    env = directive.env
    config = build_of(env).config
    entries: list[tuple[str | None, str]] = []
    for name, title in titles.items():
        entries.append((title, page_docname(config, slug, name)))
    # All attributes that the directive `toctree` sets, since Sphinx and themes require them.
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
    """Shows a page of a split document with its title; the arguments are the slug and the page's
    name.
    """

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """Render the page, with its title and links to the pages below it."""
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
        # docutils makes an empty id of a title without Latin letters.
        anchor = context.anchors.claim(nodes.make_id(title) or "page")
        section = section_node(context, title, anchor)
        self.set_source_info(section)
        opens = page.opens  # what the UI shows on this page, as the end of an address
        # The address of a part ends with its heading, such as `A`, which the UI shows in its title.
        # The end of the range, ` to M`, is added here, in the language of the page.
        if page.above:
            opens += quote(range_end(page))
        section += gg_begin("", documents=[(slug, record.title)], open=opens)
        page_in_messages = f"page {name!r} of document {slug!r}"
        section += self.rendered(page_in_messages, context, lambda: page_nodes(context, page))
        if page.below:
            titles: dict[str, str | None] = dict.fromkeys(page.below)
            # Titles without the heading of this page; a translation has the whole titles only.
            if not context.is_translated:
                for name_below in page.below:
                    page_below = pages[name_below]
                    titles[name_below] = page_below.heading_below(page) + range_end(page_below)
            section += _contents(self, slug, titles)
        section += gg_end("")
        return [section]
