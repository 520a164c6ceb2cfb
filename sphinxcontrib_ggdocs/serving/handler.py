"""`SiteHandler`: finds the resource for a path and makes the response; ASGI and WSGI only
translate.
"""

import logging
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock
from typing import TypeAlias
from urllib.parse import quote

from ..contracts.contract_errors import ContractError
from .protection import Denied, DocsRequest, Protect, refusal
from .responses import Prepared, Response, prepare, problem
from .site import Resource, Site

logger = logging.getLogger("sphinxcontrib_ggdocs")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' "
    "data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

Home: TypeAlias = Callable[[str, tuple[str, ...]], Resource]
"""Makes the page, for a prefix that leads from its address to the site, and the slugs of the
documents on it."""

Step: TypeAlias = DocsRequest | Resource
"""What answering a request waits for: a verdict of `protect`, or a resource to be built."""

DOCUMENT = "{document}"
"""The place of a slug in the path of a document's file."""

READING = ("GET", "HEAD")
PAGES_KEPT = 64
"""Pages differ by the documents that their readers may read, and by the prefix of a mount."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request goes."""

    route: str
    """The path, decoded, without what the application is mounted at."""
    mounted_at: str = ""
    """The root path of the application that answers."""
    base: str = ""
    """The root path of the service that is documented; other than `mounted_at` for documentation
    that is mounted."""


