"""What directives that show documents have in common."""

import os
from collections.abc import Callable
from pathlib import Path
from traceback import format_exception
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from ..ext.config import GgConfig, SpecValues
from ..ext.domain.gg import gg_domain
from ..ext.making.loading import Loader
from ..ext.making.session import session_of
from ..ext.problems import Problem, Subtype, notice, warn
from ..ext.prose import Describer, Place, Sources
from ..ext.python import origins_of
from ..ext.records import Record
from ..ext.translation import page_translator

if TYPE_CHECKING:
    from ..ext.static import Listing, Scope
    from ..native import ApiDocsDocument

ANCHORS = "ggdocs-anchors"
"""Key of the page's temporary data: the ids that the directives of the page have handed out."""


class LocatedDirective(SphinxDirective):
    """Base of all of our directives."""

    def get_location(self) -> str:
        """File and line, whole: docutils tells where included files are from the working directory on."""
        location = super().get_location()
        return str(Path(location).absolute()) if self.get_source_info()[0] else location


class ReferenceDirective(LocatedDirective):
    """Base of the directives that show a document or a part of one."""

    def place(self) -> str:
        """File and line of the directive, from the folder of the sources on."""
        source, line = self.get_source_info()
        return f"{os.path.relpath(source, self.env.srcdir)}:{line}"

    def has_flag(self, name: str) -> bool:
        """Whether an option without a value is given, by its name or as it was called before Sphinx 7.2."""
        return name in self.options or name.replace("-", "") in self.options

    def problem(self, message: str, subtype: Subtype) -> list[nodes.Node]:
        """Warn, and say so in the page."""
        return self.failed(Problem(subtype, message))

    def failed(self, problem: Problem) -> list[nodes.Node]:
        """The same for what is known already."""
        warn(problem, self.get_location())
        return [notice(problem.message)]

    def rendered(self, what: str, scope: "Scope", render: Callable[[], list[nodes.Node]]) -> list[nodes.Node]:
        """What `render` makes, its objects noted; descriptions run the roles and directives of other extensions.

        Args:
            what: Names it in a message.
            scope: What it is rendered in.
            render: Makes the nodes.
        """
        try:
            found = render()
        except Exception as error:  # noqa: BLE001  # anything may be raised by somebody else's role
            message = f"{what} cannot be shown: {type(error).__name__}: {error}"
            return self.failed(Problem(Subtype.FAILED, message, "".join(format_exception(error)).rstrip()))
        for section in found:
            if isinstance(section, nodes.section):
                self.set_source_info(section)
        place = self.place()
        gg_domain(self.env).note_objects(self.env.docname, (each._replace(place=place) for each in scope.entries))
        return found

    def record(self, key: str, values: SpecValues) -> Record:
        """The document's data: as found fresh in this build, or made now."""
        domain = gg_domain(self.env)
        session = session_of(self.env)
        former = domain.records.get(key)
        if former is not None and key in session.verified:
            return former
        loader = session.loader or Loader.of(self.env, self.env.srcdir)
        if former is not None and loader.is_fresh(former, values):
            record = former
        else:
            record = domain.records[key] = loader.load(values, former)
            for note in record.notes:
                warn(note, self.get_location())
        session.verified.add(key)
        return record

    def scope(self, key: str, document: "ApiDocsDocument") -> "Scope":
        """A document on this page; `key` is its record's."""
        from ..ext.static import Anchors, Scope

        anchors: Anchors = self.env.temp_data.get(ANCHORS) or Anchors(self.state.document.ids)
        self.env.temp_data[ANCHORS] = anchors
        source, line = self.get_source_info()
        translate = page_translator(self.env)
        describe = Describer(
            self.env,
            self.state.document.settings,
            markup=document.markup or GgConfig.of(self.config).markup,
            source=source,
            translate=translate,
            sources=Sources(gg_domain(self.env).records[key].modules, Place(source, line)),
        )
        return Scope(
            document,
            describe=describe,
            key=key,
            anchors=anchors,
            origins=origins_of(gg_domain(self.env).records[key]),
            listing=self._listing(document.service.slug),
            page=self.env.docname,
            translate=translate,
        )

    def _listing(self, slug: str) -> "Listing":
        """Where the objects of a document are listed, as the options and the configuration have it."""
        from ..ext.static import Listing

        hidden = self.has_flag("no-contents-entry") or not self.config.toc_object_entries
        return Listing(
            index=not self.has_flag("no-index"),
            index_entries=not self.has_flag("no-index-entry"),
            document="" if GgConfig.of(self.config).alone else slug,
            contents="none" if hidden else self.config.toc_object_entries_show_parents,
        )
