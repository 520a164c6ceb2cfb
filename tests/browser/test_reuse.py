"""Who else uses a type: the chips, the popover, the highlight; and the tab of brands."""

import re

from playwright.sync_api import Locator, Page, expect

from .conftest import Site
from .pages import heading, open_view, sidebar


def chip(page: Page, name: str) -> Locator:
    return (
        page.get_by_role("main")
        .get_by_role("link", name=re.compile(rf"^{name}: used by \d+"))
        .first
    )


def popover(page: Page, name: str) -> Locator:
    return page.get_by_role("dialog", name=re.compile(f"^{name} is used by"))


def test_the_chip_opens_the_list_of_other_methods(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    for name in ("OrderId", "Order", "ORDER_NOT_FOUND"):
        found = chip(page, name)
        count = int(re.findall(r"\d+", found.inner_text())[0])
        found.click()
        listed = popover(page, name)
        expect(listed).to_be_visible()
        expect(listed.locator("li")).to_have_count(count - 1)
        own = listed.get_by_role("link", name=re.compile("get_order$"))
        expect(own).to_have_count(0)  # the others, not this one
        page.keyboard.press("Escape")
        expect(listed).to_have_count(0)


def test_following_an_entry_brings_the_highlight_into_view(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    chip(page, "OrderId").click()
    popover(page, "OrderId").get_by_role("link", name=re.compile("pay")).first.click()
    expect(heading(page, "pay")).to_be_visible()
    expect(page).to_have_url(re.compile("highlight=OrderId"))
    lit = page.locator("[data-lit]").first
    expect(lit).to_be_visible()
    expect(lit).to_be_in_viewport()


def test_the_highlight_stays_until_it_is_removed(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/place_order?highlight=OrderId")
    expect(page.locator("[data-lit]").first).to_be_in_viewport()
    sidebar(page).get_by_role("link", name="get_order").click()
    expect(heading(page, "get_order")).to_be_visible()
    lit = page.locator("[data-lit]")
    expect(lit.first).to_be_in_viewport()
    assert lit.count() > 1
    page.get_by_role("button", name="Next mention").click()
    expect(lit.nth(1)).to_be_in_viewport()
    place = page.evaluate("Math.round(scrollY)")
    page.get_by_role("button", name="Remove the highlight").click()
    expect(lit).to_have_count(0)
    expect(page).not_to_have_url(re.compile("highlight"))
    assert page.evaluate("Math.round(scrollY)") == place
