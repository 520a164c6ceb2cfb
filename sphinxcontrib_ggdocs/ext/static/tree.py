"""What stands below a signature, before it is docutils nodes or HTML: a tree of plain, small objects.

Most pages are HTML, and most of a page is tables. A docutils node costs some twenty times what one of these objects
costs, and Sphinx's writer as much again; so HTML is put together from these directly (`press`), and only the other
writers get nodes (`as_nodes`). Descriptions are nodes already, as their parser made them, and stay so.

Nobody changes these objects. They are not frozen, and have no more methods than are used, since a page is made of
thousands of them, and each class that is generated costs a build half a millisecond.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from docutils import nodes

from ..objects import ObjectType
from .types import Parts


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Code:
    """Inline code."""

    text: str


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Emphasis:
    """Words that stand out a little."""

    text: str


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Typed:
    """A type expression, its names linked."""

    parts: Parts


@dataclass(slots=True, unsafe_hash=True, repr=False)
class Link:
    """A link to an object; plain text where the object is described nowhere."""

    objtype: ObjectType
    name: str
    content: str | Code


@dataclass(slots=True, eq=False, repr=False)
class Given:
    """A docutils node, inline or a block, as somebody else has made it."""

    node: nodes.Node


Inline: TypeAlias = str | Code | Strong | Emphasis | Typed | Link | Given


@dataclass(slots=True, eq=False, repr=False)
class Paragraph:
    """A paragraph."""

    parts: tuple[Inline, ...]


@dataclass(slots=True, eq=False, repr=False)
class Bullets:
    """A list of paragraphs."""

    items: tuple[Paragraph, ...]


@dataclass(slots=True, eq=False, repr=False)
class Example:
    """A block of JSON."""

    text: str


@dataclass(slots=True, eq=False, repr=False)
class Field:
    """One entry of a field list."""

    name: str
    body: "tuple[Block, ...]"


@dataclass(slots=True, eq=False, repr=False)
class Fields:
    """A field list, with the classes by which a project can style it."""

    fields: tuple[Field, ...]
    classes: tuple[str, ...] = ()


@dataclass(slots=True, eq=False, repr=False)
class Table:
    """A table whose cells hold blocks; `name` is its class."""

    head: tuple[str, ...]
    rows: "Sequence[Sequence[Sequence[Block]]]"
    name: str


@dataclass(slots=True, eq=False, repr=False)
class Kept:
    """A block that looks the same wherever `key` is the same on a page; made when it is needed."""

    key: tuple[object, ...]
    make: "Callable[[], Block]"


Block: TypeAlias = Paragraph | Bullets | Example | Fields | Table | Kept | Given


def paragraph(*parts: Inline) -> Paragraph:
    """A paragraph of text and what stands in text."""
    return Paragraph(parts)


def field(name: str, *body: Block) -> Field:
    """One entry of a field list."""
    return Field(name, body)


def bullets(items: Iterable[Paragraph]) -> Bullets:
    """A list of paragraphs."""
    return Bullets(tuple(items))


def given(blocks: Iterable[nodes.Node]) -> list[Block]:
    """Nodes that somebody else has made, as blocks."""
    return [Given(block) for block in blocks]
