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
    """Return the property that a union's discriminator reads; None if a schema is no such union."""
    discriminator = schema.get("discriminator")
    if not isinstance(discriminator, dict) or not isinstance(schema.get("oneOf"), list):
        return None
    tag = discriminator.get("propertyName")
    if isinstance(tag, str):
        return tag
    return None


def with_tag(schema: JsonSchema, tag: str) -> JsonSchema:
    """Return the schema of an object that requires one more of its properties.

    The schema is returned unchanged if it has no such property.
    """
    required = schema.get("required", [])
    properties = schema.get("properties", {})
    if tag in required or tag not in properties:
        return schema
    # The names are listed in the order of the properties.
    names = [name for name in properties if name in required or name == tag]
    return {**schema, "required": names}


def with_union_tags(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> JsonSchema:
    """Let the discriminated unions in a schema require their tags, unless all of their choices do.

    Args:
        schema: The schema; unions are found at any depth.
        schemas: The targets of references, by name.
    """
    tagged = map_schema(schema, lambda inner: with_union_tags(inner, schemas))
    tag = tag_of(schema)
    if tag is None:
        return tagged
    is_required = all(_requires(choice, tag, schemas) for choice in schema["oneOf"])
    if not is_required:
        names = [*schema.get("required", ()), tag]
        tagged["required"] = list(dict.fromkeys(names))  # each name once
    return tagged


def _requires(
    schema: JsonSchema,
    tag: str,
    schemas: Mapping[str, JsonSchema],
    seen: frozenset[str] = frozenset(),
) -> bool:
    """Return whether a choice of a union requires the tag.

    A reference does if its target does, and a union if each of its choices does.

    Args:
        schema: The choice.
        tag: The name of the property.
        schemas: The targets of references, by name.
        seen: The references that lead to the choice.
    """
    if tag in schema.get("required", ()):
        return True
    reference = schema.get("$ref")
    if isinstance(reference, str):
        if reference in seen:
            # A union inside itself: its other choices decide.
            return True
        target = schemas.get(reference.rpartition("/")[2], {})
        return _requires(target, tag, schemas, seen | {reference})
    # A schema without choices does not require the tag, as it has not been found above.
    choices = schema.get("oneOf", ())
    return bool(choices) and all(_requires(choice, tag, schemas, seen) for choice in choices)
