"""The blocks of a changelog: the changes of a version under titles, breaking ones first.

Blocks are the parts of a page, such as lines, lists and folded sections, in a form of which HTML
and Markdown are written. A place is the method, type or error that a change concerns.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..native.view import ObjectView
from ..native.vocabulary import (
    Block,
    Code,
    Inline,
    Item,
    Items,
    Line,
    Ref,
    Sample,
    Titled,
    Word,
    code,
)
from .changelog import NEW_RULES, sections_of
from .changes import Change, Place, Translate
from .reports import MOST_METHODS, by_place, details, sentence, summary

LONGEST_VALUE: Final = 2000
"""The greatest length of a sample value."""

_TITLES: Final = {
    "breaking": Word("Breaking"),
    "risky": Word("Risky"),
    "accepted": Word("Accepted"),
    "new": Word("New"),
    "other": Word("Other changes"),
    "texts": Word("Changes of texts"),
}
_KINDS: Final = {
    "service": Word("service"),
    "group": Word("group"),
    "contract": Word("contract"),
    "type": Word("type"),
    "error": Word("error"),
}
"""Words before names; a method has verb and path instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangelogScope:
    """The document of a changelog, and the page that shows it."""

    objects: Mapping[tuple[str, str], ObjectView]
    """The objects of the current document, by kind and key of a place."""
    translate: Translate
    """Translates the texts of changes."""
    anchor: Callable[[Place, Sequence[Change]], str]
    """Returns the id, in HTML, of the changes of one place."""


def version_blocks(scope: ChangelogScope, changes: Sequence[Change] | None) -> Iterator[Block]:
    """Yield the blocks below the title of a version: a summary, and its changes in sections.

    Args:
        scope: The document and the page.
        changes: The changes; None of the first version, of which no changes are known.
    """
    if changes is None:
        yield Line((Word("The first version of this changelog."),))
        return
    yield Line((f"{summary(changes, scope.translate)}.",))
    for section in sections_of(changes):
        title: tuple[Inline, ...] = (_TITLES[section.kind],)
        if section.is_folded:
            title += (f" ({len(section.changes)})",)
        places = by_place(section.changes)
        items = tuple(_place_item(scope, place, group) for place, group in places)
        yield Titled(title, (Items(items, role="changes"),), section.is_folded)


def _place_item(scope: ChangelogScope, place: Place, changes: Sequence[Change]) -> Item:
    """Return the name of what changed, with its changes below it; nothing is below a new method or
    WebSocket, since the title of the section says what happened.
    """
    name: tuple[Inline, ...] = (_link(scope, place.kind, place.key, place.title),)
    if place.kind in _KINDS:
        name = (_KINDS[place.kind], " ", *name)
    line = Line(name, anchor=scope.anchor(place, changes))
    if len(changes) == 1 and changes[0].rule in NEW_RULES:
        return Item(line)
    items = tuple(_change_item(scope, change) for change in changes)
    return Item(line, (Items(items, role="changes"),))


def _link(scope: ChangelogScope, kind: str, key: str, title: str) -> Ref | Code:
    """Return a link to the object that changed, or its title if the document has no such object; a
    removed one, mostly. Both are in monospace.
    """
    target = scope.objects.get((kind, key))
    if target is None:
        return code(title)
    # References to types are in monospace; this style is used for any object here.
    return Ref(target.kind, target.name, title, "type")


def _change_item(scope: ChangelogScope, change: Change) -> Item:
    """Return the sentence of a change, with notes, users and a sample value below it."""
    below: list[Block] = []
    # Methods and the sample value follow as blocks, instead of words.
    notes = details(replace(change, witness=None, methods=()), scope.translate)
    if text := "; ".join(notes):
        below.append(Line((text,)))
    # Readers look for their methods only if a change may break them, or would without acceptance.
    if (change.verdict != "safe" or change.accepted) and change.methods:
        below.append(Line(tuple(_users(scope, change.methods))))
    below += _witness(change)
    return Item(Line((sentence(change, scope.translate),)), tuple(below))


def _users(scope: ChangelogScope, methods: Sequence[str]) -> Iterator[Inline]:
    """Yield the words "Used by" with links to the first methods that use a changed type or
    error.
    """
    separator = " "
    yield Word("Used by")
    for key in methods[:MOST_METHODS]:
        yield separator
        # The title is the last part of the key, the name of the method.
        yield _link(scope, "method", key, key.rpartition("/")[2])
        separator = ", "
    if len(methods) > MOST_METHODS:
        yield " "
        yield Word("and %d more", len(methods) - MOST_METHODS)


def _witness(change: Change) -> Iterable[Block]:
    """Yield the block of a value that shows a change, if there is one."""
    if change.witness is None:
        return
    title = Word("A value that may be received now and was not allowed before")
    if change.witness.flow == "sent":
        title = Word("A value that was accepted and is refused now")
    text = json.dumps(change.witness.value, ensure_ascii=False, indent=2)
    if len(text) > LONGEST_VALUE:
        text = f"{text[:LONGEST_VALUE]}\n..."
    yield Titled((title,), (Sample(text),), is_folded=True)
