"""The lines below the description of a service: who is behind it, and where there is more."""

from collections.abc import Callable, Iterator

from ..view import HeadView, NamedLink
from .blocks import Line, UrlLink, label, separated


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


def _text(text: str) -> tuple[NamedLink, ...]:
    return (NamedLink(text),) if text else ()
