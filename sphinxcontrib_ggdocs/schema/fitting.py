"""Validates JSON values by JSON Schema 2020-12, with the result yes, no or unknown.

Defaults and examples are judged by the schema that readers see, not by pydantic, which converts
``"5"`` to an integer on its way. ``format`` is an annotation, the standard's default.

The functions `_check_…` check a value by one keyword. They take the value, the operand of the
keyword (``5`` in ``{"minimum": 5}``), the schema that has the keyword, and the validation, which
checks values by inner schemas (`within.of`). Their result is True, False, or None for unknown.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from .bounded_patterns import matches
from .nodes import JsonSchema

DEEPEST = 60
"""The deepest nesting of schemas, references included; deeper validity is not known. Each level
takes up to seven frames of Python's stack, which has 1,000 unless somebody changes that."""
MOST_STEPS = 50_000
"""How many schemas are tried for one value before the result is unknown."""

JsonType: TypeAlias = Literal["null", "boolean", "number", "string", "array", "object"]
Validity: TypeAlias = bool | None
"""None: not known."""
_Check = Callable[[Any, Any, JsonSchema, "_Validation"], Validity]
"""Checks a value by one keyword; the arguments are described above."""


def fits(value: Any, schema: Any, schemas: Mapping[str, JsonSchema]) -> bool:
    """Return whether a default or an example fits a schema, or may fit: only a value that is known
    to be invalid does not.

    In contrast to `validity`, the value may match several members of a ``oneOf``: authors may leave
    the tag that selects a member out of a default or an example.

    Args:
        value: The default or the example.
        schema: The schema, or true or false.
        schemas: The targets of references, by name.
    """
    result = _Validation(schemas, _LENIENT_CHECKS).of(value, schema)
    return result is not False  # None: not known


def validity(value: Any, schema: Any, schemas: Mapping[str, JsonSchema]) -> Validity:
    """Return whether a value is an instance of a schema; None if that depends on something unknown.

    Args:
        value: The value.
        schema: The schema, or true or false.
        schemas: The targets of references, by name.
    """
    return _Validation(schemas, _CHECKS).of(value, schema)


class _Validation:
    """The validation of one value, with limits of depth and of steps.

    Args:
        schemas: The targets of references, by name.
        checks: The check for each keyword; other keywords are ignored.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], checks: "Mapping[str, _Check]") -> None:
        """Begin a validation in which nothing has been checked yet."""
        self._schemas = schemas
        self._checks = checks
        self._depth = 0
        """How many schemas are around the one that is tried."""
        self._steps = 0
        """How many schemas have been tried."""
        self._results: dict[tuple[int, str], Validity] = {}
        """The results for named types, by the id of a value and the reference to the type: the same
        value is often checked against the same type several times. A value is a part of the one
        that is validated, and so keeps its id."""

    def of_type(self, value: Any, reference: str) -> Validity:
        """Return whether a value is an instance of the schema that a reference leads to.

        Only the last part of the reference, the name of the schema, counts. The result is unknown
        if there is no schema of this name.
        """
        # A result is kept, since the same value is often checked against the same type again.
        key = id(value), reference
        if key not in self._results:
            target = self._schemas.get(reference.rpartition("/")[2])
            result: Validity = None
            if target is not None:
                result = self.of(value, target)
            self._results[key] = result
        return self._results[key]

    def of(self, value: Any, schema: Any) -> Validity:
        """Return whether a value is an instance of a schema; unknown beyond the limits."""
        if not isinstance(schema, dict):
            # The schema ``true`` accepts every value, and ``false`` accepts none.
            return schema is not False
        self._steps += 1
        if self._depth > DEEPEST or self._steps > MOST_STEPS:
            return None
        self._depth += 1
        try:
            return every(self._keyword_results(value, schema))
        finally:
            self._depth -= 1

    def _keyword_results(self, value: Any, schema: JsonSchema) -> Iterator[Validity]:
        """Yield the result of each keyword of a schema that applies to values of this type."""
        for key, operand in schema.items():
            if key in self._checks and _applies_to(key, value):
                yield self._checks[key](value, operand, schema, self)


def every(results: Iterable[Validity]) -> Validity:
    """Combine results with "and": a single False decides; otherwise one unknown result does."""
    verdict: Validity = True
    for result in results:
        if result is False:
            return False
        if result is None:
            verdict = None
    return verdict


def some(results: Iterable[Validity]) -> Validity:
    """Combine results with "or": a single True decides; otherwise one unknown result does."""
    verdict: Validity = False
    for result in results:
        if result:
            return True
        if result is None:
            verdict = None
    return verdict


def same_json(one: Any, other: Any) -> bool:
    """Return whether two values are equal in JSON, where 1 equals 1.0, but not true."""
    if isinstance(one, dict):
        return isinstance(other, dict) and _same_members(one, other)
    if isinstance(one, list):
        return (
            isinstance(other, list) and len(one) == len(other) and all(map(same_json, one, other))
        )
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return bool(one == other)


def _same_members(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Return whether two JSON objects have the same names with equal values."""
    if one.keys() != other.keys():
        return False
    return all(same_json(value, other[name]) for name, value in one.items())


