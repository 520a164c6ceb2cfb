"""Converts JSON Schema 2020-12 to the schema object of AsyncAPI 3.0, which is draft-07 with
``deprecated`` and a few more keywords.

- Tuples: ``prefixItems`` and ``items`` become ``items`` and ``additionalItems``. Without this,
  ``items: false`` would reject every item.
- Siblings of a ``$ref``, which draft-07 ignores: the reference moves into ``allOf``.
- ``$defs`` becomes ``definitions``; ``dependentRequired`` and ``dependentSchemas`` become
  ``dependencies``.
- A ``discriminator`` has no mapping in AsyncAPI and must be next to the properties that it names,
  not next to ``oneOf``: it becomes ``x-discriminator``. The choices differ in the ``const`` of the
  tag, which is required.
- Keywords that draft-07 lacks are left out, and reported to `report`.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..catalog.export import warn_export
from ..schema import JsonSchema
from ..schema.nodes import without
from ..schema.overlay import with_targets
from ..schema.traversal import map_schema

RENAMED = {"$defs": "definitions", "discriminator": "x-discriminator"}
LOST: Mapping[str, str] = {
    "unevaluatedProperties": ("the rule for other properties of combined schemas"),
    "unevaluatedItems": "the rule for other items of combined schemas",
    "minContains": "the least number of matching items",
    "maxContains": "the greatest number of matching items",
    "contentSchema": "the schema of an encoded string",
    "$dynamicRef": "a dynamic reference",
    "$dynamicAnchor": "a dynamic anchor",
}
"""Keywords that draft-07 lacks, in words."""
SILENT = frozenset({"$schema", "$vocabulary"})
"""Keywords that are left out without a report: they say nothing about values."""
_REARRANGED = frozenset({"prefixItems", "items", "dependentRequired", "dependentSchemas"})
"""Keywords that are not copied: `_add_items` and `_add_dependencies` write others for them."""

Report = Callable[[str], None]
"""Takes a keyword that is left out, with its meaning."""
Target = Callable[[str], str]
"""Returns the reference to write for one of the document."""


def draft07(schema: Any, report: Report, target: Target = str) -> Any:
    """Convert a schema to that of AsyncAPI.

    Args:
        schema: A schema, or a boolean one.
        report: Called with each keyword that is left out.
        target: Returns the reference to write for one; by default the same.
    """
    if not isinstance(schema, dict):
        return schema
    expressible: JsonSchema = {}
    for keyword, operand in schema.items():
        if keyword in LOST:
            # `contains` says already that one item has to match.
            is_said_by_contains = keyword == "minContains" and operand == 1
            if not is_said_by_contains:
                report(f"{keyword} ({LOST[keyword]})")
        elif keyword not in SILENT:
            expressible[keyword] = operand
    # The same keywords, with the schemas inside them converted.
    inside = map_schema(expressible, lambda inner: draft07(inner, report, target))
    converted: JsonSchema = {}
    for keyword, operand in inside.items():
        if keyword not in _REARRANGED:
            converted[RENAMED.get(keyword, keyword)] = operand
    reference = converted.get("$ref")
    if isinstance(reference, str):
        # The keyword `$defs` is renamed, so references that lead through it change, too.
        converted["$ref"] = target(reference).replace("/$defs/", "/definitions/")
    discriminator = converted.get("x-discriminator")
    if isinstance(discriminator, dict):
        converted["x-discriminator"] = with_targets(discriminator, target)
    _add_items(inside, converted)
    _add_dependencies(inside, converted)
    return _with_reference_alone(converted)


def reporter(owner: str) -> Report:
    """Return a function that warns of keywords that are left out of the schemas of an owner."""
    return lambda lost: warn_export(
        f"{owner}: {lost} is left out, because AsyncAPI has no keyword for it"
    )


def _add_items(schema: JsonSchema, converted: JsonSchema) -> None:
    """Add the items of arrays to a converted schema, in which they are still missing: draft-07 has
    a list of schemas under ``items`` for a tuple.
    """
    if "prefixItems" in schema:
        converted["items"] = schema["prefixItems"]
        if "items" in schema:
            converted["additionalItems"] = schema["items"]
    elif "items" in schema:
        converted["items"] = schema["items"]


def _add_dependencies(schema: JsonSchema, converted: JsonSchema) -> None:
    """Add the keyword ``dependencies`` to a converted schema, for what a property requires: names
    of other properties, or a schema. A property that has both gets a schema.
    """
    dependencies: JsonSchema = dict(schema.get("dependentRequired", {}))
    for name, dependent in schema.get("dependentSchemas", {}).items():
        if name in dependencies:
            dependencies[name] = {"required": dependencies[name], "allOf": [dependent]}
        else:
            dependencies[name] = dependent
    if dependencies:
        converted["dependencies"] = dependencies


def _with_reference_alone(schema: JsonSchema) -> JsonSchema:
    """Return a schema whose reference has no other keywords next to it."""
    if "$ref" not in schema or len(schema) == 1:
        return schema
    siblings = without(schema, "$ref")
    return {**siblings, "allOf": [{"$ref": schema["$ref"]}, *siblings.get("allOf", ())]}
