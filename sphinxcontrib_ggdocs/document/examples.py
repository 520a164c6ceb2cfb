"""Builds an example value for a schema: a declared example, else a default, else a value that fits
the schema.

A large example is cut: a ``"…"`` takes the place of what is left out.
"""

import json
from collections.abc import Mapping
from typing import Any

from ..schema.budget import CUT, Budget
from .parts import JsonSchema
from .uses import ref_name

DEEPEST = 4
"""The most levels of objects inside objects; a recursive type ends here."""

MOST_CHARACTERS = 1000
MOST_ITEMS = 50
"""What an example has at most, whatever ``minLength`` and ``minItems`` ask for."""

MOST_VALUES = 1500
"""Values and names of properties that an example has as a whole; of a larger one less deep inside
is shown."""

FORMATS = {
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "time": "12:00:00Z",
    "duration": "PT1H",
    "uuid": "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    "email": "user@example.org",
    "uri": "https://example.org/",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.org",
    # Pydantic's formats of UUIDs name their version, which is a digit of the text (RFC 9562, 4.2).
    **{
        f"uuid{version}": f"3fa85f64-5717-{version}562-b3fc-2c963f66afa6" for version in range(1, 9)
    },
}
"""Values reserved for documentation, where a registry reserves some (RFC 2606, RFC 5737, RFC
3849)."""


def example(schema: JsonSchema, schemas: Mapping[str, JsonSchema]) -> str:
    """Return an example of a schema as indented JSON.

    Args:
        schema: The schema.
        schemas: The targets of references, by name.
    """
    value: Any = None
    # An example that is too large is built again with fewer levels.
    for deepest in range(DEEPEST, 0, -1):
        builder = _ExampleBuilder(schemas, deepest)
        value = builder.value(schema, 0)
        if not builder.budget.is_spent:
            break
    return json.dumps(value, ensure_ascii=False, indent=2)


class _ExampleBuilder:
    """Builds one example.

    Args:
        schemas: The targets of references, by name.
        deepest: The levels of objects that have all of their properties; deeper ones have what
            they require.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], deepest: int) -> None:
        self.budget = Budget(MOST_VALUES)
        """Counts values and text; it is spent as soon as something has to be cut."""
        self._schemas = schemas
        self._deepest = deepest
        self._enclosing_types: dict[str, list[int]] = {}
        """The depths of the named types around the value that is being built: where a type could
        go on inside itself, it ends."""

    def value(self, schema: object, depth: int) -> Any:
        """Return a value of a schema, which is empty for ``true`` and ``false``; `CUT` if the
        budget is spent or the value would be too deep.

        Args:
            schema: The schema.
            depth: The number of objects and arrays around the value.
        """
        if not self.budget.enter():
            return CUT
        try:
            if isinstance(schema, dict):
                return self._value(schema, depth)
            return {}
        finally:
            self.budget.leave()

    def _value(self, schema: JsonSchema, depth: int) -> Any:
        """Return a value of a schema: the author's if there is one, else one that fits."""
        declared_values = _declared_values(schema)
        if declared_values and depth == 0:
            return declared_values[0]  # as a whole, however large it is
        if declared_values:
            return self._if_small(declared_values[0])
        name = ref_name(schema)
        if name is not None:
            return self._value_of_type(name, depth)
        if schema.get("enum"):
            return self._if_small(schema["enum"][0])
        choices = schema.get("oneOf") or schema.get("anyOf")
        if choices:
            return self.value(self._best_choice(choices), depth)
        if schema.get("allOf"):
            return self._merged(schema["allOf"], depth)
        return self._value_of_json_type(schema, depth)

    def _if_small(self, value: Any) -> Any:
        """Return a value of the author, or `CUT` if it is too large for the rest of the budget."""
        text = json.dumps(value, ensure_ascii=False)
        if self.budget.take_text(len(text)):
            return value
        return CUT

    def _value_of_type(self, name: str, depth: int) -> Any:
        """Return a value of a named type."""
        depths = self._enclosing_types.setdefault(name, [])
        if depths and depths[-1] == depth:
            return {}  # the type refers to itself without an object in between: it has no value
        depths.append(depth)
        value = self.value(self._schemas.get(name, {}), depth)
        depths.pop()
        return value

    def _merged(self, schemas: list[Any], depth: int) -> Any:
        """Return an object with the members of values of all schemas; if no value is an object with
        members, the value of the first schema.
        """
        parts = [self.value(schema, depth) for schema in schemas]
        members: dict[str, Any] = {}
        for part in parts:
            if isinstance(part, dict):
                members |= part
        return members or parts[0]

    def _value_of_json_type(self, schema: JsonSchema, depth: int) -> Any:
        """Return a value of the JSON type that a schema names; of several, the first that is not
        null. Without a type any value fits, also an empty object.
        """
        json_type = schema.get("type")
        if isinstance(json_type, list):
            json_type = next((name for name in json_type if name != "null"), "null")
        match json_type:
            case "object":
                return self._object(schema, depth)
            case "array":
                return self._array(schema, depth)
            case "string":
                return self._string(schema)
            case "integer" | "number":
                return _number(schema)
            case "boolean":
                return True
            case "null":
                return None
            case _:
                return {}

    def _best_choice(self, choices: list[Any]) -> Any:
        """Return the first choice of a union that is neither null nor recursive, else the first one
        that is not recursive, else the first one that is not null.
        """
        finite = [choice for choice in choices if not self._is_recursive(choice)] or choices
        for choice in finite:
            if not _is_null(choice):
                return choice
        return finite[0]

    def _is_recursive(self, schema: object) -> bool:
        """Return whether a schema refers to a type around the value that is being built."""
        return bool(self._enclosing_types.get(ref_name(schema) or ""))

    def _object(self, schema: JsonSchema, depth: int) -> Any:
        """Return an object: with all properties in the first levels, in as many levels after these
        with the required ones, and then with none, since types may require one another. If the
        example is built again because it was too large, `CUT` stands for an object whose required
        properties would be left out.
        """
        required = schema.get("required", ())
        is_too_deep = depth >= 2 * self._deepest
        is_shortened = self._deepest < DEEPEST
        if is_too_deep and required and is_shortened:
            return CUT
        members: dict[str, Any] = {}
        for name, property_schema in schema.get("properties", {}).items():
            is_needed = name in required and not is_too_deep
            if depth < self._deepest or is_needed:
                if not self.budget.take_text(len(name)):
                    return {**members, CUT: CUT}  # in place of all further members
                members[name] = self.value(property_schema, depth + 1)
        return members

    def _array(self, schema: JsonSchema, depth: int) -> list[Any]:
        """Return an array with as many equal items as it requires, at least one; none deep inside,
        or if no schema describes the items, or if they are recursive.
        """
        if "prefixItems" in schema:
            if depth >= 2 * self._deepest:
                return [CUT]
            return self._tuple(schema["prefixItems"], depth)
        if "items" not in schema or depth >= self._deepest or self._is_recursive(schema["items"]):
            return []
        budget_before = self.budget.remaining
        item = self.value(schema["items"], depth + 1)
        item_size = budget_before - self.budget.remaining  # each equal item costs the same
        least = max(1, schema.get("minItems", 1))
        count = min(least, MOST_ITEMS)
        if not self.budget.take((count - 1) * item_size):  # the first item is paid already
            count = 1
        items = [item] * count
        if count < least:
            items.append(CUT)
        return items

    def _tuple(self, schemas: list[Any], depth: int) -> list[Any]:
        """Return an array with a value of each schema, until the budget is spent."""
        items: list[Any] = []
        for schema in schemas:
            items.append(self.value(schema, depth + 1))
            if not self.budget.remaining:
                break
        return items

    def _string(self, schema: JsonSchema) -> Any:
        """Return a string of a known format, else a text as long as the schema requires, and no
        longer than it allows.
        """
        value_of_format = FORMATS.get(str(schema.get("format")))
        if value_of_format is not None:
            return value_of_format
        least = int(schema.get("minLength", 0))
        if least > MOST_CHARACTERS:
            return "string".ljust(MOST_CHARACTERS, "x") + CUT
        return "string".ljust(least, "x")[: schema.get("maxLength")]


