"""Converts schemas of values that travel as text: in paths, queries, headers and cookies.

As text, the number 5 and the string ``5`` are equal, a list of one value equals that value, and
null cannot be written.
"""

import json
from itertools import filterfalse
from typing import Any, Final

from ..schema.fitting import validity
from ..schema.nodes import JsonSchema, without
from .shapes import AnySchema, listed_values

_SCALARS: Final = ["string", "number", "boolean"]
_SAYING_WHICH_VALUES: Final = frozenset(
    {"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"}
)
"""Keywords that say which kinds of values there are; without them a schema allows all kinds."""
_LIMITS: Final = frozenset({"pattern", "minLength", "maxLength", "format"})
_PERHAPS: Final[JsonSchema] = {"type": ["number", "boolean"], "$dynamicRef": "#text"}
"""Numbers whose text may be within the limits of a text: a keyword that is not decided."""


def written_as_text(schema: AnySchema) -> AnySchema:
    """Return the schema of the values of a schema that a sender can write as text.

    These are all but null, also inside of lists and alternatives. Where the schema says nothing of
    their kind, they are scalars. ``$ref`` and ``allOf`` stay as they are.
    """
    if not isinstance(schema, dict) or _SAYING_WHICH_VALUES.isdisjoint(schema):
        return {"type": _SCALARS}
    written: JsonSchema = dict(schema)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            alternatives = filterfalse(_is_null, schema[keyword])
            written[keyword] = list(map(written_as_text, alternatives))
    types = schema.get("type")
    if isinstance(types, list):
        written["type"] = _without(types, "null")
    if "enum" in schema:
        written["enum"] = _without(schema["enum"], None)
    if types == "array":
        written["items"] = written_as_text(schema.get("items", True))
    return written


def _without(values: list[Any], unwanted: str | None) -> list[Any]:
    return [value for value in values if value != unwanted]


def read_from_text(schema: AnySchema) -> AnySchema:
    """Return the schema of what a receiver takes for a value of a schema when it reads text.

    As text, a number and the string of its digits are equal, and so are a value and a list of it
    alone: both are in the result. ``$ref`` and ``allOf`` stay as they are.
    """
    if not isinstance(schema, dict):
        return schema
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return {**schema, key: [read_from_text(alternative) for alternative in schema[key]]}
    values = listed_values(schema)
    if values is not None:
        return _listed(schema, values)
    if schema.get("type") == "array":
        items = read_from_text(schema.get("items", True))
        array = {**schema, "items": items}
        if schema.get("minItems", 0) > 1:
            return array
        # A parameter that is repeated once looks like one that is not a list.
        return {"anyOf": [array, items]}
    if schema.get("type") != "string":
        return schema
    if _LIMITS.isdisjoint(schema):
        return {**schema, "type": _SCALARS}
    return {"anyOf": [schema, _PERHAPS]}


def _listed(schema: JsonSchema, values: list[Any]) -> JsonSchema:
    """Return a schema with the other forms of the values that it lists."""
    taken = [value for value in values if validity(value, schema, {}) is not False]
    return {**without(schema, "type", "const"), "enum": [*taken, *map(other_form, taken)]}


def other_form(value: Any) -> Any:
    """Return a number as text, a text as the number that it is; others as they are."""
    if isinstance(value, list):
        return [other_form(item) for item in value]
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if not isinstance(value, str):
        return value
    try:
        number = json.loads(value)
    except (ValueError, RecursionError):
        return value
    if isinstance(number, bool | int | float):
        return number
    return value


def _is_null(schema: AnySchema) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"
