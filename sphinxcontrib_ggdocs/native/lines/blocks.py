"""Blocks of text as plain values, with slots for what their writer has parsed or linked.

The text is built once, when a page is read, and written in the form of each output later. What
authors have written in a markup is parsed by the writer and put into slots, so that references,
translations, images and smart quotes in it are those of any page.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from ..safe_links import absolute_url

Translate: TypeAlias = Callable[[str], str]
"""Gives the words of the static text in another language."""


class SlotRef(NamedTuple):
    """The place of a slot in the text."""

    number: int
    part: Literal["all", "inline", "rest"] = "all"
    """Inline: the text of its first paragraph, or all of it when it has none; the rest follows
    that."""


class AnchorLink(NamedTuple):
    """A link to an object on the same page."""

    anchor: str
    text: str
    is_type: bool = False


class ObjectLink(NamedTuple):
    """A link to an object that is not on this page; found when the page is written."""

    objtype: str
    name: str
    text: str
    is_type: bool = False


class UrlLink(NamedTuple):
    """A link to an address; `linked` makes one of an address that a document gives."""

    url: str
    text: str
    internal: bool = False
    """Whether it is one of this site."""


class Code(NamedTuple):
    """Types and values."""

    content: "tuple[str | AnchorLink | ObjectLink | Code, ...]"
    """Code inside of it is kept on one line."""


class Label(NamedTuple):
    """What a line is about."""

    text: str


Piece: TypeAlias = str | SlotRef | AnchorLink | ObjectLink | UrlLink | Code | Label


class Line(NamedTuple):
    """A paragraph."""

    content: tuple[Piece, ...]
    css: str = ""


class Item(NamedTuple):
    """A line of a list: of a parameter or a field, which have a name and a type, or of anything."""

    name: str = ""
    type: tuple[Piece, ...] = ()
    notes: str = ""
    text: tuple[Piece, ...] = ()
    blocks: "tuple[Block, ...]" = ()
    """What follows the line."""


class ItemList(NamedTuple):
    """A list of lines."""

    items: tuple[Item, ...]


class ExampleText(NamedTuple):
    """An example of a type, as JSON."""

    text: str


Block: TypeAlias = SlotRef | Line | ItemList | ExampleText

Parts: TypeAlias = Mapping[str, tuple[Block, ...]]
"""The text by what it is about, in order."""


def linked(url: str, text: str = "") -> "str | UrlLink | Code":
    """Link an address that a document gives, or show it as text where a link would be unsafe or
    depend on the page.
    """
    if address := absolute_url(url):
        return UrlLink(address, text or url)
    return text or Code((url,))


def code(words: str) -> Code:
    """A type or a value."""
    return Code((words,))


def label(words: str) -> list[Piece]:
    """What a line is about."""
    return [Label(words), " "]


def separated(parts: Iterable[Piece], separator: str = ", ") -> Iterator[Piece]:
    """Parts with text between them."""
    for position, part in enumerate(parts):
        if position:
            yield separator
        yield part


def words_of(parts: Parts) -> str:
    """The words of a text for searches, without those in slots, addresses and links to other
    pages.
    """
    return " ".join(_words(parts.values()))


def _words(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        match value:
            case str() | SlotRef():
                continue
            case Line(content):
                yield _text(content)
            case Item(name, type_, notes, text, blocks):
                yield f"{name} {_text(type_)}{notes}{_text(text)}"
                yield from _words(blocks)
            case ExampleText(text):
                yield text
            case _:
                yield from _words(value)


def _text(content: Iterable[Piece]) -> str:
    words = ""
    for piece in content:
        match piece:
            case str():
                words += piece
            case SlotRef() | ObjectLink():
                words += " "
            case Code(parts):
                words += _text(parts)
            case _:
                words += piece.text
    return words
