"""The lines of a service as a whole: who is behind it, where there is more, its addresses and what
these have placeholders for, and how callers identify themselves.
"""

from collections.abc import Iterator
from typing import TypeAlias

from .. import document_parts as doc
from ..view import HeadView, NamedLink
from .blocks import Line, Piece, Translate, code, label, linked, separated
from .credential_lines import scheme_line

DescribedLine: TypeAlias = tuple[Line, str | None]
"""A line, and the description that follows it."""


def head_lines(head: HeadView, translate: Translate) -> Iterator[DescribedLine]:
    """A line for each fact that the head of a document has."""
    _ = translate
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
            yield Line((*label(words), *separated(pieces))), None
    for server in head.servers:
        yield Line((*label(_("Server")), code(server.url))), server.description
        for name, variable in (server.variables or {}).items():
            yield _variable_line(name, variable, _), variable.description
    for scheme in head.schemes:
        yield scheme_line(scheme, _), scheme.description


def _variable_line(name: str, variable: doc.ServerVariable, translate: Translate) -> Line:
    """What stands for a placeholder in the address of a server."""
    _ = translate
    pieces: list[Piece] = [code(f"{{{name}}}"), f": {_('default')} ", code(variable.default)]
    if variable.enum:
        pieces += [f"; {_('one of')} ", *separated(map(code, variable.enum))]
    return Line(tuple(pieces))


def _text(text: str) -> tuple[NamedLink, ...]:
    return (NamedLink(text),) if text else ()
