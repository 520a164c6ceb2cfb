"""The contents: the third tab, and long names; lists of types, and what has nothing to show."""

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Site
from .documents import changed, method_of
from .pages import heading, open_view, region, sidebar


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


LONG = "list_orders_of_sellers_who_are_away_by_country"


def test_a_long_name_wraps_and_is_not_cut(page: Page, site: Site) -> None:
    def renamed(document: dict[str, Any]) -> None:
        method_of(document, "list_parcels")["name"] = LONG

    changed(page, site, renamed)
    open_view(page, site, "platform/orders/OrderApi")
    name = sidebar(page).locator(".tree-method .name", has_text=LONG)
    assert name.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert name.evaluate("each => each.clientHeight") > 30  # two lines


def test_a_list_of_types_says_kinds_that_tell_something(page: Page, site: Site) -> None:
    open_view(page, site, "platform/~schema/")
    rows = page.get_by_role("main").get_by_role("listitem")
    expect(rows.filter(has_text="OrderId").filter(has_text="Brand").first).to_be_visible()
    expect(rows.filter(has_text="OrderState")).to_contain_text("Enumeration")
    expect(rows.get_by_text("schema", exact=True)).to_have_count(0)


def test_a_response_of_any_value_has_neither_tabs_nor_a_sample(page: Page, site: Site) -> None:
    def anything(document: dict[str, Any]) -> None:
        response = method_of(document, "list_parcels")["successResponse"]
        response["contents"] = [{"mediaType": "application/json", "schema": {}}]

    changed(page, site, anything)
    open_view(page, site, "platform/orders/OrderApi/list_parcels")
    samples = region(page, "Response samples")
    expect(samples).to_contain_text("application/json")
    expect(samples.locator("pre")).to_have_count(0)
    response = region(page, "Response 200")
    expect(response).to_contain_text("any")
    expect(response.get_by_role("tab")).to_have_count(0)
