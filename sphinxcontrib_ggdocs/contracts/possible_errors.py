"""Collects the errors that a method can respond with: its own, those of its requirements, and those
that `implement()` adds, which serves a contract.

`implement()` responds to a request that does not match its declaration with VALIDATION_ERROR, and
to a failure of the service with SERVER_ERROR. Authors do not list these two; an error of the same
type that a method or a requirement declares replaces the built-in one.

The argument `member` of the functions is a method or an interaction; None is the handshake.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import PydanticUserError, TypeAdapter

from .annotations import cached_by_type
from .credentials import (
    accepts_credentials,
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
    """Return every error that a caller can get, each once.

    Declared errors come first, in their order, and then those that the runtime adds.

    Args:
        contract: The contract.
        member: One of its methods or interactions; None for the handshake of a WebSocket.
    """
    if isinstance(member, HttpMethod):
        declared = _with_requirement_errors(member.errors, requirements_of(contract, member))
    elif member is None:
        declared = _with_requirement_errors((), contract.requires)
    elif member.is_request and member.direction == "client_to_server":
        declared = _with_requirement_errors(member.errors, contract.requires)
    else:
        # Only its own errors: those of all events are in `event_errors`, and a request of the
        # service is answered by a client, which has neither requirements nor this runtime.
        return _with_requirement_errors(member.errors, ())
    # The runtime serves no requests that the service sends to others.
    is_outgoing = isinstance(contract, HttpContract) and contract.outgoing
    if not contract.runtime_errors or is_outgoing:
        return declared
    guard_errors = _guard_errors(contract, member, declared)
    errors = tuple(dict.fromkeys((*declared, *guard_errors)))
    return _with_runtime_errors(errors, can_be_invalid=_has_input_to_validate(contract, member))


def _has_input_to_validate(contract: Contract, member: HttpMethod | Interaction | None) -> bool:
    """Return whether the runtime may refuse the input of a method, a request or a handshake."""
    if isinstance(member, HttpMethod):
        parameters = (*member.parameters, *validated_parameters(contract, member))
        return _can_be_invalid(parameters, member.body)
    if member is not None:
        return member.message is not None
    if isinstance(contract, HttpContract):  # which has no handshake
        return False
    return _can_be_invalid((*contract.parameters, *validated_parameters(contract)), None)


def added_errors(
    contract: Contract, member: HttpMethod | Interaction, possible: Iterable[ErrorClass]
) -> tuple[ErrorClass, ...]:
    """Return those possible errors that neither a member nor a requirement declares, but
    `implement()` adds.

    Args:
        contract: The contract.
        member: The method or the interaction.
        possible: The member's `possible_errors`.
    """
    declared = _with_requirement_errors(member.errors, requirements_of(contract, member))
    return tuple(error for error in possible if error not in declared)


def handshake_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Return every error with which a service may refuse the handshake; a list of the contract
    itself counts alone.
    """
    if contract.handshake_errors is not None:
        return contract.handshake_errors
    return possible_errors(contract)


def _guard_errors(
    contract: Contract, member: HttpMethod | Interaction | None, declared: Iterable[ErrorClass]
) -> Iterator[ErrorClass]:
    """Yield the errors with which guards, the functions that check requirements, refuse callers.

    These are UNAUTHORIZED for wrong credentials, and FORBIDDEN for a missing permission (RFC 9110,
    15.5.2 and 15.5.4), unless another error with the same status is declared.

    Args:
        contract: The contract.
        member: One of its methods or interactions; None for the handshake of a WebSocket.
        declared: The errors that the contract declares for calls of the member.
    """
    statuses = {error.status for error in declared}
    if UNAUTHORIZED.status not in statuses and accepts_credentials(contract, member):
        yield UNAUTHORIZED
    permission = permission_of(contract, member)
    needs_scopes = permission is not None and permission not in (public, authenticated)
    if needs_scopes and FORBIDDEN.status not in statuses:
        yield FORBIDDEN


