"""`SiteHandler`: finds the resource for a path and builds the response, for ASGI and WSGI alike."""

import logging
import re
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TypeAlias
from urllib.parse import quote

from ..audience_rules import Audiences
from ..contracts.audiences import Audience
from ..contracts.contract_errors import ContractError, NothingForAudience, NothingToExport
from .delivery import HttpResponse, PreparedResource, prepare, problem
from .protection import Denied, DocsRequest, Protect, refusal
from .site import Resource, Site

logger = logging.getLogger("sphinxcontrib_ggdocs")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

PageBuilder: TypeAlias = Callable[[str, tuple[str, ...]], Resource]
"""Builds the page from the relative URL of the site, seen from the page, and from the slugs of the
documents that the page lists."""

Step: TypeAlias = DocsRequest | Resource
"""What a response waits for: a verdict of `protect`, or the build of a resource."""

DOCUMENT = "{document}"
"""Placeholder of the slug in the route of a document's file."""

READING = ("GET", "HEAD")
_NO_FILE = "there is no such file in this documentation"
AUDIENCES_KEPT = 16
PAGES_KEPT = 64
"""Pages differ by the documents that their readers may read, and by the root path."""


@dataclass(frozen=True, slots=True)
class RequestPath:
    """The path of a request, split at the root path."""

    route: str
    """The decoded path without the root path."""
    root: str = ""
    """The root path of the application that responds."""
    service_root: str = ""
    """The root path of the documented service; shorter than `root` where the documentation is an
    application of its own that the service mounts."""


@dataclass(frozen=True, slots=True)
class _Permission:
    """What a reader is shown."""

    slugs: Sequence[str]
    """The documents that the page lists."""
    audience: Audiences | None
    """Those that `protect` has chosen, in place of what the options say."""


