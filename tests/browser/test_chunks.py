"""The scripts that are loaded when they are first used."""

import re

import pytest
from playwright.sync_api import Page, expect

from .conftest import Held, Site
from .pages import FULL, SETTLED, heading, open_page, region

METHOD = "#/platform/goods/ListingApi/save_listing"
CHUNK = re.compile(r"/assets/(details)-")


def asked(page: Page) -> list[str]:
    """The chunks that the page asks for from now on."""
    found: list[str] = []
    page.on("request", lambda request: found.extend(CHUNK.findall(request.url)))
    return found


@pytest.mark.parametrize("service", ["Internal", "Platform"])
def test_the_first_view_does_without(page: Page, site: Site, service: str) -> None:
    chunks = asked(page)
    open_page(page, site, f"{FULL}#/{service.lower()}")
    expect(heading(page, f"Kirkgate {service} API")).to_be_visible()
    page.evaluate(SETTLED)
    assert chunks == []


def test_workflows_come_when_the_reader_opens_them(page: Page, site: Site) -> None:
    chunks = asked(page)
    open_page(page, site, f"{FULL}#/platform")
    page.locator("gg-docs summary", has_text="Workflows").click()
    expect(page.get_by_role("link", name="PaymentApi.pay")).to_have_attribute(
        "href", "#/platform/Orders/PaymentApi/pay"
    )
    assert chunks == ["details"]


def test_the_search_is_loaded_when_it_is_about_to_be_used(page: Page, site: Site) -> None:
    chunks = asked(page)
    open_page(page, site, f"{FULL}#/platform/Goods")
    with page.expect_request(CHUNK):
        page.get_by_role("button", name="Search").hover()
    page.get_by_role("button", name="Search").click()
    page.get_by_role("combobox", name="Search the API").fill("place_order")
    expect(page.get_by_role("dialog").get_by_role("option", selected=True)).to_contain_text(
        "place_order"
    )
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Search").click()
    assert chunks == ["details"]  # once


@pytest.mark.parametrize(
    ("path", "by"), [(FULL, "file"), ("both.html", "http")], ids=["full page", "embedded"]
)
def test_they_come_from_wherever_the_page_is(page: Page, site: Site, by: str, path: str) -> None:
    chunks = asked(page)
    open_page(page, site, path + METHOD, by)
    expect(region(page, "Code").locator("pre")).to_contain_text("curl")
    page.locator("gg-docs .search-button").click()
    page.get_by_role("combobox", name="Search the API").fill("place_order")
    page.keyboard.press("Enter")
    expect(heading(page, "place_order")).to_be_visible()
    assert chunks == ["details"]


def test_enter_before_the_search_is_there(page: Page, site: Site) -> None:
    held = Held(page, "**/assets/details-*")
    open_page(page, site, f"{FULL}#/platform", until="commit")
    expect(heading(page, "Kirkgate Platform API")).to_be_visible()
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Search the API").fill("place_order")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    held.release()
    expect(heading(page, "place_order")).to_be_visible()


def test_a_script_that_is_missing_is_told(anywhere: Page, site: Site) -> None:
    anywhere.route(CHUNK, lambda route: route.fulfill(status=404))
    open_page(anywhere, site, FULL + METHOD)
    expect(heading(anywhere, "save_listing")).to_be_visible()
    code = anywhere.get_by_role("complementary", name="Code")
    expect(code.get_by_role("alert")).to_contain_text("A script of this page is missing.")
    anywhere.keyboard.press("Control+k")
    expect(anywhere.get_by_role("dialog").get_by_role("alert")).to_contain_text(
        "A script of this page is missing."
    )
    anywhere.keyboard.press("Escape")
    anywhere.unroute(CHUNK)
    code.get_by_role("button", name="Try again").click()
    expect(region(anywhere, "Code").locator("pre")).to_contain_text("curl")


REFUND = "#/platform/orders/PaymentApi/refund"
FOCUSED = "document.activeElement.shadowRoot?.activeElement?.getAttribute('aria-label')"
ARRIVALS = [
    pytest.param(f"{FULL}{REFUND}?at=error-WRONG_STATE", None, id="full page, an error"),
    pytest.param(f"both.html{REFUND}", None, id="embedded, an address"),
]


@pytest.mark.parametrize(("path", "link"), ARRIVALS)
def test_a_reader_stays_where_they_are_when_a_script_has_come(
    page: Page, site: Site, path: str, link: str | None
) -> None:
    held = Held(page, "**/assets/details-*")
    open_page(page, site, path, until="commit")
    if link:
        page.locator("gg-docs .content").get_by_role("link", name=link).first.click()
    expect(heading(page, "refund")).to_be_visible()
    card = page.locator("gg-docs [data-at='error-UNAUTHORIZED']")
    if path.startswith("both"):  # in one column, what is below the code waits for it
        expect(card).to_be_hidden()
        held.release()
        expect(card).to_be_visible()
        return
    card.evaluate("each => each.scrollIntoView({block: 'center', behavior: 'instant'})")
    self_link = card.get_by_role("link", name="Link to UNAUTHORIZED")
    self_link.evaluate("each => each.focus({preventScroll: true})")
    address = page.url
    held.release()
    expect(region(page, "Code").locator("pre")).to_contain_text("curl")
    expect(card).to_be_in_viewport()
    assert page.evaluate(FOCUSED) == "Link to UNAUTHORIZED"
    page.keyboard.press("Control+k")  # renders the whole again
    expect(page.get_by_role("combobox", name="Search the API")).to_be_focused()
    page.keyboard.press("Escape")
    expect(self_link).to_be_focused()
    expect(card).to_be_in_viewport()
    assert page.url == address
