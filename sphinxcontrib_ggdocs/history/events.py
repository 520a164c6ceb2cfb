"""Computes from snapshots (the contract documents of released versions) in which version each
method was added, and in which it changed.
"""

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
from .changes import Change, Translate, Verdict
from .document_comparison import compare
from .pairing import methods_of, pair_methods
from .policy import AS_COMPUTED, ChangePolicy
from .removed import Removed, Step
from .reports import sentence
from .snapshots import Snapshot, snapshots_in, version_after


@dataclass(frozen=True, slots=True)
class _Event:
    """What happened to a method in one version."""

    kind: doc.EventKind
    version: str | None
    """None of a version that has no name yet."""
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class _KnownPast:
    """What the snapshots up to a version show of its past."""

    events: Mapping[str, tuple[_Event, ...]] = field(default_factory=dict)
    """The events of its methods, the oldest first, by key of the method."""
    removed: Removed = field(default_factory=Removed)
    """The methods of earlier versions that it does not have."""


def add_history(
    document: ApiDocsDocument,
    folder: Path,
    slug: str,
    verdicts: Path | None = None,
    translate: Translate = str,
) -> ApiDocsDocument:
    """Return the document with the history that the snapshots in a folder show (an entry point);
    without snapshots, the same document.

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
    """Return the document with the history of its methods, and with the methods that were removed;
    without snapshots, the same document.

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
    # The past of the last snapshot, and the step from it to the document.
    past = _past_of_next_version(_pasts_of(snapshots, policy)[-1], last, document, changes, version)
    return _document_with_past(document, past, snapshots, translate)


def released_documents(
    folder: Path, slug: str, verdicts: Path | None = None, translate: Translate = str
) -> Mapping[str, Callable[[], bytes]]:
    """Return functions that write the JSON of each released version, with the history until that
    version (an entry point).

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document.
        verdicts: The file whose table ``[tool.ggdocs.diff]`` judges the changes; the nearest
            ``pyproject.toml`` above the folder unless given.
        translate: Translates what has changed.

    Returns:
        By version, the oldest first. A call raises `BadDocument` if a snapshot cannot be read, and
        `BadHistory` if the verdicts cannot.
    """
    snapshots = snapshots_in(folder, slug)
    writers: dict[str, Callable[[], bytes]] = {}
    for position, snapshot in enumerate(snapshots):
        writers[snapshot.version] = partial(
            _released_json, snapshots, position, folder, verdicts, translate
        )
    return writers


def _released_json(
    snapshots: Sequence[Snapshot],
    position: int,
    folder: Path,
    verdicts: Path | None,
    translate: Translate,
) -> bytes:
    """Return the contract document of a released version as JSON, with the history until then.

    Args:
        snapshots: All snapshots of the document, the oldest first.
        position: The position of the version's own snapshot.
        folder: The folder of all snapshots.
        verdicts: The file whose table ``[tool.ggdocs.diff]`` judges the changes; None for the
            nearest ``pyproject.toml`` above the folder.
        translate: Translates what has changed.
    """
    past = _pasts_of(snapshots, ChangePolicy.of_document(folder, verdicts))[position]
    document = _document_with_past(
        snapshots[position].read(), past, snapshots[: position + 1], translate
    )
    return document.to_json()


def _document_with_past(
    document: ApiDocsDocument, past: _KnownPast, snapshots: Iterable[Snapshot], translate: Translate
) -> ApiDocsDocument:
    """Return the document with the history of its methods, the names of the released versions, the
    removed methods, and the list of changes to which the histories refer by position.

    Args:
        document: The document.
        past: What is known of its past.
        snapshots: The snapshots up to the document.
        translate: Translates what has changed.
    """
    # A dict, so that a change that concerns several methods is listed once, at one position.
    listed: dict[doc.MethodChange, int] = {}
    histories: dict[str, tuple[doc.MethodEvent, ...]] = {}
    for key, events in past.events.items():
        histories[key] = _method_events(events, listed, translate)

    def with_histories(group: doc.Group, contract: Any) -> Any:
        """Return a contract, of HTTP or WebSocket, with the histories of its methods."""
        methods: list[Any] = []
        for method in contract.methods:
            history = histories.get(f"{group.slug}/{contract.name}/{method.name}")
            methods.append(replace(method, history=history or None))
        return replace(contract, methods=tuple(methods))

    # Documents have None instead of empty lists.
    parts: dict[str, object] = {
        "groups": with_contracts(document.groups, with_histories),
        "released": tuple(snapshot.version for snapshot in snapshots),
        "removed": past.removed.methods or None,
        "changes": tuple(listed) or None,
    }
    return document.model_copy(update=parts)