def json_key(value: Any) -> Hashable:
    """Return a key for sets and dicts that is equal for values that are equal in JSON.

    ``True`` and ``1``, which are equal in Python, get different keys.
    """
    if isinstance(value, dict):
        return "object", frozenset((name, json_key(item)) for name, item in value.items())
    if isinstance(value, list):
        return "array", tuple(map(json_key, value))
    return type(value) is bool, value


def json_type(value: object) -> JsonType:
    """Return the type of a JSON value; integers are numbers."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def is_json(value: Any) -> bool:
    """Return whether a Python value can be written as JSON; tuples count as arrays.

    Names of members must be strings, and numbers finite: JSON has no NaN and no infinity.
    """
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            return False
        return all(map(is_json, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_json, value))
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)


def _is_number(value: Any) -> bool:
    """Return whether a value is a number of JSON; in Python booleans are numbers, too."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    """Return whether a value is a whole number, also if it is written as 1.0 (JSON Schema 2020-12
    Validation, 6.1.1).
    """
    return _is_number(value) and value == int(value)


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": _is_integer,
    "number": _is_number,
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def _check_type(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check the type of a value by the keyword ``type``, which has one name or a list of names."""
    if isinstance(operand, str):
        return _is_of_type(value, operand)
    return some(_is_of_type(value, name) for name in operand)


def _is_of_type(value: Any, name: str) -> Validity:
    """Return whether a value has a type; unknown if JSON Schema has no type of this name."""
    if name in _TYPES:
        return _TYPES[name](value)
    return None


_KEYWORDS_OF_NUMBERS = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
)
_VALUE_TYPES: Mapping[str, type] = {
    **dict.fromkeys(("minLength", "maxLength", "pattern"), str),
    **dict.fromkeys(("minItems", "maxItems", "prefixItems", "items"), list),
    **dict.fromkeys(("uniqueItems", "contains"), list),
    **dict.fromkeys(("minProperties", "maxProperties", "properties", "patternProperties"), dict),
    **dict.fromkeys(("additionalProperties", "propertyNames", "required"), dict),
    **dict.fromkeys(("dependentRequired", "dependentSchemas"), dict),
}
"""The type of value that a keyword applies to; values of other types are valid under it."""


def _applies_to(key: str, value: Any) -> bool:
    """Return whether a keyword applies to a value: ``minLength`` applies only to strings."""
    if key in _KEYWORDS_OF_NUMBERS:
        return _is_number(value)
    return isinstance(value, _VALUE_TYPES.get(key, object))


