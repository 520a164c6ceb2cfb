"""What the walker makes of types: frozen nodes that know both facets, input and output.

A node says what a value is. Named types are kept once, as `Definition`s; a `Ref` mentions one, and
recursion ends there.
"""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, Protocol, TypeAlias

from ..audience_rules import Audiences
from ..contracts.message_model import TypeForm

JsonSchema: TypeAlias = dict[str, Any]
Facet: TypeAlias = Literal["input", "output"]
"""Which side of the wire: what a client may send, or what a service answers. pydantic: validation,
serialization."""

HOLE = "x-ggdocs-hole"
"""Key of a placeholder inside a `Template`; its value is an index into the template's parts."""

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

NO_SCHEMA = "x-ggdocs-no-schema"
"""Alone in the place of one side of a type that only the other side of the wire can carry: the
error to report where it is used on this one; no document has it."""

WHOLE = "*"
"""What `HIDDEN` has in the place of a schema that is for other readers as a whole."""

CHOICE = "|"
"""What `HIDDEN` has where a choice of a union, or a part of ``allOf``, is for other readers."""

SECRET = "x-ggdocs-secret"  # noqa: S105  # no password
"""Marks the schema of a secret that its keywords do not show to be one; no document has it."""


@dataclass(frozen=True, slots=True)
class NotJson:
    """A default or an example without a form in JSON, in its place until a schema is written."""

    value: object

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NotJson) and self.value is other.value


@dataclass(frozen=True, slots=True)
class Template:
    """pydantic's own answer for a type, with holes in the places of named types and brands.

    The two schemas are one object where the facets are equal.
    """

    input: JsonSchema
    output: JsonSchema
    parts: "tuple[Node, ...]" = ()

    def schema(self, facet: Facet) -> JsonSchema:
        """The schema of one side."""
        return self.input if facet == "input" else self.output


@dataclass(frozen=True, slots=True)
class Ref:
    """A mention of a named type."""

    key: Hashable


@dataclass(frozen=True, slots=True)
class WithKeywords:
    """A node with keywords of its use: description, default, examples, bounds."""

    node: "Node"
    keywords: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ListOf:
    """An array of like items."""

    item: "Node"
    unique: bool = False


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object with any keys and like values."""

    value: "Node"
    key: "Node | None" = None
    """The type of the keys; None: any string."""
    textual: bool = True
    """Whether the keys' type is a string in JSON too, so that a validator can check them."""


@dataclass(frozen=True, slots=True)
class UnionOf:
    """Any of several; ``null`` is a member like the others."""

    members: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Split:
    """A type whose facets are different types altogether."""

    input: "Node"
    output: "Node"

    def node(self, facet: Facet) -> "Node":
        """The node of one side."""
        return self.input if facet == "input" else self.output


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One property of an object."""

    input_name: str
    output_name: str
    node: "Node"
    required: bool
    side: Facet | None = None
    """The only side of the wire on which it is; None: it is on both."""

    def name(self, facet: Facet) -> str:
        """The name on one side of the wire."""
        return self.input_name if facet == "input" else self.output_name


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectOf:
    """An object with known properties."""

    members: tuple[Member, ...]
    additional: bool | None = None
    """Whether further properties are allowed; None where the type does not decide it."""
    keywords: Mapping[str, Any] = field(default_factory=dict)

    def members_on(self, facet: Facet) -> list[Member]:
        """The properties on one side of the wire."""
        return [member for member in self.members if member.side in (None, facet)]


@dataclass(frozen=True, slots=True)
class Given:
    """A JSON Schema as a document gives it."""

    schema: JsonSchema
    parts: "Mapping[str, Ref]"
    """What its references lead to, by the text of each."""


Node: TypeAlias = (
    Template | Ref | WithKeywords | ListOf | MapOf | UnionOf | Split | ObjectOf | Given
)


@dataclass(frozen=True, slots=True)
class Configured:
    """A class without a configuration of its own, as that of a class around it makes it."""

    cls: Any
    settings: tuple[tuple[str, Hashable], ...]
    """What of the configuration it takes over; values without a hash by their ids."""
    config: Mapping[str, Any] = field(compare=False)
    outer: str = field(compare=False)
    """The class whose configuration it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A type that deserves a name."""

    key: Hashable
    """The type object itself, for identity is not shape."""
    name: str
    """As a reader would say it: ``Order``, ``Page[Order]``."""
    module: str
    qualname: str
    node: "Node"
    brand: tuple[str, ...] = ()
    """The chain of brand names, the type's own last; empty for what is no brand."""
    is_published: bool = False
    """Whether others know its name already, so that it keeps each character that names may
    have."""
    line: int | None = None
    outer: str = ""
    """The class that makes it another than it is elsewhere, by its configuration."""
    claim: "Node | None" = None
    """Of a `Brand` without an alias in sight: all that its first mention says, its own or not."""


NO_NAMES: Mapping[str, Any] = MappingProxyType({})


class TypeDescriber(Protocol):
    """The walker, as the modules see it that read one kind of type each for it."""

    definitions: dict[Hashable, Definition | None]
    audience: Audiences | None
    """For whom types are described; None: for everyone."""

    def node(self, form: TypeForm) -> Node:
        """The node of a type; the classes that it mentions may wait for their definitions."""

    def node_inside(self, form: TypeForm, around: Configured) -> Node:
        """The same of a type whose classes may take over the configuration of a class around
        them.
        """

    def known(self) -> tuple[int, int]:
        """How much the walker knows, for `forget_all_but`."""

    def forget_all_but(self, known: tuple[int, int]) -> None:
        """Undo what was described since the call of `known`."""

    def qualified(self, node: Node | None, base: TypeForm, metadata: tuple[Any, ...]) -> Node:
        """The node of `base` with what ``Annotated`` adds to it."""

    def is_textual(self, node: Node) -> bool:
        """Whether a map's keys of this type are the strings that JSON has for keys."""

    def local_names(self) -> Mapping[str, Any]:
        """The names of functions that the models have kept which lead to what is described."""

    def template(
        self,
        form: TypeForm,
        *,
        root: Any = None,
        inside: Iterable[TypeForm] = (),
        local_names: Mapping[str, Any] = NO_NAMES,
        configured: "Configured | None" = None,
        config: Mapping[str, Any] | None = None,
        around: "Configured | None" = None,
    ) -> Template:
        """pydantic's answer for a type, with holes for what has a name."""


def without(value: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """An object without some members."""
    return {key: member for key, member in value.items() if key not in keys}


def both(schema: JsonSchema) -> Template:
    """A schema that is the same in both facets."""
    return Template(schema, schema)


NULL = both({"type": "null"})
