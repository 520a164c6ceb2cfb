"""Builds the blocks of parameters, fields, bodies, messages and their examples.

A *content* is one representation of a message: a media type, and the schema of its data. *Facts*
are limits, default, examples and the like of a value. A *scope* is the document and the text that
shows the blocks.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, Final

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

PLACE_WORDS: Final = {
    "path": Word("path"),
    "query": Word("query"),
    "header": Word("header"),
    "cookie": Word("cookie"),
}
JSON: Final = "application/json"

LONGEST_LINE: Final = 80
"""An example with more characters as JSON is a block below its description."""

ShownExample = tuple[doc.Example, str, str]
"""An example; its value as one line of JSON, empty if the value is at another address; and the
value as indented JSON, empty if it fits into the line."""


def param_blocks(scope: Scope, params: Iterable[PlacedParam], title: str) -> Iterator[Block]:
    """Yield the list of parameters, if there are any; `title` names their column in a table."""
    rows = [_param_row(scope, place, param) for place, param in params]
    if rows:
        yield Rows(title, tuple(rows))


def _param_row(scope: Scope, place: str, param: doc.Param) -> Row:
    """Return a parameter as a row with its type, facts, examples and external documentation.

    `place` is a key of `PLACE_WORDS`; any other, such as an empty one, is not shown.
    """
    facts = with_serialization(_facts_without_named_examples(param.schema, param.examples), param)
    named_examples = _named_examples(param.schema, param.examples)
    examples = [example for example in named_examples if _is_informative(example)]
    blocks = [*described_values(facts), *_example_blocks(examples)]
    blocks += see_also(doc.ExternalDocs.read(param.schema.get("externalDocs")))
    return Row(
        param.name,
        type_words(scope, scope.view.types.expression(param.schema)),
        place=PLACE_WORDS.get(place),
        required=param.required,
        deprecated=bool(param.deprecated),
        prose=prose(param.description),
        facts=fact_words(facts),
        blocks=tuple(blocks),
    )


def field_blocks(
    scope: Scope, schema: doc.JsonSchema, files: Mapping[str, doc.FilePart] | None = None
) -> Iterator[Block]:
    """Yield the list of the properties of an object, if it has any.

    Args:
        scope: The document, and the text that is written.
        schema: The schema of the object.
        files: Media types and size limits of properties that are uploaded files, by name.
    """
    rows: list[Row] = []
    for name, property_schema in schema.get("properties", {}).items():
        facts = facts_of(property_schema, (files or {}).get(name))
        keywords: Mapping[str, Any] = {}
        if isinstance(property_schema, dict):  # not the schema `true` or `false`
            keywords = property_schema
        external_docs = doc.ExternalDocs.read(keywords.get("externalDocs"))
        blocks = [*described_values(facts), *see_also(external_docs)]
        row = Row(
            name,
            type_words(scope, scope.view.types.expression(property_schema)),
            place=None,
            required=name in schema.get("required", ()),
            deprecated=bool(keywords.get("deprecated")),
            prose=prose(keywords.get("description")),
            facts=fact_words(facts),
            blocks=tuple(blocks),
        )
        rows.append(row)
    if rows:
        yield Rows("Field", tuple(rows))


def header_blocks(scope: Scope, headers: Sequence[doc.Param] | None) -> Iterator[Block]:
    """Yield the headers of a response, if there are any."""
    if headers:
        yield labelled(Word("Response headers"))
        # Without a place, which would be `header` in each row.
        yield from param_blocks(scope, [("", header) for header in headers], "Header")


def message_blocks(
    scope: Scope,
    label: Word,
    message: doc.Body | doc.Response,
    known_description: str | None = None,
) -> Iterator[Block]:
    """Yield the blocks of a request body, a message or a response.

    Facts that all representations share are in the first line; their fields and examples follow.

    Args:
        scope: The document, and the text that is written.
        label: What it is: ``Body``, ``Response``.
        message: The part of the document.
        known_description: A description that the reader has seen above, and that is not repeated.
    """
    contents = message.contents or ()
    words: list[Inline] = []
    status: int | str | None = None
    if isinstance(message, doc.Response):
        status = message.status_range or message.status_code
    if status is not None:
        words.append(f"{status} ")
    words += _words_of_contents(scope, contents)
    if isinstance(message, doc.Body) and not message.required:
        words += [", ", Word("optional")]
    description, descriptions = _shared_and_own_descriptions(message.description, contents)
    if description == known_description:
        description = None
    facts = [_facts_of_content(content) for content in contents]
    shared_facts = NO_FACTS
    if len(set(facts)) == 1:  # all representations have the same facts
        shared_facts = facts[0]
        facts = [NO_FACTS] * len(facts)  # they are not repeated for each representation
    yield from described_line(labelled(label, *words).words, description, shared_facts)
    yield from _representations(scope, contents, descriptions, facts)


def _shared_and_own_descriptions(
    description: str | None, contents: Sequence[doc.Content]
) -> tuple[str | None, Sequence[str | None]]:
    """Return the description of a message, and one for each of its representations, mostly None.

    A message without a description takes that of its schemas, if they have the same one. If they
    differ, each representation keeps its own.
    """
    no_descriptions = [None] * len(contents)
    schema_descriptions = [(content.schema or {}).get("description") for content in contents]
    if description or not any(schema_descriptions):
        return description, no_descriptions
    if len(set(schema_descriptions)) == 1:
        return schema_descriptions[0], no_descriptions
    return None, schema_descriptions


def _words_of_contents(scope: Scope, contents: Sequence[doc.Content]) -> list[Inline]:
    """Return the alternative contents of a message in words: ``Order or string as text/csv``."""
    if not contents:
        return [Word("no content")]
    words: list[Inline] = []
    for position, content in enumerate(contents):
        if position:
            words.append(Word(" or "))
        words += _content_words(scope, content)
    return words


def _content_words(scope: Scope, content: doc.Content) -> Inlines:
    """Return one content in words: its type, and its media type unless that is JSON.

    Examples are ``Order``, ``string as text/csv`` and ``any JSON value``. Bytes, and values of
    which nothing is known, have only their media type if it is not JSON: ``image/png``. Each event
    of a stream of bytes is ``bytes`` in any case.
    """
    words: list[Inline] = []
    is_json = content.media_type in (JSON, "")
    if content.schema is None:
        # Another media type is enough to show that the content is bytes.
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
    """Yield descriptions, facts, fields and examples of the contents of a message.

    Contents for which all of these are equal are shown once, below their media types. If all
    contents are equal, the media types are left out: the first line of the message has them.

    Args:
        scope: The document, and the text that is written.
        contents: The contents of the message.
        descriptions: The description of each content.
        facts: The facts of each content.
    """
    media_types_by_text: dict[tuple[str | None, Facts, Blocks], list[Inline]] = {}
    for content, description, facts_of_it in zip(contents, descriptions, facts, strict=True):
        key = description, facts_of_it, tuple(_content_blocks(scope, content))
        media_types_by_text.setdefault(key, []).append(code(content.media_type or JSON))
    for (description, facts_of_it, blocks), media_types in media_types_by_text.items():
        has_text = blocks or description or facts_of_it != NO_FACTS
        if has_text and len(media_types_by_text) > 1:
            words = separated(media_types, Word(" or "))
            yield from described_line(words, description, facts_of_it)
        yield from blocks


def _content_blocks(scope: Scope, content: doc.Content) -> Iterator[Block]:
    """Yield the fields of an inline type, the files of a named one, and the examples of a
    content.
    """
    schema = content.schema or {}
    # A reference has no properties, so this lists nothing for a named type: its fields are shown
    # with its own description.
    yield from field_blocks(scope, schema, content.files)
    if ref_name(schema) is not None:
        # The section of the type does not say which of its fields are sent as files here.
        yield from _file_list(content.files or {})
    if content.examples:  # with names; their values are those of the schema
        yield from _example_blocks([*_named_examples(schema, content.examples)])
        return
    # Scalar examples are among the facts.
    values = [value for value in schema.get("examples", ()) if isinstance(value, dict | list)]
    # Examples without names and descriptions are shown as bare values.
    yield from _example_blocks([_shown_example(doc.Example(name=""), value) for value in values])


def _file_list(files: Mapping[str, doc.FilePart]) -> Iterator[Block]:
    """Yield the list of the parts of a form that are files, with their media types."""
    items: list[Item] = []
    for name, file in files.items():
        # The name is empty for a body that is a file itself.
        if name and file.media_types:
            items.append(Item(Line((code(name), ": ", ", ".join(file.media_types)))))
    if items:
        yield labelled(Word("Sent as"))
        yield Items(tuple(items))


def _facts_of_content(content: doc.Content) -> Facts:
    """Return the facts of a content.

    If the content as a whole is a file, its media types and size limit are under an empty name.
    """
    file = (content.files or {}).get("")
    return _facts_without_named_examples(content.schema, content.examples, file)


def _facts_without_named_examples(
    schema: doc.JsonSchema | None,
    examples: Sequence[doc.Example] | None,
    file: doc.FilePart | None = None,
) -> Facts:
    """Return the facts of a parameter or a content, without examples if it has named ones.

    Named examples are listed below it with their values, so the line of facts need not repeat the
    values, which are in the schema, too.

    Args:
        schema: The schema of the parameter or the content.
        examples: Its named examples, if it has any.
        file: Media types and size limit, if the content is a file.
    """
    facts = facts_of(schema, file)
    if examples:
        return facts._replace(examples=())
    return facts


def _named_examples(
    schema: doc.JsonSchema | None, examples: Sequence[doc.Example] | None
) -> Iterator[ShownExample]:
    """Yield the named examples with their values.

    The contract document has the values in the schema, in the same order. An example whose value is
    at another address has none there, and is yielded without a value.
    """
    remaining_values = [*(schema or {}).get("examples", ())]
    for example in examples or ():
        # A document that was read from a file may have fewer values than examples.
        if example.external_value or not remaining_values:
            yield example, "", ""
        else:
            yield _shown_example(example, remaining_values.pop(0))


def _shown_example(example: doc.Example, value: object) -> ShownExample:
    """Return an example with its value as JSON, indented if it is too long for a line."""
    line = literal(value)
    if len(line) <= LONGEST_LINE:
        return example, line, ""
    return example, line, json.dumps(value, ensure_ascii=False, indent=2)


def _is_informative(shown_example: ShownExample) -> bool:
    """Return whether an example of a parameter is informative.

    A null without a text is not: in Swagger UI it is only the choice to write another value.
    """
    example, value, _indented = shown_example
    return value != "null" or bool(example.summary or example.description)


def _example_blocks(examples: Sequence[ShownExample]) -> Iterator[Block]:
    """Yield the label and the list of examples, if there are any.

    Examples without names and descriptions are shown as bare values.
    """
    if not examples:
        return
    yield labelled(Word("Examples"))
    bare_example = doc.Example(name="")
    if any(example != bare_example for example, _value, _indented in examples):
        yield Items(tuple(starmap(_example_item, examples)))
        return
    for _example, value, indented in examples:
        yield Sample(indented or value)


def _example_item(example: doc.Example, value: str, indented: str) -> Item:
    """Return an example as an item: ``name: summary {"id": 1}``; a long value is in a block below.

    Args:
        example: The example.
        value: Its value as one line of JSON; empty if the value is at another address.
        indented: Its value as indented JSON; empty if it fits into the line.
    """
    words: list[Inline] = []
    if example.name:
        words += [code(example.name), ": "]
    if example.summary:
        words += [example.summary, " "]
    if example.external_value:
        words.append(Address(example.external_value))
    elif value and not indented:
        words.append(code(value))
    else:
        words = words[:-1]  # nothing follows the separator
    blocks: tuple[Block, ...] = ()
    if indented:
        blocks = (Sample(indented),)
    return Item(Line(tuple(words), prose(example.description)), blocks)
