"""The contents where there is no room for them beside the page: a modal drawer."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import FULL, open_page, sidebar

ENDED = "#/platform/live/AuctionApi/auction_ended"
INSIDE = "drawer => drawer.contains(drawer.getRootNode().activeElement)"
BENEATH = "drawer => drawer.getRootNode().querySelector('.content').matches(':focus-within')"


@IN_EACH_ENGINE
@pytest.mark.parametrize("path", [FULL, "both.html"], ids=["full page", "embedded"])
def test_it_shows_where_the_reader_is_and_keeps_the_focus(
    page: Page, site: Site, path: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, site, path + ENDED)
    button = page.get_by_role("button", name="Contents", exact=True)
    button.click()
    drawer = page.get_by_role("dialog", name="Contents", exact=True)
    expect(drawer).to_be_visible()
    current = sidebar(page).locator("[aria-current=page]")
    expect(current).to_contain_text("auction_ended")
    expect(current).to_be_in_viewport()
    for _ in range(4):
        assert drawer.evaluate(INSIDE)
        page.keyboard.press("Tab")
    assert not drawer.evaluate(BENEATH)
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)
    expect(button).to_be_focused()
    button.click()
    current.click()  # the link of the current page closes it too
    expect(drawer).to_have_count(0)
