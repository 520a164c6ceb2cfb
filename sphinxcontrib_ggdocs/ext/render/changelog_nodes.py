"""Renders a changelog: each version as a title, and a leaf of blocks with the changes."""

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
        # The version that is being written, for `_place_anchor`, and its title.
        self._version = ""
        self._title = ""
        self._changed_objects: dict[tuple[str, str, str], str] = {}
        """The ids of entries, by version, kind and key of the changed object."""
        self._affected_methods: dict[tuple[str, str, str], str] = {}
        """The ids of entries about other objects, by the methods that use these objects."""

    @property
    def entries(self) -> dict[tuple[str, str, str], str]:
        """The ids of entries, by version, kind and key of an object; an entry about the object
        itself takes precedence.
        """
        return self._affected_methods | self._changed_objects

    def version(self, version: VersionChanges, *, sections: bool) -> list[nodes.Node]:
        """Return a version with its changes. An unreleased version, which has no name, is titled
        *Unreleased*.

        Args:
            version: The version.
            sections: Whether to return a section; otherwise there is a rubric above the changes,
                for places where docutils allows no sections.
        """
        title = version.version or _("Unreleased")
        self._version = version.version or ""
        self._title = title
        anchor = self._anchors.claim(nodes.make_id(f"changes {self._slug} {title}"))
        self._changed_objects[self._version, "", ""] = anchor
        blocks = tuple(version_blocks(self._scope, version.changes))
        # Without anchors, links lead to the main descriptions of objects, not to ids on this page.
        body = gg_leaf("", blocks=blocks, anchors={})
        if not sections:
            return [nodes.rubric(title, title, ids=[anchor]), body]
        # `sphinx.ext.autosectionlabel` makes labels of the raw sources of titles, which must differ
        # between documents. Translators, who also get raw sources, do not need this one.
        heading = nodes.title(f"{self._slug} {title}", title, translatable=False)
        return [nodes.section("", heading, body, ids=[anchor], names=[])]

    def _place_anchor(self, place: Place, changes: Sequence[Change]) -> str:
        """Return the id of a new entry, and store it for the changed object and the methods that
        use it. Of several entries for one object, links lead to the first.

        Args:
            place: The changed object.
            changes: The changes in the entry.
        """
        anchor_source = f"changes {self._slug} {self._title} {place.kind} {place.key}"
        anchor = self._anchors.claim(nodes.make_id(anchor_source))
        self._changed_objects.setdefault((self._version, place.kind, place.key), anchor)
        # Changed descriptions do not affect the methods.
        if not all(map(is_of_texts, changes)):
            for change in changes:
                for method in change.methods:
                    self._affected_methods.setdefault((self._version, "method", method), anchor)
        return anchor
