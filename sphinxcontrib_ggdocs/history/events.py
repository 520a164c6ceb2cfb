"""Since when the methods of a document exist, and when they changed, computed from snapshots."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias, TypeVar

from ..native import document_parts as doc
from ..native.document_model import ApiDocsDocument
from .changelog import TEXT_RULES, released_changes
from .changes import Change
from .document_comparison import compare
from .pairing import MethodEntry, entries, pair_methods
from .snapshots import Snapshot

_Kind: TypeAlias = Literal["changed", "deprecated"]
_Method = TypeVar("_Method", doc.HttpMethod, doc.WebSocketMethod)


def with_events(document: ApiDocsDocument, snapshots: Sequence[Snapshot]) -> ApiDocsDocument:
    """The document with the history of its methods, and with those that are gone; the same without
    snapshots.

    Args:
        document: The contracts as they are now.
        snapshots: Those of the released versions, the oldest first.

    Raises:
        BadDocument: A snapshot cannot be read.
    """
    if not snapshots:
        return document
    histories = _released(tuple(snapshots), tuple(each.stamp for each in snapshots))
    last = snapshots[-1].read()
    histories = _next(histories, last, document, compare(last, document), None)
    groups = tuple(
        replace(group, contracts=tuple(_contracts(group, histories))) for group in document.groups
    )
    removed = tuple(map(_removed, removed_methods(document, snapshots)))
    return document.model_copy(update={"groups": groups, "removed": removed or None})


def _removed(method: "RemovedMethod") -> doc.RemovedMethod:
    entry = method.entry
    lifecycle = entry.method.lifecycle or entry.contract.lifecycle
    return doc.RemovedMethod(
        group=entry.group.slug,
        contract=entry.contract.name,
        name=entry.method.name,
        title=entry.title,
        version=method.version,
        deprecation_message=entry.method.deprecation_message,
        replacement=lifecycle.replacement if lifecycle is not None else None,
    )


@dataclass(frozen=True, slots=True)
class RemovedMethod:
    """A method that a version no longer has."""

    entry: MethodEntry
    version: str | None
    """None of one that is not released."""


def removed_methods(
    document: ApiDocsDocument, snapshots: Sequence[Snapshot]
) -> list[RemovedMethod]:
    """The methods of released versions that the document no longer has, the last removed first.

    Args:
        document: The contracts as they are now.
        snapshots: Those of the released versions, the oldest first.

    Raises:
        BadDocument: A snapshot cannot be read.
    """
    versions = [(each.version, each.read()) for each in snapshots]
    following = [*versions, (None, document)][1:]
    found: dict[str, RemovedMethod] = {}
    for (_, older), (version, newer) in zip(versions, following, strict=True):
        _pairs, removed, _added = pair_methods(entries(older), entries(newer))
        found |= {entry.key: RemovedMethod(entry, version) for entry in removed}
    there = {entry.key for entry in entries(document)}
    return [each for key, each in reversed(found.items()) if key not in there]


_Histories = dict[str, tuple[doc.MethodEvent, ...]]
"""What has happened, by key of the method in a version."""


@lru_cache(maxsize=16)
def _released(snapshots: tuple[Snapshot, ...], _stamps: object) -> _Histories:
    """The histories up to the last of some snapshots; nothing is known of before the first."""
    found: _Histories = {}
    for older, newer in pairwise(snapshots):
        changes = released_changes(older, newer)
        found = _next(found, older.read(), newer.read(), changes, newer.version)
    return found


def _next(
    former: _Histories,
    older: ApiDocsDocument,
    newer: ApiDocsDocument,
    changes: Iterable[Change],
    version: str | None,
) -> _Histories:
    """The histories in the next version, of which None is not released."""
    pairs, _removed, added = pair_methods(entries(older), entries(newer))
    found = {pair.new.key: former.get(pair.old.key, ()) for pair in pairs}
    found |= {entry.key: (doc.MethodEvent(kind="added", version=version),) for entry in added}
    new = {entry.key for entry in added}
    happened: set[tuple[str, _Kind]] = set()
    for change in changes:
        if change.rule in TEXT_RULES:
            continue
        place = change.place
        is_deprecation = change.rule == "deprecated" and not place.part and not place.path
        keys = (place.key,) if place.kind == "method" else change.methods
        kind: _Kind = "deprecated" if is_deprecation and place.kind == "method" else "changed"
        happened |= {(key, kind) for key in keys if key in found and key not in new}
    for key, kind in sorted(happened):
        found[key] = (*found[key], doc.MethodEvent(kind=kind, version=version))
    return found


def _contracts(
    group: doc.Group, histories: _Histories
) -> Iterable[doc.HttpContract | doc.WebSocketContract]:
    for contract in group.contracts:
        prefix = f"{group.slug}/{contract.name}/"
        if isinstance(contract, doc.HttpContract):
            yield replace(contract, methods=_methods(contract.methods, prefix, histories))
        else:
            yield replace(contract, methods=_methods(contract.methods, prefix, histories))


def _methods(methods: Iterable[_Method], prefix: str, histories: _Histories) -> tuple[_Method, ...]:
    return tuple(
        replace(method, history=histories.get(f"{prefix}{method.name}") or None)
        for method in methods
    )
