"""The blocks of a named type or a brand."""

from collections.abc import Iterator

from ..view import SchemaView
from ..vocabulary import Block, Inline, Item, Items, Line, Sample, Word, code, given, labelled
from .messages import row_blocks
from .notation import described_values, fact_words, method_line, see_also, type_words, user_line
from .scope import Scope


def type_blocks(scope: Scope, schema: SchemaView) -> Iterator[Block]:
    """Write what a named type or a brand is."""
    facts = fact_words(schema.facts)
    if schema.definition is not None:
        words: list[Inline] = ["= ", *type_words(scope, schema.definition)]
        if facts:
            words += ["; ", *facts]
        yield Line(tuple(words), role="definition")
    yield from given(schema.description)
    if schema.deprecated:
        yield labelled(Word("Deprecated"))
    yield from _alternatives(scope, schema)
    yield from described_values(schema.facts)
    if schema.definition is None and facts:
        yield Line((*facts, "."))
    yield from row_blocks(scope, schema.fields, "Field")
    if schema.closed:
        yield Line((Word("No other fields are accepted."),))
    if schema.rules:
        yield labelled(Word("Further rules"))
        yield Sample(schema.rules)
    yield from see_also(schema.external_docs)


def use_blocks(scope: Scope, schema: SchemaView) -> Iterator[Block]:
    """Write an example of a type, and where it is used."""
    if schema.example:
        yield Sample(schema.example)
    yield from method_line(scope, Word("Returned by"), schema.returned_by)
    yield from method_line(scope, Word("Accepted by"), schema.accepted_by)
    yield from user_line(scope, schema.used_by, schema.methods)


def _alternatives(scope: Scope, schema: SchemaView) -> Iterator[Block]:
    """List the members of a long union, or of one with a discriminator."""
    if schema.alternatives:
        lines = (Line(type_words(scope, tokens)) for tokens in schema.alternatives)
        yield Items(tuple(map(Item, lines)))
    if schema.variants:
        yield labelled(Word("By"), code(schema.discriminator))
        variants: list[Item] = []
        for value, tokens in schema.variants:
            variants.append(Item(Line((code(value), ": ", *type_words(scope, tokens)))))
        yield Items(tuple(variants))
