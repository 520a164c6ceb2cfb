"""Pages that are written from right to left, and colours that the reader forces."""

from playwright.sync_api import Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import open_view, region

LEFT = """each => {
  const style = getComputedStyle(each)
  return style.direction + ' ' + style.textAlign
}"""


@IN_EACH_ENGINE
def test_code_paths_and_types_run_from_left_to_right(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    expect(region(page, "Code").locator("pre")).to_be_visible()
    page.evaluate("document.documentElement.dir = 'rtl'")
    for selector in ("pre", ".path", ".type-line", ".tree-method .name"):
        found = page.locator(f"gg-docs {selector}").first.evaluate(LEFT)
        assert found == "ltr left", selector
    title = page.get_by_role("main").get_by_role("heading", level=1)
    assert title.evaluate("each => getComputedStyle(each).direction") == "rtl"


def test_forced_colours_leave_the_palette_an_edge(page: Page, site: Site) -> None:
    page.emulate_media(forced_colors="active")
    open_view(page, site, "platform")
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search the API")
    expect(palette).to_be_visible()
    assert palette.evaluate("each => parseFloat(getComputedStyle(each).borderTopWidth)") >= 1
    palette.get_by_role("combobox").fill("order")
    colours = "each => [getComputedStyle(each).color, getComputedStyle(each).backgroundColor]"
    text, background = palette.locator("mark").first.evaluate(colours)
    assert background not in (text, "rgba(0, 0, 0, 0)"), "letters on a background of their own"
