"""Builds the blocks of parameters, fields, bodies, messages and their examples."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Final

from ...document import parts as doc
from ...document.uses import ref_name
from ..view import ANY, NO_FACTS, Facts, PlacedParam, literal
from ..view.facts import facts_of, with_serialization
from ..vocabulary import (
    Address,
    Block,
    Blocks,
    Inline,
    Inlines,
    Item,
    Items,
    Line,
    Row,
    Rows,
    Sample,
    Word,
    code,
    labelled,
    prose,
    separated,
)
from .notation import described_line, described_values, fact_words, see_also, type_words
from .scope import Scope

PLACES: Final = {
    "path": Word("path"),
    "query": Word("query"),
    "header": Word("header"),
    "cookie": Word("cookie"),
}
JSON: Final = "application/json"

LONGEST_LINE: Final = 80
"""An example with more characters as JSON is shown below its text."""

Shown = tuple[doc.Example, str, str]
"""An example, its value as JSON, which is empty where it is elsewhere, and the same over several
lines where it is too long for one."""


def param_blocks(scope: Scope, params: Iterable[PlacedParam], title: str) -> Iterator[Block]:
    """List parameters."""
    rows = [_param(scope, place, param) for place, param in params]
    if rows:
        yield Rows(title, tuple(rows))


def _param(scope: Scope, place: str, param: doc.Param) -> Row:
    facts = with_serialization(_facts(param.schema, param.examples), param)
    examples = [*filter(_says_something, _named_examples(param.schema, param.examples))]
    blocks = [*described_values(facts), *_examples(examples)]
    blocks += see_also(doc.ExternalDocs.read(param.schema.get("externalDocs")))
    return Row(
        param.name,
        type_words(scope, scope.view.types.expression(param.schema)),
        PLACES.get(place),
        param.required,
        bool(param.deprecated),
        prose(param.description),
        fact_words(facts),
        tuple(blocks),
    )


def field_blocks(
    scope: Scope, schema: doc.JsonSchema, files: Mapping[str, doc.FilePart] | None = None
) -> Iterator[Block]:
    """List the properties of an object; a property may have any name, those of keywords
    included.
    """
    rows: list[Row] = []
    for name, given in schema.get("properties", {}).items():
        facts = facts_of(given, (files or {}).get(name))
        own = given if isinstance(given, dict) else {}
        further = doc.ExternalDocs.read(own.get("externalDocs"))
        blocks = [*described_values(facts), *see_also(further)]
        row = Row(
            name,
            type_words(scope, scope.view.types.expression(given)),
            None,
            name in schema.get("required", ()),
            bool(own.get("deprecated")),
            prose(own.get("description")),
            fact_words(facts),
            tuple(blocks),
        )
        rows.append(row)
    if rows:
        yield Rows("Field", tuple(rows))


def header_blocks(scope: Scope, headers: Sequence[doc.Param] | None) -> Iterator[Block]:
    """List the headers of a response."""
    if headers:
        yield labelled(Word("Response headers"))
        yield from param_blocks(scope, [("", header) for header in headers], "Header")


def message_blocks(
    scope: Scope, label: Word, message: doc.Body | doc.Response, known: str | None = None
) -> Iterator[Block]:
    """Write a request body, a message or a response, with the fields of unnamed types.

    Args:
        scope: The text.
        label: What it is.
        message: The part of the document.
        known: A description that is above, and is not repeated.
    """
    contents = message.contents or ()
    words: list[Inline] = []
    status: int | str | None = None
    if isinstance(message, doc.Response):
        status = message.status_range or message.status_code
    if status is not None:
        words.append(f"{status} ")
    words += _alternatives(scope, contents)
    if isinstance(message, doc.Body) and not message.required:
        words += [", ", Word("optional")]
    description, of_each = _descriptions(message.description, contents)
    if description == known:
        description = None
    facts = [_facts_of_content(content) for content in contents]
    shared = NO_FACTS
    if len(set(facts)) == 1:
        shared, facts = facts[0], [NO_FACTS] * len(facts)
    yield from described_line(labelled(label, *words).words, description, shared)
    yield from _representations(scope, contents, of_each, facts)


def _descriptions(
    description: str | None, contents: Sequence[doc.Content]
) -> tuple[str | None, Sequence[str | None]]:
    """Return the description of a message, and those of its representations: without one of all,
    those of their schemas; one where they are the same.
    """
    nothing = [None] * len(contents)
    texts = [(content.schema or {}).get("description") for content in contents]
    if description or not any(texts):
        return description, nothing
    if len(set(texts)) == 1:
        return texts[0], nothing
    return None, texts


def _alternatives(scope: Scope, contents: Sequence[doc.Content]) -> list[Inline]:
    """Write the contents of which a message has one."""
    if not contents:
        return [Word("no content")]
    words: list[Inline] = []
    for position, content in enumerate(contents):
        if position:
            words.append(Word(" or "))
        words += _content(scope, content)
    return words


def _content(scope: Scope, content: doc.Content) -> Inlines:
    """Write one representation in a line: its type, and its media type where that is not JSON; of
    bytes, and of a value of which nothing is known, the media type alone.
    """
    words: list[Inline] = []
    is_json = content.media_type in (JSON, "")
    if content.schema is None:
        if content.stream or is_json:
            words.append(Word("bytes"))
    elif (type_ := scope.view.types.expression(content.schema)) != ANY:
        words += type_words(scope, type_)
    elif is_json:
        words.append(Word("any JSON value"))
    if not is_json:
        if words:
            words.append(Word(" as "))
        words.append(code(content.media_type))
    if content.stream:
        words.append(Word(", one event of a stream"))
    return tuple(words)


def _representations(
    scope: Scope,
    contents: Sequence[doc.Content],
    descriptions: Sequence[str | None],
    facts: Sequence[Facts],
) -> Iterator[Block]:
    """Write texts, fields and examples, below the media types of representations that are alike."""
    alike: dict[tuple[str | None, Facts, Blocks], list[Inline]] = {}
    for content, text, own in zip(contents, descriptions, facts, strict=True):
        key = text, own, tuple(_details(scope, content))
        alike.setdefault(key, []).append(code(content.media_type or JSON))
    for (description, own, blocks), media_types in alike.items():
        if len(alike) > 1 and (blocks or description or own != NO_FACTS):
            yield from described_line(separated(media_types, Word(" or ")), description, own)
        yield from blocks


def _details(scope: Scope, content: doc.Content) -> Iterator[Block]:
    """Write the fields of an unnamed type, the files among the parts of a named one, and
    examples.
    """
    schema = content.schema or {}
    # A reference has no properties: the fields of a named type are where that is described.
    yield from field_blocks(scope, schema, content.files)
    if ref_name(schema) is not None:
        yield from _files(content.files or {})
    if content.examples:
        yield from _examples([*_named_examples(schema, content.examples)])
    else:
        values = [value for value in schema.get("examples", ()) if isinstance(value, dict | list)]
        yield from _examples([_shown(doc.Example(name=""), value) for value in values])


def _files(files: Mapping[str, doc.FilePart]) -> Iterator[Block]:
    """List the files among the parts of a form."""
    items: list[Item] = []
    for name, file in files.items():
        if name and file.media_types:
            items.append(Item(Line((code(name), ": ", ", ".join(file.media_types)))))
    if items:
        yield labelled(Word("Sent as"))
        yield Items(tuple(items))


def _facts_of_content(content: doc.Content) -> Facts:
    file = (content.files or {}).get("")
    return _facts(content.schema, content.examples, file)


def _facts(
    schema: doc.JsonSchema | None,
    examples: Sequence[doc.Example] | None,
    file: doc.FilePart | None = None,
) -> Facts:
    """Return facts, without the examples that are shown by their names."""
    facts = facts_of(schema, file)
    if examples:
        return facts._replace(examples=())
    return facts


def _named_examples(
    schema: doc.JsonSchema | None, examples: Sequence[doc.Example] | None
) -> Iterator[Shown]:
    """Yield examples with their values, which are in the schema unless they are at another
    address.
    """
    values = [*(schema or {}).get("examples", ())]
    for named in examples or ():
        if named.external_value or not values:
            yield named, "", ""
        else:
            yield _shown(named, values.pop(0))


def _shown(named: doc.Example, value: object) -> Shown:
    line = literal(value)
    if len(line) <= LONGEST_LINE:
        return named, line, ""
    return named, line, json.dumps(value, ensure_ascii=False, indent=2)


def _says_something(shown: Shown) -> bool:
    """Return whether an example of a parameter is more than the choice to write something else,
    which Swagger UI offers for null.
    """
    named, value, _indented = shown
    return value != "null" or bool(named.summary or named.description)


def _examples(examples: Sequence[Shown]) -> Iterator[Block]:
    """Write examples with their texts, a line for each; a value that is too long for it follows.
    Those without names and texts are values alone.
    """
    if not examples:
        return
    yield labelled(Word("Examples"))
    if {named for named, _value, _indented in examples} != {doc.Example(name="")}:
        yield Items(tuple(starmap(_example, examples)))
        return
    for _named, value, indented in examples:
        yield Sample(indented or value)


def _example(named: doc.Example, value: str, indented: str) -> Item:
    words: list[Inline] = []
    if named.name:
        words += [code(named.name), ": "]
    if named.summary:
        words += [named.summary, " "]
    if named.external_value:
        words.append(Address(named.external_value))
    elif value and not indented:
        words.append(code(value))
    else:
        words = words[:-1]
    blocks: tuple[Block, ...] = ()
    if indented:
        blocks = (Sample(indented),)
    return Item(Line(tuple(words), prose(named.description)), blocks)
