"""Versions of fields and of values lead to their changes, in the language of the project."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .changelog_site import build_changelog
from .conftest import served


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The example with a changelog."""
    out = build_changelog(tmp_path_factory.mktemp("german"), 'language = "de"\n')
    with served(out) as url:
        yield url


def _arrives(page: Page, version: str, words: str) -> None:
    """A link with the words of a version leads to what has changed in it."""
    page.get_by_role("link", name=version, exact=True).first.click()
    page.wait_for_url("**/changes.html#*")
    anchor = page.url.partition("#")[2]
    expect(page.locator(f"[id='{anchor}']")).to_have_count(1)
    expect(page.locator("li").filter(has=page.locator(f"[id='{anchor}']"))).to_contain_text(words)


def test_a_field_leads_to_its_change(local: Page, german: str) -> None:
    local.goto(f"{german}apidocs/index.html#/platform/~schema/Order")
    _arrives(local, "neu in 3.2.0", "placed")


def test_what_has_changed_is_in_the_language_of_the_project(local: Page, german: str) -> None:
    local.goto(f"{german}apidocs/index.html#/platform/orders/OrderApi/list_orders")
    local.get_by_text("Was sich geändert hat").click()
    expect(local.get_by_text("maximum 500 ist jetzt")).to_be_visible()
    expect(local.get_by_text("Order: note:")).to_be_visible()
