"""Defines the base class of the directives."""

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
"""Key of the page's temporary data: the ids that the directives of the page have handed out."""

LISTING = dict.fromkeys(("no-index", "no-index-entry", "no-contents-entry"), directives.flag)
"""Options that keep objects out of listings, as in Sphinx's own domains."""


def none_configured() -> str:
    """Return what to do where something is looked up in configured documents, and there are
    none.
    """
    return (
        "; ggdocs_docs in conf.py defines none, and a document that '.. ggdocs::' builds from "
        "names exists only on its own page: configure it"
    )


class ReferenceDirective(SphinxDirective):
    """Base of all of our directives, which show a document or a part of one."""

    def place(self) -> str:
        """Return file and line of the directive, relative to the folder of the sources."""
        source, line = self.get_source_info()
        return f"{os.path.relpath(source, self.env.srcdir)}:{line}"

    def get_location(self) -> str:
        """Return the absolute path and the line of the directive, also in included files."""
        return gg_domain(self.env).location(self.place())

    def problem(self, subtype: str, message: str, trace: str = "") -> list[nodes.Node]:
        """Warn of a problem, and show it on the page."""
        warn(Problem(subtype, message, trace), self.get_location())
        return [notice(message)]

    def rendered(
        self, what: str, context: "RenderContext", render: Callable[[], list[nodes.Node]]
    ) -> list[nodes.Node]:
        """Call `render`, and note the objects that it describes; an exception becomes a warning."""
        try:
            rendered = render()
        # Descriptions run anybody's roles and directives.
        except Exception as error:  # noqa: BLE001
            return self.problem(*failure(f"{what} cannot be shown", error))
        # A title has no source of its own: warnings and messages for translators name that of its
        # section.
        for section in rendered:
            if isinstance(section, nodes.section):
                self.set_source_info(section)
        place = self.place()
        for entry in context.entries:
            gg_domain(self.env).note_objects(self.env.docname, [entry._replace(place=place)])
        return rendered

    def configured(self, slugs: tuple[str, ...] | None) -> tuple[list[Record], list[nodes.Node]]:
        """Return the configured documents with some slugs, or all, and notices for the others."""
        build = build_of(self.env)
        config = build.config
        problems: list[nodes.Node] = []
        wanted: Iterable[str] = config.documents
        if slugs is not None:
            wanted = slugs
        if not wanted and not config.hidden:
            message = "no documents are configured; set ggdocs_docs in conf.py"
            problems += self.problem(Subtype.UNKNOWN_SLUG, f"{self.name}: {message}")
        known: list[Record] = []
        for slug in wanted:
            if slug in config.documents:
                known.append(build.records[slug])
            elif slug not in config.hidden:
                hint = suggestion(slug, config.documents)
                hint = hint or none_configured()
                message = f"{self.name}: no document {slug!r} is configured{hint}"
                problems += self.problem(Subtype.UNKNOWN_SLUG, message)
        return known, problems

    def asked(self, slugs: tuple[str, ...] | None) -> tuple[str, ...]:
        """Return the given slugs, or those of all documents, including hidden ones."""
        config = build_of(self.env).config
        if slugs is None:
            return (*config.documents, *sorted(config.hidden))
        return slugs

    def note_shown(self, **what: Any) -> None:
        """Store the documents that the directive shows; the arguments are fields of `Shown`."""
        entry = Shown(self.place(), **what)
        entry = entry._replace(digest=digest_of_shown(build_of(self.env), entry))
        gg_domain(self.env).note_shown(self.env.docname, entry)

    def anchors(self) -> "Anchors":
        """Return the registry of ids of this page."""
        from ..ext.render.context import Anchors

        # One for the page: docutils knows the ids that it has given itself, not those in what an
        # earlier directive has returned.
        anchors: Anchors = self.env.temp_data.get(ANCHORS) or Anchors(self.state.document.ids)
        self.env.temp_data[ANCHORS] = anchors
        return anchors

    def context(self, record: Record) -> "tuple[DocumentView, RenderContext]":
        """Return the view of a document and its context on this page."""
        view = build_of(self.env).view(record)
        return view, self.context_of(view, record.slug, record.trust)

    def context_of(self, view: "DocumentView", slug: str, trust: Trust) -> "RenderContext":
        """Return the context of a document on this page."""
        from ..ext.descriptions import Describer
        from ..ext.render.context import RenderContext
        from ..native.blocks.scope import Scope

        build = build_of(self.env)
        for_translators = build.builder.name == "gettext"
        path, line = self.get_source_info()
        hidden = "no-contents-entry" in self.options or not self.config.toc_object_entries
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
            document="" if build.config.alone else slug,
            contents="none" if hidden else self.config.toc_object_entries_show_parents,
            page=self.env.docname,
            for_translators=for_translators,
            is_translated=for_translators or _has_catalogues(self.env),
        )


def _has_catalogues(env: BuildEnvironment) -> bool:
    """Report whether the project has translations into the language of the build."""
    language = env.config.language
    names = {language, language.partition("_")[0]}
    for folder in env.config.locale_dirs:
        for name in names:
            if Path(env.srcdir, folder, name).is_dir():
                return True
    return False
