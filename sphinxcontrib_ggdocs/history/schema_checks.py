"""Checks that schemas are schemas, before they are compared: documents may come from anywhere."""

import math
from collections.abc import Callable, Container, Mapping
from typing import Any, Final

from ..catalog.spec_errors import BadDocument
from ..contracts.contract_errors import Where
from ..native.uses import REFERENCE_PREFIX, ref_name
from ..schema.nodes import JsonSchema
from ..schema.traversal import SCHEMAS, SCHEMAS_BY_NAME, every_schema
from ..value_messages import excerpt
from .shapes import AnySchema


def check_schema(schema: AnySchema, place: str, types: Container[str]) -> None:
    """Check the keywords of a schema, and of all schemas inside of it.

    Args:
        schema: The schema.
        place: What has it, for the message.
        types: The names of the types that it may refer to.

    Raises:
        BadDocument: A keyword has a value that JSON Schema 2020-12 does not give it.
    """
    for inner in every_schema(schema) if isinstance(schema, dict) else ():
        for key, value in inner.items():
            wanted = _wanted(key)
            if wanted is not None and not wanted[1](value):
                raise _problem(f"{key}: {excerpt(str(value))} is not {wanted[0]}", place)
        name = inner.get("$ref", "")
        if name.startswith(REFERENCE_PREFIX) and ref_name(inner) not in types:
            raise _problem(f"$ref: there is no type {excerpt(name)}", place)


def _problem(message: str, place: str) -> BadDocument:
    return BadDocument(
        message, where=Where(owner=place), hint="write the document again, with ggdocs build"
    )


def _wanted(key: str) -> tuple[str, Callable[[Any], bool]] | None:
    """What the value of a keyword is to be, and a test of that."""
    if key in _LISTS:
        return "a list of schemas", lambda value: _is_list(value, _is_schema)
    if key in SCHEMAS:
        return "a schema", _is_schema
    if key in SCHEMAS_BY_NAME and key != "dependencies":
        return "an object of schemas", lambda value: _is_object(value, _is_schema)
    return _FORMS.get(key)


def _is_list(value: object, is_item: Callable[[Any], bool]) -> bool:
    return isinstance(value, list | tuple) and all(map(is_item, value))


def _is_object(value: object, is_item: Callable[[Any], bool]) -> bool:
    return isinstance(value, dict) and all(map(is_item, value.values()))


def _is_schema(value: object) -> bool:
    return isinstance(value, dict | bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and value == int(value)


def _is_texts(value: object) -> bool:
    return _is_list(value, _is_text)


_LISTS: Final = ("allOf", "anyOf", "oneOf", "prefixItems")
_FORMS: Final[Mapping[str, tuple[str, Callable[[Any], bool]]]] = {
    "type": (
        "the name of a type or a list of these",
        lambda value: _is_text(value) or _is_texts(value),
    ),
    "enum": ("a list", lambda value: isinstance(value, list)),
    "required": ("a list of names", _is_texts),
    "dependentRequired": ("an object of lists", lambda value: _is_object(value, _is_texts)),
    "discriminator": ("an object", lambda value: isinstance(value, dict)),
    "multipleOf": ("a number above 0", lambda value: _is_number(value) and value > 0),
    **dict.fromkeys(("$ref", "pattern", "format"), ("a text", _is_text)),
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"), ("a number", _is_number)
    ),
    **dict.fromkeys(
        (
            *("minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"),
            *("minProperties", "maxProperties"),
        ),
        ("a number of things", _is_count),
    ),
    "uniqueItems": ("true or false", lambda value: isinstance(value, bool)),
}
"""What JSON Schema 2020-12 asks of the value of a keyword, and a test of it."""


def check_types(types: Mapping[str, JsonSchema]) -> None:
    """Check all named types of a document; see `check_schema`."""
    for name, schema in types.items():
        check_schema(schema, f"type {name}", types)
