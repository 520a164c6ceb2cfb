"""How callers identify themselves, as blocks."""

from collections.abc import Iterator, Mapping
from typing import Final

from ..view import Alternatives, CredentialView
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
    scope: Scope, alternatives: Alternatives, *, undeclared: bool = False
) -> Iterator[Block]:
    """Write the alternative credentials of a contract or a method."""
    if undeclared:
        words = Word("How callers identify themselves is not declared.")
        yield labelled(AUTHENTICATION, words)
    elif len(alternatives) == 1:
        [credentials] = alternatives
        yield labelled(AUTHENTICATION, *_alternative(credentials, is_only=True))
        yield from _descriptions(scope, credentials)
    elif alternatives:
        yield labelled(AUTHENTICATION, Word("One of these is enough:"))
        items = [
            Item(
                Line(_alternative(credentials, is_only=False)),
                tuple(_descriptions(scope, credentials)),
            )
            for credentials in alternatives
        ]
        yield Items(tuple(items))


def _descriptions(scope: Scope, credentials: tuple[CredentialView, ...]) -> Iterator[Block]:
    """Describe schemes, each once in a text that has no head of the document."""
    if scope.schemes is None:
        return
    for credential in credentials:
        if credential.description and credential.name not in scope.schemes:
            scope.schemes.add(credential.name)
            yield Prose(credential.description)


def _alternative(credentials: tuple[CredentialView, ...], *, is_only: bool) -> Words:
    if not credentials and is_only:
        return (Word("No credentials are needed."),)
    if not credentials:
        return (Word("Calls without credentials are accepted, too."),)
    words: list[Inline | Prose] = []
    for credential in credentials:
        if words:
            words += [" ", Word("together with"), " "]
        words += _credential(credential)
    return tuple(words)


def _credential(credential: CredentialView) -> Iterator[Inline | Prose]:
    yield from _kind_and_place(credential)
    for position, (scope, description) in enumerate(credential.scopes):
        yield ", "
        if not position:
            yield Word("scopes")
            yield " "
        yield code(scope)
        if description:
            yield from (" (", Prose(description), ")")
    yield from _ways(credential)


def scheme_line(credential: CredentialView) -> Line:
    """Write a scheme of the head of a document, below which its description is."""
    return labelled(AUTHENTICATION, *_kind_and_place(credential), *_ways(credential))


def _ways(credential: CredentialView) -> Iterator[Inline]:
    """Write how to get a credential."""
    if credential.configuration or credential.flows:
        yield " –"
    if credential.configuration:
        yield from (" ", Word("Configuration"), ": ", Address(credential.configuration))
    for flow in credential.flows:
        urls = [(_ADDRESSES[key], Address(url)) for key, url in flow.urls]
        yield " "
        yield _FLOWS.get(flow.name, flow.name)
        yield ": "
        for position, (label, address) in enumerate(urls):
            if position:
                yield ", "
            yield from (label, " ", address)
        yield "."


def _kind_and_place(credential: CredentialView) -> Iterator[Inline]:
    if credential.carrier:
        place = PLACES.get(credential.place, PLACES["header"])
        yield from (code(credential.carrier), " (", place, "): ")
    kind = _KINDS.get(credential.kind, credential.kind.replace("http ", "HTTP "))
    yield kind or credential.name
    if credential.by_name and kind:
        yield f" ({credential.name})"
    if credential.deprecated:
        yield from (" (", Word("deprecated"), ")")
