"""The names of what is in a contract document, with digests: what readers compare to find what has
changed, without reading the document.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from .named_objects import ObjectType


class ObjectName(NamedTuple):
    """An object of a document: what it is called, and a digest that differs when it has changed."""

    objtype: ObjectType
    name: str
    display: str
    alias: str
    digest: str


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """The objects of a document, the digests of its pages, and what they were made of."""

    objects: tuple[ObjectName, ...] = ()
    pages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By what has a page of its own: digests by name, in order; the page that leads to them has an
    empty name."""
    classes: tuple[tuple[str, str], ...] = ()
    """The Python class and the full name of each contract and type."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """By name of a schema the Python class it was made of."""
    split: Literal["contract", "group", ""] = ""
    """What has a page of its own unless the author says otherwise."""

    def to_json(self) -> str:
        """The contents as JSON, to be kept with the document."""
        values = (self.objects, self.pages, self.classes, self.origins, self.split)
        return json.dumps(values, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Contents":
        """The contents that were kept."""
        objects, pages, classes, origins, split = json.loads(text)
        names = tuple(ObjectName(*values) for values in objects)
        return cls(names, pages, tuple(map(tuple, classes)), origins, split)
