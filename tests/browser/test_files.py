"""The same contracts in other formats are one click away, in the UI as in the static text."""

import warnings
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from marketplace.docs import DOCS
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.native import build_api_docs

from .axe import violations_in_both
from .conftest import Site, served
from .pages import FULL, open_page


def test_the_overview_links_to_the_files(page: Page, site: Site) -> None:
    page.goto(f"{site.url}apidocs/index.html#/platform")
    page.locator(".overview").get_by_text("Download", exact=True).click()
    json = page.locator(".overview .files").get_by_role("link", name="Contract document")
    expect(json).to_have_attribute("download", "platform-api-docs.json")
    for name, file in (("OpenAPI", "openapi.json"), ("AsyncAPI", "asyncapi.json")):
        link = page.locator(".overview .files").get_by_role("link", name=name, exact=True)
        expect(link).to_be_visible()
        assert link.evaluate("link => link.href") == f"{site.url}apidocs/platform/{file}"
        assert page.request.get(f"{site.url}apidocs/platform/{file}").ok


def test_without_javascript_the_full_page_links_the_text(
    browser_without_javascript: Page, site: Site
) -> None:
    page = browser_without_javascript
    page.goto(f"{site.url}apidocs/index.html")
    for name in ("Kirkgate Platform API: Markdown", "Kirkgate Internal API: Markdown"):
        link = page.get_by_role("link", name=name)
        expect(link).to_be_visible()
        assert page.request.get(link.evaluate("link => link.href")).ok


@pytest.fixture(scope="module")
def static_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        build_api_docs(docs=[DOCS[0]], out_dir=folder)
    return folder


def test_without_javascript_a_static_site_is_read(
    browser_without_javascript: Page, static_site: Path
) -> None:
    """Its page has the overview, which leads to each method, on a narrow screen, too."""
    page = browser_without_javascript
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((static_site / "index.html").as_uri())
    expect(page.get_by_role("heading", level=1)).to_have_text("Kirkgate Platform API 3.2.0")
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontSize") == "26px"
    page.get_by_role("link", name="POST /orders place_order").click()
    method = page.locator(".method:has(> :target)")
    expect(method).to_contain_text("Idempotency-Key")
    method.get_by_role("link", name="OrderDraft", exact=True).click()
    expect(page.locator(".schema > :target")).to_have_text("OrderDraft")
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_page_without_javascript_is_accessible(local: Page, static_site: Path) -> None:
    with served(static_site) as url:
        local.goto(f"{url}/platform/reference.html")
        assert violations_in_both(local) == {}


def test_the_ui_takes_the_place_of_the_text(page: Page, static_site: Path) -> None:
    page.goto((static_site / "index.html").as_uri())
    expect(page.locator(".overview")).to_be_visible()
    expect(page.locator(".gg-text")).to_have_count(0)  # it never was part of the page


METHOD = "#/platform/orders/OrderApi/place_order"


def test_a_method_is_copied_as_markdown(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, site, f"both.html{METHOD}")
    address = page.get_by_role("link", name="Markdown", exact=True).evaluate("link => link.href")
    page.get_by_role("button", name="Copy the method as Markdown").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text == page.request.get(address).text()
    assert "`OrderApi.place_order`" in text


def test_from_the_disk_a_method_links_its_markdown(page: Page, site: Site) -> None:
    open_page(page, site, f"{FULL}{METHOD}", "file")
    link = page.get_by_role("link", name="Markdown", exact=True)
    path = unquote(urlsplit(link.evaluate("link => link.href")).path)
    assert "`OrderApi.place_order`" in Path(path).read_text(encoding="utf-8")
    expect(page.get_by_role("button", name="Copy the method as Markdown")).to_have_count(0)