def _method_events(
    events: Iterable[_Event], listed: dict[doc.MethodChange, int], translate: Translate
) -> tuple[doc.MethodEvent, ...]:
    """Return the events of a method in the form of the contract document.

    Args:
        events: The events.
        listed: The position of each change in the list of the document. Changes that are not
            listed yet are added.
        translate: Translates what has changed.
    """
    method_events: list[doc.MethodEvent] = []
    for event in events:
        positions: list[int] = []
        for change in event.changes:
            position = listed.setdefault(_method_change(change, translate), len(listed))
            # Changes that differ only in what documents do not contain have one position.
            if position not in positions:
                positions.append(position)
        method_events.append(
            doc.MethodEvent(
                kind=event.kind, version=event.version, changes=tuple(positions) or None
            )
        )
    return tuple(method_events)


def _pasts_of(snapshots: Sequence[Snapshot], policy: ChangePolicy) -> tuple[_KnownPast, ...]:
    """Return what is known of the past of each snapshot, cached until a snapshot changes."""
    return _cached_pasts(tuple(snapshots), tuple(snapshot.stamp for snapshot in snapshots), policy)


@lru_cache(maxsize=16)
def _cached_pasts(
    snapshots: tuple[Snapshot, ...], _stamps: object, policy: ChangePolicy
) -> tuple[_KnownPast, ...]:
    """Return what is known of the past of each snapshot; nothing of the first one.

    The stamps of the snapshots are part of the key of the cache, so that changed files are read
    again.
    """
    pasts = [_KnownPast()]
    for older, newer in pairwise(snapshots):
        changes = policy.judged(released_changes(older, newer))
        past = _past_of_next_version(pasts[-1], older.read(), newer.read(), changes, newer.version)
        pasts.append(past)
    return tuple(pasts)


def _past_of_next_version(
    former: _KnownPast,
    older: ApiDocsDocument,
    newer: ApiDocsDocument,
    changes: Sequence[Change],
    version: str | None,
) -> _KnownPast:
    """Return what is known of the past of a version.

    Args:
        former: What is known of the version before it.
        older: The document of the version before it.
        newer: Its document.
        changes: What changed between the two.
        version: Its name; None if it has no name yet.
    """
    pairing = pair_methods(methods_of(older), methods_of(newer))
    events_by_method: dict[str, tuple[_Event, ...]] = {}
    # A method keeps its events if its key changes.
    for pair in pairing.pairs:
        events_by_method[pair.new.key] = former.events.get(pair.old.key, ())
    new_events = _events_of_changes(changes, version, events_by_method.keys())
    # Only methods that both versions have are among them.
    for key, events in new_events.items():
        events_by_method[key] += events
    for entry in pairing.added:
        events_by_method[entry.key] = (_Event("added", version),)
    step = Step(newer, pairs=pairing.pairs, removed=pairing.removed, version=version)
    return _KnownPast(events_by_method, former.removed.after(step))


def _events_of_changes(
    changes: Iterable[Change], version: str | None, keys: Container[str]
) -> dict[str, tuple[_Event, ...]]:
    """Return the events of a version by key of their method, at most one of each kind.

    Args:
        changes: What changed in the version.
        version: The name of the version; None if it has no name yet.
        keys: The keys of the methods that may get events: those that the version before has, too.
            Events of added methods, and removed methods, come from the caller.
    """
    by_event: dict[tuple[str, doc.EventKind], list[Change]] = defaultdict(list)
    for change in changes:
        # Changes of texts are no events of a method.
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
    # Sorted, so that the order of the kinds does not depend on that of the changes.
    for (key, kind), details in sorted(by_event.items(), key=itemgetter(0)):
        if kind == "deprecated":
            details = []  # A deprecation needs no further explanation.
        by_method[key] = (*by_method.get(key, ()), _Event(kind, version, tuple(details)))
    return by_method


def _event_kind(change: Change) -> doc.EventKind:
    """Return the kind of event of a change: ``deprecated`` if it deprecates a whole method."""
    place = change.place
    is_of_whole_method = place.kind == "method" and not place.part and not place.path
    if change.rule == "deprecated" and is_of_whole_method:
        return "deprecated"
    return "changed"


def _method_change(change: Change, translate: Translate) -> doc.MethodChange:
    """Return a change in the form of the contract document; ``of`` names a changed type, error or
    the like, and is not set for changes of methods themselves.
    """
    changed_part = None
    if change.place.kind != "method":
        changed_part = f"{change.place.kind} {change.place.key}"
    # Safe changes, which are most, have no verdict in documents.
    verdict: Verdict | None = change.verdict
    if verdict == "safe":
        verdict = None
    return doc.MethodChange(
        of=changed_part,
        text=sentence(change, translate),
        verdict=verdict,
        accepted=change.accepted or None,
    )
