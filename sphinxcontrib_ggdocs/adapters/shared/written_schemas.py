"""Converts JSON Schemas that authors have written by hand into types (`GivenSchema`)."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...contracts.message_model import GivenSchema
from ...contracts.model import TypeForm

_DEFINITIONS = "#/$defs/"


@dataclass(slots=True)
class WrittenSchemas:
    """Creates types for the hand-written schemas of one application, one type for equal schemas.

    An object schema with a title, as `model_json_schema()` of pydantic returns it, becomes a type
    of that name. So does each schema in its ``$defs``, named by its key.
    """

    _types_by_text: dict[str, GivenSchema] = field(default_factory=dict)
    """The created types by the JSON text of name, schema and definitions."""

    def type_of(self, schema: Mapping[str, Any]) -> TypeForm:
        """Return the type for a schema.

        A reference to anything outside the schema's own ``$defs`` is replaced by its last segment
        as a title, since its target is unknown.
        """
        definitions = schema.get("$defs")
        if not isinstance(definitions, Mapping):
            definitions = {}
        schema_itself = {key: value for key, value in schema.items() if key != "$defs"}
        name = None
        title = schema_itself.get("title")
        if isinstance(title, str) and isinstance(schema_itself.get("properties"), Mapping):
            name = title
        return self._given_schema(schema_itself, name, definitions)

    def _given_schema(
        self, schema: Mapping[str, Any], name: str | None, definitions: Mapping[str, Any]
    ) -> GivenSchema:
        """Return the type for a schema, created together with the types that it refers to.

        Args:
            schema: The schema without ``$defs``.
            name: The name of the type; None for one that is written where it is used.
            definitions: The schemas in ``$defs`` by their keys.
        """
        text = json.dumps([name, schema], sort_keys=True, default=str)
        has_references = _DEFINITIONS in text
        if has_references:
            # Equal schemas may refer to different definitions of the same name.
            text += json.dumps(definitions, sort_keys=True, default=str)
        if text in self._types_by_text:
            return self._types_by_text[text]
        references: dict[str, GivenSchema] = {}
        known_references = {_DEFINITIONS + key for key in definitions}
        given_schema = GivenSchema(
            schema=_cleaned(schema, known_references), references=references, name=name
        )
        # Stored before its references are filled in, since schemas may refer to themselves.
        self._types_by_text[text] = given_schema
        if has_references:
            for key, definition in definitions.items():
                if isinstance(definition, Mapping):
                    target = self._given_schema(definition, key, definitions)
                    references[_DEFINITIONS + key] = target
        return given_schema


def _cleaned(value: Any, known_references: set[str]) -> Any:
    """Return a copy of a schema without references to unknown schemas and without the titles that
    pydantic gives to properties.

    Args:
        value: A schema, or any JSON value inside one.
        known_references: The values of ``$ref`` that stay. Others are replaced: ``$ref`` with
            ``#/components/schemas/Pet`` becomes the title ``Pet``.
    """
    if isinstance(value, list):
        return [_cleaned(item, known_references) for item in value]
    if not isinstance(value, Mapping):
        return value
    copied = {key: _cleaned(item, known_references) for key, item in value.items()}
    reference = copied.get("$ref")
    if isinstance(reference, str) and reference not in known_references:
        del copied["$ref"]
        # A title next to the reference takes precedence.
        copied = {"title": reference.rpartition("/")[2], **copied}
    _remove_generated_titles(copied.get("properties"))
    return copied


def _remove_generated_titles(properties: Any) -> None:
    """Remove the titles that pydantic derives from the names of properties: ``User Id`` of
    ``user_id``.

    Args:
        properties: The value of the keyword `properties`, which is changed; anything but an object
            is ignored.
    """
    if not isinstance(properties, dict):
        return
    for name, schema in properties.items():
        generated_title = name.title().replace("_", " ")
        if isinstance(schema, dict) and schema.get("title") == generated_title:
            del schema["title"]
