"""Converts JSON Schemas that authors have written by hand into types."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ...contracts.message_model import GivenSchema
from ...contracts.model import TypeForm

_DEFINITIONS = "#/$defs/"


@dataclass(slots=True)
class WrittenSchemas:
    """The schemas of one application; those that say the same are one type.

    Objects with a title, as `model_json_schema()` of pydantic returns them, are types of that name,
    and so is what they define below ``$defs``.
    """

    _known: dict[str, GivenSchema] = field(default_factory=dict)
    """By their texts."""

    def type_of(self, schema: Mapping[str, Any]) -> TypeForm:
        """Return the type of a schema; a reference that leads out of it stays a name."""
        definitions = schema.get("$defs")
        if not isinstance(definitions, Mapping):
            definitions = {}
        own = {key: value for key, value in schema.items() if key != "$defs"}
        title = own.get("title")
        is_named = isinstance(title, str) and isinstance(own.get("properties"), Mapping)
        return self._given(own, title if is_named else None, definitions)

    def _given(
        self, schema: Mapping[str, Any], name: str | None, definitions: Mapping[str, Any]
    ) -> GivenSchema:
        text = json.dumps([name, schema], sort_keys=True, default=str)
        if _DEFINITIONS in text:
            text += json.dumps(definitions, sort_keys=True, default=str)
        if text in self._known:
            return self._known[text]
        references: dict[str, GivenSchema] = {}
        names = {_DEFINITIONS + key for key in definitions}
        self._known[text] = given = GivenSchema(
            schema=_plain(schema, names), references=references, name=name
        )
        for key, definition in definitions.items() if _DEFINITIONS in text else ():
            if isinstance(definition, Mapping):
                references[_DEFINITIONS + key] = self._given(definition, key, definitions)
        return given


def _plain(value: Any, names: set[str]) -> Any:
    """Return a schema with titles in the place of references that are none of `names`, and without
    titles of properties that pydantic makes of their names.
    """
    if isinstance(value, list):
        return [_plain(item, names) for item in value]
    if not isinstance(value, Mapping):
        return value
    copied = {key: _plain(item, names) for key, item in value.items()}
    reference = copied.get("$ref")
    if isinstance(reference, str) and reference not in names:
        del copied["$ref"]
        copied = {"title": reference.rpartition("/")[2], **copied}
    _drop_made_titles(copied.get("properties"))
    return copied


def _drop_made_titles(properties: Any) -> None:
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        made = name.title().replace("_", " ")
        if isinstance(schema, dict) and schema.get("title") == made:
            del schema["title"]
