"""A contract document in another language: its descriptions, translated by a catalogue of
messages.
"""

import json
from functools import partial
from typing import Any

from ..schema.traversal import map_schema
from .document_model import ApiDocsDocument
from .paragraphs import Translate, translate_text
from .view import DocumentView, view_of

TEXTS = frozenset({"description", "summary", "deprecationMessage"})
"""Keys of the document whose texts people write; of those only `description` is one of JSON Schema
as well."""

SCHEMA = frozenset({"schema", "data"})
"""Keys of the document that hold a schema."""

BY_NAME = frozenset({"schemas", "errors", "variables"})
"""Keys of the document that hold parts of it under names of the author's."""

DATA = frozenset({"tree", "files", "uses", "usedIn"})
"""Keys of the document below which nobody writes texts."""


def translated_document(text: str, translate: Translate) -> str:
    """A contract document with its descriptions and the names of its groups translated."""
    document: dict[str, Any] = _part(json.loads(text), translate)
    for group in document["groups"]:
        group["name"] = translate(group["name"])
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def translated_view(text: str, translate: Translate) -> tuple[DocumentView, dict[str, str]]:
    """The view of a translated document, and by translated text what was written."""
    originals: dict[str, str] = {}

    def noted(message: str) -> str:
        found = translate(message)
        originals[found] = message
        return found

    document = ApiDocsDocument.model_validate_json(translated_document(text, noted))
    return view_of(document), originals


def _part(value: Any, translate: Translate) -> Any:
    """A part of the document that is no schema."""
    if isinstance(value, list):
        return [_part(item, translate) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _value(key, item, translate) for key, item in value.items()}


def _value(key: str, value: Any, translate: Translate) -> Any:
    if key in TEXTS and isinstance(value, str):
        return translate_text(value, translate)
    if key in SCHEMA and isinstance(value, dict):
        return _schema(value, translate)
    if key in BY_NAME and isinstance(value, dict):
        each = _schema if key == "schemas" else _part
        return {name: each(item, translate) for name, item in value.items()}
    return value if key in DATA else _part(value, translate)


def _schema(schema: dict[str, Any], translate: Translate) -> dict[str, Any]:
    found = map_schema(schema, partial(_schema, translate=translate))
    if isinstance(found.get("description"), str):
        found["description"] = translate_text(found["description"], translate)
    return found
