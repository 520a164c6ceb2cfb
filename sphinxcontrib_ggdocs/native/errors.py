"""The errors of a document: one entry for each definition, under a key that readers can tell apart."""

from collections.abc import Iterable, Iterator

from ..contracts.error_names import ErrorKeys, name_errors
from ..schema import Written
from . import document as doc
from .drafts import ErrorDraft, GroupDraft, MethodDraft


def every_method(groups: Iterable[GroupDraft]) -> Iterator[tuple[GroupDraft, str, MethodDraft]]:
    """All methods in declaration order, each with its group and the name of its contract."""
    for group in groups:
        for contract in group.contracts:
            for method in contract.methods:
                yield group, contract.model.name, method


def error_keys(groups: Iterable[GroupDraft]) -> ErrorKeys:
    """The keys of all errors that methods and handshakes declare."""
    return name_errors(draft.error for draft in _drafts(groups))


def _drafts(groups: Iterable[GroupDraft]) -> Iterator[ErrorDraft]:
    for group in groups:
        for contract in group.contracts:
            yield from contract.refusals
            for method in contract.methods:
                yield from method.errors


def write_errors(groups: Iterable[GroupDraft], keys: ErrorKeys, written: Written) -> dict[str, doc.Error]:
    """The entries by key, sorted, each with the methods that declare it."""
    used: dict[str, dict[tuple[str, str, str], doc.MethodRef]] = {}
    drafts = {keys[draft.error]: draft for draft in _drafts(groups)}
    for group, contract, method in every_method(groups):
        place = (group.slug, contract, method.model.name)
        for draft in method.errors:
            methods = used.setdefault(keys[draft.error], {})
            if place not in methods:
                methods[place] = doc.MethodRef(group=place[0], contract=place[1], method=place[2])
    return {
        key: doc.Error(
            type=draft.error.type,
            status_code=draft.error.status,
            description=draft.error.description,
            data=written.schema(draft.slot) if draft.slot is not None else None,
            used_in=tuple(used.get(key, {}).values()),
        )
        for key, draft in sorted(drafts.items())
    }
