"""What a reader does with the built documentation: in the theme's page, on the full page, from the
disk.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import FULL, heading, open_page, region, sidebar

PLACES = pytest.mark.parametrize(("path", "by"), [("both.html", "http"), (FULL, "file")])


@IN_EACH_ENGINE
@PLACES
def test_the_sidebar_leads_to_every_kind_of_method(
    page: Page, site: Site, path: str, by: str
) -> None:
    open_page(page, site, f"{path}#/platform", by)
    contents = sidebar(page)
    expect(contents).to_be_visible()
    for group in ("People", "Goods", "Orders", "Live"):
        expect(contents.get_by_text(group, exact=True).first).to_be_visible()
    contents.get_by_role("link", name=re.compile("create_listing")).click()
    expect(heading(page, "create_listing")).to_be_visible()
    expect(page).to_have_url(re.compile(r"#/platform/Goods/ListingApi/create_listing$"))
    contents.get_by_role("link", name=re.compile("message_posted")).click()
    expect(heading(page, "message_posted")).to_be_visible()


@IN_EACH_ENGINE
@PLACES
def test_a_deep_link_opened_cold(page: Page, site: Site, path: str, by: str) -> None:
    open_page(page, site, f"{path}#/internal/back-office/StaffApi/suspend", by)
    expect(heading(page, "suspend")).to_be_visible()
    expect(page.get_by_role("combobox", name="Document")).to_have_value("internal")


@IN_EACH_ENGINE
def test_the_switcher_changes_the_document(page: Page, site: Site) -> None:
    open_page(page, site, f"{FULL}#/platform")
    page.get_by_role("combobox", name="Document").select_option("internal")
    expect(page.get_by_role("heading", name="Kirkgate Internal API")).to_be_visible()
    expect(sidebar(page).get_by_text("Back office", exact=True).first).to_be_visible()


@IN_EACH_ENGINE
def test_back_and_forward(page: Page, site: Site) -> None:
    open_page(page, site, f"{FULL}#/platform/orders/OrderApi/get_basket")
    expect(heading(page, "get_basket")).to_be_visible()
    sidebar(page).get_by_role("link", name=re.compile("save_basket")).click()
    expect(heading(page, "save_basket")).to_be_visible()
    page.go_back()
    expect(heading(page, "get_basket")).to_be_visible()
    page.go_forward()
    expect(heading(page, "save_basket")).to_be_visible()


@IN_EACH_ENGINE
@pytest.mark.parametrize("path", ["both.html", FULL])
def test_a_page_is_as_it_was_left(page: Page, site: Site, path: str) -> None:
    open_page(page, site, f"{path}#/platform/orders/OrderApi/place_order")
    body = region(page, "Request body")
    body.get_by_role("button", name="Show 5 fields").click()
    region(page, "Response 201").get_by_role("tab", name="Example").click()
    before = page.evaluate("Math.round(scrollY)")
    page.evaluate(
        "document.querySelector('gg-docs').shadowRoot.querySelector('.neighbours a').click()"
    )
    expect(heading(page, "save_basket")).to_be_visible()
    page.go_back()
    expect(body.get_by_role("button", name="Hide 5 fields")).to_be_visible()
    example = region(page, "Response 201").get_by_role("tab", name="Example")
    expect(example).to_have_attribute("aria-selected", "true")
    assert before > 0
    assert page.evaluate("Math.round(scrollY)") == before


def test_without_javascript_the_text_stands_there(
    browser_without_javascript: Page, site: Site
) -> None:
    page = browser_without_javascript
    open_page(page, site, "both.html")
    expect(page.get_by_text("/orders/basket").first).to_be_visible()
    expect(page.get_by_text("Somebody was faster.").first).to_be_visible()
