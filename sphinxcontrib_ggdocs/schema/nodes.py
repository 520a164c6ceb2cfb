"""Types and keywords that the modules of this package share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

JsonSchema: TypeAlias = dict[str, Any]
Facet: TypeAlias = Literal["input", "output"]
"""The side of the wire: input is sent by clients, output by services. pydantic calls them
validation and serialization."""

NULL: JsonSchema = {"type": "null"}

HOLE = object()
"""Marks an absent keyword, since None is a valid value."""

KEYS = "x-keys"
"""Of an object whose keys are numbers in Python: their type. JSON has strings there, so no
validator may look at it."""

BY_HAND = "x-ggdocs-reference"
"""A ``$ref`` that pydantic does not know, in its place until the names of a document are known."""

AS_GIVEN = "x-ggdocs-given"
"""Marks a schema that a document gives, in which nothing is checked or changed; no document has
it."""

HIDDEN = "x-ggdocs-hidden"
"""The properties of an object that are for other readers, which its defaults and examples have
not; no document has it."""

WHOLE = "*"
"""The value of `HIDDEN` for a schema that is entirely for other audiences."""

CHOICE = "|"
"""The value of `HIDDEN` where a choice of a union, or a part of ``allOf``, is for other
audiences."""

MISPLACED = "x-ggdocs-misplaced"
"""Keywords by hand that were left out, with their values, which are of a wrong kind; no document
has it."""

SECRET = "x-ggdocs-secret"  # noqa: S105  # no password
"""Marks the schema of a secret that its keywords do not show to be one; no document has it."""


@dataclass(frozen=True, slots=True)
class NotJson:
    """A default or an example without a form in JSON, in its place until a schema is written."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NotJson) and self.value is other.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A type that deserves a name."""

    key: Any
    """The type object itself, for identity is not shape."""
    name: str
    """As a reader would say it: ``Order``, ``Page[Order]``."""
    module: str
    qualname: str
    brand: tuple[str, ...] = ()
    """The chain of brand names, the type's own last; empty for types without a brand."""
    is_published: bool = False
    """Whether others know its name already, so that it keeps each character that names may
    have."""
    line: int | None = None
    claim: JsonSchema | None = None
    """Of a `Brand` without an alias in sight: all that its first mention says, its own or not."""
    is_given: bool = False
    """Whether a document gives its schema."""


def without(value: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Copy an object without some of its members."""
    return {key: member for key, member in value.items() if key not in keys}
