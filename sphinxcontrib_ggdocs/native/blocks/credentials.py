"""Builds blocks that say how callers identify themselves, and who may call."""

from collections.abc import Iterator, Mapping, Set
from itertools import chain
from typing import Any, Final

from ...document import parts as doc
from ..vocabulary import (
    Address,
    Block,
    Inline,
    Item,
    Items,
    Line,
    Prose,
    Word,
    Words,
    code,
    labelled,
)
from .messages import PLACES
from .scope import Scope

Scheme = Mapping[str, Any]
"""A Security Scheme Object (OpenAPI 3.2, 4.27), empty where the document does not define it."""

AUTHENTICATION: Final = Word("Authentication")

_KINDS: Final[Mapping[str, Word | str]] = {
    "apiKey": Word("API key"),
    "oauth2": "OAuth 2",
    "openIdConnect": "OpenID Connect",
    "mutualTLS": Word("certificate of the client (mutual TLS)"),
    "http bearer": Word("bearer token"),
    "http basic": Word("name and password (Basic)"),
}
_FLOWS: Final[Mapping[str, Word]] = {
    "authorizationCode": Word("Authorization code"),
    "clientCredentials": Word("Client credentials"),
    "password": Word("Password"),
    "implicit": Word("Implicit"),
    "deviceAuthorization": Word("Device"),
}
_ADDRESSES: Final = {
    "deviceAuthorizationUrl": Word("authorize"),
    "authorizationUrl": Word("authorize"),
    "tokenUrl": Word("token"),
    "refreshUrl": Word("refresh"),
}


def security_blocks(
    scope: Scope, security: doc.Security | None, *, lacks_credentials: bool = False
) -> Iterator[Block]:
    """Write the alternative credentials of a contract or a method; each scheme is explained where
    it is first mentioned.
    """
    if lacks_credentials:
        words = Word("How callers identify themselves is not declared.")
        yield labelled(AUTHENTICATION, words)
        return
    explained: set[str] = set()
    items: list[Item] = []
    for alternative in security or ():
        new = alternative.keys() - explained
        words_of_it = _alternative(scope, alternative, new, is_only=len(security or ()) == 1)
        items.append(Item(Line(words_of_it), tuple(_descriptions(scope, alternative, new))))
        explained |= new
    if len(items) == 1:
        yield labelled(AUTHENTICATION, *items[0].line.words)
        yield from items[0].blocks
    elif items:
        yield labelled(AUTHENTICATION, Word("One of these is enough:"))
        yield Items(tuple(items))


def _descriptions(
    scope: Scope, alternative: Mapping[str, tuple[str, ...]], new: Set[str]
) -> Iterator[Block]:
    """Describe schemes, each once in a text that has no head of the document."""
    if scope.schemes is None:
        return
    for name in alternative:
        text = _scheme(scope, name).get("description")
        if text and name in new and name not in scope.schemes:
            scope.schemes.add(name)
            yield Prose(text)


def _alternative(
    scope: Scope, alternative: Mapping[str, tuple[str, ...]], new: Set[str], *, is_only: bool
) -> Words:
    if not alternative and is_only:
        return (Word("No credentials are needed."),)
    if not alternative:
        return (Word("Calls without credentials are accepted, too."),)
    words: list[Inline | Prose] = []
    for name, scopes in alternative.items():
        if words:
            words += [" ", Word("together with"), " "]
        words += _kind_and_place(scope, name)
        words += _scopes(_scheme(scope, name), scopes)
        if name in new:
            words += _ways(_scheme(scope, name), scopes)
    return tuple(words)


def _scheme(scope: Scope, name: str) -> Scheme:
    return (scope.view.document.security_schemes or {}).get(name, {})


def _scopes(scheme: Scheme, scopes: tuple[str, ...]) -> Iterator[Inline | Prose]:
    """Write the scopes that are needed."""
    texts: dict[str, str] = {}
    for flow in scheme.get("flows", {}).values():
        texts |= flow.get("scopes", {})
    for position, name in enumerate(scopes):
        yield ", "
        if not position:
            yield Word("scopes")
            yield " "
        yield code(name)
        if texts.get(name):
            yield from (" (", Prose(texts[name]), ")")


