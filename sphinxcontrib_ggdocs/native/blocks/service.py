"""Builds the blocks of a service: its owner, terms and external documentation, its addresses and
their placeholders, and how callers identify themselves.
"""

import re
from collections.abc import Iterator

from ...document import parts as doc
from ..safe_links import absolute_url
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
from .credentials import scheme_blocks
from .notation import see_also
from .scope import Scope


def introduction(service: doc.Service) -> Iterator[Block]:
    """Write what a service is."""
    yield from given(service.summary)
    yield from given(service.description)


def service_facts(scope: Scope) -> Iterator[Block]:
    """Write a line for each fact about a service as a whole, and descriptions after them."""
    service = scope.view.document.service
    if service.owner:
        yield labelled(Word("Owner"), service.owner)
    if service.lifecycle:
        yield labelled(Word("Lifecycle"), service.lifecycle)
    yield from see_also(service.external_docs)
    for label, words in (
        (Word("Contact"), [*_contact(service.contact)]),
        (Word("License"), [*_license(service.license)]),
        (Word("Terms of service"), [*_link("", service.terms_of_service)]),
    ):
        if words:
            yield labelled(label, *separated(words))
    for server in service.servers or ():
        yield from server_blocks(server)
    yield from scheme_blocks(scope)


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


_SPDX_IDENTIFIER = re.compile(r"(?!licenseref)[\w.+-]+", re.IGNORECASE | re.ASCII)
"""Of a license that SPDX has a page of: no expression of several, and no author's own."""


def _link(text: str, url: str | None) -> Iterator[Inline]:
    """Write a name or an address; other addresses than those of the web and of mail are text."""
    shown = text or (url or "").removeprefix("mailto:")
    if address := absolute_url(url):
        yield Address(address, shown)
    elif shown:
        yield shown


def _contact(contact: doc.Contact | None) -> Iterator[Inline]:
    if contact is None:
        return
    yield from _link(contact.name or "", contact.url)
    if contact.email:
        yield from _link("", f"mailto:{contact.email}")


def _license(given: doc.License | None) -> Iterator[Inline]:
    if given is None:
        return
    identifier = given.identifier or ""
    name, page = given.name, ""
    if identifier not in ("", given.name):
        name = f"{given.name} ({identifier})"
    if _SPDX_IDENTIFIER.fullmatch(identifier):
        page = f"https://spdx.org/licenses/{identifier}"
    yield from _link(name, given.url or page)
