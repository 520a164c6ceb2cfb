"""Computes a changelog, the changes in each version of a service, from its snapshots: the contract
documents of released versions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ..catalog.spec_errors import BadHistory
from ..contracts.contract_errors import Location
from ..document.model import ApiDocsDocument
from ..native.view import DocumentView, ObjectView, SchemaView
from ..value_messages import did_you_mean, excerpt
from .changes import TEXT_RULES, Change
from .document_comparison import compare
from .policy import AS_COMPUTED, ChangePolicy
from .snapshots import Snapshot, version_after


def is_of_texts(change: Change) -> bool:
    """Return whether a change only concerns texts, and the project has declared no other verdict
    for it than safe.
    """
    return change.rule in TEXT_RULES and change.verdict == "safe"


NEW_RULES: Final = frozenset({"method-added", "message-added", "websocket-added"})
"""The rules of changes that belong to the section of new methods."""

_KINDS: Final = ("breaking", "risky", "accepted", "new", "other", "texts")
"""The sections of a version, in the order in which people read them."""

_FEW: Final = 5
"""How many other changes and changes of texts, together, are shown without being folded."""


@dataclass(frozen=True, slots=True)
class ChangelogSection:
    """Changes of one version that are shown together."""

    kind: str
    """One of `_KINDS`."""
    changes: tuple[Change, ...]
    is_folded: bool
    """Whether they are hidden until a reader opens the section."""


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """What changed from one version to the next."""

    version: str | None
    """The later version; None if it is not released and has no name yet."""
    changes: tuple[Change, ...] | None
    """None of the first version, before which nothing is known."""


def snapshots_between(
    snapshots: Sequence[Snapshot], slug: str, start: str | None, end: str | None
) -> tuple[Snapshot, ...]:
    """Return the snapshots from one version to another, including both.

    Args:
        snapshots: The snapshots of a document, the oldest first.
        slug: The slug of the document, for messages.
        start: The version to begin with; None for the first.
        end: The version to end with; None for the last.

    Raises:
        BadHistory: There are no snapshots, `start` or `end` is a version without a snapshot, or
            `start` is not older than `end`.
    """
    where = Location(owner=f"document {slug!r}")
    versions = [snapshot.version for snapshot in snapshots]
    if not versions:
        raise BadHistory(
            "there are no snapshots", where=where, hint="write one with `ggdocs snapshot`"
        )
    first, last = 0, len(versions) - 1
    if start:
        first = _version_index(start, versions, where)
    if end:
        last = _version_index(end, versions, where)
    # Between a version and itself there are no changes. But if only one of the two is given, a
    # single snapshot may be selected, with which the unreleased document is compared.
    names_one_version_twice = start and end and first == last
    if first > last or names_one_version_twice:
        raise BadHistory(
            f"the version {versions[first]} is not older than {versions[last]}",
            where=where,
            hint="begin with an older version",
        )
    return tuple(snapshots[first : last + 1])


def _version_index(version: str, versions: Sequence[str], where: Location) -> int:
    """Return the index of a version in the list of versions.

    Raises:
        BadHistory: There is no snapshot of it.
    """
    if version not in versions:
        raise BadHistory(
            f"there is no snapshot of the version {excerpt(version)}",
            where=where,
            hint=did_you_mean(version, versions) or f"there are {', '.join(versions)}",
        )
    return versions.index(version)


def changelog(
    snapshots: Sequence[Snapshot],
    current: ApiDocsDocument | None = None,
    policy: ChangePolicy = AS_COMPUTED,
) -> list[VersionChanges]:
    """Return the changes in each version except for the first, the newest version first.

    Args:
        snapshots: The snapshots, the oldest first; at least one.
        current: The document of what is not released yet, which is compared with the last snapshot;
            None to end with that.
        policy: Judges the changes.

    Raises:
        BadDocument: A snapshot cannot be read.
    """
    versions: list[VersionChanges] = []
    for older, newer in pairwise(snapshots):
        changes = policy.judged(released_changes(older, newer))
        versions.append(VersionChanges(newer.version, changes))
    if current is not None:
        changes = policy.judged(compare(snapshots[-1].read(), current))
        versions.append(VersionChanges(version_after(snapshots, current), changes))
    return versions[::-1]


def released_changes(older: Snapshot, newer: Snapshot) -> tuple[Change, ...]:
    """Return the changes from one snapshot to another; they are compared once in a process.

    Raises:
        BadDocument: One of them cannot be read.
    """
    return _cached_changes(older, newer, (older.stamp, newer.stamp))


@lru_cache(maxsize=64)
def _cached_changes(older: Snapshot, newer: Snapshot, _stamps: object) -> tuple[Change, ...]:
    """Compare two snapshots. Changelogs, histories of methods and released versions share this
    cache; the stamps of the files are part of its key, so that changed files are compared again.
    """
    return compare(older.read(), newer.read())


def sections_of(changes: Sequence[Change]) -> Iterator[ChangelogSection]:
    """Yield the sections of the changes of a version, the most important first; no empty ones."""
    sections: dict[str, list[Change]] = {kind: [] for kind in _KINDS}
    for change in changes:
        sections[_section_of(change)].append(change)
    # Only these two sections are ever folded: readers need the others.
    is_folded = len(sections["other"]) + len(sections["texts"]) > _FEW
    if not is_folded:
        # A few changes of texts are shown in the section of other changes.
        sections["other"] += sections.pop("texts")
    for kind, changes_of_kind in sections.items():
        if changes_of_kind:
            yield ChangelogSection(
                kind, tuple(changes_of_kind), is_folded and kind in ("other", "texts")
            )


def _section_of(change: Change) -> str:
    """Return the section of a change, one of `_KINDS`."""
    # The sections of risky and breaking changes are called like the verdicts.
    if change.verdict != "safe":
        return change.verdict
    # What the project accepts has the verdict safe, but readers should see it.
    if change.accepted:
        return "accepted"
    if is_of_texts(change):
        return "texts"
    if change.rule in NEW_RULES:
        return "new"
    return "other"


def objects_by_place(view: DocumentView) -> dict[tuple[str, str], ObjectView]:
    """Return the objects of a document by kind and key, as the places of changes name them: schemas
    are types there, by their names without the slug.
    """
    places: dict[tuple[str, str], ObjectView] = {}
    for object_view in view.objects.values():
        if not isinstance(object_view, SchemaView):
            places[object_view.kind, object_view.key] = object_view
            continue
        # The alias is the name of a type that has two schemas, `Order` of `Order-Input`; other
        # types have none.
        for name in filter(None, (object_view.name, object_view.alias)):
            places["type", name.removeprefix(f"{view.slug}.")] = object_view
    return places
