"""Inside a page of a theme: which view a reader sees, and where links lead."""

import re

import pytest
from playwright.sync_api import Page, expect

from .anchors import walk
from .conftest import Held, Site
from .engines import IN_EACH_ENGINE
from .pages import SETTLED, beyond, heading, open_page, sidebar


def test_the_text_is_found_by_a_link_to_words(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#:~:text=Somebody%20was%20faster")
    expect(page.get_by_text("Somebody was faster.").first).to_be_in_viewport()


@IN_EACH_ENGINE
def test_text_and_view_are_a_switch_that_is_remembered(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    page.get_by_role("button", name="Plain text").click()
    expect(sidebar(page)).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name="Interactive view")).to_be_visible()
    page.get_by_role("button", name="Interactive view").click()
    expect(sidebar(page)).to_be_visible()


def test_a_reader_of_the_text_is_followed(page: Page, site: Site) -> None:
    held = Held(page, "**/platform/api-docs.json")
    open_page(page, site, "both.html")
    method = page.locator('[id="gg-platform.orders.OrderApi.place_order"]')
    expect(method).to_be_attached()
    expect(page.locator("gg-docs")).to_be_visible()
    method.evaluate(
        "e => { e.scrollIntoView({block: 'start', behavior: 'instant'}); scrollBy({top: 20, "
        "behavior: 'instant'}) }"
    )
    page.wait_for_function("() => scrollY > 0")
    held.release()
    expect(heading(page, "place_order")).to_be_in_viewport()


SHIFTS = """() => {
  globalThis.moved = 0
  const add = (list) => list.getEntries().forEach(({value}) => { moved += value })
  new PerformanceObserver(add).observe({type: 'layout-shift'})
}"""


def test_what_takes_the_place_of_the_text_moves_nothing(page: Page, site: Site) -> None:
    held = Held(page, "**/platform/api-docs.json")
    open_page(page, site, "both.html")
    expect(page.get_by_text("Order what is in the basket").first).to_be_attached()
    page.evaluate(SHIFTS)
    held.release()
    expect(sidebar(page)).to_be_visible()
    page.evaluate(SETTLED)
    assert page.evaluate("moved") <= 0.05


@pytest.mark.part("large")
def test_each_id_of_the_text_leads_to_what_it_names(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    assert walk(page) == 303


@pytest.mark.parametrize(
    ("anchor", "title"),
    [
        ("gg-error-internal", "Errors"),
        ("gg-internal.back-office", "Back office"),
    ],
)
def test_a_page_opened_at_a_title_of_the_text(
    page: Page, site: Site, anchor: str, title: str
) -> None:
    open_page(page, site, f"internal.html#{anchor}")
    expect(page.locator("gg-docs [data-level='1']")).to_have_text(title)
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_in_viewport()


@IN_EACH_ENGINE
def test_several_on_one_page(page: Page, site: Site) -> None:
    open_page(page, site, "twice.html")
    first, second = page.locator("gg-docs").nth(0), page.locator("gg-docs").nth(1)
    expect(first.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()
    expect(second.get_by_role("heading", name="Kirkgate Internal API")).to_be_visible()
    second.get_by_role("link", name=re.compile("StaffApi")).first.click()
    expect(second.get_by_role("heading", name="StaffApi", exact=True)).to_be_visible()
    expect(first.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()


def test_back_leads_to_where_the_reader_began(page: Page, site: Site) -> None:
    open_page(page, site, "internal.html")
    title = page.locator("gg-docs [data-level='1']")
    expect(title).to_contain_text("Kirkgate Internal API")
    sidebar(page).get_by_role("link", name="suspend").click()
    expect(heading(page, "suspend")).to_be_visible()
    page.evaluate("() => { location.href = '#' }")  # a theme's "Back to top" leaves all as it is
    page.wait_for_function("() => location.href.endsWith('#')")
    expect(heading(page, "suspend")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(title).to_contain_text("Kirkgate Internal API")


@IN_EACH_ENGINE
def test_the_full_page_is_a_click_away(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/orders/OrderApi/get_order")
    page.get_by_role("link", name="Open full page").click()
    expect(page).to_have_url(
        re.compile(r"apidocs/index\.html#/platform/Orders/OrderApi/get_order$")
    )
    expect(heading(page, "get_order")).to_be_visible()


@IN_EACH_ENGINE
def test_its_own_width_decides(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/goods/ListingApi/save_listing")
    expect(heading(page, "save_listing")).to_be_visible()
    menu = page.get_by_role("button", name="Contents", exact=True)
    host = page.locator("gg-docs")
    for width, narrow in ((320, True), (1200, False)):
        host.evaluate("(each, width) => { each.style.width = `${width}px` }", width)
        expect(menu).to_be_visible(visible=narrow)
        expect(sidebar(page)).to_be_visible(visible=not narrow)
        assert beyond(page) == [], width
