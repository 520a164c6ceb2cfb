"""The lines of a service as a whole: who is behind it, where there is more, and what its addresses
have placeholders for.
"""

from collections.abc import Callable, Iterator

from .. import document_parts as doc
from ..view import HeadView, NamedLink
from .blocks import Line, Piece, UrlLink, code, label, separated


def head_lines(head: HeadView, translate: Callable[[str], str]) -> Iterator[Line]:
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
            pieces = (UrlLink(url, text) if url else text for text, url in links)
            yield Line((*label(words), *separated(pieces)))


def variable_line(name: str, variable: doc.ServerVariable, translate: Callable[[str], str]) -> Line:
    """What stands for a placeholder in the address of a server."""
    _ = translate
    pieces: list[Piece] = [code(f"{{{name}}}"), f": {_('default')} ", code(variable.default)]
    if variable.enum:
        pieces += [f"; {_('one of')} ", *separated(map(code, variable.enum))]
    return Line(tuple(pieces))


def _text(text: str) -> tuple[NamedLink, ...]:
    return (NamedLink(text),) if text else ()
