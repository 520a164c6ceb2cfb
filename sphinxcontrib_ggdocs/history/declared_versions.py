"""Findings of ``ggdocs check`` about versions that authors declare and snapshots contradict."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from ..catalog import ApiDocSpec
from ..lint import Finding, Severity
from ..native import document_parts as doc
from ..native.contract_builder import build_contract_doc
from ..native.document_model import ApiDocsDocument
from .events import with_events
from .pairing import MethodEntry, entries, pair_methods
from .snapshots import Snapshot, snapshots_in, version_order


class VersionRule(NamedTuple):
    """A question about a document and its snapshots."""

    name: str
    about: str
    severity: Severity = "warning"


WRONG_VERSION: Final = VersionRule(
    name="wrong-version",
    about="The snapshots show another version since which a method or an error is there, or "
    "deprecated.",
)
REMOVED_AT_ONCE: Final = VersionRule(
    name="removed-at-once",
    about="A method is gone that was not deprecated in the last release.",
)
VERSION_RULES: Final = {rule.name: rule for rule in (WRONG_VERSION, REMOVED_AT_ONCE)}
"""By name."""


def check_versions(spec: ApiDocSpec, off: Collection[str] = ()) -> tuple[Finding, ...]:
    """Hold a document against the snapshots of its releases; nothing without snapshots.

    Args:
        spec: Says which contracts, and where the snapshots are.
        off: Names of rules not to apply.

    Raises:
        BadDocument: A snapshot cannot be read.
        ContractError: A contract is wrong.
    """
    snapshots = snapshots_in(spec.snapshots, spec.slug) if spec.snapshots is not None else ()
    if not snapshots:
        return ()
    document = build_contract_doc(spec)
    # Authors may declare the version that is to be released, whatever the document has now.
    unnamed = {"service": replace(document.service, version=None)}
    document = with_events(document.model_copy(update=unnamed), snapshots)
    findings = (*_wrong_versions(document, snapshots), *_removed_at_once(document, snapshots))
    return tuple(finding for finding in findings if finding.rule not in off)


def _wrong_versions(
    document: ApiDocsDocument, snapshots: tuple[Snapshot, ...]
) -> Iterator[Finding]:
    for entry in entries(document):
        for message in _contradictions(entry.method, snapshots):
            yield _finding(WRONG_VERSION, f"it is declared {message}", entry)
    for key, error in document.errors.items():
        for message in _contradictions(error, snapshots):
            yield Finding(
                rule=WRONG_VERSION.name,
                severity=WRONG_VERSION.severity,
                message=f"the error {error.type or key} is declared {message}",
            )


def _contradictions(part: doc.Method | doc.Error, snapshots: tuple[Snapshot, ...]) -> Iterator[str]:
    """Versions that are declared, and what the snapshots say against them."""
    lifecycle = part.lifecycle or doc.Lifecycle()
    computed = {event.kind: event for event in part.history or ()}
    for word, declared, kind in (
        ("since", lifecycle.since, "added"),
        ("deprecated since", lifecycle.deprecated_since, "deprecated"),
    ):
        event = next((event for event in computed.values() if event.kind == kind), None)
        problem = _contradiction(declared, event, snapshots) if declared else None
        if problem is not None:
            yield f"{word} {declared}, but {problem}"


def _contradiction(
    declared: str, event: doc.MethodEvent | None, snapshots: tuple[Snapshot, ...]
) -> str | None:
    """What the snapshots say against a version; None if nothing."""
    version, first, last = version_order(declared), snapshots[0].version, snapshots[-1].version
    if event is None:
        is_older = version <= version_order(first)
        return None if is_older else f"it was so in {first} already"
    if event.version is None:
        return None if version > version_order(last) else f"it was not so in {last}"
    is_same = version == version_order(event.version)
    return None if is_same else f"it is so since {event.version}"


def _removed_at_once(
    document: ApiDocsDocument, snapshots: tuple[Snapshot, ...]
) -> Iterator[Finding]:
    last = snapshots[-1]
    _pairs, removed, _added = pair_methods(entries(last.read()), entries(document))
    for entry in removed:
        if not entry.method.deprecated:
            message = f"it is gone, and was not deprecated in {last.version}"
            yield _finding(REMOVED_AT_ONCE, message, entry)


def _finding(rule: VersionRule, message: str, entry: MethodEntry) -> Finding:
    own, outer = entry.method.source, entry.contract.source
    module = (own.module if own else None) or (outer.module if outer else None)
    return Finding(
        rule=rule.name,
        severity=rule.severity,
        message=message,
        contract=entry.contract.name,
        method=entry.method.name,
        module=module,
        line=own.line if own else None,
    )
