"""Services that are not well meant, or broken: the page stays fluid, stops when it is told, and says
what is wrong.
"""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from marketplace.docs import PLATFORM
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.native import GGApiDocs

from ..serving.hosting import by_uvicorn
from .consoles import SIGN_IN, console, open_here, result, send, talk, verdict

HUGE = 50_000_000
LONGEST_TASK = """() => new Promise((done) => {
  let longest = 0
  let last = performance.now()
  const step = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (globalThis.isEnough) done(longest)
    else setTimeout(step, 10)
  }
  step()
})"""
CORS = [(b"access-control-allow-origin", b"*"), (b"access-control-allow-headers", b"*")]


async def hostile(scope: Any, receive: Any, send: Any) -> None:
    """A service whose first header says how it answers."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        for text in ("{", "[" * 50_000, '{"method":"__proto__","data":{}}', "null", '{"id":1}'):
            await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.send", "bytes": bytes(range(256)) * 100})
        await send({"type": "websocket.close", "code": 4999, "reason": "<b>gone</b>"})
        return
    if scope["type"] != "http":
        return
    kind = scope["path"].split("/")[1]
    status, headers = 200, [(b"content-type", b"application/json")]
    if kind == "away":
        status, headers = 307, [(b"location", b"https://elsewhere.example/steal")]
    elif kind == "liar":
        headers = [(b"content-type", b"image/png"), (b"content-length", b"1000")]
    elif kind == "endless":
        headers = [(b"content-type", b"text/event-stream")]
    head = {"type": "http.response.start", "status": status, "headers": [*headers, *CORS]}
    await send(head)

    async def give(body: bytes, more: bool = True) -> None:
        await send({"type": "http.response.body", "body": body, "more_body": more})

    async def left() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    if kind == "huge":
        await give(b'["')
        for _ in range(HUGE // 1_000_000):
            await give(b"x" * 1_000_000)
        await give(b'"]', more=False)
    elif kind == "records":
        await give(json.dumps([{"number": 1, "text": "x"}] * 35_000).encode(), more=False)
    elif kind == "endless":
        end, number = asyncio.create_task(left()), 0
        while not end.done():
            number += 1
            await give(f"data: {json.dumps({'at': number})}\n\n".encode())
            await asyncio.sleep(0.001)
    elif kind == "slow":
        await left()
    elif kind == "liar":
        await give(b"{}")  # the connection ends before what was announced
        raise asyncio.CancelledError
    else:
        await give(b'{"token": 5}', more=False)


@pytest.fixture(scope="module")
def address() -> Iterator[tuple[str, str]]:
    """The page, and what it calls."""
    with by_uvicorn({"hostile": hostile}, ws="websockets-sansio") as called:
        url = called["hostile"]
        kinds = ["huge", "records", "slow", "endless", "liar", "away", "wrong"]
        servers = [{"url": f"{url}/{kind}"} for kind in kinds]
        servers.append({"url": url.replace("http", "ws")})
        shown = {**PLATFORM, "console": True, "servers": servers}
        with by_uvicorn({"page": GGApiDocs(None, docs=[shown], docs_path="/")}) as found:
            yield found["page"], url


def call(page: Page, address: tuple[str, str], kind: str) -> None:
    page.goto(f"{address[0]}/#/platform/{SIGN_IN}")
    open_here(page)
    console(page).get_by_label("Server").select_option(label=f"{address[1]}/{kind}")
    send(page)


def test_wrong_types_and_redirects(browser_page: Page, address: tuple[str, str]) -> None:
    page = browser_page
    call(page, address, "wrong")
    expect(verdict(page)).to_contain_text("200")
    call(page, address, "away")
    expect(result(page).get_by_role("alert")).to_be_visible()


def test_headers_that_lie(browser_page: Page, address: tuple[str, str]) -> None:
    call(browser_page, address, "liar")
    expect(result(browser_page).get_by_role("alert")).to_contain_text("broke off")


def test_slow_ones_are_stopped(browser_page: Page, address: tuple[str, str]) -> None:
    call(browser_page, address, "slow")
    browser_page.keyboard.press("Escape")
    expect(result(browser_page)).to_contain_text("Stopped after")


def test_broken_frames(browser_page: Page, address: tuple[str, str]) -> None:
    page = browser_page
    page.goto(f"{address[0]}/#/platform/live/AuctionApi/count_me_in")
    page.get_by_role("button", name="Try it", exact=True).click()
    talk(page).get_by_role("button", name="Connect", exact=True).click()
    lines = talk(page).get_by_role("list", name="Messages").get_by_role("listitem")
    expect(lines.last).to_contain_text("Closed: 4999, <b>gone</b>")
    assert lines.locator("b").count() == 0
    expect(lines.filter(has_text="unknown")).not_to_have_count(0)


@pytest.mark.part("large")
@pytest.mark.parametrize(
    ("kind", "shown", "following"),
    [
        ("huge", "bytes 1 to 100000 of 50000004", "bytes 100001 to 200000"),
        ("records", "characters 1 to 100000 of 980000", "characters 100001 to 200000"),
    ],
)
def test_large_answers(
    browser_page: Page, address: tuple[str, str], kind: str, shown: str, following: str
) -> None:
    page = browser_page
    call(page, address, "slow")
    page.keyboard.press("Escape")
    console(page).get_by_label("Server").select_option(label=f"{address[1]}/{kind}")
    page.evaluate(f"() => {{ globalThis.longest = ({LONGEST_TASK})() }}")
    send(page)
    expect(result(page)).to_contain_text(shown)
    longest = page.evaluate("() => { globalThis.isEnough = true; return globalThis.longest }")
    assert longest < 1000, longest  # milliseconds, on a busy machine
    result(page).get_by_role("button", name="Next").click()
    expect(result(page)).to_contain_text(following)


@pytest.mark.part("large")
def test_a_stream_without_end(browser_page: Page, address: tuple[str, str]) -> None:
    page = browser_page
    call(page, address, "endless")
    rows = result(page).get_by_role("list", name="Events").get_by_role("listitem")
    expect(rows).to_have_count(200)
    page.wait_for_timeout(3000)
    expect(rows).to_have_count(200)
    page.keyboard.press("Escape")
    expect(result(page)).to_contain_text("Stopped after")
