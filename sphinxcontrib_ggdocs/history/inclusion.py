"""Decides whether every value that a sender may write by one schema is accepted by another.

The sender's schema is read as closed: a sender writes only the listed properties, unless the schema
explicitly allows others. The receiver's schema is read by the rules of JSON Schema 2020-12. The
result is yes, no with a value that is rejected, or unknown. The result is no only if the value was
validated against both schemas.

A schema is compared as a union of shapes: a shape has its constraints on values of one JSON type.
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
    is_string_included,
    refused_numbers,
    refused_strings,
)
from .shapes import SILENT, AnySchema, Shape, Shapes, Undecided, item_schema

DEEPEST = 60
"""How deeply the compared schemas may be nested."""
MOST_STEPS = 5_000
"""How many steps one question may take. A step compares two schemas, or one shape with up to
`SHAPES_PER_STEP` others."""
FEW_STEPS = 100
"""How many steps a question may take once `MOST_STEPS_TOGETHER` are spent."""
SHAPES_PER_STEP = 10
MOST_STEPS_TOGETHER = 100_000
"""How many steps all questions of a comparison may take before each gets only a few."""
MOST_CANDIDATES = 8
"""How many values are tried where nothing else is known."""

Parameters = ParamSpec("Parameters")


@dataclass(frozen=True, slots=True)
class Included:
    """The answer yes: every value of the sender is accepted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer no, with a value that the sender may write and the receiver refuses.

    Generated types may differ although their values are the same: then there is no value, but None.
    """

    value: Any


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The answer that it is not known, with the reason."""

    reason: str


Answer: TypeAlias = Included | Refused | NotKnown
YES: Final = Included()


