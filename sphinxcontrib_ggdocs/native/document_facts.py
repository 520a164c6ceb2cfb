"""What a site of several documents knows of each: its summary, and its types, so that uses of a
type are counted over all of them.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..contents import TypeFacts, shared_types
from ..named_objects import OtherUses
from .document_model import ApiDocsDocument
from .element import DocumentLink
from .service_summary import ServiceSummary, summary_of_service
from .shared_types import type_facts

SHARED_FILE = "shared.js"
"""The types that several documents have, as a script; in sites of several documents."""


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of one document."""

    summary: ServiceSummary
    types: Mapping[str, TypeFacts]


def facts_of(document: bytes) -> DocumentFacts:
    """The facts of a document.

    Args:
        document: Its JSON.
    """
    read = ApiDocsDocument.model_validate_json(document)
    return DocumentFacts(summary_of_service(read), type_facts(read))


def shared_of(links: Sequence[DocumentLink], facts: Sequence[DocumentFacts | None]) -> str:
    """The titles of documents, and the types that several of them have, as JSON for the UI; nothing
    where there are none.
    """
    known = {link.slug: fact for link, fact in zip(links, facts, strict=False) if fact is not None}
    types = shared_types({slug: fact.types for slug, fact in known.items()})
    if not types:
        return ""
    using = {slug for shared in types for slug in shared}
    titles = {link.slug: link.title for link in links if link.slug in using}
    shared = {"titles": titles, "types": types}
    return json.dumps(shared, ensure_ascii=False, separators=(",", ":"))


def other_uses_of(
    links: Sequence[DocumentLink], facts: Sequence[DocumentFacts | None]
) -> OtherUses:
    """The types that several documents have, with the uses in each."""
    shared = json.loads(shared_of(links, facts) or "null")
    return OtherUses() if shared is None else OtherUses(shared["types"], shared["titles"])


def shared_script(links: Sequence[DocumentLink], facts: Sequence[DocumentFacts | None]) -> bytes:
    """The same as a script, for pages that show the UI among other things."""
    # A text for JSON.parse, which browsers read faster than the same as JavaScript.
    text = shared_of(links, facts)
    return f"globalThis.ggdocsShared = JSON.parse({json.dumps(text or 'null')});\n".encode("ascii")
