"""Live mode: the documentation as a part of a running service, whatever its framework."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field

from ..serving import PAGE_POLICY, Protect, Resource, SiteHandler
from ..serving.application import DocsApplication
from ..serving.handler import RequestPath
from ..serving.paths import UrlPath
from .bundle import installed_bundle
from .documentation_site import HTML, SiteFacts, native_site
from .element import INDEX
from .logo import logo_file
from .page import index_page
from .site_options import SiteOptions


class GGApiDocsOptions(SiteOptions):
    """Options of `GGApiDocs`: documents and path."""

    docs_path: UrlPath = Field(
        default="/apidocs",
        description="the path of the page; '/' for all that the application is mounted at",
    )


class GGApiDocs(DocsApplication):
    """An ASGI application that shows the documentation at its path and passes the rest on to `app`;
    its options are `GGApiDocsOptions`.
    """

    @classmethod
    def _handler(
        cls,
        app: Any,
        options: GGApiDocsOptions | Mapping[str, Any] | None,
        named: Mapping[str, Any],
        *,
        eager: bool,
        protect: Protect | None,
    ) -> SiteHandler:
        return _handler(
            GGApiDocsOptions.of(options, named), eager=eager, protect=protect, is_alone=app is None
        )


def _handler(
    read: GGApiDocsOptions, *, eager: bool, protect: Protect | None, is_alone: bool
) -> SiteHandler:
    # In the root of a service, `/openapi.json` may be a route of its framework.
    has_exports = is_alone or bool(read.docs or read.docs_path)
    documents = read.site_documents(has_exports=has_exports)
    site = native_site(
        documents, read.branding, title=read.title, builds_all=eager, without=read.without
    )
    resources = {f"{read.docs_path}/{path}": resource for path, resource in site.items()}
    resources[f"{read.docs_path}/"] = site[INDEX]
    links = [document.link for document in documents]
    known = SiteFacts(documents, links)
    logo = logo_file(read.branding)

    def page(path: RequestPath) -> Resource:
        def content() -> bytes:
            return index_page(
                links,
                installed_bundle(),
                read.branding,
                prefix=path.prefix(read.docs_path),
                shared=known.shared if eager else "",
                logo=logo.path if logo else None,
                title=read.title,
            )

        return Resource(HTML, content)

    handler = SiteHandler(
        read.docs_path,
        resources,
        {read.docs_path: page},
        page_policy=_policy(read),
        protect=protect,
        # Built when somebody is given that audience: which there are, `protect` alone knows.
        for_audience=lambda audience: _handler(
            read.for_audience(audience), eager=False, protect=protect, is_alone=is_alone
        ),
    )
    if eager:
        handler.build_all()
    return handler


def _policy(options: GGApiDocsOptions) -> str:
    """The content security policy; a logo of another host is the one thing that the page loads from
    elsewhere.
    """
    written = options.branding.logo_url if options.branding else None
    # A logo without a host is one of the site. What is put into a header may hold no space,
    # semicolon or comma, which separate directives in a policy.
    address = urlsplit(written or "")
    if address.scheme not in ("http", "https") or not re.fullmatch(
        r"[A-Za-z0-9.\-:\[\]]+", address.netloc
    ):
        return PAGE_POLICY
    return PAGE_POLICY.replace(
        "img-src 'self'", f"img-src 'self' {address.scheme}://{address.netloc}"
    )
