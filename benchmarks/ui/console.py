"""Measures calls that readers send from a page, by our console and by those of others:
``python -m benchmarks.ui.console [--write]``.
"""

import argparse
import gzip
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, Response, sync_playwright

from sphinxcontrib_ggdocs.native import build_api_docs
from tests.browser.engines import launch
from tests.serving.servers import running, uvicorn

from ..results import NotMeasuredError, show
from .console_service import CALLS, EVENTS, MEGABYTES, LiveApi, openapi
from .peers import fetch, write_pages

TIMEOUT = 120.0
"""Seconds after which a UI is given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """A UI that sends calls."""

    name: str
    page: str
    """The path of the page of a call."""
    opening: tuple[str, ...]
    """What is clicked before the form is there, by selectors of Playwright."""
    send: str
    answer: str
    """What the answer is shown in, by a selector of CSS."""


OURS = Caller(
    name="ggdocs",
    page="ours/index.html#/http/readings/Readings/{call}",
    opening=('role=button[name="Try it"]',),
    send="css=.console .go",
    answer=".console-result :is(pre, .rows)",
)
SOCKET = Caller(
    name="ggdocs",
    page="ours/index.html#/ws/api/LiveApi/{call}",
    opening=('role=button[name="Try it"]',),
    send="css=.console .go",
    answer=".console .timeline",
)
PEERS = (
    Caller(
        name="Swagger UI 5.35.0",
        page="swagger.html#/readings/{call}",
        opening=('role=button[name="Try it out"]',),
        send='role=button[name="Execute"]',
        answer=".live-responses-table .response-col_description",
    ),
    Caller(
        name="Scalar 1.72.1",
        page="scalar.html#tag/readings/GET/{call}",
        opening=("css=[id$='readings/GET/{call}'] >> role=button[name=/^Test Request/]",),
        send='role=dialog >> text="Send"',
        answer="[role=dialog] [aria-label=Response]",
    ),
)
CALLERS = (OURS, SOCKET, *PEERS)
WATCH = """
globalThis.longest = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
}).observe({ type: "longtask" });
"""
SEND = """(button, { answer, first, last }) => {
  const root = button.getRootNode();
  const texts = (node, step, most) => {
    let text = "";
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    if (step === "previousNode") while (walker.lastChild());
    do {
      const data = walker.currentNode.data ?? "";
      text += step === "previousNode" ? data.slice(-most) : data.slice(0, most);
    } while (text.length < most && walker[step]());
    return text;
  };
  const begun = performance.now();
  globalThis.longest = 0;
  globalThis.shown = {};
  const look = () => {
    const nodes = [...root.querySelectorAll(answer)];
    const passed = performance.now() - begun;
    const has = (step, sought) => nodes.some((node) => texts(node, step, 3000).includes(sought));
    if (has("nextNode", first)) globalThis.shown.first ??= passed;
    if (globalThis.shown.first && (!last || has("previousNode", last))) {
      globalThis.shown.all = passed;
      return;
    }
    setTimeout(look, 20);
  };
  button.click();
  look();
}"""
"""Clicks, and notes when the beginning and the end of the answer are shown."""


def call(url: str, caller: Caller, name: str) -> dict[str, float]:
    """What one call costs; nothing if the page hangs.

    It is made by a process of its own: no limit of Playwright holds for a page that hangs.
    """
    command = [
        sys.executable,
        "-m",
        __spec__.name,
        "--one",
        f"{CALLERS.index(caller)} {name} {url}",
    ]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        printed, _ = child.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return {}
    return dict(json.loads(printed or "{}"))


def measure(page: Page, url: str, caller: Caller, name: str) -> dict[str, float]:
    """Make one call in a new page; the figures are in seconds, kB and MB."""
    loaded: list[Response] = []
    page.add_init_script(WATCH)
    page.on("response", lambda response: loaded.append(response))
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.set_default_timeout(TIMEOUT * 1000)
    page.goto(f"{url}/{caller.page.format(call=name)}")
    for selector in caller.opening:
        page.locator(selector.format(call=name)).click()
    button = page.locator(caller.send).first
    button.wait_for()
    page.wait_for_timeout(500)
    size = sum(_packed(response) for response in loaded)
    button.evaluate(SEND, {"answer": caller.answer, "first": "sensor", "last": LAST[name]})
    page.wait_for_function("globalThis.shown.all", timeout=TIMEOUT * 1000)
    page.wait_for_timeout(500)  # the last long task is reported after its end
    shown, longest = page.evaluate("[globalThis.shown, globalThis.longest]")
    session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    (heap,) = (metric["value"] for metric in metrics if metric["name"] == "JSHeapUsedSize")
    return {
        "loaded": size,
        "first": shown["first"] / 1000,
        "all": shown["all"] / 1000,
        "longest": longest / 1000,
        "heap": heap / 1e6,
    }


def _packed(response: Response) -> float:
    """The size of a file that the page has loaded, gzipped, in kB."""
    if not response.ok:
        return 0
    return len(gzip.compress(response.body(), 9, mtime=0)) / 1000


LAST = {"small": "", "large": "", "events": str(EVENTS - 1), "measured": "Closed: 1000"}
"""What the end of an answer is known by; empty where its beginning is enough."""
ROWS = (
    ("loaded for the first call, gzipped", "small", "loaded", "{:,.0f} kB"),
    ("the answer is shown after", "small", "all", "{:.2f} s"),
    (f"{MEGABYTES} MB: shown after", "large", "all", "{:.1f} s"),
    (f"{MEGABYTES} MB: longest task", "large", "longest", "{:.2f} s"),
    (f"{MEGABYTES} MB: heap", "large", "heap", "{:,.0f} MB"),
    (f"{EVENTS:,} events: the first is shown after", "events", "first", "{:.2f} s"),
    (f"{EVENTS:,} events: the last is shown after", "events", "all", "{:.1f} s"),
    (f"{EVENTS:,} events: longest task", "events", "longest", "{:.2f} s"),
    (f"{EVENTS:,} events: heap", "events", "heap", "{:,.0f} MB"),
    (f"{EVENTS:,} messages of a socket: the last is shown after", "measured", "all", "{:.1f} s"),
    (f"{EVENTS:,} messages of a socket: longest task", "measured", "longest", "{:.2f} s"),
    (f"{EVENTS:,} messages of a socket: heap", "measured", "heap", "{:,.0f} MB"),
)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="calls of each; the best counts")
    parser.add_argument("--write", action="store_true", help="put it into benchmarks/README.md")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        at, name, url = arguments.one.split()
        with sync_playwright() as playwright:
            page = launch(playwright).new_page(viewport={"width": 1440, "height": 900})
            print(json.dumps(measure(page, url, CALLERS[int(at)], name)))
        return
    fetch()
    best: dict[tuple[str, str], dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        serve = uvicorn(f"{openapi.__module__}:service", "--factory")
        with running(serve, BENCH_FOLDER=folder) as url:
            write_site(Path(folder), url)
            subjects = [(caller, name) for name in CALLS for caller in (OURS, *PEERS)]
            for caller, name in (*subjects, (SOCKET, "measured")):
                calls = [call(url, caller, name) for _ in range(arguments.rounds)]
                whole = [figures for figures in calls if figures]
                if not whole and (caller in (OURS, SOCKET) or name == "small"):
                    raise NotMeasuredError(f"{caller.name} shows no answer to {name}")
                if whole:
                    figures = {key: min(each[key] for each in whole) for key in whole[0]}
                    best[caller.name, name] = figures
                print(caller.name, name, best.get((caller.name, name)), file=sys.stderr, flush=True)
    show("console", _table(best), write=arguments.write)


def write_site(folder: Path, url: str) -> None:
    """The pages of all UIs, which call the service at an address."""
    (folder / "openapi.json").write_text(json.dumps(openapi(url)), encoding="utf-8")
    write_pages(folder)
    http = {"slug": "http", "openapi": str(folder / "openapi.json"), "console": True}
    servers = [{"url": url.replace("http", "ws")}]
    live = {"slug": "ws", "title": "Live", "ws": [LiveApi], "console": True, "servers": servers}
    build_api_docs({"docs": [http, live], "out_dir": folder / "ours"})


def _table(best: dict[tuple[str, str], dict[str, float]]) -> Iterator[str]:
    names = [caller.name for caller in (OURS, *PEERS)]
    yield f"| | {' | '.join(names)} |"
    yield f"|---|{'---:|' * len(names)}"
    for title, call_name, key, form in ROWS:
        cells = []
        for name in names:
            figures = best.get((name, call_name))
            if figures:
                cells.append(form.format(figures[key]) if figures[key] else "< 0.05 s")
            elif call_name == "measured":
                cells.append("no sockets")
            else:
                cells.append(f"not within {TIMEOUT:.0f} s")
        yield f"| {title} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
