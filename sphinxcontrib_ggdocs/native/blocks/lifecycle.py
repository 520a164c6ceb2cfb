"""Builds blocks that say in which version an object was added, deprecated or removed."""

from collections.abc import Iterator, Sequence
from typing import Final

from ...document import parts as doc
from ..vocabulary import Block, Inline, Line, Warn, Word, code, prose
from .scope import Scope

_EVENT_WORDS: Final = {
    "added": Word("New in %s"),
    "changed": Word("Changed in %s"),
    "deprecated": Word("Deprecated since %s"),
}
_UNRELEASED: Final = Word("the next version")


def deprecation(part: doc.Method | doc.Contract | doc.Error) -> Iterator[Block]:
    """Yield a warning for a deprecated object, with the author's message if there is one."""
    if not part.deprecated:
        return
    message = None
    if not isinstance(part, doc.Contract):  # contracts have no message
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
    """Yield a line with the versions in which an object was added, changed and deprecated, the date
    of its removal, and its replacement.

    Args:
        scope: The document and the text that has the line, for links.
        place: Kind and key of the object, ``method orders/OrderApi/get``, for links to its changes.
        lifecycle: The versions, the date and the replacement that the author gives, if any.
        history: The events that the snapshots of released versions show; None as the version of an
            event means that it is not released.
    """
    lifecycle = lifecycle or doc.Lifecycle()
    words: list[Inline] = []
    for event in _merged_events(history, lifecycle):
        text = _EVENT_WORDS[event.kind]._replace(value=event.version or _UNRELEASED)
        words += [scope.change(event.version, place, text), ". "]
    if lifecycle.sunset:
        words += [Word("To be removed on %s", str(lifecycle.sunset)), ". "]
    if name := lifecycle.replacement:
        replacement = scope.view.links.replacement(name)
        shown_name: Inline = code(name)  # no link, if this document does not have the replacement
        if replacement is not None:
            shown_name = scope.link(replacement)
        words += [Word("Replaced by"), " ", shown_name, ". "]
    if words:
        words[-1] = "."  # the last separator, without its space
        yield Line(tuple(words), role="history")


def _merged_events(
    computed: Sequence[doc.MethodEvent], lifecycle: doc.Lifecycle
) -> Iterator[doc.MethodEvent]:
    """Yield the events that snapshots show, completed with the author's versions of addition and
    deprecation if no snapshot shows these: the addition is the first event, the deprecation the
    last.
    """
    kinds = {event.kind for event in computed}
    if lifecycle.since and "added" not in kinds:
        yield doc.MethodEvent(kind="added", version=lifecycle.since)
    yield from computed
    if lifecycle.deprecated_since and "deprecated" not in kinds:
        yield doc.MethodEvent(kind="deprecated", version=lifecycle.deprecated_since)
