"""Whether a value fits a schema: as much of JSON Schema 2020-12 as types of Python are written in.

Defaults and examples are judged by the schema that readers see, not by pydantic, which converts
``"5"`` to an integer on its way. ``format`` is a comment here, as it is by default in the standard.
"""

import math
import re
import warnings
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from .nodes import JsonSchema

_Check = Callable[[Any, Any, JsonSchema, "_Fit"], bool]
_Fit = Callable[[Any, Any], bool]


def fits(value: Any, schema: Any, schemas: Mapping[str, JsonSchema]) -> bool:
    """Whether a JSON value is an instance of a schema.

    Args:
        value: The value.
        schema: The schema, or true or false.
        schemas: What references lead to, by name.
    """
    if not isinstance(schema, dict):
        return schema is not False
    if isinstance(ref := schema.get("$ref"), str):
        target = schemas.get(ref.rpartition("/")[2], {})
        if not fits(value, target, schemas):
            return False

    def fit(inner: Any, inner_schema: Any) -> bool:
        return fits(inner, inner_schema, schemas)

    return all(
        _CHECKS[key](value, said, schema, fit) for key, said in schema.items() if key in _CHECKS
    )


def same_json(one: Any, other: Any) -> bool:
    """Whether two values are one value in JSON, where 1 is 1.0 and not true."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            same_json(item, other[key]) for key, item in one.items()
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_json, one, other))
    return isinstance(one, bool) is isinstance(other, bool) and bool(one == other)


def is_json(value: Any) -> bool:
    """Whether JSON can carry a value."""
    if isinstance(value, dict):
        return all(isinstance(key, str) for key in value) and all(map(is_json, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_json, value))
    if isinstance(value, float):
        return math.isfinite(value)
    return value is None or isinstance(value, str | int)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_integer(value: Any) -> bool:
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


def _type(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    names = [said] if isinstance(said, str) else said
    return any(name not in _TYPES or _TYPES[name](value) for name in names)


def _matches(pattern: str, text: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of a set that Python may read in another way one day
            return re.search(pattern, text) is not None
    except re.error:  # of Rust, or of JavaScript
        return True


def _number_check(holds: Callable[[Any, Any], bool]) -> _Check:
    return lambda value, said, schema, fit: not _is_number(value) or holds(value, said)


def _length_check(
    kind: type[str] | type[list[Any]] | type[dict[Any, Any]], holds: Callable[[int, Any], bool]
) -> _Check:
    return lambda value, said, schema, fit: not isinstance(value, kind) or holds(len(value), said)


def _prefix_items(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return not isinstance(value, list) or all(map(fit, value, said))


def _items(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    start = len(schema.get("prefixItems", ()))
    return not isinstance(value, list) or all(fit(item, said) for item in value[start:])


def _unique(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    if not said or not isinstance(value, list):
        return True
    return not any(same_json(item, other) for n, item in enumerate(value) for other in value[:n])


def _properties(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return not isinstance(value, dict) or all(
        fit(value[name], said[name]) for name in said if name in value
    )


def _pattern_properties(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    if not isinstance(value, dict):
        return True
    return all(
        fit(item, said[pattern])
        for pattern in said
        for name, item in value.items()
        if _matches(pattern, name)
    )


def _names(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return not isinstance(value, dict) or all(fit(name, said) for name in value)


def _additional(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    if not isinstance(value, dict):
        return True
    patterns = schema.get("patternProperties", ())
    left = [name for name in value if name not in schema.get("properties", ())]
    return all(fit(value[name], said) for name in left if not _matches_any(patterns, name))


def _matches_any(patterns: Iterable[str], name: str) -> bool:
    return any(_matches(pattern, name) for pattern in patterns)


def _is_choice(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return any(same_json(value, each) for each in said)


def _has_required(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return not isinstance(value, dict) or all(name in value for name in said)


def _fits_any(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return any(fit(value, each) for each in said)


def _fits_all(value: Any, said: Any, schema: JsonSchema, fit: _Fit) -> bool:
    return all(fit(value, each) for each in said)


_CHECKS: Mapping[str, _Check] = {
    "type": _type,
    "enum": _is_choice,
    "const": lambda value, said, schema, fit: same_json(value, said),
    "minimum": _number_check(lambda value, said: value >= said),
    "maximum": _number_check(lambda value, said: value <= said),
    "exclusiveMinimum": _number_check(lambda value, said: value > said),
    "exclusiveMaximum": _number_check(lambda value, said: value < said),
    "multipleOf": _number_check(
        lambda value, said: not said or Fraction(str(value)) % Fraction(str(said)) == 0
    ),
    "minLength": _length_check(str, lambda length, said: length >= said),
    "maxLength": _length_check(str, lambda length, said: length <= said),
    "minItems": _length_check(list, lambda length, said: length >= said),
    "maxItems": _length_check(list, lambda length, said: length <= said),
    "minProperties": _length_check(dict, lambda length, said: length >= said),
    "maxProperties": _length_check(dict, lambda length, said: length <= said),
    "pattern": lambda value, said, schema, fit: not isinstance(value, str) or _matches(said, value),
    "prefixItems": _prefix_items,
    "items": _items,
    "uniqueItems": _unique,
    "properties": _properties,
    "patternProperties": _pattern_properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "required": _has_required,
    "anyOf": _fits_any,
    "oneOf": _fits_any,
    "allOf": _fits_all,
    "not": lambda value, said, schema, fit: not fit(value, said),
}
"""By keyword. The choices of a ``oneOf`` differ by their tags, which need not be there yet."""
