"""Moves what the docstring of a class says of its fields, in a section ``Attributes`` or ``Args``,
to the descriptions of these fields.
"""

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel

from ..contracts.authoring.docstrings import (
    Sections,
    sections_of_class,
    with_lists,
    without_unread_sections,
)
from .nodes import HOLE, JsonSchema, Member, Node, ObjectOf, Template, WithKeywords


def with_field_texts(node: Node, cls: Any, hidden: Collection[str] = ()) -> Node:
    """A class whose fields without a description have that of the docstring. What it says of
    others stays there as a list.

    Args:
        node: The class.
        cls: The class in Python.
        hidden: The names on the wire of fields whose texts are left out.
    """
    if isinstance(node, ObjectOf):
        sections = _shown(_sections(node.keywords), cls, hidden)
        described = node if sections is None else _object(node, cls, sections)
        return dataclasses.replace(described, keywords=_read(described.keywords, hidden))
    if isinstance(node, Template):
        given = _side(node.input, node.parts, cls, hidden)
        is_same = node.input is node.output
        answered = given if is_same else _side(node.output, node.parts, cls, hidden)
        return Template(given, answered, node.parts)
    return node


def _sections(keywords: Mapping[str, Any]) -> Sections | None:
    """The sections of a docstring; None without any."""
    text = keywords.get("description")
    sections = sections_of_class(text) if isinstance(text, str) else None
    return sections if sections is not None and sections.arguments else None


def _shown(sections: Sections | None, cls: Any, hidden: Collection[str]) -> Sections | None:
    """The sections without the texts of hidden fields."""
    if sections is None or not hidden:
        return sections
    arguments = {
        name: text
        for name, text in sections.arguments.items()
        if _wire_names(cls, name).isdisjoint(hidden)
    }
    return dataclasses.replace(sections, arguments=arguments)


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


def _object(node: ObjectOf, cls: Any, sections: Sections) -> ObjectOf:
    texts = dict(_by_wire_name(cls, sections))
    members = (
        _member(member, texts.get(member.input_name) or texts.get(member.output_name))
        for member in node.members
    )
    names = [name for each in node.members for name in (each.input_name, each.output_name)]
    keywords = _without_sections(node.keywords, cls, sections, names)
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
    schema: JsonSchema, parts: Sequence[Node], cls: Any, hidden: Collection[str]
) -> JsonSchema:
    sections = _shown(_sections(schema), cls, hidden)
    if sections is None:
        return _read(schema, hidden)
    texts = dict(_by_wire_name(cls, sections))
    properties = schema.get("properties", {})
    described = {
        name: item
        if name not in texts or _has_description(item, parts)
        else {"description": texts[name], **item}
        for name, item in properties.items()
    }
    changed = _read(_without_sections(schema, cls, sections, properties), hidden)
    return {**changed, "properties": described} if properties else changed


def _has_description(schema: JsonSchema, parts: Sequence[Node]) -> bool:
    """Whether a field has a description of its own, in its schema or in what fills its hole."""
    part = parts[schema[HOLE]] if HOLE in schema else None
    keywords = part.keywords if isinstance(part, WithKeywords) else {}
    return "description" in schema or "description" in keywords


def _without_sections(
    keywords: Mapping[str, Any], cls: Any, sections: Sections, known: Collection[str]
) -> JsonSchema:
    """Keywords whose description has only the texts of fields that are not known."""
    rest = {key: item for key, item in keywords.items() if key != "description"}
    others = [name for name in sections.arguments if _wire_names(cls, name).isdisjoint(known)]
    text = with_lists(sections.text, sections, others, title="Attributes")
    return {**rest, "description": text} if text else rest


def _by_wire_name(cls: Any, sections: Sections) -> Iterator[tuple[str, str]]:
    for name, text in sections.arguments.items():
        for wire_name in _wire_names(cls, name):
            yield wire_name, text


def _wire_names(cls: Any, name: str) -> set[str]:
    """A field's name and its aliases."""
    fields = cls.model_fields if issubclass(cls, BaseModel) else {}
    info = fields.get(name)
    aliases = () if info is None else (info.alias, info.validation_alias, info.serialization_alias)
    return {name, *(alias for alias in aliases if isinstance(alias, str))}
