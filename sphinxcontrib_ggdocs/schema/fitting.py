"""Validates JSON values by JSON Schema 2020-12, with the result yes, no or unknown.

Defaults and examples are judged by the schema that readers see, not by pydantic, which converts
``"5"`` to an integer on its way. ``format`` is an annotation, the standard's default.
"""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

from .bounded_patterns import matches
from .nodes import JsonSchema

DEEPEST = 60
"""Schemas inside schemas, references counted; validity deeper inside is not known. Each takes up to
seven
frames of Python's stack, which has 1,000 unless somebody changes that."""
MOST_STEPS = 50_000
"""Schemas that are tried for one value."""

JsonType: TypeAlias = Literal["null", "boolean", "number", "string", "array", "object"]
Validity: TypeAlias = bool | None
"""None: not known."""
_Check = Callable[[Any, Any, JsonSchema, "_Validation"], Validity]
"""Takes a value, the operand of a keyword, the schema that has it, and the validation."""


def fits(value: Any, schema: Any, schemas: Mapping[str, JsonSchema]) -> bool:
    """Return whether a value may be an instance of a schema, where ``oneOf`` counts as ``anyOf``.

    Args:
        value: The value.
        schema: The schema, or true or false.
        schemas: The targets of references, by name.
    """
    return _Validation(schemas, _LENIENT_CHECKS).of(value, schema) is not False


def validity(value: Any, schema: Any, schemas: Mapping[str, JsonSchema]) -> Validity:
    """Return whether a value is an instance of a schema; None where a part is not known.

    Args:
        value: The value.
        schema: The schema, or true or false.
        schemas: The targets of references, by name.
    """
    return _Validation(schemas, _CHECKS).of(value, schema)


class _Validation:
    """The validation of one value."""

    def __init__(self, schemas: Mapping[str, JsonSchema], checks: "Mapping[str, _Check]") -> None:
        self._schemas = schemas
        self._checks = checks
        self._depth = 0
        self._steps = 0
        self._of_types: dict[tuple[int, str], Validity] = {}
        """By value and named type; a value may be shared, and a type mentioned many times."""

    def of_type(self, value: Any, reference: str) -> Validity:
        """Return whether a value is an instance of the target of a reference."""
        key = id(value), reference
        if key not in self._of_types:
            target = self._schemas.get(reference.rpartition("/")[2])
            self._of_types[key] = None if target is None else self.of(value, target)
        return self._of_types[key]

    def of(self, value: Any, schema: Any) -> Validity:
        """Return whether a value is an instance of a schema."""
        if not isinstance(schema, dict):
            return schema is not False
        self._steps += 1
        if self._depth > DEEPEST or self._steps > MOST_STEPS:
            return None
        self._depth += 1
        try:
            return every(
                self._checks[key](value, operand, schema, self)
                for key, operand in schema.items()
                if key in self._checks and _is_about(key, value)
            )
        finally:
            self._depth -= 1


def every(results: Iterable[Validity]) -> Validity:
    """Combine results with "and": a no counts more than an unknown result."""
    verdict: Validity = True
    for result in results:
        if result is False:
            return False
        verdict = verdict and result
    return verdict


def some(results: Iterable[Validity]) -> Validity:
    """Combine results with "or": a yes counts more than an unknown result."""
    verdict: Validity = False
    for result in results:
        if result:
            return True
        verdict = None if result is None else verdict
    return verdict


def same_json(one: Any, other: Any) -> bool:
    """Return whether two values are equal in JSON, where 1 is 1.0 and not true."""
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
    if one.keys() != other.keys():
        return False
    return all(same_json(value, other[name]) for name, value in one.items())


def json_key(value: Any) -> Hashable:
    """Return a hashable key that is equal for values that are equal in JSON."""
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
    """Return whether JSON can carry a value."""
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
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
    # 1.0 is one (JSON Schema 2020-12 Validation, 6.1.1).
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


def _type(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    if isinstance(operand, str):
        return _is_of_type(value, operand)
    return some(_is_of_type(value, name) for name in operand)


def _is_of_type(value: Any, name: str) -> Validity:
    """Return whether a value is of a type; unknown for a type that JSON Schema does not have."""
    if name in _TYPES:
        return _TYPES[name](value)
    return None


_OF_NUMBERS = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"}
)
_KINDS: Mapping[str, type] = {
    **dict.fromkeys(("minLength", "maxLength", "pattern"), str),
    **dict.fromkeys(("minItems", "maxItems", "prefixItems", "items"), list),
    **dict.fromkeys(("uniqueItems", "contains"), list),
    **dict.fromkeys(("minProperties", "maxProperties", "properties", "patternProperties"), dict),
    **dict.fromkeys(("additionalProperties", "propertyNames", "required"), dict),
    **dict.fromkeys(("dependentRequired", "dependentSchemas"), dict),
}
"""The type of value that a keyword says something of."""


