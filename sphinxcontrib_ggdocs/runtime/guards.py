"""Defines a call of a contract's method: what guards see of it, and how a handler adds to the
response.

A *guard* is the user's function that checks a caller by a requirement, a security scheme or a
permission. A *requirement* is a named set of headers and cookies that callers must send, and may
have security schemes. Schemes are combined as in OpenAPI: to fulfil one of several *alternatives*,
each a tuple of schemes that are needed together, is enough; the empty one, ``()``, needs no
credentials. A scheme's *carrier* is the header, query parameter or cookie with its credential.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, TypeAlias

from starlette.exceptions import HTTPException, WebSocketException
from starlette.requests import HTTPConnection

from ..contracts.contract_errors import BadOption, Location, Problems
from ..contracts.credentials import (
    credential_carriers,
    is_credential,
    permission_of,
    place_of,
    requirements_of,
    security_of,
)
from ..contracts.errors import ServiceError
from ..contracts.model import Contract, HttpContract, HttpMethod, Interaction
from ..contracts.permissions import Permission, public
from ..contracts.requirements import Requirement
from ..contracts.security import (
    Alternative,
    Scheme,
    Security,
    SecurityRequirement,
    all_of,
    with_permission,
)
from .injection import signature_of

HANDLED_BY_FASTAPI = (HTTPException, WebSocketException)
"""Exceptions to which FastAPI responds itself: the first for a request or a handshake, the second
for a handshake.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """The call that a guard decides about."""

    connection: HTTPConnection
    """The request, or the WebSocket."""
    contract: Contract
    method: HttpMethod | Interaction | None
    """None for the handshake of a WebSocket."""
    scopes: tuple[str, ...] = ()
    """For the guard of a scheme: the scopes that its credential must carry, those of the permission
    included where the scheme is one of OAuth 2 or OpenID Connect."""

    @property
    def permission(self) -> Permission | None:
        """Who may call: the permission of the method, else of its contract."""
        return permission_of(self.contract, self.method)


Guard: TypeAlias = Callable[[Call], Awaitable[None] | None]
"""A function that is called before each method that it guards, and raises a declared error to
reject a caller.

It runs in the same task as the handler: a context variable that it sets is seen there. One that is
no coroutine must not block.
"""
Guards: TypeAlias = Mapping[Any, Guard]
"""The guards by what they check: a `Requirement`, a security scheme, or a permission; the class
`Permission` as the key means all permissions but `public`."""


@dataclass(slots=True)
class Reply:
    """What a handler adds to its response, in addition to the value that it returns."""

    headers: dict[str, str] = field(default_factory=dict)
    status: int | None = None
    """One of the declared statuses, if there are several."""
    media_type: str | None = None
    """One of the declared media types, if there are several."""


_reply: ContextVar[Reply] = ContextVar("_reply")


def reply() -> Reply:
    """Return the response of the current call, for handlers that set headers.

    Raises:
        LookupError: There is no current call of an HTTP method.
    """
    return _reply.get()


def begin_reply() -> Reply:
    """Start the response of the current call, and return it; `reply` returns it to the handler."""
    started = Reply()
    _reply.set(started)
    return started


async def ask_guards(guards: Guards, call: Call) -> None:
    """Call the guards of a method: of its requirements in order, then of the security schemes, then
    of the permission.

    Raises:
        ServiceError: A guard rejects the caller.
    """
    for requirement in requirements_of(call.contract, call.method):
        # One without a guard of its own asks for no credentials, or only by security schemes.
        await _ask_guard(guards.get(requirement), call)
    security = _security_of_schemes(call.contract, call.method, guards)
    if security is not None:
        # The credentials must also carry the scopes that the permission asks for.
        await _ask_schemes(with_permission(security, call.permission), guards, call)
    if call.permission is not None and call.permission != public:
        await _ask_guard(_permission_guard(call.permission, guards), call)


async def _ask_guard(guard: Guard | None, call: Call) -> None:
    """Call a guard, plain or ``async``; do nothing if it is None."""
    if guard is None:
        return
    awaitable = guard(call)
    if awaitable is not None:
        await awaitable


async def _ask_schemes(requirement: SecurityRequirement, guards: Guards, call: Call) -> None:
    """Let a caller pass whose credentials fulfil one of the alternatives.

    Credentials that were sent are always checked: wrong ones are refused, even if none are needed.
    If the credentials of two alternatives were sent, and one contains the other, only the larger
    one counts, so that an additional optional credential is checked as well.

    Args:
        requirement: The alternatives, each of which is a combination of security schemes.
        guards: The guards, of which there is one for each scheme.
        call: The call that they decide about.

    Raises:
        ServiceError: No alternative is fulfilled.
    """
    # The empty alternative means that no credentials are needed.
    alternatives = [alternative for alternative in requirement.alternatives if alternative]
    sent_alternatives = _alternatives_with_credentials(alternatives, call)
    # Who has a permission can only be known from credentials, so that these are not optional then.
    is_optional = call.permission is None and () in requirement.alternatives
    needs_none = is_optional or call.permission == public
    # Certificates do not count as sent here: nobody but their guards can see them.
    if needs_none and not any(map(_has_carrier, sent_alternatives)):
        await _check_incomplete_credentials(alternatives, guards, call)
        await _check_certificates(sent_alternatives, guards, call)
        return
    # If nothing was sent, the guard of the first alternative says what is missing.
    await _check_alternatives(sent_alternatives or alternatives[:1], guards, call)


