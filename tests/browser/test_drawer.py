"""The contents where there is no room for them beside the page: a modal drawer."""

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import FULL, open_page, sidebar

ENDED = "#/platform/live/AuctionApi/auction_ended"
PHONE = {"width": 390, "height": 844}
INSIDE = """drawer => drawer.contains(drawer.getRootNode().activeElement)"""


def opened(page: Page, site: Site, path: str) -> tuple[Locator, Locator]:
    """The button and the drawer that it has opened."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    open_page(page, site, path + ENDED)
    button = page.get_by_role("button", name="Contents", exact=True)
    button.click()
    drawer = page.get_by_role("dialog", name="Contents", exact=True)
    expect(drawer).to_be_visible()
    return button, drawer


PATHS = pytest.mark.parametrize("path", [FULL, "both.html"], ids=["full page", "embedded"])


@IN_EACH_ENGINE
@PATHS
def test_the_current_method_is_in_view(page: Page, site: Site, path: str) -> None:
    opened(page, site, path)
    current = sidebar(page).locator("[aria-current=page]")
    expect(current).to_contain_text("auction_ended")
    expect(current).to_be_in_viewport()


@IN_EACH_ENGINE
@PATHS
def test_the_focus_stays_inside_and_escape_gives_it_back(page: Page, site: Site, path: str) -> None:
    button, drawer = opened(page, site, path)
    for _ in range(4):
        assert drawer.evaluate(INSIDE)
        page.keyboard.press("Tab")
    beneath = "drawer => drawer.getRootNode().querySelector('.content').matches(':focus-within')"
    assert not drawer.evaluate(beneath)
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(button).to_be_focused()


@IN_EACH_ENGINE
@PATHS
def test_the_link_of_the_current_page_closes_it_too(page: Page, site: Site, path: str) -> None:
    _, drawer = opened(page, site, path)
    sidebar(page).locator("[aria-current=page]").click()
    expect(drawer).to_have_count(0)
