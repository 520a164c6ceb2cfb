"""`SiteHandler`: finds the resource for a path and makes the response; ASGI and WSGI only translate."""

import logging
from collections.abc import Callable
from functools import lru_cache
from threading import Lock
from urllib.parse import quote

from ..contracts.mistakes import ContractError
from .protection import Protect
from .responses import Prepared, Response, prepare, problem
from .site import Resource, Site

logger = logging.getLogger("sphinxcontrib_ggdocs")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

NAMES_OF_PAGE = 16
"""One is the rule; more come from a mount whose path has a parameter."""


class SiteHandler:
    """Answers requests for one site, which may stand beside other things.

    Args:
        site: The resources.
        home: The page for a prefix that leads from its address to the site; for ``docs`` without the trailing slash
            that is ``./docs/``, and so the page is right behind any proxy, whether it tells its prefix or not.
        docs_path: Where the site is: starts with a slash and does not end in one; empty for the root.
        page_policy: The content security policy of pages.
        protect: Decides who may read; None for everybody.
    """

    def __init__(
        self,
        site: Site,
        *,
        home: Callable[[str], Resource],
        docs_path: str = "",
        page_policy: str = PAGE_POLICY,
        protect: Protect | None = None,
    ) -> None:
        self.site = site
        self.docs_path = docs_path
        self.protect = protect
        self._page_policy = page_policy
        self._home = lru_cache(maxsize=NAMES_OF_PAGE)(home)
        self._prepared: dict[Resource, Prepared] = {}
        self._told: list[Exception] = []
        self._lock = Lock()

    def is_ours(self, route: str) -> bool:
        """Whether a path, without what it is mounted at, belongs to the site."""
        return route == self.docs_path or route.startswith(f"{self.docs_path}/")

    def locate(self, route: str, mounted_at: str = "") -> Resource | None:
        """The resource for one of our paths. It is looked up and never joined to a folder, so nothing leads out.

        Args:
            route: The path, decoded, without what it is mounted at.
            mounted_at: The root path.
        """
        inside = route[len(self.docs_path) :]
        if inside == "":
            name = (mounted_at + self.docs_path).rpartition("/")[2]
            return self._home(f"./{quote(name, safe='')}/" if name else "")
        if inside == "/":
            return self._home("")
        return self.site.get(inside[1:])

    def respond(
        self,
        method: str,
        resource: Resource | None,
        *,
        accept_encoding: str | None = None,
        if_none_match: str | None = None,
    ) -> Response:
        """The response to a request that `protect` has let pass."""
        if resource is None:
            response = problem(404, "there is no such file in this documentation")
        elif method not in ("GET", "HEAD"):
            response = problem(405, f"documentation is read with GET, not {method}", {"Allow": "GET, HEAD"})
        else:
            response = self._deliver(resource, accept_encoding, if_none_match)
        return response.without_body() if method == "HEAD" else response

    def _deliver(self, resource: Resource, accept_encoding: str | None, if_none_match: str | None) -> Response:
        prepared = self._prepared.get(resource)
        if prepared is None:
            try:
                prepared = self._prepare(resource)
            except Exception as error:  # noqa: BLE001  # a user's contract or model may raise anything
                return self.failure(error)
        return prepared.answer(accept_encoding, if_none_match)

    def _prepare(self, resource: Resource) -> Prepared:
        prepared = prepare(resource, page_policy=self._page_policy, private=self.protect is not None)
        # The page for a prefix leaves when the cache of pages forgets it; what the site has stays.
        if len(self._prepared) <= len(self.site) + NAMES_OF_PAGE:
            self._prepared[resource] = prepared
        return prepared

    def failure(self, error: Exception) -> Response:
        """The response when building raises; the error is logged the first time it is seen."""
        self._log_once(error)
        if isinstance(error, ContractError):
            return problem(500, _said(error), hint=error.hint)
        detail = f"building this documentation raises {type(error).__name__}; the log of the service tells more"
        return problem(500, detail)

    def undecided(self, error: Exception) -> Response:
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
        for resource in (*self.site.values(), self._home(""), self._at_its_name()):
            self._deliver(resource, None, None)

    def _at_its_name(self) -> Resource:
        found = self.locate(self.docs_path)
        assert found is not None
        return found


def _said(error: ContractError) -> str:
    """Place and message of each mistake; without the file, for readers of a service need not know its disk."""
    mistakes: tuple[ContractError, ...] = getattr(error, "mistakes", (error,))
    places = (": ".join(part for part in (each.where.owner, each.where.path) if part) for each in mistakes)
    return "; ".join(
        f"{place}: {each.message}" if place else each.message for place, each in zip(places, mistakes, strict=True)
    )
