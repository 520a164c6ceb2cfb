"""The blocks of parameters, fields, bodies, messages and their examples."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Final

from ..view import ANY, NO_FACTS, BodyView, ContentView, ExampleView, Row, alike
from ..vocabulary import (
    Address,
    Block,
    Inline,
    Inlines,
    Item,
    Items,
    Line,
    Rows,
    Sample,
    Word,
    code,
    labelled,
    prose,
    separated,
)
from ..vocabulary import Row as RowBlock
from .notation import described_line, described_values, fact_words, see_also, type_words
from .scope import Scope

PLACES: Final = {
    "path": Word("path"),
    "query": Word("query"),
    "header": Word("header"),
    "cookie": Word("cookie"),
}


def row_blocks(scope: Scope, rows: Sequence[Row], title: str) -> Iterator[Block]:
    """List parameters or fields."""
    if rows:
        yield Rows(title, tuple(_row(scope, row) for row in rows))


def _row(scope: Scope, row: Row) -> RowBlock:
    more = [*described_values(row.facts), *_examples(row.examples), *see_also(row.external_docs)]
    return RowBlock(
        row.name,
        type_words(scope, row.type),
        PLACES.get(row.place),
        row.required,
        row.deprecated,
        prose(row.description),
        fact_words(row.facts),
        tuple(more),
    )


def header_blocks(scope: Scope, headers: Sequence[Row]) -> Iterator[Block]:
    """List the headers of a response."""
    if headers:
        yield labelled(Word("Response headers"))
        yield from row_blocks(scope, headers, "Header")


def message_blocks(scope: Scope, label: Word, view: BodyView) -> Iterator[Block]:
    """Write a request body, a message or a response, with the fields of unnamed types."""
    words: list[Inline] = []
    if view.status is not None:
        words.append(f"{view.status} ")
    if not view.contents:
        words.append(Word("no content"))
    for position, content in enumerate(view.contents):
        if position:
            words.append(Word(" or "))
        words += _content(scope, content)
    if not view.required:
        words += [", ", Word("optional")]
    contents, facts = view.contents, NO_FACTS
    if len({content.facts for content in contents}) == 1:
        facts = contents[0].facts
        contents = tuple(replace(content, facts=NO_FACTS) for content in contents)
    yield from described_line(labelled(label, *words).words, view.description, facts)
    yield from _representations(scope, contents)


def _content(scope: Scope, content: ContentView) -> Inlines:
    """Write one representation in a line: its type, and its media type where that is not JSON; of
    bytes, and of a value of which nothing is known, the media type alone.
    """
    words: list[Inline] = []
    if content.type == ANY:
        if not content.media_type:
            words.append(Word("any JSON value"))
    elif content.type is not None:
        words += type_words(scope, content.type)
    elif content.stream or not content.media_type:
        words.append(Word("bytes"))
    if content.media_type:
        if words:
            words.append(Word(" as "))
        words.append(code(content.media_type))
    if content.stream:
        words.append(Word(", one event of a stream"))
    return tuple(words)


def _representations(scope: Scope, contents: Sequence[ContentView]) -> Iterator[Block]:
    """Write fields, texts and examples, below the media types of representations that are alike."""
    parts = attrgetter("fields", "files", "description", "facts", "examples")
    for names, (content, *_others) in alike(contents, parts):
        blocks = [*row_blocks(scope, content.fields, "Field"), *_files(content)]
        blocks += _examples(content.examples)
        if names and (blocks or content.description or content.facts != NO_FACTS):
            media_types = separated(map(code, names), Word(" or "))
            yield from described_line(media_types, content.description, content.facts)
        yield from blocks


def _files(content: ContentView) -> Iterator[Block]:
    """List the files among the parts of a form."""
    if content.files:
        items = [Item(Line((code(name), ": ", types))) for name, types in content.files]
        yield labelled(Word("Sent as"))
        yield Items(tuple(items))


def _examples(examples: Sequence[ExampleView]) -> Iterator[Block]:
    """Write examples with their texts, a line for each; a value that is too long for it follows.
    Those without names and texts are values alone.
    """
    if not examples:
        return
    yield labelled(Word("Examples"))
    if all(one == ExampleView(value=one.value, indented=one.indented) for one in examples):
        for one in examples:
            yield Sample(one.indented or one.value)
    else:
        yield Items(tuple(map(_example, examples)))


def _example(view: ExampleView) -> Item:
    words: list[Inline] = []
    if view.name:
        words += [code(view.name), ": "]
    if view.summary:
        words += [view.summary, " "]
    if view.external_value:
        words.append(Address(view.external_value))
    elif view.value and not view.indented:
        words.append(code(view.value))
    else:
        words = words[:-1]
    blocks: tuple[Block, ...] = ()
    if view.indented:
        blocks = (Sample(view.indented),)
    return Item(Line(tuple(words), prose(view.description)), blocks)