def event_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Return every error that the service reports when an event of a client fails.

    If the contract itself lists these errors, return that list. Otherwise the errors that events
    declare come first, in their order, and then, if `implement()` serves the contract, those of its
    requirements and of the runtime. There are none without events of clients, or if the framing
    does not report failures of events.
    """
    if contract.event_errors is not None:
        return contract.event_errors
    has_events = False
    has_messages = False
    declared: dict[ErrorClass, None] = {}
    for interaction in contract.interactions:
        if interaction.direction == "client_to_server" and not interaction.is_request:
            has_events = True
            # An event without a message has nothing that could be invalid.
            has_messages = has_messages or bool(interaction.message)
            declared |= dict.fromkeys(interaction.errors)
    if not has_events or contract.framing.template("event_error") is None:
        return ()
    if not contract.runtime_errors:
        return tuple(declared)
    errors = _with_requirement_errors(declared, contract.requires)
    return _with_runtime_errors(errors, can_be_invalid=has_messages)


def event_failures(contract: WebSocketContract, event: Interaction) -> tuple[ErrorClass, ...]:
    """Return every error with which one event of a client may fail, even if the framing does not
    report it.
    """
    declared = _with_requirement_errors(event.errors, contract.requires)
    if not contract.runtime_errors:
        return declared
    guard_errors = _guard_errors(contract, event, declared)
    errors = tuple(dict.fromkeys((*declared, *guard_errors)))
    return _with_runtime_errors(errors, can_be_invalid=event.message is not None)


def refusal_errors(contract: WebSocketContract) -> tuple[ErrorClass, ...]:
    """Return every error that the service sends for input that is not a message of the contract.

    If the contract does not list them, there is only that of the runtime, and none if `implement()`
    does not serve the contract.
    """
    if contract.refusals is not None:
        return contract.refusals
    declared = _with_requirement_errors((), contract.requires)
    if contract.runtime_errors:
        return (runtime_error(VALIDATION_ERROR, declared),)
    return ()


def runtime_error(built_in: ErrorClass, declared: Iterable[ErrorClass]) -> ErrorClass:
    """Return the error that the runtime sends in the place of a built-in error.

    It is a declared error of the same type, if that has no data or the same data, since the runtime
    can create only these. Otherwise it is the built-in error.
    """
    for error in declared:
        if error.type == built_in.type and error.data_type in (MISSING, built_in.data_type):
            return error
    return built_in


def _with_runtime_errors(
    declared: tuple[ErrorClass, ...], *, can_be_invalid: bool
) -> tuple[ErrorClass, ...]:
    """Return declared errors, and those that the runtime adds.

    Args:
        declared: The declared errors.
        can_be_invalid: Whether the input can be invalid, so that VALIDATION_ERROR is possible.
    """
    errors = dict.fromkeys(declared)
    if can_be_invalid:
        errors[runtime_error(VALIDATION_ERROR, declared)] = None
    errors[runtime_error(SERVER_ERROR, declared)] = None
    return tuple(errors)


def _with_requirement_errors(
    errors: Iterable[ErrorClass], requirements: Iterable[Requirement]
) -> tuple[ErrorClass, ...]:
    """Return declared errors, followed by those of requirements, each once."""
    declared = dict.fromkeys(errors)
    for requirement in requirements:
        declared |= dict.fromkeys(requirement.errors)
    return tuple(declared)


def _can_be_invalid(parameters: Iterable[Parameter], body: RequestBody | None) -> bool:
    """Return whether a request can fail validation.

    Args:
        parameters: The parameters that are validated.
        body: The body; None without one.
    """
    if body is not None:
        if body.required:
            return True  # it can be missing
        for content in body.contents:
            # Raw bytes, with neither, are always valid.
            if content.type is not MISSING or content.fields:
                return True
    return not all(map(takes_everything, parameters))


def takes_everything(parameter: Parameter) -> bool:
    """Return whether a parameter accepts every request, since it may be left out and takes any
    text.

    The text of a path parameter is always there. A field of a model never counts: the model may
    validate it together with the other fields.
    """
    if parameter.of_model or (parameter.required and parameter.location != "path"):
        return False
    return _takes_any_text(parameter.type)


@cached_by_type
def _takes_any_text(annotation: TypeForm) -> bool:
    """Return whether a type is a string without constraints, so that its validation cannot fail."""
    try:
        schema: Mapping[str, Any] = TypeAdapter(annotation).core_schema
    except (PydanticUserError, NameError, TypeError):
        # The error is reported when the schema of the type is generated.
        return False
    # ``X | None`` and a default do not limit the text.
    while schema["type"] in ("nullable", "default"):
        schema = schema["schema"]
    is_string: bool = schema["type"] == "str"
    return is_string and schema.keys() <= _KEYS_WITHOUT_CONSTRAINTS


_KEYS_WITHOUT_CONSTRAINTS = {"type", "strict", "metadata", "ref", "serialization"}
"""The keys of pydantic's core schema of a string that do not limit its values."""
