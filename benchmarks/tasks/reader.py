"""A reader of a page: does steps one after the other, and counts clicks, keys, and windows that are
scrolled.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from playwright.sync_api import Browser, Locator, Page, Request, Route, WebSocketRoute

WIDTH, HEIGHT = 1440, 900
WAIT = 60_000
SETTLED = 500
LOCAL = ("http://127.0.0.1:", "file://", "data:", "blob:")


@dataclass(frozen=True, slots=True)
class Click:
    """A click on the first that is visible; `at` counts from zero."""

    target: str
    at: int = 0


@dataclass(frozen=True, slots=True)
class Choose:
    """An option of a list: one click opens the list, another takes the option."""

    target: str
    option: str


@dataclass(frozen=True, slots=True)
class Hover:
    """The pointer is moved there, for what opens under it."""

    target: str


@dataclass(frozen=True, slots=True)
class Press:
    """One key, or several that are pressed together."""

    key: str


@dataclass(frozen=True, slots=True)
class Type:
    """Letters, each of them a key."""

    text: str


@dataclass(frozen=True, slots=True)
class Paste:
    """A text that the reader has: one key in a field, which is clicked before unless the cursor is
    there.
    """

    target: str
    text: str


@dataclass(frozen=True, slots=True)
class See:
    """Something that has to be in the window at the end, scrolled to if it is elsewhere."""

    target: str


@dataclass(frozen=True, slots=True)
class Copied:
    """What the clipboard has to hold."""

    patterns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """An address that the page has to have requested, or what it has sent to a WebSocket."""

    pattern: str


@dataclass(frozen=True, slots=True)
class Reopen:
    """The address of the page, or the one that was copied, is opened by another reader, who has to
    see something at once.
    """

    target: str


@dataclass(frozen=True, slots=True)
class Dark:
    """The page has to be dark."""


Step: TypeAlias = (
    Click | Choose | Hover | Press | Type | Paste | See | Copied | Asked | Reopen | Dark
)


BRIGHTNESS = """() => {
  const deepest = (root) => {
    const found = root.elementFromPoint(innerWidth / 2, innerHeight / 2);
    return found?.shadowRoot ? deepest(found.shadowRoot) ?? found : found;
  };
  for (let each = deepest(document); each; each = each.parentElement ?? each.getRootNode().host) {
    const context = new OffscreenCanvas(1, 1).getContext("2d");
    context.fillStyle = getComputedStyle(each).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = context.getImageData(0, 0, 1, 1).data;
    if (alpha > 200) return (red + green + blue) / 3;
  }
  return 255;
}"""
"""Of the background in the middle of the window."""


class Failed(Exception):
    """A step was not possible."""


class Reader:
    """A page with a tool, and what its reader has done."""

    def __init__(self, browser: Browser, url: str, *, width: int = WIDTH, script: bool = True):
        self._browser = browser
        self._context = browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            java_script_enabled=script,
            permissions=["clipboard-read", "clipboard-write"],
            accept_downloads=True,
        )
        self.page = self._context.new_page()
        self.width = width
        self.actions = 0
        self.requested: list[str] = []
        self._hosts: set[str] = set()
        self._context.on("request", self._note)
        self.page.on("download", lambda download: self.requested.append(download.url))
        self._context.route(lambda url: not url.startswith(LOCAL), _refuse)
        self._context.route_web_socket(lambda _: True, self._listen)
        self.page.goto(url, wait_until="networkidle")
        self.page.wait_for_timeout(5 * SETTLED)  # keys do nothing before a tool has started
        if script and url.startswith("http"):
            self.page.evaluate("navigator.clipboard.writeText('')")

    def _note(self, request: Request) -> None:
        self.requested.append(request.url)
        if not request.url.startswith(LOCAL):
            self._hosts.add(request.url.split("/")[2])

    def _listen(self, socket: WebSocketRoute) -> None:
        socket.on_message(lambda message: self.requested.append(f"{socket.url} {message!r}"))

    @property
    def hosts(self) -> list[str]:
        """Other servers that the page has asked."""
        return sorted(self._hosts)

    def do(self, step: Step) -> None:
        """One step; raises an exception if it is not possible."""
        match step:
            case Click(target, at):
                self.requested.clear()
                self._reach(self.page.locator(target), at).click(timeout=WAIT)
                self.actions += 1
            case Choose() | Hover():
                self._use(step)
            case Press(key):
                self.page.wait_for_timeout(SETTLED)
                self.page.keyboard.press(key)
                self.page.wait_for_timeout(SETTLED)
                self.actions += 1
            case Type(text):
                self.page.keyboard.type(text)
                self.page.wait_for_timeout(3 * SETTLED)
                self.actions += len(text)
            case Paste(target, text):
                self._paste(self._reach(self.page.locator(target)), text)
            case See(target):
                self._reach(self.page.locator(target))
            case Copied(patterns):
                self._copied(patterns)
            case Asked(pattern):
                self._asked(pattern)
            case Reopen(target):
                self._reopen(target)
            case Dark():
                self.page.wait_for_timeout(SETTLED)
                if self.page.evaluate(BRIGHTNESS) > 100:
                    raise Failed("the page is bright")

    def _reach(self, locator: Locator, at: int = 0) -> Locator:
        """Scroll to what is visible of a locator, as a reader does, by windows."""
        shown = locator.filter(visible=True).nth(at)
        shown.wait_for(timeout=WAIT)
        self.page.wait_for_timeout(SETTLED)
        box = shown.bounding_box()
        middle = box["y"] + min(box["height"], HEIGHT) / 2 if box else 0
        if not 0 <= middle < HEIGHT:
            self.actions += round(abs(middle - HEIGHT / 2) / HEIGHT) or 1
        shown.scroll_into_view_if_needed()
        return shown

    def _use(self, step: Choose | Hover) -> None:
        place = self._reach(self.page.locator(step.target))
        if isinstance(step, Hover):
            place.hover(timeout=WAIT)
            self.actions += 1
        else:
            place.select_option(label=step.option)
            self.actions += 2

    def _paste(self, field: Locator, text: str) -> None:
        if not field.evaluate("each => each.matches(':focus')"):
            field.click(timeout=WAIT)
            self.actions += 1
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)
        self.actions += 1

    def _copied(self, patterns: tuple[str, ...]) -> None:
        self.page.wait_for_timeout(SETTLED)
        text: str = self.page.evaluate("navigator.clipboard.readText()")
        for pattern in patterns:
            if not re.search(pattern, text):
                raise Failed(f"{pattern} is not in the clipboard: {text}")

    def _asked(self, pattern: str) -> None:
        for _ in range(WAIT // SETTLED):
            if any(re.search(pattern, url) for url in self.requested):
                return
            self.page.wait_for_timeout(SETTLED)
        raise Failed(f"not requested: {pattern}")

    def _reopen(self, target: str) -> None:
        self.page.wait_for_timeout(SETTLED)
        copied: str = self.page.evaluate("navigator.clipboard.readText()")
        address = copied if copied.startswith("http") else self.page.url
        with reading(self._browser, address) as other:
            other.do(See(target))
            if other.actions:
                raise Failed(f"{address} opens elsewhere")


@contextmanager
def reading(
    browser: Browser, url: str, *, width: int = WIDTH, script: bool = True
) -> Iterator[Reader]:
    """A reader whose page is closed at the end."""
    reader = Reader(browser, url, width=width, script=script)
    try:
        yield reader
    finally:
        reader.page.context.close()


def _refuse(route: Route) -> None:
    route.abort()


def in_window(page: Page, locator: Locator, left: int, width: int) -> bool:
    """Whether something comes into the window by itself, right of the contents."""
    for _ in range(WAIT // SETTLED):
        for shown in locator.filter(visible=True).all():
            box = shown.bounding_box()
            if box and 0 <= box["y"] < HEIGHT and left <= box["x"] < width:
                return True
        page.wait_for_timeout(SETTLED)
    return False