def _is_about(key: str, value: Any) -> bool:
    """Return whether a keyword says something of a value."""
    if key in _OF_NUMBERS:
        return _is_number(value)
    return isinstance(value, _KINDS.get(key, object))


def _reference(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return within.of_type(value, operand) if isinstance(operand, str) else None


def _items(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    # What `prefixItems` has judged is not judged again (JSON Schema 2020-12, 10.3.1.2).
    start = len(schema.get("prefixItems", ()))
    return every(within.of(item, operand) for item in value[start:])


def _contains(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    # Between `least` and `most` items fit, as far as that is known. The two other keywords apply
    # next to `contains` alone (JSON Schema 2020-12 Validation, 6.4.4 and 6.4.5), so it reads them.
    results = [within.of(item, operand) for item in value]
    least = results.count(True)
    most = len(results) - results.count(False)
    low = schema.get("minContains", 1)
    high = schema.get("maxContains", math.inf)
    if most < low or least > high:
        return False
    if least >= low and most <= high:
        return True
    return None


def _properties(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return every(within.of(value[name], operand[name]) for name in operand if name in value)


def _pattern_properties(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    verdicts: list[Validity] = []
    for pattern, inner in operand.items():
        for name, item in value.items():
            verdicts.append(_implied(matches(pattern, name), within.of(item, inner)))
    return every(verdicts)


def _implied(condition: Validity, result: Validity) -> Validity:
    """Return whether a result holds if a condition does."""
    return some([_negated(condition), result])


def _negated(result: Validity) -> Validity:
    """Return the opposite of a result; the opposite of an unknown one is unknown, too."""
    if result is None:
        return None
    return not result


def _additional(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    additional = [name for name in value if name not in schema.get("properties", ())]
    patterns = schema.get("patternProperties", ())
    results: list[Validity] = []
    for name in additional:
        is_patterned = some(matches(pattern, name) for pattern in patterns)
        results.append(some([is_patterned, within.of(value[name], operand)]))
    return every(results)


def _fits_any(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return some(within.of(value, alternative) for alternative in operand)


def _fits_one(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    results = [within.of(value, alternative) for alternative in operand]
    if results.count(True) > 1:
        return False
    if None in results:
        return None
    return True in results


def _not(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return _negated(within.of(value, operand))


def _if(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    # `then` and `else` have no checks: without `if` they are ignored (JSON Schema 2020-12, 10.2.2).
    condition = within.of(value, operand)
    if_it_fits = _implied(condition, within.of(value, schema.get("then", True)))
    if_it_does_not = _implied(_negated(condition), within.of(value, schema.get("else", True)))
    return every([if_it_fits, if_it_does_not])


def _is_choice(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return any(same_json(value, choice) for choice in operand)


def _fits_all(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return every(within.of(value, part) for part in operand)


def _dependent_required(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    return all(value.keys() >= set(names) for key, names in operand.items() if key in value)


def _dependent_schemas(
    value: Any, operand: Any, schema: JsonSchema, within: _Validation
) -> Validity:
    return every(within.of(value, inner) for key, inner in operand.items() if key in value)


def _not_known(value: Any, operand: Any, schema: JsonSchema, within: _Validation) -> Validity:
    return None


_CHECKS: Final[Mapping[str, _Check]] = {
    "$ref": _reference,
    "type": _type,
    "enum": _is_choice,
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
    "items": _items,
    "uniqueItems": lambda value, operand, *_: (
        not operand or len(set(map(json_key, value))) == len(value)
    ),
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "propertyNames": lambda value, operand, _, within: every(
        within.of(name, operand) for name in value
    ),
    "required": lambda value, operand, *_: value.keys() >= set(operand),
    "anyOf": _fits_any,
    "oneOf": _fits_one,
    "allOf": _fits_all,
    "not": _not,
    "if": _if,
    "contains": _contains,
    "dependentRequired": _dependent_required,
    "dependentSchemas": _dependent_schemas,
    "dependencies": _not_known,
    "additionalItems": _not_known,
    "unevaluatedItems": _not_known,
    "unevaluatedProperties": _not_known,
    "contentSchema": _not_known,
    "$dynamicRef": _not_known,
}
"""Checks of JSON Schema 2020-12 by keyword; some keywords are not implemented."""

_LENIENT_CHECKS: Final[Mapping[str, _Check]] = {**_CHECKS, "oneOf": _fits_any}
"""Checks of defaults and examples, which may lack the tag of a union."""
