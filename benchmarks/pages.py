"""Measures pages as a browser shows them: ``python -m benchmarks.pages [--write] [FOLDER ...]``.

The pages of the example service in furo, embedded and full; with folders that hold HTML output of
Sphinx, also their heaviest pages with a reference.
"""

import argparse
import contextlib
import json
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.browser.conftest import build_site, served
from tests.browser.engines import launch

from .results import NotMeasuredError, show

DEEP = "platform/orders/OrderApi/place_order"
EXAMPLE = {
    "full page": f"apidocs/index.html#/{DEEP}",
    "embedded in furo": f"both.html#/{DEEP}",
}
HEAVIEST = 3
"""Pages of a folder that are measured."""

LONG_TASK = 0.05
"""Seconds of the main thread after which a reader notices a task; what is over it is blocking."""

SETTLING = 1500
"""Milliseconds after which nothing is loaded any more."""

CATEGORIES = ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"]
NODES = """() => {
  let count = 0
  const count_in = (root) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    while (nodes.nextNode()) {
      count += 1
      if (nodes.currentNode.shadowRoot) count_in(nodes.currentNode.shadowRoot)
    }
  }
  count_in(document)
  return count
}"""
READABLE = """() => {
  const ui = document.querySelector('gg-docs')
  return !ui || ui.shadowRoot?.querySelector('h1, h2')
}"""


class Visit(NamedTuple):
    """What a page costs."""

    readable: float
    """Seconds until its text is there."""
    busy: float
    """Seconds of processor time of the main thread."""
    blocking: float
    """Of these, what is over 50 ms in one task."""
    nodes: int
    """Elements and texts."""

    def or_better(self, other: "Visit") -> "Visit":
        """The least of two visits, figure by figure."""
        return Visit(
            min(self.readable, other.readable),
            min(self.busy, other.busy),
            min(self.blocking, other.blocking),
            min(self.nodes, other.nodes),
        )


def visit(browser: Browser, url: str, *, javascript: bool) -> Visit:
    """Open a page with an empty cache."""
    context = browser.new_context(
        java_script_enabled=javascript, viewport={"width": 1440, "height": 900}
    )
    page = context.new_page()
    page.goto("about:blank")
    browser.start_tracing(page=page, categories=CATEGORIES)
    start = time.perf_counter()
    response = page.goto(url, wait_until="domcontentloaded")
    if response is None or not response.ok:
        raise NotMeasuredError(f"there is no page {url}")
    if javascript:
        page.wait_for_function(READABLE)
    readable = time.perf_counter() - start
    page.wait_for_timeout(SETTLING)
    tasks = list(_tasks(json.loads(browser.stop_tracing())))
    session = context.new_cdp_session(page)
    counted = session.send(
        "Runtime.evaluate", {"expression": f"({NODES})()", "returnByValue": True}
    )
    context.close()
    blocking = sum(max(0.0, task - LONG_TASK) for task in tasks)
    return Visit(readable, sum(tasks), blocking, int(counted["result"]["value"]))


def _tasks(trace: dict[str, Any]) -> Iterator[float]:
    """Seconds of processor time of each task of the main thread."""
    events = trace["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    for event in events:
        is_task = event["ph"] == "X" and event["name"] == "RunTask"
        if is_task and (event["pid"], event["tid"]) in mains:
            yield event.get("tdur", 0) / 1e6


def heaviest(folder: Path) -> list[str]:
    """The largest pages of a folder that have a reference."""
    files = [
        path
        for path in folder.rglob("*.html")
        if "<gg-docs" in path.read_text(encoding="utf-8", errors="replace")
    ]
    files.sort(key=lambda path: -path.stat().st_size)
    return [path.relative_to(folder).as_posix() for path in files[:HEAVIEST]]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path, help="HTML output of Sphinx projects")
    parser.add_argument("--rounds", type=int, default=3, help="visits of each; the best counts")
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    arguments = parser.parse_args()
    lines = [
        "| page | JavaScript | readable after | main thread | blocking | nodes |",
        "|---|---|---:|---:|---:|---:|",
    ]
    with contextlib.ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        source = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        browser = launch(playwright)
        sites = [("", build_site(source), EXAMPLE)]
        sites += [
            (f"{folder.parent.name}: ", folder, {path: path for path in heaviest(folder)})
            for folder in arguments.folders
        ]
        for prefix, folder, pages in sites:
            url = stack.enter_context(served(folder))
            for title, path in pages.items():
                for javascript in (True, False):
                    if javascript or not path.startswith("apidocs/"):
                        best = _best(browser, url + path, arguments.rounds, javascript=javascript)
                        lines.append(_row(prefix + title, best, javascript=javascript))
        browser.close()
    show("pages", lines, write=arguments.write)


def _best(browser: Browser, url: str, rounds: int, *, javascript: bool) -> Visit:
    best = visit(browser, url, javascript=javascript)
    for _ in range(rounds - 1):
        best = best.or_better(visit(browser, url, javascript=javascript))
    return best


def _row(title: str, best: Visit, *, javascript: bool) -> str:
    return (
        f"| {title} | {'yes' if javascript else 'no'} | {best.readable:.2f} s | {best.busy:.2f} s "
        f"| {best.blocking:.2f} s | {best.nodes:,} |"
    )


if __name__ == "__main__":
    main()
