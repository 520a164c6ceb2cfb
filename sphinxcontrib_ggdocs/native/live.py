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

CONNECTABLE_SCHEMES = ("http", "https", "ws", "wss")
"""The schemes of addresses that a content security policy can allow for calls."""


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
        """Return the handler of requests for the documentation; the base class calls it once.

        Args:
            app: The application, which options without contents document; None if there is none.
            options: The options, or a mapping in snake_case or camelCase; None without options.
            named: The options as keyword arguments, which take precedence.
            eager: Whether everything is built now.
            protect: Decides who may read; None for everybody.
        """
        validated_options = options_of_site(GGApiDocsOptions, app, options, named)
        return _site_handler(validated_options, eager=eager, protect=protect, is_alone=app is None)


def _site_handler(
    options: GGApiDocsOptions, *, eager: bool, protect: Protect | None, is_alone: bool
) -> SiteHandler:
    """Return the handler of requests for the documentation.

    Args:
        options: The documents and the path of the page.
        eager: Whether to build all files now instead of when they are requested.
        protect: Decides who may read, and for which audience; None for everybody.
        is_alone: Whether the documentation is served without an application.
    """
    # In the root of a service, where `docs_path` is empty, `/openapi.json` may be a route of its
    # framework. Below a path, or in the folders of several documents, it cannot be.
    has_exports = is_alone or bool(options.docs or options.docs_path)
    documents = options.site_documents(has_exports=has_exports)
    if not is_alone:  # readers may send calls to the application around the documentation
        # One step up for each segment of the page's path: `../` for `/apidocs/`.
        service = "../" * options.docs_path.count("/") or "./"
        documents = tuple(replace(document, service=service) for document in documents)
    site = native_site(documents, options.branding, title=options.title, without=options.without)
    links = [document.link for document in documents]

    def page(prefix: str) -> Resource:
        """Return the page of the UI; `prefix` leads from its address to the site."""

        def content() -> bytes:
            """Write the page, and set the policy of its resource.

            The policy is computed now, since contracts have to be imported for it.
            """
            resource.policy = _content_security_policy(options, documents)
            return index_page(
                links,
                installed_bundle(),
                options.branding,
                prefix=prefix,
                title=options.title,
            )

        resource = Resource(HTML, content)
        return resource

    resources = {f"{options.docs_path}/{path}": resource for path, resource in site.items()}
    # The page has two addresses, from both of which the prefix is empty.
    resources[f"{options.docs_path}/{INDEX}"] = page("")
    resources[f"{options.docs_path}/"] = resources[f"{options.docs_path}/{INDEX}"]
    handler = SiteHandler(
        options.docs_path,
        resources,
        # Without the slash at its end, relative links of the page need a prefix.
        {options.docs_path: lambda path: page(path.prefix(options.docs_path))},
        # For pages without a policy of their own, such as the reference as HTML: they call nothing.
        page_policy=_content_security_policy(options, ()),
        protect=protect,
        # Only `protect` knows which audiences there are, so their sites are built on demand.
        for_audience=lambda audience: _site_handler(
            options.for_audience(audience), eager=False, protect=protect, is_alone=is_alone
        ),
    )
    if eager:
        handler.build_all()
    return handler


def _content_security_policy(options: GGApiDocsOptions, documents: Sequence[SiteDocument]) -> str:
    """Return the content security policy of the page.

    It allows only the site itself, the host of the logo, and the servers that documents with a
    console may call.
    """
    policy = PAGE_POLICY  # allows only the site itself
    logo_url = None
    if options.branding:
        logo_url = options.branding.logo_url
    logo_origin = _origin_of(logo_url or "")
    if logo_origin.startswith("http"):  # a logo in the site has no origin, and is allowed anyway
        policy = policy.replace("img-src 'self'", f"img-src 'self' {logo_origin}")
    addresses: list[str] = []
    for document in documents:
        if document.console:
            addresses += document.addresses()
    origins = sorted({_origin_of(address) for address in addresses} - {""})
    if origins:
        policy = policy.replace("connect-src 'self'", f"connect-src 'self' {' '.join(origins)}")
    return policy


def _origin_of(address: str) -> str:
    """Return scheme and host of an address, ``https://api.example.com``; empty if it has no host.

    It is also empty if the host contains other characters than hosts have: spaces, semicolons and
    commas would add directives to the policy.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # an incomplete IPv6 address, `http://[::1`
        return ""
    is_host = re.fullmatch(r"[A-Za-z0-9.\-:\[\]]+", parts.netloc)
    if parts.scheme in CONNECTABLE_SCHEMES and is_host:
        return f"{parts.scheme}://{parts.netloc}"
    return ""
