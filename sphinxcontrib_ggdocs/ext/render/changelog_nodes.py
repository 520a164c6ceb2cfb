"""Writes the versions of a changelog under their titles, each below it as a leaf of blocks."""

from collections.abc import Sequence

from docutils import nodes

from ...history import Change, Place
from ...history.changelog import VersionChanges, is_of_texts, objects_by_place
from ...history.changelog_blocks import ChangelogScope, version_blocks
from ...native.view import DocumentView
from .. import _
from ..gg_nodes import gg_leaf
from .context import Anchors


class ChangelogWriter:
    """Writes the changes of one document.

    Args:
        slug: The slug of the document.
        anchors: Hands out the ids of the page.
        view: The view of the current document; None if there is none.
    """

    def __init__(self, slug: str, anchors: Anchors, view: DocumentView | None) -> None:
        self._slug = slug
        self._anchors = anchors
        self._scope = ChangelogScope(
            objects=objects_by_place(view) if view is not None else {},
            translate=_,
            anchor=self._place_anchor,
        )
        self._version = self._title = ""
        self._own: dict[tuple[str, str, str], str] = {}
        self._users: dict[tuple[str, str, str], str] = {}

    @property
    def entries(self) -> dict[tuple[str, str, str], str]:
        """Return the ids of versions and of places in them, by version, kind and key."""
        return self._users | self._own

    def version(self, version: VersionChanges, *, sections: bool) -> list[nodes.Node]:
        """Write the changes of a version under its title."""
        title = version.version or _("Unreleased")
        self._version, self._title = version.version or "", title
        anchor = self._anchors.claim(nodes.make_id(f"changes {self._slug} {title}"))
        self._own[self._version, "", ""] = anchor
        blocks = tuple(version_blocks(self._scope, version.changes))
        body = gg_leaf("", blocks=blocks, anchors={})
        if not sections:
            return [nodes.rubric(title, title, ids=[anchor]), body]
        # Labels of sections are made of what titles were written as.
        heading = nodes.title(f"{self._slug} {title}", title, translatable=False)
        return [nodes.section("", heading, body, ids=[anchor], names=[])]

    def _place_anchor(self, place: Place, changes: Sequence[Change]) -> str:
        """Return the id of what changed in one place, and note it."""
        wanted = f"changes {self._slug} {self._title} {place.kind} {place.key}"
        anchor = self._anchors.claim(nodes.make_id(wanted))
        self._own.setdefault((self._version, place.kind, place.key), anchor)
        if not all(map(is_of_texts, changes)):
            for method in (name for change in changes for name in change.methods):
                self._users.setdefault((self._version, "method", method), anchor)
        return anchor
