"""The errors that a method can answer with: its own, those of its requirements, and those that
`implement()` adds.

`implement()` answers a request that does not have the declared form by VALIDATION_ERROR, and a
failure of the service by SERVER_ERROR. Authors do not list these two; a class of the same type that
a method or a requirement declares replaces the built-in one.
"""

from collections.abc import Iterable, Iterator

from .credentials import (
    permission_of,
    required_security,
    requirements_of,
    validated_parameters,
)
from .errors import FORBIDDEN, SERVER_ERROR, UNAUTHORIZED, VALIDATION_ERROR, ErrorClass
from .model import (
    MISSING,
    Contract,
    HttpContract,
    HttpMethod,
    Interaction,
    WebSocketContract,
)
from .permissions import authenticated, public
from .requirements import Requirement


def possible_errors(
    contract: Contract, member: HttpMethod | Interaction | None = None
) -> tuple[ErrorClass, ...]:
    """Every error that a caller can get, each once: the declared ones in their order, then those
    that the runtime adds.

    Args:
        contract: The contract.
        member: One of its methods or interactions; None for the handshake of a WebSocket.
    """
    if isinstance(member, HttpMethod):
        declared = _declared(member.errors, requirements_of(contract, member))
        parameters = (*member.parameters, *validated_parameters(contract, member))
        takes_input = bool(parameters) or member.body is not None
    elif member is None:
        declared = _declared((), contract.requires)
        takes_input = False
        if isinstance(contract, WebSocketContract):
            takes_input = bool(contract.parameters or validated_parameters(contract))
    elif member.is_request and member.direction == "client_to_server":
        declared = _declared(member.errors, contract.requires)
        takes_input = member.message is not None
    else:  # an event has no answer, and a request of the service is answered by the client
        return _declared(member.errors, ())
    if not contract.runtime_errors or (isinstance(contract, HttpContract) and contract.outgoing):
        return declared
    refused = tuple(dict.fromkeys((*declared, *_refusals(contract, member, declared))))
    return _with_runtime_errors(refused, takes_input=takes_input)


def handshake_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Every error with which the handshake may be answered."""
    if contract.handshake_errors is not None:
        return contract.handshake_errors
    return possible_errors(contract)


def _refusals(
    contract: Contract, member: HttpMethod | Interaction | None, declared: Iterable[ErrorClass]
) -> Iterator[ErrorClass]:
    """What guards refuse callers with, where nothing of the same status is declared: UNAUTHORIZED
    for wrong credentials, FORBIDDEN for a permission that is missing (RFC 9110, 15.5.2 and 15.5.4).
    """
    statuses = {error.status for error in declared}
    security = required_security(contract, member)
    if security is not None and security.schemes and UNAUTHORIZED.status not in statuses:
        yield UNAUTHORIZED
    permission = permission_of(contract, member)
    needs_more = permission is not None and permission not in (public, authenticated)
    if needs_more and FORBIDDEN.status not in statuses:
        yield FORBIDDEN


def event_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Every error that the service reports when a client's event fails; none where the framing does
    not report them.
    """
    if contract.event_errors is not None:
        return contract.event_errors
    events = [
        interaction
        for interaction in contract.interactions
        if interaction.direction == "client_to_server" and not interaction.is_request
    ]
    if (
        not events
        or not contract.runtime_errors
        or contract.framing.template("event_error") is None
    ):
        return ()
    takes_input = any(event.message for event in events)
    return _with_runtime_errors(_declared((), contract.requires), takes_input=takes_input)


def refusal_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Every error that the service sends for input that is no message of the contract."""
    if contract.refusals is not None:
        return contract.refusals
    declared = _declared((), contract.requires)
    return (runtime_error(VALIDATION_ERROR, declared),) if contract.runtime_errors else ()


def runtime_error(built_in: ErrorClass, declared: Iterable[ErrorClass]) -> ErrorClass:
    """The error that the runtime answers with: a declared one of the type of `built_in`, if it can
    be made.

    It can when it carries nothing, or the same data.
    """
    for error in declared:
        if error.type == built_in.type and error.data_type in (MISSING, built_in.data_type):
            return error
    return built_in


def _with_runtime_errors(
    declared: tuple[ErrorClass, ...], *, takes_input: bool
) -> tuple[ErrorClass, ...]:
    """Add SERVER_ERROR to declared errors, and VALIDATION_ERROR where there is input."""
    added = [runtime_error(SERVER_ERROR, declared)]
    if takes_input:
        added.insert(0, runtime_error(VALIDATION_ERROR, declared))
    return tuple(dict.fromkeys((*declared, *added)))


def _declared(
    errors: Iterable[ErrorClass], requirements: Iterable[Requirement]
) -> tuple[ErrorClass, ...]:
    refusals = (error for requirement in requirements for error in requirement.errors)
    return tuple(dict.fromkeys((*errors, *refusals)))
