"""The errors of a document: one entry for each definition, under a key that readers can tell apart."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ..contracts.model import MISSING
from ..schema import Written
from . import document as doc
from .drafts import ErrorClass, ErrorDraft, GroupDraft, MethodDraft

ErrorKeys = Mapping[ErrorClass, str]
"""The key of each declared error; two classes that say the same share one."""


def every_method(groups: Iterable[GroupDraft]) -> Iterator[tuple[GroupDraft, str, MethodDraft]]:
    """All methods in declaration order, each with its group and the name of its contract."""
    for group in groups:
        for contract in group.contracts:
            for method in contract.methods:
                yield group, contract.model.name, method


def name_errors(groups: Iterable[GroupDraft]) -> ErrorKeys:
    """Choose keys: the type, and where two definitions share one, the type with what sets them apart."""
    declared = dict.fromkeys(draft.error for _, _, method in every_method(groups) for draft in method.errors)
    by_type: dict[str, list[list[ErrorClass]]] = {}
    for error in declared:
        definitions = by_type.setdefault(error.type, [])
        same = next((known for known in definitions if _same(known[0], error)), None)
        if same is None:
            definitions.append([error])
        else:
            same.append(error)
    keys: dict[ErrorClass, str] = {}
    for definitions in by_type.values():
        names = _distinct_names([definition[0] for definition in definitions])
        for name, definition in zip(names, definitions, strict=True):
            keys.update(dict.fromkeys(definition, name))
    return keys


def _same(one: ErrorClass, other: ErrorClass) -> bool:
    return (
        one.status == other.status
        and one.description == other.description
        and (one.data_type is other.data_type or (one.data_type is not MISSING and one.data_type == other.data_type))
    )


def _distinct_names(errors: Sequence[ErrorClass]) -> Sequence[str]:
    """``CONFLICT``; of several: ``CONFLICT-409``, else ``orders.CONFLICT``, else ``CONFLICT-1``."""
    if len(errors) == 1:
        return [errors[0].type]
    ways: tuple[Callable[[ErrorClass], str], ...] = (
        lambda error: f"{error.type}-{error.status}",
        lambda error: f"{error.source.module.rpartition('.')[2]}.{error.type}",
        lambda error: f"{error.source.module}.{error.type}",
    )
    for way in ways:
        names = [way(error) for error in errors]
        if len(set(names)) == len(names):
            return names
    return [f"{error.type}-{number}" for number, error in enumerate(errors, 1)]


def write_errors(groups: Iterable[GroupDraft], keys: ErrorKeys, written: Written) -> dict[str, doc.Error]:
    """The entries by key, sorted, each with the methods that declare it."""
    used: dict[str, dict[tuple[str, str, str], doc.MethodRef]] = {}
    drafts: dict[str, ErrorDraft] = {}
    for group, contract, method in every_method(groups):
        place = (group.slug, contract, method.model.name)
        for draft in method.errors:
            key = keys[draft.error]
            drafts.setdefault(key, draft)
            methods = used.setdefault(key, {})
            if place not in methods:
                methods[place] = doc.MethodRef(group=place[0], contract=place[1], method=place[2])
    return {
        key: doc.Error(
            type=draft.error.type,
            status_code=draft.error.status,
            description=draft.error.description,
            data=written.schema(draft.slot) if draft.slot is not None else None,
            used_in=tuple(used[key].values()),
        )
        for key, draft in sorted(drafts.items())
    }
