"""Applications for real servers: a small service whose document tells how often it was built."""

import itertools
import threading
import time

from sphinxcontrib_ggdocs.serving import AsgiSite, Resource, Site, SiteHandler, WsgiSite

BUILDS = itertools.count(1)
PAGE_ASKED = threading.Event()


def slow_document() -> bytes:
    """A document that takes a while, and holds how often it was built."""
    time.sleep(0.2)
    return b'{"builds": %d, "padding": "%s"}' % (next(BUILDS), b"x" * 4000)


def waiting_document() -> bytes:
    """A document that waits until the page is asked for, and holds whether it was."""
    return b'{"asked": %s}' % (b"true" if PAGE_ASKED.wait(5) else b"false")


def broken_document() -> bytes:
    """A document that cannot be built."""
    raise LookupError("a secret of the disk")


def page(prefix: str) -> Resource:
    """The page, with the prefix in it."""
    PAGE_ASKED.set()
    return Resource.of("text/html; charset=utf-8", f"<title>{prefix}</title>".encode())


SITE = Site(
    {
        "assets/index-0123.js": Resource.of("text/javascript; charset=utf-8", b"let a = 1;\n" * 500, immutable=True),
        "shop/api-docs.json": Resource("application/json", slow_document),
        "waiting/api-docs.json": Resource("application/json", waiting_document),
        "broken/api-docs.json": Resource("application/json", broken_document),
        "index.html": Resource.of("text/html; charset=utf-8", b"<title></title>"),
    }
)

handler = SiteHandler(SITE, home=page, docs_path="/docs")
asgi = AsgiSite(handler)
wsgi = WsgiSite(handler)
