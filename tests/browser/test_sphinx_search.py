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


def test_a_title_that_the_page_has_is_not_repeated(local: Page, split: Site) -> None:
    local.goto(f"{split.url}ggdocs/platform/OrderApi.html")
    line = local.locator("gg-docs .title-line")
    expect(line).to_have_text("OrderApi")
    title = line.locator("[data-level]")
    expect(title).to_have_css("clip-path", "inset(50%)")
    local.locator("gg-docs .method-table a").first.click()
    expect(line).not_to_have_text("OrderApi")
    expect(title).to_have_css("clip-path", "none")


def test_names_in_narrow_columns_break_between_their_words(local: Page, split: Site) -> None:
    local.goto(f"{split.url}ggdocs/platform/OrderApi.html")
    name = local.locator("gg-docs .method-table .name").get_by_text("place_order", exact=True)
    lines = name.evaluate("""name => {
        name.style.width = '5rem';
        const texts = [...name.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
        return texts.filter(text => text.data).map(text => {
            const range = document.createRange();
            range.selectNode(text);
            return [text.data, range.getClientRects().length];
        });
    }""")
    assert lines == [["place", 1], ["_order", 1]]


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


SHORT_PAGES = "from sphinxcontrib_ggdocs.native.view import pages\npages.MANY_LINES = 30\n"


def test_a_page_of_some_methods_opens_at_the_list_of_these(local: Page, tmp_path: Path) -> None:
    with split_site(tmp_path, SHORT_PAGES) as site:
        for page, title, methods in (
            ("AccountApi-save", "AccountApi: save", ["save_profile", "save_notifications"]),
            ("AuctionApi-bid", "AuctionApi: bid", ["bid", "bid_placed"]),
        ):
            local.goto(f"{site.url}ggdocs/platform/{page}.html")
            line = local.locator("gg-docs .title-line")
            expect(line).to_have_text(title)
            # the page has the same title
            expect(line.locator("[data-level]")).to_have_css("clip-path", "inset(50%)")
            names = local.locator("gg-docs .method-table .name")
            expect(names).to_have_text(methods)
            local.get_by_role("link", name="Open full page").click()
            expect(heading(local, title.partition(":")[0])).to_be_visible()
            expect(names.nth(2)).to_be_visible()
