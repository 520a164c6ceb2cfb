"""Generates small values of a schema, such as a client would send or a service return.

A schema is a union of shapes: a shape has its constraints on values of one JSON type. Each value is
validated against the schema before it is used, since texts for a pattern are guesses.
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
"""The name of a property that no schema is expected to list."""
DEEPEST = 12
"""How deeply values may be nested."""
MOST_VALUES = 500
"""How many values one generated value may contain; repeated ones are counted each time."""
MOST_NAMES = 500
"""How many names of additional properties are tried."""
LONGEST = 10_000
"""The greatest length of a string."""
MOST_ITEMS = 1_000
"""The greatest number of items of an array."""

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
"""Strings that are tried if a schema has a pattern or no format."""


_TOO_LARGE = "the types are too large for a value to be guessed"


class NoSample(Undecided):
    """No value of a schema could be guessed."""


class Samples:
    """Generates values of the schemas of one comparison.

    Args:
        schemas: The named types that references lead to, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas
        self._shapes = Shapes(schemas)
        self._values_of_types: dict[str, tuple[Any, int]] = {}
        """The generated value of each named type, and how many values are inside it."""
        self._open_types: list[str] = []
        """The named types whose value is being generated. No type is generated inside itself, so
        that values of recursive types are small."""
        self._depth = 0
        """How deeply the value that is being generated is nested."""
        self._budget = Budget(MOST_VALUES)
        """How many values the outermost value may still contain."""

    def value_of_schema(self, schema: AnySchema) -> Any:
        """Return a value of a schema; those of schemas that are only a reference are cached.

        Raises:
            NoSample: None could be guessed.
            Undecided: The schema cannot be read.
        """
        if not isinstance(schema, dict) or schema.keys() != {"$ref"}:
            return self._generate(schema)
        name = str(schema["$ref"])
        if name in self._open_types:
            raise NoSample("values contain themselves")
        is_outermost = self._depth == 0
        if name in self._values_of_types:
            value, size = self._values_of_types[name]
            # Inside another value, a cached one counts like one that is generated now.
            if not is_outermost and not self._budget.take(size):
                raise NoSample(_TOO_LARGE)
            return value
        budget_before = self._budget.remaining
        if is_outermost:
            # `_generate` begins with a full budget.
            budget_before = MOST_VALUES
        self._open_types.append(name)
        try:
            value = self._generate(schema)
        finally:
            self._open_types.pop()
        self._values_of_types[name] = value, budget_before - self._budget.remaining
        return value

    def _generate(self, schema: AnySchema) -> Any:
        """Return a value of a schema, counted in the budget; the outermost value gets a new one."""
        is_outermost = self._depth == 0
        if is_outermost:
            self._budget = Budget(MOST_VALUES)
        if self._depth > DEEPEST or not self._budget.take():
            raise NoSample(_TOO_LARGE)
        self._depth += 1
        try:
            return self._example_or_sample(schema)
        finally:
            self._depth -= 1

    def _example_or_sample(self, schema: AnySchema) -> Any:
        """Return the first valid example of a schema, else the first value that can be generated
        for one of its shapes.
        """
        # Readers recognise the examples of the author, which need not be valid.
        for example in _examples(schema):
            if validity(example, schema, self._schemas):
                return example
        for shape in self._shapes.of(schema):
            try:
                return self.value_of_shape(shape)
            except NoSample:
                continue  # A value of another shape may be simpler.
        raise NoSample("no value of the schema could be guessed")

    def value_of_shape(self, shape: Shape) -> Any:
        """Return the first of the `candidates` of a shape, or raise `NoSample`."""
        for value in self.candidates(shape):
            return value
        raise NoSample("no value of the schema could be guessed")

    def candidates(self, shape: Shape) -> Iterator[Any]:
        """Yield values that fit a shape, except perhaps its formats and opaque keywords.

        Raises:
            NoSample: An item of an array, or a property of an object, has no value.
        """
        # Shapes of null and of booleans list their values, too.
        if shape.values is not None:
            yield from shape.values
        elif shape.kind == "number":
            yield from numbers_of_shape(shape)
        elif shape.kind == "string":
            yield from strings_of_shape(shape)
        elif shape.kind == "array":
            yield self._array(shape)
        elif shape.kind == "object":
            yield self.object_containing(shape, {})

    def _array(self, shape: Shape) -> list[Any]:
        """Return an array that is as short as the shape allows."""
        length = _array_length(shape, 0)
        return [self.value_of_schema(item_schema(shape, index)) for index in range(length)]

    def array_with(self, shape: Shape, index: int, value: Any) -> list[Any]:
        """Return an array of a shape with a given value at an index."""
        items: list[Any] = []
        for position in range(_array_length(shape, index + 1)):
            if position == index:
                items.append(value)
            else:
                items.append(self.value_of_schema(item_schema(shape, position)))
        return items

    def array_of_equals(self, shape: Shape) -> list[Any]:
        """Return an array of a shape with at least two items, all equal."""
        return [self.value_of_schema(item_schema(shape, 0))] * _array_length(shape, 2)

    def object_with(self, shape: Shape, name: str, schema: AnySchema) -> dict[str, Any]:
        """Return an object of a shape that has a property with a value of a given schema."""
        return self.object_containing(shape, {name: self.value_of_schema(schema)})

    def object_without(self, shape: Shape, name: str) -> dict[str, Any]:
        """Return an object of a shape that lacks an optional property. It may have too few
        properties then; callers validate it.
        """
        properties = self.object_containing(shape, {})
        properties.pop(name, None)
        return properties

    def object_containing(self, shape: Shape, values: Mapping[str, Any]) -> dict[str, Any]:
        """Return an object of a shape: given properties, all required ones, and as many others as
        it needs at least. Their order is that of the schema.
        """
        properties = dict(values)
        for name in shape.properties:
            if name in shape.required:
                self._add_property(properties, name, shape)
        for name in self._further_names(shape):
            if len(properties) >= int(shape.low or 0):  # The least number of properties.
                break
            self._add_property(properties, name, shape)
        ordered: dict[str, Any] = {}
        for name in shape.properties:
            if name in properties:
                ordered[name] = properties[name]
        # `|` appends the properties that the schema does not list.
        return ordered | properties

    def _add_property(self, properties: dict[str, Any], name: str, shape: Shape) -> None:
        """Add a value for a property of a shape to an object that lacks it."""
        if name not in properties:
            properties[name] = self.value_of_schema(shape.property_schema(name))

    def _further_names(self, shape: Shape) -> Iterator[str]:
        """Yield names for properties: those that the shape lists, then, if it allows others,
        ``anotherProperty``, ``anotherProperty1`` and so on.
        """
        yield from shape.properties
        if not shape.is_closed_for_senders:
            yield OTHER_NAME
            for number in range(1, MOST_NAMES):
                yield f"{OTHER_NAME}{number}"


