"""Defines a call of a contract's method: what guards see of it, and how a handler adds to the
response.
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

PASSED_ON = (HTTPException, WebSocketException)
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
    """Start a response; `reply` gives it to the handler."""
    started = Reply()
    _reply.set(started)
    return started


async def ask_guards(guards: Guards, call: Call) -> None:
    """Ask the guards: of each requirement, in order, then of the schemes, then of the permission.

    Raises:
        ServiceError: A guard turns the caller away.
    """
    for requirement in requirements_of(call.contract, call.method):
        await _ask(guards.get(requirement), call)
    security = _guarded_by_schemes(call.contract, call.method, guards)
    if security is not None:
        await _ask_schemes(with_permission(security, call.permission), guards, call)
    if call.permission is not None and call.permission != public:
        await _ask(_permission_guard(call.permission, guards), call)


async def _ask(guard: Guard | None, call: Call) -> None:
    decided = guard(call) if guard is not None else None
    if decided is not None:
        await decided


async def _ask_schemes(requirement: SecurityRequirement, guards: Guards, call: Call) -> None:
    """Let a caller pass whose credentials fulfil one of the alternatives.

    Credentials that were sent are always checked: wrong ones are refused, even if
    none are needed. Of alternatives that were sent, one that another contains is not enough: a
    second credential that is optional is checked as well.

    Raises:
        ServiceError: No alternative is fulfilled.
    """
    alternatives = list(filter(None, requirement.alternatives))
    sent = _sent_alternatives(alternatives, call)
    is_optional = call.permission is None and () in requirement.alternatives
    needs_none = is_optional or call.permission == public
    if needs_none and not any(map(_is_carried, sent)):
        await _ask_incomplete(alternatives, guards, call)
        await _ask_certificates(sent, guards, call)
        return
    refusals = []
    for alternative in sent or alternatives[:1]:
        refusal = await _refusal(alternative, guards, call)
        if refusal is None:
            return
        refusals.append(refusal)
    if refusals:
        raise refusals[0]


def _sent_alternatives(alternatives: Iterable[Alternative], call: Call) -> list[Alternative]:
    """Return the alternatives whose credentials were sent, without those that another contains."""
    sent = [alternative for alternative in alternatives if _is_sent(alternative, call.connection)]
    return [alternative for alternative in sent if not _is_part_of_one(alternative, sent)]


async def _ask_incomplete(alternatives: Sequence[Alternative], guards: Guards, call: Call) -> None:
    """Check what was sent of alternatives that want more, where none is needed."""
    carried: dict[Security, None] = {}
    for security in chain.from_iterable(alternatives):
        has_carrier = security.scheme.carrier is not None
        if has_carrier and _carries(call.connection, security.scheme):
            carried[security] = None
    refusal = await _refusal(tuple(carried), guards, call)
    if refusal is not None:
        raise refusal


async def _ask_certificates(
    alternatives: Sequence[Alternative], guards: Guards, call: Call
) -> None:
    """Ask about certificates where none is needed: whether there is one, only the guards know."""
    for alternative in alternatives:
        if await _refusal(alternative, guards, call) is None:
            return


async def _refusal(alternative: Alternative, guards: Guards, call: Call) -> Exception | None:
    """What the guards of an alternative raise; None when they let the caller pass."""
    try:
        for security in alternative:
            await _ask(guards[security.scheme], replace(call, scopes=security.scopes))
    except (ServiceError, *PASSED_ON) as error:
        return error
    return None


def _schemes(alternative: Alternative) -> set[Scheme]:
    return {security.scheme for security in alternative}


def _is_part_of_one(alternative: Alternative, others: Iterable[Alternative]) -> bool:
    """Return whether another alternative wants the same schemes and more."""
    return any(_schemes(alternative) < _schemes(other) for other in others)


def _is_sent(alternative: Alternative, connection: HTTPConnection) -> bool:
    """Return whether a request carries something for each scheme."""
    return all(_carries(connection, security.scheme) for security in alternative)


def _is_carried(alternative: Alternative) -> bool:
    """Return whether a request shows that it carries a credential of an alternative."""
    return any(security.scheme.carrier is not None for security in alternative)


def _carries(connection: HTTPConnection, scheme: Scheme) -> bool:
    if scheme.carrier is None:
        return True  # a certificate, which only its guard can check
    return scheme.credential(connection) is not None


def _guarded_by_schemes(
    contract: Contract, method: HttpMethod | Interaction | None, guards: Guards
) -> SecurityRequirement | None:
    """What is declared as security, but for that of requirements that have a guard of their own."""
    requirements = requirements_of(contract, method)
    own = (requirement.security for requirement in requirements if requirement not in guards)
    declared = (security_of(contract, method), *own)
    return all_of(security for security in declared if security is not None)


def _permission_guard(permission: Permission, guards: Guards) -> Guard | None:
    return guards.get(permission) or guards.get(Permission)


def check_guards(contract: Contract, guards: Guards, problems: Problems) -> None:
    """Refuse a contract with a credential or a permission that nothing checks, and guards of
    something else.
    """
    where = Location(owner=contract.name)
    _check_keys(guards, where, problems)
    methods = tuple(_called(contract))
    required = chain.from_iterable(requirements_of(contract, method) for method in methods)
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
        security = _guarded_by_schemes(contract, method, guards)
        schemes |= dict.fromkeys(security.schemes if security is not None else ())
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
    permission = permission_of(contract, method)
    if permission is None or permission == public:
        return
    security = _guarded_by_schemes(contract, method, guards)
    schemes = security.schemes if security is not None else ()
    keys = (*requirements_of(contract, method), *schemes)
    if any(key in guards for key in keys) or _permission_guard(permission, guards) is not None:
        return
    owner = contract.name if method is None else f"{contract.name}.{method.name}"
    problems.add(
        BadOption(
            f"no guard checks the permission: {permission.text}",
            where=Location(owner=owner),
            hint="add a requirement or a security scheme that has a guard, or pass "
            f"guards={{Permission: ...}}, {_A_GUARD}",
        )
    )


def _asks_for_credentials(requirement: Requirement) -> bool:
    carried = credential_carriers(requirement.security)
    parameters = (*requirement.headers, *requirement.cookies)
    return any(
        is_credential(parameter) and place_of(parameter) not in carried for parameter in parameters
    )


def _called(contract: Contract) -> Iterator[HttpMethod | Interaction | None]:
    """What clients call: methods; of a WebSocket contract the handshake (None), and what they
    send.
    """
    if isinstance(contract, HttpContract):
        yield from contract.methods
        return
    yield None
    for interaction in contract.interactions:
        if interaction.direction == "client_to_server":
            yield interaction


def _key_name(key: Any) -> str:
    if isinstance(key, Requirement | Scheme):
        return key.name
    if isinstance(key, Permission):
        return key.text
    return getattr(key, "__name__", repr(key))


def _takes_a_call(guard: object) -> bool:
    if not callable(guard):
        return False
    signature = signature_of(guard)
    return signature is None or len(signature.parameters) == 1


def _check_keys(guards: Guards, where: Location, problems: Problems) -> None:
    """Refuse keys that nothing declares, and guards that do not take one `Call`."""
    for key, guard in guards.items():
        place = replace(where, path=f"guards[{_key_name(key)}]")
        if key is not Permission and not isinstance(key, Requirement | Scheme | Permission):
            hint = "use a Requirement, a security scheme, a permission or the class Permission"
            problems.add(BadOption(f"guards has the key {key!r}", where=where, hint=hint))
        elif not _takes_a_call(guard):
            hint = (
                "let it take one Call, whose `connection` is the request; dependencies belong "
                "in the handler's method"
            )
            problems.add(BadOption("the guard does not take one argument", where=place, hint=hint))
