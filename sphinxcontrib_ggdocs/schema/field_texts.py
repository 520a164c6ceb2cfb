"""What is known of the fields of a class besides their types: what its docstring says of them, in
a section ``Attributes`` or ``Args``, and what to use instead of those that are deprecated.
"""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic.fields import FieldInfo

from ..contracts.authoring.docstrings import (
    Sections,
    sections_of_class,
    with_lists,
    without_unread_sections,
)
from ..contracts.lifecycle import Deprecated, message_of, with_deprecation
from .forms import WireNames, names_of_fields
from .nodes import HOLE, Facet, JsonSchema, Member, Node, ObjectOf, Template, WithKeywords


def with_field_texts(node: Node, cls: Any, hidden: Collection[str] = ()) -> Node:
    """A class whose fields without a description have that of the docstring. What it says of
    others stays there as a list. After the description follows what to use instead.

    Args:
        node: The class.
        cls: The class in Python.
        hidden: The names on the wire of fields whose texts are left out.
    """
    if isinstance(node, ObjectOf):
        texts = _texts(node.keywords, cls, hidden)
        # What to use instead is there already, where the fields were read one by one.
        described = node if texts is None else _object(node, texts, _messages(cls, "input"))
        if not hidden:
            return described
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
    rest = _without_description(keywords)
    text = without_unread_sections(description, of_class=True)
    return {**rest, "description": text} if text else rest


def _object(node: ObjectOf, texts: _Texts, messages: Mapping[str, str]) -> ObjectOf:
    by_name = texts.by_wire_name("input")
    members = (
        _member(member, by_name.get(member.input_name), messages.get(member.input_name))
        for member in node.members
    )
    names = [member.input_name for member in node.members]
    keywords = _without_sections(node.keywords, texts, names)
    return dataclasses.replace(node, members=tuple(members), keywords=keywords)


def _member(member: Member, text: str | None, message: str | None) -> Member:
    """A field with a description, unless it has one of its own."""
    node = member.node
    keywords = node.keywords if isinstance(node, WithKeywords) else {}
    if text is None or keywords.get("description") not in (None, message):
        return member
    bare = node.node if isinstance(node, WithKeywords) else node
    described = {**keywords, "description": with_deprecation(text, message)}
    return dataclasses.replace(member, node=WithKeywords(bare, described))


def _side(
    schema: JsonSchema, facet: Facet, parts: Sequence[Node], cls: Any, hidden: Collection[str]
) -> JsonSchema:
    texts, messages = _texts(schema, cls, hidden), _messages(cls, facet)
    properties = schema.get("properties", {})
    if properties and (texts or messages):
        by_name = {} if texts is None else texts.by_wire_name(facet)
        described = {
            name: _described(item, parts, by_name.get(name), messages.get(name))
            for name, item in properties.items()
        }
        schema = {**schema, "properties": described}
    if texts is not None:
        schema = _without_sections(schema, texts, properties)
    return _with_message_of_class(_read(schema, hidden), cls)


def _described(
    schema: JsonSchema, parts: Sequence[Node], text: str | None, message: str | None
) -> JsonSchema:
    """The schema of a field with its own description, else that of the docstring, and what to use
    instead.
    """
    part = parts[schema[HOLE]] if HOLE in schema else None
    keywords = part.keywords if isinstance(part, WithKeywords) else {}
    own = schema.get("description", keywords.get("description"))
    if own not in (None, message):
        text = own.removesuffix(f"\n\n{message}")
    written = with_deprecation(text, message)
    if written in (None, own):
        return schema
    return {"description": written, **_without_description(schema)}


def _with_message_of_class(schema: JsonSchema, cls: Any) -> JsonSchema:
    """The schema of a class with what to use instead, if it is deprecated."""
    message = message_of(getattr(cls, "__deprecated__", None))
    if message is None or not schema.get("deprecated"):
        return schema
    return {**schema, "description": with_deprecation(schema.get("description"), message)}


def _messages(cls: Any, facet: Facet) -> dict[str, str]:
    """What to use instead of deprecated fields, by their names on the wire."""
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    messages = {name: _message(info) for name, info in infos.items()}
    decorators = getattr(cls, "__pydantic_decorators__", None)
    for name, computed in (decorators.computed_fields if decorators else {}).items():
        messages[name] = message_of(computed.info.deprecated)
    given = {name: message for name, message in messages.items() if message}
    names = names_of_fields(cls) if given else {}
    return {getattr(names[name], facet): message for name, message in given.items()}


def _message(info: FieldInfo) -> str | None:
    marks = [item for item in info.metadata if isinstance(item, Deprecated)]
    return message_of(marks[-1] if marks else info.deprecated)


def _without_description(keywords: Mapping[str, Any]) -> JsonSchema:
    return {key: item for key, item in keywords.items() if key != "description"}


def _without_sections(
    keywords: Mapping[str, Any], texts: _Texts, known: Collection[str]
) -> JsonSchema:
    """Keywords whose description has only the texts of fields that are not known."""
    rest = _without_description(keywords)
    sections = texts.sections
    others = [name for name in sections.arguments if not texts.has_name_in(name, known)]
    text = with_lists(sections.text, sections, others, title="Attributes")
    return {**rest, "description": text} if text else rest
