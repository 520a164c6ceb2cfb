"""Cleans a schema before it is written, so that its values are valid and can be written as JSON.

- A default or an example that JSON cannot carry, or that its own schema refuses, is left out.
- The default of a secret is left out, unless it is null; so is the default of an object that
  contains a secret.
- Equal choices of an ``enum`` and equal names in ``required`` are written once, and the items of a
  set are sorted.
- References that authors have written by hand lead to a named type, or are left out.
- Keywords that only the filter of audiences reads are removed.
- Patterns are translated to ECMA-262; those without an equivalent are left out.
- Otherwise schemas from files are not changed.
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
_KEYWORDS_TO_CLEAN = frozenset({*_VALUES, BY_HAND, MISPLACED, SECRET, *OF_FILTER})
"""A schema without any of these keywords needs no cleaning, unless it has a reference by hand."""
_LONGEST_VALUE = 60
"""The longest text of a value in a message."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of a schema that documents omit because it is invalid."""

    keyword: Literal["default", "example", "keyword", "pattern", "reference"]
    reason: str
    """The part and what is wrong with it, such as ``'x' does not match its type``."""
    reference: str = ""
    """The unresolved reference, if the part is one."""

    def __str__(self) -> str:
        return f"the {self.keyword} {self.reason}"


class Values:
    """Cleans the schemas of one document.

    In the methods below, `repaired` is the copy of a schema that is being cleaned, and `problems`
    collects what is left out of it.

    Args:
        schemas: The schemas that references lead to, by name.
        references: The references to these schemas, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], references: Mapping[str, str]) -> None:
        """Create an object that has cleaned no schema yet."""
        self._schemas = schemas
        self._references = references
        self._final_references = frozenset(references.values())
        """The references that need no repair, since they lead to a schema of the document."""
        self._secret_names: dict[str, bool] = {}
        """By the name of a schema: whether its values are or contain a secret; False while that is
        being found out."""
        self.lost_patterns: dict[str, None] = {}
        """Patterns that were left out of cleaned schemas."""
        self.lost_references: dict[str, None] = {}
        """References that lead nowhere, likewise."""

    def cleaned(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema without invalid values, at any depth.

        A schema from a file only loses the keywords of this program.
        """
        if AS_GIVEN in schema:
            return without(schema, AS_GIVEN, MARKED)
        repaired = schema
        if self._needs_cleaning(schema):
            # The problems are not needed here: `left_out` reports them.
            repaired = self._repaired(schema, [])
        required = schema.get("required")
        if isinstance(required, list):
            names = _distinct(required)
            if len(names) < len(required):  # two fields have one alias
                repaired = {**repaired, "required": names}
        return map_schema(repaired, self.cleaned)

    def left_out(self, schema: JsonSchema) -> Iterator[LeftOut]:
        """Yield the parts that `cleaned` omits from a schema, at any depth."""
        if AS_GIVEN in schema:  # a schema from a file, of which `cleaned` omits nothing invalid
            return
        for inner in every_schema(schema):
            if self._needs_cleaning(inner):
                problems: list[LeftOut] = []
                self._repaired(inner, problems)
                yield from problems

    def _needs_cleaning(self, schema: JsonSchema) -> bool:
        """Return whether a schema has a keyword that may have to be cleaned; inner schemas do not
        count.
        """
        reference = schema.get("$ref")
        is_by_hand = isinstance(reference, str) and reference not in self._final_references
        return is_by_hand or not _KEYWORDS_TO_CLEAN.isdisjoint(schema)

    def _repair_reference(self, schema: JsonSchema, problems: list[LeftOut]) -> None:
        """Replace a hand-written reference by one to a named schema of the document, or remove it.

        References to other documents stay.

        Args:
            schema: The schema, which is changed.
            problems: Gets an unresolved reference.
        """
        reference = schema.pop(BY_HAND, schema.get("$ref"))
        if not isinstance(reference, str):
            return
        is_in_other_document = not reference.startswith("#")
        target: str | None = reference
        if reference not in self._final_references and not is_in_other_document:
            # Only the name counts: authors write `#/definitions/User`, `#/components/schemas/User`
            # and the like, since they do not know the place of schemas in this document.
            target = self._references.get(reference.rpartition("/")[2])
        if target is not None:
            schema["$ref"] = target
            return
        schema.pop("$ref", None)
        self.lost_references[reference] = None
        problems.append(LeftOut("reference", f"{reference!r} is unresolved", reference))

    def _repaired(self, schema: JsonSchema, problems: list[LeftOut]) -> JsonSchema:
        """Return a copy of a schema whose own keywords are cleaned, without the marks of this
        program; schemas inside it are not changed.

        Args:
            schema: The schema, which is not changed.
            problems: The list to which what is left out is added.
        """
        repaired = without(schema, SECRET, MISPLACED, *OF_FILTER)
        # The module `keyword_kinds` has moved keywords with values of a wrong kind to `MISPLACED`,
        # so they are only reported here.
        for key, value in schema.get(MISPLACED, {}).items():
            problems.append(LeftOut("keyword", f"{key!r} cannot be {_value_in_words(value)}"))
        self._repair_reference(repaired, problems)
        if isinstance(choices := repaired.get("enum"), list):
            repaired["enum"] = _distinct(choices)
        if "default" in repaired:
            # Only the original schema still has the marks of secrets.
            self._repair_default(repaired, schema, problems)
        for key in ("examples", "example"):
            if key in repaired:
                self._repair_examples(key, repaired, problems)
        self._repair_patterns(repaired, problems)
        return repaired

    def _repair_patterns(self, repaired: JsonSchema, problems: list[LeftOut]) -> None:
        """Translate the patterns of ``pattern`` and ``patternProperties`` to ECMA-262.

        A pattern that cannot be translated is removed.

        Args:
            repaired: The schema, which is changed.
            problems: Gets the patterns that are removed.
        """
        pattern = repaired.get("pattern")
        if isinstance(pattern, str):
            del repaired["pattern"]
            translation = self._translated_pattern(pattern, problems)
            if translation is not None:
                repaired["pattern"] = translation
        patterns = repaired.get("patternProperties")
        if isinstance(patterns, dict):
            translated_patterns: dict[str, Any] = {}
            for pattern, inner in patterns.items():
                translation = self._translated_pattern(pattern, problems)
                if translation is not None:
                    translated_patterns[translation] = inner
            repaired["patternProperties"] = translated_patterns

    def _translated_pattern(self, pattern: str, problems: list[LeftOut]) -> str | None:
        """Translate a pattern to ECMA-262; None, and a problem, if that is impossible."""
        translation = translated(pattern)
        if translation is None:
            self.lost_patterns[pattern] = None
            problems.append(LeftOut("pattern", f"{pattern!r} cannot be written in ECMA-262"))
        return translation

    def _repair_default(
        self, repaired: JsonSchema, schema: JsonSchema, problems: list[LeftOut]
    ) -> None:
        """Remove a default that is invalid or secret, and sort the sets in any other default.

        Args:
            repaired: The schema, which is changed.
            schema: The schema as it was before, in which secrets are marked.
            problems: Gets an invalid default; a secret is not mentioned.
        """
        value = repaired.pop("default")
        # Null reveals nothing.
        if value is not None and self._is_secret(schema):
            return
        reason = self._refusal(value, repaired)
        if reason is None:
            repaired["default"] = self._ordered(value, repaired)
        else:
            problems.append(LeftOut("default", f"{_value_in_words(value)} {reason}"))

    def _repair_examples(self, key: str, repaired: JsonSchema, problems: list[LeftOut]) -> None:
        """Remove invalid examples.

        Args:
            key: The keyword: ``examples``, or ``example``, which has only one.
            repaired: The schema, which is changed.
            problems: Gets the examples that are removed.
        """
        value = repaired.pop(key)
        if key == "example":
            if self._is_valid_example(value, repaired, problems):
                repaired[key] = value
            return
        if not isinstance(value, list):  # written by hand
            problems.append(
                LeftOut("example", f"{_value_in_words(value)} is not a list of examples")
            )
            return
        valid = [item for item in value if self._is_valid_example(item, repaired, problems)]
        if valid:
            repaired[key] = valid

    def _is_valid_example(self, example: Any, schema: JsonSchema, problems: list[LeftOut]) -> bool:
        """Return whether an example is valid under its schema; if not, the reason is added to
        `problems`.
        """
        reason = self._refusal(example, schema)
        if reason is not None:
            problems.append(LeftOut("example", f"{_value_in_words(example)} {reason}"))
        return reason is None

    def _refusal(self, value: Any, schema: JsonSchema) -> str | None:
        """Return why a value cannot be a default or an example of a schema; None if it can be one.

        The reason is the end of a sentence that begins with the value.
        """
        if isinstance(value, NotJson) or not is_json(value):
            return "cannot be written as JSON"
        if fits(value, schema, self._schemas):
            return None
        return "does not match its type"

    def _is_secret(self, schema: JsonSchema) -> bool:
        """Return whether values of a schema are or contain a secret.

        A secret is a ``Secret`` of pydantic, or a password that services never send.
        """
        for inner in every_schema(schema):
            is_password = inner.get("format") == "password" and inner.get("writeOnly")
            if SECRET in inner or is_password:
                return True
            reference = inner.get("$ref")
            if isinstance(reference, str) and self._is_secret_name(reference.rpartition("/")[2]):
                return True
        return False

    def _is_secret_name(self, name: str) -> bool:
        """Return whether values of the schema with this name are or contain a secret."""
        if name not in self._secret_names:
            # Set first, so that a schema inside itself ends the search instead of repeating it.
            self._secret_names[name] = False
            self._secret_names[name] = self._is_secret(self._schemas.get(name, {}))
        return self._secret_names[name]

    def _ordered(self, value: Any, schema: Any) -> Any:
        """Sort the arrays in a value that are sets, at any depth.

        Python's order of a set differs between processes, and documents must not.

        Args:
            value: The value as JSON.
            schema: Its schema, in which sets have ``uniqueItems``.
        """
        if not isinstance(value, list | dict) or not isinstance(schema, dict):
            return value
        # All choices are applied, also those that the value does not match. If only such a choice
        # is a set, an array is sorted needlessly.
        for key in ("anyOf", "oneOf", "allOf"):
            for choice in schema.get(key, ()):
                value = self._ordered(value, choice)
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target = self._schemas.get(reference.rpartition("/")[2], {})
            value = self._ordered(value, target)
        if isinstance(value, dict):
            return self._ordered_object(value, schema)
        return self._ordered_array(value, schema)

    def _ordered_object(self, value: dict[str, Any], schema: JsonSchema) -> dict[str, Any]:
        """Sort the sets in the members of an object."""
        properties = schema.get("properties", {})
        schema_of_others = schema.get("additionalProperties")
        ordered: dict[str, Any] = {}
        for name, member in value.items():
            ordered[name] = self._ordered(member, properties.get(name, schema_of_others))
        return ordered

    def _ordered_array(self, value: list[Any], schema: JsonSchema) -> list[Any]:
        """Sort the sets in the items of an array, and the array itself if it is a set."""
        first_schemas = schema.get("prefixItems", ())
        schema_of_others = schema.get("items")
        items: list[Any] = []
        for index, item in enumerate(value):
            item_schema = schema_of_others
            if index < len(first_schemas):
                item_schema = first_schemas[index]
            items.append(self._ordered(item, item_schema))
        if schema.get("uniqueItems"):
            return sorted(items, key=_sort_key)
        return items


def _sort_key(value: Any) -> tuple[str, Any]:
    """Return a key by which JSON values of any types can be sorted.

    Numbers and strings are compared by value, other values by their JSON.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return "json", json.dumps(value, sort_keys=True)
    if isinstance(value, str):
        return "text", value
    return "number", value


def _distinct(choices: list[Any]) -> list[Any]:
    """Return each choice once, without values that have no JSON form; 1 and true are two
    choices.
    """
    distinct: list[Any] = []
    # Strings are found fast in a set; other values may have no hash.
    strings: set[str] = set()
    others: list[Any] = []
    for choice in choices:
        if isinstance(choice, str):
            is_duplicate = choice in strings
            strings.add(choice)
        else:
            is_duplicate = any(same_json(choice, other) for other in others)
            others.append(choice)
        if not is_duplicate and is_json(choice):
            distinct.append(choice)
    return distinct


def _value_in_words(value: Any) -> str:
    """Return a value as text for a message, cut if it is long."""
    if isinstance(value, NotJson):
        value = value.value
    text = repr(value)
    if len(text) <= _LONGEST_VALUE:
        return text
    return f"{text[: _LONGEST_VALUE - 3]}..."
