"""How callers identify themselves: a field of a contract, and of a method that differs from its contract."""

from collections.abc import Iterator, Mapping
from typing import Any

from docutils import nodes

from ...native.document import ApiDocsDocument, Contract, HttpMethod, Security, WebSocketMethod
from ...native.security import carrier_of, is_undeclared
from ..words import _
from .scope import Scope
from .tree import Code, Field, Given, Inline, Paragraph, bullets, field, paragraph


def schemes_of(document: ApiDocsDocument, security: Security | None) -> dict[str, dict[str, Any]]:
    """The definitions of the schemes that a contract or a method requires, by name."""
    names = {name for alternative in security or () for name in alternative}
    definitions = document.security_schemes or {}
    return {name: definitions.get(name, {}) for name in sorted(names)}


def authentication(scope: Scope, part: Contract | HttpMethod | WebSocketMethod) -> list[Field]:
    """The alternatives of a contract or a method; each scheme is explained where it is first mentioned."""
    if isinstance(part, Contract) and is_undeclared(part):
        text = _("How callers identify themselves is not declared.")
        return [field(_("Authentication"), paragraph(text))]
    if part.security is None:
        return []
    schemes = schemes_of(scope.document, part.security)
    explained: set[str] = set()
    items: list[Paragraph] = []
    for alternative in part.security:
        parts: list[Inline] = []
        for name, scopes in alternative.items():
            parts += [" ", _("together with"), " "] if parts else []
            parts += _credential(scope, schemes[name], scopes)
            parts += [] if name in explained else _how_to_get(scope, schemes[name], scopes)
            explained.add(name)
        items.append(paragraph(*(parts or [_none_needed(part.security)])))
    if len(items) == 1:
        return [field(_("Authentication"), *items)]
    return [field(_("Authentication"), paragraph(_("One of these is enough:")), bullets(items))]


def _none_needed(security: Security) -> str:
    if len(security) == 1:
        return _("No credentials are needed.")
    return _("Calls without credentials are accepted, too.")


def _credential(scope: Scope, scheme: Mapping[str, Any], scopes: tuple[str, ...]) -> Iterator[Inline]:
    carrier = carrier_of(scheme)
    if carrier is not None:
        yield Code(carrier[1])
        yield f" ({_place(carrier[0])}): "
    yield _kind(scheme)
    texts = {name: text for flow in scheme.get("flows", {}).values() for name, text in flow.get("scopes", {}).items()}
    for index, name in enumerate(scopes):
        yield ", " if index else f", {_('scopes')} "
        yield Code(name)
        if texts.get(name):
            yield " ("
            yield from scope.inline(texts[name])
            yield ")"


def _how_to_get(scope: Scope, scheme: Mapping[str, Any], scopes: tuple[str, ...]) -> Iterator[Inline]:
    """The description of a scheme, and the addresses where its tokens are."""
    if scheme.get("description"):
        yield " – "
        yield from scope.inline(scheme["description"])
    if url := scheme.get("openIdConnectUrl"):
        yield f" {_('Configuration')}: "
        yield _address(url)
    labels = {"authorizationUrl": _("authorize"), "tokenUrl": _("token"), "refreshUrl": _("refresh")}
    for name, flow in scheme.get("flows", {}).items():
        if not set(scopes) <= flow.get("scopes", {}).keys():
            continue
        start = f" {_flow(name)}: "
        for key, label in labels.items():
            if flow.get(key):
                yield f"{start}{label} "
                yield _address(flow[key])
                start = ", "
        yield "."


def _address(url: str) -> Given:
    return Given(nodes.reference("", url, refuri=url, internal=False))


def _place(location: str) -> str:
    return {"query": _("query"), "cookie": _("cookie")}.get(location, _("header"))


def _flow(name: str) -> str:
    titles = {
        "authorizationCode": _("Authorization code"),
        "clientCredentials": _("Client credentials"),
        "password": _("Password"),
        "implicit": _("Implicit"),
    }
    return titles.get(name, name)


def _kind(scheme: Mapping[str, Any]) -> str:
    kinds = {
        "apiKey": _("API key"),
        "oauth2": "OAuth 2",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": _("certificate of the client (mutual TLS)"),
    }
    if scheme.get("type") != "http":
        return kinds.get(scheme.get("type", ""), "")
    match str(scheme.get("scheme", "")).lower():
        case "bearer":
            return _("bearer token")
        case "basic":
            return _("name and password (Basic)")
        case other:
            return f"HTTP {other}"
