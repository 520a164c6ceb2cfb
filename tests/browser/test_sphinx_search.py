"""Sphinx's own search, index and split pages lead to the same thing in the UI."""

import contextlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from .anchors import walk
from .conftest import CONF, ROOT, Site, served
from .pages import heading

SEARCHED = {
    "a path": ("/catalogue/search", "gg-platform.CatalogueApi.search", "search"),
    "a method": ("list_categories", "gg-platform.CatalogueApi.list_categories", "list_categories"),
    "a brand": ("ListingId", "gg-brand-platform.ListingId", "ListingId"),
    "an error": ("BASKET_EMPTY", "gg-error-platform.BASKET_EMPTY", "BASKET_EMPTY"),
}


@pytest.mark.parametrize(
    "kind", [pytest.param("a path", marks=pytest.mark.part("journeys")), "a brand"]
)
def test_what_is_found_opens_in_the_ui(browser_page: Page, site: Site, kind: str) -> None:
    query, anchor, title = SEARCHED[kind]
    browser_page.goto(f"{site.url}search.html?q={quote(query, safe='')}")
    expect(browser_page.locator(".search-summary")).to_contain_text("found")
    browser_page.locator(f'#search-results a[href*="both.html"][href$="#{anchor}"]').first.click()
    expect(heading(browser_page, title).first).to_be_visible()


def test_each_kind_of_name_is_found(browser_page: Page, site: Site) -> None:
    for query, anchor, _ in SEARCHED.values():
        browser_page.goto(f"{site.url}search.html?q={quote(query, safe='')}")
        expect(browser_page.locator(".search-summary")).to_contain_text("found")
        link = f'#search-results a[href*="both.html"][href$="#{anchor}"]'
        expect(browser_page.locator(link).first).to_be_visible()


def test_words_of_descriptions_open_what_they_describe(browser_page: Page, site: Site) -> None:
    browser_page.goto(f"{site.url}search.html?q=newest")
    browser_page.locator('#search-results a[href$="both.html"]').first.click()
    expect(heading(browser_page, "list_listings")).to_be_visible()


@contextlib.contextmanager
def split_site(source: Path, conf: str = "") -> Iterator[Site]:
    """The platform's documentation, a page for each contract."""
    docs = "ggdocs_docs = [{**DOCS[0], 'split': 'contract'}]\n"
    (source / "conf.py").write_text(CONF.format(examples=str(ROOT / "examples")) + docs + conf)
    (source / "index.rst").write_text("Kirkgate\n========\n\n.. ggdocs:: platform\n")
    out = source / "_html"
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(source), str(out)]
    subprocess.run(build, check=True, cwd=ROOT)
    with served(out) as url:
        yield Site(url, out)


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with split_site(tmp_path_factory.mktemp("split")) as site:
        yield site


def test_a_page_of_one_contract_opens_at_it(local: Page, split: Site) -> None:
    local.goto(f"{split.url}ggdocs/platform/OrderApi.html")
    expect(
        local.locator("gg-docs").get_by_role("heading", name="OrderApi", exact=True).first
    ).to_be_visible()
    local.goto(f"{split.url}ggdocs/platform/OrderApi.html#gg-platform.OrderApi.place_order")
    expect(heading(local, "place_order")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "title"),
    [("errors", "Errors"), pytest.param("ChatApi", "ChatApi", marks=pytest.mark.part("journeys"))],
)
def test_a_page_of_a_part_opens_at_it_and_its_ids_do(
    local: Page, split: Site, name: str, title: str
) -> None:
    local.goto(f"{split.url}ggdocs/platform/{name}.html")
    expect(local.locator("gg-docs [data-level='1']")).to_have_text(title)
    assert walk(local) > 10
