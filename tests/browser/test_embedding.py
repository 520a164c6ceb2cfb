"""Inside the pages of themes: their light and dark, their styles, their tables of contents."""

import re
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, Route, expect

from .conftest import ROOT, Site, served
from .pages import open_page, sidebar

CONF = """\
import sys
sys.path.insert(0, {examples!r})
from marketplace.docs import DOCS
project = "Kirkgate"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = {theme!r}
ggdocs_docs = DOCS[1:]
"""
PAGE = "Kirkgate\n========\n\nBefore.\n\n.. ggdocs:: internal\n\nAfter.\n"


class Theme(NamedTuple):
    name: str
    dark: str | None
    """What a theme's switch does; None for a theme that knows light only."""


BODY, HTML = "document.body.dataset.theme = 'dark'", "document.documentElement.dataset.theme = 'dark'"
THEMES = [
    Theme("furo", BODY),
    Theme("pydata_sphinx_theme", HTML),
    Theme("sphinx_book_theme", HTML),
    Theme("sphinx_rtd_theme", None),
    Theme("alabaster", None),
]


@pytest.fixture(scope="module", params=THEMES, ids=[theme.name for theme in THEMES])
def themed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Theme, str]]:
    """The address of a page in a theme."""
    theme: Theme = request.param
    source = tmp_path_factory.mktemp(theme.name)
    (source / "conf.py").write_text(CONF.format(examples=str(ROOT / "examples"), theme=theme.name))
    (source / "index.rst").write_text(PAGE)
    build = [sys.executable, "-m", "sphinx", "-q", "-b", "html", str(source), str(source / "_html")]
    subprocess.run(build, check=True, cwd=ROOT)
    with served(source / "_html") as url:
        yield theme, url


def test_the_colours_follow_the_theme_while_it_changes(local: Page, themed: tuple[Theme, str]) -> None:
    theme, url = themed
    local.goto(url)
    root = local.locator("gg-docs [data-scheme]")
    expect(root).to_have_attribute("data-scheme", "light")
    local.emulate_media(color_scheme="dark")
    if theme.dark is None:
        expect(root).to_have_attribute("data-scheme", "light")  # no dark island in a light page
    else:
        local.emulate_media(color_scheme="light")
        local.evaluate(theme.dark)
        expect(root).to_have_attribute("data-scheme", "dark")


LOOKS = """() => {
  const all = document.querySelectorAll('body, h1, p, a, nav, li, input, button')
  const seen = [...all].filter((e) => !e.closest('gg-docs'))
  const names = ['color', 'backgroundColor', 'fontFamily', 'fontSize', 'lineHeight', 'padding', 'marginTop', 'display']
  return seen.map((e) => [e.localName, ...names.map((name) => getComputedStyle(e)[name])].join(' | '))
}"""


def test_the_theme_looks_as_it_does_without_us(local: Page, themed: tuple[Theme, str]) -> None:
    _, url = themed
    local.goto(url)
    expect(sidebar(local)).to_be_attached()
    expect(local.get_by_role("heading", name="Kirkgate Internal API")).to_be_visible()
    with_us = local.evaluate(LOOKS)
    local.route(re.compile(r"/assets/index-"), lambda route: route.fulfill(body="", content_type="text/javascript"))
    local.reload()
    expect(local.get_by_text("After.")).to_be_visible()
    assert with_us == local.evaluate(LOOKS)


def test_it_fits_its_place_at_any_width(local: Page, themed: tuple[Theme, str]) -> None:
    _, url = themed
    local.goto(f"{url}#/internal/back-office/StaffApi/suspend")
    expect(local.get_by_role("heading", name="suspend", exact=True)).to_be_visible()
    for width in (1440, 900, 390, 320):
        local.set_viewport_size({"width": width, "height": 800})
        wide = local.locator("gg-docs").evaluate(
            "e => [...e.shadowRoot.querySelectorAll('.content *')].filter(each => "
            "each.getBoundingClientRect().right > e.getBoundingClientRect().right + 1 "
            "&& !each.closest('pre, .endpoint, .scroll'))"
            ".map(each => each.className)"
        )
        assert wide == [], width


def test_a_themes_styles_stay_outside(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/orders/OrderApi/get_order")
    title = page.get_by_role("heading", name="get_order", exact=True)
    expect(title).to_be_visible()
    looks = """e => {
      const {color, fontSize, margin, display} = getComputedStyle(e)
      return [color, fontSize, margin, display]
    }"""
    before = title.evaluate(looks)
    page.add_style_tag(
        content="h1, h2, h3 { color: red !important; font-size: 9px !important; margin: 99px !important }"
    )
    assert title.evaluate(looks) == before


def test_the_table_of_contents_leads_to_methods(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    expect(sidebar(page)).to_be_visible()
    page.locator(".toc-drawer").get_by_role("link", name=re.compile("place_order")).first.click()
    expect(page.get_by_role("heading", name="place_order", exact=True)).to_be_in_viewport()


def test_the_text_is_found_by_a_link_to_words(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#:~:text=Somebody%20was%20faster")
    expect(page.get_by_text("Somebody was faster.").first).to_be_in_viewport()


def test_text_and_view_are_a_switch_that_is_remembered(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    page.get_by_role("button", name="Plain text").click()
    expect(sidebar(page)).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name="Interactive view")).to_be_visible()
    page.get_by_role("button", name="Interactive view").click()
    expect(sidebar(page)).to_be_visible()


def test_scrolling_breaks_nothing_of_the_theme(page: Page, site: Site) -> None:
    open_page(page, site, "both.html")
    expect(sidebar(page)).to_be_visible()
    for _ in range(5):
        page.mouse.wheel(0, 400)
    page.get_by_role("button", name="Plain text").click()
    for _ in range(5):
        page.mouse.wheel(0, 400)
    expect(page.get_by_role("button", name="Interactive view")).to_be_attached()


def test_a_reader_of_the_text_is_followed(page: Page, site: Site) -> None:
    held: list[Route] = []
    page.route(re.compile(r"/apidocs/platform/api-docs\.json"), held.append)
    open_page(page, site, "both.html")
    method = page.locator('[id="gg-platform.orders.OrderApi.place_order"]')
    expect(method).to_be_attached()
    expect(page.locator("gg-docs")).to_be_visible()
    method.evaluate(
        "e => { e.scrollIntoView({block: 'start', behavior: 'instant'}); scrollBy({top: 20, behavior: 'instant'}) }"
    )
    page.wait_for_function("() => scrollY > 0")
    held[0].continue_()
    expect(page.get_by_role("heading", name="place_order", exact=True)).to_be_in_viewport()


def test_several_on_one_page(page: Page, site: Site) -> None:
    open_page(page, site, "twice.html")
    first, second = page.locator("gg-docs").nth(0), page.locator("gg-docs").nth(1)
    expect(first.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()
    expect(second.get_by_role("heading", name="Kirkgate Internal API")).to_be_visible()
    second.get_by_role("link", name=re.compile("StaffApi")).first.click()
    expect(second.get_by_role("heading", name="StaffApi", exact=True)).to_be_visible()
    expect(first.get_by_role("heading", name="Kirkgate Platform API")).to_be_visible()


def test_the_full_page_is_a_click_away(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/orders/OrderApi/get_order")
    page.get_by_role("link", name="Open full page").click()
    expect(page).to_have_url(re.compile(r"apidocs/index\.html#/platform/orders/OrderApi/get_order$"))
    expect(page.get_by_role("heading", level=1, name="get_order")).to_be_visible()
