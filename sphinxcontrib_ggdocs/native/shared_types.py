"""Types that several documents have: brands and types with one name and one schema.

Documents are compared, not Python classes: a service of another repository, or one that is written
in another language, says the same with the same schema.
"""

import json
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from hashlib import sha256
from typing import Any

from ..schema.traversal import map_schema
from . import document_parts as doc
from .document_model import ApiDocsDocument
from .uses import REFERENCE_PREFIX, type_name

TEXTS = frozenset({"title", "description", "examples", "deprecated", "externalDocs", "$comment"})
"""Keywords that say the same of a type in other words."""


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """What distinguishes a type from others, without the types that it refers to."""

    label: str
    """What the type is called."""
    digest: str
    references: tuple[str, ...]
    """The types that it refers to, in order, in the document."""
    methods: int
    """How many methods mention it."""


def type_facts(document: ApiDocsDocument) -> dict[str, TypeFacts]:
    """The facts of each type of a document, by its name in links."""
    facets: dict[str, list[str]] = {}
    for name, schema in document.schemas.items():
        facets.setdefault(type_name(name, schema), []).append(name)
    return {name: _facts(document, name, members) for name, members in facets.items()}


def types_to_json(types: Mapping[str, TypeFacts]) -> str:
    """Facts as JSON, which `types_of_json` reads."""
    return json.dumps({name: astuple(facts) for name, facts in types.items()})


def types_of_json(text: str) -> dict[str, TypeFacts]:
    """Facts that `types_to_json` has written."""
    return {
        name: TypeFacts(label, digest, tuple(references), methods)
        for name, (label, digest, references, methods) in json.loads(text).items()
    }


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


SharedType = dict[str, tuple[str, int]]
"""By slug of each document that uses a type: its name there, and how many methods mention it."""


def shared_types(documents: Mapping[str, Mapping[str, TypeFacts]]) -> list[SharedType]:
    """The types that methods of more than one document mention, in the order of the documents.

    Types are the same if they have one label and one schema, and the types that they refer to are
    the same. All begin with the digest of their own schema. In each round it takes in the digests
    of what they refer to, until a round makes no further distinction.

    Args:
        documents: The facts of each document by slug.
    """
    known: dict[tuple[str, str], str] = {
        (slug, name): facts.digest
        for slug, types in documents.items()
        for name, facts in types.items()
    }
    count = 0
    while (distinct := len(set(known.values()))) > count:
        count, known = distinct, _refined(documents, known)
    groups: dict[str, SharedType] = {}
    for (slug, name), digest in known.items():
        if methods := documents[slug][name].methods:
            groups.setdefault(digest, {}).setdefault(slug, (name, methods))
    return [group for group in groups.values() if len(group) > 1]


def _refined(
    documents: Mapping[str, Mapping[str, TypeFacts]], known: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], str]:
    refined: dict[tuple[str, str], str] = {}
    for (slug, name), digest in known.items():
        references = documents[slug][name].references
        digests = [known.get((slug, reference), "") for reference in references]
        refined[slug, name] = sha256("\0".join((digest, *digests)).encode()).hexdigest()
    return refined
