"""The page of a method: its types, examples, errors, code."""

import json
import re
from typing import Any

import jsonschema
import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .documents import changed, method_of
from .engines import IN_EACH_ENGINE
from .pages import field, heading, open_view, region, sidebar


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("title", ["required", "string"]),
        ("title", ["5", "80", "Crescent city bike, 54 cm"]),
        ("category", ["required", "string", "CategoryId"]),
        ("condition", ["Condition"]),
        ("photos", ["optional", "PhotoId", "12", "In the order in which they are shown."]),
        ("attributes", ["optional", "What the category asks for."]),
    ],
)
def test_a_field_says_what_it_is(page: Page, site: Site, name: str, words: list[str]) -> None:
    open_view(page, site, "platform/goods/ListingApi/create_listing")
    row = field(region(page, "Request body"), name)
    for word in words:
        expect(row).to_contain_text(word)


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
def test_everything_is_unfolded_at_once(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/place_order")
    body = region(page, "Request body")
    body.get_by_role("button", name="Unfold all").click()
    expect(body.get_by_text("postcode", exact=True)).to_be_visible()


def test_other_paths_are_below_the_first(page: Page, site: Site) -> None:
    def aliased(document: dict[str, Any]) -> None:
        method = method_of(document, "place_order")
        method["httpPaths"] = [method["httpPath"], "/v1/orders"]

    changed(page, site, aliased)
    open_view(page, site, "platform/orders/OrderApi/place_order")
    expect(page.get_by_text("Also at /v1/orders")).to_be_visible()


def test_declared_examples_are_tags_beside_the_field(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/place_order")
    expect(
        field(region(page, "Request body"), "voucher").locator(".example", has_text="SPRING26")
    ).to_be_visible()


def test_a_recursive_type_says_so_and_ends(page: Page, site: Site) -> None:
    open_view(page, site, "platform/goods/CatalogueApi/list_categories")
    answer = region(page, "Response 200")
    answer.get_by_role("button", name="Unfold all").click()
    expect(answer.get_by_text("recursive", exact=True).first).to_be_visible()


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


@pytest.mark.parametrize(
    ("view", "part", "place"), BODIES, ids=[view.rpartition("/")[2] for view, *_ in BODIES]
)
def test_an_example_satisfies_the_schema_and_is_copied(
    page: Page, site: Site, view: str, part: str, place: list[str]
) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
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


def test_every_body_answer_and_error_has_an_example(page: Page, site: Site) -> None:
    open_view(page, site, "platform/goods/ListingApi/save_listing")
    for part in ("Request body", "Response 200"):
        expect(region(page, part).get_by_role("tab", name="Example")).to_be_visible()
    card = page.get_by_role("article", name="LISTING_NOT_FOUND")
    card.get_by_role("tab", name="Example").click()
    expect(card.locator("pre")).to_contain_text('"type": "LISTING_NOT_FOUND"')


@pytest.mark.parametrize(
    ("view", "words"),
    [
        ("platform/orders/OrderApi/place_order", ["Bearer token", "Authorization"]),
        ("internal/partners/HookApi", ["API key"]),
        ("internal/back-office/StaffApi/suspend", ["Permission"]),
    ],
)
def test_authentication_and_permission_in_words(
    page: Page, site: Site, view: str, words: list[str]
) -> None:
    open_view(page, site, view)
    for word in words:
        expect(region(page, "Authentication")).to_contain_text(word)


def test_other_headers_and_cookies(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/place_order")
    parameters = region(page, "Parameters")
    for name in ("X-Request-Id", "Idempotency-Key", "visitor"):
        expect(parameters.get_by_text(name, exact=True)).to_be_visible()


def test_messages_about_deprecation_are_prose_with_links(page: Page, site: Site) -> None:
    def deprecate(document: dict[str, Any]) -> None:
        method_of(document, "get_order").update(
            deprecated=True, deprecationMessage="Use [the new one](https://example.org/new)."
        )

    changed(page, site, deprecate)
    open_view(page, site, "platform/orders/OrderApi/get_order")
    link = page.get_by_role("main").get_by_role("link", name="the new one")
    expect(link).to_have_attribute("href", "https://example.org/new")
    expect(page.get_by_role("main").get_by_text("deprecated", exact=True)).to_have_count(1)


def test_a_permission_that_the_credential_says_is_not_said_again(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_order")
    shown = region(page, "Authentication")
    expect(shown).to_contain_text("Bearer token")
    expect(shown).not_to_contain_text("Permission")


@pytest.mark.parametrize(
    ("view", "deprecation"),
    [
        ("platform/people/SellerApi/get_rating", "deprecated"),
        ("platform/live/AuctionApi/count_me_in", "deprecated"),
    ],
)
def test_a_deprecated_method_says_so(page: Page, site: Site, view: str, deprecation: str) -> None:
    open_view(page, site, view)
    expect(heading(page, view.rpartition("/")[2])).to_be_visible()
    expect(page.get_by_role("main").get_by_text(deprecation, exact=True).first).to_be_visible()
    expect(page.get_by_role("main").get_by_text("removed")).to_have_count(0)


@IN_EACH_ENGINE
@pytest.mark.parametrize(
    ("view", "language", "pieces"),
    [
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
    ],
)
def test_code_samples(page: Page, site: Site, view: str, language: str, pieces: list[str]) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_view(page, site, f"platform/{view}")
    samples = region(page, "Code")
    samples.get_by_role("tab", name=language, exact=True).click()
    for piece in pieces:
        expect(samples.locator("pre")).to_contain_text(piece)
    samples.get_by_role("button", name=re.compile("^Copy")).click()
    expect(samples.get_by_role("button", name="Copied")).to_be_visible()
    assert pieces[0] in page.evaluate("() => navigator.clipboard.readText()")


@pytest.mark.parametrize("view", ["goods/ListingApi/save_listing", "live/ChatApi/send_message"])
def test_directions_and_verbs_are_words_too(page: Page, site: Site, view: str) -> None:
    open_view(page, site, f"platform/{view}")
    badge = page.get_by_role("main").locator(".endpoint .badge")
    expect(badge).to_have_text(re.compile("PUT|OUT"))


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


@pytest.mark.parametrize(
    ("view", "hue"),
    [("live/ChatApi/send_message", "orange"), ("live/ChatApi/message_posted", "indigo")],
)
def test_directions_have_their_colours(page: Page, site: Site, view: str, hue: str) -> None:
    open_view(page, site, f"platform/{view}")
    badge = page.get_by_role("main").locator(".endpoint .badge")
    expect(badge).to_be_visible()
    red, _, blue = (
        int(part)
        for part in re.findall(r"\d+", badge.evaluate("e => getComputedStyle(e).color"))[:3]
    )
    assert (red > blue) == (hue == "orange")


@pytest.mark.parametrize(
    ("view", "section", "pieces"),
    [
        (
            "send_message",
            "Message sent",
            ['"id": 1', '"method": "send_message"', '"data": {', '"text"'],
        ),
        ("send_message", "Reply", ['"id": 1', '"data": {', '"sent"']),
        ("typing", "Message sent", ['"method": "typing"', '"data": {']),
        ("still_there", "Message received", ['"id": 1', '"method": "still_there"']),
    ],
)
def test_payload_and_message_as_sent(
    page: Page, site: Site, view: str, section: str, pieces: list[str]
) -> None:
    open_view(page, site, f"platform/live/ChatApi/{view}")
    shown = region(page, section)
    expect(shown.get_by_role("tab", name="Schema")).to_be_visible()
    for piece in pieces:
        expect(shown.locator(".as-sent")).to_contain_text(piece)


def test_failed_events_and_unreadable_messages_are_on_the_page_of_the_contract(
    page: Page, site: Site
) -> None:
    open_view(page, site, "platform/live/ChatApi")
    expect(
        region(page, "A failed event is reported with").get_by_label("SERVER_ERROR", exact=True)
    ).to_be_visible()
    expect(
        region(page, "Invalid messages get the reply").get_by_label("VALIDATION_ERROR", exact=True)
    ).to_be_visible()
