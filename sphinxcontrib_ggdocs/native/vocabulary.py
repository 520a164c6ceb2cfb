"""Defines the blocks from which all texts of the reference are written: docutils nodes, HTML and
Markdown.

One module for each kind of object says which blocks it has, in which order and under which labels.
Writers know blocks, but nothing about methods and types. Blocks are tuples, since a page has tens
of thousands of them, which are pickled with it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar, Union

from ..named_objects import ObjectType

CHANGE: Final = "change"
"""The kind of a reference to an entry of a changelog."""
PAGE: Final = "page"
"""The kind of a reference to a page of a large reference."""


class Word(NamedTuple):
    """Words of ours, which writers translate; never those of an author."""

    text: str
    value: "str | int | Word | None" = None
    """Stands for ``%s`` or ``%d``."""


class Constraint(NamedTuple):
    """One demand: a sign or a range, and what is counted, as a message of the UI's catalogues."""

    bound: str
    words: str = ""
    number: float | str | None = None
    """Stands for ``{0}``."""
    each: bool = False
    """Whether it is demanded of each item."""

    def text(self, words: Mapping[str, str]) -> str:
        """Return the demand in a language; `words` is a catalogue of the UI."""
        forms = words.get(self.words, self.words).split("|")
        counted = forms[0 if self.number == 1 else -1].replace("{0}", str(self.number))
        text = self.bound + counted
        if self.each:
            return words.get("each {0}", "each {0}").replace("{0}", text)
        return text


class Label(NamedTuple):
    """What a line is about."""

    text: Word | str


class Name(NamedTuple):
    """The name of a parameter, a field or a value."""

    text: Word | str


RefStyle: TypeAlias = Literal["type", "name", "words"]
"""Whether the text of a reference is a type, a name, or mere words."""


class Ref(NamedTuple):
    """A mention of another object, of an entry of a changelog, or of a page."""

    kind: ObjectType | Literal["change", "page"]
    name: str
    """Its full name; of a change the slug, the version, and kind and key of the object."""
    text: Word | str
    style: RefStyle = "name"


class Code(NamedTuple):
    """A value, or a type: its parts that are named are references, and code in code stays on one
    line.
    """

    parts: "tuple[str | Ref | Code, ...]"


class Address(NamedTuple):
    """A link to elsewhere, or its text where a link would be unsafe or depend on the page."""

    url: str
    text: str = ""


class Prose(NamedTuple):
    """A description by an author; in the middle of a line only its first paragraph."""

    source: str
    owner: str = ""
    """The full name of the object that it describes, where that is not the one shown."""


Inline: TypeAlias = str | Word | Constraint | Label | Name | Ref | Code | Address
Inlines: TypeAlias = tuple[Inline, ...]
Words: TypeAlias = tuple[Inline | Prose, ...]


class Line(NamedTuple):
    """A paragraph, which goes on with the first one of a description, and with facts as a sentence;
    further blocks of the description follow.
    """

    words: Words = ()
    prose: Prose | None = None
    facts: Inlines = ()
    role: Literal["", "history", "definition", "uses", "what", "fact"] = ""
    anchor: str = ""
    """An id of the page, to which links lead."""


class Item(NamedTuple):
    """A line of a list, and the blocks below it."""

    line: Line
    blocks: "tuple[Block, ...]" = ()


class Items(NamedTuple):
    """A list."""

    items: tuple[Item, ...]
    is_numbered: bool = False
    role: Literal["rows", "changes", "contents"] = "rows"


class Row(NamedTuple):
    """A parameter or a field."""

    name: str
    type: Inlines
    place: Word | None = None
    required: bool = True
    deprecated: bool = False
    prose: Prose | None = None
    facts: Inlines = ()
    blocks: "tuple[Block, ...]" = ()


class Rows(NamedTuple):
    """Parameters or fields."""

    title: str
    """Of the names, where they are the column of a table."""
    rows: tuple[Row, ...]


class Sample(NamedTuple):
    """JSON or code."""

    text: str
    language: str = "json"


class Warn(NamedTuple):
    """A warning: bold words, and why."""

    title: Word
    words: Inlines = ()
    prose: Prose | None = None


class Titled(NamedTuple):
    """Blocks under a title, which readers open where they are folded."""

    title: Inlines
    blocks: "tuple[Block, ...]"
    is_folded: bool


Block: TypeAlias = Union[Prose, Line, Items, Rows, Sample, Warn, Titled]  # noqa: UP007  # recursive
Blocks: TypeAlias = tuple[Block, ...]
Part = TypeVar("Part", Prose, Ref)


def parts_of(blocks: Iterable[object], kind: type[Part]) -> Iterator[Part]:
    """Yield the parts of a kind that are anywhere in blocks: their descriptions, or references."""
    for part in blocks:
        if isinstance(part, kind):
            yield part
        elif isinstance(part, tuple):
            yield from parts_of(part, kind)


def item_of(row: Row) -> Item:
    """Return a parameter or a field as an item of a list."""
    separator = " "
    if row.type == (code(row.name),):
        separator = ": "  # `object: object` reads as a name and a type, `object object` does not
    words: list[Inline | Prose] = [Name(row.name), separator, *row.type]
    if row.place is not None:
        words += [", ", row.place]
    if not row.required:
        words += [", ", Word("optional")]
    if row.deprecated:
        words += [", ", Word("deprecated")]
    return Item(Line(tuple(words), row.prose, row.facts), row.blocks)


def ends_sentence(text: str) -> bool:
    """Return whether a description ends with the end of a sentence."""
    return text.rstrip().endswith((".", "!", "?", "…", ":"))


def code(text: str) -> Code:
    """Return a value as code."""
    return Code((text,))


def labelled(label: Word | str, *words: Inline | Prose) -> Line:
    """Return a line with a label."""
    return Line((Label(label), *words))


def prose(text: str | None) -> Prose | None:
    """Return a description, if there is any."""
    if text:
        return Prose(text)
    return None


def separated(parts: Iterable[Inline], separator: Inline = ", ") -> Inlines:
    """Put words between parts."""
    words: list[Inline] = []
    for part in parts:
        if words:
            words.append(separator)
        words.append(part)
    return tuple(words)


def given(description: str | None) -> Iterator[Prose]:
    """Yield a description, if there is any."""
    if description:
        yield Prose(description)
