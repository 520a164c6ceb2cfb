"""Inside a page of a theme: which view a reader sees, and where links lead."""

import re

import pytest
from playwright.sync_api import Page, expect

from benchmarks.pages import NODES

from .anchors import walk
from .conftest import Held, Site
from .engines import IN_EACH_ENGINE
from .pages import SETTLED, beyond, heading, open_page, sidebar


def test_the_text_is_found_by_a_link_to_words(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#:~:text=Somebody%20was%20faster")
    expect(page.get_by_text("Somebody was faster.").first).to_be_in_viewport()


def test_a_link_to_words_that_was_followed_before_the_view_came(page: Page, site: Site) -> None:
    held = Held(page, "**/platform/api-docs.json")
    open_page(page, site, "both.html#:~:text=Somebody%20was%20faster")
    page.wait_for_function("() => scrollY > 0")
    held.release()
    expect(page.get_by_role("button", name="Interactive view")).to_be_visible()
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


def test_nobody_is_followed_who_does_not_see_the_text(page: Page, site: Site) -> None:
    held = Held(page, "**/platform/api-docs.json")
    open_page(page, site, "both.html")
    host = page.locator("gg-docs")
    host.evaluate("e => { e.parentElement.style.display = 'none' }")  # as in a tab that is closed
    held.release()
    page.wait_for_function(
        "() => document.querySelector('gg-docs').shadowRoot.querySelector('.plain[hidden]')"
    )
    assert page.evaluate("location.hash") == ""


def test_text_and_view_of_the_example_are_a_light_page(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/orders/OrderApi/place_order")
    expect(heading(page, "place_order")).to_be_visible()
    assert page.evaluate(NODES) < 16_000


@pytest.mark.part("large")
def test_each_id_of_the_text_leads_to_what_it_names(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    assert walk(page) == 300


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


DRIFT = """
const original = Element.prototype.scrollIntoView
Element.prototype.scrollIntoView = function (options) {
  original.call(this, options)
  if (this.localName !== 'gg-docs' || 'drifted' in globalThis) return
  globalThis.drifted = 0
  const drift = () => {
    scrollTo({top: 2000, behavior: 'instant'})
    drifted += 1
    if (drifted < 8) requestAnimationFrame(drift)
  }
  requestAnimationFrame(drift)
}
"""
"""As a browser that scrolls smoothly to the text of the address goes on after the text is
hidden."""


def test_a_page_that_is_still_scrolling_to_a_title_of_the_text(page: Page, site: Site) -> None:
    page.add_init_script(DRIFT)
    open_page(page, site, "internal.html#gg-internal.back-office")
    page.wait_for_function("() => globalThis.drifted === 8")
    expect(page.get_by_role("heading", name="Back office", exact=True)).to_be_in_viewport()


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


def test_indices_fit_a_telephone(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    for name in ("routes", "interactions", "brands", "errors"):
        page.goto(f"{site.url}gg-{name}.html")
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, name


INHERITED = """host => [...host.shadowRoot.querySelectorAll('.gg :is(h2, p, a, code, button, span)')].map((each) => {
  const style = getComputedStyle(each)
  const names = ['letterSpacing', 'wordSpacing', 'textTransform', 'fontStyle', 'fontWeight', 'fontVariant', 'textAlign']
  names.push('textIndent', 'whiteSpace', 'hyphens', 'cursor', 'color', 'lineHeight', 'textShadow')
  return [each.localName, each.className, ...names.map((name) => style[name])].join(' | ')
})"""
AROUND = """
:has(gg-docs) {
  letter-spacing: 2px; word-spacing: 3px; text-transform: uppercase; font-style: italic; font-weight: 700;
  font-variant: small-caps; text-align: right; text-indent: 30px; white-space: nowrap; hyphens: auto; cursor: wait;
  color: red; line-height: 4; text-shadow: 1px 1px red;
}
"""


def test_nothing_is_inherited_from_around(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/orders/PaymentApi/pay")
    expect(heading(page, "pay")).to_be_visible()
    host = page.locator("gg-docs")
    before = host.evaluate(INHERITED)
    page.add_style_tag(content=AROUND)
    expect(host).to_have_css("text-transform", "uppercase")
    assert host.evaluate(INHERITED) == before


def test_the_buttons_stand_in_one_line_on_a_phone(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    open_page(page, site, "both.html#/platform/orders/PaymentApi/refund")
    expect(page.get_by_role("button", name="Plain text")).to_be_visible()
    ends = page.locator("gg-docs .bar").evaluate(
        "bar => [...bar.children].map((each) => each.getBoundingClientRect().bottom)"
    )
    assert len(set(ends)) == 1
    assert beyond(page) == []
