"""A real Chromium on a thread of its own: Playwright keeps an event loop running where it is
started.
"""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from playwright.sync_api import Browser, Page, sync_playwright

from ..browser.engines import launch
from ..waiting import HANG, HANG_MS

T = TypeVar("T")
WATCH = """
globalThis.violations = []
addEventListener('securitypolicyviolation', (event) => {
  violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`)
}, true)
"""


@dataclass(slots=True)
class Visit:
    """A page, and what it did that a reader does not see."""

    page: Page
    requests: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Errors and warnings of the console; a missing icon, for which browsers ask by themselves, is
    none."""

    def violations(self) -> list[str]:
        """What the content security policy refused."""
        found: list[str] = self.page.evaluate("() => violations")
        return found


class Chromium:
    """Runs functions of a page on the browser's thread."""

    def __init__(self, thread: ThreadPoolExecutor, browser: Browser) -> None:
        self._thread = thread
        self._browser = browser

    def visit(self, do: Callable[[Visit], T], **context: Any) -> T:
        """What `do` returns for a new page in a new context."""
        return self._thread.submit(self._visit, do, context).result()

    def _visit(self, do: Callable[[Visit], T], options: dict[str, Any]) -> T:
        context = self._browser.new_context(viewport={"width": 1440, "height": 900}, **options)
        try:
            page = context.new_page()
            page.set_default_timeout(HANG_MS)
            page.add_init_script(WATCH)
            visit = Visit(page)
            page.on("request", lambda request: visit.requests.append(request.url))
            page.on("pageerror", lambda error: visit.said.append(str(error)))
            page.on(
                "console",
                lambda message: (
                    visit.said.append(message.text)
                    if message.type in ("error", "warning")
                    and not message.location["url"].endswith("/favicon.ico")
                    else None
                ),
            )
            return do(visit)
        finally:
            context.close()


@contextlib.contextmanager
def started_chromium() -> Iterator[Chromium]:
    """One Chromium."""
    with ThreadPoolExecutor(1) as thread:
        playwright = thread.submit(lambda: sync_playwright().start()).result(HANG)
        try:
            browser = thread.submit(launch, playwright).result()
            yield Chromium(thread, browser)
            thread.submit(browser.close).result(HANG)
        finally:
            thread.submit(playwright.stop).result(HANG)
