"""The types of the documents of a site, so that uses are counted over all of them."""

import json
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from ..contents import TypeFacts, shared_types
from ..named_objects import OtherUses
from .document_model import ApiDocsDocument
from .element import DocumentLink
from .shared_types import type_facts

Types: TypeAlias = Mapping[str, TypeFacts]
"""The facts of the types of a document, by their names in links."""

SHARED_FILE = "shared.js"
"""The types that several documents have, as a script; in sites of several documents."""


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
