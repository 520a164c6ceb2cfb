"""Resolves the names in a spec to contracts."""

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from typing import Literal

from ..contracts import contract_of
from ..contracts.authoring.drafts import leaving_methods_out
from ..contracts.contract_errors import ContractError, Location, NotAContract, OnBadType
from ..contracts.model import Contract
from ..value_messages import displayed
from .imports import import_object
from .spec_errors import DuplicateContract, ImportFailed, ModuleNotFound, NoContract, WrongKind

Kind = Literal["http", "ws"]

KIND_NAMES: dict[Kind, str] = {"http": "an HTTP contract", "ws": "a WebSocket contract"}


def resolve_contracts(
    http: Iterable[object],
    ws: Iterable[object],
    where: Location,
    errors: list[ContractError],
    on_bad_type: OnBadType | None,
) -> Iterator[Contract]:
    """Yield the imported contracts of one group.

    Args:
        http: The entries of the field ``http``: contracts, decorated classes, or names.
        ws: The entries of the field ``ws``: contracts, decorated classes, or names.
        where: The place of the group, for messages.
        errors: Gets the error of each entry that is left out, so that the caller can raise all of
            them together.
        on_bad_type: Called with errors in types and methods, which then do not leave out the whole
            contract; None if they should.
    """
    place_of_name: dict[str, Location] = {}
    entries_by_kind: dict[Kind, Iterable[object]] = {"http": http, "ws": ws}
    for kind, entries in entries_by_kind.items():
        for position, entry in enumerate(entries):
            place = where / kind / f"[{position}]"
            try:
                contract = _resolved(entry, kind, place, on_bad_type)
            except ContractError as error:
                # Several entries may have one error: Python forgets a module whose import fails,
                # and imports it again for the next contract in it.
                if not any(_is_same(error, earlier) for earlier in errors):
                    errors.append(error)
                continue
            first_place = place_of_name.get(contract.name)
            if first_place is not None:
                errors.append(
                    DuplicateContract(
                        f"{contract.name} is already at {first_place.path}",
                        where=place,
                        hint="list each contract once; put those of one name into different groups",
                    )
                )
                continue
            place_of_name[contract.name] = place
            yield contract


def _is_same(error: ContractError, earlier: ContractError) -> bool:
    """Return whether two errors are the same for a reader. Errors of imports are, if they differ
    only in the entry that names the module.
    """
    if isinstance(error, ImportFailed | ModuleNotFound):
        return (type(error), error.message) == (type(earlier), earlier.message)
    return error is earlier or str(error) == str(earlier)


def is_contract(value: object) -> bool:
    """Return whether an object is a contract, also if the contract has errors."""
    try:
        contract_of(value)
    except ContractError as error:
        return not isinstance(error, NotAContract)
    return True


def _resolved(
    entry: object, kind: Kind, where: Location, on_bad_type: OnBadType | None
) -> Contract:
    """Return the contract of one entry.

    Args:
        entry: A contract, a decorated class, or a name.
        kind: The field that lists it.
        where: The place of the entry, for messages.
        on_bad_type: Called with errors in types and methods, which then do not leave out the whole
            contract; None to raise them.

    Raises:
        ContractError: It cannot be imported, is not a contract, or is one of the other kind.
    """
    target: object = entry
    if isinstance(entry, str):
        # Classes are decorated, and methods read, when their module is imported.
        import_context = nullcontext() if on_bad_type is None else leaving_methods_out()
        with import_context:
            target = import_object(entry, where, is_contract)
    try:
        contract = contract_of(target, on_bad_type=on_bad_type)
    except NotAContract as error:
        shown_entry = entry if isinstance(entry, str) else displayed(target)
        raise NoContract(
            f"{shown_entry} is not a contract",
            where=where,
            hint=f"decorate the class with @{kind}.api(...); an application belongs in app",
        ) from error
    if contract.kind != kind:
        raise WrongKind(
            f"{contract.name} is {KIND_NAMES[contract.kind]}",
            where=where,
            hint=f"list it under {contract.kind}",
        )
    return contract
