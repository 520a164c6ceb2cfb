"""Pages that are written from right to left, and colours that the reader forces."""

from playwright.sync_api import Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import open_view, region

LEFT = """each => {
  const style = getComputedStyle(each)
  return style.direction + ' ' + style.textAlign
}"""

TURNED = """root => {
  const turned = new Set()
  const range = document.createRange()
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''
  const isInline = (element) => getComputedStyle(element).display.startsWith('inline')
  const textsOf = (element) => [...element.childNodes].flatMap((child) => {
    if (child.nodeType === Node.ELEMENT_NODE && isInline(child)) return textsOf(child)
    return isText(child) ? [child] : []
  })
  const wanders = (element) => {
    let last
    for (const text of textsOf(element)) {
      for (let at = 0; at < text.length; at += 1) {
        if (text.data[at].trim() === '') continue
        range.setStart(text, at)
        range.setEnd(text, at + 1)
        const here = range.getBoundingClientRect()
        if (here.width === 0) continue
        const middle = (here.top + here.bottom) / 2
        if (last && middle > last.top && middle < last.bottom && here.left < last.left) return true
        last = here
      }
    }
    return false
  }
  for (const element of root.querySelectorAll('*')) {
    if (element.closest('option') || !element.checkVisibility()) continue
    const hasText = [...element.childNodes].some(isText)
    if (hasText && wanders(element)) turned.add(element.textContent)
  }
  for (const choice of root.querySelectorAll('select, option'))
    if (getComputedStyle(choice).unicodeBidi !== 'plaintext') turned.add(choice.textContent)
  return [...turned]
}"""
"""The sentences and words whose letters do not follow each other from left to right."""

PAGES_WITH_FACTS = (
    "platform",
    "platform/orders/OrderApi/place_order",
    "platform/orders/PaymentApi/pay",
    "platform/live/ChatApi/send_message",
    "platform/~schema/Listing",
    "platform/~brand/OrderId",
    "platform/~error/ORDER_NOT_FOUND",
)


@IN_EACH_ENGINE
def test_english_texts_are_not_turned_from_right_to_left(page: Page, site: Site) -> None:
    for path in PAGES_WITH_FACTS:
        page.goto("about:blank")
        open_view(page, site, path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.evaluate("document.documentElement.dir = 'rtl'")
        root = page.locator("gg-docs").evaluate_handle("each => each.shadowRoot")
        assert root.evaluate(TURNED) == [], path


@IN_EACH_ENGINE
def test_code_paths_and_types_run_from_left_to_right(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    expect(region(page, "Code").locator("pre")).to_be_visible()
    page.evaluate("document.documentElement.dir = 'rtl'")
    for selector in ("pre", ".path", ".type-line", ".tree-method .name", ".short-path"):
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
