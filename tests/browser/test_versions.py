"""The contents by what has changed since a version."""

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Site
from .documents import changed, method_of
from .pages import heading, open_view


def test_the_contents_show_what_has_changed_since_a_version(page: Page, site: Site) -> None:
    def change(document: dict[str, Any]) -> None:
        document["released"] = ["1.0", "1.1"]
        document["changes"] = [{"text": "required parameter added", "verdict": "breaking"}]
        changes = [{"kind": "changed", "version": "1.1", "changes": [0]}]
        method_of(document, "get_listing")["history"] = changes
        document["removed"] = [
            {"group": "goods", "contract": "ListingApi", "name": "all", "title": "GET /all"}
        ]

    changed(page, site, change)
    open_view(page, site, "platform")
    contents = page.get_by_role("navigation", name="Contents of the API")
    choice = contents.get_by_role("combobox", name="Changes since a version")
    expect(contents.get_by_role("link", name="save_listing")).to_be_visible()
    choice.select_option("Changes since 1.0")
    expect(contents.get_by_role("link", name="save_listing")).to_have_count(0)
    contents.get_by_role("link", name="get_listing breaking").click()
    expect(heading(page, "get_listing")).to_be_visible()
    page.get_by_text("What has changed").click()
    expect(page.get_by_text("required parameter added (breaking)")).to_be_visible()
    contents.get_by_role("link", name="GET /all").click()
    expect(page.get_by_role("alert")).to_contain_text("GET /all: removed in the next version.")
    choice.select_option("Changes since 1.1")
    expect(contents.get_by_role("link", name="get_listing breaking")).to_have_count(0)
    choice.select_option("All methods")
    expect(contents.get_by_role("link", name="save_listing")).to_be_visible()


def test_a_long_name_leaves_room_for_what_has_happened(page: Page, site: Site) -> None:
    def change(document: dict[str, Any]) -> None:
        document["released"] = ["1.0"]
        method = method_of(document, "get_listing")
        method["name"] = "get_listing_with_everything_that_belongs_to_it"
        method["history"] = [{"kind": "deprecated"}]

    changed(page, site, change)
    open_view(page, site, "platform")
    contents = page.get_by_role("navigation", name="Contents of the API")
    contents.get_by_role("combobox", name="Changes since a version").select_option("1.0")
    row = contents.get_by_role("link", name="get_listing_with").bounding_box()
    mark = contents.get_by_text("deprecated", exact=True).bounding_box()
    assert row is not None
    assert mark is not None
    assert row["y"] <= mark["y"]
    assert mark["y"] + mark["height"] <= row["y"] + row["height"]
    assert mark["x"] + mark["width"] <= row["x"] + row["width"]
