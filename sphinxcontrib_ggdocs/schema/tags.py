"""Requires the tag of a tagged union, which each value must have.

pydantic rejects a value without the tag even if the model has a default for it, and OpenAPI 3.1.1,
4.8.25, demands it; pydantic's schema says neither. A member type that is used only in the union
requires its tag itself. If the member is also used elsewhere, where the tag may be missing, the
union requires it.
"""

from collections.abc import Mapping

from .nodes import JsonSchema
from .traversal import map_schema


def tag_of(schema: JsonSchema) -> str | None:
    """Return the property that distinguishes the choices of a union; None for other schemas."""
    discriminator = schema.get("discriminator")
    if not isinstance(discriminator, dict) or not isinstance(schema.get("oneOf"), list):
        return None
    tag = discriminator.get("propertyName")
    if isinstance(tag, str):
        return tag
    return None


def with_tag(schema: JsonSchema, tag: str) -> JsonSchema:
    """Add a property to the required properties of an object."""
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    if tag in required or tag not in properties:
        return schema
    return {**schema, "required": [name for name in properties if name in required or name == tag]}


def with_union_tags(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> JsonSchema:
    """Let unions require their tags, unless all of their choices do.

    Args:
        schema: The schema; unions are found at any depth.
        schemas: The targets of references, by name.
    """
    tagged = map_schema(schema, lambda inner: with_union_tags(inner, schemas))
    tag = tag_of(schema)
    if tag is not None and not all(_requires(choice, tag, schemas) for choice in schema["oneOf"]):
        tagged["required"] = list(dict.fromkeys([*schema.get("required", ()), tag]))
    return tagged


def _requires(
    schema: JsonSchema,
    tag: str,
    schemas: Mapping[str, JsonSchema],
    seen: frozenset[str] = frozenset(),
) -> bool:
    """Return whether a choice requires the tag; a nested union in each of its choices."""
    if tag in schema.get("required", ()):
        return True
    if isinstance(ref := schema.get("$ref"), str):
        target = schemas.get(ref.rpartition("/")[2], {})
        return ref in seen or _requires(target, tag, schemas, seen | {ref})
    choices = schema.get("oneOf", ())
    return bool(choices) and all(_requires(choice, tag, schemas, seen) for choice in choices)
