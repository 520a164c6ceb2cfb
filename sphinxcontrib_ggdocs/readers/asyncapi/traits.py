"""Merges traits into operations and messages."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...audience_rules import Audiences
from ...contracts.audiences import combined
from ..elements import Element


@dataclass(frozen=True, slots=True)
class ObjectWithTraits:
    """An operation or a message together with its traits (AsyncAPI 3.0, "Traits Merge
    Mechanism"). Channels and servers, which have no traits, are one with a single part.
    """

    element: Element
    """The object itself, without its traits."""
    parts: tuple[Element, ...]
    """The object and its traits; of a member that several have, the first one counts."""

    def get(self, name: str) -> Element | None:
        """Return a member of the first part that has it; None if no part has it."""
        for part in self.parts:
            member = part.get(name)
            if member is not None:
                return member
        return None

    def every(self, name: str) -> Iterator[Element]:
        """Yield a member of every part that has it, in order of precedence."""
        for part in self.parts:
            member = part.get(name)
            if member is not None:
                yield member

    def text(self, name: str) -> str | None:
        """Return a member that is a text, of the first part that has it; None if no part has it."""
        for part in self.parts:
            text = part.text(name)
            if text is not None:
                return text
        return None

    def items(self, name: str) -> Iterator[Element]:
        """Yield the items of a member that is a list, of all parts."""
        for part in self.parts:
            yield from part.items(name)

    def mapping(self, name: str) -> dict[str, Any]:
        """Return a member that is an object, such as ``bindings``, with the members that it has in
        any part; those of the first parts take precedence.
        """
        merged: dict[str, Any] = {}
        for member in self.every(name):
            element = member.resolved()
            if element is not None:
                # What has been merged before takes precedence.
                merged = {**element.members_with_audience(), **merged}
        return merged

    def extensions(self) -> dict[str, Any]:
        """Return the members of all parts that begin with ``x-``; those of the first parts take
        precedence.
        """
        merged: dict[str, Any] = {}
        for part in self.parts:
            merged = {**part.extensions(), **merged}
        return merged


def audience_of_parts(*owners: ObjectWithTraits | None) -> Audiences:
    """Return the audiences that may see all of some objects and their traits, such as an operation
    and its message; empty if everyone may. None, as of an operation without a message, is skipped.
    """
    parts: list[Element] = []
    for owner in owners:
        if owner is not None:
            parts += owner.parts
    return combined(*(part.audience for part in parts))


def with_traits(element: Element) -> ObjectWithTraits:
    """Return an operation or a message with its traits. In AsyncAPI 2, traits take precedence over
    the object, in AsyncAPI 3 the object does; of several traits the last one counts in both.
    """
    resolved = [item.resolved() for item in element.items("traits")]
    traits = [trait for trait in resolved if trait is not None]
    root = element.reading.file(element.reading.root).value
    if str(root.get("asyncapi")).startswith("2."):
        return ObjectWithTraits(element, (*reversed(traits), element))
    return ObjectWithTraits(element, (element, *reversed(traits)))
