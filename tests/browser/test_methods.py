"""The page of a method: its types, examples, errors, code."""

import json
import re

import jsonschema
from playwright.sync_api import Page, expect

from .conftest import Site
from .engines import IN_EACH_ENGINE
from .pages import field, open_view, region


@IN_EACH_ENGINE
def test_a_part_is_unfolded_and_folded(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/place_order")
    body = region(page, "Request body")
    address = field(body, "address")
    expect(address.get_by_text("postcode", exact=True)).to_have_count(0)
    address.get_by_role("button", name=re.compile("^Show")).first.click()
    expect(address.get_by_text("postcode", exact=True)).to_be_visible()
    address.get_by_role("button", name=re.compile("^Hide")).first.click()
    expect(address.get_by_text("postcode", exact=True)).to_have_count(0)


BODIES = [
    (
        "platform/orders/OrderApi/place_order",
        "Request body",
        ["groups", "orders", "OrderApi", "place_order"],
    ),
    (
        "platform/goods/ListingApi/create_listing",
        "Request body",
        ["groups", "goods", "ListingApi", "create_listing"],
    ),
    ("platform/orders/PaymentApi/pay", "Request body", ["groups", "orders", "PaymentApi", "pay"]),
    (
        "platform/people/AccountApi/save_profile",
        "Request body",
        ["groups", "people", "AccountApi", "save_profile"],
    ),
]


def test_an_example_satisfies_the_schema_and_is_copied(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for view, part, place in BODIES:
        example_is_copied(page, site, view, part, place)


def example_is_copied(page: Page, site: Site, view: str, part: str, place: list[str]) -> None:
    open_view(page, site, view)
    body = region(page, part)
    body.get_by_role("tab", name="Example").click()
    body.get_by_role("button", name=re.compile("^Copy")).first.click()
    expect(body.get_by_role("button", name="Copied")).to_be_visible()
    example = json.loads(page.evaluate("() => navigator.clipboard.readText()"))
    document = json.loads((site.folder / "apidocs/platform/api-docs.json").read_text())
    _, group, contract, method = place
    contracts = next(each["contracts"] for each in document["groups"] if each["slug"] == group)
    methods = next(each["methods"] for each in contracts if each["name"] == contract)
    schema = next(each for each in methods if each["name"] == method)["requestBody"]["contents"][0][
        "schema"
    ]
    whole = json.loads(
        json.dumps({"$defs": document["schemas"], **schema}).replace("#/schemas/", "#/$defs/")
    )
    jsonschema.Draft202012Validator(whole).validate(example)
    body.get_by_role("tab", name="Schema").click()
    expect(body.locator(".fields, .variants").first).to_be_visible()
