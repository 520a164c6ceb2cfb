"""Removes annotations from schemas, and unwraps references from ``allOf``."""

from typing import Any

from ..document.uses import ref_name
from ..schema.nodes import JsonSchema, without
from ..schema.traversal import map_schema
from .schema_matching import Types, body_of, json_types
from .shapes import BRANDS, SILENT, AnySchema

_DOCUMENTATION = frozenset({"$comment", "externalDocs", "xml"})
"""Further keywords that constrain no values."""


def is_annotation(key: str) -> bool:
    """Return whether a keyword constrains neither values nor generated types. Brands, which have
    the prefix of extensions, make separate types in generated code.
    """
    return key in SILENT or key in _DOCUMENTATION or (key.startswith("x-") and key != BRANDS)


def without_annotations(schema: JsonSchema) -> JsonSchema:
    """Return a schema without annotations, at any depth.

    Examples next to a pattern stay: values for a pattern cannot be generated, so that its examples
    are used as such values.
    """
    remaining: JsonSchema = {}
    for key, value in map_schema(schema, without_annotations).items():
        is_sample = key == "examples" and "pattern" in schema
        if is_sample or not is_annotation(key):
            remaining[key] = value
    return remaining


def with_plain_references(schema: AnySchema, types: Types) -> Any:
    """Return a schema in which an ``allOf`` that adds only annotations to one reference is replaced
    by that reference and the annotations.

    OpenAPI 3.0 allows no keywords next to a reference, so that ``allOf`` is how such documents add
    a description to one.

    Args:
        schema: A schema; those inside it are replaced at any depth, too.
        types: The named types of its document.
    """
    if not isinstance(schema, dict):
        return schema
    mapped = map_schema(schema, lambda inner: with_plain_references(inner, types))
    if not isinstance(mapped.get("allOf"), list):  # Foreign documents may have another value.
        return mapped
    # The keywords next to an `allOf` have the same meaning as one more part.
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
    # The referenced type has it, as `_adds_nothing` has checked.
    plain.pop("type", None)
    return plain


def _adds_nothing(part: AnySchema, target: JsonSchema) -> bool:
    """Return whether a part of an ``allOf`` is the reference to a type, or has only annotations and
    a ``type`` that the referenced type has, too.

    Args:
        part: The part.
        target: The schema of the referenced type.
    """
    if not isinstance(part, dict):
        return False
    for key in part:
        if key not in ("$ref", "type") and not is_annotation(key):
            return False
    if "type" not in part:
        return True
    # It adds nothing if it allows all types that the referenced type has. A type without `type`
    # allows values of every JSON type, which the part would then limit.
    kinds = json_types(target)
    return bool(kinds) and kinds <= json_types(part)
