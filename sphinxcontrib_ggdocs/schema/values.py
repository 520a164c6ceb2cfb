"""Cleans a schema before it is written, so that its values are valid and can be written as JSON.

- A default or an example that JSON cannot carry, or that its own schema refuses, is left out.
- The default of a secret is left out, unless it is null, also where the secret is inside of what
  has the default.
- Equal choices of an ``enum`` and equal names in ``required`` are written once; a set has one
  order.
- References that authors have written lead to a named type, or are left out.
- What they say for the filter of audiences is removed.
- Schemas that a document gives stay as they are otherwise.
- Patterns are ECMA-262; one that has no form there is left out.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ..contracts.audiences import MARKED
from .fitting import fits, is_json, same_json
from .nodes import (
    AS_GIVEN,
    BY_HAND,
    MISPLACED,
    OF_FILTER,
    SECRET,
    JsonSchema,
    NotJson,
    without,
)
from .patterns import translated
from .traversal import every_schema, map_schema

_VALUES = ("default", "examples", "example", "enum", "pattern", "patternProperties")
_LOOKED_AT = frozenset({*_VALUES, BY_HAND, MISPLACED, SECRET, *OF_FILTER})
_NO_CONSTRAINT = frozenset({"default", "examples", "example"})


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something in a schema that documents do not have."""

    keyword: Literal["default", "example", "keyword", "pattern", "reference"]
    reason: str
    reference: str = ""
    """The one that is unresolved."""

    def __str__(self) -> str:
        return f"the {self.keyword} {self.reason}"


