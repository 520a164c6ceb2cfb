"""Renders a changelog as docutils nodes: a section for each version, breaking changes first."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from docutils import nodes

from ...history import Change, Place
from ...history.changelog import (
    NEW_RULES,
    VersionChanges,
    is_of_texts,
    places_of,
    sections_of,
)
from ...history.reports import MOST_METHODS, by_place, details, sentence, summary
from ...native.view import DocumentView
from .. import _
from ..domain.refs import optional_xref
from ..gg_nodes import gg_fold
from .context import Anchors

LONGEST_VALUE: Final = 2000


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
        self._objects = places_of(view) if view is not None else {}
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
        body = self._body(version.changes)
        if not sections:
            return [nodes.rubric(title, title, ids=[anchor]), *body]
        # Labels of sections are made of what titles were written as.
        heading = nodes.title(f"{self._slug} {title}", title, translatable=False)
        return [nodes.section("", heading, *body, ids=[anchor], names=[])]

    def _body(self, changes: Sequence[Change] | None) -> list[nodes.Node]:
        if changes is None:
            return [nodes.paragraph("", _("The first version of this changelog."))]
        titles = {
            "breaking": _("Breaking"),
            "risky": _("Risky"),
            "accepted": _("Accepted"),
            "new": _("New"),
            "other": _("Other changes"),
            "texts": _("Changes of texts"),
        }
        written: list[nodes.Node] = [nodes.paragraph("", f"{summary(changes, _)}.")]
        for section in sections_of(changes):
            title = titles[section.kind]
            if section.is_folded:
                count = len(section.changes)
                written.append(_folded(f"{title} ({count})", self._places(section.changes)))
            else:
                written.append(nodes.rubric(title, title, classes=["gg-changes"]))
                written.append(self._places(section.changes))
        return written

    def _places(self, changes: Iterable[Change]) -> nodes.bullet_list:
        items = [self._place(place, group) for place, group in by_place(changes)]
        return nodes.bullet_list("", *items, classes=["gg-changes"])

    def _place(self, place: Place, changes: Sequence[Change]) -> nodes.list_item:
        line = nodes.paragraph("", "", self._target(place, changes), *self._name(place))
        if len(changes) == 1 and changes[0].rule in NEW_RULES:
            return nodes.list_item("", line)
        items = [nodes.list_item("", *self._change(change)) for change in changes]
        return nodes.list_item("", line, nodes.bullet_list("", *items))

    def _target(self, place: Place, changes: Sequence[Change]) -> nodes.target:
        wanted = f"changes {self._slug} {self._title} {place.kind} {place.key}"
        anchor = self._anchors.claim(nodes.make_id(wanted))
        self._own.setdefault((self._version, place.kind, place.key), anchor)
        for method in (name for change in changes for name in change.methods):
            if not all(map(is_of_texts, changes)):
                self._users.setdefault((self._version, "method", method), anchor)
        return nodes.target("", "", ids=[anchor])

    def _name(self, place: Place) -> Iterator[nodes.Node]:
        """Write the name of a place, as a link where the document still has it."""
        kinds = {
            "service": _("service"),
            "group": _("group"),
            "contract": _("contract"),
            "type": _("type"),
            "error": _("error"),
        }
        if place.kind in kinds:
            yield nodes.Text(f"{kinds[place.kind]} ")
        yield self._link(place.kind, place.key, place.title)

    def _link(self, kind: str, key: str, title: str) -> nodes.Node:
        name = nodes.literal("", title)
        meant = self._objects.get((kind, key))
        if meant is None:
            return name
        return optional_xref(meant.kind, meant.name, name)

    def _change(self, change: Change) -> Iterator[nodes.Node]:
        yield nodes.paragraph("", sentence(change, _), support_smartquotes=False)
        notes = [*details(replace(change, witness=None, methods=()), _)]
        if notes:
            yield nodes.paragraph("", "; ".join(notes), support_smartquotes=False)
        if (change.verdict != "safe" or change.accepted) and change.methods:
            yield self._used_by(change.methods)
        if change.witness is not None:
            is_sent = change.witness.flow == "sent"
            title = (
                _("A value that was accepted and is refused now")
                if is_sent
                else _("A value that may be received now and was not allowed before")
            )
            text = json.dumps(change.witness.value, ensure_ascii=False, indent=2)
            if len(text) > LONGEST_VALUE:
                text = f"{text[:LONGEST_VALUE]}\n..."
            yield _folded(title, nodes.literal_block(text, text, language="none"))

    def _used_by(self, methods: Sequence[str]) -> nodes.paragraph:
        line = nodes.paragraph("", f"{_('Used by')} ")
        for number, key in enumerate(methods[:MOST_METHODS]):
            line += nodes.Text(", " if number else "")
            line += self._link("method", key, key.rpartition("/")[2])
        if len(methods) > MOST_METHODS:
            line += nodes.Text(" " + _("and %d more") % (len(methods) - MOST_METHODS))
        return line


def _folded(title: str, *content: nodes.Node) -> gg_fold:
    return gg_fold("", *content, summary=title)
