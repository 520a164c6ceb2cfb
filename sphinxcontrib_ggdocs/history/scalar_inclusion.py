"""Decides inclusion of numbers and strings: bounds, steps, lengths and patterns of one JSON type.

A shape has the constraints of a schema on values of one type. The sender's shape is included in the
receiver's if every value that fits it fits the receiver's, too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from ..schema.fitting import validity
from ..schema.nodes import JsonSchema
from .samples import numbers_of_shape, strings_of_shape
from .shapes import Shape


def is_below(bound: float | None, other_bound: float | None) -> bool:
    """Return whether an upper bound allows no more than another bound; None is no bound."""
    return other_bound is None or (bound is not None and bound <= other_bound)


def is_above(bound: float | None, other_bound: float | None) -> bool:
    """Return whether a lower bound of a length allows no more than another bound; None and 0 are no
    bound.
    """
    return not other_bound or (bound is not None and bound >= other_bound)


def is_number_included(sender: Shape, receiver: Shape) -> bool:
    """Return whether the bounds and steps of two shapes of numbers prove that every number of the
    sender fits the receiver.
    """
    # A whole number as the sender's step would do, too; that is not recognised.
    if receiver.is_integer and not sender.is_integer:
        return False
    if not _starts_inside(sender, receiver) or not _ends_inside(sender, receiver):
        return False
    steps = set(sender.steps)
    if sender.is_integer:  # An integer is a multiple of 1.
        steps.add(1)
    return all(_has_multiple(steps, step) for step in receiver.steps)


def _has_multiple(steps: Iterable[float], step: float) -> bool:
    """Return whether one of the sender's steps is a multiple of the receiver's step."""
    # Steps of 2 and 3 together are multiples of 6; that is not recognised, and answered by
    # "not known".
    return any(validity(multiple, {"multipleOf": step}, {}) for multiple in steps)


def _starts_inside(sender: Shape, receiver: Shape) -> bool:
    """Return whether the sender's lower bound is at or above the receiver's, exclusive bounds
    included.
    """
    if receiver.low is None:
        return True
    if sender.low is None or sender.low < receiver.low:
        return False
    return sender.low > receiver.low or sender.low_is_exclusive or not receiver.low_is_exclusive


def _ends_inside(sender: Shape, receiver: Shape) -> bool:
    """Return whether the sender's upper bound is at or below the receiver's, exclusive bounds
    included.
    """
    if receiver.high is None:
        return True
    if sender.high is None or sender.high > receiver.high:
        return False
    return sender.high < receiver.high or sender.high_is_exclusive or not receiver.high_is_exclusive


def refused_numbers(sender: Shape, receiver: Shape) -> Iterator[float]:
    """Yield numbers that fit the sender and not the receiver: those near the receiver's bounds
    first; none if no guess does.
    """
    sender_schema = _number_schema(sender)
    receiver_schema = _number_schema(receiver)
    guesses: list[float] = []
    for bound in (receiver.low, receiver.high):
        if bound is not None:
            # Integers as well as fractions, on both sides of a bound that may be exclusive.
            guesses += (bound, bound + 1, bound - 1, bound + 0.5, bound - 0.5)
    guesses += numbers_of_shape(sender)
    for number in guesses:
        if not validity(number, sender_schema, {}):
            continue
        if validity(number, receiver_schema, {}) is False:
            yield number


def _number_schema(shape: Shape) -> JsonSchema:
    """Return the JSON Schema of a shape of numbers, by which a number can be validated."""
    schema: JsonSchema = {"type": "number"}
    if shape.is_integer:
        schema["type"] = "integer"
    schema["allOf"] = [{"multipleOf": step} for step in sorted(shape.steps)]
    if shape.low_is_exclusive:
        schema["exclusiveMinimum"] = shape.low
    elif shape.low is not None:
        schema["minimum"] = shape.low
    if shape.high_is_exclusive:
        schema["exclusiveMaximum"] = shape.high
    elif shape.high is not None:
        schema["maximum"] = shape.high
    return schema


def is_string_included(sender: Shape, receiver: Shape) -> bool:
    """Return whether the lengths and patterns of two shapes of strings prove that every string of
    the sender fits the receiver.
    """
    is_inside = is_below(sender.high, receiver.high) and is_above(sender.low, receiver.low)
    return is_inside and receiver.patterns <= sender.patterns


def refused_strings(sender: Shape, receiver: Shape) -> Iterator[str]:
    """Yield generated strings that fit the sender's shape, and are refused by the receiver's
    lengths or patterns.
    """
    patterns = [{"pattern": pattern} for pattern in sorted(receiver.patterns)]
    receiver_schema: JsonSchema = {"minLength": receiver.low or 0, "allOf": patterns}
    if receiver.high is not None:
        receiver_schema["maxLength"] = receiver.high
    shortest = sender.low or 0
    # The sender's shape with other least lengths gives strings just beyond the receiver's bounds.
    shapes = [sender]
    for length in (receiver.low, receiver.high):
        if length is not None:
            shapes.append(replace(sender, low=max(shortest, length - 1)))
            shapes.append(replace(sender, low=max(shortest, length + 1)))
    for text in chain.from_iterable(map(strings_of_shape, shapes)):
        if validity(text, receiver_schema, {}) is False:
            yield text
