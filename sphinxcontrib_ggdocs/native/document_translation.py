"""A contract document in another language: its descriptions, translated by a catalogue of
messages.
"""

import json
from functools import partial
from typing import Any

from .document_model import ApiDocsDocument
from .document_texts import with_texts
from .paragraphs import Translate, translate_text
from .view import DocumentView, view_of


def translated_document(text: str, translate: Translate) -> str:
    """A contract document with its descriptions and the names of its groups translated."""
    document: dict[str, Any] = with_texts(
        json.loads(text), partial(translate_text, translate=translate)
    )
    for group in document["groups"]:
        group["name"] = translate(group["name"])
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def translated_view(text: str, translate: Translate) -> tuple[DocumentView, dict[str, str]]:
    """The view of a translated document, and by translated text what was written."""
    originals: dict[str, str] = {}

    def noted(message: str) -> str:
        translated = translate(message)
        originals[translated] = message
        return translated

    document = ApiDocsDocument.model_validate_json(translated_document(text, noted))
    return view_of(document), originals
