"""Decides whether every value that a sender may write by one schema is accepted by another.

The sender's schema is read as closed: a sender writes only the listed properties, unless the schema
explicitly allows others. The receiver's schema is read by the rules of JSON Schema 2020-12. The
result is yes, no with a value that is rejected, or unknown. The result is no only if the value was
validated against both schemas.

With `nominal`, types of generated code are compared: brands and formats are separate types, and
bounds, lengths and patterns are ignored.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any, Final, ParamSpec, TypeAlias

from ..schema.fitting import every, json_key, same_json, validity
from ..schema.nodes import JsonSchema
from .samples import OTHER_NAME, NoSample, Samples
from .scalar_inclusion import (
    is_above,
    is_below,
    is_number_included,
    is_text_included,
    numbers_outside,
    texts_outside,
)
from .shapes import SILENT, AnySchema, Shape, Shapes, Undecided, item_schema

DEEPEST = 60
"""Types inside types."""
MOST_STEPS = 5_000
"""Pairs of schemas and shapes for one question."""
FEW_STEPS = 100
LIKE_ONE_STEP = 10
"""Shapes that are held against one shape."""
MOST_TOGETHER = 100_000
"""Those for all questions of a comparison; each that follows has few of its own."""
MOST_TRIED = 8
"""Values that are tried where nothing else is known."""

Parameters = ParamSpec("Parameters")


@dataclass(frozen=True, slots=True)
class Included:
    """Every value is accepted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A value that the sender may write and the receiver refuses; null where types of code differ
    whose values are the same.
    """

    value: Any


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The answer is not known."""

    reason: str


Answer: TypeAlias = Included | Refused | NotKnown
YES: Final = Included()


