"""For everybody: keyboards, screen readers, small screens, paper."""

import math
import re

import pytest
from playwright.sync_api import Page, expect

from .axe import violations_in_both
from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import FULL, beyond, heading, open_page, open_view, region, sidebar

METHOD = "platform/goods/ListingApi/save_listing"


@pytest.mark.parametrize(
    "view",
    [
        "platform",
        METHOD,
        *(
            pytest.param(view, marks=pytest.mark.part("journeys"))
            for view in (
                "platform/live/ChatApi/send_message",
                "platform/~schema/Listing",
                "platform/a/b/c",
            )
        ),
    ],
)
def test_axe_finds_nothing_on_the_full_page(page: Page, site: Site, view: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_view(page, site, view)
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
    assert violations_in_both(page) == {}


def test_axe_finds_nothing_with_something_open(page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_view(page, site, METHOD)
    page.get_by_role("main").locator(".chip").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations_in_both(page) == {}, "popover"
    page.keyboard.press("Escape")
    for tab in region(page, "Request body").get_by_role("tab", name="Example").all():
        tab.click()
    assert violations_in_both(page) == {}, "example"
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search the API").fill("order")
    expect(page.get_by_role("listbox", name="Results").get_by_role("option").first).to_be_visible()
    assert violations_in_both(page) == {}, "palette"


def test_axe_finds_nothing_embedded(page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_page(page, site, "internal.html#/internal/back-office/StaffApi/suspend")
    expect(heading(page, "suspend")).to_be_visible()
    page.locator("gg-docs .chip").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations_in_both(page, "gg-docs") == {}, "popover"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Plain text").click()
    expect(sidebar(page)).to_be_hidden()
    assert violations_in_both(page, "gg-docs", without=["color-contrast"]) == {}, (
        "plain text, in the colours of the theme"
    )


@IN_EACH_ENGINE
def test_the_keyboard_reaches_the_content_at_once(page: Page, site: Site) -> None:
    open_view(page, site, METHOD)
    expect(heading(page, "save_listing")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


FOCUS = """() => {
  let here = document.activeElement
  while (here?.shadowRoot?.activeElement) here = here.shadowRoot.activeElement
  const {outlineStyle, outlineWidth, boxShadow, borderColor} = getComputedStyle(here)
  const {width, height} = here.getBoundingClientRect()
  const name = `${here.localName}.${here.className}`
  const visible = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  return {name, visible, size: width * height}
}"""


def test_the_focus_is_visible_wherever_it_goes(page: Page, site: Site) -> None:
    open_view(page, site, METHOD)
    expect(heading(page, "save_listing")).to_be_visible()
    unseen = []
    for _ in range(80):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        if not focus["visible"] or focus["size"] == 0:
            unseen.append(focus["name"])
    assert [name for name in unseen if not name.startswith(("body", "html"))] == []


@IN_EACH_ENGINE
def test_tabs_and_popovers_by_the_keyboard(page: Page, site: Site) -> None:
    open_view(page, site, METHOD)
    body = region(page, "Request body")
    body.get_by_role("tab", name="Schema").focus()
    page.keyboard.press("ArrowRight")
    expect(body.get_by_role("tab", name="Example")).to_be_focused()
    expect(body.locator("pre")).to_be_visible()
    chip = page.get_by_role("main").locator(".chip").first
    chip.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(chip).to_be_focused()


VIEWS = [
    "platform",
    METHOD,
    "platform/orders/PaymentApi/pay",
    "platform/live/ChatApi/send_message",
    "platform/~schema/Order",
]


@IN_EACH_ENGINE
@pytest.mark.parametrize("width", [320, 720])  # 720 is 1440 at 200 %
def test_nothing_is_lost_on_narrow_screens(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    for view in VIEWS:
        open_view(page, site, view)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0, view
        assert beyond(page) == [], view


@IN_EACH_ENGINE
def test_the_contents_open_on_a_narrow_screen(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    open_page(page, site, f"{FULL}#/platform")
    page.get_by_role("button", name="Contents", exact=True).click()
    sidebar(page).get_by_role("link", name=re.compile("place_order")).click()
    expect(heading(page, "place_order")).to_be_visible()
    expect(sidebar(page)).to_be_hidden()


def test_reduced_motion_is_respected(page: Page, site: Site) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_view(page, site, METHOD)
    expect(heading(page, "save_listing")).to_be_visible()
    moving = page.locator("gg-docs .gg *").evaluate_all(
        """all => all.filter(each => {
          const {transitionDuration, animationDuration, scrollBehavior} = getComputedStyle(each)
          const longest = Math.max(...`${transitionDuration},${animationDuration}`.split(',').map(parseFloat))
          return longest > 0.01 || scrollBehavior === 'smooth'
        }).map(each => each.className)"""
    )
    assert moving == []


def _luminance(color: str) -> float:
    """The relative luminance of a computed colour, from 0 for black to 1 for white (WCAG 2.2)."""
    numbers = [float(each) for each in re.findall(r"\d*\.?\d+", color)]
    if color.startswith("color(xyz-d65"):
        return float(re.split(r"[ )]", color)[2])
    linear = [math.pow(each / 255, 2.2) for each in numbers[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_method_is_printed(page: Page, site: Site) -> None:
    page.emulate_media(color_scheme="dark")
    open_page(page, site, f"both.html#/{METHOD}")
    title = heading(page, "save_listing")
    expect(title).to_be_visible()
    page.emulate_media(media="print")
    expect(title).to_be_visible()
    for name in ("Request body", "Response 200", "Errors", "Code"):
        expect(region(page, name)).to_be_visible()
    expect(sidebar(page)).to_be_hidden()
    expect(
        page.get_by_role("button", name="Search", exact=True).and_(page.locator("gg-docs *"))
    ).to_be_hidden()
    expect(page.locator("gg-docs .chip").first).to_be_hidden()
    # paper is white, whatever the screen was
    for part in (
        title,
        region(page, "Errors").get_by_text("LISTING_NOT_FOUND"),
        region(page, "Code").locator("pre"),
    ):
        color = part.first.evaluate("each => getComputedStyle(each).color")
        assert _luminance(color) < 0.26, color


FOLDED = "platform/goods/ListingApi/save_listing"


def test_paper_holds_what_tabs_and_buttons_hide(page: Page, site: Site) -> None:
    open_page(page, site, f"{FULL}#/{FOLDED}")
    expect(heading(page, "save_listing")).to_be_visible()
    expect(region(page, "Code").locator("pre")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    body = region(page, "Request body")
    expect(body.get_by_role("group", name=re.compile("^example"))).to_be_visible()
    expect(body.locator("button.unfold[aria-expanded=false]")).to_have_count(0)
    ends = body.locator(".payload").first.evaluate(
        """payload => [...payload.querySelectorAll(':scope > .panel')].flatMap((panel) => {
          const box = panel.getBoundingClientRect()
          return [box.top, box.bottom]
        })"""
    )
    assert len(ends) == 4, "schema and example"
    assert ends == sorted(ends), "one is printed below the other"
    code = body.locator(".payload > .panel > .code")
    expect(code).to_have_css("margin-top", "0px")  # no room for a button that is not printed
    cut = "all => all.filter((each) => each.scrollHeight > each.clientHeight + 1).length"
    assert page.locator("gg-docs pre:visible").evaluate_all(cut) == 0