class Values:
    """Cleans the schemas of one document.

    Args:
        schemas: The targets of references, by name.
        references: The references to them, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], references: Mapping[str, str]) -> None:
        self._schemas = schemas
        self._references = references
        self._known = frozenset(references.values())
        self._secret_names: dict[str, bool] = {}
        self.lost_patterns: dict[str, None] = {}
        """Patterns that were left out of cleaned schemas."""
        self.lost_references: dict[str, None] = {}
        """References that lead nowhere, likewise."""

    def cleaned(self, schema: JsonSchema) -> JsonSchema:
        """Remove invalid values from a schema, at any depth."""
        if AS_GIVEN in schema:
            return without(schema, AS_GIVEN, MARKED)
        repaired = self._repaired(schema, []) if self._is_looked_at(schema) else schema
        required = schema.get("required")
        if isinstance(required, list) and len(distinct := _distinct(required)) < len(required):
            repaired = {**repaired, "required": distinct}  # two fields have one alias
        return map_schema(repaired, self.cleaned)

    def left_out(self, schema: JsonSchema) -> Iterator[LeftOut]:
        """Yield the values that `cleaned` omits from a schema."""
        if AS_GIVEN in schema:
            return
        for inner in every_schema(schema):
            if self._is_looked_at(inner):
                problems: list[LeftOut] = []
                self._repaired(inner, problems)
                yield from problems

    def _is_looked_at(self, schema: JsonSchema) -> bool:
        reference = schema.get("$ref")
        is_by_hand = isinstance(reference, str) and reference not in self._known
        return is_by_hand or not _LOOKED_AT.isdisjoint(schema)

    def _repair_reference(self, schema: JsonSchema, problems: list[LeftOut]) -> None:
        reference = schema.pop(BY_HAND, schema.get("$ref"))
        if not isinstance(reference, str):
            return
        # Another document may have it. Of one in this document the name counts, whatever place the
        # author took it for: `#/definitions/User`, `#/components/schemas/User`.
        is_final = reference in self._known or not reference.startswith("#")
        target = reference if is_final else self._references.get(reference.rpartition("/")[2])
        if target is not None:
            schema["$ref"] = target
            return
        schema.pop("$ref", None)
        self.lost_references[reference] = None
        problems.append(LeftOut("reference", f"{reference!r} is unresolved", reference))

    def _repaired(self, schema: JsonSchema, problems: list[LeftOut]) -> JsonSchema:
        repaired = without(schema, SECRET, MISPLACED, *OF_FILTER)
        for key, value in schema.get(MISPLACED, {}).items():
            problems.append(LeftOut("keyword", f"{key!r} cannot be {_shown(value)}"))
        self._repair_reference(repaired, problems)
        if isinstance(choices := repaired.get("enum"), list):
            repaired["enum"] = _distinct(choices)
        if "default" in repaired:
            self._repair_default(repaired, schema, problems)
        for key in ("examples", "example"):
            if key in repaired:
                self._repair_examples(key, repaired, problems)
        self._repair_patterns(repaired, problems)
        return repaired

    def _repair_patterns(self, repaired: JsonSchema, problems: list[LeftOut]) -> None:
        if isinstance(pattern := repaired.get("pattern"), str):
            del repaired["pattern"]
            translation = self._pattern(pattern, problems)
            if translation is not None:
                repaired["pattern"] = translation
        if isinstance(patterns := repaired.get("patternProperties"), dict):
            translated_patterns: dict[str, Any] = {}
            for pattern, inner in patterns.items():
                translation = self._pattern(pattern, problems)
                if translation is not None:
                    translated_patterns[translation] = inner
            repaired["patternProperties"] = translated_patterns

    def _pattern(self, pattern: str, problems: list[LeftOut]) -> str | None:
        translation = translated(pattern)
        if translation is None:
            self.lost_patterns[pattern] = None
            problems.append(LeftOut("pattern", f"{pattern!r} cannot be written in ECMA-262"))
        return translation

    def _repair_default(
        self, repaired: JsonSchema, schema: JsonSchema, problems: list[LeftOut]
    ) -> None:
        value = repaired.pop("default")
        # Null gives nothing away.
        if value is not None and self._is_secret(schema):
            return
        if (reason := self._refusal(value, repaired)) is not None:
            problems.append(LeftOut("default", f"{_shown(value)} {reason}"))
        else:
            repaired["default"] = self._ordered(value, repaired)

    def _repair_examples(self, key: str, repaired: JsonSchema, problems: list[LeftOut]) -> None:
        value = repaired.pop(key)
        if key == "example":
            if self._is_valid_example(value, repaired, problems):
                repaired[key] = value
            return
        if not isinstance(value, list):
            problems.append(LeftOut("example", f"{_shown(value)} is not a list of examples"))
            return
        valid = [item for item in value if self._is_valid_example(item, repaired, problems)]
        if valid:
            repaired[key] = valid

    def _is_valid_example(self, example: Any, schema: JsonSchema, problems: list[LeftOut]) -> bool:
        """Return whether an example fits its schema; the reason why not is added to `problems`."""
        reason = self._refusal(example, schema)
        if reason is not None:
            problems.append(LeftOut("example", f"{_shown(example)} {reason}"))
        return reason is None

    def _refusal(self, value: Any, schema: JsonSchema) -> str | None:
        """Return why a value cannot be a default or an example of a schema; None when it can."""
        if isinstance(value, NotJson) or not is_json(value):
            return "cannot be written as JSON"
        constraints = {key: limit for key, limit in schema.items() if key not in _NO_CONSTRAINT}
        if fits(value, constraints, self._schemas):
            return None
        return "does not match its type"

    def _is_secret(self, schema: JsonSchema) -> bool:
        """Return whether values of a schema contain a secret."""
        for inner in every_schema(schema):
            if SECRET in inner or (inner.get("format") == "password" and inner.get("writeOnly")):
                return True
            if isinstance(ref := inner.get("$ref"), str) and self._is_secret_name(
                ref.rpartition("/")[2]
            ):
                return True
        return False

    def _is_secret_name(self, name: str) -> bool:
        if name not in self._secret_names:
            self._secret_names[name] = False  # a type inside itself adds nothing
            self._secret_names[name] = self._is_secret(self._schemas.get(name, {}))
        return self._secret_names[name]

    def _ordered(self, value: Any, schema: Any) -> Any:
        """Sort the sets in a value, whose order differs between processes."""
        if not isinstance(value, list | dict) or not isinstance(schema, dict):
            return value
        for key in ("anyOf", "oneOf", "allOf"):
            for choice in schema.get(key, ()):
                value = self._ordered(value, choice)
        if isinstance(ref := schema.get("$ref"), str):
            value = self._ordered(value, self._schemas.get(ref.rpartition("/")[2], {}))
        if isinstance(value, dict):
            return self._ordered_object(value, schema)
        return self._ordered_array(value, schema)

    def _ordered_object(self, value: dict[str, Any], schema: JsonSchema) -> dict[str, Any]:
        properties = schema.get("properties", {})
        others = schema.get("additionalProperties")
        return {
            name: self._ordered(member, properties.get(name, others))
            for name, member in value.items()
        }

    def _ordered_array(self, value: list[Any], schema: JsonSchema) -> list[Any]:
        first = schema.get("prefixItems", ())
        others = schema.get("items")
        items: list[Any] = []
        for index, item in enumerate(value):
            item_schema = others
            if index < len(first):
                item_schema = first[index]
            items.append(self._ordered(item, item_schema))
        if schema.get("uniqueItems"):
            return sorted(items, key=_rank)
        return items


def _rank(value: Any) -> tuple[str, Any]:
    """Return a sort key: numbers and texts by value, other values by their JSON."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return "json", json.dumps(value, sort_keys=True)
    if isinstance(value, str):
        return "text", value
    return "number", value


def _distinct(choices: list[Any]) -> list[Any]:
    """Remove duplicates and values without a JSON form from choices."""
    distinct: list[Any] = []
    strings: set[str] = set()
    others: list[Any] = []
    for choice in choices:
        if isinstance(choice, str):
            is_known = choice in strings
            strings.add(choice)
        else:
            is_known = any(same_json(choice, other) for other in others)
            others.append(choice)
        if not is_known and is_json(choice):
            distinct.append(choice)
    return distinct


def _shown(value: Any) -> str:
    text = repr(value.value if isinstance(value, NotJson) else value)
    if len(text) <= 60:
        return text
    return f"{text[:57]}..."
