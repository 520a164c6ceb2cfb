"""Computes from snapshots in which version each method was added, and in which it changed."""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import pairwise
from operator import itemgetter
from pathlib import Path
from typing import Any

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import with_contracts
from .changelog import is_of_texts, released_changes
from .changes import Change, Translate
from .document_comparison import compare
from .pairing import entries, pair_methods
from .policy import AS_COMPUTED, ChangePolicy
from .removed import Removed, Step
from .reports import sentence
from .snapshots import Snapshot, snapshots_in, version_after


@dataclass(frozen=True, slots=True)
class _Event:
    kind: doc.EventKind
    version: str | None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class _Past:
    """What is known of a version from those before it."""

    events: Mapping[str, tuple[_Event, ...]] = field(default_factory=dict)
    """By key of its methods."""
    removed: Removed = field(default_factory=Removed)


def add_history(
    document: ApiDocsDocument,
    folder: Path,
    slug: str,
    verdicts: Path | None = None,
    translate: Translate = str,
) -> ApiDocsDocument:
    """Return the document with the history that the snapshots in a folder show (an entry point).

    Args:
        document: The contracts as they are now.
        folder: The folder of all snapshots.
        slug: The slug of the document.
        verdicts: The file whose table ``[tool.ggdocs.diff]`` judges the changes; the nearest
            ``pyproject.toml`` above the folder unless given.
        translate: Translates what has changed.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: A file with verdicts cannot be read, or something in it is wrong.
    """
    snapshots = snapshots_in(folder, slug)
    if not snapshots:
        return document
    return with_events(document, snapshots, ChangePolicy.of_document(folder, verdicts), translate)


def with_events(
    document: ApiDocsDocument,
    snapshots: Sequence[Snapshot],
    policy: ChangePolicy = AS_COMPUTED,
    translate: Translate = str,
) -> ApiDocsDocument:
    """Return the document with the history of its methods, and with those that are gone; the same
    without snapshots.

    Args:
        document: The contracts as they are now.
        snapshots: Those of the released versions, the oldest first.
        policy: Judges the changes.
        translate: Translates what has changed.

    Raises:
        BadDocument: A snapshot cannot be read.
    """
    if not snapshots:
        return document
    last = snapshots[-1].read()
    changes = policy.judged(compare(last, document))
    version = version_after(snapshots, document)
    past = _next(_pasts_of(snapshots, policy)[-1], last, document, changes, version)
    return _with_past(document, past, snapshots, translate)


def released_documents(
    folder: Path, slug: str, verdicts: Path | None = None, translate: Translate = str
) -> Mapping[str, Callable[[], bytes]]:
    """What makes the JSON of each released version, with its history until then (an entry point).

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document.
        verdicts: As of `add_history`.
        translate: Likewise.

    Returns:
        By version, the oldest first. A call raises `BadDocument` if a snapshot cannot be read, and
        `BadHistory` if the verdicts cannot.
    """
    snapshots = snapshots_in(folder, slug)
    return {
        snapshot.version: partial(_released_json, snapshots, position, folder, verdicts, translate)
        for position, snapshot in enumerate(snapshots)
    }


def _released_json(
    snapshots: Sequence[Snapshot],
    position: int,
    folder: Path,
    verdicts: Path | None,
    translate: Translate,
) -> bytes:
    past = _pasts_of(snapshots, ChangePolicy.of_document(folder, verdicts))[position]
    document = _with_past(snapshots[position].read(), past, snapshots[: position + 1], translate)
    return document.to_json()


def _with_past(
    document: ApiDocsDocument, past: _Past, snapshots: Iterable[Snapshot], translate: Translate
) -> ApiDocsDocument:
    """Return the document with what is known of it from the released versions."""
    listed: dict[doc.MethodChange, int] = {}
    histories = {key: _written(events, listed, translate) for key, events in past.events.items()}

    def with_histories(group: doc.Group, contract: Any) -> Any:
        methods: list[Any] = []
        for method in contract.methods:
            history = histories.get(f"{group.slug}/{contract.name}/{method.name}")
            methods.append(replace(method, history=history or None))
        return replace(contract, methods=tuple(methods))

    parts: dict[str, object] = {
        "groups": with_contracts(document.groups, with_histories),
        "released": tuple(snapshot.version for snapshot in snapshots),
        "removed": past.removed.methods or None,
        "changes": tuple(listed) or None,
    }
    return document.model_copy(update=parts)


