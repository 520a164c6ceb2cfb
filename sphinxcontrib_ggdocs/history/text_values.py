"""Converts schemas of values that travel as text: in paths, queries, headers and cookies.

As text, the number 5 and the string ``5`` are equal, a list of one value equals that value, and
null cannot be written. A sender writes values by its schema; that of the receiver should accept
them.
"""

import json
from itertools import filterfalse
from typing import Any, Final

from ..schema.fitting import validity
from ..schema.nodes import JsonSchema, without
from .shapes import AnySchema, listed_values

_SCALARS: Final = ["string", "number", "boolean"]
"""The JSON types of single values that can be written as text."""
_TYPE_KEYWORDS: Final = frozenset({"type", "enum", "const", "$ref", "anyOf", "oneOf", "allOf"})
"""Keywords that say which kinds of values there are; without them a schema allows all kinds."""
_STRING_LIMITS: Final = frozenset({"pattern", "minLength", "maxLength", "format"})
_UNDECIDED_SCALAR: Final[JsonSchema] = {"type": ["number", "boolean"], "$dynamicRef": "#text"}
"""Numbers and booleans, of which some may fit the limits of a string when written as text. The
dynamic reference is a keyword that comparisons do not understand, so that they answer "not known".
"""


def written_as_text(schema: AnySchema) -> AnySchema:
    """Return a sender's schema with only the values that can be sent as text: null is removed,
    also from lists and alternatives, and a schema that says nothing of types becomes one of
    strings, numbers and booleans.

    ``$ref`` and ``allOf`` stay as they are, and so do the items of a schema with several types.
    """
    if not isinstance(schema, dict) or _TYPE_KEYWORDS.isdisjoint(schema):
        return {"type": _SCALARS}
    sendable: JsonSchema = dict(schema)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            alternatives = filterfalse(_is_null, schema[keyword])
            sendable[keyword] = list(map(written_as_text, alternatives))
    types = schema.get("type")
    if isinstance(types, list):
        sendable["type"] = _list_without(types, "null")
    if "enum" in schema:
        sendable["enum"] = _list_without(schema["enum"], None)
    if types == "array":
        sendable["items"] = written_as_text(schema.get("items", True))
    return sendable


def _list_without(values: list[Any], unwanted: str | None) -> list[Any]:
    """Return a list without the items that equal a value."""
    return [value for value in values if value != unwanted]


def read_from_text(schema: AnySchema) -> AnySchema:
    """Return a receiver's schema with further values that are the same when written as text: for a
    listed 5 also the string ``5``, for strings also numbers and booleans, for a list also its
    single item.

    ``$ref``, ``allOf`` and types other than strings and lists stay as they are.
    """
    if not isinstance(schema, dict):
        return schema
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return {**schema, key: [read_from_text(alternative) for alternative in schema[key]]}
    values = listed_values(schema)
    if values is not None:
        return _with_other_forms(schema, values)
    if schema.get("type") == "array":
        items = read_from_text(schema.get("items", True))
        array = {**schema, "items": items}
        if schema.get("minItems", 0) > 1:  # A single item is not enough.
            return array
        # A list parameter that is given once looks like one that is not a list.
        return {"anyOf": [array, items]}
    if schema.get("type") != "string":
        return schema
    # Any number and boolean is a string as text, but perhaps not one within the limits.
    if _STRING_LIMITS.isdisjoint(schema):
        return {**schema, "type": _SCALARS}
    return {"anyOf": [schema, _UNDECIDED_SCALAR]}


def _with_other_forms(schema: JsonSchema, values: list[Any]) -> JsonSchema:
    """Return a schema that lists values with their `other_form`; values that its other keywords
    refuse are dropped.
    """
    valid_values = [value for value in values if validity(value, schema, {}) is not False]
    other_forms = map(other_form, valid_values)
    # The other forms have other types than the schema says.
    return {**without(schema, "type", "const"), "enum": [*valid_values, *other_forms]}


def other_form(value: Any) -> Any:
    """Return the JSON value that is equal as text: the string ``5`` for the number 5, the boolean
    for the string ``true``. Lists are converted item by item; any other value stays.
    """
    if isinstance(value, list):
        return [other_form(item) for item in value]
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    if not isinstance(value, str):
        return value
    # A string may be the text of a number or a boolean.
    try:
        number = json.loads(value)
    except (ValueError, RecursionError):
        return value
    if isinstance(number, bool | int | float):
        return number
    return value


def _is_null(schema: AnySchema) -> bool:
    """Return whether null is the only value of a schema, by its ``type``."""
    return isinstance(schema, dict) and schema.get("type") == "null"
