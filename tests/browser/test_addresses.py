"""Addresses: of everything there is, of headings, and of what there is not."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .documents import changed
from .engines import IN_EACH_ENGINE
from .pages import FULL, heading, open_page, open_view, region, sidebar

VIEWS = [
    ("platform", "Kirkgate Platform API"),
    ("platform/goods", "Goods"),
    ("platform/goods/ListingApi", "ListingApi"),
    ("platform/goods/ListingApi/watch", "watch"),
    ("platform/~schema/Listing", "Listing"),
    ("platform/~schema/Page_Order", "Page[Order]"),
    ("platform/~brand/SellerId", "SellerId"),
    ("platform/~error/WRONG_STATE", "WRONG_STATE"),
    ("platform/~schema", "Types"),
    ("platform/~error", "Errors"),
]


@pytest.mark.parametrize(("view", "title"), VIEWS, ids=[view for view, _ in VIEWS])
def test_everything_has_an_address(page: Page, site: Site, view: str, title: str) -> None:
    open_view(page, site, view)
    expect(heading(page, title)).to_be_visible()
    expect(page).to_have_title(re.compile(re.escape(title)))


STATUSES = [
    pytest.param("orders/PaymentApi/refund", "409", "error-WRONG_STATE", id="an error"),
    pytest.param("orders/PaymentApi/refund", "202", "response-202", id="a response"),
    pytest.param("orders/OrderApi/place_order", "409", "error-", id="the first of several"),
]


@IN_EACH_ENGINE
@pytest.mark.parametrize("path", [FULL, "both.html"], ids=["full page", "embedded"])
@pytest.mark.parametrize(("view", "status", "at"), STATUSES)
def test_a_status_leads_to_what_comes_back(
    page: Page, site: Site, path: str, view: str, status: str, at: str
) -> None:
    open_page(page, site, f"{path}#/platform/{view}")
    statuses = page.get_by_role("group", name="Responses and errors").first
    found = statuses.get_by_role("link").all_inner_texts()
    assert found == sorted(set(found))
    statuses.get_by_role("link", name=status).click()
    expect(page).to_have_url(re.compile(f"at={at}"))
    shown = page.locator(f"gg-docs [data-at^='{at}']").filter(has_text=status).first
    expect(shown).to_be_in_viewport()
    assert shown.evaluate("each => each.getBoundingClientRect().top") >= 0


@pytest.mark.parametrize(
    ("view", "nearest"),
    [
        ("platform/goods/ListingApi/get_listings", "goods/ListingApi/"),
        ("platform/goods/ListngApi", "goods/ListingApi"),
        ("platform/~error/ORDER_NOT_FOND", "ORDER_NOT_FOUND"),
        ("platform/~brand/SelerId", "SellerId"),
    ],
)
def test_an_unknown_link_offers_the_nearest(
    page: Page, site: Site, view: str, nearest: str
) -> None:
    open_view(page, site, view)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("There is nothing at this address")
    alert.get_by_role("link", name=nearest).first.click()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.parametrize(
    "view",
    ["nowhere", "nowhere/goods/ListingApi", "platform/a/b/c/d/e", "%E0%A4%A/x", "//", "?at="],
)
def test_any_address_shows_something(page: Page, site: Site, view: str) -> None:
    open_view(page, site, view)
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()


def test_headings_have_links(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/PaymentApi/pay")
    link = region(page, "Errors").get_by_role("link", name="Link to Errors")
    href = link.get_attribute("href")
    assert href
    page.goto("about:blank")
    page.goto(f"{site.url}apidocs/index.html{href}")
    expect(region(page, "Errors").get_by_role("heading", name="Errors")).to_be_in_viewport()


def test_links_to_headings_are_named_after_them(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/PaymentApi/pay")
    expect(heading(page, "pay")).to_be_visible()
    names = (
        page.get_by_role("main")
        .locator("a.self")
        .evaluate_all("all => all.map((link) => link.getAttribute('aria-label'))")
    )
    assert {"Link to this page", "Link to Response 200", "Link to Errors"} <= set(names)
    assert not [name for name in names if "response-" in name or name.endswith("errors")]


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


@pytest.mark.parametrize(
    "view", ["platform", "platform/orders/PaymentApi/pay", "platform/~schema/Order"]
)
def test_each_heading_has_a_link_to_copy(page: Page, site: Site, view: str) -> None:
    open_view(page, site, view)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    without = "each => !each.parentElement.querySelector('a.self[href]')"
    headings = page.get_by_role("main").locator("h1, h2")
    alone = headings.evaluate_all(f"all => all.filter({without}).map((each) => each.innerText)")
    assert alone == []


@IN_EACH_ENGINE
def test_breadcrumbs_lead_up(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/PaymentApi/pay")
    crumbs = page.get_by_role("navigation", name="Breadcrumbs")
    crumbs.get_by_role("link", name="PaymentApi").click()
    expect(heading(page, "PaymentApi")).to_be_visible()
    page.go_back()
    expect(heading(page, "pay")).to_be_visible()


def test_a_group_that_is_one_thing_with_its_contract_is_named_once(page: Page, site: Site) -> None:
    def alone(document: dict[str, Any]) -> None:
        [group] = [group for group in document["groups"] if group["slug"] == "orders"]
        contracts = group["contracts"]
        group["contracts"] = [each for each in contracts if each["name"] == "PaymentApi"]
        group["name"] = "Payment API"
        group["contracts"][0]["description"] = "Takes cards and transfers."
        group["contracts"][0]["externalDocs"] = {"url": "https://pay.test/", "description": "Terms"}

    changed(page, site, alone)
    open_view(page, site, "platform/orders/PaymentApi/pay")
    crumbs = page.get_by_role("navigation", name="Breadcrumbs")
    expect(crumbs.get_by_role("link")).to_have_text(["Payment API"])
    crumbs.get_by_role("link").click()
    expect(heading(page, "Payment API")).to_be_visible()
    main = page.get_by_role("main")
    expect(main).to_contain_text("Takes cards and transfers.")  # there is no other page of it
    expect(main.get_by_role("link", name="Terms")).to_have_attribute("href", "https://pay.test/")
    expect(main.locator(".method-table").get_by_role("link").first).to_be_visible()
    open_view(page, site, "platform/~schema/Payment")
    heads = page.locator(".users-head")
    expect(heads.filter(has_text="Payment API").first).not_to_contain_text("PaymentApi")


def test_a_former_place_comes_back(page: Page, site: Site) -> None:
    open_view(page, site, "platform/goods/ListingApi/save_listing")
    region(page, "Errors").scroll_into_view_if_needed()
    page.mouse.wheel(0, 600)
    expect(page.get_by_role("heading", level=1)).not_to_be_in_viewport()
    sidebar(page).get_by_role("link", name=re.compile("watch")).click()
    expect(heading(page, "watch")).to_be_in_viewport()
    page.go_back()
    expect(heading(page, "save_listing")).to_be_visible()
    expect(heading(page, "save_listing")).not_to_be_in_viewport()
