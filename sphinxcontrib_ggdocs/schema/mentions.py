"""Which named types a node mentions, and where; what in it has no schema."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeAlias

from ..contracts.contract_errors import ContractError, Where
from .nodes import (
    HOLE,
    NO_SCHEMA,
    Definition,
    Facet,
    Given,
    ListOf,
    MapOf,
    Node,
    ObjectOf,
    Ref,
    Split,
    Template,
    UnionOf,
    WithKeywords,
)
from .tags import tag_of
from .traversal import every_schema

Mention: TypeAlias = tuple[Hashable, Facet]
"""The key of a named type, and the facet in which it is mentioned."""


def mentions(node: Node, facet: Facet) -> list[Mention]:
    """Each mention of a named type in a node, in order, those inside the named types not
    counted.
    """
    return [(leaf.key, facet) for leaf in leaves(node, facet) if isinstance(leaf, Ref)]


def leaves(node: Node, facet: Facet) -> list[Ref | Template]:
    """The nodes in a node that are not made of others, in order; what is in the holes of a template
    comes after it.
    """
    ends: list[Ref | Template] = []
    waiting = [node]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, _LEAVES):
            ends.append(inner)
        if not isinstance(inner, Ref):
            waiting += reversed(_parts(inner, facet))
    return ends


_LEAVES = (Ref, Template)


def _parts(node: Node, facet: Facet) -> Sequence[Node]:
    """The nodes directly in a node."""
    match node:
        case WithKeywords(inner) | ListOf(inner):
            return (inner,)
        case MapOf(inner, keys):
            return (inner,) if keys is None else (keys, inner)
        case UnionOf(members):
            return members
        case ObjectOf():
            return [field.node for field in node.members_on(facet)]
        case Given(parts=references):
            return tuple(references.values())
        case Split():
            return (node.node(facet),)
        case Template(parts=parts) if parts:
            schemas = every_schema(node.schema(facet))
            return [parts[schema[HOLE]] for schema in schemas if HOLE in schema]
        case _:
            return ()


def is_writable(node: Node, facet: Facet) -> bool:
    """Whether a node has a schema on a side of the wire, as far as it does not mention named
    types.
    """
    return not any(_error(leaf, facet) for leaf in leaves(node, facet))


def _error(node: Node, facet: Facet) -> ContractError | None:
    """The error of a type that has no schema on a side of the wire."""
    return node.schema(facet).get(NO_SCHEMA) if isinstance(node, Template) else None


def first_gap(
    node: Node,
    facet: Facet,
    definitions: Mapping[Hashable, Definition | None],
    seen: set[Mention],
) -> ContractError | None:
    """The error, with its place, of the first type at any depth of a node that has no schema on a
    side of the wire.

    Args:
        node: The node.
        facet: The side.
        definitions: The named types.
        seen: Those that are known to be without one; gets all that the node mentions if there is
            none in it.
    """
    waiting: list[tuple[Where, Node]] = [(Where(), node)]
    met: set[Mention] = set()
    while waiting:
        where, inner = waiting.pop()
        if (error := _error(inner, facet)) is not None:
            return error.at(where)
        if not isinstance(inner, Ref):
            waiting += [
                (where / name if name else where, part) for name, part in _named(inner, facet)
            ]
            continue
        mention = (inner.key, facet)
        definition = definitions.get(inner.key)
        if definition is not None and mention not in seen | met:
            met.add(mention)
            waiting.append((where / definition.name, definition.node))
    seen |= met
    return None


def _named(node: Node, facet: Facet) -> list[tuple[str, Node]]:
    """The nodes directly in a node, from the last to the first, with the names of properties."""
    if isinstance(node, ObjectOf):
        return [(field.name(facet), field.node) for field in reversed(node.members_on(facet))]
    return [("", inner) for inner in reversed(_parts(node, facet))]


def tagged_choices(template: Template, facet: Facet) -> Iterator[tuple[Hashable, str]]:
    """The named choices of the tagged unions in a template, each with the name of the tag."""
    for schema in every_schema(template.schema(facet)):
        if (tag := tag_of(schema)) is not None:
            for choice in schema["oneOf"]:
                part = template.parts[choice[HOLE]] if HOLE in choice else None
                if isinstance(part, Ref):
                    yield part.key, tag


def mentioning_field(node: Node, key: Hashable) -> str | None:
    """The first property of an object that mentions a named type; None where none does."""
    if isinstance(node, ObjectOf):
        fields = [(member.input_name, member.node) for member in node.members]
    elif isinstance(node, Template):
        fields = [
            (name, Template(schema, schema, node.parts))
            for side in (node.input, node.output)
            for name, schema in side.get("properties", {}).items()
        ]
    else:
        return None
    return next((name for name, inner in fields if _mentions_key(inner, key)), None)


def _mentions_key(node: Node, key: Hashable) -> bool:
    """Whether a node mentions a named type on a side of the wire."""
    return (key, "input") in mentions(node, "input") or (key, "output") in mentions(node, "output")
