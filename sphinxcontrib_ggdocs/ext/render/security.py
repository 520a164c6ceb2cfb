"""Lines on how callers identify themselves."""

from collections.abc import Iterator
from itertools import chain

from docutils import nodes

from ...native.view import Alternatives, CredentialView
from .. import _
from .context import RenderContext
from .lines import code, compact, compact_list, label, paragraph, text


def security_nodes(
    context: RenderContext, alternatives: Alternatives, within: str, *, undeclared: bool = False
) -> list[nodes.Node]:
    """The alternatives of a contract or a method: a line, or a list of which one is enough."""
    if undeclared:
        return [
            paragraph(
                *label(_("Authentication")),
                text(_("How callers identify themselves is not declared.")),
            )
        ]
    if context.for_translators:  # descriptions as paragraphs, which is what messages are made of
        texts = list(
            chain.from_iterable(
                _texts(credential) for credential in chain.from_iterable(alternatives)
            )
        )
        return [block for each in dict.fromkeys(texts) for block in context.described(each, within)]
    lines = [list(_alternative(context, each, within, len(alternatives))) for each in alternatives]
    if not lines:
        return []
    if len(lines) == 1:
        return [paragraph(*label(_("Authentication")), *lines[0])]
    head = paragraph(*label(_("Authentication")), text(_("One of these is enough:")))
    return [head, compact_list([compact(*line)] for line in lines)]


def _texts(credential: CredentialView) -> Iterator[str]:
    yield from (text for _name, text in credential.scopes if text)
    if credential.description:
        yield credential.description


def _alternative(
    context: RenderContext, credentials: tuple[CredentialView, ...], within: str, count: int
) -> Iterator[nodes.Node]:
    if not credentials:
        yield text(
            _("No credentials are needed.")
            if count == 1
            else _("Calls without credentials are accepted, too.")
        )
    for position, credential in enumerate(credentials):
        if position:
            yield text(f" {_('together with')} ")
        yield from _credential(context, credential, within)


def _credential(
    context: RenderContext, credential: CredentialView, within: str
) -> Iterator[nodes.Node]:
    if credential.carrier:
        place = {"query": _("query"), "cookie": _("cookie")}.get(credential.place, _("header"))
        yield code(credential.carrier)
        yield text(f" ({place}): ")
    yield text(_kind(credential))
    for position, (scope, description) in enumerate(credential.scopes):
        yield text(", " if position else f", {_('scopes')} ")
        yield code(scope)
        if description:
            yield from (text(" ("), *_inline(context, description, within), text(")"))
    if credential.description:
        yield from (text(" – "), *_inline(context, credential.description, within))
    if credential.configuration:
        yield text(f" {_('Configuration')}: ")
        yield _address(credential.configuration)
    yield from _flows(credential)


def _flows(credential: CredentialView) -> Iterator[nodes.Node]:
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
            yield text(
                f"{', ' if position else f' {titles.get(flow.name, flow.name)}: '}{labels[key]} "
            )
            yield _address(url)
        yield text(".")


def _inline(context: RenderContext, description: str, within: str) -> list[nodes.Node]:
    """A description of one sentence, to stand inside another; what is longer is left as written."""
    blocks = context.described(description, within)
    if len(blocks) == 1 and isinstance(blocks[0], nodes.paragraph):
        return list(blocks[0].children)
    return [text(description)]


def _address(url: str) -> nodes.reference:
    return nodes.reference("", url, refuri=url, internal=False)


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
