"""How callers identify themselves, as values: the alternatives of a contract, and of a method that
differs from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .. import document as doc
from ..credential_facts import carrier_of

URLS = ("authorizationUrl", "tokenUrl", "refreshUrl")
"""Keys of a flow of OAuth 2 that hold addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowView:
    """A flow of OAuth 2."""

    name: str
    """As OpenAPI calls it: ``authorizationCode``."""
    urls: tuple[tuple[str, str], ...]
    """Keys and addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialView:
    """A scheme with the scopes that are needed."""

    name: str
    kind: str
    """As OpenAPI calls it: ``apiKey``, ``oauth2``, ``openIdConnect``, ``mutualTLS``, or ``http``
    with the scheme."""
    place: str = ""
    carrier: str = ""
    """The parameter that carries it; empty for a certificate."""
    scopes: tuple[tuple[str, str], ...] = ()
    """Names and descriptions."""
    description: str | None = None
    """This and the addresses are absent where the scheme was mentioned before."""
    configuration: str = ""
    flows: tuple[FlowView, ...] = ()


Alternatives = tuple[tuple[CredentialView, ...], ...]
"""Each of them is enough; those inside one are needed together; an empty one needs nothing."""


def alternatives_of(
    security: doc.Security | None, schemes: Mapping[str, Mapping[str, Any]] | None
) -> Alternatives:
    """The alternatives; each scheme is explained where it is first mentioned."""
    explained: set[str] = set()
    found: list[tuple[CredentialView, ...]] = []
    for alternative in security or ():
        credentials: list[CredentialView] = []
        for name, scopes in alternative.items():
            scheme = (schemes or {}).get(name, {})
            credentials.append(_credential(name, scheme, scopes, explain=name not in explained))
            explained.add(name)
        found.append(tuple(credentials))
    return tuple(found)


def _credential(
    name: str, scheme: Mapping[str, Any], scopes: tuple[str, ...], *, explain: bool
) -> CredentialView:
    flows: Mapping[str, Mapping[str, Any]] = scheme.get("flows", {})
    texts = {
        scope: text for flow in flows.values() for scope, text in flow.get("scopes", {}).items()
    }
    carrier = carrier_of(scheme) or ("", "")
    kind = str(scheme.get("type", ""))
    fit = tuple(
        _flow(name, flow)
        for name, flow in flows.items()
        if set(scopes) <= flow.get("scopes", {}).keys()
    )
    return CredentialView(
        name=name,
        kind=f"http {str(scheme.get('scheme', '')).lower()}" if kind == "http" else kind,
        place=carrier[0],
        carrier=carrier[1],
        scopes=tuple((scope, texts.get(scope, "")) for scope in scopes),
        description=scheme.get("description") if explain else None,
        configuration=str(scheme.get("openIdConnectUrl", "")) if explain else "",
        flows=fit if explain else (),
    )


def _flow(name: str, flow: Mapping[str, Any]) -> FlowView:
    return FlowView(name=name, urls=tuple((key, str(flow[key])) for key in URLS if flow.get(key)))
