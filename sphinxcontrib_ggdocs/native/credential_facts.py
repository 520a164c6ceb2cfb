"""What readers of the contract document ask of its security schemes."""

from collections.abc import Mapping
from typing import Any

from .document import Contract, HttpContract, Permission, WebSocketContract


def carrier_of(scheme: Mapping[str, Any]) -> tuple[str, str] | None:
    """The place and the name of the parameter that carries a credential; None for a certificate."""
    match scheme:
        case {"type": "mutualTLS"}:
            return None
        case {"type": "apiKey", "in": str(location), "name": str(name)}:
            return location, name
        case _:
            return "header", "Authorization"


def is_undeclared(contract: Contract) -> bool:
    """Whether callers of a contract, or of one of its methods, need a permission that no credential
    proves.
    """
    methods = contract.methods if isinstance(contract, HttpContract | WebSocketContract) else ()
    if contract.security is not None:
        return False
    return _is_restricted(contract.permission) or any(
        _is_restricted(method.permission) and not any(method.security or ()) for method in methods
    )


def _is_restricted(permission: Permission | None) -> bool:
    return permission is not None and permission.tree.get("kind") != "public"
