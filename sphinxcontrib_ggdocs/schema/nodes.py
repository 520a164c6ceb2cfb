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
"""The keyword with the type of a mapping's keys if these are numbers in Python. They are strings in
JSON, so validators must not read it."""

# The keywords below are only used between the steps of this program; no document has them. The
# *filter of audiences* in the package `document` removes what an audience must not see.

BY_HAND = "x-ggdocs-reference"
"""A ``$ref`` that a hook has written by hand, until the names of the document are known."""

AS_GIVEN = "x-ggdocs-given"
"""Marks a schema that comes from a file, in which nothing is checked or changed; the value is an
`AsGiven`."""

NAMES = "x-ggdocs-names"
"""The other names (in Python, aliases) of a property that may be hidden from an audience."""

FIELDS = "x-ggdocs-fields"
"""In the schema of a class: the audiences of fields whose properties a hook has written without
them, by the fields' names on the wire."""

DEFAULTS = "x-ggdocs-defaults"
"""Next to a default that has instances of classes: the schemas of those classes that have a part
which is restricted to an audience."""

LOST = "x-ggdocs-lost"
"""The `LostMarks` of a schema that a hook has written."""

ENUMERATION = "x-ggdocs-enumeration"
"""The name of the enumeration whose members a ``Literal`` lists."""

OF_FILTER = (MARKED, NAMES, FIELDS, DEFAULTS, LOST, ENUMERATION)
"""The keywords that only the filter of audiences reads."""

MISPLACED = "x-ggdocs-misplaced"
"""Hand-written keywords that were left out because their values are of the wrong kind."""

SECRET = "x-ggdocs-secret"  # noqa: S105  # no password
"""Marks the schema of a secret that its other keywords do not reveal to be one."""


@dataclass(frozen=True, slots=True)
class AsGiven:
    """What is known about a schema that comes from a file."""

    targets: tuple[str, ...] = field(compare=False)
    """The targets of its references."""
    on_hidden: Callable[[], None] | None = field(default=None, compare=False)
    """Called when a part of the schema is documented as any value, to hide it from an audience."""


@dataclass(slots=True, eq=False)
class LostMarks:
    """The audiences that pydantic's schema of a type has, and that of a hook has not."""

    marks: "list[tuple[tuple[str, ...], str]]" = field(default_factory=list)
    """The audiences, each with its place in words, such as ``the field 'cost' of Order``."""

    def __eq__(self, other: object) -> bool:
        """Return True for any two, so that schemas that differ in nothing else are equal."""
        return isinstance(other, LostMarks)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class NotJson:
    """Takes the place of a default or an example without a JSON form, until a schema is cleaned."""

    value: object

    def __eq__(self, other: object) -> bool:
        """Compare by identity: the values may raise errors when they are compared."""
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
    """Whether the name is known from a published file, so that its hyphens are kept, too."""
    line: int | None = None
    """The line that creates a `Brand`."""
    claim: JsonSchema | None = None
    """The schema at the first use of a `Brand`, to detect two definitions of one name."""
    is_given: bool = False
    """Whether its schema comes from a file."""


def without(value: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return a copy of an object without the members that have these names."""
    return {key: member for key, member in value.items() if key not in keys}
