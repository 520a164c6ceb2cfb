"""What stands below a signature, before it is docutils nodes or HTML: a tree of plain, small objects.

Most pages are HTML, and most of a page is tables. A docutils node costs some twenty times what one of these objects
costs, and Sphinx's writer as much again; so HTML is put together from these directly (`press`), and only the other
writers get nodes (`as_nodes`). Descriptions are nodes already, as their parser made them, and stay so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from docutils import nodes

from ..objects import ObjectType
from .types import Parts


@dataclass(frozen=True, slots=True)
class Code:
    """Inline code."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words that stand out a little."""

    text: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A type expression, its names linked."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Link:
    """A link to an object; plain text where the object is described nowhere."""

    objtype: ObjectType
    name: str
    content: str | Code


@dataclass(frozen=True, slots=True)
class Given:
    """A docutils node, inline or a block, as somebody else has made it."""

    node: nodes.Node


Inline: TypeAlias = str | Code | Strong | Emphasis | Typed | Link | Given


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    parts: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list of paragraphs."""

    items: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A block of JSON."""

    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """One entry of a field list."""

    name: str
    body: "tuple[Block, ...]"


@dataclass(frozen=True, slots=True)
class Fields:
    """A field list, with the classes by which a project can style it."""

    fields: tuple[Field, ...]
    classes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose cells hold blocks; `name` is its class."""

    head: tuple[str, ...]
    rows: "Sequence[Sequence[Sequence[Block]]]"
    name: str


@dataclass(frozen=True, slots=True)
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
