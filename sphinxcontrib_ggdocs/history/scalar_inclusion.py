"""Decides inclusion of numbers and strings: bounds, steps, lengths and patterns of one JSON
type.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from ..schema.fitting import validity
from ..schema.nodes import JsonSchema
from .samples import numbers, texts
from .shapes import Shape


def is_below(one: float | None, other: float | None) -> bool:
    """Return whether an upper bound is as tight as another."""
    return other is None or (one is not None and one <= other)


def is_above(one: float | None, other: float | None) -> bool:
    """Return whether a lower bound of a length is as tight as another."""
    return not other or (one is not None and one >= other)


def is_number_included(sender: Shape, receiver: Shape) -> bool:
    """Return whether the bounds and steps of two shapes alone show that one is included."""
    if receiver.is_integer and not sender.is_integer:
        return False
    if not _starts_inside(sender, receiver) or not _ends_inside(sender, receiver):
        return False
    steps = set(sender.steps)
    if sender.is_integer:
        steps.add(1)
    return all(_has_multiple(steps, step) for step in receiver.steps)


def _has_multiple(steps: Iterable[float], step: float) -> bool:
    # Sufficient, not necessary: steps of 2 and 3 together are steps of 6, which gives "not known".
    return any(validity(multiple, {"multipleOf": step}, {}) for multiple in steps)


def _starts_inside(sender: Shape, receiver: Shape) -> bool:
    if receiver.low is None:
        return True
    if sender.low is None or sender.low < receiver.low:
        return False
    return sender.low > receiver.low or sender.low_is_out or not receiver.low_is_out


def _ends_inside(sender: Shape, receiver: Shape) -> bool:
    if receiver.high is None:
        return True
    if sender.high is None or sender.high > receiver.high:
        return False
    return sender.high < receiver.high or sender.high_is_out or not receiver.high_is_out


def numbers_outside(sender: Shape, receiver: Shape) -> Iterator[float]:
    """Numbers of a shape that another refuses, near the other's bounds first."""
    own, schema = _number_schema(sender), _number_schema(receiver)
    near: list[float] = []
    for bound in (receiver.low, receiver.high):
        if bound is not None:
            # Integers as well as fractions, on both sides of a bound that may be exclusive.
            near += (bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5)
    for number in (*near, *numbers(sender)):
        if validity(number, own, {}) and validity(number, schema, {}) is False:
            yield number


def _number_schema(shape: Shape) -> JsonSchema:
    schema: JsonSchema = {"type": "number"}
    if shape.is_integer:
        schema["type"] = "integer"
    schema["allOf"] = [{"multipleOf": step} for step in sorted(shape.steps)]
    if shape.low_is_out:
        schema["exclusiveMinimum"] = shape.low
    elif shape.low is not None:
        schema["minimum"] = shape.low
    if shape.high_is_out:
        schema["exclusiveMaximum"] = shape.high
    elif shape.high is not None:
        schema["maximum"] = shape.high
    return schema


def is_text_included(sender: Shape, receiver: Shape) -> bool:
    """Return whether lengths and patterns of two shapes alone show that one is included."""
    is_inside = is_below(sender.high, receiver.high) and is_above(sender.low, receiver.low)
    return is_inside and receiver.patterns <= sender.patterns


def texts_outside(sender: Shape, receiver: Shape) -> Iterator[str]:
    """Texts of a shape that another refuses, as far as guesses find them."""
    patterns = [{"pattern": pattern} for pattern in sorted(receiver.patterns)]
    schema: JsonSchema = {"minLength": receiver.low or 0, "allOf": patterns}
    if receiver.high is not None:
        schema["maxLength"] = receiver.high
    shortest = sender.low or 0
    shapes = [sender]
    for length in (receiver.low, receiver.high):
        if length is not None:
            shapes.append(replace(sender, low=max(shortest, length - 1)))
            shapes.append(replace(sender, low=max(shortest, length + 1)))
    for text in chain.from_iterable(map(texts, shapes)):
        if validity(text, schema, {}) is False:
            yield text
