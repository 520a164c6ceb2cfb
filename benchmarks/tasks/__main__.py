"""Drives documentation UIs through tasks of readers, and writes the table of the comparison page.

    python -m benchmarks.tasks [--write]

All show the method of the example service that refunds a payment. What they ask other servers for
is refused and noted.
"""

import argparse
import datetime
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Error, Locator, Page, Route, sync_playwright

from tests.browser.conftest import served
from tests.browser.engines import launch

from .site import PACKAGES, ROOT, write_pages

COMPARISON = ROOT / "docs/explanation/comparison.md"
BEGIN, END = "<!-- begin tasks -->\n", "<!-- end tasks -->"
SUMMARY = "Give money back"
PATH = "/refund"
WAIT = 15_000
LOCAL = ("http://127.0.0.1:", "data:", "blob:")
ERROR_BODY = "needed"
"""A field of the body of the error with status 409, of the state that an order is in."""

Steps = Callable[[Page], tuple[Locator, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A UI, its page, and what one clicks there to open the method."""

    name: str
    page: str
    steps: Steps
    contents: int = 300
    """The width of the list of methods left of them, which names the method, too."""
    text: str = ""
    """Its page for readers without JavaScript, if it has another one for them."""


def _below_its_group(page: Page) -> tuple[Locator, ...]:
    return (page.get_by_text("PaymentApi", exact=True), page.get_by_text(SUMMARY))


def _named(name: str, package: str) -> str:
    return f"{name} {PACKAGES[package]}"


TOOLS = (
    Tool(
        name="this UI",
        page="ours/apidocs/index.html",
        steps=lambda page: (page.get_by_role("link", name="refund"),),
        text="ours/index.html",
    ),
    Tool(name=_named("Redoc", "redoc"), page="redoc.html", steps=_below_its_group),
    Tool(
        name=_named("Scalar", "@scalar/api-reference"), page="scalar.html", steps=_below_its_group
    ),
    Tool(
        name=_named("Swagger UI", "swagger-ui-dist"),
        page="swagger.html",
        contents=0,
        steps=lambda page: (page.locator("[id*=refund] .opblock-summary-control"),),
    ),
    Tool(
        name=_named("RapiDoc", "rapidoc"),
        page="rapidoc.html",
        steps=lambda page: (page.locator(".nav-bar-path").filter(has_text=SUMMARY),),
    ),
    Tool(
        name=_named("Elements", "@stoplight/elements"),
        page="elements.html",
        steps=_below_its_group,
    ),
)


class Reader:
    """A page with a tool, and how often the reader has clicked or scrolled by a window."""

    def __init__(self, browser: Browser, url: str, *, width: int = 1440, script: bool = True):
        self.page = browser.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script
        ).new_page()
        self.width = width
        self.actions = 0
        self.asked: set[str] = set()
        self.page.route(lambda asked: not asked.startswith(LOCAL), self._refuse)
        self.page.goto(url)

    def _refuse(self, route: Route) -> None:
        self.asked.add(route.request.url)
        route.abort()

    def click(self, target: Locator) -> None:
        """Scroll to what is visible of the target, and click."""
        shown = target.filter(visible=True).first
        shown.wait_for(timeout=WAIT)
        self.page.wait_for_timeout(500)
        box = shown.bounding_box()
        middle = box["y"] + box["height"] / 2 if box else 0
        if not 0 <= middle < 900:
            self.actions += round(abs(middle - 450) / 900) or 1
            shown.scroll_into_view_if_needed()
        shown.click(timeout=WAIT)
        self.actions += 1

    def sees(self, tool: Tool) -> bool:
        """Whether the method comes into the window by itself, right of the contents."""
        left = tool.contents if self.width > 1000 else 0
        named = self.page.get_by_text(PATH).or_(self.page.get_by_text(SUMMARY))
        for _ in range(WAIT // 500):
            for shown in named.filter(visible=True).all():
                box = shown.bounding_box()
                if box and 0 <= box["y"] < 900 and left <= box["x"] < self.width:
                    return True
            self.page.wait_for_timeout(500)
        return False

    def opens(self, tool: Tool) -> bool:
        """Open the method by the tool's contents."""
        try:
            for target in tool.steps(self.page):
                self.click(target)
        except Error:
            return False
        return self.sees(tool)

    def prints(self, folder: Path) -> str:
        """The text of the page on paper."""
        self.page.pdf(path=folder / "page.pdf")
        words = ["pdftotext", str(folder / "page.pdf"), "-"]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def results(browser: Browser, site: str, folder: Path, tool: Tool) -> list[str]:
    """The cells of a tool, in the order of `TASKS`."""
    desk = Reader(browser, site + tool.page)
    found = desk.opens(tool)
    address = desk.page.url
    again = Reader(browser, address)
    linked = again.sees(tool)
    phone = Reader(browser, address, width=390)
    readable = phone.sees(tool)
    wide: int = phone.page.evaluate("document.documentElement.scrollWidth")
    static = Reader(browser, site + (tool.text or tool.page), script=False)
    hosts = sorted({asked.split("/")[2] for asked in desk.asked})
    cells = [
        str(desk.actions) if found else "no",
        _yes(linked),
        _yes(linked and ERROR_BODY in again.prints(folder)),
        _yes(readable and wide <= phone.width),
        _yes(static.page.get_by_text(PATH).filter(visible=True).count() > 0),
        ", ".join(hosts) or "none",
    ]
    for reader in (desk, again, phone, static):
        reader.page.context.close()
    return cells


TASKS = (
    "Open the method from the first page: clicks, and windows scrolled",
    "Its address opens it again",
    "Printing it prints the body of its error 409",
    "On a phone it is as wide as the window",
    "Without JavaScript its path can be read",
    "Other servers that the page asks",
)


def _yes(can: bool) -> str:
    return "yes" if can else "no"


def main() -> None:
    """Drive all tools and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="put the table into the comparison")
    arguments = parser.parse_args()
    columns = []
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        write_pages(folder)
        browser = launch(playwright)
        with served(folder) as url:
            for tool in TOOLS:
                columns.append(results(browser, url, folder, tool))
                print(tool.name, *columns[-1], sep=" | ", file=sys.stderr, flush=True)
        browser.close()
    text = "\n".join(_table(columns)) + "\n"
    print(text)
    if arguments.write:
        before, rest = COMPARISON.read_text(encoding="utf-8").split(BEGIN)
        _, after = rest.split(END)
        COMPARISON.write_text(f"{before}{BEGIN}{text}{END}{after}", encoding="utf-8")


def _table(columns: list[list[str]]) -> list[str]:
    names = " | ".join(tool.name for tool in TOOLS)
    rows = [" | ".join((task, *cells)) for task, *cells in zip(TASKS, *columns, strict=True)]
    return [
        f"Run on {datetime.datetime.now(tz=datetime.UTC).date().isoformat()}:",
        "",
        f"| | {names} |",
        f"|---|{'---:|' * len(TOOLS)}",
        *(f"| {row} |" for row in rows),
    ]


if __name__ == "__main__":
    main()
