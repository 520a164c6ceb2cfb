"""The pages of a large application: what a reader finds there, and that they are light."""

import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from benchmarks.pages import NODES, heaviest

from .conftest import ROOT, Site, served
from .engines import Browsers
from .large_service import GROUPS
from .pages import DRAWN, open_page

LIGHT = 15_000
"""Elements and texts of a page, which browsers show without a reader noticing."""
HIGHEST = 8_000
"""Pixels of a first page, at a width of 1280."""

CONF = f"""\
import sys
sys.path.insert(0, {str(ROOT)!r})
project = "Large"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
ggdocs_docs = [{{"slug": "api", "app": "tests.browser.large_service:create_app()"}}]
"""


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The documentation of the application, split into pages without being told."""
    folder = tmp_path_factory.mktemp("large")
    (folder / "conf.py").write_text(CONF)
    (folder / "index.rst").write_text("Large\n=====\n\n.. ggdocs::\n")
    output = folder / "_build"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(folder), str(output)]
    subprocess.run(command, check=True)
    with served(output) as url:
        yield Site(url, output)


def test_the_landing_page_lists_the_groups_with_operations(browser_page: Page, large: Site) -> None:
    open_page(browser_page, large, "index.html")
    # the sidebar of the theme has the groups already
    expect(browser_page.get_by_role("button", name="Contents", exact=True)).to_be_visible()
    landing = browser_page.locator("gg-docs article.overview")
    assert landing.evaluate("node => node.ownerDocument.documentElement.scrollHeight") < HIGHEST
    landing.get_by_role("button", name="30 more").click()
    for number in (0, GROUPS - 1):
        name = f"resources_{number}"
        group = landing.locator("section").filter(
            has=browser_page.get_by_role("link", name=name, exact=True)
        )
        expect(group.get_by_role("link", name="fetched")).to_have_count(1)
        expect(group.get_by_role("button", name="more")).to_have_count(1)


def test_the_landing_page_without_scripts_is_short(browsers: Browsers, large: Site) -> None:
    with browsers.context("chromium", java_script_enabled=False) as context:
        page = context.new_page()
        open_page(page, large, "index.html")
        item = page.locator(".gg-contents > li").first
        expect(item).to_contain_text("resources_0 to resources_4 (45) listed, fetched, changed")
        removed = item.get_by_role("link", name="removed").first
        expect(removed).to_be_hidden()
        item.locator("summary").click()
        expect(removed).to_be_visible()
        box = page.locator("article, .content").first.bounding_box()
        assert box is not None
        assert box["height"] < HIGHEST


def test_each_page_is_light(browser_page: Page, large: Site) -> None:
    paths = heaviest(large.folder)
    assert {path.partition("/")[0] for path in paths} >= {"ggdocs"}
    for path in ("index.html", "ggdocs/api/types.html", *paths):
        browser_page.goto(large.url + path)
        browser_page.wait_for_function(DRAWN)
        assert browser_page.evaluate(NODES) < LIGHT, path
