"""Writes changes of schemas: differences, with the verdicts that follow from inclusion.

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


def in_order(flows: Container[Flow]) -> tuple[Flow, ...]:
    """Some flows, in the order of `BOTH_FLOWS`."""
    return tuple(flow for flow in BOTH_FLOWS if flow in flows)


JOINING: Final = frozenset(
    {"allOf", "not", "if", "then", "else", "contains", "dependentSchemas", "unevaluatedProperties"}
)
"""Keywords by which schemas hold together."""

_Judgement: TypeAlias = tuple[Verdict, Witness | None, str]
_SAFE: Final[_Judgement] = ("safe", None, "")


class _Context(NamedTuple):
    """Where schemas are compared, and what for."""

    place: Place
    flows: Sequence[Flow]
    methods: tuple[str, ...]
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
        self._equal = equal_types(self._old, self._new)
        self._types = JoinedTypes(self._old, self._new)
        self._differences = SchemaDifferences(self._old, self._new, self._types)
        schemas = self._types.schemas
        self._wire = Inclusions(schemas)
        self._code = Inclusions(schemas, nominal=True)
        self._shallow: dict[Flow, Inclusions] = {
            flow: Inclusions(schemas, is_given=partial(self._is_compared, flow))
            for flow in BOTH_FLOWS
        }
        """Answers that take the types that are compared by themselves as unchanged."""
        self._flows: dict[TypePair, set[Flow]] = {}
        """The pairs of named types that are used at one place, with the flows that reach them."""
        self._of_pairs: dict[TypePair, Sequence[SchemaDifference]] = {}
        self._inner: dict[TypePair, tuple[TypePair, ...]] = {}
        self._verdicts: dict[tuple[TypePair, Flow], Verdict] = {}
        """Those of the differences of pairs, by flow."""

    def reach(self, pairs: Iterable[TypePair], flow: Flow) -> None:
        """Note that values of types travel one way, and with them those inside."""
        waiting = list(pairs)
        while waiting:
            pair = waiting.pop()
            if pair.old == pair.new and pair.old in self._equal:
                continue
            flows = self._flows.setdefault(pair, set())
            if flow not in flows and pair.old in self._old and pair.new in self._new:
                flows.add(flow)
                waiting += self._inside(pair)

    def reach_unused(self, used: Container[str]) -> None:
        """Note that values of the types that nothing mentions are received, such as payloads of
        webhooks that a document describes in words.

        Args:
            used: The named types of the old document that something mentions.
        """
        for name in self._old:
            pair = TypePair(name, name)
            is_reached = name in used or pair in self._flows
            if name in self._new and not is_reached:
                self.reach([pair], "received")

    def _inside(self, pair: TypePair) -> tuple[TypePair, ...]:
        if pair not in self._inner:
            differences: list[SchemaDifference] = []
            pairs: list[TypePair] = []
            for difference in self._differences.of(self._old[pair.old], self._new[pair.new]):
                if isinstance(difference, SchemaDifference):
                    differences.append(difference)
                else:
                    pairs.append(difference)
            self._of_pairs[pair] = differences
            self._inner[pair] = tuple(pairs)
        return self._inner[pair]

    def types(self) -> Iterator[tuple[TypePair, tuple[Flow, ...]]]:
        """Yield the pairs of types that were reached and differ."""
        for pair, flows in self._flows.items():
            old, new = self._old[pair.old], self._new[pair.new]
            is_same = pair.old == pair.new and same_json(old, new)
            if not is_same or self._may_change_inside(old):
                yield pair, in_order(flows)

    def of_types(
        self, pair: TypePair, place: Place, flows: Sequence[Flow], methods: tuple[str, ...]
    ) -> list[Change]:
        """Return the changes of a named type."""
        context = _Context(place, flows, methods)
        types = self._old[pair.old], self._new[pair.new]
        inner = self._inner.get(pair, ())
        return self._judged(self._of_pairs.get(pair, ()), inner, *types, context)

    def of_place(
        self,
        old: AnySchema,
        new: AnySchema,
        place: Place,
        flows: Sequence[Flow],
        *,
        is_text: bool = False,
        methods: tuple[str, ...] = (),
    ) -> list[Change]:
        """Return the changes of a schema that a method or an error has at a place; what is inside
        of the types that it names belongs to the types.

        Args:
            old: The schema in the old document.
            new: The schema in the new one.
            place: What has it.
            flows: Which ways its values travel.
            is_text: Whether they travel as text, as those of paths and queries do.
            methods: Keys of the methods concerned, of an error.
        """
        old = with_plain_references(old, self._old)
        new = with_plain_references(new, self._new)
        everything = list(self._differences.of(old, new))
        pairs = [difference for difference in everything if isinstance(difference, TypePair)]
        for flow in flows:
            self.reach(pairs, flow)
        differences = [
            difference for difference in everything if isinstance(difference, SchemaDifference)
        ]
        return self._judged(differences, pairs, old, new, _Context(place, flows, methods, is_text))

    def _judged(
        self,
        differences: Sequence[SchemaDifference],
        inner: Sequence[TypePair],
        old: AnySchema,
        new: AnySchema,
        context: _Context,
    ) -> list[Change]:
        if not differences and same_json(old, new) and not self._may_change_inside(old):
            return []
        verdict, witness, reason = self._together(old, new, context)
        changes: list[Change] = []
        for difference in differences:
            if difference.is_annotation:
                changes.append(_change_of_annotation(difference, context))
            else:
                changes.append(self._change(difference, context, is_safe=verdict == "safe"))
        # Differences that are safe one by one need not be safe together.
        own = worst(*(change.wire for change in changes))
        is_reported = worst(own, verdict) == own
        if not is_reported and (_joins_types(old) or _joins_types(new)):
            is_reported = self._is_reported_inside(inner, verdict, context)
        if not is_reported:
            rule = _rule_of_whole(differences, old, new)
            changes.append(_change_of_whole(rule, verdict, witness, reason, context))
        return changes

    def _together(self, old: AnySchema, new: AnySchema, context: _Context) -> _Judgement:
        """Judge the change of a schema as a whole; the types that it names count as unchanged.

        A change is breaking if a flow refuses a value, which is the witness, and risky if there is
        no answer for a flow, for a reason.
        """
        old_schema, new_schema = self._types.of_old(old), self._types.of_new(new)
        joins_types = _joins_types(old) or _joins_types(new)
        reason = ""
        for flow in context.flows:
            # Types that are joined are compared by what is in them.
            inclusions = self._wire if joins_types else self._shallow[flow]
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
        sender, receiver = by_flow(old, new, flow)
        if not is_text:
            return inclusions.of(sender, receiver)
        receiver = read_from_text(receiver)
        answer = inclusions.of(written_as_text(sender), receiver)
        # The value is one of JSON, and may be accepted as the text that is sent.
        if isinstance(answer, Refused) and answer.value is not None:
            other = other_form(answer.value)
            if validity(other, receiver, self._types.schemas) is not False:
                return NotKnown("as text, the example value may be accepted")
        return answer

    def _is_compared(self, flow: Flow, sender: str, receiver: str) -> bool:
        """Return whether two references are a pair of types that is compared by itself."""
        ends = by_flow(sender, receiver, flow)
        if not ends[0].startswith(OLD_REFERENCE) or not ends[1].startswith(NEW_REFERENCE):
            return False
        pair = TypePair(ends[0].removeprefix(OLD_REFERENCE), ends[1].removeprefix(NEW_REFERENCE))
        return flow in self._flows.get(pair, ())

    def _may_change_inside(self, schema: AnySchema) -> bool:
        """Return whether a schema means something else if only the types that it names have
        changed, in ways that do not follow from each of them alone.
        """
        if not _joins_types(schema) and not _chooses_one(schema):
            return False
        for name in types_in(schema):
            for pair in self._reached(TypePair(name, name)):
                if self._of_pairs.get(pair):
                    return True
        return False

    def _is_reported_inside(
        self, inner: Iterable[TypePair], verdict: Verdict, context: _Context
    ) -> bool:
        """Return whether types inside a schema have changes of their own with a verdict, or with a
        worse one, from which that of the schema follows.
        """
        for start in inner:
            for pair in self._reached(start):
                own = self._verdict_of_pair(pair, context.flows)
                if worst(own, verdict) == own:
                    return True
        return False

    def _verdict_of_pair(self, pair: TypePair, flows: Sequence[Flow]) -> Verdict:
        """Return the worst verdict of the differences of two named types, each by itself."""
        verdicts: list[Verdict] = []
        for flow in flows:
            if flow not in self._flows.get(pair, ()):
                continue
            if (pair, flow) not in self._verdicts:
                self._verdicts[pair, flow] = self._verdict_in_flow(pair, flow)
            verdicts.append(self._verdicts[pair, flow])
        return worst(*verdicts)

    def _verdict_in_flow(self, pair: TypePair, flow: Flow) -> Verdict:
        context = _Context(Place(kind="type", key=pair.new, title=pair.new), (flow,), ())
        verdicts: list[Verdict] = []
        for difference in self._of_pairs.get(pair, ()):
            if not difference.is_annotation:
                verdict, _witness, _reason = self._on_the_wire(difference, context)
                verdicts.append(verdict)
        return worst(*verdicts)

    def _reached(self, start: TypePair) -> Iterator[TypePair]:
        """Yield a pair of types, and those inside of them at any depth."""
        seen, waiting = {start}, [start]
        while waiting:
            pair = waiting.pop()
            yield pair
            inner = [other for other in self._inner.get(pair, ()) if other not in seen]
            seen.update(inner)
            waiting += inner

    def _change(self, difference: SchemaDifference, context: _Context, *, is_safe: bool) -> Change:
        code = breaking_if(difference.is_name_lost)
        for flow in context.flows:
            code = worst(code, self._of_code(difference, flow))
        wire, witness, reason = _SAFE
        if not is_safe:
            wire, witness, reason = self._on_the_wire(difference, context)
        if risk := _beyond_schemas(difference, context):
            wire, witness, reason = "risky", None, risk
        only_flow: Flow | None = None
        if witness is not None:
            only_flow = witness.flow
        elif len(context.flows) == 1:
            only_flow = context.flows[0]
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

    def _on_the_wire(self, difference: SchemaDifference, context: _Context) -> _Judgement:
        """Return the verdict for values, with a value that shows it, or why it is not known."""
        reason = ""
        ends = difference.before, difference.after
        for flow in context.flows:
            answer = self._answer(self._wire, *ends, flow, is_text=context.is_text)
            if isinstance(answer, Refused) and not self._is_made_up_for(answer, difference, flow):
                return "breaking", Witness(answer.value, flow), ""
            if isinstance(answer, NotKnown):
                reason = answer.reason
        if reason:
            return "risky", None, reason
        return _SAFE

    def _is_made_up_for(self, answer: Refused, difference: SchemaDifference, flow: Flow) -> bool:
        """Return whether another difference at the same place lets the value be accepted."""
        old, new = difference.whole
        receiver = self._types.of_new(new) if flow == "sent" else self._types.of_old(old)
        return bool(validity(answer.value, receiver, self._types.schemas))

    def _of_code(self, difference: SchemaDifference, flow: Flow) -> Verdict:
        answer = self._answer(self._code, difference.before, difference.after, flow, is_text=False)
        if isinstance(answer, Refused):
            return "breaking"
        if isinstance(answer, NotKnown):
            return "risky"
        return "safe"


def _joins_types(schema: AnySchema) -> bool:
    """Return whether a schema combines a named type with others, so that what it accepts does not
    follow from what each accepts.
    """
    if not isinstance(schema, dict):
        return False
    for inner in every_schema(schema):
        is_joined = not JOINING.isdisjoint(inner)
        if is_joined and any(types_in(inner)):
            return True
        if "$ref" in inner and without_annotations(inner).keys() != {"$ref"}:
            return True
    return False


def _change_of_whole(
    rule: str, verdict: Verdict, witness: Witness | None, reason: str, context: _Context
) -> Change:
    """Return the change of a whole schema, which follows from none of its parts."""
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
    """Return the rule by which a whole schema is reported, because its values change more than its
    differences say.

    Args:
        differences: What differs inside.
        old: The old schema.
        new: The new schema.

    Returns:
        ``changes-together`` where some differences concern values, and matter together;
        ``inner-types-changed`` where the schemas are equal but for annotations, so that types that
        they name have changed; else ``schema-changed``.
    """
    if not all(difference.is_annotation for difference in differences):
        return "changes-together"
    if same_json(_values_of(old), _values_of(new)):
        return "inner-types-changed"
    return "schema-changed"


def _values_of(schema: AnySchema) -> Any:
    """Return what a schema says of values."""
    return without_annotations(schema) if isinstance(schema, dict) else schema


def _chooses_one(schema: AnySchema) -> bool:
    return isinstance(schema, dict) and any("oneOf" in inner for inner in every_schema(schema))


def _change_of_annotation(difference: SchemaDifference, context: _Context) -> Change:
    return context.place.at(difference.path).change(
        difference.rule, old=difference.old, new=difference.new, methods=context.methods
    )


def _beyond_schemas(difference: SchemaDifference, context: _Context) -> str:
    """Why a difference may matter although no value is refused: what clients leave out has another
    value, or a tag means another alternative. As text a list of one is its value.
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
