"""Real browsers, and the example service's documentation, built once and served or opened from
the disk.
"""

import contextlib
import functools
import http.server
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest
from playwright.sync_api import (
    ConsoleMessage,
    Dialog,
    Page,
    Route,
    sync_playwright,
)

from ..conftest import BuildOnce
from ..waiting import wait_until
from .engines import Browsers, Engine

ROOT = Path(__file__).parents[2]
CONF = """\
import sys
sys.path.insert(0, {examples!r})
from marketplace.docs import BRANDING, DOCS
project = "Kirkgate"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
ggdocs_docs = [{{**document, "split": "none"}} for document in DOCS]
ggdocs_branding = BRANDING
"""
INDEX = "Kirkgate\n========\n\n.. toctree::\n\n   both\n   internal\n   twice\n   again\n   staff\n"
BOTH = "Both\n====\n\n.. ggdocs::\n   :layout: sidebar\n"
INTERNAL = "Internal\n========\n\n.. ggdocs:: internal\n   :no-index:\n   :layout: sidebar\n"
TWICE = "Twice\n=====\n\n" + "".join(
    f".. ggdocs:: {slug}\n   :no-index:\n   :layout: sidebar\n\n"
    for slug in ("platform", "internal")
)
STAFF = "Staff API\n=========\n\n.. ggdocs:: internal\n   :no-index:\n"
AGAIN = "Again\n=====\n\n" + ".. ggdocs:: internal\n   :no-index:\n\n" * 2

LOCAL = ("http://127.0.0.1:", "file://", "data:", "blob:", "about:")
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Site(NamedTuple):
    """The built documentation: by HTTP and on the disk."""

    url: str
    folder: Path

    @property
    def disk(self) -> str:
        """The same as ``url``, from the disk."""
        return self.folder.as_uri() + "/"


@pytest.fixture(scope="package")
def browsers() -> Iterator[Browsers]:
    """The browsers of these tests. Gone before others run: their driver keeps an event loop going
    in this thread.
    """
    with sync_playwright() as playwright:
        browsers = Browsers(playwright)
        yield browsers
        browsers.close()


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Engine:
    """The browser of a test: Chromium, unless ``IN_EACH_ENGINE`` names another."""
    named: Engine = getattr(request, "param", "chromium")
    return named


@pytest.fixture(scope="package")
def site(build_once: BuildOnce) -> Iterator[Site]:
    """The example's documentation in furo: a page with both documents, one with a single one, and
    the full page.
    """
    out = build_once("kirkgate", build_site)
    with served(out) as url:
        yield Site(url, out)


def build_site(source: Path, settings: str = "") -> Path:
    """Build the documentation of the example in an empty folder, and return where its HTML is."""
    out = source / "_html"
    (source / "conf.py").write_text(CONF.format(examples=str(ROOT / "examples")) + settings)
    for name, text in {
        "index": INDEX,
        "both": BOTH,
        "internal": INTERNAL,
        "twice": TWICE,
        "again": AGAIN,
        "staff": STAFF,
    }.items():
        (source / f"{name}.rst").write_text(text)
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(source), str(out)]
    subprocess.run(build, check=True, cwd=ROOT)
    return out


@contextlib.contextmanager
def served(folder: Path, headers: Mapping[str, str] = NO_HEADERS) -> Iterator[str]:
    """Serve a folder, and say where."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def end_headers(self) -> None:
            for name, value in headers.items():
                self.send_header(name, value)
            if "/api-docs." in self.path:
                self.send_header("Cache-Control", "no-store")  # tests put others in their place
            super().end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))
    )
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def browser_page(browsers: Browsers, engine: Engine) -> Iterator[Page]:
    """A page of which nothing is demanded."""
    with browsers.context(engine) as context:
        yield context.new_page()


@pytest.fixture
def page(browser_page: Page, site: Site) -> Iterator[Page]:
    """A page that fails the test when the console tells of an error or something is asked of
    another origin.
    """
    with watched(
        browser_page, lambda url: url.startswith((site.url, "file://", "data:", "blob:", "about:"))
    ):
        yield browser_page


@pytest.fixture
def local(browser_page: Page) -> Iterator[Page]:
    """The same for further servers on this machine."""
    with watched(browser_page, lambda url: url.startswith(LOCAL)):
        yield browser_page


@pytest.fixture
def anywhere(browser_page: Page) -> Iterator[Page]:
    """The same for further servers on this machine; what they refuse, the browser may say."""
    with watched(
        browser_page, lambda url: url.startswith(LOCAL), except_for="Failed to load resource"
    ):
        yield browser_page


@contextlib.contextmanager
def watched(
    page: Page, is_own: Callable[[str], bool], except_for: str | None = None
) -> Iterator[None]:
    """Collect what a page should not do, and fail at the end."""
    told: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        if _is_ours(message) and not (except_for and except_for in message.text):
            told.append(message.text)

    def refuse(dialog: Dialog) -> None:
        told.append(dialog.message)
        dialog.dismiss()

    page.on("console", hear)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("dialog", refuse)
    page.on(
        "request",
        lambda request: None if is_own(request.url) else told.append(f"asked for {request.url}"),
    )
    yield
    page.close()
    assert told == []


def _is_ours(message: ConsoleMessage) -> bool:
    """Whether a message is an error, and neither of a theme nor about the icon that the browser
    looks for by itself.
    """
    if message.type not in ("error", "warning") or message.location["url"].endswith("/favicon.ico"):
        return False
    return not message.text.startswith(
        "Got invalid theme mode"
    )  # pydata-sphinx-theme with its own defaults


def wait_in(page: Page, condition: Callable[[], object], what: str) -> None:
    """Wait for what no locator tells, while the page goes on."""
    wait_until(condition, what, lambda seconds: page.wait_for_timeout(seconds * 1000))


class Held:
    """Holds back the responses for an address until a test lets them go."""

    def __init__(self, page: Page, address: str) -> None:
        self._page = page
        self._routes: list[Route] = []
        page.route(address, lambda route: self._routes.append(route))

    def release(self) -> None:
        """Let the first one go; it is waited for."""
        wait_in(self._page, lambda: self._routes, "a request that is held back")
        self._routes[0].continue_()


@pytest.fixture
def browser_without_javascript(browsers: Browsers, engine: Engine) -> Iterator[Page]:
    """A page that runs no scripts."""
    with browsers.context(engine, java_script_enabled=False) as context:
        yield context.new_page()
