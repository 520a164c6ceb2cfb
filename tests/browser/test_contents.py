"""The contents: the third tab, and long names."""

from playwright.sync_api import Page, expect

from .conftest import Site
from .pages import open_view, sidebar


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
