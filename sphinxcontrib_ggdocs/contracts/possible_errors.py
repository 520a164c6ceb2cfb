"""Collects the errors that a method can respond with: its own, those of its requirements, and those
that `implement()` adds.

`implement()` responds to a request that does not match its declaration with VALIDATION_ERROR, and
to a failure of the service with SERVER_ERROR. Authors do not list these two; an error of the same
type that a method or a requirement declares replaces the built-in one.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import PydanticUserError, TypeAdapter

from .annotations import cached_by_type
from .credentials import (
    asks_for_credentials,
    permission_of,
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
    Parameter,
    RequestBody,
    TypeForm,
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
        if not contract.runtime_errors:  # types that nothing validates are not looked at
            return declared
        invalid = _can_be_invalid(
            (*member.parameters, *validated_parameters(contract, member)), member.body
        )
    elif member is None:
        declared = _declared((), contract.requires)
        if not contract.runtime_errors:
            return declared
        invalid = not isinstance(contract, HttpContract) and _can_be_invalid(
            (*contract.parameters, *validated_parameters(contract)), None
        )
    elif member.is_request and member.direction == "client_to_server":
        declared = _declared(member.errors, contract.requires)
        invalid = member.message is not None
    else:  # those of events besides are in `event_errors`; the client answers the service
        return _declared(member.errors, ())
    if not contract.runtime_errors or (isinstance(contract, HttpContract) and contract.outgoing):
        return declared
    refused = tuple(dict.fromkeys((*declared, *_refusals(contract, member, declared))))
    return _with_runtime_errors(refused, invalid=invalid)


def added_errors(
    contract: Contract, member: HttpMethod | Interaction, possible: Iterable[ErrorClass]
) -> tuple[ErrorClass, ...]:
    """Return those of `possible_errors` that neither the member nor a requirement declares:
    `implement()` adds them.
    """
    requirements = contract.requires
    if isinstance(member, HttpMethod):
        requirements = requirements_of(contract, member)
    declared = _declared(member.errors, requirements)
    return tuple(error for error in possible if error not in declared)


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
    if UNAUTHORIZED.status not in statuses and asks_for_credentials(contract, member):
        yield UNAUTHORIZED
    permission = permission_of(contract, member)
    needs_more = permission is not None and permission not in (public, authenticated)
    if needs_more and FORBIDDEN.status not in statuses:
        yield FORBIDDEN


def event_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Every error that the service reports when a client's event fails: those that events declare,
    in their order, then those of all events. None where the framing does not report them.
    """
    if contract.event_errors is not None:
        return contract.event_errors
    has_events = False
    has_messages = False
    declared: dict[ErrorClass, None] = {}
    for interaction in contract.interactions:
        if interaction.direction == "client_to_server" and not interaction.is_request:
            has_events = True
            has_messages = has_messages or bool(interaction.message)
            declared |= dict.fromkeys(interaction.errors)
    if not has_events or contract.framing.template("event_error") is None:
        return ()
    if not contract.runtime_errors:
        return tuple(declared)
    return _with_runtime_errors(_declared(declared, contract.requires), invalid=has_messages)


def event_failures(contract: WebSocketContract, event: Interaction) -> tuple[ErrorClass, ...]:
    """Every error with which one event of a client may fail, whether the framing reports it or
    not.
    """
    declared = _declared(event.errors, contract.requires)
    if not contract.runtime_errors:
        return declared
    refused = dict.fromkeys((*declared, *_refusals(contract, event, declared)))
    return _with_runtime_errors(tuple(refused), invalid=event.message is not None)


def refusal_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Every error that the service sends for input that is not a message of the contract."""
    if contract.refusals is not None:
        return contract.refusals
    declared = _declared((), contract.requires)
    if contract.runtime_errors:
        return (runtime_error(VALIDATION_ERROR, declared),)
    return ()


def runtime_error(built_in: ErrorClass, declared: Iterable[ErrorClass]) -> ErrorClass:
    """Return the error that the runtime answers with: a declared one of the type of `built_in`, if
    it can be made.

    It can when it carries nothing, or the same data.
    """
    for error in declared:
        if error.type == built_in.type and error.data_type in (MISSING, built_in.data_type):
            return error
    return built_in


def _with_runtime_errors(
    declared: tuple[ErrorClass, ...], *, invalid: bool
) -> tuple[ErrorClass, ...]:
    """Declared errors and those of the runtime: SERVER_ERROR, and VALIDATION_ERROR where input can
    be invalid.
    """
    errors = dict.fromkeys(declared)
    if invalid:
        errors[runtime_error(VALIDATION_ERROR, declared)] = None
    errors[runtime_error(SERVER_ERROR, declared)] = None
    return tuple(errors)


def _declared(
    errors: Iterable[ErrorClass], requirements: Iterable[Requirement]
) -> tuple[ErrorClass, ...]:
    declared = dict.fromkeys(errors)
    for requirement in requirements:
        declared |= dict.fromkeys(requirement.errors)
    return tuple(declared)


def _can_be_invalid(parameters: Iterable[Parameter], body: RequestBody | None) -> bool:
    """Return whether a request can fail to have the declared form."""
    if body is not None:
        if body.required:
            return True  # it can be absent, and one of any value can be no JSON
        for content in body.contents:
            if content.type is not MISSING or content.fields:
                return True
    return not all(map(takes_everything, parameters))


def takes_everything(parameter: Parameter) -> bool:
    """Return whether no request can be refused for this parameter."""
    if parameter.of_model or (parameter.required and parameter.location != "path"):
        return False
    return _takes_any_text(parameter.type)


@cached_by_type
def _takes_any_text(annotation: TypeForm) -> bool:
    """Return whether a type is a string without constraints; of any other, validation can fail."""
    try:
        schema: Mapping[str, Any] = TypeAdapter(annotation).core_schema
    except (PydanticUserError, NameError, TypeError):  # other readers of the type report it
        return False
    while schema["type"] in ("nullable", "default"):
        schema = schema["schema"]
    is_string: bool = schema["type"] == "str"
    return is_string and schema.keys() <= _WITHOUT_CONSTRAINTS


_WITHOUT_CONSTRAINTS = {"type", "strict", "metadata", "ref", "serialization"}
"""The keys of a core schema of pydantic that do not constrain a string."""