class SiteHandler:
    """Responds to requests for one site.

    Args:
        site: The resources.
        build_page: Builds the page. For ``/docs`` without the trailing slash the URL of the site is
            ``./docs/``: a relative URL is right behind any proxy, also one that does not report
            its prefix.
        further_pages: By path in the site what builds a page, likewise.
        docs_path: The path of the site: starts with a slash and does not end in one; empty for
            the root.
        slugs: The slugs of the documents.
        document_routes: The routes of a document's files, with `DOCUMENT` in place of its slug.
        page_policy: The content security policy of pages.
        protect: Decides who may read; None for everybody.
        for_audience: Makes the handler of the same site for some audiences, which `protect` may
            choose.
    """

    def __init__(
        self,
        site: Site,
        *,
        build_page: PageBuilder,
        further_pages: Mapping[str, PageBuilder] | None = None,
        docs_path: str = "",
        slugs: Sequence[str] = (),
        document_routes: Sequence[str] = (),
        page_policy: str = PAGE_POLICY,
        protect: Protect | None = None,
        for_audience: "Callable[[Audiences], SiteHandler] | None" = None,
    ) -> None:
        self.site = site
        self.docs_path = docs_path
        self.protect = protect
        self._page_policy = page_policy
        further = {f"{docs_path}/{path}": build for path, build in (further_pages or {}).items()}
        builders = {docs_path: build_page, f"{docs_path}/": build_page, **further}
        self._page_builders = {
            route: lru_cache(maxsize=PAGES_KEPT)(build) for route, build in builders.items()
        }
        self._slugs = tuple(slugs)
        self._document_routes = {route: _pattern(route) for route in document_routes}
        self._prepared: dict[Resource, PreparedResource] = {}
        self._max_prepared = len(site) + len(builders) * PAGES_KEPT
        self._logged: list[Exception] = []
        self._lock = Lock()
        self._for_audience = (
            None if for_audience is None else lru_cache(AUDIENCES_KEPT)(for_audience)
        )

    @property
    def pages(self) -> tuple[str, ...]:
        """The routes of pages that list documents."""
        return tuple(self._page_builders)

    def routes(self) -> Iterator[str]:
        """All routes, with `DOCUMENT` in those of documents: for frameworks with a router."""
        yield from self.pages
        yield from self._document_routes
        for path in self.site:
            route = f"{self.docs_path}/{path}"
            if route not in self.pages and self.document_of(route) is None:
                yield route

    def document_of(self, route: str) -> str | None:
        """The slug in the route of a document's file; the document need not exist."""
        for document_route, pattern in self._document_routes.items():
            if match := pattern.fullmatch(route):
                return match["slug"] if DOCUMENT in document_route else self._slugs[0]
        return None

    def has(self, route: str) -> bool:
        """Whether there is a resource at a route."""
        return route in self.pages or self.locate(RequestPath(route)) is not None

    def claims(self, method: str, route: str) -> bool:
        """Whether this handler may respond to a request.

        With `protect` that includes routes of documents that do not exist: `protect` decides before
        anybody learns that.
        """
        if method not in READING:
            return False
        return self.has(route) or (self.protect is not None and self.document_of(route) is not None)

    def locate(self, path: RequestPath, slugs: Sequence[str] | None = None) -> Resource | None:
        """The resource at a path: a look-up in the site, so that no path leads out of it.

        Args:
            path: The path of the request.
            slugs: The documents that the page lists; all unless given.
        """
        if (build := self._page_builders.get(path.route)) is not None:
            return build(self._site_url(path), self._slugs if slugs is None else tuple(slugs))
        relative = path.route.removeprefix(f"{self.docs_path}/")
        return self.site.get(relative) if relative != path.route else None

    def _site_url(self, path: RequestPath) -> str:
        """The URL of the site relative to the page; empty or with a slash at the end."""
        name = (path.root + self.docs_path).rpartition("/")[2]
        return f"./{quote(name, safe='')}/" if path.route == self.docs_path and name else ""

    def respond(
        self, request: DocsRequest, path: RequestPath, *, standalone: bool = False
    ) -> Generator[Step, object, HttpResponse | None]:
        """Build the response in steps that the caller performs, synchronously or not.

        The caller sends the verdict of `protect` for a `DocsRequest`; it builds a resource, and
        sends None.

        Args:
            request: The request.
            path: Its path.
            standalone: Whether there is no wrapped application to respond to other requests.

        Returns:
            The response; None when the wrapped application has to respond.
        """
        if not standalone and not self.claims(request.method, path.route):
            return None
        try:
            permitted = yield from self._permitted(request, path)
        except Exception as error:  # noqa: BLE001  # raised by a user's `protect`: access is denied
            permitted = self._protect_failure(error)
        response = permitted if isinstance(permitted, HttpResponse) else None
        if isinstance(permitted, _Permission):
            response = yield from self._shown(request, path, permitted, standalone)
        elif response is None and standalone:
            response = yield from self._read(request, None)
        if response is None:
            return None
        return response.without_body() if request.method == "HEAD" else response

    def _permitted(
        self, request: DocsRequest, path: RequestPath
    ) -> "Generator[Step, object, HttpResponse | _Permission | None]":
        """A refusal, or what this reader is shown, or None to hide a document.

        Hidden documents and documents that do not exist get the same response.
        """
        if self.protect is None:
            return _Permission(self._slugs, None)
        document = self.document_of(path.route)
        verdict = yield replace(request, document=document)
        refused = refusal(verdict)
        if refused is None:
            audience = verdict.names if isinstance(verdict, Audience) else None
            slugs: HttpResponse | Sequence[str] = ()
            if path.route in self.pages:
                slugs = yield from self._readable_slugs(request, path)
            return slugs if isinstance(slugs, HttpResponse) else _Permission(slugs, audience)
        if verdict is not False or document is None:
            return refused
        page_verdict = yield replace(request, path=path.root + self.docs_path)
        return refusal(page_verdict)

    def _readable_slugs(
        self, request: DocsRequest, path: RequestPath
    ) -> Generator[Step, object, HttpResponse | Sequence[str]]:
        """The documents whose files the reader may read; a refusal when there is none."""
        slugs = []
        for slug in self._slugs:
            file = path.root + next(iter(self._document_routes)).replace(DOCUMENT, slug)
            verdict = yield replace(request, path=file, document=slug)
            if refusal(verdict) is None:
                slugs.append(slug)
        return slugs if slugs or not self._slugs else Denied().response()

    def _shown(
        self, request: DocsRequest, path: RequestPath, permission: _Permission, standalone: bool
    ) -> Generator[Step, object, HttpResponse | None]:
        """The response to a reader who has permission; a refusal where nothing is left of the page
        for the audience that `protect` has chosen.
        """
        try:
            handler = self._handler_for(permission.audience)
            slugs = [slug for slug in permission.slugs if slug in handler._slugs]
            if permission.slugs and not slugs:
                return Denied().response()
            resource = handler.locate(path, slugs)
        except NothingForAudience:
            return Denied().response()
        except Exception as error:  # noqa: BLE001  # raised by a user's contracts
            return self.failure(error)
        if resource is None and not standalone:
            return None
        return (yield from handler._read(request, resource))

    def _handler_for(self, audience: Audiences | None) -> "SiteHandler":
        """The handler of the site for the audiences that `protect` has chosen."""
        if audience is None:
            return self
        if self._for_audience is None:
            raise TypeError("protect chose an audience, for which this site cannot be made")
        return self._for_audience(tuple(sorted(set(audience))))

    def _read(
        self, request: DocsRequest, resource: Resource | None
    ) -> Generator[Step, object, HttpResponse]:
        """The response to a request that `protect` allows."""
        if resource is None:
            return problem(404, _NO_FILE)
        if request.method not in READING:
            return problem(
                405, f"read documentation with GET, not {request.method}", {"Allow": "GET, HEAD"}
            )
        if not resource.is_ready:
            yield resource
        return self._deliver(
            resource, request.headers.get("accept-encoding"), request.headers.get("if-none-match")
        )

    def _deliver(
        self, resource: Resource, accept_encoding: str | None, if_none_match: str | None
    ) -> HttpResponse:
        prepared = self._prepared.get(resource)
        if prepared is None:
            try:
                prepared = self._prepare(resource)
            except NothingToExport:
                return problem(404, _NO_FILE)
            except Exception as error:  # noqa: BLE001  # raised by a user's contract or model
                return self.failure(error)
        return prepared.response(accept_encoding, if_none_match)

    def _prepare(self, resource: Resource) -> PreparedResource:
        prepared = prepare(
            resource, page_policy=self._page_policy, private=self.protect is not None
        )
        with self._lock:
            self._prepared[resource] = prepared
            while len(self._prepared) > self._max_prepared:  # pages of other readers or prefixes
                del self._prepared[next(iter(self._prepared))]
        return prepared

    def failure(self, error: Exception) -> HttpResponse:
        """The response when a build raises an error, which is logged once.

        It does not say what is wrong: messages name modules, classes and files of the service.
        """
        self._log_once(error)
        return problem(500, "this documentation cannot be built; see the log of the service")

    def _protect_failure(self, error: Exception) -> HttpResponse:
        """The response when `protect` raises an error: access is denied."""
        logger.error("protect raised %r", error, exc_info=error)
        return problem(500, "the access check failed; see the log of the service")

    def _log_once(self, error: Exception) -> None:
        with self._lock:
            if any(error is logged for logged in self._logged):
                return
            self._logged.append(error)
        if isinstance(error, ContractError):
            logger.error("the documentation cannot be built: %s", error)
        else:
            logger.error("the documentation cannot be built: %r", error, exc_info=error)

    def build_all(self) -> None:
        """Build everything now; errors are logged, and requests for these resources get 500."""
        pages = [self.locate(RequestPath(route)) for route in self.pages]
        for resource in (*self.site.values(), *pages):
            if resource is not None:
                self._deliver(resource, None, None)


def _pattern(route: str) -> re.Pattern[str]:
    return re.compile(re.escape(route).replace(re.escape(DOCUMENT), "(?P<slug>[^/]+)"))
