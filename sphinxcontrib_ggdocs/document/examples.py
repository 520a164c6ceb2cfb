"""Builds an example value for a schema: a declared example, else a default, else a value that fits
the schema.
"""

import json
from collections.abc import Mapping
from typing import Any

from ..schema.budget import CUT, Budget
from .parts import JsonSchema
from .uses import ref_name

DEEPEST = 4
"""Objects inside objects; a recursive type ends here."""

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
    """Return the example as indented JSON; what is left out of a large one is a ``"…"``."""
    made: Any = None
    for deepest in range(DEEPEST, 0, -1):
        maker = _Maker(schemas, deepest)
        made = maker.value(schema, 0)
        if not maker.budget.is_spent:
            break
    return json.dumps(made, ensure_ascii=False, indent=2)


class _Maker:
    """Makes values of the types of one document.

    Args:
        schemas: The named types.
        deepest: Objects inside objects that have all of their properties.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], deepest: int) -> None:
        self.budget = Budget(MOST_VALUES)
        self._schemas = schemas
        self._deepest = deepest
        self._inside: dict[str, list[int]] = {}
        """The depths of the named types on the way to the value that is being made: where one could
        go on inside itself, it ends."""

    def value(self, schema: object, depth: int) -> Any:
        """Return a value of a type."""
        if not self.budget.enter():
            return CUT
        try:
            return self._value(schema, depth) if isinstance(schema, dict) else {}
        finally:
            self.budget.leave()

    def _value(self, schema: JsonSchema, depth: int) -> Any:
        # What the author has chosen, before anything that is made up.
        if declared := _declared(schema):
            return declared[0] if depth == 0 else self._written(declared[0])
        if (name := ref_name(schema)) is not None:
            return self._named(name, depth)
        if schema.get("enum"):
            return self._written(schema["enum"][0])
        if alternatives := schema.get("oneOf") or schema.get("anyOf"):
            return self.value(self._chosen(alternatives), depth)
        if schema.get("allOf"):
            return self._merged(schema["allOf"], depth)
        return self._of_kind(schema, depth)

    def _written(self, value: Any) -> Any:
        """Return a value of the author's, which may be a large one."""
        written = json.dumps(value, ensure_ascii=False)
        return value if self.budget.take_text(len(written)) else CUT

    def _named(self, name: str, depth: int) -> Any:
        depths = self._inside.setdefault(name, [])
        if depths and depths[-1] == depth:  # a part of itself, which no value can have
            return {}
        depths.append(depth)
        made = self.value(self._schemas.get(name, {}), depth)
        depths.pop()
        return made

    def _merged(self, schemas: list[Any], depth: int) -> Any:
        """One object of the members of all; where none makes members, the value of the first."""
        parts = [self.value(schema, depth) for schema in schemas]
        members: dict[str, Any] = {}
        for part in parts:
            if isinstance(part, dict):
                members |= part
        return members or parts[0]

    def _of_kind(self, schema: JsonSchema, depth: int) -> Any:
        """Return a value of the JSON type that a schema names; of several, the first that is not
        null.
        """
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = next((name for name in kind if name != "null"), "null")
        match kind:
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

    def _chosen(self, alternatives: list[Any]) -> Any:
        """Return the first alternative that is not null and ends, else one that does."""
        finite = [
            alternative for alternative in alternatives if not self._goes_on(alternative)
        ] or alternatives
        return next((alternative for alternative in finite if not _is_null(alternative)), finite[0])

    def _goes_on(self, schema: object) -> bool:
        """Return whether a type is one that we are inside of."""
        return bool(self._inside.get(ref_name(schema) or ""))

    def _object(self, schema: JsonSchema, depth: int) -> Any:
        # Far inside there is only what a valid value needs, and even that ends: types may require
        # one another.
        required = schema.get("required", ())
        if depth >= 2 * self._deepest and required and self._deepest < DEEPEST:
            return CUT
        made: dict[str, Any] = {}
        for name, value in schema.get("properties", {}).items():
            is_needed = name in required and depth < 2 * self._deepest
            if depth < self._deepest or is_needed:
                if not self.budget.take_text(len(name)):
                    return {**made, CUT: CUT}
                made[name] = self.value(value, depth + 1)
        return made

    def _array(self, schema: JsonSchema, depth: int) -> list[Any]:
        if "prefixItems" in schema:
            if depth >= 2 * self._deepest:
                return [CUT]
            return self._tuple(schema["prefixItems"], depth)
        if "items" not in schema or depth >= self._deepest or self._goes_on(schema["items"]):
            return []
        before = self.budget.remaining
        item = self.value(schema["items"], depth + 1)
        size = before - self.budget.remaining
        # Those that follow are the same, and written again.
        least = max(1, schema.get("minItems", 1))
        wanted = min(least, MOST_ITEMS)
        if not self.budget.take((wanted - 1) * size):
            wanted = 1
        return [item] * wanted if wanted >= least else [*[item] * wanted, CUT]

    def _tuple(self, schemas: list[Any], depth: int) -> list[Any]:
        made: list[Any] = []
        for schema in schemas:
            made.append(self.value(schema, depth + 1))
            if not self.budget.remaining:
                break
        return made

    def _string(self, schema: JsonSchema) -> Any:
        if (known := FORMATS.get(str(schema.get("format")))) is not None:
            return known
        least = int(schema.get("minLength", 0))
        if least > MOST_CHARACTERS:
            return "string".ljust(MOST_CHARACTERS, "x") + CUT
        return "string".ljust(least, "x")[: schema.get("maxLength")]


def _declared(schema: JsonSchema) -> list[Any]:
    """Return the value that a schema itself gives, if it gives one, which may be null."""
    if schema.get("examples"):
        return [schema["examples"][0]]
    if "const" in schema:
        return [schema["const"]]
    # Null as a default mostly means that nothing is given, and shows no form.
    return [schema["default"]] if schema.get("default") is not None else []


def _is_null(schema: object) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "null"


def _number(schema: JsonSchema) -> int | float:
    step = schema.get("multipleOf")
    low, above = schema.get("minimum"), schema.get("exclusiveMinimum")
    high, below = schema.get("maximum"), schema.get("exclusiveMaximum")
    value: int | float = 1
    if low is not None:
        value = low
    elif above is not None:
        value = above + (step or 1)
    if high is not None:
        value = min(value, high)
    if below is not None and value >= below:
        value = below - (step or 1)
    return value
