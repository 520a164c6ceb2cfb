"""Matches the alternatives of two unions (``anyOf``, ``oneOf``), or the parts of two ``allOf``."""

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
    old_schemas: Sequence[AnySchema],
    new_schemas: Sequence[AnySchema],
    old_types: Types,
    new_types: Types,
) -> Iterator[tuple[Any, Any]]:
    """Yield the pairs of old and new schemas that correspond: equal schemas, then those of the same
    named type, of the same tag, and of the same JSON type.

    Args:
        old_schemas: The members of the old union, or the parts of the old ``allOf``.
        new_schemas: Those of the new one.
        old_types: The named types of the old document.
        new_types: Those of the new one.
    """
    unpaired_olds, unpaired_news = list(old_schemas), list(new_schemas)
    # Each returns a value that is equal for schemas that correspond. From the strongest key to the
    # weakest: a pair that a stronger key has found is not available to a weaker one.
    for key in (_schema_key, _type_key, _tag_key, _json_type_key):
        for old in unpaired_olds:
            old_key = key(old, old_types)
            if old_key is None:  # The schema has no such key.
                continue
            for new in unpaired_news:
                if key(new, new_types) == old_key:
                    # New lists, so that the loops go on over the former ones.
                    unpaired_olds = _without(unpaired_olds, old)
                    unpaired_news = _without(unpaired_news, new)
                    yield old, new
                    break


def _without(schemas: Iterable[AnySchema], removed: AnySchema) -> list[AnySchema]:
    """Return the schemas except for one object; others that are equal to it stay."""
    return [schema for schema in schemas if schema is not removed]


def _schema_key(schema: AnySchema, types: Types) -> object:
    """Return the schema itself as a key: only equal schemas correspond."""
    return schema


def _type_key(schema: AnySchema, types: Types) -> object:
    """Return the title of the type that a schema refers to; None if it is no reference."""
    name = ref_name(schema)
    if name is None:
        return None
    return type_name(name, types.get(name, {}))


def _tag_key(schema: AnySchema, types: Types) -> object:
    """Return the properties of an object that have a constant value, such as ``{"kind": "cat"}``;
    None if there are none.
    """
    tags: dict[str, Any] = {}
    for name, inner in body_of(schema, types).get("properties", {}).items():
        if isinstance(inner, dict) and "const" in inner:
            tags[name] = inner["const"]
    return tags or None


def _json_type_key(schema: AnySchema, types: Types) -> object:
    """Return the only JSON type of a schema; None if there are several, or it is ``object``: two
    objects without a common tag do not correspond.
    """
    kinds = json_types(body_of(schema, types))
    if len(kinds) == 1 and kinds != {"object"}:
        return kinds
    return None


def body_of(schema: AnySchema, types: Types) -> JsonSchema:
    """Return the schema of the named type that a schema refers to, or a schema that is no
    reference. True and false become an empty schema.
    """
    name = ref_name(schema)
    if name is not None:
        return types.get(name, {})
    if isinstance(schema, dict):
        return schema
    return {}


def alternatives_of(schema: JsonSchema) -> list[AnySchema] | None:
    """Return the members of ``anyOf`` or ``oneOf``; None if a schema has neither."""
    for key in UNIONS:
        if key in schema:
            alternatives: list[AnySchema] = schema[key]
            return alternatives
    return None


def json_types(schema: JsonSchema) -> frozenset[str]:
    """Return the JSON types that the keyword ``type`` names; none if there is no such keyword."""
    types = schema.get("type")
    if isinstance(types, str):
        return frozenset([types])
    return frozenset(types or ())
