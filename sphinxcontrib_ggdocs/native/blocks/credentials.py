"""Builds blocks that say how callers identify themselves, and who may call.

As in OpenAPI, a *security scheme* is a kind of credential, such as an API key, and its *scopes* are
the rights that callers need of it. The parameter `scope` is another thing: the document and the
text that shows the blocks.
"""

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
from .messages import PLACE_WORDS
from .scope import Scope

Scheme = Mapping[str, Any]
"""A Security Scheme Object (OpenAPI 3.2, 4.27), empty if the document does not define it."""
Alternative = Mapping[str, tuple[str, ...]]
"""Credentials that are needed together: the required scopes by the name of the security scheme.
Empty if no credentials are needed."""

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
    """Yield the alternative credentials of a contract or a method; nothing if there are none.

    How to get a credential is explained where its scheme is first mentioned.

    Args:
        scope: The document, and the text that is written.
        security: The alternatives, each with the names of schemes that are needed together; None if
            the contract or the method itself declares none.
        lacks_credentials: Whether to say only that credentials are needed but not declared.
    """
    if lacks_credentials:
        words = Word("How callers identify themselves is not declared.")
        yield labelled(AUTHENTICATION, words)
        return
    alternatives = security or ()
    explained: set[str] = set()
    items: list[Item] = []
    for alternative in alternatives:
        new_schemes = alternative.keys() - explained
        is_only = len(alternatives) == 1
        line = Line(_alternative_words(scope, alternative, new_schemes, is_only=is_only))
        items.append(Item(line, tuple(_scheme_descriptions(scope, alternative, new_schemes))))
        explained |= new_schemes
    if len(items) == 1:
        yield labelled(AUTHENTICATION, *items[0].line.words)
        yield from items[0].blocks
    elif items:
        yield labelled(AUTHENTICATION, Word("One of these is enough:"))
        yield Items(tuple(items))


def _scheme_descriptions(
    scope: Scope, alternative: Alternative, new_schemes: Set[str]
) -> Iterator[Block]:
    """Yield the descriptions of the schemes of an alternative that the text has not described yet.

    A text with a head of the document describes all schemes there, and needs none here.
    `new_schemes` are those that the alternatives before have not mentioned.
    """
    if scope.schemes is None:
        return
    for name in alternative:
        text = _scheme(scope, name).get("description")
        if text and name in new_schemes and name not in scope.schemes:
            scope.schemes.add(name)
            yield Prose(text)


def _alternative_words(
    scope: Scope,
    alternative: Alternative,
    new_schemes: Set[str],
    *,
    is_only: bool,
) -> Words:
    """Return one alternative in words: ``bearer token, scopes orders:read together with API key``.

    Where a scheme is first mentioned, the addresses at which clients get the credential follow.

    Args:
        scope: The document, and the text that is written.
        alternative: The required scopes by security scheme; all schemes are needed together. Empty
            if calls without credentials are accepted.
        new_schemes: The schemes that the alternatives before have not mentioned.
        is_only: Whether there are no other alternatives.
    """
    if not alternative and is_only:
        return (Word("No credentials are needed."),)
    if not alternative:
        return (Word("Calls without credentials are accepted, too."),)
    words: list[Inline | Prose] = []
    for name, scopes in alternative.items():
        if words:
            words += [" ", Word("together with"), " "]
        words += _kind_and_place(scope, name)
        words += _scope_words(_scheme(scope, name), scopes)
        if name in new_schemes:
            words += _flow_words(_scheme(scope, name), scopes)
    return tuple(words)


def _scheme(scope: Scope, name: str) -> Scheme:
    """Return the security scheme with a name, empty if the document does not define it."""
    return (scope.view.document.security_schemes or {}).get(name, {})


def _scope_words(scheme: Scheme, scopes: tuple[str, ...]) -> Iterator[Inline | Prose]:
    """Yield the required scopes with the descriptions that the flows of the scheme (the ways to get
    a token of OAuth 2) give them.
    """
    texts: dict[str, str] = {}
    for flow in scheme.get("flows", {}).values():
        texts |= flow.get("scopes", {})
    if scopes:
        yield from (", ", Word("scopes"))
    separator = " "
    for name in scopes:
        yield from (separator, code(name))
        if texts.get(name):
            yield from (" (", Prose(texts[name]), ")")
        separator = ", "


def scheme_blocks(scope: Scope) -> Iterator[Block]:
    """Yield the security schemes that contracts and methods use, for the head of a document."""
    used_schemes: dict[str, None] = {}  # an ordered set of names
    for contract in scope.view.contracts:
        for part in (contract.part, *contract.part.methods):
            for alternative in part.security or ():
                used_schemes |= dict.fromkeys(alternative)
    for name in used_schemes:
        scheme = _scheme(scope, name)
        # Without scopes, so that all flows are shown.
        words = (*_kind_and_place(scope, name), *_flow_words(scheme, scopes=()))
        yield labelled(AUTHENTICATION, *words)
        if text := scheme.get("description"):
            yield Prose(text)