async def _check_alternatives(
    alternatives: Sequence[Alternative], guards: Guards, call: Call
) -> None:
    """Call the guards of alternatives until those of one let the caller pass; if none do, raise the
    error of the first one. Without alternatives, only the guard of the permission decides, later.
    """
    errors: list[Exception] = []
    for alternative in alternatives:
        error = await _error_of_guards(alternative, guards, call)
        if error is None:
            return
        errors.append(error)
    if errors:
        raise errors[0]


def _alternatives_with_credentials(
    alternatives: Iterable[Alternative], call: Call
) -> list[Alternative]:
    """Return the alternatives of which the request has all credentials, except for those that are
    contained in another such alternative: if the smaller one were enough, the other credentials
    would remain unchecked.
    """
    connection = call.connection
    sent_alternatives = [
        alternative for alternative in alternatives if _has_all_credentials(alternative, connection)
    ]
    return [
        alternative
        for alternative in sent_alternatives
        if not _is_contained_in_another(alternative, sent_alternatives)
    ]


async def _check_incomplete_credentials(
    alternatives: Sequence[Alternative], guards: Guards, call: Call
) -> None:
    """Check credentials that were sent although none are needed, and that fulfil no alternative
    completely.
    """
    # A dict instead of a set, to keep the order.
    sent_credentials: dict[Security, None] = {}
    for security in chain.from_iterable(alternatives):
        has_carrier = security.scheme.carrier is not None
        if has_carrier and _may_have_credential(call.connection, security.scheme):
            sent_credentials[security] = None
    # Checked like an alternative of all of them, since none may be wrong.
    error = await _error_of_guards(tuple(sent_credentials), guards, call)
    if error is not None:
        raise error


async def _check_certificates(
    alternatives: Sequence[Alternative], guards: Guards, call: Call
) -> None:
    """Call the guards of certificates although no credentials are needed, until one accepts the
    caller; only they know whether there is a certificate, and none has to be there.
    """
    for alternative in alternatives:
        if await _error_of_guards(alternative, guards, call) is None:
            return


async def _error_of_guards(
    alternative: Alternative, guards: Guards, call: Call
) -> Exception | None:
    """Return the error that a guard of an alternative raises to reject the caller; None if all let
    the caller pass. Any other exception is a failure of the guard, and is raised.
    """
    try:
        for security in alternative:
            # `check_guards` has made sure that each scheme has a guard.
            await _ask_guard(guards[security.scheme], replace(call, scopes=security.scopes))
    except (ServiceError, *HANDLED_BY_FASTAPI) as error:
        return error
    return None


def _schemes(alternative: Alternative) -> set[Scheme]:
    """Return the security schemes of an alternative."""
    return {security.scheme for security in alternative}


def _is_contained_in_another(alternative: Alternative, others: Iterable[Alternative]) -> bool:
    """Return whether another alternative needs all schemes of this one, and more."""
    return any(_schemes(alternative) < _schemes(other) for other in others)


def _has_all_credentials(alternative: Alternative, connection: HTTPConnection) -> bool:
    """Return whether a request may have the credentials of all schemes of an alternative."""
    return all(_may_have_credential(connection, security.scheme) for security in alternative)


def _has_carrier(alternative: Alternative) -> bool:
    """Return whether an alternative has a scheme whose credential is in the request, such as in a
    header, unlike a certificate.
    """
    return any(security.scheme.carrier is not None for security in alternative)


def _may_have_credential(connection: HTTPConnection, scheme: Scheme) -> bool:
    """Return whether a request has a credential of a scheme; always true of a certificate, which is
    in no part of the request: only its guard can check it.
    """
    if scheme.carrier is None:
        return True
    return scheme.credential(connection) is not None


def _security_of_schemes(
    contract: Contract, method: HttpMethod | Interaction | None, guards: Guards
) -> SecurityRequirement | None:
    """Return the declared security that the guards of schemes check: all except for that of
    requirements with a guard of their own; None if there is none.

    Args:
        contract: The contract.
        method: One of its methods; None for the handshake of a WebSocket.
        guards: The guards that were passed to `implement`.
    """
    requirements = requirements_of(contract, method)
    unguarded = [requirement for requirement in requirements if requirement not in guards]
    declared = [security_of(contract, method)]
    declared.extend(requirement.security for requirement in unguarded)
    return all_of(security for security in declared if security is not None)


