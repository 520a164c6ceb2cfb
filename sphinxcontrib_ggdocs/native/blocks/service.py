"""The blocks of a service: who is behind it, where there is more, its addresses and their
placeholders, and how callers identify themselves.
"""

from collections.abc import Iterator, Sequence

from ...document import parts as doc
from ..view import HeadView, NamedLink
from ..vocabulary import (
    Address,
    Block,
    Inline,
    Line,
    Word,
    code,
    given,
    labelled,
    separated,
)
from .credentials import scheme_line
from .notation import see_also


def introduction(head: HeadView) -> Iterator[Block]:
    """Write what a service is."""
    yield from given(head.summary)
    yield from given(head.description)


def service_facts(head: HeadView) -> Iterator[Block]:
    """Write a line for each fact about a service as a whole, and descriptions after them."""
    if head.owner:
        yield labelled(Word("Owner"), head.owner)
    if head.lifecycle:
        yield labelled(Word("Lifecycle"), head.lifecycle)
    yield from see_also(head.external_docs)
    yield from _named(Word("Contact"), head.contact)
    yield from _named(Word("License"), head.license)
    yield from _named(Word("Terms of service"), head.terms_of_service)
    for server in head.servers:
        yield from server_blocks(server)
    for scheme in head.schemes:
        yield scheme_line(scheme)
        yield from given(scheme.description)


def server_blocks(server: doc.Server) -> Iterator[Block]:
    """Write an address of a service, and the placeholders in it."""
    yield labelled(Word("Server"), code(server.url))
    yield from given(server.description)
    for name, variable in (server.variables or {}).items():
        words: list[Inline] = [code(f"{{{name}}}"), ": ", Word("default"), " "]
        words.append(code(variable.default))
        if variable.enum:
            words += ["; ", Word("one of"), " ", *separated(map(code, variable.enum))]
        yield Line(tuple(words))
        yield from given(variable.description)


def _named(label: Word, links: Sequence[NamedLink]) -> Iterator[Block]:
    """Write what a service names, as links where they have safe addresses."""
    if links:
        yield labelled(label, *separated(map(_link, links)))


def _link(link: NamedLink) -> Inline:
    if link.url:
        return Address(link.url, link.text)
    return link.text
