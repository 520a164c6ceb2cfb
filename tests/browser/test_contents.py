"""The contents: the third tab, and long names."""

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Site
from .documents import changed, method_of
from .pages import heading, open_view, sidebar


def test_types_and_errors_have_a_tab(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    contents = sidebar(page)
    contents.get_by_role("tab", name="Types").click()
    expect(contents.get_by_role("link", name="OrderLine")).to_be_visible()
    expect(contents.get_by_role("link", name="OrderId", exact=True)).to_have_count(0)  # a brand
    contents.get_by_role("searchbox", name="Filter types and errors").fill("not_found")
    names = contents.locator(".tree-method .name")
    expect(names.first).to_have_text("AUCTION_NOT_FOUND")
    contents.get_by_role("link", name="ORDER_NOT_FOUND").click()
    expect(heading(page, "ORDER_NOT_FOUND")).to_be_visible()


LONG = "list_orders_of_sellers_who_are_away_by_country"


def test_a_long_name_wraps_and_is_not_cut(page: Page, site: Site) -> None:
    def renamed(document: dict[str, Any]) -> None:
        method_of(document, "list_parcels")["name"] = LONG

    changed(page, site, renamed)
    open_view(page, site, "platform/orders/OrderApi")
    name = sidebar(page).locator(".tree-method .name", has_text=LONG)
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert name.evaluate("each => each.clientHeight") > 30  # two lines


def test_the_tree_is_one_stop_and_arrows_move_in_it(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/place_order")
    contents = sidebar(page)
    current = contents.locator("[aria-current=page]")
    expect(current).to_be_visible()
    expect(contents.locator(".tree a:not([tabindex='-1'])")).to_have_count(1)
    current.focus()
    page.keyboard.press("ArrowDown")
    next_one = contents.get_by_role("link", name="list_orders")
    expect(next_one).to_be_focused()
    page.keyboard.press("ArrowLeft")
    contract = contents.get_by_role("link", name="OrderApi")
    expect(contract).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(next_one).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(next_one).to_be_visible()
    page.keyboard.press("Tab")
    expect(contents.locator(".tree a:focus")).to_have_count(0)