class Inclusions:
    """Answers for the schemas of one comparison.

    Args:
        schemas: What references lead to, by name, for senders and receivers alike.
        nominal: Whether types of code are meant.
        is_given: Whether one reference is included in another, as is decided elsewhere.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        *,
        nominal: bool = False,
        is_given: Callable[[str, str], bool] = lambda sender, receiver: False,
    ) -> None:
        self._schemas = schemas
        self._nominal = nominal
        self._shapes = Shapes(schemas)
        self._samples = Samples(schemas)
        self._is_given = is_given
        self._proven: set[tuple[str, str]] = set()
        self._left = MOST_TOGETHER

    def of(self, sender: AnySchema, receiver: AnySchema) -> Answer:
        """Return whether what a sender writes by one schema is accepted by the other."""
        question = _Question(
            self._schemas,
            self._shapes,
            self._samples,
            lambda pair: pair[0] == pair[1] or pair in self._proven or self._is_given(*pair),
            nominal=self._nominal,
            most_steps=MOST_STEPS if self._left > 0 else FEW_STEPS,
        )
        try:
            answer = question.schemas(sender, receiver, 0)
        except Undecided as undecided:
            return NotKnown(str(undecided))
        except ArithmeticError:
            return NotKnown("the numbers are too large")
        finally:
            self._left -= question.steps
        if isinstance(answer, Included):
            # What a question has assumed holds only if its answer is yes: then all pairs are proven
            # together.
            self._proven |= question.assumed
        # Samples are guesses, and shapes leave conditions out.
        if isinstance(answer, Refused) and not self._nominal:
            return self._checked(answer, sender, receiver)
        return answer

    def _checked(self, answer: Refused, sender: AnySchema, receiver: AnySchema) -> Answer:
        """Return the answer, if its value is one of the sender's and none of the receiver's."""
        if not validity(answer.value, sender, self._schemas):
            return NotKnown("no example value is known")
        if validity(answer.value, receiver, self._schemas) is not False:
            return NotKnown("the example value is accepted, or may be")
        return answer


class _Question:
    """One question, with the pairs of references that are taken as included meanwhile: recursive
    types are included unless something in them is not.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        shapes: Shapes,
        samples: Samples,
        is_proven: Callable[[tuple[str, str]], bool],
        *,
        nominal: bool,
        most_steps: int,
    ) -> None:
        self._schemas = schemas
        self._normal_forms = shapes
        self._samples = samples
        self._is_pair_proven = is_proven
        self._nominal = nominal
        self.assumed: set[tuple[str, str]] = set()
        self.steps = 0
        self._most_steps = most_steps

    def schemas(self, sender: AnySchema, receiver: AnySchema, depth: int) -> Answer:
        """Return whether one schema is included in another."""
        # Before anything is taken apart: most schemas of two documents are the same.
        if receiver is True or receiver == {} or sender is False or same_json(sender, receiver):
            return YES
        self._step(depth)
        pair = (_reference(sender), _reference(receiver))
        if not all(pair):
            return self._inside(sender, receiver, depth)
        # A recursive type is included if nothing else in it says no: the greatest fixed point, as
        # for types that are equal by their structure.
        if pair in self.assumed or self._is_pair_proven(pair):
            return YES
        before = set(self.assumed)
        self.assumed.add(pair)
        answer = self._inside(sender, receiver, depth)
        if not isinstance(answer, Included):
            # A pair that was assumed on the way may have been so because of this one.
            self.assumed = before
        return answer

    def _step(self, depth: int, steps: int = 1) -> None:
        self.steps += steps
        if depth > DEEPEST or self.steps > self._most_steps:
            raise Undecided("the types are too large to be compared")

    def _inside(self, sender: AnySchema, receiver: AnySchema, depth: int) -> Answer:
        receivers = self._shapes(receiver)
        shapes: list[Shape] = []
        for schema in list(self._not_proven(sender, receiver)):
            shapes += self._shapes(schema)
        return _worst([self._in_union(shape, receivers, receiver, depth) for shape in shapes])

    def _not_proven(self, sender: AnySchema, receiver: AnySchema) -> Iterator[AnySchema]:
        """Yield the sender's alternatives, without the named types that are known to be included in
        one of the receiver's.
        """
        names = {
            _reference(alternative) for alternative in self._normal_forms.alternatives(receiver)
        } - {""}
        for alternative in self._normal_forms.alternatives(sender):
            name = _reference(alternative)
            is_proven = name and any(self._is_pair_proven((name, other)) for other in names)
            if not is_proven:
                yield alternative

    def _shapes(self, schema: AnySchema) -> tuple[Shape, ...]:
        shapes = self._normal_forms.of(schema)
        if self._nominal:
            return tuple(map(_without_bounds, shapes))
        return shapes

    def _in_union(
        self, shape: Shape, receivers: Sequence[Shape], receiver: AnySchema, depth: int
    ) -> Answer:
        self._step(depth, 1 + len(receivers) // LIKE_ONE_STEP)
        alike = [
            receiver for receiver in receivers if not self._normal_forms.are_apart(shape, receiver)
        ]
        if not alike:
            return self._refused(self._samples.of_shape, shape)
        if shape.values is not None:
            return self._listed(shape, alike, receiver)
        answer = self._in_alike(shape, alike, receiver, depth)
        if isinstance(answer, NotKnown):
            return self._tried(shape, receiver, answer)
        return answer

    def _tried(self, shape: Shape, receiver: AnySchema, answer: NotKnown) -> Answer:
        """Return a no with one of a few values of a shape that a receiver refuses, else what is
        known.
        """
        if self._nominal:
            return answer
        try:
            for (value,) in islice(self._samples.candidates(shape), MOST_TRIED):
                if self._is_refused(value, receiver):
                    return Refused(value)
        except NoSample:
            pass
        return answer

    def _in_alike(
        self, shape: Shape, alike: Sequence[Shape], receiver: AnySchema, depth: int
    ) -> Answer:
        answers = [self._in_shape(shape, receiver, depth) for receiver in alike]
        if YES in answers:
            return YES
        if len(answers) == 1:
            return answers[0]
        return self._by_none(answers, shape, alike, receiver, depth)

    def _by_none(
        self,
        answers: Sequence[Answer],
        shape: Shape,
        alike: Sequence[Shape],
        receiver: AnySchema,
        depth: int,
    ) -> Answer:
        """Of a shape that none of several takes whole."""
        refused = [answer for answer in answers if isinstance(answer, Refused)]
        if not self._nominal:
            for answer in refused:
                if self._is_refused(answer.value, receiver):
                    return answer
        if parts := self._split(shape, alike):
            return _worst([self._in_union(part, alike, receiver, depth + 1) for part in parts])
        if self._nominal and len(refused) == len(answers):
            return Refused(None)
        return NotKnown("several alternatives may accept it together")

    def _is_refused(self, value: Any, receiver: AnySchema) -> bool:
        return validity(value, receiver, self._schemas) is False

    def _split(self, shape: Shape, alike: Sequence[Shape]) -> list[Shape]:
        """Return a shape as a union of shapes, by the listed values of a required property of which
        one of the receivers takes some; nothing if it has no such property.
        """
        for name in sorted(shape.required & shape.properties.keys()):
            values = self._normal_forms.listed(shape.properties[name]) or ()
            if len(values) > 1 and self._is_split_by(name, values, alike):
                return [
                    replace(shape, properties={**shape.properties, name: {"const": value}})
                    for value in values
                ]
        return []

    def _is_split_by(self, name: str, values: Sequence[Any], receivers: Iterable[Shape]) -> bool:
        """Return whether one of the receivers takes only some of the values of a property."""
        for receiver in receivers:
            if name in receiver.properties and self._lists_less(receiver.properties[name], values):
                return True
        return False

    def _lists_less(self, schema: AnySchema, values: Sequence[Any]) -> bool:
        """Return whether a schema lists values, and not all of some."""
        listed = self._normal_forms.listed(schema)
        return listed is not None and not set(map(json_key, values)) <= set(map(json_key, listed))

    def _listed(self, shape: Shape, alike: Sequence[Shape], receiver: AnySchema) -> Answer:
        """Of a shape whose values are listed: whether each of them is accepted."""
        if self._nominal and not _have_brands(alike, shape.brands):
            return Refused(None)
        compared = _compared_values(shape, alike)
        answer: Answer = YES
        for value in shape.values or ():
            accepted = validity(value, receiver, self._schemas)
            if accepted is False:
                return Refused(value)
            is_compared = compared is None or json_key(value) in compared
            if accepted is None or not is_compared:
                answer = NotKnown("keywords next to the listed values are not compared")
        return answer

    def _refused(
        self, make: Callable[Parameters, Any], *args: Parameters.args, **options: Parameters.kwargs
    ) -> Answer:
        """Return a no with the value that a function makes."""
        if self._nominal:
            return Refused(None)
        try:
            return Refused(make(*args, **options))
        except NoSample as missing:
            return NotKnown(str(missing))

    def _enclosing(self, answer: Answer, make: Callable[[Any], Any]) -> Answer:
        """Return the answer for what the type of an answer is inside of."""
        if isinstance(answer, Refused):
            return self._refused(make, answer.value)
        return answer

    def _in_shape(self, sender: Shape, receiver: Shape, depth: int) -> Answer:
        is_other_type = not receiver.brands <= sender.brands or not receiver.names <= sender.names
        if self._nominal and is_other_type:
            return Refused(None)
        answer = _worst([*self._parts(sender, receiver, depth)])
        if isinstance(answer, Refused):
            return answer
        if receiver.values is not None:
            return self._first(self._values_outside(sender, receiver.values))
        if not receiver.opaque <= sender.opaque:
            return NotKnown("conditions and negations are not compared")
        if not receiver.names <= sender.names:
            return NotKnown("formats are not compared")
        return answer

    def _values_outside(self, shape: Shape, values: Iterable[object]) -> Iterator[Any]:
        """Yield values of a shape that a list does not have, as far as guesses find them."""
        listed = set(map(json_key, values))
        for (value,) in self._samples.candidates(shape):
            if json_key(value) not in listed:
                yield value

    def _parts(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        if sender.kind == "number" and not is_number_included(sender, receiver):
            yield self._first(numbers_outside(sender, receiver))
        elif sender.kind == "string" and not is_text_included(sender, receiver):
            yield self._first(texts_outside(sender, receiver))
        elif sender.kind == "array":
            yield from self._array(sender, receiver, depth)
        elif sender.kind == "object":
            yield from self._object(sender, receiver, depth)

    def _first(self, values: Iterator[Any]) -> Answer:
        """Return a no with the first of some values, if there is one."""
        if self._nominal:
            return Refused(None)
        try:
            for value in values:
                return Refused(value)
        except NoSample as missing:
            return NotKnown(str(missing))
        return NotKnown("no value shows the difference")

    def _array(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        if not is_above(sender.low, receiver.low):
            yield self._refused(self._samples.of_shape, sender)
        if not is_below(sender.high, receiver.high):
            longer = replace(sender, low=int(receiver.high or 0) + 1)
            yield self._refused(self._samples.of_shape, longer)
        if receiver.is_unique and not sender.is_unique:
            yield self._refused(self._samples.array_of_equals, sender)
        # One beyond the longer prefix: the first item of `items` of both.
        for index in range(max(len(sender.prefix), len(receiver.prefix)) + 1):
            # A sender writes no item there.
            if sender.high is not None and index >= sender.high:
                return
            own = item_schema(sender, index)
            other = item_schema(receiver, index)
            answer = self.schemas(own, other, depth + 1)
            yield self._enclosing(answer, partial(self._samples.array_with, sender, index))

    def _object(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        # Sorted, for sets have another order in each process, and the first answer is the one that
        # is shown.
        for name in sorted(receiver.required - sender.required):
            yield self._refused(self._samples.object_without, sender, name)
        for name, inner in sender.properties.items():
            yield self._property(sender, name, inner, receiver.property_schema(name), depth)
        if sender.is_closed_for_senders:
            yield from self._listed_names(sender, receiver)
        else:
            yield from self._further(sender, receiver, depth)
        yield from self._counts(sender, receiver)

    def _property(
        self, sender: Shape, name: str, inner: AnySchema, other: AnySchema, depth: int
    ) -> Answer:
        answer = self.schemas(inner, other, depth + 1)
        return self._enclosing(answer, lambda value: self._samples.object(sender, {name: value}))

    def _listed_names(self, sender: Shape, receiver: Shape) -> Iterator[Answer]:
        for name, inner in sender.properties.items():
            accepted = every(
                validity(name, schema, self._schemas) for schema in receiver.property_names
            )
            if accepted is False:
                yield self._refused(self._samples.object_with, sender, name, inner)
            elif accepted is None:
                yield NotKnown("the names of properties are not compared")

    def _further(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        """Of the properties that a sender may write without their being listed."""
        additional = sender.property_schema(OTHER_NAME)
        for name, inner in receiver.properties.items():
            if name not in sender.properties:
                yield self._property(sender, name, additional, inner, depth)
        # One name for all that neither of them lists.
        other = receiver.property_schema(OTHER_NAME)
        yield self._property(sender, OTHER_NAME, additional, other, depth)
        names: JsonSchema = {"allOf": [{"type": "string"}, *sender.property_names]}
        for schema in receiver.property_names:
            if schema not in sender.property_names:
                yield self._enclosing(
                    self.schemas(names, schema, depth + 1),
                    lambda name: self._samples.object_with(sender, name, additional),
                )

    def _counts(self, sender: Shape, receiver: Shape) -> Iterator[Answer]:
        fewest = max(len(sender.required), sender.low or 0)
        if not is_above(fewest, receiver.low):
            yield self._refused(self._samples.object, sender, {})
        most = sender.high
        if sender.is_closed_for_senders:
            most = len(sender.properties)
            if sender.high is not None:
                most = min(most, sender.high)
        if not is_below(most, receiver.high):
            more = replace(sender, low=int(receiver.high or 0) + 1)
            yield self._refused(self._samples.object, more, {})


def _have_brands(receivers: Iterable[Shape], brands: frozenset[Any]) -> bool:
    """Return whether one of some receivers demands no brand beyond given ones."""
    return any(receiver.brands <= brands for receiver in receivers)


def _compared_values(shape: Shape, receivers: Iterable[Shape]) -> set[object] | None:
    """Return the keys of the values that receivers list; None if no receiver has formats that a
    shape lacks: then no value needs to be listed.
    """
    listed: set[object] = set()
    has_formats = True
    for receiver in receivers:
        if receiver.values is not None:
            listed.update(map(json_key, receiver.values))
        elif not receiver.names <= shape.names:
            has_formats = False
    if has_formats:
        return None
    return listed


def _worst(answers: Sequence[Answer]) -> Answer:
    """Of answers that all have to be yes: a no, else one that is not known, else yes."""
    for kind in (Refused, NotKnown):
        for answer in answers:
            if isinstance(answer, kind):
                return answer
    return YES


def _reference(schema: AnySchema) -> str:
    """Return the reference that a schema is, if it says nothing else about values."""
    if not isinstance(schema, dict):
        return ""
    others = schema.keys() - {"$ref", *SILENT}
    target = schema.get("$ref")
    if isinstance(target, str) and not others:
        return target
    if "anyOf" in schema or "oneOf" in schema:
        return _written(schema)
    return ""


def _written(schema: JsonSchema) -> str:
    """Return a union with a reference inside as text, so that recursion over it ends; else
    nothing.
    """
    text = json.dumps(schema, sort_keys=True, default=repr)
    if '"$ref"' in text:
        return text
    return ""


def _without_bounds(shape: Shape) -> Shape:
    """What types of code say of a shape."""
    return Shape(
        kind=shape.kind,
        values=shape.values,
        is_integer=shape.is_integer,
        names=shape.names,
        prefix=shape.prefix,
        items=shape.items,
        properties=shape.properties,
        required=shape.required,
        lists_properties=shape.lists_properties,
        additional=shape.additional,
        brands=shape.brands,
    )
