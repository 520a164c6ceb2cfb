"""Live mode: the documentation as a part of a running service, whatever its framework."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import TYPE_CHECKING, Annotated, Any, TypeVar
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from ..catalog import SpecError
from ..catalog.fields import problem
from ..serving import PAGE_POLICY, ASGIApp, AsgiSite, Protect, Resource, SiteHandler, WsgiSite
from ..serving.asgi import Receive, Scope, Send
from ..serving.handler import DOCUMENT, PageBuilder
from ..serving.registration import register
from .bundle import installed_bundle
from .documentation_site import HTML, SiteDocument, SiteFacts, native_site, version_files
from .element import CATALOG, DOCUMENT_FILES, INDEX, VERSIONS, DocumentLink
from .logo import logo_file
from .page import catalog_page, index_page
from .site_options import SiteOptions

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_App = TypeVar("_App")

DEFAULT_PATH = "/apidocs"
MOST_ADDRESSES = 100
"""Of one server: placeholders with many values have a great many together."""
SCHEMES = ("http", "https", "ws", "wss")
_PATH = re.compile(r"(?:/[A-Za-z0-9_.~-]+)*")


def _check_path(path: str) -> str:
    trimmed = path.removesuffix("/")
    if not _PATH.fullmatch(trimmed) or any(step in (".", "..") for step in trimmed.split("/")):
        raise problem(
            SpecError,
            f"{path!r} is not a valid path",
            "start with a slash, such as '/docs', without . and ..",
        )
    return trimmed


class GGApiDocsOptions(SiteOptions):
    """Options of `GGApiDocs`: documents and path."""

    docs_path: Annotated[str, AfterValidator(_check_path)] = Field(
        default=DEFAULT_PATH,
        description="the path of the page; '/' for all that the application is mounted at",
    )


class GGApiDocs:
    """An ASGI application that shows the documentation at its path and passes the rest on to `app`.

    Documents are built on the first request for them, once, outside of the event loop. One whose
    contracts are wrong has status 500, and the log has the reason; others are not affected.

    Args:
        app: The ASGI application to wrap; None for one that shows nothing but the
            documentation.
        options: The options, or a mapping in snake_case or camelCase.
        named: The same as arguments, which take precedence.
        eager: Whether to build everything now, so that errors are logged at the start and no
            reader waits.
        protect: Decides by the request who may read: answers True, False, `Denied`, or an
            `Audience` for whom the documentation is then; may be ``async``.

    Raises:
        SpecError: The options are wrong.
        TypeError: `app` is a WSGI application.
    """

    def __init__(
        self,
        app: ASGIApp | None,
        options: GGApiDocsOptions | Mapping[str, Any] | None = None,
        *,
        eager: bool = False,
        protect: Protect | None = None,
        **named: Any,
    ) -> None:
        self._application = AsgiSite(
            _handler(
                GGApiDocsOptions.of(options, named),
                eager=eager,
                protect=protect,
                is_alone=app is None,
            ),
            app,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection (ASGI 3)."""
        await self._application(scope, receive, send)

    @classmethod
    def register(
        cls,
        app: _App,
        options: GGApiDocsOptions | Mapping[str, Any] | None = None,
        *,
        eager: bool = False,
        protect: Protect | None = None,
        **named: Any,
    ) -> _App:
        """Add the documentation to an application of FastAPI or Starlette, in place.

        It becomes routes of the application, inside of its middlewares. Any other application is
        wrapped by ``GGApiDocs(app, …)``, which is outside of all that the application does, or
        mounts ``GGApiDocs(None, …)`` in the way of its framework.

        Returns:
            The same application.

        Raises:
            SpecError: The options are wrong.
            TypeError: The application is of another framework.

        Warns:
            RegistrationWarning: The application has dependencies, which FastAPI runs for its own
                routes only.
        """
        return register(
            app,
            _handler(GGApiDocsOptions.of(options, named), eager=eager, protect=protect),
            alternative=(
                "write  application = GGApiDocs(application, options)  and serve that; "
                "GGApiDocsWsgi for WSGI"
            ),
        )


