"""JSON Schema 2020-12 → the schema object of AsyncAPI 3.0, which is draft-07 with ``deprecated`` and a few more words.

- Tuples: ``prefixItems`` and ``items`` become ``items`` and ``additionalItems``. Left as they are, ``items: false``
  would admit no item at all.
- Words beside a ``$ref``, which draft-07 ignores: the reference moves into ``allOf``.
- ``$defs`` becomes ``definitions``; ``dependentRequired`` and ``dependentSchemas`` become ``dependencies``.
- A ``discriminator`` has no mapping in AsyncAPI and must stand beside the properties that it names, not beside
  ``oneOf``: it becomes ``x-discriminator``. The branches tell themselves apart by ``const``, so the tag is required.
- What draft-07 has no word for is left out, and `report` is told.
"""

from collections.abc import Callable, Mapping
from typing import Any

from ..catalog.export import tell
from ..schema import JsonSchema

RENAMED = {"$defs": "definitions", "discriminator": "x-discriminator"}
IN_PLACE = frozenset({"allOf", "anyOf", "oneOf"})
BY_NAME = frozenset({"properties", "patternProperties", "$defs"})
VALUES = frozenset({"const", "default", "enum", "examples", "discriminator", "required", "type"})
"""Keywords whose values are no schemas, whatever they look like."""
LOST: Mapping[str, str] = {
    "unevaluatedProperties": "that other properties are refused or described across combined schemas",
    "unevaluatedItems": "that other items are refused or described across combined schemas",
    "minContains": "how many items must match",
    "maxContains": "how many items may match",
    "contentSchema": "what is inside an encoded string",
    "$dynamicRef": "a dynamic reference",
    "$dynamicAnchor": "a dynamic anchor",
}
"""What draft-07 cannot say, in words."""
SILENT = frozenset({"$schema", "$vocabulary"})

Report = Callable[[str], None]


def draft07(schema: Any, report: Report) -> Any:
    """The same schema for AsyncAPI.

    Args:
        schema: A schema, or a boolean one.
        report: Told of each keyword that is left out.
    """
    if not isinstance(schema, dict):
        return schema
    found: JsonSchema = {}
    for key, value in schema.items():
        if key in SILENT:
            continue
        if key in LOST:
            if not (key == "minContains" and value == 1):
                report(f"{key} ({LOST[key]})")
            continue
        if key in ("prefixItems", "items", "dependentRequired", "dependentSchemas"):
            continue
        found[_renamed(key)] = _value(key, value, report)
    if "discriminator" in schema:
        tag = schema["discriminator"]["propertyName"]
        found["required"] = [*(name for name in schema.get("required", ()) if name != tag), tag]
    _tuple(schema, found, report)
    _dependencies(schema, found, report)
    return _reference_apart(found)


def reporter(what: str) -> Report:
    """Warns of what is left out of `what`."""
    return lambda lost: tell(f"{what}: {lost} is left out, for AsyncAPI has no word for it")


def _renamed(key: str) -> str:
    return RENAMED.get(key, key)


def _value(key: str, value: Any, report: Report) -> Any:
    if key in VALUES or key.startswith("x-"):
        return value
    if key in BY_NAME and isinstance(value, dict):
        return {name: draft07(item, report) for name, item in value.items()}
    if key in IN_PLACE and isinstance(value, list):
        return [draft07(item, report) for item in value]
    if key == "$ref" and isinstance(value, str):
        return value.replace("/$defs/", "/definitions/")
    return draft07(value, report) if isinstance(value, dict) else value


def _tuple(schema: JsonSchema, found: JsonSchema, report: Report) -> None:
    if "prefixItems" in schema:
        found["items"] = [draft07(item, report) for item in schema["prefixItems"]]
        if "items" in schema:
            found["additionalItems"] = draft07(schema["items"], report)
    elif "items" in schema:
        found["items"] = draft07(schema["items"], report)


def _dependencies(schema: JsonSchema, found: JsonSchema, report: Report) -> None:
    needed: JsonSchema = dict(schema.get("dependentRequired", {}))
    for name, dependent in schema.get("dependentSchemas", {}).items():
        converted = draft07(dependent, report)
        needed[name] = {"required": needed[name], "allOf": [converted]} if name in needed else converted
    if needed:
        found["dependencies"] = needed


def _reference_apart(schema: JsonSchema) -> JsonSchema:
    if "$ref" not in schema or len(schema) == 1:
        return schema
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    return {**beside, "allOf": [{"$ref": schema["$ref"]}, *beside.get("allOf", ())]}
