"""Answers for the files of specifications, each at a path of its own, and for the page that shows them."""

from collections.abc import Callable, Mapping

from .handler import SiteHandler
from .protection import Protect
from .site import Resource, Site


class SpecHandler(SiteHandler):
    """A `SiteHandler` for what is not under one path.

    Args:
        specs: The files, by path.
        site: What the page needs, beside it; None without a page.
        home: As in `SiteHandler`.
        docs_path: Where the page is.
        page_policy: The content security policy of the page.
        protect: Decides who may read.
    """

    def __init__(
        self,
        specs: Mapping[str, Resource],
        *,
        site: Site | None,
        home: Callable[[str], Resource],
        docs_path: str,
        page_policy: str,
        protect: Protect | None,
    ) -> None:
        super().__init__(site or Site({}), home=home, docs_path=docs_path, page_policy=page_policy, protect=protect)
        self._specs = dict(specs)
        self._has_page = site is not None

    def is_ours(self, route: str) -> bool:
        """Whether a path is a specification's, the page's or of its files; a page at the root leaves the rest alone."""
        if route in self._specs:
            return True
        if not self._has_page:
            return False
        if self.docs_path == "":
            return route in ("", "/") or route[1:] in self.site
        return super().is_ours(route)

    def locate(self, route: str, mounted_at: str = "") -> Resource | None:
        """The resource for one of our paths."""
        return self._specs.get(route) or super().locate(route, mounted_at)

    def build_all(self) -> None:
        """Build everything now, the specifications first."""
        for resource in self._specs.values():
            self._deliver(resource, None, None)
        if self._has_page:
            super().build_all()
