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
"""The kind of a reference to a page of a reference that is split into several pages."""


class Word(NamedTuple):
    """Words of this package, which writers translate; texts of authors are plain strings."""

    text: str
    value: "str | int | Word | None" = None
    """Replaces ``%s`` or ``%d`` in the text."""


class Constraint(NamedTuple):
    """A limit of a value, such as ``≤ 64 characters``: ``≤ `` is the bound, ``{0} characters`` the
    words, which are a message of the UI's catalogues, and 64 the number.
    """

    bound: str
    words: str = ""
    number: float | str | None = None
    """Replaces ``{0}`` in the words."""
    each: bool = False
    """Whether it limits each item of a list instead of the list."""

    def text(self, words: Mapping[str, str]) -> str:
        """Return the limit in a language.

        `words` is a catalogue of the UI, from English messages to translations. A message may have
        a singular and a plural, ``{0} item|{0} items``.
        """
        messages = words.get(self.words, self.words).split("|")
        singular, plural = messages[0], messages[-1]
        # A message without a plural has one part, which is both.
        message = singular if self.number == 1 else plural
        text = self.bound + message.replace("{0}", str(self.number))
        if self.each:
            return words.get("each {0}", "each {0}").replace("{0}", text)
        return text


class Label(NamedTuple):
    """The words at the start of a line that name its topic, such as ``Permission``."""

    text: Word | str


class Name(NamedTuple):
    """The name of a parameter, a field or a value."""

    text: Word | str


RefStyle: TypeAlias = Literal["type", "name", "words"]
"""Whether the text of a reference is a type expression, a name, or words of a sentence."""


class Ref(NamedTuple):
    """A reference to another object, to an entry of a changelog, or to a page."""

    kind: ObjectType | Literal["change", "page"]
    name: str
    """The full name of the object. For a change it is the slug, the version, and the kind and key
    of the object, separated by spaces; for a page its document name in Sphinx.
    """
    text: Word | str
    style: RefStyle = "name"


class Code(NamedTuple):
    """A value or a type in monospace, perhaps with references to the types named in it.

    Code inside of code is a piece that must not be broken over two lines.
    """

    parts: "tuple[str | Ref | Code, ...]"


class Address(NamedTuple):
    """An external link. Writers show only its text if the URL is unsafe or relative."""

    url: str
    text: str = ""


class Prose(NamedTuple):
    """A description by an author, in Markdown or reStructuredText.

    In the middle of a line only its first paragraph is shown.
    """

    source: str
    owner: str = ""
    """The full name of the object that it describes, if that is not the object shown."""


Inline: TypeAlias = str | Word | Constraint | Label | Name | Ref | Code | Address
Inlines: TypeAlias = tuple[Inline, ...]
Words: TypeAlias = tuple[Inline | Prose, ...]


class Line(NamedTuple):
    """A paragraph: words, the first paragraph of a description, and facts as a sentence.

    Further paragraphs of the description follow as blocks of their own.
    """

    words: Words = ()
    prose: Prose | None = None
    facts: Inlines = ()
    role: Literal["", "history", "definition", "uses", "what", "fact"] = ""
    """What the line is about, for style sheets: HTML writers make a class of it."""
    anchor: str = ""
    """The HTML id of the line, as the target of links."""


class Item(NamedTuple):
    """An entry of a list: a line, and the blocks below it."""

    line: Line
    blocks: "tuple[Block, ...]" = ()


class Items(NamedTuple):
    """A list."""

    items: tuple[Item, ...]
    is_numbered: bool = False
    role: Literal["rows", "changes", "contents"] = "rows"
    """What a list without numbers has, for style sheets."""


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
    """The heading of the column of names, for writers that show a table."""
    rows: tuple[Row, ...]


class Sample(NamedTuple):
    """A block of JSON or of other code."""

    text: str
    language: str = "json"


class Warn(NamedTuple):
    """A warning: bold words, and the reason."""

    title: Word
    words: Inlines = ()
    prose: Prose | None = None


class Titled(NamedTuple):
    """Blocks under a title, perhaps folded until the reader opens them."""

    title: Inlines
    blocks: "tuple[Block, ...]"
    is_folded: bool


Block: TypeAlias = Union[Prose, Line, Items, Rows, Sample, Warn, Titled]  # noqa: UP007  # recursive
Blocks: TypeAlias = tuple[Block, ...]
Part = TypeVar("Part", Prose, Ref)


def parts_of(blocks: Iterable[object], kind: type[Part]) -> Iterator[Part]:
    """Yield all values of one class that are anywhere inside blocks: descriptions, or references.

    Blocks are tuples of tuples, so the search simply descends into every tuple.
    """
    for part in blocks:
        if isinstance(part, kind):
            yield part
        elif isinstance(part, tuple):
            yield from parts_of(part, kind)


def item_of(row: Row) -> Item:
    """Return a parameter or a field as an item of a list: ``id string, path, optional``."""
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
    """Return whether a text ends with the punctuation of a sentence."""
    return text.rstrip().endswith((".", "!", "?", "…", ":"))


def code(text: str) -> Code:
    """Return a text as inline code."""
    return Code((text,))


def labelled(label: Word | str, *words: Inline | Prose) -> Line:
    """Return a line that starts with a label."""
    return Line((Label(label), *words))


def prose(text: str | None) -> Prose | None:
    """Return a description as `Prose`, or None if it is empty or missing."""
    if text:
        return Prose(text)
    return None


def separated(parts: Iterable[Inline], separator: Inline = ", ") -> Inlines:
    """Return inline parts with a separator between them."""
    words: list[Inline] = []
    for part in parts:
        if words:
            words.append(separator)
        words.append(part)
    return tuple(words)


def description_block(description: str | None) -> Iterator[Prose]:
    """Yield a description as a block of its own, if there is one."""
    if description:
        yield Prose(description)
