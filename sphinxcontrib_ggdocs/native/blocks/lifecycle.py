"""Since when an object is there, and how it ends, as blocks."""

from collections.abc import Iterator
from typing import Final, TypeAlias

from ..view import ContractView, ErrorView, Link, MethodView
from ..view.names import ANCHOR
from ..vocabulary import Block, Inline, Line, Warn, Word, code, prose
from .scope import Scope

Versioned: TypeAlias = MethodView | ContractView | ErrorView

_EVENTS: Final = {
    "added": Word("New in %s"),
    "changed": Word("Changed in %s"),
    "deprecated": Word("Deprecated since %s"),
}
_UNRELEASED: Final = Word("the next version")


def deprecation(view: Versioned, message: str | None) -> Iterator[Block]:
    """Warn of an object that is deprecated."""
    if view.deprecated and message:
        yield Warn(Word("Deprecated"), prose=prose(message))
    elif view.deprecated:
        yield Warn(Word("Deprecated"), (Word("Do not use this in new code."),))


def history_line(scope: Scope, view: Versioned, place: str) -> Iterator[Block]:
    """Write the versions in which an object was added, changed and deprecated, its end, and its
    replacement.

    Args:
        scope: The text.
        view: The object.
        place: Kind and key of the object, as changes have them.
    """
    words: list[Inline] = []
    for event in view.history:
        text = _EVENTS[event.kind]._replace(value=event.version or _UNRELEASED)
        words += [scope.change(event.version, place, text), ". "]
    sunset, replacement = view.until
    if sunset:
        words += [Word("To be removed on %s", sunset), ". "]
    if replacement:
        named = scope.link(replacement) if isinstance(replacement, Link) else code(replacement)
        words += [Word("Replaced by"), " ", named, ". "]
    if words:
        yield Line((*words[:-1], "."), role="history")


def place_of(scope: Scope, view: ContractView | MethodView) -> str:
    """Return kind and key of a contract or a method, as changes have them."""
    key = view.route.removeprefix(f"{ANCHOR}{scope.slug}.").replace(".", "/")
    return f"{view.objtype} {key}"
