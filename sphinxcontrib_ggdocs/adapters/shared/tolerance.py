"""Warns about parts of an application that cannot be read, and continues with the rest."""

import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ...catalog import AppOptions, ResolvedGroup, ServerSpec, SpecError, UnreadableRoute
from ...catalog.application_warnings import ApplicationWarning, TypeWarnings, warn_at
from ...catalog.info_objects import read_info_object
from ...catalog.servers import server_specs
from ...contracts.contract_errors import ContractError, Location


def tolerant(groups: list[ResolvedGroup], options: AppOptions) -> list[ResolvedGroup]:
    """Return the groups with contracts whose types need not have schemas; unchanged where `strict`
    is set.

    Types are read when a document is made, and the warnings are issued then.
    """
    if options.strict:
        return groups
    warn = TypeWarnings()
    changed = []
    for group in groups:
        contracts = (replace(contract, on_bad_type=warn) for contract in group.contracts)
        changed.append(replace(group, contracts=tuple(contracts)))
    return changed


def tolerated(error: Exception, where: Location, options: AppOptions) -> None:
    """Warn of a route that cannot be read.

    Raises:
        ContractError: Nothing is tolerated.
    """
    problem = error if isinstance(error, ContractError) else _unreadable(error, where)
    if options.strict:
        raise problem from error
    warn_at(ApplicationWarning(problem, "only its path and its text are documented"), where)


def tolerated_servers(servers: Iterable[Mapping[str, Any]]) -> Iterator[ServerSpec]:
    """Server objects of OpenAPI; those whose addresses are none are left out with a warning."""
    for server in servers:
        fields = {key: server[key] for key in ("url", "description", "variables") if key in server}
        try:
            yield from server_specs([fields])
        except ContractError as error:
            warnings.warn(ApplicationWarning(error, "it is left out"), stacklevel=2)


def tolerated_info(name: str, given: object) -> dict[str, Any] | None:
    """Return an object of ``info``: whom to ask, a license, or documentation elsewhere; what has
    the wrong form is left out with a warning.
    """
    problems: list[SpecError] = []
    known = read_info_object(name, given, problems)
    for problem in problems:
        warnings.warn(ApplicationWarning(problem, "it is left out"), stacklevel=2)
    return known


def _unreadable(error: Exception, where: Location) -> ContractError:
    return UnreadableRoute(
        f"the route cannot be read: {type(error).__name__}: {error}",
        where=where,
        hint="correct what it declares, or leave it out with the option exclude",
    )
