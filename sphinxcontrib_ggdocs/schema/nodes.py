"""Defines types and keywords that the modules of this package share."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..contracts.audiences import MARKED

JsonSchema: TypeAlias = dict[str, Any]
Mode: TypeAlias = Literal["input", "output"]
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
"""Marks a schema that a document gives, in which nothing is checked or changed, with an `AsGiven`;
no document has it."""

NAMES = "x-ggdocs-names"
"""Further names of a property in Python, where it or its type may be for others; no document has
it."""

FIELDS = "x-ggdocs-fields"
"""Of a class: the marks of fields that its properties have not, by their names on the wire; no
document has it."""

DEFAULTS = "x-ggdocs-defaults"
"""Next to a default that has instances of classes: the schemas of those of which something is for
others; no document has it."""

LOST = "x-ggdocs-lost"
"""`LostMarks` of a schema that a hook has written; no document has it."""

ENUMERATION = "x-ggdocs-enumeration"
"""Of some members of an enumeration, its name; no document has it."""

OF_FILTER = (MARKED, NAMES, FIELDS, DEFAULTS, LOST, ENUMERATION)
"""What a schema says for the filter of audiences alone."""

MISPLACED = "x-ggdocs-misplaced"
"""Keywords by hand that were left out, with their values, which are of a wrong kind; no document
has it."""

SECRET = "x-ggdocs-secret"  # noqa: S105  # no password
"""Marks the schema of a secret that its keywords do not show to be one; no document has it."""


@dataclass(frozen=True, slots=True)
class AsGiven:
    """What is known of a schema that a document gives."""

    targets: tuple[str, ...] = field(compare=False)
    """What its references lead to."""
    on_hidden: Callable[[], None] | None = field(default=None, compare=False)
    """Called when a type, or a part of it, is documented as any value."""


@dataclass(slots=True, eq=False)
class LostMarks:
    """What a schema of pydantic has marked in the place of one that a hook has written."""

    marks: "list[tuple[tuple[str, ...], str]]" = field(default_factory=list)
    """Each with the field that has it."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LostMarks)

    __hash__ = None  # type: ignore[assignment]


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