def _flow_words(scheme: Scheme, scopes: tuple[str, ...]) -> Iterator[Inline]:
    """Yield the addresses at which clients get a credential: those of the flows that offer all of
    the required scopes.
    """
    flows: Mapping[str, Mapping[str, Any]] = scheme.get("flows", {})
    suitable = {name: flow for name, flow in flows.items() if _has_scopes(flow, scopes)}
    configuration = str(scheme.get("openIdConnectUrl", ""))
    if configuration or suitable:
        yield " –"
    if configuration:
        yield from (" ", Word("Configuration"), ": ", Address(configuration))
    for name, flow in suitable.items():
        addresses: list[Inline] = []
        for key, label in _ADDRESSES.items():
            url = flow.get(key)
            if url:
                if addresses:
                    addresses.append(", ")
                addresses += (label, " ", Address(str(url)))
        yield from (" ", _FLOWS.get(name, name), ": ", *addresses, ".")


def _has_scopes(flow: Mapping[str, Any], scopes: tuple[str, ...]) -> bool:
    """Return whether a flow of OAuth 2, a way to get a token, offers all of some scopes."""
    offered_scopes: Mapping[str, str] = flow.get("scopes", {})
    return offered_scopes.keys() >= {*scopes}


def _kind_and_place(scope: Scope, name: str) -> Iterator[Inline]:
    """Yield the parameter that carries the credential, its place, and the kind of scheme: ``X-Key
    (header): API key``.
    """
    scheme = _scheme(scope, name)
    kind, place, param_name = _appearance(scheme)
    if param_name:
        # A place that is none of the three counts as a header.
        yield from (code(param_name), " (", PLACE_WORDS.get(place, PLACE_WORDS["header"]), "): ")
    # Rare kinds are shown as they are named, `http digest` as `HTTP digest`.
    words_of_kind = _KINDS.get(kind, kind.replace("http ", "HTTP "))
    yield words_of_kind or name  # of an undefined scheme only the name is known
    # The name distinguishes schemes that read the same, such as two with bearer tokens.
    schemes = (scope.view.document.security_schemes or {}).values()
    appearances = [_appearance(other) for other in schemes]
    if words_of_kind and appearances.count((kind, place, param_name)) > 1:
        yield f" ({name})"
    if scheme.get("deprecated") is True:
        yield from (" (", Word("deprecated"), ")")


def _appearance(scheme: Scheme) -> tuple[str, str, str]:
    """Return the kind of a scheme, and place and name of the parameter that carries the credential.

    These are all that readers see of a scheme besides its description. Place and name are empty for
    a client certificate, for the schemes of message brokers, and for an undefined scheme.
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
    """Return whether a contract or one of its methods needs a permission, but does not declare the
    credentials by which callers prove it.
    """
    if contract.security is not None:  # it declares credentials, or that none are needed
        return False
    if _is_restricted(contract.permission):
        return True
    for method in contract.methods:
        has_credentials = any(method.security or ())  # an empty alternative names none
        if _is_restricted(method.permission) and not has_credentials:
            return True
    return False


def permission_of(permission: doc.Permission | None, security: doc.Security | None) -> str:
    """Return a permission in words; empty if there is none, or if the credentials already say the
    same.

    The credentials say that callers are authenticated, and which scopes all alternatives need.
    `security` are those that hold for the method or contract with the permission.
    """
    if permission is None:
        return ""
    alternatives = security or ()
    accepts_anybody = not all(alternatives)  # an empty alternative needs no credentials
    if alternatives and not accepts_anybody and _is_implied(permission.tree, alternatives):
        return ""
    return permission.text


def _is_implied(tree: Mapping[str, Any], alternatives: doc.Security) -> bool:
    """Return whether every alternative of credentials implies a permission.

    `tree` is a permission as the contract document has it: ``{"kind": "all", "of": [...]}``,
    ``{"kind": "scope", "name": "orders:read"}`` or ``{"kind": "authenticated"}``.
    """
    kind = tree.get("kind")
    if kind == "all":
        parts = tree.get("of")
        # A document that was read from a file may have anything here.
        if not isinstance(parts, list | tuple) or not parts:
            return False
        for part in parts:
            if not isinstance(part, Mapping) or not _is_implied(part, alternatives):
                return False
        return True
    if kind == "scope":
        name = str(tree.get("name"))
        for alternative in alternatives:
            if name not in chain.from_iterable(alternative.values()):
                return False
        return True
    # Every credential authenticates its caller. Other kinds, such as `any`, are always shown.
    return kind == "authenticated"


def _is_restricted(permission: doc.Permission | None) -> bool:
    """Return whether a permission is anything but public."""
    return permission is not None and permission.tree.get("kind") != "public"