def _declared_values(schema: JsonSchema) -> list[Any]:
    """Return a list with the value that a schema gives as example, constant or default, which may
    be null; an empty list if it gives none.
    """
    if schema.get("examples"):
        return [schema["examples"][0]]
    if "const" in schema:
        return [schema["const"]]
    # Null as a default mostly means that nothing is given, and shows readers no value.
    if schema.get("default") is not None:
        return [schema["default"]]
    return []


def _is_null(schema: object) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _number(schema: JsonSchema) -> int | float:
    """Return a number that a schema allows, near its lower bound; 1 if it has no bounds, or such
    that Python cannot calculate with them.

    Next to an exclusive bound it is one step away, by 1 or by `multipleOf`. If no multiple is
    within the bounds, it may be outside.
    """
    try:
        return _lowered_to_upper_bound(_number_at_lower_bound(schema), schema)
    except ArithmeticError:
        return 1


def _number_at_lower_bound(schema: JsonSchema) -> int | float:
    """Return the least multiple of a schema's step that its lower bound allows, by 1 or by
    `multipleOf` above an exclusive bound; without a bound 1, or the next multiple.

    Raises:
        ArithmeticError: The bound or the step is too large or too small for floats.
    """
    step = schema.get("multipleOf")
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    value: int | float = 1
    if low is not None:
        value = low
    elif above is not None:
        value = above
    if step and not _is_multiple(value, step):
        value = (value // step + 1) * step
    elif low is None and above is not None:  # the bound itself is not allowed
        value += step or 1
    return value


def _lowered_to_upper_bound(value: float, schema: JsonSchema) -> int | float:
    """Return a number, lowered to a multiple of a schema's step that its upper bound allows; below
    an exclusive bound by one step, or halfway between two exclusive bounds that are too near.

    Args:
        value: The number, which the lower bound allows.
        schema: The schema.

    Raises:
        ArithmeticError: The bound or the step is too large or too small for floats.
    """
    step = schema.get("multipleOf")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    if high is not None and value > high:
        value = high
        if step and not _is_multiple(value, step):
            value = value // step * step
    if below is not None and value >= below:
        above = schema.get("exclusiveMinimum")
        value = below - (step or 1)
        if above is not None and value <= above:  # less than two steps are between the bounds
            value = (above + below) / 2
    return value


def _is_multiple(value: float, step: float) -> bool:
    """Return whether a value is a multiple of a step, within the precision of floats: 0.3 is a
    multiple of 0.1.

    Raises:
        ArithmeticError: One of both is too large or too small for floats.
    """
    ratio = value / step
    return abs(ratio - round(ratio)) < 1e-9