class GGApiDocsWsgi:
    """The same as `GGApiDocs` for WSGI, around Flask's ``app.wsgi_app``, Django's application, or
    any other.
    """

    def __init__(
        self,
        app: "WSGIApplication | None",
        options: GGApiDocsOptions | Mapping[str, Any] | None = None,
        *,
        eager: bool = False,
        protect: Protect | None = None,
        **named: Any,
    ) -> None:
        self._application = WsgiSite(
            _handler(
                GGApiDocsOptions.of(options, named),
                eager=eager,
                protect=protect,
                is_alone=app is None,
            ),
            app,
        )

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer one request (PEP 3333)."""
        return self._application(environ, start_response)


def _handler(
    read: GGApiDocsOptions,
    *,
    eager: bool,
    protect: Protect | None,
    is_alone: bool = False,
) -> SiteHandler:
    # In the root of a service, `/openapi.json` may be a route of its framework.
    has_exports = is_alone or bool(read.docs or read.docs_path)
    documents = read.site_documents(has_exports=has_exports)
    if not is_alone:
        # Each step of the path of the page leads up by one.
        service = "../" * read.docs_path.count("/") or "./"
        documents = tuple(replace(document, service=service) for document in documents)
    slugs = [document.slug for document in documents]
    pages = _pages(read, documents, builds_all=eager)
    handler = SiteHandler(
        native_site(
            documents, read.branding, title=read.title, builds_all=eager, without=read.without
        ),
        build_page=pages[INDEX],
        further_pages=pages,
        docs_path=read.docs_path,
        slugs=slugs,
        document_routes=_document_routes(read, documents),
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


def _document_routes(options: GGApiDocsOptions, documents: Iterable[SiteDocument]) -> Sequence[str]:
    """The routes of the files of documents, which are protected with them."""
    folder = f"{options.docs_path}/{DOCUMENT}" if options.docs else options.docs_path
    versions = sorted({version for document in documents for version in document.versions})
    released = [f"{VERSIONS}/{file}" for version in versions for file in version_files(version)]
    exports = {file.name for document in documents for file in document.exports}
    return [f"{folder}/{file}" for file in (*DOCUMENT_FILES, *sorted(exports), *released)]


def _pages(
    options: GGApiDocsOptions, documents: Sequence[SiteDocument], *, builds_all: bool
) -> Mapping[str, PageBuilder]:
    """By path in the site what builds a page that lists documents, for a prefix that leads from the
    requested path to the site.

    A page says nothing of documents that its reader may not read. That of the UI builds none of
    them, unless all are built anyway.
    """
    logo = logo_file(options.branding)
    look: dict[str, Any] = {"logo": logo.path if logo else None, "title": options.title}
    has_catalog = len(documents) > 1 and "catalog" not in options.without

    def facts_of(slugs: Sequence[str]) -> tuple[list[DocumentLink], SiteFacts]:
        shown = shown_to(slugs)
        links = [document.link for document in shown]
        return links, SiteFacts(shown, links)

    def shown_to(slugs: Sequence[str]) -> list[SiteDocument]:
        return [document for document in documents if document.slug in slugs]

    def index(prefix: str, slugs: Sequence[str]) -> Resource:
        def content() -> bytes:
            links, known = facts_of(slugs)
            page.policy = _policy(options, shown_to(slugs))
            shared = known.shared if builds_all else ""
            return index_page(
                links,
                installed_bundle(),
                options.branding,
                prefix=prefix,
                shared=shared,
                has_catalog=has_catalog,
                **look,
            )

        page = Resource(HTML, content)
        return page

    def catalog(prefix: str, slugs: Sequence[str]) -> Resource:
        def content() -> bytes:
            links, known = facts_of(slugs)
            return catalog_page(links, known.summaries, prefix=prefix, **look)

        return Resource(HTML, content)

    return {INDEX: index, CATALOG: catalog} if has_catalog else {INDEX: index}


def _policy(options: GGApiDocsOptions, documents: Sequence[SiteDocument]) -> str:
    """The content security policy: what the page loads from elsewhere is the logo, where it is on
    another host, and what it may call are the declared servers of documents with a console.
    """
    policy = PAGE_POLICY
    written = options.branding.logo_url if options.branding else None
    logo = _origin(written or "")
    if logo.startswith("http"):
        policy = policy.replace("img-src 'self'", f"img-src 'self' {logo}")
    addresses = [url for document in documents if document.console for url in _called(document)]
    if origins := sorted(set(filter(None, map(_origin, addresses)))):
        policy = policy.replace("connect-src 'self'", f"connect-src 'self' {' '.join(origins)}")
    return policy


def _origin(address: str) -> str:
    """The scheme and the host of an address; empty without a host, and for what cannot be put into
    a header, where spaces, semicolons and commas separate directives of a policy.
    """
    try:
        parts = urlsplit(address)
    except ValueError:  # half an address of IPv6
        return ""
    is_fit = re.fullmatch(r"[A-Za-z0-9.\-:\[\]]+", parts.netloc)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in SCHEMES and is_fit else ""


def _called(document: SiteDocument) -> Iterator[str]:
    """Yield the addresses that a console calls: servers, and those that give out tokens."""
    try:
        content = json.loads(document.build())
    except Exception:  # noqa: BLE001  # raised by a contract, which the document reports
        return
    servers = list(content["service"].get("servers", ()))
    contracts = [contract for group in content["groups"] for contract in group["contracts"]]
    for contract in contracts:
        for method in contract["methods"]:
            servers += method.get("servers", ())
    addresses = [address for server in servers for address in _written_out(server)]
    yield from addresses
    has_sockets = any(contract["kind"] == "ws" for contract in contracts)
    if has_sockets and not any(address.startswith("ws") for address in addresses):
        yield from (address.replace("http", "ws", 1) for address in addresses)
    for scheme in content.get("securitySchemes", {}).values():
        yield scheme.get("openIdConnectUrl", "")
        for flow in scheme.get("flows", {}).values():
            yield flow.get("tokenUrl", "")


def _written_out(server: Mapping[str, Any]) -> Iterable[str]:
    """All addresses of a server, of which some have placeholders."""
    addresses: list[str] = [server["url"]]
    for name, variable in server.get("variables", {}).items():
        values = variable.get("enum") or [variable["default"]]
        written = product(addresses, values)
        replaced = (address.replace(f"{{{name}}}", value) for address, value in written)
        addresses = [*islice(replaced, MOST_ADDRESSES)]
    return addresses
