"""The lists of a brand: which methods return it and which accept it, for few and for many."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .axe import violations_in_both
from .conftest import Site
from .documents import changed
from .pages import FULL, beyond, heading, open_page, open_view


def listed(page: Page, title: str) -> Locator:
    """One of the lists of the page of a brand."""
    heading = page.get_by_role("heading", name=re.compile(f"^{title}"))
    return page.locator(".brand-uses > div").filter(has=heading)


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


def open_flights(page: Page, site: Site, returned: int, accepted: int) -> None:
    changed(page, site, flights(returned, accepted))
    open_view(page, site, "platform/~brand/FlightId")
    expect(page.locator(".brand-uses")).to_be_visible()


def test_methods_of_either_list(page: Page, site: Site) -> None:
    open_page(page, site, f"{FULL}#/platform/~brand/OrderId", "file")
    expect(
        listed(page, "Accepted by").get_by_role("link", name=re.compile(r"\bcancel\b"))
    ).to_be_visible()
    listed(page, "Returned by").get_by_role("link", name=re.compile(r"\bplace_order\b")).click()
    expect(heading(page, "place_order")).to_be_visible()
    expect(page.locator("[data-lit]").first).to_be_visible()


def test_each_list_has_all_its_methods(page: Page, site: Site) -> None:
    open_flights(page, site, 10, 40)
    for title, methods in (("Returned by", 10), ("Accepted by", 40)):
        expect(listed(page, title).get_by_role("heading")).to_have_text(f"{title} {methods}")
        expect(listed(page, title).get_by_role("listitem")).to_have_count(methods)
    assert beyond(page) == []


def test_a_list_without_methods_is_left_out(page: Page, site: Site) -> None:
    open_flights(page, site, 0, 1)
    expect(listed(page, "Accepted by")).to_be_visible()
    expect(listed(page, "Returned by")).to_have_count(0)


def test_a_long_list_is_shown_in_steps(page: Page, site: Site) -> None:
    open_flights(page, site, 500, 1)
    found = listed(page, "Returned by")
    rows = found.get_by_role("listitem")
    expect(rows).to_have_count(140)
    found.get_by_role("button", name=re.compile("more")).last.click()
    expect(rows).not_to_have_count(140)
    page.emulate_media(media="print")
    page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    expect(rows).to_have_count(500)


def test_methods_that_have_it_in_an_error_only(page: Page, site: Site) -> None:
    def change(document: dict[str, Any]) -> None:
        flights(1, 0)(document)
        document["uses"]["errors"]["ORDER_NOT_FOUND"] = ["FlightId"]

    changed(page, site, change)
    open_view(page, site, "platform/~brand/FlightId")
    found = listed(page, "Only in the data of errors")
    expect(found.get_by_role("link", name=re.compile(r"\bget_order\b"))).to_be_visible()


def test_on_a_phone_the_lists_are_below_each_other(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_flights(page, site, 5, 40)
    first = listed(page, "Returned by").bounding_box()
    second = listed(page, "Accepted by").bounding_box()
    assert first is not None
    assert second is not None
    assert first["y"] + first["height"] <= second["y"]
    assert beyond(page) == []


def test_axe(page: Page, site: Site) -> None:
    open_flights(page, site, 5, 40)
    assert violations_in_both(page) == {}