def scheme_blocks(scope: Scope) -> Iterator[Block]:
    """Write the schemes that contracts and methods need, in the head of a document."""
    parts: list[doc.Contract | doc.Method] = []
    for contract in scope.view.contracts:
        parts += (contract.part, *contract.part.methods)
    alternatives = chain.from_iterable(part.security or () for part in parts)
    for name in dict.fromkeys(chain.from_iterable(alternatives)):
        scheme = _scheme(scope, name)
        yield labelled(AUTHENTICATION, *_kind_and_place(scope, name), *_ways(scheme, ()))
        if text := scheme.get("description"):
            yield Prose(text)


def _ways(scheme: Scheme, scopes: tuple[str, ...]) -> Iterator[Inline]:
    """Write how to get a credential: by the flows that have all of some scopes."""
    flows: Mapping[str, Mapping[str, Any]] = scheme.get("flows", {})
    fit = {name: flow for name, flow in flows.items() if {*scopes} <= flow.get("scopes", {}).keys()}
    configuration = str(scheme.get("openIdConnectUrl", ""))
    if configuration or fit:
        yield " –"
    if configuration:
        yield from (" ", Word("Configuration"), ": ", Address(configuration))
    for name, flow in fit.items():
        urls = [(label, flow[key]) for key, label in _ADDRESSES.items() if flow.get(key)]
        yield " "
        yield _FLOWS.get(name, name)
        yield ": "
        for position, (label, url) in enumerate(urls):
            if position:
                yield ", "
            yield from (label, " ", Address(str(url)))
        yield "."


def _kind_and_place(scope: Scope, name: str) -> Iterator[Inline]:
    scheme = _scheme(scope, name)
    kind, place, carrier = _looks(scheme)
    if carrier:
        yield from (code(carrier), " (", PLACES.get(place, PLACES["header"]), "): ")
    shown = _KINDS.get(kind, kind.replace("http ", "HTTP "))
    yield shown or name
    # Two schemes with bearer tokens would read the same without their names.
    schemes = (scope.view.document.security_schemes or {}).values()
    if shown and [*map(_looks, schemes)].count((kind, place, carrier)) > 1:
        yield f" ({name})"
    if scheme.get("deprecated") is True:
        yield from (" (", Word("deprecated"), ")")


def _looks(scheme: Scheme) -> tuple[str, str, str]:
    """Return what readers see of a scheme besides its texts: its kind, and the place and the name
    of the parameter that carries the credential; none for a certificate, for what brokers ask for,
    and for a scheme that the document does not define.
    """
    kind = str(scheme.get("type", ""))
    match kind:
        case "apiKey":
            return kind, str(scheme.get("in", "header")), str(scheme.get("name", ""))
        case "http":
            return f"http {str(scheme.get('scheme', '')).lower()}", "header", "Authorization"
        case "oauth2" | "openIdConnect":
            return kind, "header", "Authorization"
        case _:
            return kind, "", ""


def lacks_credentials(contract: doc.HttpContract | doc.WebSocketContract) -> bool:
    """Return whether callers of a contract, or of one of its methods, need a permission, and
    nothing says by which credentials they prove it.
    """
    if contract.security is not None:
        return False
    if _is_restricted(contract.permission):
        return True
    for method in contract.methods:
        has_credentials = any(method.security or ())
        if _is_restricted(method.permission) and not has_credentials:
            return True
    return False


def permission_of(permission: doc.Permission | None, security: doc.Security | None) -> str:
    """Return a permission in words, unless the credentials say the same: that callers are known, or
    scopes of every way in.
    """
    if permission is None:
        return ""
    ways = security or ()
    is_implied = ways and all(ways) and _is_implied(permission.tree, ways)
    if is_implied:
        return ""
    return permission.text


def _is_implied(tree: Mapping[str, Any], ways: doc.Security) -> bool:
    kind = tree.get("kind")
    if kind == "all":
        parts = tree.get("of")
        # Documents that are read may have any tree.
        if not isinstance(parts, list | tuple) or not parts:
            return False
        for part in parts:
            if not isinstance(part, Mapping) or not _is_implied(part, ways):
                return False
        return True
    if kind == "scope":
        name = str(tree.get("name"))
        return all(name in chain.from_iterable(way.values()) for way in ways)
    return kind == "authenticated"


def _is_restricted(permission: doc.Permission | None) -> bool:
    return permission is not None and permission.tree.get("kind") != "public"
