"""Implements ``.. ggdocs-changes::``, the changelog of a configured document, from its
snapshots.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.typing import OptionSpec

from ..ext.build import CONTRACT_DOCUMENT
from ..ext.conf_values import SpecValues
from ..ext.domain.gg import CHANGES, build_of, gg_domain
from ..ext.history_files import history_folder, verdict_file
from ..ext.problems import Subtype, notice
from ..ext.stored_records import Record
from .base import ReferenceDirective

if TYPE_CHECKING:
    from ..history.policy import ChangePolicy
    from ..history.snapshots import Snapshot


UNRELEASED = "unreleased"
"""The value of the option ``version`` for unreleased changes."""


class GgdocsChangesDirective(ReferenceDirective):
    """Shows the changelog of a document from one version to another (``:from:``, ``:to:``), of one
    version (``:version:``), and of unreleased changes (``:unreleased:``).
    """

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        **dict.fromkeys(("from", "to", "version"), directives.unchanged_required),
        "unreleased": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        from ..contracts import ContractError

        slug = self.arguments[0]
        known, problems = self.configured((slug,))
        if not known:
            self.note_shown(kind=CHANGES, slugs=(slug,))
            return problems
        if wrong := self._wrong_options():
            return self.problem(Subtype.OPTION, f"ggdocs-changes: {wrong}")
        [record] = known
        self.note_shown(kind=CHANGES, slugs=(slug,))
        try:
            return self._changelog(record)
        except ContractError as error:
            return self.problem(error.code, f"ggdocs-changes: {error}")

    def _wrong_options(self) -> str:
        """Return what is wrong with the combination of options."""
        names = self.options.keys()
        if {"to", "unreleased"} <= names:
            return "unreleased changes come after the last version; drop :to: or :unreleased:"
        if "version" in names and (others := sorted(names - {"version"})):
            return f":version: is one version; drop it, or :{others[0]}:"
        return ""

    @property
    def _is_current(self) -> bool:
        """Return whether unreleased changes are shown."""
        return "unreleased" in self.options or self.options.get("version") == UNRELEASED

    def _changelog(self, record: Record) -> list[nodes.Node]:
        from ..ext.render.changelog_nodes import ChangelogWriter
        from ..history.changelog import VersionChanges, changelog

        slug = record.slug
        values = build_of(self.env).config.documents[slug]
        problems: list[nodes.Node] = []
        current = None
        if self._is_current:
            if record.problem is None:
                current = build_of(self.env).document(record)
            else:  # of which `report` warns, once for each document
                problems.append(notice(record.problem.message))
        snapshots = self._snapshots(slug, values)
        versions = changelog(snapshots, current, self._policy(values))
        if "unreleased" in self.options and current is not None and not versions[0].changes:
            versions = versions[1:]
        if self._has_first(snapshots):
            versions.append(VersionChanges(snapshots[0].version, None))
        view = None
        if CONTRACT_DOCUMENT in record.files:
            view = build_of(self.env).view(record)
        writer = ChangelogWriter(slug, self.anchors(), view)
        sections = isinstance(self.state_machine.node, nodes.document | nodes.section)
        sections_of_versions: list[nodes.Node] = []
        for version in versions:
            sections_of_versions += writer.version(version, sections=sections)
        for section in sections_of_versions:
            self.set_source_info(section)
        gg_domain(self.env).note_changes(self.env.docname, slug, writer.entries)
        return [*problems, *sections_of_versions]

    def _has_first(self, snapshots: "Sequence[Snapshot]") -> bool:
        """Return whether the first snapshot is shown as the first version of the changelog."""
        if (version := self.options.get("version")) is not None:
            return len(snapshots) == 1 and snapshots[0].version == version
        return "from" not in self.options

    def _policy(self, values: SpecValues) -> "ChangePolicy":
        from ..history.policy import ChangePolicy

        confdir = build_of(self.env).confdir
        folder = history_folder(values, confdir)
        assert folder is not None  # there are snapshots
        return ChangePolicy.of_document(folder, verdict_file(values, confdir))

    def _snapshots(self, slug: str, values: SpecValues) -> "Sequence[Snapshot]":
        """Return the requested snapshots, on which the page then depends."""
        from ..history.changelog import snapshots_between
        from ..history.snapshots import snapshots_in

        folder = history_folder(values, build_of(self.env).confdir)
        released = snapshots_in(folder, slug) if folder is not None else ()
        version = self.options.get("version")
        end = self.options.get("to") if version in (None, UNRELEASED) else version
        snapshots = snapshots_between(released, slug, self.options.get("from"), end)
        if version is not None:  # with the one before it, if there is any
            snapshots = snapshots[-1:] if version == UNRELEASED else snapshots[-2:]
        for snapshot in snapshots:
            self.env.note_dependency(str(snapshot.path))
        return snapshots
