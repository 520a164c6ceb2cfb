"""Applications for real servers: a small service whose documents tell how they were built."""

import asyncio
import itertools
import threading
from typing import Any

from sphinxcontrib_ggdocs.serving import AsgiSite, Resource, Site, SiteHandler, WsgiSite
from sphinxcontrib_ggdocs.serving.handler import RequestPath

from ..waiting import HANG

BUILDS = itertools.count(1)
CROWD = 64
"""So many requests for one document at the same time."""
CROWD_IS_THERE = threading.Event()
BUILDING = threading.Event()
PAGE_ASKED = threading.Event()


def counted_document() -> bytes:
    """A document that holds how often it was built."""
    return b'{"builds": %d, "padding": "%s"}' % (next(BUILDS), b"x" * 4000)


def crowded_document() -> bytes:
    """The same, built when many have asked for it."""
    CROWD_IS_THERE.wait(HANG)
    return counted_document()


def waiting_document() -> bytes:
    """A document that waits until the page is asked for, and holds whether it was."""
    BUILDING.set()
    return b'{"asked": %s}' % (b"true" if PAGE_ASKED.wait(HANG) else b"false")


def broken_document() -> bytes:
    """A document that cannot be built."""
    raise LookupError("a secret of the disk")


def page(path: RequestPath) -> Resource:
    """The page, with the prefix in it."""
    PAGE_ASKED.set()
    text = f"<title>{path.prefix('/docs')}</title>"
    return Resource.of("text/html; charset=utf-8", text.encode())


SITE = Site(
    {
        "assets/index-0123.js": Resource.of(
            "text/javascript; charset=utf-8", b"let a = 1;\n" * 500, immutable=True
        ),
        "shop/api-docs.json": Resource("application/json", counted_document),
        "crowded/api-docs.json": Resource("application/json", crowded_document),
        "waiting/api-docs.json": Resource("application/json", waiting_document),
        "broken/api-docs.json": Resource("application/json", broken_document),
        "index.html": Resource.of("text/html; charset=utf-8", b"<title></title>"),
    }
)

handler = SiteHandler(
    "/docs",
    {f"/docs/{path}": resource for path, resource in SITE.items()},
    dict.fromkeys(("/docs", "/docs/", "/docs/index.html"), page),
)
site = AsgiSite(handler)
wsgi = WsgiSite(handler)
crowd = itertools.count(1)


async def asgi(scope: Any, receive: Any, send: Any) -> None:
    """The site, which counts the requests for one document; ``/building`` answers once another one
    is being built.
    """
    path = scope.get("path", "")
    if path == "/building":
        await asyncio.to_thread(BUILDING.wait, HANG)
    if path == "/docs/crowded/api-docs.json" and next(crowd) == CROWD:
        CROWD_IS_THERE.set()
    await site(scope, receive, send)
