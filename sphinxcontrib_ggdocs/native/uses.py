"""The index of uses: by type, the methods that mention it, so that no reader has to walk schemas."""

from collections.abc import Iterable, Mapping

from ..schema import Slot, Written
from . import document as doc
from .drafts import ContractDraft, GroupDraft, Mention, MethodDraft


def count_uses(groups: Iterable[GroupDraft], written: Written) -> dict[str, tuple[doc.Use, ...]]:
    """All uses, by type name in order, and within a type in declaration order.

    What a contract asks of every call (a header of a middleware, a path parameter of a handshake) each of its
    methods uses. The work grows with the result: each slot's types are looked up once.
    """
    types_of = _Types(written)
    uses: dict[str, list[doc.Use]] = {}
    for group in groups:
        for contract in group.contracts:
            shared = [Mention(param.parameter.location, param.slot) for param in contract.params]
            for method in contract.methods:
                for (name, place), count in _counts(method, shared, types_of).items():
                    uses.setdefault(name, []).append(_use(group, contract, method, place, count))
    return {name: tuple(uses[name]) for name in sorted(uses)}


def _use(group: GroupDraft, contract: ContractDraft, method: MethodDraft, place: doc.UsePlace, count: int) -> doc.Use:
    return doc.Use(group=group.slug, contract=contract.model.name, method=method.model.name, where=place, count=count)


def _counts(
    method: MethodDraft, shared: Iterable[Mention], types_of: "_Types"
) -> Mapping[tuple[str, doc.UsePlace], int]:
    counts: dict[tuple[str, doc.UsePlace], int] = {}
    for mention in (*shared, *method.mentions()):
        for name, count in types_of(mention.slot).items():
            key = (name, mention.place)
            counts[key] = counts.get(key, 0) + count
    return counts


class _Types:
    """The types inside each slot; an error's slot is shared by many methods."""

    def __init__(self, written: Written) -> None:
        self._written = written
        self._known: dict[int, Mapping[str, int]] = {}

    def __call__(self, slot: Slot) -> Mapping[str, int]:
        known = self._known.get(id(slot))
        if known is None:
            known = self._known[id(slot)] = self._written.uses(slot)
        return known
