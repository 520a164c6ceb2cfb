"""Lines on how callers identify themselves."""

from collections.abc import Iterator

from docutils import nodes

from ...native.view import Alternatives, CredentialView
from .. import _
from .body import Block, Item, ItemList, Line, Piece, SlotRef, UrlLink
from .lines import BodyText, code, label


def security_text(
    text: BodyText, alternatives: Alternatives, *, undeclared: bool = False
) -> tuple[Block, ...]:
    """The alternatives of a contract or a method: a line, or a list of which one is enough."""
    if undeclared:
        words = _("How callers identify themselves is not declared.")
        return (Line((*label(_("Authentication")), words)),)
    lines = [tuple(_alternative(text, each, len(alternatives))) for each in alternatives]
    if not lines:
        return ()
    if len(lines) == 1:
        return (Line((*label(_("Authentication")), *lines[0])),)
    head = Line((*label(_("Authentication")), _("One of these is enough:")))
    return (head, ItemList(tuple(Item(text=line) for line in lines)))


def _alternative(
    text: BodyText, credentials: tuple[CredentialView, ...], count: int
) -> Iterator[Piece]:
    if not credentials:
        yield (
            _("No credentials are needed.")
            if count == 1
            else _("Calls without credentials are accepted, too.")
        )
    for position, credential in enumerate(credentials):
        if position:
            yield f" {_('together with')} "
        yield from _credential(text, credential)


def _credential(text: BodyText, credential: CredentialView) -> Iterator[Piece]:
    if credential.carrier:
        place = {"query": _("query"), "cookie": _("cookie")}.get(credential.place, _("header"))
        yield code(credential.carrier)
        yield f" ({place}): "
    yield _kind(credential)
    for position, (scope, description) in enumerate(credential.scopes):
        yield ", " if position else f", {_('scopes')} "
        yield code(scope)
        if description:
            yield from (" (", _sentence(text, description), ")")
    if credential.description:
        yield from (" – ", _sentence(text, credential.description))
    if credential.configuration:
        yield f" {_('Configuration')}: "
        yield UrlLink(credential.configuration, credential.configuration)
    yield from _flows(credential)


def _flows(credential: CredentialView) -> Iterator[Piece]:
    titles = {
        "authorizationCode": _("Authorization code"),
        "clientCredentials": _("Client credentials"),
        "password": _("Password"),
        "implicit": _("Implicit"),
    }
    labels = {
        "authorizationUrl": _("authorize"),
        "tokenUrl": _("token"),
        "refreshUrl": _("refresh"),
    }
    for flow in credential.flows:
        for position, (key, url) in enumerate(flow.urls):
            before = ", " if position else f" {titles.get(flow.name, flow.name)}: "
            yield f"{before}{labels[key]} "
            yield UrlLink(url, url)
        yield "."


def _sentence(text: BodyText, description: str) -> Piece:
    """A description of one sentence, to stand inside another; what is longer is left as written."""
    if text.context.is_words(description):
        return description
    content = text.context.described(description, text.name)
    is_sentence = len(content) == 1 and isinstance(content[0], nodes.paragraph)
    if is_sentence or text.context.for_translators:
        return SlotRef(text.slots.add(*content), "inline")
    return description


def _kind(credential: CredentialView) -> str:
    kinds = {
        "apiKey": _("API key"),
        "oauth2": "OAuth 2",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": _("certificate of the client (mutual TLS)"),
        "http bearer": _("bearer token"),
        "http basic": _("name and password (Basic)"),
    }
    return kinds.get(credential.kind, credential.kind.replace("http ", "HTTP "))
