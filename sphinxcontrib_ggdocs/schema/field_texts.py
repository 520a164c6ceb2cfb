"""Moves what the docstring of a class says of its fields, in a section ``Attributes`` or ``Args``,
to the descriptions of these fields.
"""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ..contracts.authoring.docstrings import (
    Sections,
    sections_of_class,
    with_lists,
    without_unread_sections,
)
from .forms import WireNames, names_of_fields
from .nodes import HOLE, Facet, JsonSchema, Member, Node, ObjectOf, Template, WithKeywords


def with_field_texts(node: Node, cls: Any, hidden: Collection[str] = ()) -> Node:
    """A class whose fields without a description have that of the docstring. What it says of
    others stays there as a list.

    Args:
        node: The class.
        cls: The class in Python.
        hidden: The names on the wire of fields whose texts are left out.
    """
    if isinstance(node, ObjectOf):
        texts = _texts(node.keywords, cls, hidden)
        described = node if texts is None else _object(node, texts)
        return dataclasses.replace(described, keywords=_read(described.keywords, hidden))
    if isinstance(node, Template):
        given = _side(node.input, "input", node.parts, cls, hidden)
        is_same = node.input is node.output
        answered = given if is_same else _side(node.output, "output", node.parts, cls, hidden)
        return Template(given, answered, node.parts)
    return node


@dataclasses.dataclass(frozen=True, slots=True)
class _Texts:
    """What a docstring says of fields."""

    sections: Sections
    names: Mapping[str, WireNames]

    def has_name_in(self, field: str, names: Collection[str]) -> bool:
        """Whether a field, as the docstring calls it, is among names on the wire."""
        return not {*self.names.get(field, (field,))}.isdisjoint(names)

    def by_wire_name(self, facet: Facet) -> dict[str, str]:
        """The text of each field under its name in a facet."""
        return {
            getattr(self.names.get(name), facet, name): text
            for name, text in self.sections.arguments.items()
        }


def _texts(keywords: Mapping[str, Any], cls: Any, hidden: Collection[str]) -> _Texts | None:
    """The texts of the fields that are not hidden; None of a docstring without any."""
    description = keywords.get("description")
    sections = sections_of_class(description) if isinstance(description, str) else None
    if sections is None or not sections.arguments:
        return None
    texts = _Texts(sections, names_of_fields(cls))
    shown = {
        name: text
        for name, text in sections.arguments.items()
        if not texts.has_name_in(name, hidden)
    }
    return dataclasses.replace(texts, sections=dataclasses.replace(sections, arguments=shown))


def _read(keywords: Mapping[str, Any], hidden: Collection[str]) -> JsonSchema:
    """Keywords whose description has no section that was not read, where it may describe hidden
    fields.
    """
    description = keywords.get("description")
    if not hidden or not isinstance(description, str):
        return dict(keywords)
    rest = {key: item for key, item in keywords.items() if key != "description"}
    text = without_unread_sections(description, of_class=True)
    return {**rest, "description": text} if text else rest


def _object(node: ObjectOf, texts: _Texts) -> ObjectOf:
    by_name = texts.by_wire_name("input")
    members = (_member(member, by_name.get(member.input_name)) for member in node.members)
    names = [member.input_name for member in node.members]
    keywords = _without_sections(node.keywords, texts, names)
    return dataclasses.replace(node, members=tuple(members), keywords=keywords)


def _member(member: Member, text: str | None) -> Member:
    """A field with a description, unless it has one of its own."""
    node = member.node
    keywords = node.keywords if isinstance(node, WithKeywords) else {}
    if text is None or "description" in keywords:
        return member
    bare = node.node if isinstance(node, WithKeywords) else node
    return dataclasses.replace(member, node=WithKeywords(bare, {**keywords, "description": text}))


def _side(
    schema: JsonSchema, facet: Facet, parts: Sequence[Node], cls: Any, hidden: Collection[str]
) -> JsonSchema:
    texts = _texts(schema, cls, hidden)
    if texts is None:
        return _read(schema, hidden)
    by_name = texts.by_wire_name(facet)
    properties = schema.get("properties", {})
    described = {
        name: item
        if name not in by_name or _has_description(item, parts)
        else {"description": by_name[name], **item}
        for name, item in properties.items()
    }
    changed = _read(_without_sections(schema, texts, properties), hidden)
    return {**changed, "properties": described} if properties else changed


def _has_description(schema: JsonSchema, parts: Sequence[Node]) -> bool:
    """Whether a field has a description of its own, in its schema or in what fills its hole."""
    part = parts[schema[HOLE]] if HOLE in schema else None
    keywords = part.keywords if isinstance(part, WithKeywords) else {}
    return "description" in schema or "description" in keywords


def _without_sections(
    keywords: Mapping[str, Any], texts: _Texts, known: Collection[str]
) -> JsonSchema:
    """Keywords whose description has only the texts of fields that are not known."""
    rest = {key: item for key, item in keywords.items() if key != "description"}
    sections = texts.sections
    others = [name for name in sections.arguments if not texts.has_name_in(name, known)]
    text = with_lists(sections.text, sections, others, title="Attributes")
    return {**rest, "description": text} if text else rest
