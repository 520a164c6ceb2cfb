"""In which versions methods exist, and what the address of one that is gone says."""

from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Site
from .documents import changed, method_of
from .pages import heading, open_view

REPLACEMENT = "ListingApi.watch"


def test_a_method_says_since_when_and_until_when(page: Page, site: Site) -> None:
    def change(document: dict[str, Any]) -> None:
        method = method_of(document, "get_listing")
        method["history"] = [{"kind": "added", "version": "1.1"}, {"kind": "changed"}]
        method["lifecycle"] = {
            "deprecatedSince": "2",
            "sunset": "2027-02-03",
            "replacement": REPLACEMENT,
        }

    changed(page, site, change)
    open_view(page, site, "platform/goods/ListingApi/get_listing")
    line = page.get_by_text("New in 1.1").locator("..")
    expect(line).to_have_text(
        "New in 1.1. Changed in the next version. Deprecated since 2. "
        f"To be removed on 2027-02-03. Replaced by {REPLACEMENT}."
    )
    line.get_by_role("link", name=REPLACEMENT).click()
    expect(heading(page, "watch")).to_be_visible()


def test_a_method_that_is_gone_answers_at_its_address(page: Page, site: Site) -> None:
    def change(document: dict[str, Any]) -> None:
        removed = {
            "group": "goods",
            "contract": "ListingApi",
            "name": "watch_all",
            "title": "GET /all",
            "version": "3.0",
            "deprecationMessage": "Watch *one*.",
            "replacement": REPLACEMENT,
        }
        document["removed"] = [removed]

    changed(page, site, change)
    alert = page.get_by_role("alert")
    for view in ("platform/goods/ListingApi/watch_all", "platform/ListingApi/watch_all"):
        open_view(page, site, view)
        expect(alert).to_contain_text("GET /all: removed in 3.0. Replaced by ListingApi.watch.")
        expect(alert).to_contain_text("Watch one.")
    alert.get_by_role("link", name=REPLACEMENT).click()
    expect(heading(page, "watch")).to_be_visible()


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


def test_without_released_versions_there_is_nothing_to_choose(page: Page, site: Site) -> None:
    open_view(page, site, "platform/goods/ListingApi/get_listing")
    expect(page.get_by_role("complementary", name="Code")).to_be_visible()
    expect(page.get_by_role("combobox", name="Changes since a version")).to_have_count(0)


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
