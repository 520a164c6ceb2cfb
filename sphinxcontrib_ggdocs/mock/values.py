"""Generates values for a schema: declared examples, else values from a seeded random generator."""

import base64
import json
import math
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from ..document.examples import FORMATS, example
from ..document.uses import ref_name
from ..history.samples import Samples
from ..history.shapes import AnySchema, Shape, Undecided, item_schema, listed_values
from ..schema.budget import Budget
from ..schema.fitting import json_key
from ..schema.nodes import JsonSchema
from .patterns import Unreadable, text_of
from .schemas import Schemas

DEEPEST, FULL = 12, 4
"""Values inside values, at most; and those that have what may be left out."""
MOST_ITEMS = 3
MOST_VALUES = 5_000
"""Values inside one value."""
MOST_TRIED = 2 * MOST_VALUES
"""Those of all attempts together."""
LONGEST = 100_000
"""Characters of a text."""
ATTEMPTS = 20
"""How often a text, a whole value and a key are drawn until they are valid."""
_OPTIONAL = 0.8
"""How probable a property is that may be left out."""
_WORDS = (
    *("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "harbor", "island"),
    *("juniper", "kestrel", "lagoon", "meadow", "orchid", "pebble", "quartz", "river"),
)
_SAYING_NOTHING = {"$ref", "title", "description", "default", "deprecated"}


class NoValue(Exception):
    """A schema has no value, or only values that are too large or nested too deeply."""


class Values:
    """Draws values, the same ones for the same seed.

    Args:
        schemas: Those of the document.
        seed: What the values depend on.
        known: Values by brand, which the request names.
        is_new: Whether values of brands are drawn even where there are examples of them.
    """

    def __init__(
        self,
        schemas: Schemas,
        seed: str,
        known: Mapping[str, Any] | None = None,
        *,
        is_new: bool = False,
    ) -> None:
        self.schemas = schemas
        self._random = Random(seed)  # noqa: S311  # no secrets
        self._known = known or {}
        self._is_new = is_new
        self._budget = Budget(MOST_VALUES)
        self._is_repeated = False
        """Whether the value is in a further item of an array, which differs from the first."""

    def of(self, schema: AnySchema) -> Any:
        """Draw a value; where no valid one is found, the smallest one, else the example that the
        documentation shows, which is cut where the type is too large.
        """
        value: Any = None
        is_small = False
        remaining = MOST_TRIED
        for attempt in range(ATTEMPTS):
            if remaining <= 0:
                break
            self._budget = Budget(min(MOST_VALUES, remaining))
            before = self._budget.left
            is_small = is_small or attempt > ATTEMPTS // 2
            try:
                value = self._value(schema, FULL if is_small else 0)
            except NoValue:
                is_small = is_small or self._budget.is_spent
                continue
            finally:
                remaining -= before - self._budget.left
            if self.schemas.is_valid(value, schema):
                return value
        try:
            return Samples(self.schemas.named).of_schema(schema)
        except Undecided as undecided:
            self.schemas.warn(schema, f"no value of it was found: {undecided}")
        if value is None and isinstance(schema, dict):
            return json.loads(example(schema, self.schemas.named))
        return value

    def _value(self, schema: AnySchema, depth: int) -> Any:
        if depth > DEEPEST or not self._budget.enter():
            raise NoValue
        try:
            return self._drawn(schema, depth)
        finally:
            self._budget.leave()

    def _drawn(self, schema: AnySchema, depth: int) -> Any:
        if isinstance(schema, dict):
            for value in self._given(schema, depth):
                return self._written(value)
            named = self.schemas.named.get(ref_name(schema) or "")
            if named is not None and schema.keys() <= _SAYING_NOTHING:
                return self._value(named, depth)
            choices = self.schemas.shapes.alternatives(schema)
            if len(choices) > 1:
                return self._any_of(choices, depth)
        return self._any_of(self.schemas.shapes_of(schema), depth)

    def _given(self, schema: JsonSchema, depth: int) -> Iterator[Any]:
        """Yield values that the request or the author gives, the best one first."""
        brands = schema.get("x-brand", ())
        if depth <= 2:
            for brand in brands:
                if brand in self._known:
                    yield self._known[brand]
        listed = listed_values(schema)
        if listed is not None:
            yield self._random.choice(listed)
            return
        if brands and self._differs_from_examples(schema):
            return
        examples = schema.get("examples")
        if isinstance(examples, list):
            for value in examples:
                if self.schemas.is_valid(value, schema):
                    yield value

    def _differs_from_examples(self, schema: JsonSchema) -> bool:
        """Return whether a value of a brand is drawn although the author gives examples of it."""
        is_shaped = "pattern" in schema or "format" in schema
        return self._is_new or (self._is_repeated and is_shaped)

    def _written(self, value: Any) -> Any:
        """Return a value that was not drawn, and may be a large one."""
        if isinstance(value, str | list | dict) and not self._budget.take_text(len(str(value))):
            raise NoValue
        return value

    def _any_of(self, choices: Iterable[AnySchema | Shape], depth: int) -> Any:
        """Draw a value of one of several schemas or shapes; null only if no other one ends."""
        drawn = list(choices)
        self._random.shuffle(drawn)
        for choice in sorted(drawn, key=_is_null):
            try:
                if isinstance(choice, Shape):
                    return self._of_shape(choice, depth)
                return self._value(choice, depth + 1)
            except NoValue:
                continue
        raise NoValue

    def _of_shape(self, shape: Shape, depth: int) -> Any:
        if shape.values is not None:
            return self._written(self._random.choice(shape.values))
        if shape.kind == "number":
            return self._bounded_number(shape)
        if shape.kind == "string":
            return self._text(shape)
        if shape.kind == "array":
            return self._array(shape, depth)
        return self._object(shape, depth)

    def _bounded_number(self, shape: Shape) -> int | float:
        try:
            return self._number(shape)
        except ArithmeticError as error:  # no float is so large
            raise NoValue from error

    def _number(self, shape: Shape) -> int | float:
        low, high = _bounds(shape)
        step = max(shape.steps, default=int(shape.is_integer))
        if not step:
            value = self._random.uniform(low, high)
            rounded = round(value, 2)
            if low < rounded < high:
                return rounded
            return value
        least, most = math.ceil(low / step), math.floor(high / step)
        if shape.low_is_out and low % step == 0:
            least += 1
        if shape.high_is_out and high % step == 0:
            most -= 1
        value = self._random.randint(least, max(least, most)) * step
        if shape.is_integer:
            return int(value)
        return value

    def _text(self, shape: Shape) -> str:
        shortest, longest = int(shape.low or 0), LONGEST
        if shape.high is not None:
            longest = int(shape.high)
        if shortest > LONGEST or not self._budget.take_text(shortest):
            raise NoValue
        for _ in range(ATTEMPTS):
            text = self._any_text(shape)
            if not shape.patterns:
                text = text.ljust(shortest, "x")[:longest]
            if shortest <= len(text) <= longest:
                return text
        raise NoValue

    def _any_text(self, shape: Shape) -> str:
        for pattern in sorted(shape.patterns):
            try:
                return text_of(pattern, self._random)
            except Unreadable as error:
                raise NoValue from error
        word, names = self._word(), dict(shape.names)
        words = f"{word}-{self._word()}" if shape.brands else f"{word} {self._word()}"
        if names.get("contentEncoding") == "base64" or names.get("format") == "byte":
            return base64.b64encode(words.encode()).decode()
        moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(self._random.uniform(0, 365))
        drawn = {
            "date-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "date": moment.strftime("%Y-%m-%d"),
            "time": moment.strftime("%H:%M:%SZ"),
            "email": f"{word}@example.org",
            "uri": f"https://example.org/{word}",
            "hostname": f"{word}.example.org",
            "uuid": str(uuid.UUID(int=self._random.getrandbits(128), version=4)),
        }
        return {**FORMATS, **drawn}.get(names.get("format", ""), words)

    def _word(self) -> str:
        return self._random.choice(_WORDS)

    def _array(self, shape: Shape, depth: int) -> list[Any]:
        least = int(shape.low or 0)
        wanted = max(self._length(shape, least, depth), len(shape.prefix))
        was_repeated = self._is_repeated
        items: dict[object, Any] = {}
        try:
            for attempt in range(wanted * 2):
                if len(items) == wanted:
                    break
                item = self._value(item_schema(shape, len(items)), depth + 1)
                key: object = attempt
                if shape.is_unique:
                    key = json_key(item)
                items[key] = item
                self._is_repeated = True
        except NoValue:
            if len(items) < least:
                raise
        finally:
            self._is_repeated = was_repeated
        return list(items.values())

    def _length(self, shape: Shape, least: int, depth: int) -> int:
        """Draw how many items an array has: few, and only those that it must have deep inside."""
        if depth >= FULL:
            return least
        most = MOST_ITEMS
        if shape.high is not None:
            most = min(most, int(shape.high))
        most = max(least, most)
        return self._random.randint(max(least, min(1, most)), most)

    def _object(self, shape: Shape, depth: int) -> dict[str, Any]:
        value: dict[str, Any] = {}
        for name, schema in shape.properties.items():
            if name in shape.required:
                value[name] = self._value(schema, depth + 1)
            elif self._has_optional(schema, depth):
                with suppress(NoValue):
                    value[name] = self._value(schema, depth + 1)
        is_map = not shape.properties and shape.additional is not None and depth < FULL
        least = max(int(shape.low or 0), is_map)
        for name in self._names(shape, depth):
            if len(value) >= least or shape.additional is False:
                break
            value[name] = self._value(shape.property_schema(name), depth + 1)
        return value

    def _has_optional(self, schema: AnySchema, depth: int) -> bool:
        """Decide about a property that may be left out; those that tag the object are there."""
        is_tag = isinstance(schema, dict) and "const" in schema
        return is_tag or (depth < FULL and self._random.random() < _OPTIONAL)

    def _names(self, shape: Shape, depth: int) -> Iterator[str]:
        """Draw names of properties that an object may have."""
        yield from shape.properties
        for _ in range(ATTEMPTS):
            names = {"allOf": [{"type": "string"}, *shape.property_names]}
            yield str(self._value(names, depth)) if shape.property_names else self._word()


def _bounds(shape: Shape) -> tuple[float, float]:
    """Return between which numbers one is drawn; where a bound is missing, 100 from the other."""
    low, high = shape.low, shape.high
    if low is None and high is None:
        return 0, 100
    if low is None:
        assert high is not None
        low = 0
        if high <= 0:
            low = high - 100
    if high is None:
        high = low + 100
    return low, high


def _is_null(choice: AnySchema | Shape) -> bool:
    if isinstance(choice, Shape):
        return choice.kind == "null"
    return isinstance(choice, dict) and choice.get("type") == "null"
