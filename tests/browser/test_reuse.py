"""Who else uses a type: the chips, the popover, the highlight; and the tab of brands."""

import re

import pytest
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
        expect(listed.locator("li")).to_have_count(count)
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


@pytest.mark.parametrize(
    "how", ["Control", pytest.param("middle", marks=pytest.mark.part("journeys"))]
)
def test_a_modifier_opens_an_entry_in_a_new_tab(page: Page, site: Site, how: str) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    chip(page, "OrderId").click()
    entry = popover(page, "OrderId").get_by_role("link", name=re.compile("pay")).first
    with page.context.expect_page() as opened:
        if how == "middle":
            entry.click(button="middle")
        else:
            entry.click(modifiers=["Control"])
    expect(heading(opened.value, "pay")).to_be_visible()
    expect(heading(page, "get_order")).to_be_visible()


def test_a_modifier_on_the_chip_opens_the_page_of_the_type(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    found = chip(page, "OrderId")
    with page.context.expect_page() as opened:
        found.click(modifiers=["Control"])
    expect(heading(opened.value, "OrderId")).to_be_visible()
    expect(heading(page, "get_order")).to_be_visible()


def test_the_list_is_grouped_and_counts(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    chip(page, "OrderId").click()
    groups = popover(page, "OrderId").locator(".users")
    expect(groups.nth(1)).to_be_visible()
    for group in groups.all():
        expect(group.locator(".users-head")).to_contain_text(re.compile(r"\w+ */ *\w+Api"))
        expect(group.locator(".users-head .count")).to_have_text(
            re.compile(rf"^{group.locator('li').count()} methods?$")
        )


def test_groups_have_counts_and_a_filter(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    contents = sidebar(page)
    people = contents.locator(".tree-group").filter(
        has=page.get_by_role("link", name="People", exact=True)
    )
    expect(people.locator(".count").first).to_have_text(re.compile(r"^\d+$"))
    contents.get_by_role("searchbox", name="Filter methods").fill("listing remove")
    expect(contents.get_by_role("link", name=re.compile("remove_listing"))).to_be_visible()
    expect(contents.get_by_role("link", name=re.compile("get_order"))).to_have_count(0)
    contents.get_by_role("searchbox").press("Escape")
    expect(contents.get_by_text("Live", exact=True)).to_be_visible()


def test_brands_have_a_tab_in_alphabetical_order(page: Page, site: Site) -> None:
    open_view(page, site, "platform")
    contents = sidebar(page)
    contents.get_by_role("tab", name="Brands").click()
    expect(contents.get_by_role("link", name="UserId")).to_be_visible()
    names = contents.locator(".tree-method .name").all_inner_texts()
    assert names == sorted(names, key=str.lower)
    assert len(names) >= 12
    contents.get_by_role("searchbox", name="Filter brands").fill("sell")
    expect(contents.locator(".tree-method .name")).to_have_text(["SellerId"])
    contents.get_by_role("link", name="SellerId").click()
    expect(heading(page, "SellerId")).to_be_visible()


def test_the_current_method_is_revealed(page: Page, site: Site) -> None:
    open_view(page, site, "platform/live/AuctionApi/auction_ended")
    current = sidebar(page).locator("[aria-current=page]")
    expect(current).to_contain_text("auction_ended")
    expect(current).to_be_in_viewport()
