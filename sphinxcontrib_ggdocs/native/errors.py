"""The errors of a document: one entry for each definition, under a key that readers can tell
apart.
"""

from collections.abc import Iterable, Iterator

from ..contracts.error_names import ErrorKeys, name_errors
from ..schema import Written
from . import document as doc
from .drafts import ErrorDraft, GroupDraft


def error_keys(groups: Iterable[GroupDraft]) -> ErrorKeys:
    """The keys of all errors that methods and handshakes declare."""
    return name_errors(draft.error for draft in _drafts(groups))


def _drafts(groups: Iterable[GroupDraft]) -> Iterator[ErrorDraft]:
    for group in groups:
        for contract in group.contracts:
            yield from (*contract.refusals, *contract.event_errors, *contract.unreadable)
            for method in contract.methods:
                yield from method.errors


def write_errors(
    groups: Iterable[GroupDraft], keys: ErrorKeys, written: Written
) -> dict[str, doc.Error]:
    """The entries by key, sorted."""
    drafts = {keys[draft.error]: draft for draft in _drafts(groups)}
    return {
        key: doc.Error(
            type=draft.error.type,
            status_code=draft.error.status,
            description=draft.error.description,
            data=written.schema(draft.slot) if draft.slot is not None else None,
        )
        for key, draft in sorted(drafts.items())
    }
