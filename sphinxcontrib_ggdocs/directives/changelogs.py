"""Implements ``.. ggdocs-changes::``, the changelog of a configured document, made of its released
versions (snapshots).

A *record* is what this extension stores of a document that was built. The *domain* remembers what
each page shows.
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
    from ..history.changelog import VersionChanges
    from ..history.policy import ChangePolicy
    from ..history.snapshots import Snapshot


UNRELEASED = "unreleased"
"""The value of the option ``version`` that selects unreleased changes."""


class GgdocsChangesDirective(ReferenceDirective):
    """Shows the changelog of a document: from one version to another (``:from:``, ``:to:``) or of
    one version (``:version:``), and with ``:unreleased:`` also the changes since the last version.
    """

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        **dict.fromkeys(("from", "to", "version"), directives.unchanged_required),
        "unreleased": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Render the changelog."""
        from ..contracts import ContractError

        slug = self.arguments[0]
        records, notices = self.configured((slug,))
        if not records:
            # Noted all the same, so that the page is read again when there is such a document.
            self.note_shown(kind=CHANGES, slugs=(slug,))
            return notices
        conflict = self._option_conflict()
        if conflict:
            return self.problem(Subtype.OPTION, f"ggdocs-changes: {conflict}")
        [record] = records  # one slug, so there is one
        self.note_shown(kind=CHANGES, slugs=(slug,))
        try:
            return self._changelog(record)
        except ContractError as error:
            return self.problem(error.code, f"ggdocs-changes: {error}")

    def _option_conflict(self) -> str:
        """Return a message about options that exclude each other; empty if there are none."""
        names = self.options.keys()
        if {"to", "unreleased"} <= names:
            return "unreleased changes come after the last version; drop :to: or :unreleased:"
        other_names = sorted(names - {"version"})
        if "version" in names and other_names:
            return f":version: is one version; drop it, or :{other_names[0]}:"
        return ""

    @property
    def _shows_unreleased(self) -> bool:
        """Whether unreleased changes are shown."""
        return "unreleased" in self.options or self.options.get("version") == UNRELEASED

    def _changelog(self, record: Record) -> list[nodes.Node]:
        """Return the nodes of the selected versions, and note their places in the domain.

        Raises:
            ContractError: A snapshot cannot be read, or a version does not exist.
        """
        from ..ext.render.changelog_nodes import ChangelogWriter

        notices: list[nodes.Node] = []
        if self._shows_unreleased and record.problem is not None:
            # The warning is issued once for each document (`final_warnings.report`).
            notices.append(notice(record.problem.message))
        view = None  # without a document, changes do not link objects
        if CONTRACT_DOCUMENT in record.files:
            view = build_of(self.env).view(record)
        writer = ChangelogWriter(record.slug, self.anchors(), view)
        # docutils allows sections only in a section or on the page itself.
        with_sections = isinstance(self.state_machine.node, nodes.document | nodes.section)
        version_nodes: list[nodes.Node] = []
        for version in self._versions(record):
            version_nodes += writer.version(version, sections=with_sections)
        for node in version_nodes:
            self.set_source_info(node)
        gg_domain(self.env).note_changes(self.env.docname, record.slug, writer.entries)
        return [*notices, *version_nodes]

    def _versions(self, record: Record) -> "list[VersionChanges]":
        """Return the selected versions with their changes, the latest first; without the
        unreleased changes of a document that could not be built.
        """
        from ..history.changelog import VersionChanges, changelog

        build = build_of(self.env)
        values = build.config.documents[record.slug]
        current_document = None
        if self._shows_unreleased and record.problem is None:
            current_document = build.document(record)
        snapshots = self._selected_snapshots(record.slug, values)
        versions = changelog(snapshots, current_document, self._policy(values))
        if "unreleased" in self.options and current_document is not None:
            # Next to released versions, an empty list of unreleased changes is left out. With
            # `:version: unreleased` it is all there is.
            # They come first, since the latest version does.
            has_changes = bool(versions[0].changes)
            if not has_changes:
                del versions[0]
        # `changelog` has no entry for it, since there is nothing to compare it with.
        if self._shows_first_version(snapshots):
            versions.append(VersionChanges(snapshots[0].version, None))
        return versions

    def _shows_first_version(self, snapshots: "Sequence[Snapshot]") -> bool:
        """Return whether the first of the selected snapshots is listed as a version without
        changes, since there is no earlier one to compare it with.
        """
        version = self.options.get("version")
        if version is not None:
            # Any other version is selected together with the one before it.
            return len(snapshots) == 1 and snapshots[0].version == version
        # The version of `:from:` is only what the next one is compared with.
        return "from" not in self.options

    def _policy(self, values: SpecValues) -> "ChangePolicy":
        """Return the project's policy, which decides how grave changes are."""
        from ..history.policy import ChangePolicy

        confdir = build_of(self.env).confdir
        folder = history_folder(values, confdir)
        assert folder is not None  # else `_selected_snapshots` has raised an error
        return ChangePolicy.of_document(folder, verdict_file(values, confdir))

    def _selected_snapshots(self, slug: str, values: SpecValues) -> "Sequence[Snapshot]":
        """Return the snapshots of the selected versions, and let the page depend on their files.

        The changes of one version are found by comparing its snapshot with the one before it, and
        unreleased changes by comparing the document with the last snapshot.
        """
        from ..history.changelog import snapshots_between
        from ..history.snapshots import snapshots_in

        folder = history_folder(values, build_of(self.env).confdir)
        # Without a folder or snapshots, `snapshots_between` raises an error.
        all_snapshots = snapshots_in(folder, slug) if folder is not None else ()
        version = self.options.get("version")
        last_version = version
        if version in (None, UNRELEASED):
            last_version = self.options.get("to")
        snapshots = snapshots_between(all_snapshots, slug, self.options.get("from"), last_version)
        if version == UNRELEASED:
            snapshots = snapshots[-1:]
        elif version is not None:
            snapshots = snapshots[-2:]
        for snapshot in snapshots:
            self.env.note_dependency(str(snapshot.path))
        return snapshots
