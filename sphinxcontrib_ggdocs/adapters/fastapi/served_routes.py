"""Reads routes that `implement()` created: the hand-written contract at the route's path, with
what the application's dependencies add.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain
from typing import Any, TypeAlias

from ...contracts.credentials import (
    credential_carriers,
    declared_security,
    own_parameters,
    parameters_of_requirements,
    permission_of,
    place_of,
    requirements_of,
    security_of,
)
from ...contracts.errors import ErrorClass
from ...contracts.model import Contract, HttpContract, HttpMethod, WebSocketContract
from ...contracts.permissions import authenticated, public
from ...contracts.security import all_of, any_of, optional
from ...contracts.served import EndpointMethod
from .dependants import DependencyReader, RouteNeeds, dependency_needs
from .routes import AppRoute

Place: TypeAlias = tuple[str, str] | None
"""Location and name of a parameter, such as ``("header", "authorization")``; None for a credential
that is no parameter, such as a client certificate."""


def served_contract(served: EndpointMethod, path: str) -> HttpContract:
    """Return a hand-written contract with the whole prefix under which the application serves it.

    Args:
        served: The contract and the method that were passed to `implement()`.
        path: The whole path at which the application serves that method.
    """
    contract = served.contract
    # What the application puts in front of the path that the contract itself declares.
    prefix = path.removesuffix(contract.full_path(served.method)).rstrip("/")
    return replace(contract, path_prefix=prefix + contract.path_prefix)


def served_method(
    route: AppRoute,
    contract: HttpContract,
    method: HttpMethod,
    everywhere: Iterable[ErrorClass],
    reader: DependencyReader,
) -> HttpMethod:
    """Return a method of a hand-written contract, with what the dependencies of its route add.

    Args:
        route: The application's route.
        contract: The contract, with its whole prefix.
        method: The method as the contract has it.
        everywhere: The errors that every operation shows, since the application handles them.
        reader: Reads the dependencies.
    """
    if contract.full_path(method) != route.path:
        # FastAPI keeps a slash at the end that the contract does not have: ``/v1`` + ``/``.
        path_below_prefix = route.path.removeprefix(contract.path_prefix.rstrip("/"))
        method = replace(method, path=path_below_prefix)
    needs = dependency_needs(route.route.dependant, reader)
    # Errors of the contract replace the application's response with the same status.
    declared_statuses = {error.status for error in method.errors}
    other_errors = [error for error in everywhere if error.status not in declared_statuses]
    errors = dict.fromkeys((*method.errors, *needs.raised, *other_errors))
    # New parameters are appended; `security` and `permission` replace those of the contract.
    additions = _additions(contract, method, needs)
    parameters = (*method.parameters, *additions.pop("parameters"))
    return replace(method, parameters=parameters, errors=tuple(errors), **additions)


def served_socket(
    route: AppRoute, contract: WebSocketContract, reader: DependencyReader
) -> WebSocketContract:
    """Return a hand-written WebSocket contract at the path of its route. The parameters and
    credentials that the route's dependencies read from the handshake are added.

    Args:
        route: The application's route.
        contract: The contract.
        reader: Reads the dependencies.
    """
    needs = dependency_needs(route.route.dependant, reader)
    additions = _additions(contract, None, needs)  # None: for the handshake, not for a method
    # New parameters are appended; `security` and `permission`, if `additions` has them, replace
    # those of the contract.
    parameters = (*contract.parameters, *additions.pop("parameters"))
    return replace(contract, path=route.route_path, parameters=parameters, **additions)


def _additions(contract: Contract, method: HttpMethod | None, needs: RouteNeeds) -> dict[str, Any]:
    """Return what dependencies add to a method, or to the handshake of a WebSocket, as arguments of
    `replace`: `parameters` (only the new ones), and `security` and `permission` if they change.

    Parameters and credentials that the contract itself declares are not repeated: to find the
    caller, a dependency usually reads the same header.

    Args:
        contract: The hand-written contract.
        method: The method; None for the handshake of a WebSocket.
        needs: What the dependencies read.
    """
    declared_places = _declared_places(contract, method)
    parameters = [item for item in needs.parameters if place_of(item) not in declared_places]
    additions: dict[str, Any] = {"parameters": parameters}
    if needs.security is None:
        return additions
    schemes = chain.from_iterable(needs.security.alternatives)  # alternatives of one scheme each
    # The carrier is the parameter with the credential, such as the header ``authorization``.
    requirement = any_of(item for item in schemes if item.scheme.carrier not in declared_places)
    if requirement is not None:
        if not needs.required_security:
            requirement = optional(requirement)
        declared_requirement = security_of(contract, method)
        if declared_requirement is not None:
            requirement = all_of((declared_requirement, requirement))
        additions["security"] = requirement
    # Any other permission in the contract says more than that callers need credentials.
    if needs.required_security and permission_of(contract, method) in (None, public):
        additions["permission"] = authenticated
    return additions


def _declared_places(contract: Contract, method: HttpMethod | None) -> set[Place]:
    """Return the locations and names of the parameters and credentials that a contract declares
    for a method, or for the handshake of a WebSocket.
    """
    places: set[Place] = set()
    for parameter in own_parameters(contract, method):
        places.add(place_of(parameter))
    for parameter, _ in parameters_of_requirements(requirements_of(contract, method)):
        places.add(place_of(parameter))
    return places | credential_carriers(*declared_security(contract, method))
