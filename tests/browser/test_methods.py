"""The page of a method: its types, examples, errors, code."""

import json
import re

import jsonschema
from playwright.sync_api import Page, expect

from .conftest import Site, wait_in
from .documents import changed, method_of
from .engines import IN_EACH_ENGINE
from .pages import choose_language, field, heading, open_view, region, sidebar


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


@IN_EACH_ENGINE
def test_variants_are_chosen_by_the_discriminator(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/PaymentApi/pay")
    body = region(page, "Request body")
    choices = body.get_by_role("tablist", name=re.compile("^Variants by")).first.get_by_role("tab")
    expect(choices).not_to_have_count(1)
    first, second = choices.nth(0), choices.nth(1)
    expect(first).to_have_attribute("aria-selected", "true")
    second.click()
    expect(second).to_have_attribute("aria-selected", "true")
    expect(first).to_have_attribute("aria-selected", "false")
    second.press("ArrowLeft")
    expect(first).to_have_attribute("aria-selected", "true")


CLIPBOARD = "() => navigator.clipboard.readText()"


def copies(page: Page, words: str) -> None:
    """Wait for the clipboard to have these words."""
    wait_in(page, lambda: words in page.evaluate(CLIPBOARD), f"{words} in the clipboard")


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


SAMPLES = [
    (
        "orders/OrderApi/place_order",
        "curl",
        ["curl https://api.kirkgate.example/v3/orders", "YOUR_TOKEN"],
    ),
    ("orders/OrderApi/place_order", "Python", ["import httpx", "YOUR_TOKEN"]),
    ("orders/OrderApi/place_order", "JavaScript", ["await fetch(", "YOUR_TOKEN"]),
    (
        "live/ChatApi/send_message",
        "Python",
        ["import websockets", "wss://live.kirkgate.example", "YOUR_TOKEN"],
    ),
    ("live/ChatApi/send_message", "JavaScript", ["new WebSocket(", "YOUR_TOKEN"]),
]


@IN_EACH_ENGINE
def test_code_samples(page: Page, site: Site) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    for view, language, pieces in SAMPLES:
        open_view(page, site, f"platform/{view}")
        expect(heading(page, view.rpartition("/")[2])).to_be_visible()
        samples = region(page, "Code")
        choose_language(page, language)
        for piece in pieces:
            expect(samples.locator("pre")).to_contain_text(piece)
        samples.get_by_role("button", name=re.compile("^Copy")).click()
        copies(page, pieces[0])


def test_lists_count_further_verbs_and_the_page_has_them_above_the_path(
    page: Page, site: Site
) -> None:
    verbs = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"]
    changed(page, site, lambda document: method_of(document, "get_order").update(httpMethods=verbs))
    open_view(page, site, "platform/orders/OrderApi/get_order")
    expect(sidebar(page).get_by_role("link", name="get_order").first).to_contain_text("GET +6")
    page.set_viewport_size({"width": 390, "height": 844})
    endpoint = page.get_by_role("main").locator(".endpoint")
    badge, path = (endpoint.locator(part).bounding_box() for part in (".badge", ".path"))
    assert badge is not None
    assert path is not None
    assert badge["y"] + badge["height"] <= path["y"]
    expect(endpoint.locator(".badge")).to_have_text(" ".join(verbs))


def test_directions_have_their_colours(page: Page, site: Site) -> None:
    for name, hue in (("send_message", "orange"), ("message_posted", "indigo")):
        open_view(page, site, f"platform/live/ChatApi/{name}")
        expect(heading(page, name)).to_be_visible()
        badge = page.get_by_role("main").locator(".endpoint .badge")
        expect(badge).to_be_visible()
        red, _, blue = (
            int(part)
            for part in re.findall(r"\d+", badge.evaluate("e => getComputedStyle(e).color"))[:3]
        )
        assert (red > blue) == (hue == "orange")
