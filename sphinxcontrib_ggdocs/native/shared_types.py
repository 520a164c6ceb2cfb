"""The facts by which a type is found again in other documents: brands and types with one name and
one schema.

Documents are compared, not Python classes: a service of another repository, or one that is written
in another language, says the same with the same schema.
"""

import json
from hashlib import sha256
from typing import Any

from ..contents import TypeFacts
from ..schema.traversal import map_schema
from . import document_parts as doc
from .document_model import ApiDocsDocument
from .uses import REFERENCE_PREFIX, type_name

TEXTS = frozenset({"title", "description", "examples", "deprecated", "externalDocs", "$comment"})
"""Keywords that say the same of a type in other words."""


def type_facts(document: ApiDocsDocument) -> dict[str, TypeFacts]:
    """The facts of each type of a document, by its name in links."""
    facets: dict[str, list[str]] = {}
    for name, schema in document.schemas.items():
        facets.setdefault(type_name(name, schema), []).append(name)
    return {name: _facts(document, name, members) for name, members in facets.items()}


def _facts(document: ApiDocsDocument, name: str, facets: list[str]) -> TypeFacts:
    references: list[str] = []
    schemas = [_bare(document.schemas[facet], document, references) for facet in facets]
    title = document.schemas[facets[0]].get("title")
    label = title if isinstance(title, str) and title else name
    # Sorted, since services may have their properties in another order.
    text = json.dumps([label, schemas], sort_keys=True, default=str)
    return TypeFacts(
        label,
        sha256(text.encode()).hexdigest(),
        tuple(references),
        document.users.method_count(name),
    )


def _bare(
    schema: doc.JsonSchema, document: ApiDocsDocument, references: list[str]
) -> doc.JsonSchema:
    """A schema without texts; its references to other types are noted, and numbered in it."""

    def inner(part: doc.JsonSchema) -> doc.JsonSchema:
        return _bare(part, document, references)

    kept: dict[str, Any] = {
        key: value
        for key, value in schema.items()
        if key not in TEXTS and (key == "x-brand" or not key.startswith("x-"))
    }
    target = kept.get("$ref")
    if isinstance(target, str) and target.startswith(REFERENCE_PREFIX):
        named = target.removeprefix(REFERENCE_PREFIX)
        references.append(type_name(named, document.schemas.get(named, {})))
        # Another document may call the type otherwise; which one it is comes in by its digest.
        kept["$ref"] = len(references)
    return map_schema(kept, inner)
