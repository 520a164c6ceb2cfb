"""Without branding, the UI has the accent, the fonts and the corners of the theme around it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from ..conftest import BuildOnce
from .axe import violations
from .conftest import served
from .engines import IN_EACH_ENGINE
from .pages import heading
from .themes import IN_EACH_THEME, THEMES, choose, in_theme, made

Rgb = tuple[int, int, int]
ACCENTS: dict[str, tuple[Rgb, Rgb]] = {
    "furo": ((39, 87, 221), (103, 170, 254)),
    "pydata_sphinx_theme": ((7, 109, 127), (73, 185, 205)),
    "sphinx_book_theme": ((19, 94, 203), (108, 169, 254)),
    "sphinx_rtd_theme": ((32, 104, 152), (32, 104, 152)),
    "alabaster": ((0, 75, 107), (0, 75, 107)),
    "shibuya": ((101, 80, 185), (186, 167, 255)),
    "sphinx_immaterial": ((64, 81, 181), (117, 166, 255)),
}
"""The accent in light and in dark: the theme's own links, darker or lighter where that is hard to
read."""
CORNERS = {
    "furo": "3.2px",
    "pydata_sphinx_theme": "4px",
    "sphinx_book_theme": "4px",
    "sphinx_rtd_theme": "0px",
    "alabaster": "0px",
    "shibuya": "6px",
    "sphinx_immaterial": "4px",
}

ACCENT = """host => {
  const link = document.createElement('i')
  link.style.color = 'var(--accent)'
  host.shadowRoot.querySelector('.gg').append(link)
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true})
  canvas.fillStyle = getComputedStyle(link).color
  link.remove()
  canvas.fillRect(0, 0, 1, 1)
  return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
}"""


@pytest.fixture(scope="module", params=IN_EACH_THEME)
def themed(request: pytest.FixtureRequest, build_once: BuildOnce) -> Iterator[tuple[str, str]]:
    """The name of a theme, and the address of a page in it."""
    name: str = request.param
    with served(in_theme(build_once, name)) as url:
        yield name, url


def opened(page: Page, url: str) -> Locator:
    """Open a method on the page of a theme; return the element of the UI."""
    page.route(lambda asked: not asked.startswith(url), lambda route: route.abort())
    page.goto(f"{url}#/internal/back-office/StaffApi/suspend")
    expect(heading(page, "suspend")).to_be_visible()
    return page.locator("gg-docs")


def accent_is(page: Page, expected: Rgb) -> None:
    """See that the accent becomes a colour."""
    page.wait_for_function(
        f"expected => String(({ACCENT})(document.querySelector('gg-docs'))) === String(expected)",
        arg=list(expected),
    )


@IN_EACH_ENGINE
def test_links_code_and_corners_look_as_in_the_theme(
    browser_page: Page, themed: tuple[str, str]
) -> None:
    name, url = themed
    opened(browser_page, url)
    accent_is(browser_page, ACCENTS[name][0])
    path = browser_page.locator("gg-docs .endpoint")
    expect(path).to_have_css("border-top-right-radius", CORNERS[name])
    font = browser_page.locator("p code.literal").first.evaluate(
        "e => getComputedStyle(e).fontFamily"
    )
    expect(path.locator("code")).to_have_css("font-family", font)


def test_the_accent_follows_the_theme_while_it_changes(
    browser_page: Page, themed: tuple[str, str]
) -> None:
    name, url = themed
    browser_page.emulate_media(reduced_motion="reduce")  # colours on their way have less contrast
    opened(browser_page, url)
    for mode in ("dark", "light"):
        browser_page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
        if name == "sphinx_immaterial":  # asks the system only when a page is loaded
            browser_page.locator("label[title=change]:visible").click()
        accent_is(browser_page, ACCENTS[name][mode == "dark"])
        assert violations(browser_page, "gg-docs", only=["color-contrast"]) == []
    for theme in THEMES:
        if theme.name == name and theme.mode is not None:
            choose(browser_page, theme, "dark")
            accent_is(browser_page, ACCENTS[name][1])


def test_the_colour_of_an_author_wins(local: Page, tmp_path: Path) -> None:
    branding = '\nggdocs_branding = {"primary_color": "#86198f"}\n'
    with served(made("html", tmp_path, branding, "furo")) as url:
        opened(local, url)
        accent_is(local, (134, 25, 143))
