"""Builds the blocks of a service: its owner, terms and external documentation, its addresses and
their placeholders, and how callers identify themselves.

A *scope* is the document and the text that shows the blocks.
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
    description_block,
    labelled,
    separated,
)
from .credentials import scheme_blocks
from .notation import see_also
from .scope import Scope


def introduction(service: doc.Service) -> Iterator[Block]:
    """Yield summary and description of a service."""
    yield from description_block(service.summary)
    yield from description_block(service.description)


def service_facts(scope: Scope) -> Iterator[Block]:
    """Yield a line for each fact about a service as a whole: owner, contact, servers,
    credentials.
    """
    service = scope.view.document.service
    if service.owner:
        yield labelled(Word("Owner"), service.owner)
    if service.lifecycle:
        yield labelled(Word("Lifecycle"), service.lifecycle)
    yield from see_also(service.external_docs)
    for label, words in (
        (Word("Contact"), _contact_words(service.contact)),
        (Word("License"), _license_words(service.license)),
        (Word("Terms of service"), _link("", service.terms_of_service)),
    ):
        line = separated(words)  # empty if the service does not have it
        if line:
            yield labelled(label, *line)
    for server in service.servers or ():
        yield from server_blocks(server)
    yield from scheme_blocks(scope)


def server_blocks(server: doc.Server) -> Iterator[Block]:
    """Yield the URL of a server with its description, and the placeholders in the URL."""
    yield labelled(Word("Server"), code(server.url))
    yield from description_block(server.description)
    for name, variable in (server.variables or {}).items():
        words: list[Inline] = [code(f"{{{name}}}"), ": ", Word("default"), " "]
        words.append(code(variable.default))
        if variable.enum:
            words += ["; ", Word("one of"), " ", *separated(map(code, variable.enum))]
        yield Line(tuple(words))
        yield from description_block(variable.description)


_SPDX_IDENTIFIER = re.compile(r"(?!licenseref)[\w.+-]+", re.IGNORECASE | re.ASCII)
"""Matches the identifier of one license, for which SPDX has a page. It matches neither an
expression of several, ``MIT OR Apache-2.0``, nor an author's own, ``LicenseRef-…``."""


def _link(text: str, url: str | None) -> Iterator[Inline]:
    """Yield a name or an address as a link, or as plain text if it is not an address of the web or
    mail.
    """
    label = text or (url or "").removeprefix("mailto:")  # an address without a name is its own
    if address := absolute_url(url):
        yield Address(address, label)
    elif label:
        yield label


def _contact_words(contact: doc.Contact | None) -> Iterator[Inline]:
    """Yield name and e-mail address of a contact as links."""
    if contact is None:
        return
    yield from _link(contact.name or "", contact.url)
    if contact.email:
        yield from _link("", f"mailto:{contact.email}")


def _license_words(service_license: doc.License | None) -> Iterator[Inline]:
    """Yield the name of a license with its SPDX identifier, as a link if a page of it is known."""
    if service_license is None:
        return
    identifier = service_license.identifier or ""
    text = service_license.name
    if identifier not in ("", service_license.name):  # neither missing nor the same as the name
        text = f"{service_license.name} ({identifier})"
    page_of_spdx = ""
    if _SPDX_IDENTIFIER.fullmatch(identifier):
        page_of_spdx = f"https://spdx.org/licenses/{identifier}"
    yield from _link(text, service_license.url or page_of_spdx)
