"""The types that several documents of a site have: brands and types with one name and one schema.

Documents are compared, not Python classes: a service of another repository, or one that is written
in another language, says the same with the same schema.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypeAlias

from ..contents import TypeFacts, shared_types
from ..named_objects import OtherUses
from ..schema.traversal import map_schema
from . import document_parts as doc
from .document_model import ApiDocsDocument
from .element import DocumentLink
from .uses import REFERENCE_PREFIX, type_name

TEXTS = frozenset({"title", "description", "examples", "deprecated", "externalDocs", "$comment"})
"""Keywords that say the same of a type in other words."""


Types: TypeAlias = Mapping[str, TypeFacts]
"""The facts of the types of a document, by their names in links."""

SHARED_FILE = "shared.js"
"""The types that several documents have, as a script; in sites of several documents."""


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


def facts_of(document: bytes) -> Types:
    """Return the facts of the types of a document.

    Args:
        document: Its JSON.
    """
    return type_facts(ApiDocsDocument.model_validate_json(document))


def shared_of(links: Sequence[DocumentLink], facts: Sequence[Types | None]) -> str:
    """The titles of documents, and the types that several of them have, as JSON for the UI; nothing
    where there are none.
    """
    known = {link.slug: fact for link, fact in zip(links, facts, strict=False) if fact is not None}
    types = shared_types(known)
    if not types:
        return ""
    using = {slug for shared in types for slug in shared}
    titles = {link.slug: link.title for link in links if link.slug in using}
    shared = {"titles": titles, "types": types}
    return json.dumps(shared, ensure_ascii=False, separators=(",", ":"))


def other_uses_of(links: Sequence[DocumentLink], facts: Sequence[Types | None]) -> OtherUses:
    """The types that several documents have, with the uses in each."""
    shared = json.loads(shared_of(links, facts) or "null")
    return OtherUses() if shared is None else OtherUses(shared["types"], shared["titles"])


def shared_script(links: Sequence[DocumentLink], facts: Sequence[Types | None]) -> bytes:
    """The same as a script, for pages that show the UI among other things."""
    # A text for JSON.parse, which browsers read faster than the same as JavaScript.
    text = shared_of(links, facts)
    return f"globalThis.ggdocsShared = JSON.parse({json.dumps(text or 'null')});\n".encode("ascii")
