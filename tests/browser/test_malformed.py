"""Documents that are not as the format says: what can be shown is shown, and words stand in for the
rest.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .pages import FULL, heading, open_page, region, sidebar

PLACE_ORDER = "platform/orders/OrderApi/place_order"
Spoil = Callable[[dict[str, Any]], object]


def method(document: dict[str, Any], name: str = "place_order") -> dict[str, Any]:
    """A method of the document."""
    methods = (
        method
        for group in document["groups"]
        for contract in group["contracts"]
        for method in contract["methods"]
    )
    return next(method for method in methods if method["name"] == name)


DEEP = '{"type": "array", "items": ' * 10_000 + "true" + "}" * 10_000
"""A schema of lists in lists, more than Python writes as JSON."""


def orders(document: dict[str, Any]) -> dict[str, Any]:
    """A group of the document."""
    group: dict[str, Any] = next(group for group in document["groups"] if group["slug"] == "orders")
    return group


def socket(document: dict[str, Any]) -> dict[str, Any]:
    """The contract of the method `open_room`."""
    contracts = [contract for group in document["groups"] for contract in group["contracts"]]
    names = [[method["name"] for method in contract["methods"]] for contract in contracts]
    return next(
        contract for contract, own in zip(contracts, names, strict=True) if "open_room" in own
    )


CASES: list[tuple[str, Spoil, str, str, str]] = [
    (
        "a schema is null",
        lambda d: d["schemas"].update(Order=None),
        "platform/~schema/Order",
        "Order",
        "schemas.Order",
    ),
    (
        "a property is null",
        lambda d: d["schemas"]["Address"]["properties"].update(city=None),
        "platform/~schema/Address",
        "Address",
        "schemas.Address.properties.city is null, not schema.",
    ),
    (
        "a method has no errors",
        lambda d: method(d).pop("errors"),
        PLACE_ORDER,
        "place_order",
        ".errors is missing.",
    ),
    (
        "groups are missing",
        lambda d: d.pop("groups"),
        "platform",
        "Kirkgate Platform API",
        "groups is missing.",
    ),
    (
        "a contract is null",
        lambda d: orders(d)["contracts"].insert(0, None),
        "platform/orders",
        "Orders",
        "contracts[0] is null, not object.",
    ),
    (
        "a parameter has no schema",
        lambda d: method(d).update(queryParams=[{"name": "hurry"}]),
        PLACE_ORDER,
        "place_order",
        ".queryParams[0].schema is missing.",
    ),
    (
        "no end of depth",
        lambda d: d["schemas"]["Address"]["properties"].update(city="DEEP"),
        "platform/~schema/Address",
        "Address",
        "not at most 500 levels",
    ),
    (
        "a framing is missing",
        lambda d: socket(d).pop("framing"),
        "platform/live/ChatApi",
        "ChatApi",
        ".framing is missing.",
    ),
    (
        "a framing is missing around a message",
        lambda d: socket(d).pop("framing"),
        "platform/live/ChatApi/open_room",
        "open_room",
        "Reply",
    ),
    (
        "a frame is null",
        lambda d: socket(d)["framing"].update(request=None),
        "platform/live/ChatApi",
        "ChatApi",
        ".framing.request is null, not schema.",
    ),
    (
        "an alternative of security is null",
        lambda d: method(d).update(security=[None]),
        PLACE_ORDER,
        "place_order",
        ".security[0] is null, not object.",
    ),
    (
        "a security scheme is a text",
        lambda d: d.update(securitySchemes={"SignedIn": "bearer"}),
        "platform",
        "Kirkgate Platform API",
        "securitySchemes.SignedIn is string, not object.",
    ),
    (
        "uses of what is not there",
        lambda d: d.update(uses={"Order": [{"group": "no", "contract": "No", "method": "none"}]}),
        "platform/~schema/Order",
        "Order",
        "Used by",
    ),
]


def opened(page: Page, site: Site, spoil: Spoil, path: str) -> None:
    """Open a page with a document that has been spoilt."""
    document = json.loads((site.folder / "apidocs/platform/api-docs.json").read_text())
    spoil(document)
    body = json.dumps(document).replace('"DEEP"', DEEP)
    page.route(
        "**/platform/api-docs.json",
        lambda route: route.fulfill(body=body, content_type="application/json"),
    )
    open_page(page, site, path)


@pytest.mark.parametrize(
    ("spoil", "view", "title", "words"), [pytest.param(*case, id=name) for name, *case in CASES]
)
def test_what_can_be_shown_is_shown(
    anywhere: Page, site: Site, spoil: Spoil, view: str, title: str, words: str
) -> None:
    opened(anywhere, site, spoil, f"{FULL}#/{view}")
    expect(heading(anywhere, title)).to_be_visible()
    expect(anywhere.get_by_role("main")).to_contain_text(words)
    expect(sidebar(anywhere)).to_be_visible()
    anywhere.goto(f"{site.url}{FULL}#/platform")
    expect(heading(anywhere, "Kirkgate Platform API")).to_be_visible()


def test_a_section_that_cannot_be_drawn_costs_only_itself(browser_page: Page, site: Site) -> None:
    """What no check foresees: a description that is no text, at a place that nobody checks."""

    def spoil(document: dict[str, Any]) -> None:
        method(document)["errors"] = ["BROKEN"]
        document["errors"]["BROKEN"] = {
            "type": "BROKEN",
            "statusCode": 400,
            "data": {"default": {}, "enum": [[], {}]},
        }
        document["schemas"]["Order"]["x-brand"] = ["A"]
        document["errors"]["BROKEN"]["data"] = {"type": "string", "minLength": {"toFixed": None}}

    opened(browser_page, site, spoil, f"{FULL}#/{PLACE_ORDER}")
    expect(heading(browser_page, "place_order")).to_be_visible()
    expect(region(browser_page, "Request body")).to_be_visible()
    expect(region(browser_page, "Errors")).to_be_visible()


def test_embedded_the_text_stays_beside_the_words(browser_page: Page, site: Site) -> None:
    opened(browser_page, site, lambda document: document.pop("groups"), "both.html")
    expect(browser_page.locator("gg-docs [data-level='1']")).to_contain_text(
        "Kirkgate Platform API"
    )
    expect(browser_page.get_by_text("groups is missing.")).to_be_visible()
