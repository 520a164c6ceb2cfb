"""The palette."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import heading, open_page, open_view, sidebar


def palette(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Search the API")


@IN_EACH_ENGINE
def test_keys_open_the_palette_and_escape_closes_it(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    expect(heading(page, "Kirkgate Platform API")).to_be_visible()
    for keys in ("Control+k", "Meta+k", "/"):
        page.keyboard.press(keys)
        expect(palette(page)).to_be_visible()
        expect(palette(page).get_by_role("combobox")).to_be_focused()
        page.keyboard.press("Escape")
        expect(palette(page)).to_have_count(0)


BEST = {
    "place_order": "place_order",
    "plord": "place_order",
    "/orders/basket": "get_basket",
    "bid_placed": "bid_placed",
    "OrderApi": "OrderApi",
    "SellerId": "SellerId",
    "ORDER_NOT_FOUND": "ORDER_NOT_FOUND",
    "goods": "Goods",
}


@IN_EACH_ENGINE
def test_enter_opens_the_best_answer(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    for query, title in BEST.items():
        page.get_by_role("button", name="Search").click()
        palette(page).get_by_role("combobox").fill(query)
        best = palette(page).get_by_role("option", selected=True)
        expect(best).to_contain_text(re.compile(re.escape(title), re.IGNORECASE))
        page.keyboard.press("Enter")
        expect(palette(page)).to_have_count(0)
        expect(heading(page, title)).to_be_visible()


@IN_EACH_ENGINE
def test_a_field_leads_to_its_type(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    page.keyboard.press("Control+k")
    palette(page).get_by_role("combobox").fill("postcode")
    palette(page).get_by_role("option", name=re.compile("postcode")).first.click()
    expect(page).to_have_url(re.compile("~schema/"))
    expect(page.get_by_role("main").get_by_text("postcode", exact=True).first).to_be_visible()


@IN_EACH_ENGINE
def test_arrows_choose(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    page.keyboard.press("Control+k")
    palette(page).get_by_role("combobox").fill("order")
    options = palette(page).get_by_role("option")
    expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(options.last).to_have_attribute("aria-selected", "true")


def test_before_a_query_there_are_recent_pages_sections_and_methods(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    page.keyboard.press("Control+k")
    options = palette(page).get_by_role("option")
    for label in ("Authentication", "Errors", "sign_in"):
        expect(options.filter(has_text=label).first).to_be_attached()
    palette(page).get_by_role("combobox").fill("get_invoice")
    page.keyboard.press("Enter")
    expect(heading(page, "get_invoice")).to_be_visible()
    page.keyboard.press("Control+k")
    expect(options.first).to_contain_text("get_invoice")


def test_embedded_the_keys_are_the_themes_until_the_focus_is_inside(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    expect(sidebar(page)).to_be_visible()
    page.locator("h1").first.click()
    page.keyboard.press("Control+k")
    expect(palette(page)).to_have_count(0)
    sidebar(page).get_by_role("searchbox").focus()
    page.keyboard.press("Control+k")
    expect(palette(page)).to_be_visible()
    page.keyboard.press("Escape")
