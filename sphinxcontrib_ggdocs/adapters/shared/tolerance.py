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


def with_tolerated_types(groups: list[ResolvedGroup], options: AppOptions) -> list[ResolvedGroup]:
    """Return the groups with contracts in which a type without a schema causes a warning, not an
    error: their function `on_bad_type`, which gets such errors, issues warnings.

    With the option `strict`, the groups are returned unchanged. Types are read only when a document
    is made, so the warnings are issued then.
    """
    if options.strict:
        return groups
    warn = TypeWarnings()
    changed = []
    for group in groups:
        contracts = (replace(contract, on_bad_type=warn) for contract in group.contracts)
        changed.append(replace(group, contracts=tuple(contracts)))
    return changed


def warn_unreadable_route(error: Exception, where: Location, options: AppOptions) -> None:
    """Warn of a route that cannot be read.

    Args:
        error: The exception that occurred while the route was read.
        where: The route's place in the author's code.
        options: The options of the application.

    Raises:
        ContractError: The option `strict` is set, so the warning is an error.
    """
    problem = error
    if not isinstance(problem, ContractError):
        problem = UnreadableRoute(
            f"the route cannot be read: {type(error).__name__}: {error}",
            where=where,
            hint="correct what it declares, or leave it out with the option exclude",
        )
    if options.strict:
        raise problem from error
    warn_at(ApplicationWarning(problem, "only its path and its text are documented"), where)


def readable_servers(servers: Iterable[Mapping[str, Any]]) -> Iterator[ServerSpec]:
    """Yield servers from server objects of OpenAPI; warn of those that are not valid, such as one
    whose URL is no URL.
    """
    for server in servers:
        # A `ServerSpec` would refuse other members, such as extensions, as unknown fields.
        fields = {key: server[key] for key in ("url", "description", "variables") if key in server}
        try:
            yield from server_specs([fields])
        except ContractError as error:
            warnings.warn(ApplicationWarning(error, "it is left out"), stacklevel=2)


def readable_info_object(name: str, value: object) -> dict[str, Any] | None:
    """Return the valid members of a contact, license or external documentation object of OpenAPI;
    None if there are none. Warn of members that are not valid.

    Args:
        name: ``contact``, ``license`` or ``external_docs``.
        value: What the application declares; should be a mapping.
    """
    problems: list[SpecError] = []
    valid_members = read_info_object(name, value, problems)
    for problem in problems:
        warnings.warn(ApplicationWarning(problem, "it is left out"), stacklevel=2)
    return valid_members