def _permission_guard(permission: Permission, guards: Guards) -> Guard | None:
    """Return the guard of a permission, else the guard of all permissions; None if neither is
    there.
    """
    return guards.get(permission) or guards.get(Permission)


def check_guards(contract: Contract, guards: Guards, problems: Problems) -> None:
    """Check that every credential and permission of a contract has a guard, and that all guards are
    usable.

    Args:
        contract: The contract.
        guards: The guards that were passed to `implement`.
        problems: Collects what is wrong.
    """
    where = Location(owner=contract.name)
    _check_keys(guards, where, problems)
    methods = tuple(_callable_methods(contract))
    required = chain.from_iterable(requirements_of(contract, method) for method in methods)
    # `dict.fromkeys` drops repetitions, and keeps the order.
    for requirement in dict.fromkeys(required):
        if requirement not in guards and _asks_for_credentials(requirement):
            problems.add(
                BadOption(
                    f"no guard checks what the requirement {requirement.name} asks for",
                    where=where,
                    hint=f"pass guards={{{requirement.name}: ...}}, {_A_GUARD}",
                )
            )
    schemes: dict[Scheme, None] = {}
    for method in methods:
        security = _security_of_schemes(contract, method, guards)
        if security is not None:
            schemes |= dict.fromkeys(security.schemes)
    for scheme in schemes:
        if scheme not in guards:
            problems.add(
                BadOption(
                    f"no guard checks the credentials of the security scheme {scheme.name}",
                    where=where,
                    hint="pass guards={...} with the scheme (or the requirement that has it) as "
                    f"the key, and {_A_GUARD}",
                )
            )
    for method in methods:
        _check_permission(contract, method, guards, problems)


_A_GUARD = "a function of a Call that raises a declared error"


def _check_permission(
    contract: Contract, method: HttpMethod | Interaction | None, guards: Guards, problems: Problems
) -> None:
    """Report a permission that is checked neither by a guard of its own, nor by one of the
    requirements and security schemes of the method.

    Args:
        contract: The contract.
        method: One of its methods; None for the handshake of a WebSocket.
        guards: The guards that were passed to `implement`.
        problems: Collects what is wrong.
    """
    permission = permission_of(contract, method)
    if permission is None or permission == public:
        return
    # What else the caller of the method is checked by: a guard of any of these is enough.
    keys: list[Any] = list(requirements_of(contract, method))
    security = _security_of_schemes(contract, method, guards)
    if security is not None:
        keys += security.schemes
    has_other_guard = any(key in guards for key in keys)
    if has_other_guard or _permission_guard(permission, guards) is not None:
        return
    owner = contract.name
    if method is not None:
        owner = f"{contract.name}.{method.name}"
    problems.add(
        BadOption(
            f"no guard checks the permission: {permission.text}",
            where=Location(owner=owner),
            hint="add a requirement or a security scheme that has a guard, or pass "
            f"guards={{Permission: ...}}, {_A_GUARD}",
        )
    )


def _asks_for_credentials(requirement: Requirement) -> bool:
    """Return whether a requirement has a header or cookie for a credential that none of its
    security schemes reads.
    """
    read_by_schemes = credential_carriers(requirement.security)
    for parameter in (*requirement.headers, *requirement.cookies):
        if is_credential(parameter) and place_of(parameter) not in read_by_schemes:
            return True
    return False


def _callable_methods(contract: Contract) -> Iterator[HttpMethod | Interaction | None]:
    """Yield what clients call: methods, and for a WebSocket contract the handshake (None) and the
    messages that clients send.
    """
    if isinstance(contract, HttpContract):
        yield from contract.methods
        return
    yield None
    for interaction in contract.interactions:
        if interaction.direction == "client_to_server":
            yield interaction


def _key_name(key: Any) -> str:
    """Return a key of `Guards` as text, for messages; of a class such as `Permission`, its name."""
    if isinstance(key, Requirement | Scheme):
        return key.name
    if isinstance(key, Permission):
        return key.text
    return getattr(key, "__name__", repr(key))


def _takes_one_argument(guard: object) -> bool:
    """Return whether a guard is a function with one parameter, as far as its signature is known."""
    if not callable(guard):
        return False
    signature = signature_of(guard)
    return signature is None or len(signature.parameters) == 1


def _check_keys(guards: Guards, where: Location, problems: Problems) -> None:
    """Report keys of `Guards` of another type, and guards that do not take one `Call`."""
    for key, guard in guards.items():
        place = replace(where, path=f"guards[{_key_name(key)}]")
        if key is not Permission and not isinstance(key, Requirement | Scheme | Permission):
            hint = "use a Requirement, a security scheme, a permission or the class Permission"
            problems.add(BadOption(f"guards has the key {key!r}", where=where, hint=hint))
        elif not _takes_one_argument(guard):
            hint = (
                "let it take one Call, whose `connection` is the request; dependencies belong "
                "in the handler's method"
            )
            problems.add(BadOption("the guard does not take one argument", where=place, hint=hint))
