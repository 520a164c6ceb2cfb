"""A changelog: what changed in each version of a service, computed from its snapshots."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ..catalog.spec_errors import BadHistory
from ..contracts.contract_errors import Where
from ..native.document_model import ApiDocsDocument
from ..value_messages import did_you_mean, excerpt
from .changes import Change
from .document_comparison import compare
from .snapshots import Snapshot

TEXT_RULES: Final = frozenset(
    {
        "service-title-changed",
        "service-version-changed",
        "service-description-changed",
        "group-description-changed",
        "contract-description-changed",
        "summary-changed",
        "description-changed",
        "external-docs-changed",
        "deprecation-message-changed",
        "title-changed",
        "examples-changed",
    }
)
"""Changes of texts, which mean nothing for programs."""


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """What changed from one version to the next."""

    version: str | None
    """The later of the two; None of what is not released."""
    changes: tuple[Change, ...] | None
    """None of the first version, before which nothing is known."""


def selected(
    snapshots: Sequence[Snapshot], slug: str, start: str | None, end: str | None
) -> tuple[Snapshot, ...]:
    """The snapshots from a version to another one.

    Args:
        snapshots: The snapshots of a document, the oldest first.
        slug: The slug of the document, for messages.
        start: The version to begin with; None for the first.
        end: The version to end with; None for the last.

    Raises:
        BadHistory: There are no snapshots, none of one of these versions, or the first of the two
            is not older.
    """
    where = Where(owner=f"document {slug!r}")
    versions = [snapshot.version for snapshot in snapshots]
    if not versions:
        raise BadHistory(
            "there are no snapshots", where=where, hint="write one with `ggdocs snapshot`"
        )
    for version in filter(None, (start, end)):
        if version not in versions:
            raise BadHistory(
                f"there is no snapshot of the version {excerpt(version)}",
                where=where,
                hint=did_you_mean(version, versions) or f"there are {', '.join(versions)}",
            )
    first = versions.index(start) if start else 0
    last = versions.index(end) if end else len(versions) - 1
    if first > last or (start and first == last and end):
        raise BadHistory(
            f"the version {versions[first]} is not older than {versions[last]}",
            where=where,
            hint="begin with an older version",
        )
    return tuple(snapshots[first : last + 1])


def changelog(
    snapshots: Sequence[Snapshot], current: ApiDocsDocument | None = None
) -> list[VersionChanges]:
    """What changed in each version but the first, the newest first.

    Args:
        snapshots: The snapshots, the oldest first.
        current: The document of what is not released yet.

    Raises:
        BadDocument: A snapshot cannot be read.
    """
    found = [
        VersionChanges(newer.version, released_changes(older, newer))
        for older, newer in pairwise(snapshots)
    ]
    if current is not None:
        found.append(VersionChanges(None, compare(snapshots[-1].read(), current)))
    return found[::-1]


def released_changes(older: Snapshot, newer: Snapshot) -> tuple[Change, ...]:
    """What changed from one snapshot to another, compared once in a process.

    Raises:
        BadDocument: One of them cannot be read.
    """
    return _compared(older, newer, (older.stamp, newer.stamp))


@lru_cache(maxsize=64)
def _compared(older: Snapshot, newer: Snapshot, _stamps: object) -> tuple[Change, ...]:
    return compare(older.read(), newer.read())
