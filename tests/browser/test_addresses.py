"""Addresses: of everything there is, of headings, and of what there is not."""

import re

from playwright.sync_api import Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import heading, open_page, open_view, region

STATUSES = [
    ("orders/PaymentApi/refund", "409", "error-WRONG_STATE"),
    ("orders/PaymentApi/refund", "202", "response-202"),
    ("orders/OrderApi/place_order", "409", "error-"),  # the first of several
]


@IN_EACH_ENGINE
def test_a_status_leads_to_what_comes_back(page: Page, site: Site) -> None:
    for view, status, at in STATUSES:
        open_page(page, site, f"both.html#/platform/{view}")
        expect(heading(page, view.rpartition("/")[2])).to_be_visible()
        statuses = page.get_by_role("group", name="Responses and errors").first
        found = statuses.get_by_role("link").all_inner_texts()
        assert len(found) == len(set(found)), "each status once"
        statuses.get_by_role("link", name=status).click()
        expect(page).to_have_url(re.compile(f"at={at}"))
        shown = page.locator(f"gg-docs [data-at^='{at}']").filter(has_text=status).first
        expect(shown).to_be_in_viewport()
        assert shown.evaluate("each => each.getBoundingClientRect().top") >= 0


def test_any_address_shows_something(page: Page, site: Site) -> None:
    for view in (
        "nowhere",
        "nowhere/goods/ListingApi",
        "platform/a/b/c",
        "%E0%A4%A/x",
        "//",
        "?at=",
    ):
        page.goto("about:blank")
        open_view(page, site, view)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()


def test_pages_have_titles(page: Page, site: Site) -> None:
    for view, title in (
        ("platform", "Kirkgate Platform API"),
        ("platform/goods/ListingApi/watch", "watch · Kirkgate Platform API"),
        ("platform/~schema/Page_Order", "Page[Order] · Kirkgate Platform API"),
        ("platform/~error", "Errors · Kirkgate Platform API"),
    ):
        open_view(page, site, view)
        expect(page).to_have_title(title)


@IN_EACH_ENGINE
def test_the_card_of_an_error_has_an_address(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/PaymentApi/pay")
    card = region(page, "Errors").get_by_role("article").last
    name = card.get_attribute("aria-label")
    href = card.get_by_role("link", name=f"Link to {name}").get_attribute("href")
    page.goto("about:blank")
    page.goto(f"{site.url}apidocs/index.html{href}")
    card = region(page, "Errors").get_by_role("article", name=name, exact=True)
    expect(card).to_be_in_viewport()
    expect(card.locator(".lit")).to_be_visible()