def _written(
    events: Iterable[_Event], listed: dict[doc.MethodChange, int], translate: Translate
) -> tuple[doc.MethodEvent, ...]:
    """Events whose changes are positions in the list of all."""
    method_events: list[doc.MethodEvent] = []
    for event in events:
        described = dict.fromkeys(_described(change, translate) for change in event.changes)
        positions = tuple(listed.setdefault(change, len(listed)) for change in described)
        method_events.append(
            doc.MethodEvent(kind=event.kind, version=event.version, changes=positions or None)
        )
    return tuple(method_events)


def _pasts_of(snapshots: Sequence[Snapshot], policy: ChangePolicy) -> tuple[_Past, ...]:
    return _pasts(tuple(snapshots), tuple(snapshot.stamp for snapshot in snapshots), policy)


@lru_cache(maxsize=16)
def _pasts(
    snapshots: tuple[Snapshot, ...], _stamps: object, policy: ChangePolicy
) -> tuple[_Past, ...]:
    """What is known of each of some snapshots; nothing is of what was before the first."""
    pasts = [_Past()]
    for older, newer in pairwise(snapshots):
        changes = policy.judged(released_changes(older, newer))
        past = _next(pasts[-1], older.read(), newer.read(), changes, newer.version)
        pasts.append(past)
    return tuple(pasts)


def _next(
    former: _Past,
    older: ApiDocsDocument,
    newer: ApiDocsDocument,
    changes: Sequence[Change],
    version: str | None,
) -> _Past:
    """What is known of the next version; None if it has no name yet."""
    there = entries(newer)
    pairing = pair_methods(entries(older), there)
    by_method = {pair.new.key: former.events.get(pair.old.key, ()) for pair in pairing.pairs}
    for key, events in _changed(changes, version, by_method.keys()).items():
        by_method[key] = (*by_method[key], *events)
    by_method |= {entry.key: (_Event("added", version),) for entry in pairing.added}
    step = Step(newer, pairs=pairing.pairs, removed=pairing.removed, version=version)
    return _Past(by_method, former.removed.after(step))


def _changed(
    changes: Iterable[Change], version: str | None, keys: Container[str]
) -> dict[str, tuple[_Event, ...]]:
    """What some changes mean for some methods: by key at most one event of each kind."""
    by_event: dict[tuple[str, doc.EventKind], list[Change]] = defaultdict(list)
    for change in changes:
        # A method has not changed if its text has.
        if is_of_texts(change):
            continue
        methods = change.methods
        if change.place.kind == "method":
            methods = (change.place.key,)
        kind = _event_kind(change)
        for key in methods:
            if key in keys:
                by_event[key, kind].append(change)
    by_method: dict[str, tuple[_Event, ...]] = {}
    for (key, kind), details in sorted(by_event.items(), key=itemgetter(0)):
        if kind == "deprecated":
            details = []  # the event says it all
        by_method[key] = (*by_method.get(key, ()), _Event(kind, version, tuple(details)))
    return by_method


def _event_kind(change: Change) -> doc.EventKind:
    """Return whether a change deprecates a method, or changes it in another way."""
    place = change.place
    is_of_whole_method = place.kind == "method" and not place.part and not place.path
    if change.rule == "deprecated" and is_of_whole_method:
        return "deprecated"
    return "changed"


def _described(change: Change, translate: Translate) -> doc.MethodChange:
    place, verdict = change.place, change.verdict
    return doc.MethodChange(
        of=None if place.kind == "method" else f"{place.kind} {place.key}",
        text=sentence(change, translate),
        verdict=None if verdict == "safe" else verdict,
        accepted=change.accepted or None,
    )
