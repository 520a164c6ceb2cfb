"""`SiteHandler`: finds the resource for a path and builds the response, for ASGI and WSGI alike.

A resource is a file of the site, built at its first use; a route is its path below the root path,
the one at which an application is mounted. `protect` is the user's function that decides who may
read. It may choose audiences, names of groups of readers, who get a site of their own: without the
parts that are for others.
"""

import logging
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import quote

from ..audience_rules import Audiences
from ..contracts.audiences import Audience
from ..contracts.contract_errors import ContractError, NothingForAudience, NothingToExport
from .delivery import HttpResponse, problem_response, resource_response
from .protection import Denied, DocsRequest, Protect, refusal_response
from .site import Resource

logger = logging.getLogger("sphinxcontrib_ggdocs")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The content security policy of pages that load nothing but files of the same host, and images
that are part of a page as ``data:`` URLs."""

Step: TypeAlias = DocsRequest | Resource
"""What has to be done before a response: get the verdict of `protect` on a request, or build a
resource. ASGI awaits these, WSGI does not."""

READING = ("GET", "HEAD")
"""The HTTP methods that read documentation."""
_NO_FILE = "there is no such file in this documentation"
AUDIENCES_KEPT = 16
"""How many sites for different audiences are cached."""
PAGES_KEPT = 64
"""How many pages and specifications are cached; they differ by root path, and most services have
only one."""


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

    def prefix(self, docs_path: str) -> str:
        """Return the relative URL of the folder `docs_path`; empty or with a slash at the end.

        For ``/docs`` without the trailing slash it is ``./docs/``: a relative URL is right behind
        any proxy, also one that does not report its own prefix.
        """
        # The last segment of the path; empty for the root, whose URL always ends with a slash.
        name = (self.root + docs_path).rpartition("/")[2]
        if self.route == docs_path and name:
            return f"./{quote(name, safe='')}/"
        return ""


Builder: TypeAlias = Callable[[RequestPath], Resource]
"""Returns the resource for a path whose content depends on the root path; it builds nothing yet."""


class SiteHandler:
    """Responds to requests for one site.

    Args:
        docs_path: The path of the page, with a slash at its start and none at its end; empty for
            the root. With `protect`, all paths below it belong to the documentation.
        resources: Resources by route.
        builders: By route, what returns a resource for the path of a request.
        page_policy: The content security policy of pages.
        protect: Decides who may read; None for everybody.
        for_audience: Returns the handler of the same site for some audiences, which `protect` may
            choose; None if the site can only be built for everybody.
    """

    def __init__(
        self,
        docs_path: str,
        resources: Mapping[str, Resource],
        builders: Mapping[str, Builder],
        *,
        page_policy: str = PAGE_POLICY,
        protect: Protect | None = None,
        for_audience: "Callable[[Audiences], SiteHandler] | None" = None,
    ) -> None:
        self.docs_path = docs_path
        self.protect = protect
        # `dict.fromkeys` drops repeated routes, and keeps their order.
        self.routes = tuple(dict.fromkeys((*builders, *resources)))
        self._resources = resources
        self._builders = builders
        self._page_policy = page_policy
        self._logged: list[Exception] = []
        """The errors that are in the log already."""
        # Cached by path, of which the root path is a part.
        self._build_at = lru_cache(PAGES_KEPT)(lambda path: builders[path.route](path))
        self._for_audience = None
        if for_audience is not None:
            self._for_audience = lru_cache(AUDIENCES_KEPT)(for_audience)

    def claims(self, method: str, route: str) -> bool:
        """Return whether this handler may respond to a request.

        With `protect` that includes routes that do not exist: `protect` decides before anybody
        learns that.
        """
        if method not in READING:
            return False
        is_below = self.docs_path != "" and route.startswith(f"{self.docs_path}/")
        return route in self.routes or (self.protect is not None and is_below)

    def locate(self, path: RequestPath) -> Resource | None:
        """Return the resource at a path; None if there is none. This is only a look-up, so that no
        path can leave the site.
        """
        if path.route in self._builders:
            return self._build_at(path)
        return self._resources.get(path.route)

    def respond(
        self, request: DocsRequest, path: RequestPath, *, standalone: bool = False
    ) -> Generator[Step, object, HttpResponse | None]:
        """Build the response in steps that the caller performs, synchronously or asynchronously.

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
        response: HttpResponse | None = None
        handler = self
        if self.protect is not None:
            try:
                verdict = yield request
                response = refusal_response(verdict)
            except Exception as error:  # Of a user's `protect`, or of what it has returned.
                logger.error("protect raised %r", error, exc_info=error)
                response = problem_response(
                    500, "the access check failed; see the log of the service"
                )
            else:
                if isinstance(verdict, Audience):
                    handler_or_refusal = self._handler_for(verdict)
                    if isinstance(handler_or_refusal, HttpResponse):
                        response = handler_or_refusal
                    else:
                        handler = handler_or_refusal
        if response is None:
            response = yield from handler._respond_to_reader(request, path, standalone=standalone)
        if response is not None and request.method == "HEAD":
            return response.without_body()
        return response

    def _handler_for(self, audience: Audience) -> "SiteHandler | HttpResponse":
        """Return the handler of the site for the audiences that `protect` has chosen, or a response
        if they may see nothing, or their site cannot be built.
        """
        try:
            if self._for_audience is None:  # Logged below, as an error of the contracts is.
                raise TypeError("protect chose an audience, for which this site cannot be built")
            # Sorted, so that equal audiences share a cached site.
            return self._for_audience(tuple(sorted(set(audience.names))))
        except NothingForAudience:  # To a reader for whom there is nothing, access is denied.
            return Denied().response()
        except Exception as error:  # noqa: BLE001  # Raised by a user's contracts.
            return self._failure(error)

    def _respond_to_reader(
        self, request: DocsRequest, path: RequestPath, *, standalone: bool
    ) -> Generator[Step, object, HttpResponse | None]:
        """Yield the resource if it has to be built, and return the response to a request that
        `protect` allows; None when the wrapped application has to respond.

        Args:
            request: The request.
            path: Its path.
            standalone: Whether there is no wrapped application to respond to other requests.
        """
        resource = self.locate(path)
        if resource is None:
            if standalone:
                return problem_response(404, _NO_FILE)
            return None
        if request.method not in READING:
            detail = f"read documentation with GET, not {request.method}"
            return problem_response(405, detail, {"Allow": "GET, HEAD"})
        if not resource.is_ready:
            yield resource
        return self._deliver(resource, request.headers)

    def _deliver(self, resource: Resource, headers: Mapping[str, str]) -> HttpResponse:
        """Return the response with a resource, or an error if it cannot be built.

        Args:
            resource: The resource.
            headers: The headers of the request by name in lower case.
        """
        # With `protect`, another reader may get another response.
        is_private = self.protect is not None
        try:
            return resource_response(
                resource, headers, page_policy=self._page_policy, private=is_private
            )
        except NothingToExport:  # The document turns out to have nothing for this format.
            return problem_response(404, _NO_FILE)
        except Exception as error:  # noqa: BLE001  # Raised by a user's contract or model.
            return self._failure(error)

    def _failure(self, error: Exception) -> HttpResponse:
        """Return the response for a build that raised an error, and log the error once.

        The response does not say what is wrong, because messages name modules, classes and files of
        the service.
        """
        # A resource raises the same error at each request.
        if not any(error is logged for logged in self._logged):
            self._logged.append(error)
            if isinstance(error, ContractError):  # Its message says all that is needed.
                logger.error("the documentation cannot be built: %s", error)
            else:
                logger.error("the documentation cannot be built: %r", error, exc_info=error)
        return problem_response(
            500, "this documentation cannot be built; see the log of the service"
        )

    def build_all(self) -> None:
        """Build everything now; errors are logged, and requests for these resources get 500."""
        for route in self.routes:
            resource = self.locate(RequestPath(route))
            if resource is not None:
                # Builds the resource and logs errors; the response is not needed.
                self._deliver(resource, {})
