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
_REARRANGED = frozenset({"prefixItems", "items", "dependentRequired", "dependentSchemas"})

Report = Callable[[str], None]
Target = Callable[[str], str]


def draft07(schema: Any, report: Report, target: Target = str) -> Any:
    """Convert a schema to that of AsyncAPI.

    Args:
        schema: A schema, or a boolean one.
        report: Called with each keyword that is left out.
        target: Returns the reference to write for one; by default the same.
    """
    if not isinstance(schema, dict):
        return schema
    known: JsonSchema = {}
    for key, value in schema.items():
        if key not in LOST:
            if key not in SILENT:
                known[key] = value
        # One item has to match anyway where there is `contains`.
        elif not (key == "minContains" and value == 1):
            report(f"{key} ({LOST[key]})")
    known = map_schema(known, lambda inner: draft07(inner, report, target))
    converted = {
        RENAMED.get(key, key): value for key, value in known.items() if key not in _REARRANGED
    }
    if isinstance(ref := converted.get("$ref"), str):
        # `map_schema` renames the keyword; references that lead through it are text.
        converted["$ref"] = target(ref).replace("/$defs/", "/definitions/")
    if isinstance(discriminator := converted.get("x-discriminator"), dict):
        converted["x-discriminator"] = with_targets(discriminator, target)
    _tuple(known, converted)
    _dependencies(known, converted)
    return _reference_apart(converted)


def reporter(what: str) -> Report:
    """Return a function that warns of omissions in `what`."""
    return lambda lost: warn_export(
        f"{what}: {lost} is left out, because AsyncAPI has no keyword for it"
    )


def _tuple(known: JsonSchema, converted: JsonSchema) -> None:
    if "prefixItems" in known:
        converted["items"] = known["prefixItems"]
        if "items" in known:
            converted["additionalItems"] = known["items"]
    elif "items" in known:
        converted["items"] = known["items"]


def _dependencies(known: JsonSchema, converted: JsonSchema) -> None:
    needed: JsonSchema = dict(known.get("dependentRequired", {}))
    for name, dependent in known.get("dependentSchemas", {}).items():
        needed[name] = (
            {"required": needed[name], "allOf": [dependent]} if name in needed else dependent
        )
    if needed:
        converted["dependencies"] = needed


def _reference_apart(schema: JsonSchema) -> JsonSchema:
    if "$ref" not in schema or len(schema) == 1:
        return schema
    siblings = {key: value for key, value in schema.items() if key != "$ref"}
    return {**siblings, "allOf": [{"$ref": schema["$ref"]}, *siblings.get("allOf", ())]}
