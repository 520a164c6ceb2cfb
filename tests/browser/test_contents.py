"""The third tab of the contents, and the tables of methods."""

from playwright.sync_api import Page, expect

from .conftest import Site
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


def test_the_page_of_a_type_opens_its_tab(page: Page, site: Site) -> None:
    open_view(page, site, "platform/~schema/Order")
    expect(sidebar(page).locator("[aria-current=page]")).to_contain_text("Order")
