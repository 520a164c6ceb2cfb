"""The picture of a brand: which methods return it and which accept it, for few and for many."""

import re
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from .axe import violations_in_both
from .conftest import Site
from .documents import changed
from .engines import IN_EACH_ENGINE, Browsers
from .pages import FULL, beyond, heading, open_page, open_view, region

PHONE = {"width": 390, "height": 844}
ROWS = 10
"""Of a side of the picture."""
START = """path => {
  const {x, y} = path.getPointAtLength(0).matrixTransform(path.getScreenCTM())
  return {x, y}
}"""
"""Where a curve begins in the window."""


def side(page: Page, title: Literal["Returned by", "Accepted by"]) -> Locator:
    return page.locator(".exchange-side").filter(
        has=page.locator(".exchange-title", has_text=title)
    )


def flights(returned: int, accepted: int, per_contract: int = 7) -> Callable[[dict[str, Any]], Any]:
    """Let so many methods return and accept the brand `FlightId`, a group for every ten contracts."""

    def methods(side: str, count: int) -> list[dict[str, Any]]:
        schema = {"$ref": "#/schemas/FlightId"}
        content = {"contents": [{"mediaType": "application/json", "schema": schema}]}
        part = {
            "returned": {"successResponse": {**content, "statusCode": 200}},
            "accepted": {"requestBody": {**content, "required": True}},
        }[side]
        return [
            {
                "name": f"{side}_{number}",
                "httpMethod": "POST",
                "httpPath": f"/{side}/{number}",
                "errors": [],
                **part,
            }
            for number in range(count)
        ]

    def change(document: dict[str, Any]) -> None:
        document["schemas"]["FlightId"] = {"type": "string", "x-brand": ["FlightId"]}
        all_methods = methods("returned", returned) + methods("accepted", accepted)
        places = {"returned": "successResponse", "accepted": "requestBody"}
        for start in range(0, len(all_methods), per_contract):
            number = start // per_contract
            members = all_methods[start : start + per_contract]
            if number % 10 == 0:
                document["groups"].append(
                    {"name": f"Air {number}", "slug": f"air-{number}", "contracts": []}
                )
            group = document["groups"][-1]
            name = f"Flight{number}Api"
            group["contracts"].append(
                {"kind": "http", "name": name, "pathPrefix": "", "methods": members}
            )
            for member in members:
                place = places[member["name"].partition("_")[0]]
                key = f"{group['slug']}/{name}/{member['name']}"
                document["uses"]["methods"][key] = {place: ["FlightId"]}

    return change


def open_flights(page: Page, site: Site, returned: int, accepted: int) -> Locator:
    changed(page, site, flights(returned, accepted))
    open_view(page, site, "platform/~brand/FlightId")
    picture = page.locator(".exchange")
    expect(picture).to_be_visible()
    return picture


@pytest.mark.parametrize("by", ["http", "disk"])
def test_methods_on_either_side(page: Page, site: Site, by: str) -> None:
    open_page(page, site, f"{FULL}#/platform/~brand/OrderId", by)
    expect(side(page, "Returned by").get_by_role("listitem")).to_have_count(
        int(side(page, "Returned by").locator(".exchange-title .count").inner_text())
    )
    expect(side(page, "Accepted by").get_by_role("link", name="OrderApi.cancel")).to_be_visible()
    side(page, "Returned by").get_by_role("link", name="OrderApi.place_order").click()
    expect(heading(page, "place_order")).to_be_visible()
    expect(page.locator("[data-lit]").first).to_be_visible()


