"""Whether every value that a sender may write by one schema is accepted by another.

The sender's schema is read as closed: who follows it writes the listed properties alone, unless it
says that others are allowed. The receiver's is read as JSON Schema 2020-12 reads it. The answer is
yes, no with a value that is refused, or that it is not known. A no is given only after its value
was tried against both schemas.

With `nominal` the question is about types of generated code: brands and formats are types of their
own, and bounds, lengths and patterns say nothing.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import Any, Final, TypeAlias

from ..schema.fitting import fits
from ..schema.nodes import JsonSchema
from ..schema.traversal import every_schema
from .samples import OTHER_NAME, NoSample, Samples
from .scalar_inclusion import (
    is_above,
    is_below,
    is_number_included,
    is_text_included,
    numbers_outside,
    texts_outside,
)
from .shapes import CONDITIONS, SILENT, AnySchema, Shape, Undecided, item_schema, shapes_of

DEEPEST = 60
"""Types inside types."""
MOST_STEPS = 2_000
"""Pairs of schemas for one question."""


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
    """It cannot be said."""

    reason: str


Answer: TypeAlias = Included | Refused | NotKnown
YES: Final = Included()


class Inclusions:
    """Answers for the schemas of one comparison.

    Args:
        schemas: What references lead to, by name, for senders and receivers alike.
        nominal: Whether types of code are meant.
        is_given: Whether one reference is included in another, as is said elsewhere.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        *,
        nominal: bool = False,
        is_given: Callable[[str, str], bool] = lambda sender, receiver: sender == receiver,
    ) -> None:
        self._schemas = schemas
        self._nominal = nominal
        self._samples = Samples(schemas)
        self._is_given = is_given
        self._proven: set[tuple[str, str]] = set()

    def of(self, sender: AnySchema, receiver: AnySchema) -> Answer:
        """Whether what a sender writes by one schema is accepted by the other."""
        question = _Question(
            self._schemas,
            self._samples,
            lambda pair: pair in self._proven or self._is_given(*pair),
            nominal=self._nominal,
        )
        try:
            answer = question.schemas(sender, receiver, 0)
        except Undecided as undecided:
            return NotKnown(str(undecided))
        except ArithmeticError:
            return NotKnown("the numbers are too large")
        if isinstance(answer, Included):
            self._proven |= question.assumed
        if isinstance(answer, Refused) and not self._nominal:
            return self._checked(answer, sender, receiver)
        return answer

    def _checked(self, answer: Refused, sender: AnySchema, receiver: AnySchema) -> Answer:
        """The answer, if its value is one of the sender's and none of the receiver's."""
        if not is_tried_whole(sender, self._schemas):
            return NotKnown("conditions are not tried")
        if not fits(answer.value, sender, self._schemas):
            return NotKnown("no value was found that shows it")
        if fits(answer.value, receiver, self._schemas):
            return NotKnown("the value that should show it is accepted")
        return answer


