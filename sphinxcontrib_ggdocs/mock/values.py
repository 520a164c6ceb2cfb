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
from .patterns import Unreadable, draw_matching_text
from .schemas import Schemas

DEEPEST = 12
"""How deep values may be nested."""
FULL = 4
"""The depth from which on values are as small as possible, without optional properties."""
DEEPEST_KNOWN = 2
"""The depth up to which values of the request appear again, by their brands. Further inside, the
brand is probably that of another object."""
MOST_ITEMS = 3
"""Items of an array that may have any number of them."""
MOST_VALUES = 5_000
"""Values inside one drawn value."""
MOST_TRIED = 2 * MOST_VALUES
"""Values inside all attempts to draw one value together."""
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
_PLAIN_REFERENCE = {"$ref", "title", "description", "default", "deprecated"}
"""Keywords of a schema that has the same values as the type it refers to."""


class NoValue(Exception):
    """A schema has no value, or only values that are too large or nested too deeply."""


class Values:
    """Draws values of schemas, always the same ones for the same seed.

    In all methods, a shape is a form that the values of a schema may have, of one JSON type; the
    depth of a value is the number of values that contain it.

    Args:
        schemas: The schemas of the document.
        seed: The text on which all random choices depend.
        known: By brand: values in the request, which the drawn values repeat; None for none.
        is_new: Whether values with brands are drawn even if the author gives examples of them, as
            for a new key, which has to differ from others.
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
        """Whether the value is in a second or later item of an array, which has to differ from the
        first one."""

    def of(self, schema: AnySchema) -> Any:
        """Draw a value that is valid for a schema.

        If none is found after `ATTEMPTS`, return the smallest valid value that can be constructed,
        or else one that may be invalid: the last drawn one, or the example that the documentation
        shows.
        """
        value: Any = None
        is_small = False
        remaining_values = MOST_TRIED  # bounds the time that all attempts take together
        for attempt in range(ATTEMPTS):
            if remaining_values <= 0:
                break
            self._budget = Budget(min(MOST_VALUES, remaining_values))
            budget_before = self._budget.remaining
            # Small values are drawn in the second half of the attempts, and once one was too large.
            if attempt > ATTEMPTS // 2:
                is_small = True
            try:
                # A small value is drawn as if it was deep inside another one.
                value = self._value(schema, FULL if is_small else 0)
            except NoValue:
                if self._budget.is_spent:
                    is_small = True
                continue
            finally:
                remaining_values -= budget_before - self._budget.remaining
            if self.schemas.is_valid(value, schema):
                return value
        return self._fallback(schema, value)

    def _fallback(self, schema: AnySchema, drawn: Any) -> Any:
        """Return a value of a schema for which no valid one was drawn: the smallest valid value
        that can be constructed, else the last drawn one, else the example in the documentation.

        Args:
            schema: The schema.
            drawn: The last drawn value, which is not valid; None if all attempts failed.
        """
        try:
            return Samples(self.schemas.named).value_of_schema(schema)
        except Undecided as undecided:
            self.schemas.warn(schema, f"no value of it was found: {undecided}")
        if drawn is None and isinstance(schema, dict):
            return json.loads(example(schema, self.schemas.named))
        return drawn

    def _value(self, schema: AnySchema, depth: int) -> Any:
        """Draw a value of a schema, within the limits for its depth and for the number of values in
        it. It may be invalid: `of` validates it.

        Raises:
            NoValue: A limit is exceeded, or the schema has no value.
        """
        if depth > DEEPEST or not self._budget.enter():
            raise NoValue
        try:
            return self._drawn(schema, depth)
        finally:
            self._budget.leave()

    def _drawn(self, schema: AnySchema, depth: int) -> Any:
        """Return a value that the request or the author gives, or else draw one: of the type that
        the schema refers to, of one of its alternatives, or of one of its shapes.
        """
        if isinstance(schema, dict):
            for value in self._given_values(schema, depth):
                return self._counted(value)  # only the first one is needed
            named = self.schemas.named.get(ref_name(schema) or "")
            # Constraints next to a reference are only in the shapes, which combine both.
            if named is not None and schema.keys() <= _PLAIN_REFERENCE:
                return self._value(named, depth)
            # Each alternative may have examples of its own, which shapes do not keep. The only one
            # of a schema that is no union is the schema itself.
            alternatives = self.schemas.shapes.alternatives(schema)
            if len(alternatives) > 1:
                return self._any_of(alternatives, depth)
        return self._any_of(self.schemas.shapes_of(schema), depth)

    def _given_values(self, schema: JsonSchema, depth: int) -> Iterator[Any]:
        """Yield values that the request or the author gives for a schema, the best one first: those
        in the request with the same brand, one that the schema lists, and its valid examples.

        A brand is a named primitive type, such as ``OrderId`` for strings.
        """
        brands = schema.get("x-brand", ())
        # Deeper inside, the brand is probably that of another object.
        if depth <= DEEPEST_KNOWN:
            for brand in brands:
                if brand in self._known:
                    yield self._known[brand]
        listed = listed_values(schema)
        if listed is not None:  # an enumeration or a constant: no other value is valid
            yield self._random.choice(listed)
            return
        # No examples where values have to differ, as the keys of several objects do.
        if brands and self._differs_from_examples(schema):
            return
        examples = schema.get("examples")
        if isinstance(examples, list):
            for value in examples:
                if self.schemas.is_valid(value, schema):
                    yield value

    def _differs_from_examples(self, schema: JsonSchema) -> bool:
        """Return whether a value with a brand is drawn although the author gives examples of it:
        always if it must be new, and in second and later items of an array if a pattern or a format
        says what such values look like.
        """
        is_shaped = "pattern" in schema or "format" in schema
        return self._is_new or (self._is_repeated and is_shaped)

    def _counted(self, value: Any) -> Any:
        """Return a given value, after its size has been subtracted from the budget.

        Raises:
            NoValue: It is too large.
        """
        if isinstance(value, str | list | dict):
            length = len(str(value))
            if not self._budget.take_text(length):
                raise NoValue
        return value

    def _any_of(self, choices: Iterable[AnySchema | Shape], depth: int) -> Any:
        """Draw a value of one of several schemas or shapes. Null is only drawn if none of the
        others has a value.

        Raises:
            NoValue: None of them has a value.
        """
        shuffled = list(choices)
        self._random.shuffle(shuffled)
        for choice in sorted(shuffled, key=_is_null):
            try:
                if isinstance(choice, Shape):
                    return self._of_shape(choice, depth)
                return self._value(choice, depth + 1)
            except NoValue:
                continue
        raise NoValue

    def _of_shape(self, shape: Shape, depth: int) -> Any:
        """Draw a value of a shape: one of its listed values, which shapes of null and of booleans
        always have, or one of its JSON type.
        """
        if shape.values is not None:
            return self._counted(self._random.choice(shape.values))
        if shape.kind == "number":
            return self._bounded_number(shape)
        if shape.kind == "string":
            return self._text(shape)
        if shape.kind == "array":
            return self._array(shape, depth)
        return self._object(shape, depth)

    def _bounded_number(self, shape: Shape) -> int | float:
        """Draw a number.

        Raises:
            NoValue: The bounds are larger than any float.
        """
        try:
            return self._number(shape)
        except ArithmeticError as error:
            raise NoValue from error

    def _number(self, shape: Shape) -> int | float:
        """Draw a number between the bounds of a shape: a multiple of its step, which is 1 for
        integers, or without a step a number with two decimals.
        """
        low, high = _bounds(shape)
        # 0 for any number. Of several steps, multiples of the largest are the likeliest to fit.
        step = max(shape.steps, default=int(shape.is_integer))
        if not step:
            value = self._random.uniform(low, high)
            rounded = round(value, 2)
            # A bound itself may be forbidden, and rounding may lead there or beyond.
            if low < rounded < high:
                return rounded
            return value
        least_factor = math.ceil(low / step)
        most_factor = math.floor(high / step)
        if shape.low_is_exclusive and low % step == 0:
            least_factor += 1
        if shape.high_is_exclusive and high % step == 0:
            most_factor -= 1
        # If no multiple is within the bounds, the next one is returned, which `of` finds invalid.
        value = self._random.randint(least_factor, max(least_factor, most_factor)) * step
        if shape.is_integer:
            return int(value)
        return value

    def _text(self, shape: Shape) -> str:
        """Draw a text whose length is one that a shape allows.

        Raises:
            NoValue: The shortest text would be too long, or too large for the budget; or no text
                that was drawn for a pattern has an allowed length.
        """
        shortest = int(shape.low or 0)
        longest = LONGEST
        if shape.high is not None:
            longest = int(shape.high)
        if shortest > LONGEST or not self._budget.take_text(shortest):
            raise NoValue
        for _ in range(ATTEMPTS):
            text = self._any_text(shape)
            # Filled up or cut; not a text for a pattern, which might no longer match it.
            if not shape.patterns:
                text = text.ljust(shortest, "x")[:longest]
            if shortest <= len(text) <= longest:
                return text
        raise NoValue

    def _any_text(self, shape: Shape) -> str:
        """Draw a text of any length: one that matches a pattern of the shape, one of its format, or
        two words. If the shape has several patterns, `of` finds out whether all of them match.

        Raises:
            NoValue: The pattern is not supported.
        """
        if shape.patterns:
            # The set has no order: without `min`, the same seed could give another text.
            first_pattern = min(shape.patterns)
            try:
                return draw_matching_text(first_pattern, self._random)
            except Unreadable as error:
                raise NoValue from error
        word = self._word()
        # Values with a brand, such as keys, have no spaces.
        separator = "-" if shape.brands else " "
        words = f"{word}{separator}{self._word()}"
        formats = dict(shape.formats)  # keywords and their values; `byte` is OpenAPI 3.0's Base64
        if formats.get("contentEncoding") == "base64" or formats.get("format") == "byte":
            return base64.b64encode(words.encode()).decode()
        moment = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(self._random.uniform(0, 365))
        text_of_format = {
            **FORMATS,  # one fixed text for each other format
            "date-time": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "date": moment.strftime("%Y-%m-%d"),
            "time": moment.strftime("%H:%M:%SZ"),
            "email": f"{word}@example.org",
            "uri": f"https://example.org/{word}",
            "hostname": f"{word}.example.org",
            "uuid": str(uuid.UUID(int=self._random.getrandbits(128), version=4)),
        }
        return text_of_format.get(formats.get("format", ""), words)

    def _word(self) -> str:
        """Draw a word."""
        return self._random.choice(_WORDS)

    def _array(self, shape: Shape, depth: int) -> list[Any]:
        """Draw the items of an array. It may have fewer than it should if its items must differ,
        or if an item has no value.

        Raises:
            NoValue: An item has no value, and the array must have more items.
        """
        least = int(shape.low or 0)
        # A tuple has at least an item for each of the schemas in its prefix.
        wanted_length = max(self._length(shape, least, depth), len(shape.prefix))
        was_repeated = self._is_repeated
        # Items by a key, which equal items share if they must differ.
        items: dict[object, Any] = {}
        try:
            # Twice as many attempts as items, since equal ones may be drawn.
            for attempt in range(wanted_length * 2):
                if len(items) == wanted_length:
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
        finally:  # as before: this array may itself be an item of another one
            self._is_repeated = was_repeated
        return list(items.values())

    def _length(self, shape: Shape, least: int, depth: int) -> int:
        """Draw the number of items of an array: at least one and at most `MOST_ITEMS`, as far as
        the shape allows that. From the depth `FULL` on it is the least number, so that deeply
        nested values stay small.

        Args:
            shape: The shape of the array.
            least: The least number of items that the shape allows.
            depth: The depth of the array.
        """
        if depth >= FULL:
            return least
        most = MOST_ITEMS
        if shape.high is not None:
            most = min(most, int(shape.high))
        most = max(most, least)
        # One item at least, as an example, unless the array must be empty.
        fewest = min(max(least, 1), most)
        return self._random.randint(fewest, most)

    def _object(self, shape: Shape, depth: int) -> dict[str, Any]:
        """Draw the properties of an object: all required ones, most of the optional ones, and
        others if it must have more.

        Raises:
            NoValue: A required property has no value.
        """
        value: dict[str, Any] = {}
        for name, schema in shape.properties.items():
            if name in shape.required:
                value[name] = self._value(schema, depth + 1)
            elif self._has_optional(schema, depth):
                with suppress(NoValue):
                    value[name] = self._value(schema, depth + 1)
        # A map, which declares no names, gets one property at least, as an example.
        is_map = not shape.properties and shape.additional is not None and depth < FULL
        least = max(int(shape.low or 0), int(is_map))
        for name in self._names(shape, depth):
            # If the schema forbids undeclared names, `of` draws again, until chance has left out
            # fewer of the declared ones.
            if len(value) >= least or shape.additional is False:
                break
            value[name] = self._value(shape.property_schema(name), depth + 1)
        return value

    def _has_optional(self, schema: AnySchema, depth: int) -> bool:
        """Decide by chance whether an object has an optional property. One with a constant value,
        by which readers recognize the type of the object, is always there.
        """
        is_tag = isinstance(schema, dict) and "const" in schema
        return is_tag or (depth < FULL and self._random.random() < _OPTIONAL)

    def _names(self, shape: Shape, depth: int) -> Iterator[str]:
        """Yield names for further properties of an object: declared ones, of which chance has left
        out some, then drawn ones.
        """
        yield from shape.properties
        for _ in range(ATTEMPTS):
            if shape.property_names:
                schema_of_names = {"allOf": [{"type": "string"}, *shape.property_names]}
                yield str(self._value(schema_of_names, depth))
            else:
                yield self._word()


def _bounds(shape: Shape) -> tuple[float, float]:
    """Return the least and the greatest number that are drawn for a shape.

    A missing lower bound is 0, or 100 below an upper bound that is not positive. A missing upper
    bound is 100 above the lower one.
    """
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
    """Return whether null is the only value of a schema or a shape."""
    if isinstance(choice, Shape):
        return choice.kind == "null"
    return isinstance(choice, dict) and choice.get("type") == "null"
