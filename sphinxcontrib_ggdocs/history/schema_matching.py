"""Matches the alternatives of two unions, or the parts of two compositions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ..document.uses import ref_name, type_name
from ..schema.nodes import JsonSchema
from .shapes import AnySchema

UNIONS = ("anyOf", "oneOf")
"""The keywords of unions."""
Types: TypeAlias = Mapping[str, JsonSchema]
"""The named types of a document."""


def matching_schemas(
    olds: Sequence[AnySchema], news: Sequence[AnySchema], old_types: Types, new_types: Types
) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs that correspond: equal schemas first, then those of one named type, of one
    tag, and of one JSON type.

    Args:
        olds: The alternatives or parts of the old schema.
        news: Those of the new one.
        old_types: The named types of the old document.
        new_types: Those of the new one.
    """
    unpaired_olds, unpaired_news = list(olds), list(news)
    # From what identifies most to what identifies least; each pair is taken before weaker keys are
    # tried.
    for key in (_same, _type_key, _tag_key, _json_type_key):
        for old in list(unpaired_olds):
            old_key = key(old, old_types)
            if old_key is None:
                continue
            for new in unpaired_news:
                if key(new, new_types) == old_key:
                    unpaired_olds = _without(unpaired_olds, old)
                    unpaired_news = _without(unpaired_news, new)
                    yield old, new
                    break


def _without(schemas: Iterable[AnySchema], removed: AnySchema) -> list[AnySchema]:
    """Return the schemas but for one, which may be equal to another one."""
    return [schema for schema in schemas if schema is not removed]


def _same(schema: AnySchema, types: Types) -> object:
    return schema


def _type_key(schema: AnySchema, types: Types) -> object:
    name = ref_name(schema)
    if name is None:
        return None
    return type_name(name, types.get(name, {}))


def _tag_key(schema: AnySchema, types: Types) -> object:
    tags: dict[str, Any] = {}
    for name, inner in body_of(schema, types).get("properties", {}).items():
        if isinstance(inner, dict) and "const" in inner:
            tags[name] = inner["const"]
    return tags or None


def _json_type_key(schema: AnySchema, types: Types) -> object:
    """Objects of no common tag are different things, whatever else they have in common."""
    kinds = json_types(body_of(schema, types))
    if len(kinds) == 1 and kinds != {"object"}:
        return kinds
    return None


def body_of(schema: AnySchema, types: Types) -> JsonSchema:
    """Return the schema, or that of the named type that it refers to."""
    name = ref_name(schema)
    body = schema if name is None else types.get(name, {})
    if isinstance(body, dict):
        return body
    return {}


def alternatives_of(schema: JsonSchema) -> list[AnySchema] | None:
    """Return the alternatives of a union; None of another schema."""
    for key in UNIONS:
        if key in schema:
            alternatives: list[AnySchema] = schema[key]
            return alternatives
    return None


def json_types(schema: JsonSchema) -> frozenset[str]:
    """Return the types of JSON that ``type`` names."""
    kinds = schema.get("type")
    return frozenset([kinds] if isinstance(kinds, str) else kinds or ())
