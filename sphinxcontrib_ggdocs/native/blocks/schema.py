"""Builds the blocks of a named type, or of a brand: a named string or number such as ``UserId``.

A *scope* is the document and the text that shows the blocks.
"""

from collections.abc import Iterator
from typing import Final

from ...document import parts as doc
from ...document.examples import example
from ..view import NO_FACTS, SchemaView, literal
from ..view.facts import facts_of
from ..view.schema_rules import rules_of
from ..vocabulary import (
    Block,
    Inline,
    Item,
    Items,
    Line,
    Sample,
    Word,
    code,
    description_block,
    labelled,
)
from .messages import field_blocks
from .notation import described_values, fact_words, method_line, see_also, type_words, user_line
from .scope import Scope

LONGEST_EXAMPLE: Final = 40
"""The most lines of the example of a type that a directive shows by itself: a model of JSON Schema,
in which each field is another schema, would have 1,400."""


def type_blocks(scope: Scope, view: SchemaView) -> Iterator[Block]:
    """Yield the blocks that define a named type or a brand: definition, description, members or
    fields.
    """
    schema = view.part
    definition = scope.view.definition(view)
    facts = NO_FACTS
    if not view.fields:  # an object shows its fields instead
        facts = facts_of(schema)
    words = fact_words(facts)
    if definition:
        defined: list[Inline] = ["= ", *type_words(scope, definition)]
        if words:
            defined += ["; ", *words]
        yield Line(tuple(defined), role="definition")
    yield from description_block(view.description)
    if view.deprecated:
        yield labelled(Word("Deprecated"))
    yield from _member_blocks(scope, view)
    yield from described_values(facts)
    if words and not definition:  # else they are in the line of the definition
        yield Line((*words, "."))
    yield from field_blocks(scope, schema)
    # Without fields, the definition already shows that there are none: `{}`.
    if view.fields and schema.get("additionalProperties") is False:
        yield Line((Word("No other fields are accepted."),))
    if rules := rules_of(schema):
        yield labelled(Word("Further rules"))
        yield Sample(rules)
    yield from see_also(doc.ExternalDocs.read(schema.get("externalDocs")))


def use_blocks(scope: Scope, view: SchemaView) -> Iterator[Block]:
    """Yield an example of a type, and the methods and types that use it."""
    if view.fields:  # for other types an example would only repeat the definition
        text = example(view.part, scope.view.document.schemas)
        # In a whole document even long examples are shown.
        if not (view.is_alone and text.count("\n") >= LONGEST_EXAMPLE):
            yield Sample(text)
    yield from method_line(scope, Word("Returned by"), view.returned_by)
    yield from method_line(scope, Word("Accepted by"), view.accepted_by)
    yield from user_line(scope, view.used_by, view.methods)


def _member_blocks(scope: Scope, view: SchemaView) -> Iterator[Block]:
    """Yield the list of the members of a long union, and the variants of one with a
    discriminator.
    """
    expression = scope.view.types.expression
    if view.alternatives:
        members: list[Item] = []
        for member in view.alternatives:
            words = type_words(scope, expression(member))
            members.append(Item(Line(words)))
        yield Items(tuple(members))
    if view.variants:
        yield labelled(Word("By"), code(str(view.part["discriminator"].get("propertyName", ""))))
        variants: list[Item] = []
        for value, target in view.variants.items():
            words = type_words(scope, expression({"$ref": target}))
            variants.append(Item(Line((code(literal(value)), ": ", *words))))
        yield Items(tuple(variants))