def _check_reference(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check a value by the target of ``$ref``; a reference that is not a string is not known."""
    return within.of_type(value, operand) if isinstance(operand, str) else None


def _check_items(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check the items of an array that ``prefixItems`` has not checked (2020-12, 10.3.1.2)."""
    start = len(schema.get("prefixItems", ()))
    return every(within.of(item, operand) for item in value[start:])


def _check_contains(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check that enough items of an array match, and not too many.

    ``minContains`` and ``maxContains`` apply only next to ``contains`` (JSON Schema 2020-12
    Validation, 6.4.4 and 6.4.5), so they are read here.
    """
    results = [within.of(item, operand) for item in value]
    # Items with an unknown result may match or not, so the number of matches is a range.
    fewest_matches = results.count(True)
    most_matches = len(results) - results.count(False)
    minimum = schema.get("minContains", 1)
    maximum = schema.get("maxContains", math.inf)
    if most_matches < minimum or fewest_matches > maximum:
        return False
    if fewest_matches >= minimum and most_matches <= maximum:
        return True
    return None


def _check_properties(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    """Check the members of an object for which ``properties`` has a schema."""
    return every(within.of(value[name], operand[name]) for name in operand if name in value)


def _check_pattern_properties(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    """Check each member of an object by the schemas of all patterns that its name matches."""
    results: list[Validity] = []
    for pattern, inner_schema in operand.items():
        for name, item in value.items():
            # A name that does not match the pattern allows any value.
            results.append(_implies(matches(pattern, name), within.of(item, inner_schema)))
    return every(results)


def _implies(condition: Validity, conclusion: Validity) -> Validity:
    """Return whether "if the condition holds, so does the conclusion" is true."""
    return some([_negated(condition), conclusion])


def _negated(result: Validity) -> Validity:
    """Return the opposite of a result; the opposite of an unknown one is unknown, too."""
    if result is None:
        return None
    return not result


def _check_additional_properties(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    """Check the members of an object that ``properties`` and ``patternProperties`` do not name.

    These two keywords are read from the schema, since `operand` is only the schema of the other
    members (JSON Schema 2020-12, 10.3.2.3).
    """
    patterns = schema.get("patternProperties", ())
    results: list[Validity] = []
    for name, member in value.items():
        if name in schema.get("properties", ()):
            continue
        matches_pattern = some(matches(pattern, name) for pattern in patterns)
        # A member that matches a pattern is valid here; `_check_pattern_properties` checks it.
        results.append(some([matches_pattern, within.of(member, operand)]))
    return every(results)


def _check_any_of(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check that at least one of the schemas accepts a value."""
    return some(within.of(value, alternative) for alternative in operand)


def _check_one_of(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check that exactly one of the schemas accepts a value."""
    results = [within.of(value, alternative) for alternative in operand]
    if results.count(True) > 1:  # also if further results are unknown
        return False
    if None in results:
        return None
    return True in results


def _check_not(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check that a schema does not accept a value."""
    return _negated(within.of(value, operand))


def _check_condition(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check a value by ``then`` if ``if`` accepts the value, otherwise by ``else``.

    `_CHECKS` has no entries for ``then`` and ``else``: without ``if`` they are ignored (JSON Schema
    2020-12, 10.2.2).
    """
    condition = within.of(value, operand)
    then_holds = _implies(condition, within.of(value, schema.get("then", True)))
    else_holds = _implies(_negated(condition), within.of(value, schema.get("else", True)))
    return every([then_holds, else_holds])


def _check_enum(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check that a value equals one of the choices of an ``enum``."""
    return any(same_json(value, choice) for choice in operand)


def _check_all_of(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Check that all of the schemas accept a value."""
    return every(within.of(value, part) for part in operand)


def _check_dependent_required(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    """Check that an object has the names that each of its present members requires."""
    return all(value.keys() >= set(names) for key, names in operand.items() if key in value)


def _check_dependent_schemas(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    """Check an object by the schema of each key of ``dependentSchemas`` that the object has."""
    return every(within.of(value, inner) for key, inner in operand.items() if key in value)


def _unknown(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    """Return None, since the keyword is not implemented."""
    return None


_CHECKS: Final[Mapping[str, _Check]] = {
    "$ref": _check_reference,
    "type": _check_type,
    "enum": _check_enum,
    "const": lambda value, operand, *_: same_json(value, operand),
    "minimum": lambda value, operand, *_: value >= operand,
    "maximum": lambda value, operand, *_: value <= operand,
    "exclusiveMinimum": lambda value, operand, *_: value > operand,
    "exclusiveMaximum": lambda value, operand, *_: value < operand,
    # By the decimal text: in binary, 0.3 is not a multiple of 0.1. A multiple of 0 is not a schema
    # (Validation, 6.2.1), and no reason to refuse a value.
    "multipleOf": lambda value, operand, *_: (
        not operand or Fraction(str(value)) % Fraction(str(operand)) == 0
    ),
    "minLength": lambda value, operand, *_: len(value) >= operand,
    "maxLength": lambda value, operand, *_: len(value) <= operand,
    "minItems": lambda value, operand, *_: len(value) >= operand,
    "maxItems": lambda value, operand, *_: len(value) <= operand,
    "minProperties": lambda value, operand, *_: len(value) >= operand,
    "maxProperties": lambda value, operand, *_: len(value) <= operand,
    "pattern": lambda value, operand, *_: matches(operand, value),
    "prefixItems": lambda value, operand, _, within: every(map(within.of, value, operand)),
    "items": _check_items,
    "uniqueItems": lambda value, operand, *_: (
        not operand or len(set(map(json_key, value))) == len(value)
    ),
    "properties": _check_properties,
    "patternProperties": _check_pattern_properties,
    "additionalProperties": _check_additional_properties,
    "propertyNames": lambda value, operand, _, within: every(
        within.of(name, operand) for name in value
    ),
    "required": lambda value, operand, *_: value.keys() >= set(operand),
    "anyOf": _check_any_of,
    "oneOf": _check_one_of,
    "allOf": _check_all_of,
    "not": _check_not,
    "if": _check_condition,
    "contains": _check_contains,
    "dependentRequired": _check_dependent_required,
    "dependentSchemas": _check_dependent_schemas,
    "dependencies": _unknown,
    "additionalItems": _unknown,
    "unevaluatedItems": _unknown,
    "unevaluatedProperties": _unknown,
    "contentSchema": _unknown,
    "$dynamicRef": _unknown,
}
"""The checks of JSON Schema 2020-12, by keyword."""

_LENIENT_CHECKS: Final[Mapping[str, _Check]] = {**_CHECKS, "oneOf": _check_any_of}
"""Checks of defaults and examples. They may lack the tag of a union, and so match several members
of its ``oneOf``."""
