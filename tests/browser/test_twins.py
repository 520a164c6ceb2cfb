"""A field and its place in a sample: lit together, and a click leads from one to the other."""

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import Site
from .pages import FULL, field, heading, open_page, open_view, region

SAVE = "platform/goods/ListingApi/save_listing"
PAY = "platform/orders/PaymentApi/pay"
LIST = "platform/goods/ListingApi/list_listings"


def lit(inside: Locator) -> Locator:
    return inside.locator("pre [data-twin]")


@pytest.mark.parametrize("place", [FULL, "both.html"])
def test_a_field_under_the_pointer_is_lit_in_the_code(page: Page, site: Site, place: str) -> None:
    open_page(page, site, f"{place}#/{PAY}")
    name = field(region(page, "Request body"), "token").locator(".field-name")
    expect(region(page, "Code").locator("pre")).to_contain_text("token")
    name.hover()
    expect(lit(region(page, "Code"))).to_have_text(['"token"', ":", " ", '"tok_visa_4242"'])
    page.get_by_role("heading", level=1).hover()
    expect(page.locator("[data-twin]")).to_have_count(0)


def test_a_parameter_is_lit_in_the_address_in_each_language(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    parameter = field(region(page, "Parameters"), "order")
    for language in (
        "curl",
        "Python",
        "JavaScript",
        "TypeScript",
        "Go",
        "Java",
        "C#",
        "PHP",
        "Ruby",
    ):
        page.get_by_role("tab", name=language, exact=True).click()
        parameter.locator(".field-name").hover()
        expect(lit(region(page, "Code"))).to_have_text("ord_77tq3bca")
        page.get_by_role("heading", level=1).hover()


def test_a_place_in_a_sample_lights_its_field(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    region(page, "Code").locator("pre [data-path$=token]").first.hover()
    expect(field(region(page, "Request body"), "token")).to_have_attribute("data-twin", "")


def test_by_keyboard_there_and_back(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    expect(region(page, "Code").locator("pre [data-path]").first).to_be_visible()
    name = region(page, "Request body").get_by_role("button", name="token", exact=True)
    name.focus()
    expect(lit(region(page, "Code")).first).to_be_visible()
    page.keyboard.press("Enter")
    expect(region(page, "Code").locator("pre")).to_be_focused()
    page.keyboard.press("Escape")
    expect(name).to_be_focused()


def test_a_click_in_a_sample_unfolds_the_field(page: Page, site: Site) -> None:
    open_view(page, site, SAVE)
    body = region(page, "Request body")
    amount = body.get_by_role("button", name="amount", exact=True)
    expect(region(page, "Code").locator("pre")).to_contain_text('"amount"')
    expect(amount).to_have_count(0)
    region(page, "Code").locator("pre [data-path^=body]", has_text='"amount"').click()
    expect(amount).to_be_focused()


def test_a_field_of_an_error_shows_the_sample_of_that_error(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    card = page.get_by_role("article", name="ORDER_NOT_FOUND")
    expect(region(page, "Response samples").locator("pre [data-path]").first).to_be_visible()
    name = card.locator("button.field-name").first
    text = name.text_content() or ""
    name.click()
    expect(region(page, "Response samples").locator("pre")).to_be_focused()
    expect(lit(region(page, "Response samples")).first).to_have_text(f'"{text}"')


def test_a_message_in_a_frame(page: Page, site: Site) -> None:
    open_view(page, site, "platform/live/ChatApi/typing")
    for language in ("Python", "JavaScript", "websocat"):
        page.get_by_role("tab", name=language, exact=True).click()
        region(page, "Message sent").locator("button.field-name").first.hover()
        expect(lit(region(page, "Code")).first).to_be_visible()
        page.get_by_role("heading", level=1).hover()


def test_a_name_that_no_sample_holds_is_no_button(page: Page, site: Site) -> None:
    open_view(page, site, LIST)
    buttons = region(page, "Parameters").locator("button.field-name")
    expect(buttons).to_have_text(["cursor"])
    names = region(page, "Parameters").locator(".field-name")
    expect(names).to_have_text(["cursor", "limit", "seller", "X-Request-Id", "visitor"])
    buttons.click()
    expect(lit(region(page, "Code"))).to_contain_text("cursor=")


def test_a_name_becomes_a_button_when_its_value_is_filled_in(page: Page, site: Site) -> None:
    open_view(page, site, LIST)
    page.get_by_text("Fill in once, for all samples").click()
    page.get_by_label("SellerId", exact=True).fill("sel_mine0001")
    region(page, "Parameters").get_by_role("button", name="seller", exact=True).click()
    expect(lit(region(page, "Code"))).to_contain_text("seller=sel_mine0001")


def test_each_button_leads_to_a_sample(page: Page, site: Site) -> None:
    for view in (SAVE, PAY, LIST, "platform/live/ChatApi/typing"):
        open_view(page, site, view)
        expect(heading(page, view.rpartition("/")[2])).to_be_visible()
        expect(page.locator("button.field-name").first).to_be_visible()
        for name in page.locator("button.field-name").all():
            name.click()
            expect(page.locator("pre:focus [data-twin]").first).to_be_visible()
            page.get_by_role("heading", level=1).hover()
