"""In the pages of five themes: their light and dark, their styles, their scroll-spy, their keys."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from ..conftest import BuildOnce
from .conftest import Held, served
from .engines import IN_EACH_ENGINE
from .pages import SETTLED, beyond, heading, sidebar
from .themes import THEMES, Theme, choose, in_theme, scheme, uncovered

Themed = tuple[Theme, str]


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(
            theme,
            marks=() if theme.name == "furo" else pytest.mark.part("themes"),
            id=theme.name,
        )
        for theme in THEMES
    ],
)
def themed(request: pytest.FixtureRequest, build_once: BuildOnce) -> Iterator[Themed]:
    """A theme, and the address of a page in it."""
    theme: Theme = request.param
    with served(in_theme(build_once, theme.name)) as url:
        yield theme, url


def drawn(page: Page, url: str) -> Locator:
    """Open the page, and wait for the UI."""
    page.goto(url)
    title = page.get_by_role("heading", name="Kirkgate Internal API")
    expect(title).to_be_visible()
    return title


@IN_EACH_ENGINE
def test_the_colours_follow_the_theme_while_it_changes(local: Page, themed: Themed) -> None:
    theme, url = themed
    drawn(local, url)
    scheme(local, "light")
    if theme.mode is not None:
        for mode in ("dark", "light", "dark"):
            choose(local, theme, mode)
            scheme(local, mode)


def test_the_colours_follow_the_system_where_the_theme_does(local: Page, themed: Themed) -> None:
    theme, url = themed
    drawn(local, url)
    if theme.mode is None:
        local.emulate_media(color_scheme="dark")
        scheme(local, "light")  # no dark island in a light page
        return
    choose(local, theme, "auto")
    scheme(local, "light")
    local.emulate_media(color_scheme="dark")
    scheme(local, "dark")
    local.reload()
    scheme(local, "dark")


STILL = """addEventListener('DOMContentLoaded', () => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { transition: none !important; animation: none !important }')
  document.adoptedStyleSheets.push(sheet)
})"""


"""Looks are compared when they have arrived, not on their way."""


LOOKS = """() => {
  const all = [...document.querySelectorAll('body, h1, p, a, nav, li, input, button')]
  const names = ['color', 'backgroundColor', 'fontFamily', 'fontSize', 'lineHeight', 'padding', 'marginTop', 'display']
  return all.filter((each) => !each.closest('gg-docs')).map((each) => {
    const style = getComputedStyle(each)
    return [each.localName, ...names.map((name) => style[name])].join(' | ')
  })
}"""


def test_the_theme_looks_as_it_does_without_us(local: Page, themed: Themed) -> None:
    _, url = themed
    local.add_init_script(STILL)
    drawn(local, url)
    local.reload()  # on the first visit a theme keeps what was chosen
    expect(local.get_by_role("heading", name="Kirkgate Internal API")).to_be_visible()
    with_us = local.evaluate(LOOKS)
    local.route(
        re.compile(r"/assets/index-"),
        lambda route: route.fulfill(body="", content_type="text/javascript"),
    )
    local.reload()
    expect(local.get_by_text("After.")).to_be_visible()
    assert with_us == local.evaluate(LOOKS)


INSIDE = """host => [...host.shadowRoot.querySelectorAll('.gg :is(h2, p, a, code, button, li, input)')].map((each) => {
  const style = getComputedStyle(each)
  const {color, fontSize, fontStyle, marginTop, padding, borderTopWidth, textDecorationLine} = style
  return [each.className, color, fontSize, fontStyle, marginTop, padding, borderTopWidth, textDecorationLine].join('|')
})"""


GARISH = """
:is(h1, h2, h3, p, a, li, code, button, input):not(gg-docs *) {
  color: red !important; font-size: 9px !important; font-style: italic !important; margin: 7px !important;
  padding: 7px !important; border: 3px solid red !important; text-decoration: line-through !important;
}
"""


def test_the_themes_styles_stay_outside(local: Page, themed: Themed) -> None:
    _, url = themed
    drawn(local, url)
    ours = local.locator("gg-docs")
    before = ours.evaluate(INSIDE)
    local.add_style_tag(content=GARISH)
    expect(local.get_by_text("After.")).to_have_css("font-style", "italic")
    assert ours.evaluate(INSIDE) == before
    assert len(before) > 20


def test_it_fits_its_place_at_any_width(local: Page, themed: Themed) -> None:
    _, url = themed
    local.goto(f"{url}#/internal/back-office/StaffApi/suspend")
    expect(heading(local, "suspend")).to_be_visible()
    for width in (1440, 900, 390, 320):
        local.set_viewport_size({"width": width, "height": 800})
        assert beyond(local) == [], width


def test_the_themes_keys_stay_the_themes(local: Page, themed: Themed) -> None:
    theme, url = themed
    drawn(local, url)
    local.get_by_text("After.").click()
    local.keyboard.press(theme.key or "")
    expect(local.locator("input[name=q]:focus")).to_be_visible()
    expect(local.get_by_role("dialog", name="Search the API")).to_have_count(0)


def test_inside_the_keys_are_ours(local: Page, themed: Themed) -> None:
    _, url = themed
    drawn(local, url)
    local.get_by_role("link", name="Open full page").focus()
    local.keyboard.press("Control+k")
    search = local.get_by_role("combobox", name="Search the API")
    expect(search).to_be_focused()
    search.press_sequentially("/staff")
    expect(search).to_have_value("/staff")
    local.keyboard.press("Escape")
    expect(local.locator("input[name=q]:focus")).to_have_count(0)


def test_its_contents_lead_there_in_either_view(local: Page, themed: Themed) -> None:
    theme, url = themed
    drawn(local, url)
    if theme.contents:
        link, title = (
            local.locator(theme.contents).get_by_role("link", name="Back office"),
            "Back office",
        )
    else:
        link, title = local.get_by_text("Before:").get_by_role("link"), "suspend"
    anchor = (link.get_attribute("href") or "").removeprefix("#")
    link.click()
    expect(heading(local, title)).to_be_in_viewport()
    local.get_by_role("button", name="Plain text").click()
    expect(sidebar(local)).to_be_hidden()
    link.click()
    expect(local.locator(f'[id="{anchor}"]')).to_be_in_viewport()
    decide = "gg-internal.StaffApi.decide"
    local.evaluate("anchor => { location.hash = anchor }", decide)
    expect(local.locator(f'[id="{decide}"]')).to_be_in_viewport()
    local.evaluate(SETTLED)  # nothing brings the reader elsewhere later
    expect(local.locator(f'[id="{decide}"]')).to_be_in_viewport()


def test_the_themes_bars_cover_nothing(local: Page, themed: Themed) -> None:
    _, url = themed
    local.set_viewport_size({"width": 1600, "height": 600})
    local.goto(f"{url}#/internal/back-office/StaffApi/suspend?at=errors")
    expect(local.get_by_role("heading", name="Errors")).to_be_in_viewport()
    uncovered(local.get_by_role("heading", name="Errors"))
    if sidebar(local).is_visible():
        uncovered(sidebar(local).locator("[aria-current=page]"))
        sidebar(local).evaluate("contents => contents.scrollTo(0, 0)")
        uncovered(local.get_by_placeholder("Filter methods"))


FRAMES = """
globalThis.seen = []
function look() {
  const host = document.querySelector('gg-docs')
  if (host && document.readyState !== 'loading') {
    const {top, height} = host.getBoundingClientRect()
    const drawn = host.shadowRoot?.querySelector('.gg')
    seen.push({top: Math.round(top), height, scheme: drawn?.getClientRects().length ? drawn.dataset.scheme : 'none'})
  }
  requestAnimationFrame(look)
}
requestAnimationFrame(look)
"""


def test_it_takes_over_without_a_flash_or_a_jump(local: Page, themed: Themed) -> None:
    theme, url = themed
    held = Held(local, "**/api-docs.json")
    local.add_init_script(FRAMES)
    expected = "dark" if theme.mode else "light"
    local.emulate_media(color_scheme="dark")
    local.goto(url)
    expect(local.locator('[id="gg-internal.StaffApi.suspend"]')).to_be_visible()
    local.wait_for_function("() => seen.length > 5")
    local.evaluate("() => { seen.length = 0 }")
    held.release()
    expect(local.get_by_role("heading", name="Kirkgate Internal API")).to_be_visible()
    local.wait_for_function("() => seen.at(-1).scheme !== 'none'")
    seen = local.evaluate("() => seen")
    assert min(frame["height"] for frame in seen) > 300
    assert len({frame["top"] for frame in seen}) == 1
    assert {frame["scheme"] for frame in seen} == {"none", expected}