class Inclusions:
    """Answers questions of inclusion for the schemas of one comparison of documents.

    Args:
        schemas: The named types that references of both sides lead to, by name.
        nominal: Whether types of generated code are compared, instead of JSON values.
        is_included_elsewhere: Returns whether a reference of a sender counts as included in one of
            a receiver, because the two types are compared separately.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        *,
        nominal: bool = False,
        is_included_elsewhere: Callable[[str, str], bool] = lambda sender, receiver: False,
    ) -> None:
        self._schemas = schemas
        self._nominal = nominal
        self._shapes = Shapes(schemas)
        self._samples = Samples(schemas)
        self._is_included_elsewhere = is_included_elsewhere
        self._proven: set[tuple[str, str]] = set()
        """Pairs of a sender's and a receiver's reference that earlier questions have proven."""
        self._remaining_steps = MOST_STEPS_TOGETHER

    def of(self, sender: AnySchema, receiver: AnySchema) -> Answer:
        """Return whether every value that a sender writes by its schema is accepted by the
        receiver's. It is "not known" if the schemas are too large, or cannot be read.
        """
        most_steps = MOST_STEPS
        # Once the steps of the comparison are spent, only small schemas still get an answer.
        if self._remaining_steps <= 0:
            most_steps = FEW_STEPS
        question = _Question(
            self._schemas,
            self._shapes,
            self._samples,
            self._is_proven,
            nominal=self._nominal,
            most_steps=most_steps,
        )
        try:
            answer = question.answer_for_schemas(sender, receiver, 0)
        except Undecided as undecided:
            return NotKnown(str(undecided))
        except ArithmeticError:  # divisions of very large bounds by steps overflow
            return NotKnown("the numbers are too large")
        finally:
            self._remaining_steps -= question.steps
        if isinstance(answer, Included):
            # What a question has assumed holds only if its answer is yes: then all pairs are proven
            # together.
            self._proven |= question.assumed
        # The refused value is only a guess, since shapes lack some constraints of the schemas. So
        # it is validated against both. Generated types are refused without a value.
        if isinstance(answer, Refused) and not self._nominal:
            return self._check_refused_value(answer, sender, receiver)
        return answer

    def _is_proven(self, pair: tuple[str, str]) -> bool:
        """Return whether the sender's reference is known to be included in the receiver's."""
        sender, receiver = pair
        return sender == receiver or pair in self._proven or self._is_included_elsewhere(*pair)

    def _check_refused_value(
        self, answer: Refused, sender: AnySchema, receiver: AnySchema
    ) -> Answer:
        """Return a refusal if its value is valid for the sender and invalid for the receiver, else
        "not known".
        """
        # A validity is None if it is not known.
        if not validity(answer.value, sender, self._schemas):
            return NotKnown("no example value is known")
        if validity(answer.value, receiver, self._schemas) is not False:
            return NotKnown("the example value is accepted, or may be")
        return answer


class _Question:
    """Computes one answer, and stores the pairs of references that it assumes to be included:
    recursive types are included unless something inside them is not.

    Its methods take the schemas or shapes of the sender and of the receiver, and the depth: how
    deeply these are nested in the schemas of the question.

    Args:
        schemas: The named types that references lead to, by name.
        shapes: Converts schemas into shapes.
        samples: Generates values.
        is_proven: Returns whether the first reference of a pair is known to be included in the
            second.
        nominal: Whether types of generated code are compared.
        most_steps: How many steps may be taken.
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
        self._shapes = shapes
        self._samples = samples
        self._is_pair_proven = is_proven
        self._nominal = nominal
        self.assumed: set[tuple[str, str]] = set()
        """Pairs of references that count as included while their schemas are compared."""
        self.steps = 0
        """How many steps the answer has taken so far."""
        self._most_steps = most_steps

    def answer_for_schemas(self, sender: AnySchema, receiver: AnySchema, depth: int) -> Answer:
        """Return whether the sender's schema is included in the receiver's."""
        # Checked first, because most schemas of two documents are equal.
        if receiver is True or receiver == {} or sender is False or same_json(sender, receiver):
            return YES
        self._count_step(depth)
        pair = (_reference(sender), _reference(receiver))
        if not all(pair):  # one of them is no reference, so that nothing is assumed or proven
            return self._answer_by_shapes(sender, receiver, depth)
        # A recursive type is included if everything else inside it is (a greatest fixed point, as
        # in the structural equality of recursive types).
        if pair in self.assumed or self._is_pair_proven(pair):
            return YES
        assumed_before = set(self.assumed)
        self.assumed.add(pair)
        answer = self._answer_by_shapes(sender, receiver, depth)
        if not isinstance(answer, Included):
            # Pairs that were added meanwhile may hold only if this one does.
            self.assumed = assumed_before
        return answer

    def _count_step(self, depth: int, steps: int = 1) -> None:
        """Count steps, so that large types do not take for ever; raise `Undecided` if there are too
        many, or the schemas are nested too deeply.
        """
        self.steps += steps
        if depth > DEEPEST or self.steps > self._most_steps:
            raise Undecided("the types are too large to be compared")

    def _answer_by_shapes(self, sender: AnySchema, receiver: AnySchema, depth: int) -> Answer:
        """Return whether each shape of the sender's schema is included in the receiver's schema."""
        receivers = self._shapes_of(receiver)
        # All shapes come first, since `Undecided` ends the question before values are generated.
        shapes: list[Shape] = []
        for alternative in self._unproven_alternatives(sender, receiver):
            shapes += self._shapes_of(alternative)
        return _worst(
            [self._answer_for_shape(shape, receivers, receiver, depth) for shape in shapes]
        )

    def _unproven_alternatives(self, sender: AnySchema, receiver: AnySchema) -> Iterator[AnySchema]:
        """Yield the alternatives of the sender's schema, except for named types that are already
        known to be included in an alternative of the receiver's.
        """
        receiver_references = set(map(_reference, self._shapes.alternatives(receiver)))
        # The result for alternatives that are no references.
        receiver_references.discard("")
        for alternative in self._shapes.alternatives(sender):
            if not self._is_proven_in_one(_reference(alternative), receiver_references):
                yield alternative

    def _is_proven_in_one(self, sender: str, receivers: Iterable[str]) -> bool:
        """Return whether the sender's reference is proven to be included in any of the receiver's
        references.

        Args:
            sender: What `_reference` returns for a schema of the sender: the target of a reference,
                or the JSON of a union; empty for any other schema, of which nothing is proven.
            receivers: What it returns for schemas of the receiver, except for empty texts.
        """
        if not sender:
            return False
        return any(self._is_pair_proven((sender, receiver)) for receiver in receivers)

    def _shapes_of(self, schema: AnySchema) -> tuple[Shape, ...]:
        """Return the shapes of a schema; of generated types without the bounds that types do not
        express.
        """
        shapes = self._shapes.of(schema)
        if self._nominal:
            return tuple(map(_without_bounds, shapes))
        return shapes

    def _answer_for_shape(
        self, shape: Shape, receivers: Sequence[Shape], receiver: AnySchema, depth: int
    ) -> Answer:
        """Return whether one shape of the sender is included in the union of the receiver's shapes.

        Args:
            shape: The sender's shape.
            receivers: The receiver's shapes.
            receiver: The receiver's schema, by which generated values are validated.
            depth: How deeply the schemas are nested in the ones of the question.
        """
        self._count_step(depth, 1 + len(receivers) // SHAPES_PER_STEP)
        overlapping = [
            receiver_shape
            for receiver_shape in receivers
            if not self._shapes.are_disjoint(shape, receiver_shape)
        ]
        # Then the receiver refuses every value of the shape.
        if not overlapping:
            return self._refused_with(self._samples.value_of_shape, shape)
        # Listed values can be validated one by one.
        if shape.values is not None:
            return self._answer_for_listed_values(shape, overlapping, receiver)
        answer = self._answer_for_overlapping(shape, overlapping, receiver, depth)
        if isinstance(answer, NotKnown):
            return self._try_candidates(shape, receiver, answer)
        return answer

    def _try_candidates(self, shape: Shape, receiver: AnySchema, answer: NotKnown) -> Answer:
        """Return a refusal with one of the first generated values of a shape that the receiver's
        schema refuses; if there is none, the given answer.
        """
        # Generated types differ without a value that shows it.
        if self._nominal:
            return answer
        try:
            for value in islice(self._samples.candidates(shape), MOST_CANDIDATES):
                if self._is_refused(value, receiver):
                    return Refused(value)
        except NoSample:
            pass  # Without a value, the answer stays unknown.
        return answer

    def _answer_for_overlapping(
        self, shape: Shape, overlapping: Sequence[Shape], receiver: AnySchema, depth: int
    ) -> Answer:
        """Return whether a shape is included in one of the receiver's shapes, else in several of
        them together.

        Args:
            shape: The sender's shape.
            overlapping: The receiver's shapes that may have values in common with it.
            receiver: The receiver's schema.
            depth: How deeply the schemas are nested.
        """
        answers = [
            self._answer_for_pair(shape, receiver_shape, depth) for receiver_shape in overlapping
        ]
        if YES in answers:
            return YES
        if len(answers) == 1:
            return answers[0]
        return self._answer_for_parts(answers, shape, overlapping, receiver, depth)

    def _answer_for_parts(
        self,
        answers: Sequence[Answer],
        shape: Shape,
        overlapping: Sequence[Shape],
        receiver: AnySchema,
        depth: int,
    ) -> Answer:
        """Return whether a shape that no single shape of the receiver includes is included in
        several of them together: it is split by a tag, and each part is compared on its own.

        Args:
            answers: The answers for each of the receiver's shapes, none of which is "included".
            shape: The sender's shape.
            overlapping: The receiver's shapes that may have values in common with it.
            receiver: The receiver's schema.
            depth: How deeply the schemas are nested.
        """
        refusals = [answer for answer in answers if isinstance(answer, Refused)]
        if not self._nominal:
            # A value that one of the receiver's shapes refuses may fit another one.
            for refusal in refusals:
                if self._is_refused(refusal.value, receiver):
                    return refusal
        answers_for_parts: list[Answer] = []
        # There are no parts if the receiver does not distinguish its shapes by a tag.
        for part in self._split_by_tag(shape, overlapping):
            answer = self._answer_for_shape(part, overlapping, receiver, depth + 1)
            answers_for_parts.append(answer)
        if answers_for_parts:
            return _worst(answers_for_parts)
        # A generated type fits a union only if it fits one of its members.
        if self._nominal and len(refusals) == len(answers):
            return Refused(None)
        return NotKnown("several alternatives may accept it together")

    def _is_refused(self, value: Any, receiver: AnySchema) -> bool:
        """Return whether a value is certainly invalid by the receiver's schema."""
        return validity(value, receiver, self._schemas) is False

    def _split_by_tag(self, shape: Shape, overlapping: Sequence[Shape]) -> list[Shape]:
        """Return parts of a shape, one for each listed value of a required property. The property
        is one by which the receiver distinguishes: ``kind`` of ``cat`` or ``dog`` gives two parts.
        An empty list if there is no such property.
        """
        # Sorted, because the first such property counts, and a set has no order.
        for name in sorted(shape.required & shape.properties.keys()):
            values = self._shapes.listed(shape.properties[name]) or ()
            # A single value cannot be split.
            if len(values) < 2 or not self._is_split_by(name, values, overlapping):
                continue
            parts: list[Shape] = []
            for value in values:
                properties = {**shape.properties, name: {"const": value}}
                parts.append(replace(shape, properties=properties))
            return parts
        return []

    def _is_split_by(self, name: str, values: Sequence[Any], receivers: Iterable[Shape]) -> bool:
        """Return whether one of the receiver's shapes accepts only some of the values that the
        sender may write for a property, so that the sender's shape has to be split by them.

        Args:
            name: The name of the property.
            values: The values that the sender's schema of the property lists.
            receivers: The receiver's shapes.
        """
        for receiver in receivers:
            schema = receiver.properties.get(name)
            if schema is not None and self._lists_only_some(schema, values):
                return True
        return False

    def _lists_only_some(self, schema: AnySchema, values: Sequence[Any]) -> bool:
        """Return whether a schema lists its values, and some of the given values are not among
        them.
        """
        listed = self._shapes.listed(schema)
        if listed is None:
            return False
        return not set(map(json_key, values)).issubset(map(json_key, listed))

    def _answer_for_listed_values(
        self, shape: Shape, overlapping: Sequence[Shape], receiver: AnySchema
    ) -> Answer:
        """Return whether every listed value of a shape is valid by the receiver's schema; "not
        known" for a value of which that, or the format that the receiver demands, is not known.

        Args:
            shape: The sender's shape, which lists its values.
            overlapping: The receiver's shapes that may have values in common with it.
            receiver: The receiver's schema.
        """
        if self._nominal and not _have_brands(overlapping, shape.brands):
            return Refused(None)
        # None, or the keys of the only values that are known to have the receiver's format.
        needed_values = _values_accepted_by_listing(shape, overlapping)
        answer: Answer = YES
        for value in shape.values or ():
            # True, False, or None if it is not known.
            is_valid = validity(value, receiver, self._schemas)
            if is_valid is False:
                return Refused(value)
            may_lack_format = needed_values is not None and json_key(value) not in needed_values
            if is_valid is None or may_lack_format:
                answer = NotKnown("keywords next to the listed values are not compared")
        return answer

    def _refused_with(
        self, make: Callable[Parameters, Any], *args: Parameters.args, **options: Parameters.kwargs
    ) -> Answer:
        """Return a refusal with the value that a function generates; "not known" if it cannot.

        Generated types differ without a value, so that nothing is generated for them.
        """
        if self._nominal:
            return Refused(None)
        try:
            return Refused(make(*args, **options))
        except NoSample as missing:
            return NotKnown(str(missing))

    def _refused_with_outer(self, answer: Answer, make: Callable[[Any], Any]) -> Answer:
        """Turn the refusal of an inner value into one of the outer value that a function builds
        around it, such as an array with the refused item; other answers stay as they are.
        """
        if isinstance(answer, Refused):
            return self._refused_with(make, answer.value)
        return answer

    def _answer_for_pair(self, sender: Shape, receiver: Shape, depth: int) -> Answer:
        """Return whether a shape of the sender is included in one shape of the receiver of the same
        type.
        """
        # Brands and formats are separate types in generated code.
        is_other_type = (
            not receiver.brands <= sender.brands or not receiver.formats <= sender.formats
        )
        if self._nominal and is_other_type:
            return Refused(None)
        answer = _worst(list(self._answers_for_constraints(sender, receiver, depth)))
        if isinstance(answer, Refused):
            return answer
        # The sender does not list its values (`_answer_for_shape` has answered for one that does),
        # so that some are not among the receiver's.
        if receiver.values is not None:
            return self._refused_with_first(self._values_outside(sender, receiver.values))
        if not receiver.opaque <= sender.opaque:
            return NotKnown("conditions and negations are not compared")
        if not receiver.formats <= sender.formats:
            return NotKnown("formats are not compared")
        return answer

    def _values_outside(self, shape: Shape, values: Iterable[object]) -> Iterator[Any]:
        """Yield generated values of a shape that are not among listed values."""
        listed = set(map(json_key, values))
        for value in self._samples.candidates(shape):
            if json_key(value) not in listed:
                yield value

    def _answers_for_constraints(
        self, sender: Shape, receiver: Shape, depth: int
    ) -> Iterator[Answer]:
        """Yield the answers for the constraints of a JSON type, all of which have to be "included";
        none if there is nothing to object.
        """
        if sender.kind == "number" and not is_number_included(sender, receiver):
            yield self._refused_with_first(refused_numbers(sender, receiver))
        elif sender.kind == "string" and not is_string_included(sender, receiver):
            yield self._refused_with_first(refused_strings(sender, receiver))
        elif sender.kind == "array":
            yield from self._answers_for_arrays(sender, receiver, depth)
        elif sender.kind == "object":
            yield from self._answers_for_objects(sender, receiver, depth)

    def _refused_with_first(self, values: Iterator[Any]) -> Answer:
        """Return a refusal that shows the first of some values; "not known" if there is none, or if
        none can be generated.

        If types of generated code are compared, the refusal has no value, since such types may
        differ although their values are the same.
        """
        if self._nominal:
            return Refused(None)
        try:
            for value in values:
                return Refused(value)
        except NoSample as missing:
            return NotKnown(str(missing))
        return NotKnown("no value shows the difference")

    def _answers_for_arrays(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        """Yield answers for the least and the greatest length of arrays, for the uniqueness of
        items, and for the schema of each item. The value of a refusal is a whole array.
        """
        if not is_above(sender.low, receiver.low):
            # The shortest array of the sender.
            yield self._refused_with(self._samples.value_of_shape, sender)
        if not is_below(sender.high, receiver.high):
            # An array with one item more than the receiver allows. The receiver has a limit, since
            # `is_below` is true otherwise.
            longer = replace(sender, low=int(receiver.high or 0) + 1)
            yield self._refused_with(self._samples.value_of_shape, longer)
        if receiver.is_unique and not sender.is_unique:
            yield self._refused_with(self._samples.array_of_equals, sender)
        # `prefixItems` gives each of the first items a schema of its own. The last index is one
        # beyond the longer prefix, where the keyword `items` of both schemas applies.
        for index in range(max(len(sender.prefix), len(receiver.prefix)) + 1):
            # No array of the sender has an item with this index.
            is_beyond_end = sender.high is not None and index >= sender.high
            if is_beyond_end:
                return
            sender_schema = item_schema(sender, index)
            receiver_schema = item_schema(receiver, index)
            answer = self.answer_for_schemas(sender_schema, receiver_schema, depth + 1)
            yield self._refused_with_outer(answer, partial(self._samples.array_with, sender, index))

    def _answers_for_objects(self, sender: Shape, receiver: Shape, depth: int) -> Iterator[Answer]:
        """Yield the answers for required, listed and additional properties, and for their count."""
        # Sorted, because the order of a set differs from process to process, and the first answer
        # is the one that is reported.
        for name in sorted(receiver.required - sender.required):
            yield self._refused_with(self._samples.object_without, sender, name)
        for name, schema in sender.properties.items():
            receiver_schema = receiver.property_schema(name)
            yield self._answer_for_property(sender, name, schema, receiver_schema, depth)
        if sender.is_closed_for_senders:
            yield from self._answers_for_property_names(sender, receiver)
        else:
            yield from self._answers_for_additional_properties(sender, receiver, depth)
        yield from self._answers_for_counts(sender, receiver)

    def _answer_for_property(
        self,
        sender: Shape,
        name: str,
        sender_schema: AnySchema,
        receiver_schema: AnySchema,
        depth: int,
    ) -> Answer:
        """Return whether the schema of one property is included in the receiver's schema for it."""
        answer = self.answer_for_schemas(sender_schema, receiver_schema, depth + 1)
        return self._refused_with_outer(
            answer, lambda value: self._samples.object_containing(sender, {name: value})
        )

    def _answers_for_property_names(self, sender: Shape, receiver: Shape) -> Iterator[Answer]:
        """Yield an answer for each listed property whose name the receiver's ``propertyNames`` may
        refuse.
        """
        for name, schema in sender.properties.items():
            # True, False, or None if a validity is not known.
            is_accepted = every(
                validity(name, names_schema, self._schemas)
                for names_schema in receiver.property_names
            )
            if is_accepted is False:
                yield self._refused_with(self._samples.object_with, sender, name, schema)
            elif is_accepted is None:
                yield NotKnown("the names of properties are not compared")

    def _answers_for_additional_properties(
        self, sender: Shape, receiver: Shape, depth: int
    ) -> Iterator[Answer]:
        """Yield the answers for properties that the sender may write although its schema does not
        list them: their values by the receiver's schemas, and their names.
        """
        # The schema of all properties that the sender's schema does not list.
        additional = sender.property_schema(OTHER_NAME)
        for name, schema in receiver.properties.items():
            if name not in sender.properties:
                yield self._answer_for_property(sender, name, additional, schema, depth)
        # One name stands for all that neither of them lists.
        receiver_additional = receiver.property_schema(OTHER_NAME)
        yield self._answer_for_property(sender, OTHER_NAME, additional, receiver_additional, depth)
        sender_names: JsonSchema = {"allOf": [{"type": "string"}, *sender.property_names]}
        for receiver_names in receiver.property_names:
            if receiver_names not in sender.property_names:
                yield self._refused_with_outer(
                    self.answer_for_schemas(sender_names, receiver_names, depth + 1),
                    lambda name: self._samples.object_with(sender, name, additional),
                )

    def _answers_for_counts(self, sender: Shape, receiver: Shape) -> Iterator[Answer]:
        """Yield the answers for the least and the greatest number of properties."""
        # A sender writes at least all required properties.
        fewest = max(len(sender.required), sender.low or 0)
        if not is_above(fewest, receiver.low):
            yield self._refused_with(self._samples.object_containing, sender, {})
        # The greatest number of properties that the sender writes; None without a limit.
        most = sender.high
        if sender.is_closed_for_senders:
            most = len(sender.properties)
            if sender.high is not None:
                most = min(most, sender.high)
        if not is_below(most, receiver.high):
            more = replace(sender, low=int(receiver.high or 0) + 1)
            yield self._refused_with(self._samples.object_containing, more, {})


def _have_brands(receivers: Iterable[Shape], brands: frozenset[str]) -> bool:
    """Return whether at least one of the receiver's shapes has no brand that a sender lacks.

    Args:
        receivers: The receiver's shapes.
        brands: The names of the sender's brands.
    """
    return any(receiver.brands <= brands for receiver in receivers)


def _values_accepted_by_listing(shape: Shape, receivers: Iterable[Shape]) -> set[object] | None:
    """Return the keys (`json_key`) of the values that the receiver's shapes list; None if a value
    need not be among them.

    `validity` does not check formats. If a shape of the receiver demands a format that the sender's
    shape lacks, only a value that the receiver lists is certainly accepted.
    """
    listed: set[object] = set()
    demands_other_format = False
    for receiver in receivers:
        if receiver.values is not None:
            listed.update(map(json_key, receiver.values))
        elif not receiver.formats <= shape.formats:
            demands_other_format = True
    if demands_other_format:
        return listed
    return None


def _worst(answers: Sequence[Answer]) -> Answer:
    """Return the answer of a condition with several parts: a refusal if there is one, else "not
    known" if there is one, else "included".
    """
    for kind in (Refused, NotKnown):
        for answer in answers:
            if isinstance(answer, kind):
                return answer
    return YES


def _reference(schema: AnySchema) -> str:
    """Return the target of a schema that is only a reference, ``""`` of any other. A union that
    contains references counts as one, too, since it may contain itself: its JSON is the target.
    """
    if not isinstance(schema, dict):
        return ""
    others = schema.keys() - {"$ref", *SILENT}
    target = schema.get("$ref")
    if isinstance(target, str) and not others:
        return target
    if "anyOf" in schema or "oneOf" in schema:
        return _union_text(schema)
    return ""


def _union_text(schema: JsonSchema) -> str:
    """Return the JSON of a union that contains a reference, so that a union that contains itself is
    recognised; ``""`` of one without references.
    """
    text = json.dumps(schema, sort_keys=True, default=repr)
    if '"$ref"' in text:
        return text
    return ""


def _without_bounds(shape: Shape) -> Shape:
    """Return what generated types express of a shape: no bounds, lengths, patterns or opaque
    keywords.
    """
    return Shape(
        kind=shape.kind,
        values=shape.values,
        is_integer=shape.is_integer,
        formats=shape.formats,
        prefix=shape.prefix,
        items=shape.items,
        properties=shape.properties,
        required=shape.required,
        lists_properties=shape.lists_properties,
        additional=shape.additional,
        brands=shape.brands,
    )
