"""The pictures of the documentation: what is opened for each, and which part of the page it shows.

``scripts/screenshots.py`` takes them; ``test_pictures`` notices when they are out of date.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from .changelog_site import build_changelog
from .conftest import ROOT, build_site
from .consoles import console, open_here, send, talk, verdict
from .pages import DRAWN, FULL, SETTLED, sidebar

IMAGES = ROOT / "docs" / "images"
WORDS = ROOT / "tests" / "browser" / "golden" / "pictures.json"
"""By picture: what is written on it."""

ORDER = "platform/orders/OrderApi/place_order"
FONT = """() => {
  const style = new CSSStyleSheet()
  style.replaceSync(`.gg[data-mode="full"] {
    font-family: "Helvetica Neue", "Liberation Sans", Arial, sans-serif
  }`)
  const host = document.querySelector("gg-docs")
  host?.shadowRoot.adoptedStyleSheets.push(style)
}"""
"""What `system-ui` is, build machines know less well than the machines of readers."""


ANSWER = """() => {
  const headers = {'Content-Type': 'application/json', 'Content-Length': '23'}
  globalThis.fetch = async () => new Response('{"type":"BASKET_EMPTY"}', {status: 409, headers})
}"""
BID = {
    "auction": "auc_8d1kqz0v",
    "bidder": "usr_5n2x7c1p",
    "amount": {"amount": "24.90", "currency": "EUR"},
    "ends": "2026-05-04T18:00:00Z",
}
STILL = """list => list.querySelectorAll('.count').forEach((count, at) => {
  count.textContent = count.textContent.includes('ms') ? '12 ms' : `${at}.00`
})"""
"""Times differ."""


def _window(page: Page) -> Locator:
    return page.locator("gg-docs .gg[data-mode]").first


def _page(page: Page) -> Locator:
    return page.get_by_role("main")


def _uses(page: Page) -> Locator:
    page.get_by_role("link", name="ListingId: used by").first.click()
    page.get_by_role("dialog", name="ListingId is used by").wait_for()
    return _window(page)


def _search(page: Page) -> Locator:
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search the API")
    palette.get_by_role("combobox").fill("refund")
    expect(palette.get_by_role("option", selected=True)).to_contain_text(re.compile(".+"))
    return palette


def _contents(page: Page) -> Locator:
    page.get_by_role("button", name="Contents", exact=True).click()
    expect(sidebar(page).locator("[aria-current=page]")).to_be_in_viewport()
    return _window(page)


def build_console(source: Path) -> Path:
    """Build the documentation of the example, whose readers may call it, in an empty folder."""
    return build_site(
        source, '\nggdocs_docs = [{**each, "console": True} for each in ggdocs_docs]\n'
    )


def _sent(page: Page) -> Locator:
    """A call that is answered by a declared error."""
    page.evaluate(ANSWER)  # nobody is asked
    open_here(page)
    console(page).get_by_label("SignedIn").fill("token")
    send(page)
    expect(verdict(page)).to_contain_text("BASKET_EMPTY")
    # how long it took differs
    verdict(page).locator(".count").evaluate("element => element.textContent = '18 ms · 23 bytes'")
    return console(page)


def _talked(page: Page) -> Locator:
    """A socket on which a bid is answered, and others bid."""

    def speak(socket: WebSocketRoute) -> None:
        def answer(text: str | bytes) -> None:
            asked = json.loads(text)
            socket.send(json.dumps({"id": asked["id"], "data": BID}))
            socket.send(json.dumps({"method": "bid_placed", "data": {**BID, "ends": "soon"}}))

        socket.on_message(answer)

    page.route_web_socket("wss://live.kirkgate.example/**", speak)
    page.get_by_role("button", name="Try it", exact=True).click()
    talk(page).get_by_role("button", name="Connect", exact=True).click()
    talk(page).get_by_role("button", name="Send bid").click()
    lines = talk(page).get_by_role("list", name="Messages")
    expect(lines.get_by_role("listitem")).to_have_count(4)
    lines.evaluate(STILL)
    return talk(page)


def _static(page: Page) -> Locator:
    page.get_by_role("button", name="Plain text").first.click()
    page.add_style_tag(content="* { content-visibility: visible !important }")
    return page.get_by_role("main")


@dataclass(frozen=True)
class Picture:
    """One picture, in light and dark."""

    address: str
    """Below the site, with the view."""
    show: Callable[[Page], Locator] = _window
    """Opens what is to be seen and returns the part of the page whose words are compared."""
    width: int = 1360
    """CSS pixels of the window."""
    height: int = 960
    alone: bool = False
    """The part only, not the window."""
    build: Callable[[Path], Path] = build_site
    """Builds the site in an empty folder."""


PICTURES = {
    "uses": Picture(f"{FULL}#/platform/goods/ListingApi/save_listing", _uses),
    "overview": Picture(f"{FULL}#/platform", height=800),
    "websocket": Picture(f"{FULL}#/platform/live/AuctionApi/bid", height=800),
    "brand": Picture(f"{FULL}#/platform/~brand/OrderId", height=700),
    "type": Picture(f"{FULL}#/platform/~schema/Order", height=800),
    "errors": Picture(f"{FULL}#/{ORDER}?at=error-BASKET_EMPTY"),
    "search": Picture(f"{FULL}#/{ORDER}", _search, alone=True),
    "phone": Picture(f"{FULL}#/{ORDER}", _contents, width=390, height=760),
    "console": Picture(
        f"{FULL}#/{ORDER}", _sent, width=500, height=1500, alone=True, build=build_console
    ),
    "talk": Picture(
        f"{FULL}#/platform/live/AuctionApi/bid", _talked, width=500, alone=True, build=build_console
    ),
    "embedded": Picture("staff.html#/internal/partners/HookApi/create_hook", height=800),
    "changelog": Picture("changes.html", _page, height=800, build=build_changelog),
    "text": Picture("staff.html", _static, height=800),
}


def open_picture(page: Page, picture: Picture, site: str) -> Locator:
    """Open what a picture shows, below the address of a site."""
    page.set_viewport_size({"width": picture.width, "height": picture.height})
    page.goto(site + picture.address)
    page.evaluate(FONT)
    shown = picture.show(page)
    page.wait_for_function(DRAWN)
    page.evaluate(SETTLED)
    return shown


def words_of(shown: Locator) -> list[str]:
    """The lines of a part of a page, as a reader sees them."""
    text = shown.inner_text()
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]
