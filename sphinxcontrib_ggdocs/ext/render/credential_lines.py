"""Writes credentials."""

from collections.abc import Iterator

from docutils import nodes

from ...native.view import Alternatives, CredentialView
from .. import _
from .line_writer import LineWriter
from .lines import Piece, code, item, item_list, label, line, linked


def security_lines(
    writer: LineWriter, alternatives: Alternatives, *, undeclared: bool = False
) -> list[nodes.Node]:
    """Write the alternative credentials of a contract or a method."""
    head = label(_("Authentication"))
    if undeclared:
        return [line(*head, _("How callers identify themselves is not declared."))]
    if len(alternatives) == 1:
        words = _alternative(writer, alternatives[0], 1)
        return [line(*head, *words), *_descriptions(writer, alternatives[0])]
    if not alternatives:
        return []
    items = [
        item(_alternative(writer, credentials, 2), _descriptions(writer, credentials))
        for credentials in alternatives
    ]
    return [line(*head, _("One of these is enough:")), item_list(items)]


def _descriptions(
    writer: LineWriter, credentials: tuple[CredentialView, ...]
) -> Iterator[nodes.Node]:
    """Describe schemes, each once on a page that has no head of the document."""
    schemes = writer.context.schemes
    for credential in credentials:
        if schemes is not None and credential.description and credential.name not in schemes:
            schemes.add(credential.name)
            yield from writer.described(credential.description)


def _alternative(
    writer: LineWriter, credentials: tuple[CredentialView, ...], count: int
) -> Iterator[Piece]:
    if not credentials and count == 1:
        yield _("No credentials are needed.")
    elif not credentials:
        yield _("Calls without credentials are accepted, too.")
    for position, credential in enumerate(credentials):
        if position:
            yield f" {_('together with')} "
        yield from _credential(writer, credential)


def _credential(writer: LineWriter, credential: CredentialView) -> Iterator[Piece]:
    yield from _kind_and_place(credential)
    for position, (scope, description) in enumerate(credential.scopes):
        yield ", " if position else f", {_('scopes')} "
        yield code(scope)
        if description:
            yield from (" (", *writer.sentence(description), ")")
    yield from _ways(credential)


def scheme_line(credential: CredentialView) -> nodes.paragraph:
    """Write a scheme of the head of a document, below which its description is."""
    return line(*label(_("Authentication")), *_kind_and_place(credential), *_ways(credential))


def _ways(credential: CredentialView) -> Iterator[Piece]:
    """Write how to get a credential."""
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


def _kind_and_place(credential: CredentialView) -> Iterator[Piece]:
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
