"""Facts about the service as a whole: whom to ask, under which terms, with links that are safe."""

import re
from collections.abc import Iterator

from ...document import parts as doc
from ...document.model import ApiDocsDocument
from ..safe_links import absolute_url
from .alternatives import schemes_of
from .views import HeadView, NamedLink


def head_of(document: ApiDocsDocument) -> HeadView:
    """Return the head of a document."""
    service = document.service
    return HeadView(
        slug=service.slug,
        title=service.name,
        version=service.version or "",
        summary=service.summary,
        description=service.description,
        owner=service.owner or "",
        lifecycle=service.lifecycle or "",
        servers=service.servers or (),
        schemes=schemes_of(document),
        external_docs=service.external_docs,
        contact=tuple(_contact(service.contact)),
        license=tuple(_license(service.license)),
        terms_of_service=tuple(_link("", service.terms_of_service)),
    )


_SPDX_IDENTIFIER = re.compile(r"(?!licenseref)[\w.+-]+", re.IGNORECASE | re.ASCII)
"""Of a license that SPDX has a page of: no expression of several, and no author's own."""


def _link(text: str, url: str | None) -> Iterator[NamedLink]:
    """Yield a name or an address; other addresses than those of the web and of mail are text."""
    if text or url:
        yield NamedLink(text or (url or "").removeprefix("mailto:"), absolute_url(url))


def _contact(contact: doc.Contact | None) -> Iterator[NamedLink]:
    if contact is not None:
        yield from _link(contact.name or "", contact.url)
        yield from _link("", f"mailto:{contact.email}" if contact.email else None)


def _license(given: doc.License | None) -> Iterator[NamedLink]:
    if given is not None:
        identifier = given.identifier or ""
        differs = identifier not in ("", given.name)
        name = f"{given.name} ({identifier})" if differs else given.name
        is_listed = _SPDX_IDENTIFIER.fullmatch(identifier)
        page = f"https://spdx.org/licenses/{identifier}" if is_listed else None
        yield from _link(name, given.url or page)