def _examples(schema: AnySchema) -> Iterable[Any]:
    """Return the ``examples`` of a schema; nothing if it has none, or no list of them."""
    if not isinstance(schema, dict):
        return ()
    examples = schema.get("examples")
    if isinstance(examples, list):
        return examples
    return ()


def numbers_of_shape(shape: Shape) -> Iterator[int | float]:
    """Yield numbers that fit a shape: usual ones, then those at and next to its bounds, such as the
    multiples of a step on both sides.
    """
    step = max(shape.steps, default=1)
    guesses: list[int | float] = [0, 1, -1, step, -step, 0.5, 10**9]
    for bound in (shape.low, shape.high):
        if bound is not None:
            multiple = bound
            if step:  # Documents may have an invalid `multipleOf` of 0.
                multiple = math.floor(bound / step) * step
            guesses += [bound, multiple, multiple + step, multiple - step]
            # Between an exclusive bound and the next integer there may be values, too.
            guesses += [bound + 0.5, bound - 0.5, bound + 1e-6, bound - 1e-6]
    for number in guesses:
        if _is_number_of(number, shape):
            yield _integer_if_whole(number)


def _array_length(shape: Shape, least: int) -> int:
    """Return the least length of an array of a shape that has a given number of items at least."""
    length = max(int(shape.low or 0), least)
    if length > MOST_ITEMS:
        raise NoSample("an array is too long")
    return length


def _integer_if_whole(number: int | float) -> int | float:
    """Return a number without a fraction as ``int``, since 1 is more usual in JSON than 1.0."""
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return number


def _is_number_of(number: int | float, shape: Shape) -> bool:
    """Return whether a number fits a shape: its bounds, its steps, and ``integer``."""
    if shape.is_integer and number != math.floor(number):
        return False
    if not _is_within_bounds(number, shape):
        return False
    return all(validity(number, {"multipleOf": step}, {}) for step in shape.steps)


def _is_within_bounds(number: int | float, shape: Shape) -> bool:
    """Return whether a number is between the bounds of a shape, and equal to no exclusive one."""
    low: float = -math.inf
    if shape.low is not None:
        low = shape.low
    high: float = math.inf
    if shape.high is not None:
        high = shape.high
    if shape.low_is_exclusive and number == low:
        return False
    if shape.high_is_exclusive and number == high:
        return False
    return low <= number <= high


def strings_of_shape(shape: Shape) -> Iterator[str]:
    """Yield strings that fit the lengths and patterns of a shape: usual strings of its format, if
    it has one, else guesses, and strings about as short and as long as it allows.
    """
    shortest = int(shape.low or 0)
    longest = LONGEST
    if shape.high is not None:
        longest = int(shape.high)
    patterns = [{"pattern": pattern} for pattern in sorted(shape.patterns)]
    for text in _string_guesses(shape, {shortest, shortest + 1, longest - 1, longest}):
        has_length = shortest <= len(text) <= longest
        if has_length and validity(text, {"allOf": patterns}, {}):
            yield text


def _string_guesses(shape: Shape, lengths: set[int]) -> list[str]:
    """Return strings of the formats of a shape, or usual strings if it has no known format; and
    strings of each of the given lengths.

    Args:
        shape: The shape.
        lengths: The shortest length and one more, the longest and one less. If the shape has no
            greatest length, the longest is `LONGEST`.
    """
    guesses = _strings_of_formats(shape) or list(_TEXTS)
    for length in sorted(lengths):
        # The longest may be 0, and one less is impossible. `LONGEST` and one less mean no limit.
        if 0 <= length < LONGEST - 1:
            guesses += ["a" * length, "A" * length, "1" * length]
    return guesses


def _strings_of_formats(shape: Shape) -> list[str]:
    """Return a string of each format that the shape demands and for which a usual one is known."""
    formats = [name for keyword, name in sorted(shape.formats) if keyword == "format"]
    return [FORMATS[name] for name in formats if name in FORMATS]
