"""Merges traits into operations and messages."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ...audience_rules import Audiences
from ...contracts.audiences import combined
from ..elements import Element


@dataclass(frozen=True, slots=True)
class Traited:
    """An object and its traits, the one that counts first (AsyncAPI 3.0, "Traits Merge
    Mechanism").
    """

    element: Element
    """The object itself, without its traits."""
    parts: tuple[Element, ...]

    def get(self, name: str) -> Element | None:
        """Return a member, of the first part that has it."""
        for part in self.parts:
            member = part.get(name)
            if member is not None:
                return member
        return None

    def every(self, name: str) -> Iterator[Element]:
        """Yield a member of every part that has it, the one that counts first."""
        for part in self.parts:
            if (member := part.get(name)) is not None:
                yield member

    def text(self, name: str) -> str | None:
        """Return a text, of the first part that has it."""
        for part in self.parts:
            text = part.text(name)
            if text is not None:
                return text
        return None

    def items(self, name: str) -> Iterator[Element]:
        """Yield the items of lists of all parts."""
        for part in self.parts:
            yield from part.items(name)

    def mapping(self, name: str) -> dict[str, Any]:
        """Return an object of all parts together, such as the bindings, each protocol's."""
        merged: dict[str, Any] = {}
        for member in self.every(name):
            element = member.resolved()
            if element is not None:
                merged = {**element.marked(), **merged}
        return merged

    def extensions(self) -> dict[str, Any]:
        """Return the members of all parts that begin with ``x-``."""
        merged: dict[str, Any] = {}
        for part in self.parts:
            merged = {**part.extensions(), **merged}
        return merged


def audience_of_parts(*owners: Traited | None) -> Audiences:
    """Return the mark of an operation with its message, each with its traits."""
    parts: list[Element] = []
    for owner in owners:
        if owner is not None:
            parts += owner.parts
    return combined(*(part.audience for part in parts))


def traited(element: Element) -> Traited:
    """Return an object with its traits; those of AsyncAPI 2 replace what the object says itself."""
    resolved = [item.resolved() for item in element.items("traits")]
    traits = [trait for trait in resolved if trait is not None]
    root = element.reading.file(element.reading.root).value
    if str(root.get("asyncapi")).startswith("2."):
        return Traited(element, (*reversed(traits), element))
    return Traited(element, (element, *reversed(traits)))
