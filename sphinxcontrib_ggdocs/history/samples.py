"""Generates small values of a schema, such as a client would send or a service return.

Each value is validated against the schema before it is used, since texts for a pattern are guesses.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..document.examples import FORMATS
from ..schema.budget import Budget
from ..schema.fitting import validity
from ..schema.nodes import JsonSchema
from .shapes import AnySchema, Shape, Shapes, Undecided, item_schema

OTHER_NAME = "anotherProperty"
"""A property that no schema is expected to list."""
DEEPEST = 12
"""Values inside values."""
MOST_VALUES = 500
"""Values inside one value, however often it has the same one."""
MOST_NAMES = 500
"""Names of further properties that are tried."""
LONGEST = 10_000
"""Characters of a text."""
MOST_ITEMS = 1_000
"""Items of an array."""

_TEXTS = (
    "a",
    "",
    "text",
    "A",
    "1",
    "abc",
    "ABC",
    "a1",
    "a-b",
    "a_b",
    "12",
    "123",
    "1234",
    "1.00",
    "en",
    "SE",
    "a@example.org",
    "https://example.org/",
    "2026-01-31",
    "2026-01-31T12:00:00Z",
    "3fa85f64-5717-4562-b3fc-2c963f66afa6",
)
"""Guesses for a pattern."""


_TOO_LARGE = "the types are too large for a value to be guessed"


class NoSample(Undecided):
    """No value of a schema could be guessed."""


class Samples:
    """Finds values of the schemas of one comparison.

    Args:
        schemas: What references lead to, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas
        self._shapes = Shapes(schemas)
        self._of_types: dict[str, tuple[Any, int]] = {}
        """The values of named types, and how many values are in each."""
        self._inside: list[str] = []
        """The named types whose value is being made: the smallest value has none of them again."""
        self._depth = 0
        self._budget = Budget(MOST_VALUES)

    def of_schema(self, schema: AnySchema) -> Any:
        """Return a value of a schema.

        Raises:
            NoSample: None could be guessed.
            Undecided: The schema cannot be read.
        """
        if not isinstance(schema, dict) or schema.keys() != {"$ref"}:
            return self._of_inline(schema)
        name = str(schema["$ref"])
        if name in self._inside:
            raise NoSample("values contain themselves")
        if name in self._of_types:
            value, size = self._of_types[name]
            if self._depth and not self._budget.take(size):
                raise NoSample(_TOO_LARGE)
            return value
        self._inside.append(name)
        try:
            before = self._budget.left if self._depth else MOST_VALUES
            value = self._of_inline(schema)
        finally:
            self._inside.pop()
        self._of_types[name] = value, before - self._budget.left
        return value

    def _of_inline(self, schema: AnySchema) -> Any:
        if not self._depth:
            self._budget = Budget(MOST_VALUES)
        if self._depth > DEEPEST or not self._budget.take():
            raise NoSample(_TOO_LARGE)
        self._depth += 1
        try:
            return self._example_or_sample(schema)
        finally:
            self._depth -= 1

    def _example_or_sample(self, schema: AnySchema) -> Any:
        # What authors have written is what readers recognise; it need not be valid.
        for example in _examples(schema):
            if validity(example, schema, self._schemas):
                return example
        for shape in self._shapes.of(schema):
            try:
                return self.of_shape(shape)
            except NoSample:
                continue
        raise NoSample("no value of the schema could be guessed")

    def of_shape(self, shape: Shape) -> Any:
        """As `of_schema`, of one shape."""
        candidate = next(iter(self.candidates(shape)), None)
        if candidate is None:
            raise NoSample("no value of the schema could be guessed")
        return candidate[0]

    def candidates(self, shape: Shape) -> Iterator[tuple[Any]]:
        """Yield values of a shape, each in a tuple: instances of all that the shape itself says."""
        values: Iterable[Any] = ()
        if shape.values is not None:
            values = shape.values
        elif shape.kind == "number":
            values = numbers(shape)
        elif shape.kind == "string":
            values = texts(shape)
        elif shape.kind == "array":
            values = [self._array(shape)]
        elif shape.kind == "object":
            values = [self.object(shape, {})]
        for value in values:
            yield (value,)

    def _array(self, shape: Shape) -> list[Any]:
        return [self.of_schema(item_schema(shape, n)) for n in range(_length(shape, 0))]

    def array_with(self, shape: Shape, index: int, value: Any) -> list[Any]:
        """Return an array of a shape with a value at a place."""
        items: list[Any] = []
        for position in range(_length(shape, index + 1)):
            if position == index:
                items.append(value)
            else:
                items.append(self.of_schema(item_schema(shape, position)))
        return items

    def array_of_equals(self, shape: Shape) -> list[Any]:
        """Return an array of a shape whose items are equal."""
        return [self.of_schema(item_schema(shape, 0))] * _length(shape, 2)

    def object_with(self, shape: Shape, name: str, schema: AnySchema) -> dict[str, Any]:
        """Return an object of a shape with a property of a schema."""
        return self.object(shape, {name: self.of_schema(schema)})

    def object_without(self, shape: Shape, name: str) -> dict[str, Any]:
        """Return an object of a shape without one of the properties that it may leave out."""
        made = self.object(shape, {})
        return {key: value for key, value in made.items() if key != name}

    def object(self, shape: Shape, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return an object of a shape with given properties and all that are required."""
        properties = dict(values)
        for name in shape.properties:
            if name in shape.required:
                self._add_property(properties, name, shape)
        for name in self._further_names(shape):
            if len(properties) >= int(shape.low or 0):
                break
            self._add_property(properties, name, shape)
        ordered: dict[str, Any] = {}
        for name in shape.properties:
            if name in properties:
                ordered[name] = properties[name]
        return ordered | properties

    def _add_property(self, properties: dict[str, Any], name: str, shape: Shape) -> None:
        """Add a value of a property, unless there is one."""
        if name not in properties:
            properties[name] = self.of_schema(shape.property_schema(name))

    def _further_names(self, shape: Shape) -> Iterator[str]:
        """Yield the names of properties that an object may have."""
        yield from shape.properties
        if not shape.is_closed_for_senders:
            for number in range(MOST_NAMES):
                yield f"{OTHER_NAME}{number or ''}"


def _examples(schema: AnySchema) -> Iterable[Any]:
    if not isinstance(schema, dict):
        return ()
    examples = schema.get("examples")
    if isinstance(examples, list):
        return examples
    return ()


def numbers(shape: Shape) -> Iterator[int | float]:
    """Numbers of a shape: near its bounds, and near nothing."""
    step = max(shape.steps, default=1)
    starts: list[int | float] = [0, 1, -1, step, -step, 0.5, 10**9]
    for bound in (shape.low, shape.high):
        if bound is not None:
            multiple = bound
            if step:
                multiple = math.floor(bound / step) * step
            starts += [bound, multiple, multiple + step, multiple - step]
            # Between an exclusive bound and the next integer there may be values, too.
            starts += [bound + 0.5, bound - 0.5, bound + 1e-6, bound - 1e-6]
    for number in starts:
        if _is_in(number, shape):
            yield _plain(number)


def _length(shape: Shape, least: int) -> int:
    length = max(int(shape.low or 0), least)
    if length > MOST_ITEMS:
        raise NoSample("an array is too long")
    return length


def _plain(number: int | float) -> int | float:
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _is_in(number: int | float, shape: Shape) -> bool:
    if shape.is_integer and number != math.floor(number):
        return False
    if not _is_within_bounds(number, shape):
        return False
    return all(validity(number, {"multipleOf": step}, {}) for step in shape.steps)


def _is_within_bounds(number: int | float, shape: Shape) -> bool:
    low: float = -math.inf
    if shape.low is not None:
        low = shape.low
    high: float = math.inf
    if shape.high is not None:
        high = shape.high
    if shape.low_is_out and number == low:
        return False
    if shape.high_is_out and number == high:
        return False
    return low <= number <= high


def texts(shape: Shape) -> Iterator[str]:
    """Yield texts of a shape: those of its format or guesses, and texts as short and as long as it
    allows, as far as they have its patterns.
    """
    shortest = int(shape.low or 0)
    longest = LONGEST
    if shape.high is not None:
        longest = int(shape.high)
    patterns = [{"pattern": pattern} for pattern in sorted(shape.patterns)]
    for text in _guesses(shape, {shortest, shortest + 1, longest - 1, longest}):
        has_length = shortest <= len(text) <= longest
        if has_length and validity(text, {"allOf": patterns}, {}):
            yield text


def _guesses(shape: Shape, lengths: set[int]) -> list[str]:
    """Return texts of the formats of a shape, or any texts, and some of given lengths."""
    guesses = _texts_of_formats(shape) or list(_TEXTS)
    for length in sorted(lengths):
        if 0 <= length < LONGEST - 1:
            guesses += ["a" * length, "A" * length, "1" * length]
    return guesses


def _texts_of_formats(shape: Shape) -> list[str]:
    """Return a text of each format that a shape has, and of which one is known."""
    formats = [name for keyword, name in sorted(shape.names) if keyword == "format"]
    return [FORMATS[name] for name in formats if name in FORMATS]
