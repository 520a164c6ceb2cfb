"""Summarises a service for a list of services: the head of its contract document, its size, and its
last change.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import every_method

ChangeKind: TypeAlias = Literal["added", "changed", "deprecated", "removed"]
CHANGES: tuple[ChangeKind, ...] = ("added", "changed", "deprecated", "removed")
"""The kinds of changes, in the order in which they are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastChange:
    """The unreleased changes of a service or, if there are none, those of its newest version."""

    version: str | None
    """The version with the changes; None if they are not released."""
    counts: tuple[tuple[ChangeKind, int], ...]
    """How many methods were added, changed, deprecated or removed, without zeros."""

    def text(self, unreleased: str, words: Mapping[str, str]) -> str:
        """Return the change in one line: ``1.10: 2 added, 1 changed``.

        Args:
            unreleased: The word in place of a version for unreleased changes.
            words: The words for the kinds of changes.
        """
        counts = ", ".join(f"{count} {words[kind]}" for kind, count in self.counts)
        version = self.version or unreleased
        if counts:
            return f"{version}: {counts}"
        return version


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceSummary:
    """What a list of services shows about one service."""

    slug: str
    version: str = ""
    description: str = ""
    owner: str = ""
    lifecycle: str = ""
    protocols: tuple[str, ...] = ()
    """``HTTP``, ``WebSocket``, or protocols of message brokers such as ``kafka``."""
    methods: int = 0
    last_change: LastChange | None = None
    """None if there are no snapshots of released versions."""


def summary_of_service(document: ApiDocsDocument) -> ServiceSummary:
    """Return the summary of the service that a document describes."""
    service = document.service
    protocols: dict[str, None] = {}  # an ordered set
    methods = 0
    for group in document.groups:
        for contract in group.contracts:
            protocols[_protocol(contract)] = None
            methods += len(contract.methods)
    return ServiceSummary(
        slug=service.slug,
        version=service.version or "",
        description=service.summary or service.description or "",
        owner=service.owner or "",
        lifecycle=service.lifecycle or "",
        protocols=tuple(protocols),
        methods=methods,
        last_change=_last_change(document),
    )


def _protocol(contract: doc.HttpContract | doc.WebSocketContract) -> str:
    """Return the protocol of a contract; a channel of AsyncAPI may have another than WebSocket."""
    if isinstance(contract, doc.HttpContract):
        return "HTTP"
    return contract.protocol or "WebSocket"


def _last_change(document: ApiDocsDocument) -> LastChange | None:
    """Count the last changes of a document by kind; None if no version was ever released.

    These are the unreleased changes or, if there are none, those of the newest version that has
    any. If nothing ever changed, it is the newest version without counts.
    """
    if not document.released:
        return None
    counts: dict[str | None, Counter[str]] = {}
    for _group, _contract, method in every_method(document.groups):
        for event in method.history or ():
            counts.setdefault(event.version, Counter())[event.kind] += 1
    for removed in document.removed or ():
        counts.setdefault(removed.version, Counter())["removed"] += 1

    # An unreleased change has no version, or the version of the document itself. `released` begins
    # with the oldest version.
    newest_first = (None, document.service.version, *reversed(document.released))
    version: str | None = document.released[-1]  # if nothing ever changed
    for candidate in newest_first:
        if candidate in counts:
            version = candidate
            break
    by_kind = counts.get(version, Counter())
    in_order = tuple((kind, by_kind[kind]) for kind in CHANGES if by_kind[kind])
    return LastChange(version=version, counts=in_order)
