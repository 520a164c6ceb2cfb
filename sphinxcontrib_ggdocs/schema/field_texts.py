"""Reads texts about the fields of a class: those in its docstring, in a section ``Attributes`` or
``Args``, and what to use instead of deprecated fields.

The argument `wire_names` has the names of fields on the wire, by their names in Python.
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


def with_field_texts(schema: JsonSchema, cls: Any, wire_names: Mapping[str, str]) -> JsonSchema:
    """Add to a class's schema what its docstring and deprecations say about its fields.

    The description of the class loses these texts, except for those of fields that the schema
    lacks, and gets the message with which the class itself is deprecated.

    Args:
        schema: The schema.
        cls: The class in Python.
        wire_names: The names of fields on the wire, by their names in Python.
    """
    texts = _texts_in_docstring(schema, wire_names)
    messages = _deprecation_messages(cls, wire_names)
    properties = schema.get("properties", {})
    if properties and (texts or messages):
        text_by_name: dict[str, str] = {}
        if texts is not None:
            text_by_name = texts.by_wire_name()
        described: dict[str, JsonSchema] = {}
        for name, item in properties.items():
            described[name] = _described(item, text_by_name.get(name), messages.get(name))
        schema = {**schema, "properties": described}
    if texts is not None:
        schema = _without_sections(schema, texts, properties)
    return _with_deprecation_of_class(schema, cls)


@dataclasses.dataclass(frozen=True, slots=True)
class _Texts:
    """The texts of fields in a docstring."""

    sections: Sections
    """The sections of the docstring; `Sections.arguments` has the texts of the fields."""
    wire_names: Mapping[str, str]
    """The names of fields on the wire, by their names in Python."""

    def is_among(self, field: str, properties: Collection[str]) -> bool:
        """Return whether a field that the docstring names is one of these properties."""
        return self.wire_names.get(field, field) in properties

    def by_wire_name(self) -> dict[str, str]:
        """Return the text of each field by its name on the wire."""
        texts: dict[str, str] = {}
        for field, text in self.sections.arguments.items():
            texts[self.wire_names.get(field, field)] = text
        return texts


def _texts_in_docstring(schema: JsonSchema, wire_names: Mapping[str, str]) -> _Texts | None:
    """Return the texts of fields in the description of a class; None if it has none.

    pydantic takes the docstring of a class as the description of its schema.

    Args:
        schema: The schema of the class.
        wire_names: The names of fields on the wire, by their names in Python.
    """
    description = schema.get("description")
    if not isinstance(description, str):
        return None
    sections = sections_of_class(description)
    if not sections.arguments:
        return None
    return _Texts(sections, wire_names)


def _described(schema: JsonSchema, text: str | None, message: str | None) -> JsonSchema:
    """Add a description and a deprecation message to the schema of a field.

    Args:
        schema: The schema of the field; its own description wins over that of the docstring.
        text: The description of the field in the docstring of its class.
        message: The deprecation message of the field.
    """
    own_description = schema.get("description")
    # pydantic writes the message as the description of a field that has no description.
    if own_description not in (None, message):
        text = own_description
        if message is not None:
            # A `Deprecated` has appended its message already; it is appended again below.
            text = own_description.removesuffix(f"\n\n{message}")
    description = with_deprecation(text, message)
    if description in (None, own_description):
        return schema
    return {"description": description, **without(schema, "description")}


def _with_deprecation_of_class(schema: JsonSchema, cls: Any) -> JsonSchema:
    """Add the deprecation message of a class, from ``@deprecated("…")``, to its schema.

    Only a schema with the keyword ``deprecated`` gets it, so that the text does not contradict the
    keywords.
    """
    message = message_of(getattr(cls, "__deprecated__", None))
    if message is None or not schema.get("deprecated"):
        return schema
    return {**schema, "description": with_deprecation(schema.get("description"), message)}


def _deprecation_messages(cls: Any, wire_names: Mapping[str, str]) -> dict[str, str]:
    """Return the deprecation messages of a class's fields and computed fields, by wire name.

    Args:
        cls: The class; one without records of pydantic has no messages.
        wire_names: The names of fields on the wire, by their names in Python.
    """
    messages: dict[str, str | None] = {}
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    for name, info in infos.items():
        messages[name] = _message_of_field(info)
    decorators = getattr(cls, "__pydantic_decorators__", None)
    if decorators is not None:
        for name, computed in decorators.computed_fields.items():
            messages[name] = message_of(computed.info.deprecated)
    messages_by_wire_name: dict[str, str] = {}
    for name, message in messages.items():
        if message:
            messages_by_wire_name[wire_names.get(name, name)] = message
    return messages_by_wire_name


def _message_of_field(info: FieldInfo) -> str | None:
    """Return the message of a field's last `Deprecated` marker, else of ``Field(deprecated=…)``."""
    deprecation: Any = info.deprecated
    for item in info.metadata:
        if isinstance(item, Deprecated):
            deprecation = item
    return message_of(deprecation)


def _without_sections(schema: JsonSchema, texts: _Texts, properties: Collection[str]) -> JsonSchema:
    """Remove the texts of fields from the description of a class.

    The texts of fields that are not properties of the schema stay, as a list, since no property
    shows them.
    """
    keywords = without(schema, "description")
    sections = texts.sections
    other_fields = [name for name in sections.arguments if not texts.is_among(name, properties)]
    text = with_lists(sections.text, sections, other_fields, title="Attributes")
    if text:
        return {**keywords, "description": text}
    return keywords
