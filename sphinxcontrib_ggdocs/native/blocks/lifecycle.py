"""Builds blocks that say in which version an object was added, deprecated or removed."""

from collections.abc import Iterator, Sequence
from typing import Final

from ...document import parts as doc
from ..vocabulary import Block, Inline, Line, Warn, Word, code, prose
from .scope import Scope

_EVENTS: Final = {
    "added": Word("New in %s"),
    "changed": Word("Changed in %s"),
    "deprecated": Word("Deprecated since %s"),
}
_UNRELEASED: Final = Word("the next version")


def deprecation(part: doc.Method | doc.Contract | doc.Error) -> Iterator[Block]:
    """Warn of an object that is deprecated."""
    if not part.deprecated:
        return
    message = None
    if not isinstance(part, doc.Contract):
        message = part.deprecation_message
    if message:
        yield Warn(Word("Deprecated"), prose=prose(message))
    else:
        yield Warn(Word("Deprecated"), (Word("Do not use this in new code."),))


def history_line(
    scope: Scope,
    place: str,
    lifecycle: doc.Lifecycle | None,
    history: Sequence[doc.MethodEvent] = (),
) -> Iterator[Block]:
    """Write the versions in which an object was added, changed and deprecated, its end, and its
    replacement.

    Args:
        scope: The text.
        place: Kind and key of the object, as changes have them.
        lifecycle: What the author says.
        history: What the snapshots say.
    """
    lifecycle = lifecycle or doc.Lifecycle()
    words: list[Inline] = []
    for event in _events(history, lifecycle):
        text = _EVENTS[event.kind]._replace(value=event.version or _UNRELEASED)
        words += [scope.change(event.version, place, text), ". "]
    if lifecycle.sunset:
        words += [Word("To be removed on %s", str(lifecycle.sunset)), ". "]
    if name := lifecycle.replacement:
        replacement = scope.view.links.replacement(name)
        named = code(name) if replacement is None else scope.link(replacement)
        words += [Word("Replaced by"), " ", named, ". "]
    if words:
        yield Line((*words[:-1], "."), role="history")


def _events(
    computed: Sequence[doc.MethodEvent], lifecycle: doc.Lifecycle
) -> Iterator[doc.MethodEvent]:
    """Yield what the snapshots say, and what the author says where they know nothing."""
    kinds = {event.kind for event in computed}
    if lifecycle.since and "added" not in kinds:
        yield doc.MethodEvent(kind="added", version=lifecycle.since)
    yield from computed
    if lifecycle.deprecated_since and "deprecated" not in kinds:
        yield doc.MethodEvent(kind="deprecated", version=lifecycle.deprecated_since)
