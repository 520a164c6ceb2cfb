"""Implements live mode: documentation served by a running service, in any framework."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from pydantic import Field

from ..serving import PAGE_POLICY, Protect, Resource, SiteHandler
from ..serving.application import DocsApplication, options_of_site
from ..serving.paths import UrlPath
from .bundle import installed_bundle
from .documentation_site import HTML, SiteDocument, native_site
from .element import INDEX
from .page import index_page
from .site_options import SiteOptions

SCHEMES = ("http", "https", "ws", "wss")


class GGApiDocsOptions(SiteOptions):
    """Options of `GGApiDocs`: documents and path."""

    docs_path: UrlPath = Field(
        default="/apidocs",
        description="the path of the page; '/' for the path where the application is mounted",
    )


class GGApiDocs(DocsApplication):
    """An ASGI application that serves the documentation at its path and passes other requests on to
    `app`; its options are `GGApiDocsOptions`.

    Serve the instance instead of `app`: ``docs = GGApiDocs(app, options)`` and ``uvicorn
    service:docs``. `app` itself is not changed, so it responds with 404 at the path of the
    documentation; to keep serving `app`, call `GGApiDocs.register(app, options)`. If the options
    name no contents, `app` is documented.
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
        read = options_of_site(GGApiDocsOptions, app, options, named)
        return _handler(read, eager=eager, protect=protect, is_alone=app is None)


def _handler(
    read: GGApiDocsOptions, *, eager: bool, protect: Protect | None, is_alone: bool
) -> SiteHandler:
    # In the root of a service, `/openapi.json` may be a route of its framework.
    has_exports = is_alone or bool(read.docs or read.docs_path)
    documents = read.site_documents(has_exports=has_exports)
    if not is_alone:
        # Each step of the path of the page leads up by one.
        service = "../" * read.docs_path.count("/") or "./"
        documents = tuple(replace(document, service=service) for document in documents)
    site = native_site(documents, read.branding, title=read.title, without=read.without)
    links = [document.link for document in documents]

    def page(prefix: str) -> Resource:
        def content() -> bytes:
            resource.policy = _policy(read, documents)
            return index_page(
                links,
                installed_bundle(),
                read.branding,
                prefix=prefix,
                title=read.title,
            )

        resource = Resource(HTML, content)
        return resource

    resources = {f"{read.docs_path}/{path}": resource for path, resource in site.items()}
    resources[f"{read.docs_path}/{INDEX}"] = resources[f"{read.docs_path}/"] = page("")
    handler = SiteHandler(
        read.docs_path,
        resources,
        {read.docs_path: lambda path: page(path.prefix(read.docs_path))},
        page_policy=_policy(read, ()),
        protect=protect,
        # Built when somebody is given that audience: which there are, `protect` alone knows.
        for_audience=lambda audience: _handler(
            read.for_audience(audience), eager=False, protect=protect, is_alone=is_alone
        ),
    )
    if eager:
        handler.build_all()
    return handler


def _policy(options: GGApiDocsOptions, documents: Sequence[SiteDocument]) -> str:
    """Return the content security policy: what the page loads from elsewhere is the logo, where it
    is on another host, and what it may call are the declared servers of documents with a console.
    """
    policy = PAGE_POLICY
    logo_url = options.branding.logo_url if options.branding else None
    logo = _origin(logo_url or "")
    if logo.startswith("http"):
        policy = policy.replace("img-src 'self'", f"img-src 'self' {logo}")
    addresses: list[str] = []
    for document in documents:
        if document.console:
            addresses += document.addresses()
    if origins := sorted(set(filter(None, map(_origin, addresses)))):
        policy = policy.replace("connect-src 'self'", f"connect-src 'self' {' '.join(origins)}")
    return policy


def _origin(address: str) -> str:
    """Return the scheme and the host of an address; empty without a host, and for what cannot be
    put into a header, where spaces, semicolons and commas separate directives of a policy.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # half an address of IPv6
        return ""
    is_fit = re.fullmatch(r"[A-Za-z0-9.\-:\[\]]+", parts.netloc)
    if parts.scheme in SCHEMES and is_fit:
        return f"{parts.scheme}://{parts.netloc}"
    return ""
