"""Who calls, and whether they may: the guards of the contracts' requirements."""

from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any

from sphinxcontrib_ggdocs.contracts import FORBIDDEN, UNAUTHORIZED, Requirement, public
from sphinxcontrib_ggdocs.runtime import Call, Guard

from ..access import PartnerKey, SignedIn, SignedInToBid
from .market import PARTNER_KEY, Caller, Market

_caller: ContextVar[Caller] = ContextVar("_caller")


def caller() -> Caller:
    """Who calls the method that is being handled."""
    return _caller.get()


def guards(market: Market) -> Mapping[Requirement, Guard]:
    """What is checked before the methods of each requirement."""

    def signed_in(call: Call) -> None:
        kind, _, token = call.connection.headers.get("Authorization", "").partition(" ")
        found = market.sessions.get(token) if kind.lower() == "bearer" else None
        if found is None:
            raise UNAUTHORIZED
        if call.permission is not None and not allows(call.permission.tree, found.scopes):
            raise FORBIDDEN
        _caller.set(found)

    def signed_in_to_bid(call: Call) -> None:
        if call.permission != public or "Authorization" in call.connection.headers:
            signed_in(call)

    def partner_key(call: Call) -> None:
        if call.connection.headers.get("X-Api-Key") != PARTNER_KEY:
            raise UNAUTHORIZED

    return {SignedIn: signed_in, SignedInToBid: signed_in_to_bid, PartnerKey: partner_key}


def allows(permission: Mapping[str, Any], scopes: frozenset[str]) -> bool:
    """Whether somebody who is signed in, with these scopes, has a permission."""
    match permission:
        case {"kind": "scope", "name": name}:
            return name in scopes
        case {"kind": "all", "of": parts}:
            return all(allows(part, scopes) for part in parts)
        case {"kind": "any", "of": parts}:
            return any(allows(part, scopes) for part in parts)
        case _:
            return True
