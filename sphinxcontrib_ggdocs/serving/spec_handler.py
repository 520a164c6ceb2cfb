"""Answers for the files of specifications, each at a path of its own, and for the page that shows
them.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from .handler import Home, Place, SiteHandler
from .protection import Protect
from .site import Resource, Site

Rebase: TypeAlias = Callable[[dict[str, Any], str], None]
"""Changes a specification so that it is true below the path at which its service is mounted."""

JSON = "application/json"
BASES_KEPT = 16
"""One is the rule; more come from a service that is mounted at a path with a parameter, or behind
several proxies."""


class SpecHandler(SiteHandler):
    """A `SiteHandler` for what is not under one path.

    Args:
        specs: The files, by path.
        rebase: Changes a file for a service that is mounted.
        site: What the page needs, beside it.
        home: As in `SiteHandler`.
        docs_path: Where the page is.
        slugs: Of the specifications.
        shape: The path of a specification, with `DOCUMENT` in place of its slug.
        page_policy: The content security policy of the page.
        protect: Decides who may read.
    """

    def __init__(
        self,
        specs: Mapping[str, Resource],
        *,
        rebase: Rebase,
        site: Site,
        home: Home,
        docs_path: str,
        slugs: Sequence[str],
        shape: str,
        page_policy: str,
        protect: Protect | None,
    ) -> None:
        super().__init__(
            site,
            home=home,
            docs_path=docs_path,
            slugs=slugs,
            shapes=[shape],
            page_policy=page_policy,
            protect=protect,
        )
        self._specs = dict(specs)
        self._rebase = rebase
        self._mounted = lru_cache(maxsize=BASES_KEPT)(self._for_base)

    def routes(self) -> Iterator[str]:
        """The specifications without a slug in their path, the page, its files."""
        yield from (route for route in self._specs if self.document_of(route) is None)
        yield from super().routes()

    def locate(self, place: Place, slugs: Sequence[str] | None = None) -> Resource | None:
        """The resource for one of our paths."""
        spec = self._specs.get(place.route)
        if spec is None:
            return super().locate(place, slugs)
        return self._mounted(place.route, place.base) if place.base else spec

    def _for_base(self, route: str, base: str) -> Resource:
        def build() -> bytes:
            document = json.loads(self._specs[route].content)
            self._rebase(document, base)
            return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

        return Resource(JSON, build)

    def build_all(self) -> None:
        """Build everything now, the specifications first."""
        for resource in self._specs.values():
            self._deliver(resource, None, None)
        super().build_all()
