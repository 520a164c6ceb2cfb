"""Removes from schemas what does not constrain values, and writes references in their plain
form.
"""

from typing import Any

from ..document.uses import ref_name
from ..schema.nodes import JsonSchema, without
from ..schema.traversal import map_schema
from .schema_matching import Types, body_of, json_types
from .shapes import BRANDS, SILENT, AnySchema

_FOR_READERS = frozenset({"$comment", "externalDocs", "xml"})


def is_annotation(key: str) -> bool:
    """Return whether a keyword says nothing of values; brands are types of code."""
    return key in SILENT or key in _FOR_READERS or (key.startswith("x-") and key != BRANDS)


def without_annotations(schema: JsonSchema) -> JsonSchema:
    """Return a schema with the keywords that say something of values, at any depth.

    Examples of a pattern stay, for samples of its values are taken from them.
    """
    kept: JsonSchema = {}
    for key, value in map_schema(schema, without_annotations).items():
        is_sample = key == "examples" and "pattern" in schema
        if is_sample or not is_annotation(key):
            kept[key] = value
    return kept


def with_plain_references(schema: AnySchema, types: Types) -> Any:
    """Return a schema in which ``allOf`` with one reference, and nothing else that says something
    of values, is that reference: OpenAPI 3.0 has no other way to write texts next to one.

    Args:
        schema: A schema, at any depth of which this is done.
        types: The named types of its document.
    """
    if not isinstance(schema, dict):
        return schema
    mapped = map_schema(schema, lambda inner: with_plain_references(inner, types))
    if not isinstance(mapped.get("allOf"), list):
        return mapped
    parts = [*mapped["allOf"], without(mapped, "allOf")]
    references = [part for part in parts if ref_name(part) is not None]
    if len(references) != 1:
        return mapped
    target = body_of(references[0], types)
    plain: JsonSchema = {}
    for part in parts:
        if not _adds_nothing(part, target):
            return mapped
        plain.update(part)
    plain.pop("type", None)
    return plain


def _adds_nothing(part: AnySchema, target: JsonSchema) -> bool:
    """Return whether a part of a schema is a reference to a type, or says no more than it does."""
    if not isinstance(part, dict):
        return False
    for key in part:
        if key not in ("$ref", "type") and not is_annotation(key):
            return False
    if "type" not in part:
        return True
    kinds = json_types(target)
    return bool(kinds) and kinds <= json_types(part)
