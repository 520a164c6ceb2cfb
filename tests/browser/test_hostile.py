"""What a document says is shown, never done; what it lacks is told."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site, served
from .hostile import TEXTS, hostile, write
from .pages import FULL, SETTLED, heading, open_page

VIEWS = [
    "#/platform",
    "#/platform/people/SessionApi",
    "#/platform/people/SessionApi/sign_in",
    "#/platform/orders/PaymentApi/pay",
    "#/platform/live/ChatApi/send_message",
    "#/platform/~schema/__proto__",
    "#/platform/~error/__proto__",
    "#/platform/~schema/Listing",
    "#/platform/~brand/SellerId",
    "#/platform/%3Cscript%3E/__proto__/constructor",
]


@pytest.fixture(scope="module")
def copied(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The full page with documents that a test may spoil."""
    folder = tmp_path_factory.mktemp("copied")
    shutil.copytree(site.folder / "apidocs", folder / "apidocs")
    with served(folder) as url:
        yield Site(url, folder)


@pytest.fixture(scope="module")
def spoilt(copied: Site) -> Site:
    """The same with a hostile document."""
    folder = copied.folder / "apidocs"
    write(folder, "platform", hostile(json.loads((folder / "platform/api-docs.json").read_text())))
    return copied


@pytest.mark.parametrize(
    ("by", "width"), [("http", 320), pytest.param("file", 1440, marks=pytest.mark.part("journeys"))]
)
def test_hostile_texts_do_nothing(anywhere: Page, spoilt: Site, by: str, width: int) -> None:
    page = anywhere
    page.set_viewport_size({"width": width, "height": 800})
    page.goto((spoilt.url if by == "http" else spoilt.disk) + FULL)
    for view in VIEWS:
        page.evaluate("hash => { location.hash = hash }", view)
        page.evaluate(SETTLED)
        expect(page.get_by_role("main").get_by_role("heading", level=1)).to_be_visible()
        for tab in page.get_by_role("tab", name="Example").all()[:2]:
            tab.click()
        assert page.evaluate(DONE) == {"hacked": None, "beyond": 0, "links": []}, view


DONE = """() => {
  const inside = document.querySelector('gg-docs').shadowRoot
  const good = ['http:', 'https:', 'mailto:', 'file:', '']
  return {
    hacked: globalThis.hacked ?? null,
    beyond: Math.max(0, document.documentElement.scrollWidth - innerWidth),
    links: [...inside.querySelectorAll('a')].map((link) => link.protocol).filter((each) => !good.includes(each)),
  }
}"""


def test_hostile_texts_do_nothing_in_a_page_of_a_theme(anywhere: Page, site: Site) -> None:
    page = anywhere
    text = json.dumps(
        hostile(json.loads((site.folder / "apidocs/platform/api-docs.json").read_text()))
    )
    page.route(
        "**/platform/api-docs.json",
        lambda route: route.fulfill(body=text, content_type="application/json"),
    )
    open_page(page, site, "both.html#/platform/people/SessionApi/sign_in")
    expect(heading(page, "sign_in")).to_be_visible()
    done = page.evaluate(DONE)
    assert (done["hacked"], done["links"]) == (None, [])


def test_hostile_words_are_searched(anywhere: Page, spoilt: Site) -> None:
    page = anywhere
    page.goto(spoilt.url + FULL)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.keyboard.press("Control+k")
    for text in TEXTS:
        page.get_by_role("combobox", name="Search the API").fill(text[:2000])
        expect(page.get_by_role("combobox", name="Search the API")).to_be_visible()
    assert page.evaluate("() => globalThis.hacked") is None


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "The document is missing (404)"),
        ("<!doctype html><title>All answers are pages</title>", "The document cannot be read"),
        (
            '{"version": "9.0", "service": {"slug": "internal", "name": "X"}, "groups": []}',
            "newer format 9.0",
        ),
    ],
    ids=["missing", "a page", "newer"],
)
def test_a_failure_says_what_to_do(
    anywhere: Page, copied: Site, content: str | None, words: str
) -> None:
    page = anywhere
    file = copied.folder / "apidocs/internal/api-docs.json"
    good = file.read_text()
    page.route("**/internal/api-docs.json", lambda route: route.fallback())
    try:
        _replace(file, content)
        page.goto(f"{copied.url}{FULL}#/internal")
        expect(page.get_by_role("alert")).to_contain_text(words)
        file.write_text(good)
        page.get_by_role("button", name="Try again").click()
        expect(heading(page, "Kirkgate Internal API")).to_be_visible()
    finally:
        file.write_text(good)


def _replace(file: Path, content: str | None) -> None:
    if content is None:
        file.unlink()
    else:
        file.write_text(content)


def test_an_empty_document_says_so(anywhere: Page, copied: Site) -> None:
    empty = {
        "version": "2.1",
        "service": {"slug": "internal", "name": "Empty"},
        "groups": [],
        "schemas": {},
    }
    body = json.dumps({**empty, "errors": {}})
    anywhere.route(
        "**/internal/api-docs.json",
        lambda route: route.fulfill(body=body, content_type="application/json"),
    )
    anywhere.goto(f"{copied.url}{FULL}#/internal")
    expect(heading(anywhere, "Empty")).to_be_visible()
    expect(anywhere.get_by_role("navigation", name="Contents of the API")).to_contain_text(
        re.compile("No groups")
    )
