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
    """Yield the contracts of one group; errors are added to `errors`, so that all are raised
    together, but for those of types and methods where `on_bad_type` takes them.
    """
    places: dict[str, Location] = {}
    for kind, entries in (("http", http), ("ws", ws)):
        for position, entry in enumerate(entries):
            place = where / kind / f"[{position}]"
            try:
                contract = _resolved(entry, "http" if kind == "http" else "ws", place, on_bad_type)
            except ContractError as error:
                # Python does not keep a module whose import fails, and imports it again for the
                # next contract.
                if not any(_is_same(error, known) for known in errors):
                    errors.append(error)
                continue
            if (first := places.get(contract.name)) is not None:
                errors.append(
                    DuplicateContract(
                        f"{contract.name} is already at {first.path}",
                        where=place,
                        hint="list each contract once; put those of one name into different groups",
                    )
                )
                continue
            places[contract.name] = place
            yield contract


def _is_same(error: ContractError, known: ContractError) -> bool:
    """Return whether an error is known already: a class may be resolved twice, a module with many
    contracts fails once.
    """
    if isinstance(error, ImportFailed | ModuleNotFound):
        return (type(error), error.message) == (type(known), known.message)
    return error is known or str(error) == str(known)


def is_contract(value: object) -> bool:
    """Return whether an object is a contract, be it one with errors."""
    try:
        contract_of(value)
    except ContractError as error:
        return not isinstance(error, NotAContract)
    return True


def _resolved(
    entry: object, kind: Kind, where: Location, on_bad_type: OnBadType | None
) -> Contract:
    """Return the contract that `entry` is or names.

    Raises:
        ContractError: It cannot be imported, is not a contract, or is one of the other kind.
    """
    target: object = entry
    if isinstance(entry, str):
        with nullcontext() if on_bad_type is None else leaving_methods_out():
            target = import_object(entry, where, is_contract)
    try:
        contract = contract_of(target, on_bad_type=on_bad_type)
    except NotAContract as error:
        shown = entry if isinstance(entry, str) else displayed(target)
        raise NoContract(
            f"{shown} is not a contract",
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
