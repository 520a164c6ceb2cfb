"""Judges the differences of schemas: each becomes a change with the verdicts that follow from
inclusion.

What a sender writes by its schema must be accepted by the receiver's schema. For what clients send,
the old schema is the sender's and the new one the receiver's; for what they receive, the other way
round.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from ..schema.fitting import same_json, validity
from ..schema.nodes import JsonSchema
from ..schema.traversal import every_schema
from .changes import Change, Flow, Place, Verdict, Witness, breaking_if, by_flow, worst
from .inclusion import Answer, Inclusions, NotKnown, Refused
from .named_types import NEW_REFERENCE, OLD_REFERENCE, JoinedTypes, equal_types, types_in
from .plain_schemas import with_plain_references, without_annotations
from .schema_differences import SchemaDifference, SchemaDifferences, TypePair
from .shapes import AnySchema
from .text_values import other_form, read_from_text, written_as_text

BOTH_FLOWS: Final[tuple[Flow, ...]] = ("sent", "received")


def flows_in_order(flows: Container[Flow]) -> tuple[Flow, ...]:
    """Return the given flows, in the order of `BOTH_FLOWS`."""
    return tuple(flow for flow in BOTH_FLOWS if flow in flows)


def single_flow(flows: Sequence[Flow]) -> Flow | None:
    """Return the flow of something that travels in one direction; None of one with both."""
    if len(flows) == 1:
        return flows[0]
    return None


COMBINING: Final = frozenset(
    {"allOf", "not", "if", "then", "else", "contains", "dependentSchemas", "unevaluatedProperties"}
)
"""Keywords that combine several schemas into a condition."""

_Judgement: TypeAlias = tuple[Verdict, Witness | None, str]
"""A verdict, a value that shows it if it is breaking, and a reason if it is risky."""
_SAFE: Final[_Judgement] = ("safe", None, "")


class _Context(NamedTuple):
    """What has the compared schemas, and how their values travel."""

    place: Place
    flows: Sequence[Flow]
    """The directions in which values of the schemas travel."""
    methods: tuple[str, ...]
    """Keys of the methods that use a type or an error."""
    is_text: bool = False
    """Whether values travel as text, as those of paths and queries do."""


class SchemaChanges:
    """Compares schemas of two documents.

    Args:
        old: The named types of the old document.
        new: Those of the new one.
    """

    def __init__(self, old: Mapping[str, JsonSchema], new: Mapping[str, JsonSchema]) -> None:
        self._old = {name: with_plain_references(schema, old) for name, schema in old.items()}
        self._new = {name: with_plain_references(schema, new) for name, schema in new.items()}
        self.new_types = new
        """The named types of the new document."""
        self._equal = equal_types(self._old, self._new)
        """The names of types that have not changed, nor any type inside them."""
        self._types = JoinedTypes(self._old, self._new)
        """The named types of both documents in one mapping, in which inclusion is computed."""
        self._differences = SchemaDifferences(self._old, self._new, self._types)
        schemas = self._types.schemas
        self._wire = Inclusions(schemas)
        """Answers about JSON values."""
        self._code = Inclusions(schemas, nominal=True)
        """Answers about types of generated code."""
        self._without_types: dict[Flow, Inclusions] = {
            flow: Inclusions(
                schemas, is_included_elsewhere=partial(self._is_compared_separately, flow)
            )
            for flow in BOTH_FLOWS
        }
        """By flow, answers that treat named types as unchanged, if they are compared separately."""
        self._flows: dict[TypePair, set[Flow]] = {}
        """The flows in which values of two named types travel, which both documents define."""
        self._differences_of_pairs: dict[TypePair, Sequence[SchemaDifference]] = {}
        """The differences of two named types, without those of the types inside them."""
        self._pairs_inside: dict[TypePair, tuple[TypePair, ...]] = {}
        """The pairs of named types to which two named types refer directly."""
        self._verdicts: dict[tuple[TypePair, Flow], Verdict] = {}
        """The worst verdict of the differences of a pair, by flow."""

    def note_use(self, pairs: Iterable[TypePair], flow: Flow) -> None:
        """Note in which direction values of some types travel, and compare the types. Values of the
        types inside them travel in the same direction.

        Args:
            pairs: The names of an old type and the new type that takes its place, for each type.
            flow: The direction, seen from a client: ``sent`` or ``received``.
        """
        unvisited = list(pairs)
        while unvisited:
            pair = unvisited.pop()
            # Types that are equal, with all types inside, have no changes to report.
            if pair.old == pair.new and pair.old in self._equal:
                continue
            # A reference that is unresolved in one document has no type to compare.
            if pair.old not in self._old or pair.new not in self._new:
                continue
            flows = self._flows.setdefault(pair, set())
            if flow not in flows:  # types may contain each other
                flows.add(flow)
                unvisited += self._compare_pair(pair)

    def note_unused_types(self, used: Container[str]) -> None:
        """Note that values of types that nothing refers to are received: they may be payloads of
        webhooks that a document describes only in words.

        Args:
            used: The named types of the old document that something refers to.
        """
        for name in self._old:
            pair = TypePair(name, name)
            is_reached = name in used or pair in self._flows
            if name in self._new and not is_reached:
                self.note_use([pair], "received")

    def _compare_pair(self, pair: TypePair) -> tuple[TypePair, ...]:
        """Compare two named types once, and return the pairs of types that they refer to."""
        if pair not in self._pairs_inside:
            differences, pairs = _separated(
                self._differences.of(self._old[pair.old], self._new[pair.new])
            )
            self._differences_of_pairs[pair] = differences
            self._pairs_inside[pair] = tuple(pairs)
        return self._pairs_inside[pair]

    def types(self) -> Iterator[tuple[TypePair, tuple[Flow, ...]]]:
        """Yield the pairs of used types whose schemas differ, or accept other values because of
        types inside, with the flows of their values.
        """
        for pair, flows in self._flows.items():
            old, new = self._old[pair.old], self._new[pair.new]
            is_same = pair.old == pair.new and same_json(old, new)
            if not is_same or self._may_change_inside(old):
                yield pair, flows_in_order(flows)

    def changes_of_type(
        self, pair: TypePair, place: Place, flows: Sequence[Flow], methods: tuple[str, ...]
    ) -> list[Change]:
        """Return the changes of a pair of named types; those of types inside are not among them.

        Args:
            pair: The old and the new type.
            place: The type.
            flows: The directions in which its values travel.
            methods: Keys of the methods that use it.
        """
        context = _Context(place, flows, methods)
        differences = self._differences_of_pairs.get(pair, ())
        inner = self._pairs_inside.get(pair, ())
        old, new = self._old[pair.old], self._new[pair.new]
        return self._changes_of_differences(differences, inner, old, new, context)

    def changes_of_schema(
        self,
        old: AnySchema,
        new: AnySchema,
        place: Place,
        flows: Sequence[Flow],
        *,
        is_text: bool = False,
        methods: tuple[str, ...] = (),
    ) -> list[Change]:
        """Return the changes of a schema of a method or an error. Changes inside named types are
        not among them: they are reported once, for the type.

        Args:
            old: The schema in the old document.
            new: The schema in the new one.
            place: The part of the method or error that has the schema.
            flows: The directions in which its values travel.
            is_text: Whether they travel as text, as those of paths and queries do.
            methods: Keys of the methods that may end with an error.
        """
        old = with_plain_references(old, self._old)
        new = with_plain_references(new, self._new)
        differences, pairs = _separated(self._differences.of(old, new))
        for flow in flows:
            self.note_use(pairs, flow)
        return self._changes_of_differences(
            differences, pairs, old, new, _Context(place, flows, methods, is_text)
        )

    def _changes_of_differences(
        self,
        differences: Sequence[SchemaDifference],
        inner: Sequence[TypePair],
        old: AnySchema,
        new: AnySchema,
        context: _Context,
    ) -> list[Change]:
        """Return the changes of two schemas: one for each difference, and one for the whole schema
        if its verdict is worse than those of all differences.

        Args:
            differences: The differences of the two schemas.
            inner: The pairs of named types inside them.
            old: The old schema.
            new: The new one.
            context: What has the schemas.
        """
        if not differences and same_json(old, new) and not self._may_change_inside(old):
            return []
        verdict, witness, reason = self._judge_whole(old, new, context)
        changes: list[Change] = []
        for difference in differences:
            if difference.is_annotation:
                changes.append(_change_of_annotation(difference, context))
            else:
                changes.append(
                    self._change_of_difference(difference, context, is_safe=verdict == "safe")
                )
        # Differences that are safe one by one may still break clients together. That is reported
        # unless one difference alone is as severe.
        worst_of_differences = worst(*(change.wire for change in changes))
        is_reported = worst(worst_of_differences, verdict) == worst_of_differences
        # A combination is judged with the content of its types, whose own changes may say the same.
        if not is_reported and (_combines_types(old) or _combines_types(new)):
            is_reported = self._is_reported_inside(inner, verdict, context)
        if not is_reported:
            rule = _rule_of_whole(differences, old, new)
            changes.append(_change_of_whole(rule, verdict, witness, reason, context))
        return changes

    def _judge_whole(self, old: AnySchema, new: AnySchema, context: _Context) -> _Judgement:
        """Return the verdict on the change of a whole schema, in which named types count as
        unchanged.

        It is breaking if a value is refused in one of the flows, and risky if an answer is not
        known.
        """
        old_schema, new_schema = self._types.of_old(old), self._types.of_new(new)
        combines_types = _combines_types(old) or _combines_types(new)
        reason = ""
        for flow in context.flows:
            inclusions = self._without_types[flow]
            if combines_types:
                # What a combination of types accepts depends on the content of all of them.
                inclusions = self._wire
            answer = self._answer(inclusions, old_schema, new_schema, flow, is_text=context.is_text)
            if isinstance(answer, Refused):
                return "breaking", Witness(answer.value, flow), ""
            if isinstance(answer, NotKnown):
                reason = answer.reason
        if reason:
            return "risky", None, reason
        return _SAFE

    def _answer(
        self, inclusions: Inclusions, old: AnySchema, new: AnySchema, flow: Flow, *, is_text: bool
    ) -> Answer:
        """Return whether everything that is sent by one schema in a flow is accepted by the other
        one.

        Args:
            inclusions: Answers the question for JSON values.
            old: The old schema.
            new: The new one.
            flow: The direction in which the values travel.
            is_text: Whether the values travel as text.
        """
        sender, receiver = by_flow(old, new, flow)
        if not is_text:
            return inclusions.of(sender, receiver)
        receiver = read_from_text(receiver)
        answer = inclusions.of(written_as_text(sender), receiver)
        # The refused JSON value may be accepted in the form in which it is sent: as text.
        if isinstance(answer, Refused) and answer.value is not None:
            other = other_form(answer.value)
            if validity(other, receiver, self._types.schemas) is not False:
                return NotKnown("as text, the example value may be accepted")
        return answer

    def _is_compared_separately(self, flow: Flow, sender: str, receiver: str) -> bool:
        """Return whether two references are a pair of types whose changes are reported on their
        own.

        Args:
            flow: The direction in which the values travel.
            sender: The reference of the sender's schema, such as ``#/schemas/old:Order``.
            receiver: That of the receiver's, such as ``#/schemas/new:Order``.
        """
        # `by_flow` is its own inverse: it also turns sender and receiver into old and new.
        old, new = by_flow(sender, receiver, flow)
        if not old.startswith(OLD_REFERENCE) or not new.startswith(NEW_REFERENCE):
            return False
        pair = TypePair(old.removeprefix(OLD_REFERENCE), new.removeprefix(NEW_REFERENCE))
        return flow in self._flows.get(pair, ())

    def _may_change_inside(self, schema: AnySchema) -> bool:
        """Return whether equal schemas may accept other values because a named type inside has
        changed, in a way that the changes of that type alone do not show.
        """
        # A value that a changed type accepts now may fit two members of a `oneOf`, and is refused.
        if not _combines_types(schema) and not _has_one_of(schema):
            return False
        for name in types_in(schema):
            for pair in self._pair_and_inner_pairs(TypePair(name, name)):
                if self._differences_of_pairs.get(pair):
                    return True
        return False

    def _is_reported_inside(
        self, inner: Iterable[TypePair], verdict: Verdict, context: _Context
    ) -> bool:
        """Return whether a named type inside a schema has changes with the same verdict or a worse
        one, so that the verdict of the schema needs no change of its own.

        Args:
            inner: The pairs of named types inside the schema.
            verdict: The verdict on the whole schema.
            context: What has the schema.
        """
        for start in inner:
            for pair in self._pair_and_inner_pairs(start):
                verdict_of_pair = self._verdict_of_pair(pair, context.flows)
                if worst(verdict_of_pair, verdict) == verdict_of_pair:
                    return True
        return False

    def _verdict_of_pair(self, pair: TypePair, flows: Sequence[Flow]) -> Verdict:
        """Return the worst verdict of the differences of two named types in those flows in which
        their values travel.
        """
        verdicts: list[Verdict] = []
        for flow in flows:
            if flow not in self._flows.get(pair, ()):
                continue
            if (pair, flow) not in self._verdicts:
                self._verdicts[pair, flow] = self._verdict_in_flow(pair, flow)
            verdicts.append(self._verdicts[pair, flow])
        return worst(*verdicts)

    def _verdict_in_flow(self, pair: TypePair, flow: Flow) -> Verdict:
        """Return the worst verdict of the differences of two named types: for values that clients
        send, or for those that they receive.

        Args:
            pair: The old type and the new one.
            flow: The direction in which the values travel.
        """
        # `_wire_verdict` needs the flow; the place and the empty methods do not affect it.
        context = _Context(Place(kind="type", key=pair.new, title=pair.new), (flow,), ())
        verdicts: list[Verdict] = []
        for difference in self._differences_of_pairs.get(pair, ()):
            if not difference.is_annotation:  # an annotation concerns no values
                verdict, _witness, _reason = self._wire_verdict(difference, context)
                verdicts.append(verdict)
        return worst(*verdicts)

    def _pair_and_inner_pairs(self, start: TypePair) -> Iterator[TypePair]:
        """Yield a pair of types, and the pairs inside it at any depth."""
        seen, unvisited = {start}, [start]
        while unvisited:
            pair = unvisited.pop()
            yield pair
            inner = [other for other in self._pairs_inside.get(pair, ()) if other not in seen]
            seen.update(inner)
            unvisited += inner

    def _change_of_difference(
        self, difference: SchemaDifference, context: _Context, *, is_safe: bool
    ) -> Change:
        """Return the change that reports a difference.

        Args:
            difference: The difference.
            context: What has the schemas.
            is_safe: Whether the whole schema is known to accept all values as before.
        """
        code = breaking_if(difference.is_name_lost)
        for flow in context.flows:
            code = worst(code, self._code_verdict(difference, flow))
        wire, witness, reason = _SAFE
        if not is_safe:
            wire, witness, reason = self._wire_verdict(difference, context)
        # A difference with such a risk refuses no values, so that it has no worse verdict.
        if risk := _risk_beyond_schemas(difference, context):
            wire, witness, reason = "risky", None, risk
        # The flow in which a value is refused, else the only one.
        only_flow = single_flow(context.flows)
        if witness is not None:
            only_flow = witness.flow
        return context.place.at(difference.path).change(
            difference.rule,
            wire=wire,
            code=code,
            flow=only_flow,
            old=difference.old,
            new=difference.new,
            witness=witness,
            reason=reason,
            methods=context.methods,
        )

    def _wire_verdict(self, difference: SchemaDifference, context: _Context) -> _Judgement:
        """Return the verdict on the JSON values that a difference concerns: breaking if a value is
        refused in one of the flows, and risky if an answer is not known.
        """
        reason = ""
        for flow in context.flows:
            answer = self._answer(
                self._wire, difference.before, difference.after, flow, is_text=context.is_text
            )
            if isinstance(answer, Refused):
                # Another difference at the same place may make up for this one.
                is_accepted = self._is_accepted_with_others(answer, difference, flow)
                if not is_accepted:
                    return "breaking", Witness(answer.value, flow), ""
            elif isinstance(answer, NotKnown):
                reason = answer.reason
        if reason:
            return "risky", None, reason
        return _SAFE

    def _is_accepted_with_others(
        self, answer: Refused, difference: SchemaDifference, flow: Flow
    ) -> bool:
        """Return whether a value that one difference would refuse is accepted by the schema with
        all its differences.
        """
        old, new = difference.whole
        if flow == "sent":
            receiver = self._types.of_new(new)
        else:
            receiver = self._types.of_old(old)
        return bool(validity(answer.value, receiver, self._types.schemas))

    def _code_verdict(self, difference: SchemaDifference, flow: Flow) -> Verdict:
        """Return the verdict of a difference on code that uses types generated from the schemas:
        breaking if the sender's type does not fit the receiver's, risky if that is not known.

        Args:
            difference: The difference.
            flow: The direction in which the values travel.
        """
        # A generated type is the same, whether its values travel as text or not.
        answer = self._answer(self._code, difference.before, difference.after, flow, is_text=False)
        if isinstance(answer, Refused):
            return "breaking"
        if isinstance(answer, NotKnown):
            return "risky"
        return "safe"


def _separated(
    differences: Iterable[SchemaDifference | TypePair],
) -> tuple[list[SchemaDifference], list[TypePair]]:
    """Return the differences of two schemas, and the pairs of types, each in a list."""
    schema_differences: list[SchemaDifference] = []
    pairs: list[TypePair] = []
    for difference in differences:
        if isinstance(difference, SchemaDifference):
            schema_differences.append(difference)
        else:
            pairs.append(difference)
    return schema_differences, pairs


def _combines_types(schema: AnySchema) -> bool:
    """Return whether a schema combines a named type with other constraints, so that the values it
    accepts do not follow from those of each type alone.
    """
    if not isinstance(schema, dict):
        return False
    for inner in every_schema(schema):
        is_joined = not COMBINING.isdisjoint(inner)
        if is_joined and any(types_in(inner)):
            return True
        # Keywords next to a reference limit the values of the type.
        if "$ref" in inner and without_annotations(inner).keys() != {"$ref"}:
            return True
    return False


def _change_of_whole(
    rule: str, verdict: Verdict, witness: Witness | None, reason: str, context: _Context
) -> Change:
    """Return the change of a whole schema, whose verdict is worse than those of its differences.

    Args:
        rule: ``changes-together``, ``inner-types-changed`` or ``schema-changed``.
        verdict: The verdict on its JSON values.
        witness: A value that shows a breaking change.
        reason: The reason of a risky change.
        context: What has the schema.
    """
    # With the other rules, differences were found, here or inside, that have verdicts on code of
    # their own.
    code: Verdict = "safe"
    if rule == "schema-changed":
        code = "risky"
    flow: Flow | None = None
    if witness:
        flow = witness.flow
    return context.place.change(
        rule,
        wire=verdict,
        code=code,
        witness=witness,
        flow=flow,
        reason=reason,
        methods=context.methods,
    )


def _rule_of_whole(differences: Sequence[SchemaDifference], old: AnySchema, new: AnySchema) -> str:
    """Return the rule of the change of a whole schema.

    Args:
        differences: The differences of the two schemas.
        old: The old schema.
        new: The new schema.

    Returns:
        ``changes-together`` if some differences concern values, and matter together;
        ``inner-types-changed`` if the schemas are equal except for annotations, so that only types
        inside have changed; else ``schema-changed``.
    """
    if not all(difference.is_annotation for difference in differences):
        return "changes-together"
    if same_json(_without_annotations(old), _without_annotations(new)):
        return "inner-types-changed"
    return "schema-changed"


def _without_annotations(schema: AnySchema) -> Any:
    """Return a schema, which may be true or false, without annotations."""
    if isinstance(schema, dict):
        return without_annotations(schema)
    return schema


def _has_one_of(schema: AnySchema) -> bool:
    """Return whether ``oneOf`` is anywhere inside a schema."""
    return isinstance(schema, dict) and any("oneOf" in inner for inner in every_schema(schema))


def _change_of_annotation(difference: SchemaDifference, context: _Context) -> Change:
    """Return the change of a text, a version or a deprecation, which is safe."""
    return context.place.at(difference.path).change(
        difference.rule, old=difference.old, new=difference.new, methods=context.methods
    )


def _risk_beyond_schemas(difference: SchemaDifference, context: _Context) -> str:
    """Return why a difference may matter although no value is refused, or ``""``.

    The tags of a discriminator may mean other types. A request without a value may get another
    default; the exception is a parameter whose default, such as ``5``, is now a list of the same
    value, ``[5]``: as text, both are equal.
    """
    if difference.rule == "discriminator-changed":
        is_concerned = not difference.safe_flows.issuperset(context.flows)
        if is_concerned:
            return "schemas do not say what tags mean"
        return ""
    if difference.rule != "default-changed" or "sent" not in context.flows:
        return ""
    is_same_text = context.is_text and difference.new == f"[{difference.old}]"
    if is_same_text:
        return ""
    return "requests without it mean something else"
