"""Reads texts about the fields of a class: those in its docstring, in a section ``Attributes`` or
``Args``, and what to use instead of deprecated fields.
"""

import dataclasses
from collections.abc import Collection, Mapping
from typing import Any

from pydantic.fields import FieldInfo

from ..contracts.authoring.docstrings import (
    Sections,
    sections_of_class,
    with_lists,
)
from ..contracts.lifecycle import Deprecated, message_of, with_deprecation
from .nodes import JsonSchema, without


def with_field_texts(schema: JsonSchema, cls: Any, names: Mapping[str, str]) -> JsonSchema:
    """Add the descriptions of fields from the docstring of their class, and deprecation messages.

    Args:
        schema: The schema.
        cls: The class in Python.
        names: The names of fields on the wire, by their names in Python.
    """
    texts, messages = _texts(schema, names), _messages(cls, names)
    properties = schema.get("properties", {})
    if properties and (texts or messages):
        by_name = {} if texts is None else texts.by_wire_name()
        described = {
            name: _described(item, by_name.get(name), messages.get(name))
            for name, item in properties.items()
        }
        schema = {**schema, "properties": described}
    if texts is not None:
        schema = _without_sections(schema, texts, properties)
    return _with_message_of_class(schema, cls)


@dataclasses.dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of fields in a docstring."""

    sections: Sections
    names: Mapping[str, str]

    def has_name_in(self, field: str, names: Collection[str]) -> bool:
        """Return whether a field of the docstring is among names on the wire."""
        return self.names.get(field, field) in names

    def by_wire_name(self) -> dict[str, str]:
        """Return the text of each field by its name on the wire."""
        return {self.names.get(name, name): text for name, text in self.sections.arguments.items()}


def _texts(keywords: Mapping[str, Any], names: Mapping[str, str]) -> _Texts | None:
    """Return the texts of the fields; None for a docstring without any."""
    description = keywords.get("description")
    if not isinstance(description, str):
        return None
    sections = sections_of_class(description)
    if not sections.arguments:
        return None
    return _Texts(sections, names)


def _described(schema: JsonSchema, text: str | None, message: str | None) -> JsonSchema:
    """Add a description from the docstring and a deprecation message to the schema of a field."""
    own = schema.get("description")
    if own not in (None, message):
        text = own.removesuffix(f"\n\n{message}")
    description = with_deprecation(text, message)
    if description in (None, own):
        return schema
    return {"description": description, **without(schema, "description")}


def _with_message_of_class(schema: JsonSchema, cls: Any) -> JsonSchema:
    """Add the deprecation message of a class to its schema."""
    message = message_of(getattr(cls, "__deprecated__", None))
    if message is None or not schema.get("deprecated"):
        return schema
    return {**schema, "description": with_deprecation(schema.get("description"), message)}


def _messages(cls: Any, names: Mapping[str, str]) -> dict[str, str]:
    """Return the deprecation messages of fields by their names on the wire."""
    messages: dict[str, str | None] = {}
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    for name, info in infos.items():
        messages[name] = _message(info)
    decorators = getattr(cls, "__pydantic_decorators__", None)
    if decorators is not None:
        for name, computed in decorators.computed_fields.items():
            messages[name] = message_of(computed.info.deprecated)
    return {names.get(name, name): message for name, message in messages.items() if message}


def _message(info: FieldInfo) -> str | None:
    deprecation: Any = info.deprecated
    for item in info.metadata:
        if isinstance(item, Deprecated):
            deprecation = item  # the last one counts
    return message_of(deprecation)


def _without_sections(
    keywords: Mapping[str, Any], texts: _Texts, known: Collection[str]
) -> JsonSchema:
    """Remove the texts of known fields from a description."""
    rest = without(keywords, "description")
    sections = texts.sections
    others = [name for name in sections.arguments if not texts.has_name_in(name, known)]
    text = with_lists(sections.text, sections, others, title="Attributes")
    if text:
        return {**rest, "description": text}
    return rest