class _Question:
    """One question, with the pairs of references that are taken as included meanwhile: recursive
    types are included unless something in them is not.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        samples: Samples,
        is_proven: Callable[[tuple[str, str]], bool],
        *,
        nominal: bool,
    ) -> None:
        self._schemas = schemas
        self._samples = samples
        self._is_pair_proven = is_proven
        self._nominal = nominal
        self.assumed: set[tuple[str, str]] = set()
        self._steps = 0

    def schemas(self, sender: AnySchema, receiver: AnySchema, depth: int) -> Answer:
        """Whether one schema is included in another."""
        if receiver is True or receiver == {} or sender is False:
            return YES
        self._steps += 1
        if depth > DEEPEST or self._steps > MOST_STEPS:
            raise Undecided("the types are too large to be compared")
        pair = (_reference(sender), _reference(receiver))
        if not all(pair):
            return self._inside(sender, receiver, depth)
        if pair[0] == pair[1] or pair in self.assumed or self._is_pair_proven(pair):
            return YES
        before = set(self.assumed)
        self.assumed.add(pair)
        answer = self._inside(sender, receiver, depth)
        if not isinstance(answer, Included):
            self.assumed = before
        return answer

    def _inside(self, sender: AnySchema, receiver: AnySchema, depth: int) -> Answer:
        receivers = self._shapes(receiver)
        rest = [each for each in _alternatives(sender) if not self._is_proven(each, receiver)]
        shapes = [shape for each in rest for shape in self._shapes(each)]
        answers = [self._in_union(shape, receivers, receiver, depth) for shape in shapes]
        return _worst([*answers, self._is_one_choice(receiver)])

    def _is_proven(self, sender: AnySchema, receiver: AnySchema) -> bool:
        """Whether an alternative is a named type that is known to be included in one of the
        receiver's.
        """
        name = _reference(sender)
        return bool(name) and any(
            self._is_pair_proven((name, _reference(each))) for each in _alternatives(receiver)
        )

    def _is_one_choice(self, receiver: AnySchema) -> Answer:
        """``oneOf`` accepts what fits one choice and no other; that is so of choices that differ
        by type, or by a property with listed values.
        """
        choices = receiver.get("oneOf", ()) if isinstance(receiver, dict) else ()
        for one, other in combinations(choices, 2):
            pairs = [(a, b) for a in self._shapes(one) for b in self._shapes(other)]
            if not all(self._are_apart(a, b) for a, b in pairs):
                return NotKnown("the choices of a oneOf may overlap")
        return YES

    def _are_apart(self, one: Shape, other: Shape) -> bool:
        if one.kind != other.kind:
            return True
        if one.values is not None and other.values is not None:
            return not any(value in other.values for value in one.values)
        tags = (one.required | other.required) & one.properties.keys() & other.properties.keys()
        return any(
            self._listed_apart(one.properties[tag], other.properties[tag]) for tag in sorted(tags)
        )

    def _listed_apart(self, one: AnySchema, other: AnySchema) -> bool:
        values = self._all_listed(one), self._all_listed(other)
        return (
            values[0] is not None
            and values[1] is not None
            and not any(value in values[1] for value in values[0])
        )

    def _all_listed(self, schema: AnySchema) -> list[Any] | None:
        """The values of a schema, if all are listed."""
        shapes = self._shapes(schema)
        if any(shape.values is None for shape in shapes):
            return None
        return [value for shape in shapes for value in shape.values or ()]

    def _shapes(self, schema: AnySchema) -> tuple[Shape, ...]:
        shapes = shapes_of(schema, self._schemas)
        return tuple(map(_without_bounds, shapes)) if self._nominal else shapes

    def _in_union(
        self, shape: Shape, receivers: Sequence[Shape], receiver: AnySchema, depth: int
    ) -> Answer:
        alike = [each for each in receivers if each.kind == shape.kind]
        if not alike:
            return self._refused(lambda: self._samples.of_shape(shape))
        if shape.values is not None:
            return self._listed(shape, alike, receiver)
        answers = [self._in_shape(shape, each, depth) for each in alike]
        if YES in answers or len(answers) == 1:
            return YES if YES in answers else answers[0]
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
        for answer in refused:
            if not self._nominal and not fits(answer.value, receiver, self._schemas):
                return answer
        if parts := self._split(shape):
            return _worst([self._in_union(part, alike, receiver, depth + 1) for part in parts])
        if self._nominal and len(refused) == len(answers):
            return Refused(None)
        return NotKnown("several alternatives may accept it together")

    def _split(self, shape: Shape) -> list[Shape]:
        """A shape as a union of shapes, by the listed values of a required property; nothing if it
        has no such property.
        """
        for name in sorted(shape.required & shape.properties.keys()):
            values = self._all_listed(shape.properties[name])
            if values is not None and len(values) > 1:
                return [
                    replace(shape, properties={**shape.properties, name: {"const": value}})
                    for value in values
                ]
        return []

    def _listed(self, shape: Shape, alike: Sequence[Shape], receiver: AnySchema) -> Answer:
        """Of a shape whose values are listed: whether each of them is accepted."""
        if self._nominal and not any(each.brands <= shape.brands for each in alike):
            return Refused(None)
        for value in shape.values or ():
            if not fits(value, receiver, self._schemas):
                return Refused(value)
        is_whole = is_tried_whole(receiver, self._schemas)
        if is_whole and any(each.names <= shape.names for each in alike):
            return YES
        return NotKnown("what is said of the listed values is not compared")

    def _refused(self, make: Callable[[], Any]) -> Answer:
        """A no with the value that a function makes."""
        if self._nominal:
            return Refused(None)
        try:
            return Refused(make())
        except NoSample as missing:
            return NotKnown(str(missing))

    def _around(self, answer: Answer, make: Callable[[Any], Any]) -> Answer:
        """The answer for what the type of an answer is inside of."""
        return self._refused(lambda: make(answer.value)) if isinstance(answer, Refused) else answer

    def _in_shape(self, sender: Shape, receiver: Shape, depth: int) -> Answer:
        is_other_type = not receiver.brands <= sender.brands or not receiver.names <= sender.names
        if self._nominal and is_other_type:
            return Refused(None)
        answer = _worst([*self._parts(sender, receiver, depth)])
        if isinstance(answer, Refused):
            return answer
        if receiver.values is not None:
            listed = receiver.values
            return self._first(
                value for (value,) in self._samples.candidates(sender) if value not in listed
            )
        if not receiver.opaque <= sender.opaque:
            return NotKnown("conditions and negations are not compared")
        if not receiver.names <= sender.names:
            return NotKnown("formats are not compared")
        return answer

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
        """A no with the first of some values, if there is one."""
        if self._nominal:
            return Refused(None)
        try:
            return next((Refused(value) for value in values), NotKnown("no value shows it"))
        except NoSample as missing:
            return NotKnown(str(missing))

    def _array(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        if not is_above(sender.low, receiver.low):
            yield self._refused(lambda: self._samples.of_shape(sender))
        if not is_below(sender.high, receiver.high):
            longer = replace(sender, low=int(receiver.high or 0) + 1)
            yield self._refused(lambda: self._samples.of_shape(longer))
        if receiver.is_unique and not sender.is_unique:
            yield self._refused(lambda: self._samples.array_of_equals(sender))
        for index in range(max(len(sender.prefix), len(receiver.prefix)) + 1):
            if sender.high is not None and index >= sender.high:
                return
            own, other = item_schema(sender, index), item_schema(receiver, index)
            answer = self.schemas(own, other, depth + 1)
            yield self._around(answer, partial(self._samples.array_with, sender, index))

    def _object(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        for name in sorted(receiver.required - sender.required):
            yield self._refused(partial(self._samples.object_without, sender, name))
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
        return self._around(answer, lambda value: self._samples.object(sender, {name: value}))

    def _listed_names(self, sender: Shape, receiver: Shape) -> Iterator[Answer]:
        for name, inner in sender.properties.items():
            if not all(fits(name, schema, self._schemas) for schema in receiver.property_names):
                yield self._refused(partial(self._samples.object_with, sender, name, inner))

    def _further(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        """Of the properties that a sender may write without their being listed."""
        additional = sender.property_schema(OTHER_NAME)
        for name, inner in receiver.properties.items():
            if name not in sender.properties:
                yield self._property(sender, name, additional, inner, depth)
        other = receiver.property_schema(OTHER_NAME)
        yield self._property(sender, OTHER_NAME, additional, other, depth)
        names: JsonSchema = {"allOf": [{"type": "string"}, *sender.property_names]}
        for schema in receiver.property_names:
            if schema not in sender.property_names:
                yield self._around(
                    self.schemas(names, schema, depth + 1),
                    lambda name: self._samples.object_with(sender, name, additional),
                )

    def _counts(self, sender: Shape, receiver: Shape) -> Iterator[Answer]:
        if not is_above(max(len(sender.required), sender.low or 0), receiver.low):
            yield self._refused(lambda: self._samples.object(sender, {}))
        most = sender.high
        if sender.is_closed_for_senders:
            listed = len(sender.properties)
            most = listed if most is None else min(listed, most)
        if not is_below(most, receiver.high):
            more = replace(sender, low=int(receiver.high or 0) + 1)
            yield self._refused(lambda: self._samples.object(more, {}))


def _worst(answers: Sequence[Answer]) -> Answer:
    """Of answers that all have to be yes: a no, else one that is not known, else yes."""
    for kind in (Refused, NotKnown):
        for answer in answers:
            if isinstance(answer, kind):
                return answer
    return YES


def _reference(schema: AnySchema) -> str:
    """The reference that a schema is, if it says nothing else about values."""
    if not isinstance(schema, dict):
        return ""
    others = schema.keys() - {"$ref", *SILENT}
    target = schema.get("$ref")
    if isinstance(target, str) and not others:
        return target
    return _written(schema) if "anyOf" in schema else ""


def is_tried_whole(schema: AnySchema, schemas: Mapping[str, JsonSchema]) -> bool:
    """Whether all that a schema says of values is tried: nothing in it is a condition.

    Args:
        schema: The schema.
        schemas: What references lead to, by name.
    """
    seen: set[str] = set()
    waiting = [schema]
    while waiting:
        current = waiting.pop()
        for inner in every_schema(current) if isinstance(current, dict) else ():
            if not inner.keys().isdisjoint(CONDITIONS):
                return False
            name = str(inner.get("$ref", "")).rpartition("/")[2]
            if name and name not in seen:
                seen.add(name)
                waiting.append(schemas.get(name, True))
    return True


def _alternatives(schema: AnySchema) -> Sequence[AnySchema]:
    """The alternatives of a schema that is a union and no more, else the schema."""
    if isinstance(schema, dict):
        for key in ("anyOf", "oneOf"):
            if key in schema and schema.keys() <= {key, *SILENT}:
                return list(schema[key])
    return [schema]


def _written(schema: JsonSchema) -> str:
    """A union with a reference inside as text, so that recursion over it ends; else nothing."""
    text = json.dumps(schema, sort_keys=True, default=repr)
    return text if '"$ref"' in text else ""


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
