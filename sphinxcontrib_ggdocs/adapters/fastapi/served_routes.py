"""Reads routes that `implement()` created: their contract, at the route's path, with the
dependencies that the application adds.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from ...contracts.credentials import (
    asked_by,
    carried_by,
    declared_security,
    own_parameters,
    permission_of,
    place_of,
    requirements_of,
    security_of,
)
from ...contracts.errors import ErrorClass
from ...contracts.model import Contract, HttpContract, HttpMethod, WebSocketContract
from ...contracts.permissions import authenticated, public
from ...contracts.security import Security, all_of, any_of, optional
from ...contracts.served import EndpointMethod
from .dependants import DependencyReader, RouteNeeds, dependency_needs
from .routes import AppRoute

Place: TypeAlias = tuple[str, str] | None
"""Location and name of a parameter; None of a credential that no parameter carries."""


def served_contract(served: EndpointMethod, path: str) -> HttpContract:
    """Return an HTTP contract below the prefix of the router that has its routes.

    Args:
        served: The contract that `implement()` got, and one of its methods.
        path: Where the application has that method.
    """
    contract = served.contract
    prefix = path.removesuffix(contract.full_path(served.method)).rstrip("/")
    return replace(contract, path_prefix=prefix + contract.path_prefix)


def served_method(
    route: AppRoute,
    contract: HttpContract,
    method: HttpMethod,
    everywhere: Iterable[ErrorClass],
    reader: DependencyReader,
) -> HttpMethod:
    """Return a method with what the dependencies of its route add.

    Args:
        route: The application's route.
        contract: The contract, with its whole prefix.
        method: The method as the contract has it.
        everywhere: The errors that the application's exception handlers answer with.
        reader: Reads the dependencies.
    """
    if contract.full_path(method) != route.path:  # "/v1" + "/", which FastAPI keeps
        below = route.path.removeprefix(contract.path_prefix.rstrip("/"))
        method = replace(method, path=below)
    needs = dependency_needs(route.route.dependant, reader)
    statuses = {error.status for error in method.errors}
    unknown = [error for error in everywhere if error.status not in statuses]
    errors = dict.fromkeys((*method.errors, *needs.raised, *unknown))
    added = _added(contract, method, needs)
    parameters = (*method.parameters, *added.pop("parameters"))
    return replace(method, parameters=parameters, errors=tuple(errors), **added)


def served_socket(
    route: AppRoute, contract: WebSocketContract, reader: DependencyReader
) -> WebSocketContract:
    """Return a WebSocket contract at the path of its route, with what the dependencies add."""
    needs = dependency_needs(route.route.dependant, reader)
    added = _added(contract, None, needs)
    parameters = (*contract.parameters, *added.pop("parameters"))
    return replace(contract, path=route.route_path, parameters=parameters, **added)


def _added(contract: Contract, method: HttpMethod | None, needs: RouteNeeds) -> dict[str, Any]:
    """Return the fields that dependencies change: parameters, security, permission.

    What the contract declares itself is not changed; a dependency usually reads the same header to
    find the caller.
    """
    places = _declared_places(contract, method)
    parameters = [item for item in needs.parameters if place_of(item) not in places]
    added: dict[str, Any] = {"parameters": parameters}
    if needs.security is None:
        return added
    others: list[Security] = []
    for alternative in needs.security.alternatives:  # of one scheme each
        others += [security for security in alternative if security.scheme.carrier not in places]
    requirement = any_of(others)
    if requirement is not None:
        if not needs.required_security:
            requirement = optional(requirement)
        own = security_of(contract, method)
        if own is not None:
            requirement = all_of((own, requirement))
        added["security"] = requirement
    if needs.required_security and permission_of(contract, method) in (None, public):
        added["permission"] = authenticated
    return added


def _declared_places(contract: Contract, method: HttpMethod | None) -> set[Place]:
    """Return where a method or a handshake has parameters and credentials by its contract."""
    places: set[Place] = set()
    for parameter in own_parameters(contract, method):
        places.add(place_of(parameter))
    for parameter, _ in asked_by(requirements_of(contract, method)):
        places.add(place_of(parameter))
    return places | carried_by(*declared_security(contract, method))
