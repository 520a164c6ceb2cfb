"""Writes the facts about a service as a whole: who is behind it, where there is more, its addresses
and their placeholders, and how callers identify themselves.
"""

from collections.abc import Iterator
from typing import TypeAlias

from docutils import nodes

from ...document import parts as doc
from ...native.view import HeadView, NamedLink
from .. import _
from .credential_lines import scheme_line
from .lines import Piece, code, label, line, linked, separated

DescribedLine: TypeAlias = tuple[nodes.paragraph, str | None]
"""A line, and the description that follows it."""


def head_lines(head: HeadView) -> Iterator[DescribedLine]:
    """Write a line for each fact that the head of a document has."""
    docs = head.external_docs
    facts = {
        _("Owner"): _text(head.owner),
        _("Lifecycle"): _text(head.lifecycle),
        _("See also"): () if docs is None else (NamedLink(docs.description or docs.url, docs.url),),
        _("Contact"): head.contact,
        _("License"): head.license,
        _("Terms of service"): head.terms_of_service,
    }
    for words, links in facts.items():
        if links:
            pieces = (linked(url, text) if url else text for text, url in links)
            yield line(*label(words), *separated(pieces)), None
    for server in head.servers:
        yield line(*label(_("Server")), code(server.url)), server.description
        for name, variable in (server.variables or {}).items():
            yield _variable_line(name, variable), variable.description
    for scheme in head.schemes:
        yield scheme_line(scheme), scheme.description


def _variable_line(name: str, variable: doc.ServerVariable) -> nodes.paragraph:
    """Write a variable of a server address."""
    pieces: list[Piece] = [code(f"{{{name}}}"), f": {_('default')} ", code(variable.default)]
    if variable.enum:
        pieces += [f"; {_('one of')} ", *separated(map(code, variable.enum))]
    return line(*pieces)


def _text(text: str) -> tuple[NamedLink, ...]:
    if text:
        return (NamedLink(text),)
    return ()