class SiteHandler:
    """Answers requests for one site, and leaves everything else to the application that it belongs
    to.

    Args:
        site: The resources.
        home: The page. Its prefix for ``docs`` without the trailing slash is ``./docs/``, and so
            the page is right behind any proxy, whether it tells its prefix or not.
        docs_path: Where the site is: starts with a slash and does not end in one; empty for the
            root.
        slugs: The documents.
        shapes: The paths of a document's files, whole, with `DOCUMENT` in place of its slug.
        page_policy: The content security policy of pages.
        protect: Decides who may read; None for everybody.
    """

    def __init__(
        self,
        site: Site,
        *,
        home: Home,
        docs_path: str = "",
        slugs: Sequence[str] = (),
        shapes: Sequence[str] = (),
        page_policy: str = PAGE_POLICY,
        protect: Protect | None = None,
    ) -> None:
        self.site = site
        self.docs_path = docs_path
        self.protect = protect
        self._page_policy = page_policy
        self._home = lru_cache(maxsize=PAGES_KEPT)(home)
        self._slugs = tuple(slugs)
        self._shapes = {shape: _pattern(shape) for shape in shapes}
        self._prepared: dict[Resource, Prepared] = {}
        self._prepared_kept = len(site) + PAGES_KEPT
        self._told: list[Exception] = []
        self._lock = Lock()

    @property
    def pages(self) -> tuple[str, ...]:
        """The addresses of the page."""
        index = (f"{self.docs_path}/index.html",) if "index.html" in self.site else ()
        return (self.docs_path, f"{self.docs_path}/", *index)

    def routes(self) -> Iterator[str]:
        """All of our paths, those of documents with `DOCUMENT` in them: for frameworks that want to
        know them.
        """
        yield from self.pages
        yield from self._shapes
        files = (f"{self.docs_path}/{path}" for path in self.site)
        yield from (
            each for each in files if each not in self.pages and self.document_of(each) is None
        )

    def document_of(self, route: str) -> str | None:
        """The slug in a path that has the form of a document's file, whether there is such a
        document or not.
        """
        for shape, pattern in self._shapes.items():
            if match := pattern.fullmatch(route):
                return match["slug"] if DOCUMENT in shape else self._slugs[0]
        return None

    def has(self, route: str) -> bool:
        """Whether there is something at a path."""
        return route in self.pages or self.locate(Place(route)) is not None

    def claims(self, method: str, route: str) -> bool:
        """Whether a request may be ours; with `protect` it is asked about documents that do not
        exist, too.
        """
        if method not in READING:
            return False
        return self.has(route) or (self.protect is not None and self.document_of(route) is not None)

    def locate(self, place: Place, slugs: Sequence[str] | None = None) -> Resource | None:
        """The resource for one of our paths. It is looked up and never joined to a folder, so
        nothing leads out.

        Args:
            place: The path.
            slugs: The documents on the page; all unless given.
        """
        if place.route in self.pages:
            return self._home(self._prefix(place), self._slugs if slugs is None else tuple(slugs))
        inside = place.route.removeprefix(f"{self.docs_path}/")
        return self.site.get(inside) if inside != place.route else None

    def _prefix(self, place: Place) -> str:
        """Leads from the page to the site."""
        name = (place.mounted_at + self.docs_path).rpartition("/")[2]
        return f"./{quote(name, safe='')}/" if place.route == self.docs_path and name else ""

    def respond(
        self, request: DocsRequest, place: Place, *, alone: bool = False
    ) -> Generator[Step, object, Response | None]:
        """Answer a request in steps, which whoever drives this takes in the way of its protocol.

        For a `DocsRequest` it sends the verdict of `protect`; for a resource it sends nothing, once
        that is built.

        Args:
            request: The request.
            place: Its path.
            alone: Whether there is no application for what is not ours.

        Returns:
            The response; None when the application should answer.
        """
        if not alone and not self.claims(request.method, place.route):
            return None
        try:
            permitted = yield from self._permitted(request, place)
        except Exception as error:  # noqa: BLE001  # a user's callable; whatever it raises, nobody gets in
            permitted = self._undecided(error)
        resource = None
        if not isinstance(permitted, Response | None):
            resource = self.locate(place, permitted)
        if isinstance(permitted, Response):
            response = permitted
        elif resource is not None or alone:
            response = yield from self._read(request, resource)
        else:
            return None
        return response.without_body() if request.method == "HEAD" else response

    def _permitted(
        self, request: DocsRequest, place: Place
    ) -> Generator[Step, object, Response | Sequence[str] | None]:
        """A refusal; or the documents that the reader may see on the page; or None to hide a
        document from its reader.

        A document that is hidden, and one that does not exist, are answered alike, whatever
        `protect` answers.
        """
        if self.protect is None:
            return self._slugs
        document = self.document_of(place.route)
        verdict = yield replace(request, document=document)
        refused = refusal(verdict)
        if refused is None:
            return (yield from self._readable(request, place)) if place.route in self.pages else ()
        if verdict is not False or document is None:
            return refused
        of_page = yield replace(request, path=place.mounted_at + self.docs_path)
        return refusal(of_page)

    def _readable(
        self, request: DocsRequest, place: Place
    ) -> Generator[Step, object, Response | Sequence[str]]:
        """The documents whose files the reader may read; a refusal when there is none."""
        slugs = []
        for slug in self._slugs:
            path = place.mounted_at + next(iter(self._shapes)).replace(DOCUMENT, slug)
            verdict = yield replace(request, path=path, document=slug)
            if refusal(verdict) is None:
                slugs.append(slug)
        return slugs if slugs or not self._slugs else Denied().response()

    def _read(
        self, request: DocsRequest, resource: Resource | None
    ) -> Generator[Step, object, Response]:
        """The response to a request that `protect` has let pass."""
        if resource is None:
            return problem(404, "there is no such file in this documentation")
        if request.method not in READING:
            return problem(
                405, f"documentation is read with GET, not {request.method}", {"Allow": "GET, HEAD"}
            )
        if not resource.is_ready:
            yield resource
        return self._deliver(
            resource, request.headers.get("accept-encoding"), request.headers.get("if-none-match")
        )

    def _deliver(
        self, resource: Resource, accept_encoding: str | None, if_none_match: str | None
    ) -> Response:
        prepared = self._prepared.get(resource)
        if prepared is None:
            try:
                prepared = self._prepare(resource)
            except Exception as error:  # noqa: BLE001  # a user's contract or model may raise anything
                return self.failure(error)
        return prepared.answer(accept_encoding, if_none_match)

    def _prepare(self, resource: Resource) -> Prepared:
        prepared = prepare(
            resource, page_policy=self._page_policy, private=self.protect is not None
        )
        with self._lock:
            self._prepared[resource] = prepared
            while len(self._prepared) > self._prepared_kept:  # pages of other readers or prefixes
                del self._prepared[next(iter(self._prepared))]
        return prepared

    def failure(self, error: Exception) -> Response:
        """The response when building raises; the error is logged the first time it is seen."""
        self._log_once(error)
        if isinstance(error, ContractError):
            return problem(500, _said(error), hint=error.hint)
        detail = (
            f"building this documentation raises {type(error).__name__}; the log of the "
            "service tells more"
        )
        return problem(500, detail)

    def _undecided(self, error: Exception) -> Response:
        """The response when `protect` itself raises: nobody gets in."""
        logger.error("protect raises %r", error, exc_info=error)
        return problem(500, "who may read cannot be decided; the log of the service tells more")

    def _log_once(self, error: Exception) -> None:
        with self._lock:
            if any(error is known for known in self._told):
                return
            self._told.append(error)
        if isinstance(error, ContractError):
            logger.error("the documentation cannot be built: %s", error)
        else:
            logger.error("the documentation cannot be built: %r", error, exc_info=error)

    def build_all(self) -> None:
        """Build everything now; what fails is logged, and answered with 500 later."""
        pages = [self.locate(Place(route)) for route in self.pages]
        for resource in (*self.site.values(), *pages):
            if resource is not None:
                self._deliver(resource, None, None)


def _pattern(shape: str) -> re.Pattern[str]:
    return re.compile(re.escape(shape).replace(re.escape(DOCUMENT), "(?P<slug>[^/]+)"))


def _said(error: ContractError) -> str:
    """Place and message of each mistake; without the file, for readers of a service need not know
    its disk.
    """
    mistakes = error.exceptions
    places = (
        ": ".join(part for part in (each.where.owner, each.where.path) if part) for each in mistakes
    )
    return "; ".join(
        f"{place}: {each.message}" if place else each.message
        for place, each in zip(places, mistakes, strict=True)
    )
