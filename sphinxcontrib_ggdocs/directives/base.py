"""Defines the base class of the directives: places, warnings, and the context of rendering.

A *record* is what this extension stores of a document that was built: its files, and the problem
if that failed. The *domain* remembers on which page which objects are described.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective

from ..ext.domain.gg import Shown, build_of, gg_domain
from ..ext.freshness import digest_of_shown
from ..ext.problems import Problem, Subtype, failure, notice, warn
from ..ext.stored_records import Record, Trust
from ..value_messages import suggestion

if TYPE_CHECKING:
    from ..ext.render.context import Anchors, RenderContext
    from ..native.view import DocumentView

ANCHORS = "ggdocs-anchors"
"""Key of the page's temporary data: the `Anchors` that the directives of the page share."""

LISTING = dict.fromkeys(("no-index", "no-index-entry", "no-contents-entry"), directives.flag)
"""Options that keep objects out of listings, as in Sphinx's own domains."""


def no_documents_hint() -> str:
    """Return the end of a message about a name that cannot be found because no documents are
    configured.
    """
    return (
        "; ggdocs_docs in conf.py defines none, and a document that '.. ggdocs::' builds from "
        "names exists only on its own page: configure it"
    )


class ReferenceDirective(SphinxDirective):
    """Base class of all directives of this extension, which show a document or a part of one."""

    def place(self) -> str:
        """Return the file and line of the directive, such as ``api/orders.rst:12``, relative to
        the source folder. The file may be one that the page includes.
        """
        source, line = self.get_source_info()
        return f"{os.path.relpath(source, self.env.srcdir)}:{line}"

    def get_location(self) -> str:
        """Return the absolute path and the line of the directive, which Sphinx puts in front of its
        warnings.
        """
        return gg_domain(self.env).location(self.place())

    def problem(self, subtype: str, message: str, trace: str = "") -> list[nodes.Node]:
        """Warn of a problem, and return a notice that shows it on the page.

        Args:
            subtype: The subtype of the warning.
            message: The message.
            trace: The traceback of the cause.
        """
        warn(Problem(subtype, message, trace), self.get_location())
        return [notice(message)]

    def rendered(
        self, name: str, context: "RenderContext", render: Callable[[], list[nodes.Node]]
    ) -> list[nodes.Node]:
        """Call a function that renders objects, note the objects in the domain, and return the
        nodes. If the function fails, return a notice.

        Args:
            name: The rendered part in messages, such as ``document 'shop'``.
            context: The context of the rendering, which collects the objects.
            render: The function.
        """
        try:
            rendered = render()
        except Exception as error:  # noqa: BLE001
            # Roles and directives in descriptions may raise anything.
            return self.problem(*failure(f"{name} cannot be shown", error))
        # A title has no source. Warnings and messages for translators name the source of its
        # section.
        for section in rendered:
            if isinstance(section, nodes.section):
                self.set_source_info(section)
        # The place of the directive is that of all objects, for warnings about duplicates.
        place = self.place()
        for entry in context.entries:
            gg_domain(self.env).note_objects(self.env.docname, [entry._replace(place=place)])
        return rendered

    def configured(self, slugs: tuple[str, ...] | None) -> tuple[list[Record], list[nodes.Node]]:
        """Return the records of configured documents, and notices for unknown slugs.

        Args:
            slugs: The slugs of the documents; None for all documents. Those of documents that the
                audience must not see give neither a record nor a notice.
        """
        build = build_of(self.env)
        config = build.config
        notices: list[nodes.Node] = []
        requested_slugs: Iterable[str] = config.documents
        if slugs is not None:
            requested_slugs = slugs
        # Documents that the audience must not see are configured, but no message names them.
        if not requested_slugs and not config.hidden:
            message = "no documents are configured; set ggdocs_docs in conf.py"
            notices += self.problem(Subtype.UNKNOWN_SLUG, f"{self.name}: {message}")
        records: list[Record] = []
        for slug in requested_slugs:
            if slug in config.documents:
                records.append(build.records[slug])
            elif slug not in config.hidden:
                hint = suggestion(slug, config.documents) or no_documents_hint()
                message = f"{self.name}: no document {slug!r} is configured{hint}"
                notices += self.problem(Subtype.UNKNOWN_SLUG, message)
        return records, notices

    def slugs_or_all(self, slugs: tuple[str, ...] | None) -> tuple[str, ...]:
        """Return the slugs in the directive's argument; without an argument, those of all
        configured documents.

        These include the ones hidden from the audience: the page depends on them, too, since the
        next build may be for an audience that may see them.
        """
        config = build_of(self.env).config
        if slugs is None:
            return (*config.documents, *sorted(config.hidden))
        return slugs

    def note_shown(self, **fields: Any) -> None:
        """Note in the domain that the directive shows documents or parts of documents, so that the
        page is read again when their content, as the digest shows it, changes.

        Args:
            fields: The fields of `Shown` except place and digest.
        """
        directive = Shown(self.place(), **fields)
        directive = directive._replace(digest=digest_of_shown(build_of(self.env), directive))
        gg_domain(self.env).note_shown(self.env.docname, directive)

    def anchors(self) -> "Anchors":
        """Return the registry of ids that all directives of the page share.

        docutils does not know the ids in nodes that an earlier directive has returned.
        """
        from ..ext.render.context import Anchors

        anchors: Anchors = self.env.temp_data.get(ANCHORS) or Anchors(self.state.document.ids)
        self.env.temp_data[ANCHORS] = anchors
        return anchors

    def context(self, record: Record) -> "tuple[DocumentView, RenderContext]":
        """Return the view of a stored document, and the context for rendering it on this page."""
        view = build_of(self.env).view(record)
        return view, self.context_of(view, record.slug, record.trust)

    def context_of(self, view: "DocumentView", slug: str, trust: Trust) -> "RenderContext":
        """Return the context for rendering a document on this page.

        Args:
            view: The view of the document.
            slug: The slug of the document.
            trust: The origin of its descriptions.
        """
        from ..ext.descriptions import Describer
        from ..ext.render.context import RenderContext
        from ..native.blocks.scope import Scope

        build = build_of(self.env)
        for_translators = build.builder.name == "gettext"  # it collects messages
        path, line = self.get_source_info()  # for warnings about descriptions
        # The options of the directive, and Sphinx's settings for tables of contents.
        contents = self.config.toc_object_entries_show_parents
        if "no-contents-entry" in self.options or not self.config.toc_object_entries:
            contents = "none"
        return RenderContext(
            slug=slug,
            describe=Describer(
                env=self.env,
                document=self.state.document,
                trust=trust,
                markup=view.document.markup or "markdown",
                allow_raw=build.config.allow_raw,
                path=path,
                line=line,
            ),
            scope=Scope(view=view),
            anchors=self.anchors(),
            in_inventory="no-index" not in self.options,
            in_general_index="no-index-entry" not in self.options,
            document="" if build.config.alone else slug,  # a single document need not be named
            contents=contents,
            page=self.env.docname,
            for_translators=for_translators,
            is_translated=for_translators or _has_translations(self.env),
        )


def _has_translations(env: BuildEnvironment) -> bool:
    """Return whether the project has a folder of translations into the language of the build, such
    as ``locale/de`` for ``de_AT``.
    """
    language = env.config.language
    names = {language, language.partition("_")[0]}
    for folder in env.config.locale_dirs:
        for name in names:
            if Path(env.srcdir, folder, name).is_dir():
                return True
    return False
