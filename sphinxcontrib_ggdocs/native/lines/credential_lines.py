"""The lines that say how callers identify themselves."""

from collections.abc import Iterator

from ..view import Alternatives, CredentialView
from .blocks import Block, Item, ItemList, Line, Piece, Translate, code, label, linked
from .line_writer import LineWriter


def security_lines(
    writer: LineWriter, alternatives: Alternatives, *, undeclared: bool = False
) -> tuple[Block, ...]:
    """The alternatives of a contract or a method: a line, or a list of which one is enough."""
    _ = writer.translate
    if undeclared:
        words = _("How callers identify themselves is not declared.")
        return (Line((*label(_("Authentication")), words)),)
    items = [_item(writer, alternative, len(alternatives)) for alternative in alternatives]
    if not items:
        return ()
    if len(items) == 1:
        return (Line((*label(_("Authentication")), *items[0].text)), *items[0].blocks)
    head = Line((*label(_("Authentication")), _("One of these is enough:")))
    return (head, ItemList(tuple(items)))


def _item(writer: LineWriter, credentials: tuple[CredentialView, ...], count: int) -> Item:
    text = tuple(_alternative(writer, credentials, count))
    blocks: list[Block] = []
    for name, description in ((one.name, one.description) for one in credentials):
        if writer.schemes is not None and description and name not in writer.schemes:
            writer.schemes.add(name)
            blocks += writer.described(description)
    return Item(text=text, blocks=tuple(blocks))


def _alternative(
    writer: LineWriter, credentials: tuple[CredentialView, ...], count: int
) -> Iterator[Piece]:
    _ = writer.translate
    if not credentials:
        yield (
            _("No credentials are needed.")
            if count == 1
            else _("Calls without credentials are accepted, too.")
        )
    for position, credential in enumerate(credentials):
        if position:
            yield f" {_('together with')} "
        yield from _credential(writer, credential)


def _credential(writer: LineWriter, credential: CredentialView) -> Iterator[Piece]:
    _ = writer.translate
    yield from _kind_and_place(credential, _)
    for position, (scope, description) in enumerate(credential.scopes):
        yield ", " if position else f", {_('scopes')} "
        yield code(scope)
        if description:
            yield from (" (", writer.sentence(description), ")")
    yield from _ways(credential, _)


def scheme_line(credential: CredentialView, translate: Translate) -> Line:
    """A scheme in the head of a document, below which its description is."""
    pieces = (*_kind_and_place(credential, translate), *_ways(credential, translate))
    return Line((*label(translate("Authentication")), *pieces))


def _ways(credential: CredentialView, translate: Translate) -> Iterator[Piece]:
    """How to get a credential."""
    _ = translate
    if credential.configuration or credential.flows:
        yield " –"
    if credential.configuration:
        yield f" {_('Configuration')}: "
        yield linked(credential.configuration)
    titles = {
        "authorizationCode": _("Authorization code"),
        "clientCredentials": _("Client credentials"),
        "password": _("Password"),
        "implicit": _("Implicit"),
        "deviceAuthorization": _("Device"),
    }
    labels = {
        "deviceAuthorizationUrl": _("authorize"),
        "authorizationUrl": _("authorize"),
        "tokenUrl": _("token"),
        "refreshUrl": _("refresh"),
    }
    for flow in credential.flows:
        for position, (key, url) in enumerate(flow.urls):
            before = ", " if position else f" {titles.get(flow.name, flow.name)}: "
            yield f"{before}{labels[key]} "
            yield linked(url)
        yield "."


def _kind_and_place(credential: CredentialView, translate: Translate) -> Iterator[Piece]:
    _ = translate
    if credential.carrier:
        place = {"query": _("query"), "cookie": _("cookie")}.get(credential.place, _("header"))
        yield code(credential.carrier)
        yield f" ({place}): "
    kinds = {
        "apiKey": _("API key"),
        "oauth2": "OAuth 2",
        "openIdConnect": "OpenID Connect",
        "mutualTLS": _("certificate of the client (mutual TLS)"),
        "http bearer": _("bearer token"),
        "http basic": _("name and password (Basic)"),
    }
    kind = kinds.get(credential.kind, credential.kind.replace("http ", "HTTP "))
    by_name = f"{kind} ({credential.name})" if credential.by_name else kind
    yield by_name if kind else credential.name
    if credential.deprecated:
        yield f" ({_('deprecated')})"
