"""How callers identify themselves, as values: the alternatives of a contract, and of a method that
differs from it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from ...document import parts as doc
from ...document.model import ApiDocsDocument
from .views import Alternatives, CredentialView, FlowView

URLS = ("deviceAuthorizationUrl", "authorizationUrl", "tokenUrl", "refreshUrl")
"""Keys of a flow of OAuth 2 that hold addresses."""


def alternatives_of(
    security: doc.Security | None, schemes: Mapping[str, Mapping[str, Any]] | None
) -> Alternatives:
    """Return the alternatives; each scheme is explained where it is first mentioned."""
    schemes = schemes or {}
    # Two schemes with bearer tokens would read the same without their names.
    alike = Counter(map(_kind_and_place, schemes.values()))
    explained: set[str] = set()
    views: list[tuple[CredentialView, ...]] = []
    for alternative in security or ():
        credentials: list[CredentialView] = []
        for name, scopes in alternative.items():
            scheme = schemes.get(name, {})
            credential = _credential(name, scheme, scopes, explain=name not in explained)
            by_name = alike[_kind_and_place(scheme)] > 1
            credentials.append(replace(credential, by_name=by_name))
            explained.add(name)
        views.append(tuple(credentials))
    return tuple(views)


def schemes_of(document: ApiDocsDocument) -> tuple[CredentialView, ...]:
    """Return the schemes that contracts and methods need, each of them explained."""
    contracts = chain.from_iterable(group.contracts for group in document.groups)
    parts = chain.from_iterable((contract, *contract.methods) for contract in contracts)
    alternatives = chain.from_iterable(part.security or () for part in parts)
    names = dict.fromkeys(chain.from_iterable(alternatives))
    alone = alternatives_of(tuple({name: ()} for name in names), document.security_schemes)
    return tuple(chain.from_iterable(alone))


def _credential(
    name: str, scheme: Mapping[str, Any], scopes: tuple[str, ...], *, explain: bool
) -> CredentialView:
    flows: Mapping[str, Mapping[str, Any]] = scheme.get("flows", {})
    texts = {
        scope: text for flow in flows.values() for scope, text in flow.get("scopes", {}).items()
    }
    kind, place, carrier = _kind_and_place(scheme)
    fit = tuple(
        _flow(name, flow)
        for name, flow in flows.items()
        if set(scopes) <= flow.get("scopes", {}).keys()
    )
    return CredentialView(
        name=name,
        kind=kind,
        place=place,
        carrier=carrier,
        scopes=tuple((scope, texts.get(scope, "")) for scope in scopes),
        description=scheme.get("description") if explain else None,
        configuration=str(scheme.get("openIdConnectUrl", "")) if explain else "",
        flows=fit if explain else (),
        deprecated=scheme.get("deprecated") is True,
    )


def _kind_and_place(scheme: Mapping[str, Any]) -> tuple[str, str, str]:
    """What readers see of a scheme, besides its texts."""
    kind = str(scheme.get("type", ""))
    shown = f"http {str(scheme.get('scheme', '')).lower()}" if kind == "http" else kind
    return (shown, *_carrier(scheme))


def _flow(name: str, flow: Mapping[str, Any]) -> FlowView:
    return FlowView(name=name, urls=tuple((key, str(flow[key])) for key in URLS if flow.get(key)))


def _carrier(scheme: Mapping[str, Any]) -> tuple[str, str]:
    """Return the place and the name of the parameter that carries a credential; none for a
    certificate, for what brokers ask for, and for a scheme that the document does not define.
    """
    match scheme:
        case {"type": "apiKey"}:
            return str(scheme.get("in", "header")), str(scheme.get("name", ""))
        case {"type": "http" | "oauth2" | "openIdConnect"}:
            return "header", "Authorization"
        case _:
            return "", ""


def is_undeclared(contract: doc.HttpContract | doc.WebSocketContract) -> bool:
    """Return whether callers of a contract, or of one of its methods, need a permission that no
    credential proves.
    """
    if contract.security is not None:
        return False
    return _is_restricted(contract.permission) or any(
        _is_restricted(method.permission) and not any(method.security or ())
        for method in contract.methods
    )


def permission_of(permission: doc.Permission | None, security: doc.Security | None) -> str:
    """Return a permission in words, unless the credentials say the same: that callers are known, or
    scopes of every way in.
    """
    if permission is None:
        return ""
    ways = security or ()
    is_implied = ways and all(ways) and _is_implied(permission.tree, ways)
    return "" if is_implied else permission.text


def _is_implied(tree: Mapping[str, Any], ways: doc.Security) -> bool:
    kind = tree.get("kind")
    if kind == "all":
        parts = tree.get("of")
        # Documents that are read may have any tree.
        if not isinstance(parts, list | tuple) or not parts:
            return False
        return all(isinstance(part, Mapping) and _is_implied(part, ways) for part in parts)
    name = str(tree.get("name"))
    is_granted = all(name in chain.from_iterable(way.values()) for way in ways)
    return kind == "authenticated" or (kind == "scope" and is_granted)


def _is_restricted(permission: doc.Permission | None) -> bool:
    return permission is not None and permission.tree.get("kind") != "public"
