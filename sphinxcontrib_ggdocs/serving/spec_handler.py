"""`SpecHandler`: responds to requests for specifications and for the page that shows them."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from ..audience_rules import Audiences
from .handler import PageBuilder, RequestPath, SiteHandler
from .protection import Protect
from .site import Resource, Site

Rebase: TypeAlias = Callable[[dict[str, Any], str], None]
"""Adds the root path, at which the service is mounted, to the server URLs of a specification."""

JSON = "application/json"
ROOTS_KEPT = 16
"""Most services have one root path; those with a parameter in it, or several proxies, have more."""


class SpecHandler(SiteHandler):
    """A `SiteHandler` whose documents may be outside of the path of the page.

    Args:
        specs: The files by path.
        rebase: Adds the root path of a mounted service to a file.
        site: The files that the page needs.
        build_page: As for `SiteHandler`.
        docs_path: The path of the page.
        slugs: The slugs of the specifications.
        document_route: The route of a specification, with `DOCUMENT` in place of its slug.
        page_policy: The content security policy of the page.
        protect: Decides who may read.
        for_audience: As for `SiteHandler`.
    """

    def __init__(
        self,
        specs: Mapping[str, Resource],
        *,
        rebase: Rebase,
        site: Site,
        build_page: PageBuilder,
        docs_path: str,
        slugs: Sequence[str],
        document_route: str,
        page_policy: str,
        protect: Protect | None,
        for_audience: Callable[[Audiences], SiteHandler],
    ) -> None:
        super().__init__(
            site,
            build_page=build_page,
            docs_path=docs_path,
            slugs=slugs,
            document_routes=[document_route],
            page_policy=page_policy,
            protect=protect,
            for_audience=for_audience,
        )
        self._specs = dict(specs)
        self._rebase = rebase
        self._for_root = lru_cache(maxsize=ROOTS_KEPT)(self._rebased)

    def routes(self) -> Iterator[str]:
        """The routes of the specifications without a slug, of the page, and of its files."""
        yield from (route for route in self._specs if self.document_of(route) is None)
        yield from super().routes()

    def locate(self, path: RequestPath, slugs: Sequence[str] | None = None) -> Resource | None:
        """The resource at a path."""
        spec = self._specs.get(path.route)
        if spec is None:
            return super().locate(path, slugs)
        return self._for_root(path.route, path.service_root) if path.service_root else spec

    def _rebased(self, route: str, root: str) -> Resource:
        def build() -> bytes:
            document = json.loads(self._specs[route].content)
            self._rebase(document, root)
            return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

        return Resource(JSON, build)

    def build_all(self) -> None:
        """Build everything now, the specifications first."""
        for resource in self._specs.values():
            self._deliver(resource, None, None)
        super().build_all()