def test_inside_another_page(page: Page, site: Site) -> None:
    open_page(page, site, "both.html#/platform/~brand/OrderId")
    side(page, "Accepted by").get_by_role("link", name="OrderApi.cancel").click()
    expect(page.get_by_role("heading", name="cancel", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("returned", "accepted", "rows"),
    [
        (0, 1, (0, 1)),
        (ROWS, 40, (ROWS, 7)),  # 42 methods of contracts with seven each
        (500, 1, (8, 1)),  # groups
        (1000, 500, (ROWS, 8)),
    ],
)
def test_as_many_rows_as_can_be_seen(
    page: Page, site: Site, returned: int, accepted: int, rows: tuple[int, int]
) -> None:
    picture = open_flights(page, site, returned, accepted)
    for title, methods, shown in zip(
        ("Returned by", "Accepted by"), (returned, accepted), rows, strict=True
    ):
        found = side(page, title)  # type: ignore[arg-type]
        expect(found.locator(".exchange-title .count")).to_have_text(str(methods))
        expect(found.get_by_role("listitem")).to_have_count(shown)
    expect(picture.locator("path")).to_have_count(sum(rows))
    assert beyond(page) == []


def test_what_the_picture_cannot_hold_is_listed_in_steps(page: Page, site: Site) -> None:
    open_flights(page, site, 500, 1)
    lists = page.locator(".exchange-lists > div")
    expect(lists).to_have_count(1)
    expect(lists.get_by_role("heading")).to_contain_text("All methods that return it 500")
    expect(lists.get_by_role("listitem")).to_have_count(100)
    lists.get_by_role("button", name="400 more").click()
    expect(lists.get_by_role("listitem")).to_have_count(200)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(lists.get_by_role("listitem")).to_have_count(500)


def test_methods_that_have_it_in_an_error_only(page: Page, site: Site) -> None:
    def change(document: dict[str, Any]) -> None:
        flights(1, 0)(document)
        document["uses"]["errors"]["ORDER_NOT_FOUND"] = ["FlightId"]

    changed(page, site, change)
    open_view(page, site, "platform/~brand/FlightId")
    lists = page.locator(".exchange-lists > div")
    expect(lists.get_by_role("heading")).to_contain_text("Only in the data of errors")
    expect(lists.get_by_role("link", name=re.compile("get_order$"))).to_be_visible()


def test_each_curve_begins_at_its_row(page: Page, site: Site) -> None:
    picture = open_flights(page, site, 5, 3)
    rows = picture.locator(".exchange-side.is-before li")
    lines = picture.locator(".exchange-curves.is-before path")
    for number in range(5):
        row, line = rows.nth(number).bounding_box(), lines.nth(number)
        assert row is not None
        start = line.evaluate(START)
        assert abs(start["y"] - (row["y"] + row["height"] / 2)) < 2
        assert abs(start["x"] - (row["x"] + row["width"])) < 2


def test_from_right_to_left(page: Page, site: Site) -> None:
    picture = open_flights(page, site, 2, 2)
    page.evaluate("document.documentElement.dir = 'rtl'")
    row = picture.locator(".exchange-side.is-before li").first.bounding_box()
    start = picture.locator(".exchange-curves.is-before path").first.evaluate(START)
    assert row is not None
    assert abs(start["x"] - row["x"]) < 2


def test_on_a_phone_the_sides_are_above_each_other(page: Page, site: Site) -> None:
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    open_flights(page, site, 5, 40)
    places = [
        found.bounding_box()
        for found in (
            side(page, "Returned by"),
            page.locator(".exchange-brand"),
            side(page, "Accepted by"),
        )
    ]
    tops = [place["y"] if place else 0 for place in places]
    assert tops == sorted(tops)
    expect(page.locator(".exchange-curves").first).to_be_hidden()
    assert beyond(page) == []


def test_the_links_are_reached_by_key(page: Page, site: Site) -> None:
    picture = open_flights(page, site, 2, 1)
    links = picture.get_by_role("link")
    links.first.focus()
    for number in (1, 2):
        page.keyboard.press("Tab")
        expect(links.nth(number)).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(page, "accepted_0")).to_be_visible()


def test_arrows_where_colours_are_forced(browsers: Browsers, site: Site) -> None:
    with browsers.context("chromium", forced_colors="active", color_scheme="dark") as context:
        picture = open_flights(context.new_page(), site, 2, 2)
        stroke = picture.locator("path").first.evaluate("path => getComputedStyle(path).stroke")
        assert stroke == "rgb(255, 255, 255)"


@pytest.mark.parametrize("counts", [(0, 5), (40, 500)], ids=["few", "many"])
def test_axe(page: Page, site: Site, counts: tuple[int, int]) -> None:
    open_flights(page, site, *counts)
    assert violations_in_both(page) == {}


@IN_EACH_ENGINE
def test_the_popover_of_a_brand_counts_both(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    page.get_by_role("main").get_by_role("link", name=re.compile("^OrderId: used by")).first.click()
    popover = page.get_by_role("dialog")
    expect(popover).to_contain_text(re.compile(r"Returned by: \d+ · Accepted by: \d+"))
    expect(region(page, "Used by")).to_have_count(0)
