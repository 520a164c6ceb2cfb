"""Measures how long a reader waits: ``python -m benchmarks.ui [--sizes 100,1000] [--rounds 1]``."""

import argparse
import json
import sys
import tempfile
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error, Page, sync_playwright

from tests.browser.conftest import served
from tests.browser.engines import launch

from .. import source
from ..bundle import first_view
from ..results import NotMeasuredError, show
from .peers import OURS, PEERS, Subject, fetch, packed_size, write_pages

TIMEOUT = 120.0
"""Seconds after which a UI is given up."""
WATCH = """
globalThis.blocked = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) globalThis.blocked += entry.duration - 50;
}).observe({ type: "longtask", buffered: true });
"""


def write_site(folder: Path, methods: int) -> None:
    """The same API for all: our site, and the OpenAPI file that our exporter writes."""
    from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
    from sphinxcontrib_ggdocs.openapi import to_openapi
    from sphinxcontrib_ggdocs.serving import write_site as write

    for name, text in (
        ("bench_models", source.models_source(methods)),
        ("bench_contracts", source.contracts_source(methods)),
    ):
        module = types.ModuleType(name)
        sys.modules[name] = module
        exec(compile(text, f"{name}.py", "exec"), vars(module))
    spec = sys.modules["bench_contracts"].spec
    documents = [SiteDocument.of(spec)]
    write(native_site(documents), folder / "ours")
    (folder / "openapi.json").write_text(json.dumps(to_openapi(spec)), encoding="utf-8")
    write_pages(folder)


def measure(
    browser: Browser, url: str, subject: Subject, middle: int, *, search: bool
) -> dict[str, float]:
    """One cold visit: a new context has an empty cache."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    start = time.perf_counter()
    try:
        page.goto(url + subject.page.format(n=middle), wait_until="commit")
        target = page.locator(subject.readable.format(n=middle)).first
        target.wait_for(state="visible", timeout=TIMEOUT * 1000)
        readable = time.perf_counter() - start
        page.wait_for_timeout(1500)
        blocked = float(page.evaluate("globalThis.blocked")) / 1000
        found = {
            "readable": readable,
            "blocked": blocked,
            "heap": _metrics(session)["JSHeapUsedSize"] / 1e6,
        }
        return {**found, **_search(page, session, middle)} if search else found
    except Error:
        return {}
    finally:
        context.close()


def _metrics(session: CDPSession) -> dict[str, float]:
    """Memory, and the processor time of the page's main thread since its start, in seconds."""
    metrics: Any = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def _search(page: Page, session: CDPSession, middle: int) -> dict[str, float]:
    """The first opening of the search, which makes its index, and an answer to a query."""
    before = _metrics(session)
    page.keyboard.press("Control+k")
    box = page.get_by_role("combobox", name="Search the API")
    box.wait_for()
    page.get_by_role("option").first.wait_for()
    opened = _metrics(session)
    box.fill(f"item{middle}api fetch")
    start = time.perf_counter()
    page.get_by_role("option").filter(has_text=f"Item{middle}Api").first.wait_for()
    return {
        "search": time.perf_counter() - start,
        "opening": opened["TaskDuration"] - before["TaskDuration"],
    }


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="100,200,1000,10000", help="methods, apart by commas")
    parser.add_argument("--rounds", type=int, default=3, help="visits of each; the best counts")
    parser.add_argument(
        "--largest-peer", type=int, default=1000, help="peers are left out above this size"
    )
    parser.add_argument(
        "--write", action="store_true", help="put the table into benchmarks/README.md"
    )
    arguments = parser.parse_args()
    measured_sizes = [int(size) for size in arguments.sizes.split(",")]
    fetch()
    show("sizes", sizes(), write=arguments.write)
    lines = [
        "| methods | UI | readable after | blocking | heap | search opens | search answers |",
        "|---:|---|---:|---:|---:|---:|---:|",
    ]
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for size in measured_sizes:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                write_site(folder, size)
                with served(folder) as url:
                    for subject in (OURS, *(PEERS if size <= arguments.largest_peer else ())):
                        visits = [
                            visit
                            for _ in range(arguments.rounds)
                            if (visit := _visit(browser, url, subject, size // 10))
                        ]
                        if not visits and (subject is OURS or size == min(measured_sizes)):
                            raise NotMeasuredError(f"{subject.name} shows no method of {size}")
                        lines.append(_row(size, subject, visits))
                        print(lines[-1], file=sys.stderr, flush=True)
        browser.close()
    show("ui", lines, write=arguments.write)


def _visit(browser: Browser, url: str, subject: Subject, middle: int) -> dict[str, float]:
    return measure(browser, url, subject, middle, search=subject is OURS)


def sizes() -> Iterator[str]:
    """What a first view loads besides the document."""
    yield "| UI | script and style, gzipped |"
    yield "|---|---:|"
    yield f"| {OURS.name} | {first_view():.1f} kB |"
    for peer in PEERS:
        yield f"| {peer.name} | {packed_size(peer.name):,.0f} kB |"


def _row(size: int, subject: Subject, visits: list[dict[str, float]]) -> str:
    if not visits:
        return f"| {size:,} | {subject.name} | not within {TIMEOUT:.0f} s | | | | |"
    best = {key: min(visit[key] for visit in visits) for key in visits[0]}
    opening, answer = (
        f"{best[key] * 1000:.0f} ms" if key in best else "" for key in ("opening", "search")
    )
    return (
        f"| {size:,} | {subject.name} | {best['readable']:.2f} s | {best['blocked']:.2f} s "
        f"| {best['heap']:.0f} MB | {opening} | {answer} |"
    )


if __name__ == "__main__":
    main()
