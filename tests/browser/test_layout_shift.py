"""What is on a page of Sphinx stays where it is when the UI takes the place of the text."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site

MOST = 0.02
"""How far a page may move, as browsers count it (Layout Instability)."""

WATCH = """() => {
  globalThis.shift = 0
  const add = (list) => list.getEntries().forEach(({value}) => { globalThis.shift += value })
  new PerformanceObserver(add).observe({type: 'layout-shift', buffered: true})
}"""


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", ["both.html", "staff.html"])
def test_nothing_moves_when_the_ui_comes(
    browser_page: Page, site: Site, path: str, width: int
) -> None:
    page = browser_page
    page.set_viewport_size({"width": width, "height": 900})
    page.add_init_script(f"({WATCH})()")
    page.goto(site.url + path)
    expect(page.locator("gg-docs [data-level='1']").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("shift") <= MOST


def test_text_is_there_when_the_script_is_not(browser_page: Page, site: Site) -> None:
    page = browser_page
    page.route("**/index-*.js", lambda route: route.abort())
    page.goto(f"{site.url}staff.html")
    expect(page.locator("gg-docs dt").first).to_be_visible()
