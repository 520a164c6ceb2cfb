"""Which named types a node mentions, and where."""

from collections.abc import Hashable, Iterator
from typing import TypeAlias

from .nodes import HOLE, Facet, ListOf, MapOf, Node, ObjectOf, Ref, Split, Template, UnionOf, Worded
from .tags import tag_of
from .traversal import every_schema

Mention: TypeAlias = tuple[Hashable, Facet]
"""The key of a named type, and the facet in which it is mentioned."""


def mentions(node: Node, facet: Facet) -> Iterator[Mention]:
    """Each mention of a named type in a node, in order, those inside the named types not
    counted.
    """
    for leaf in _leaves(node, facet):
        if isinstance(leaf, Ref):
            yield leaf.key, facet


def _leaves(node: Node, facet: Facet) -> Iterator[Ref | Template]:
    """The nodes in a node that are not made of others, in order; what is in the holes of a template
    comes after it.
    """
    match node:
        case Ref():
            yield node
        case Worded(inner) | ListOf(inner):
            yield from _leaves(inner, facet)
        case MapOf(inner, keys):
            if keys is not None:
                yield from _leaves(keys, facet)
            yield from _leaves(inner, facet)
        case UnionOf(members):
            for member in members:
                yield from _leaves(member, facet)
        case ObjectOf(members=fields):
            for item in fields:
                if (item.input_name if facet == "input" else item.output_name) is not None:
                    yield from _leaves(item.node, facet)
        case Split(given, answered):
            yield from _leaves(given if facet == "input" else answered, facet)
        case Template(given_schema, answered_schema, parts):
            yield node
            if parts:
                for schema in every_schema(given_schema if facet == "input" else answered_schema):
                    if HOLE in schema:
                        yield from _leaves(parts[schema[HOLE]], facet)


def tagged_choices(node: Node, facet: Facet) -> Iterator[tuple[Hashable, str]]:
    """The named choices of the tagged unions in a node, each with the name of the tag."""
    for leaf in _leaves(node, facet):
        if not isinstance(leaf, Template) or not leaf.parts:
            continue
        for schema in every_schema(leaf.input if facet == "input" else leaf.output):
            if (tag := tag_of(schema)) is not None:
                for choice in schema["oneOf"]:
                    part = leaf.parts[choice[HOLE]] if HOLE in choice else None
                    if isinstance(part, Ref):
                        yield part.key, tag


def mentioning_field(node: Node, key: Hashable) -> str | None:
    """The first property of an object that mentions a named type; None where none does."""
    if isinstance(node, ObjectOf):
        fields = [(member.input_name or member.output_name, member.node) for member in node.members]
    elif isinstance(node, Template):
        fields = [
            (name, Template(schema, schema, node.parts))
            for side in (node.input, node.output)
            for name, schema in side.get("properties", {}).items()
        ]
    else:
        return None
    return next(
        (name for name, inner in fields if (key, "input") in mentions(inner, "input")), None
    )
