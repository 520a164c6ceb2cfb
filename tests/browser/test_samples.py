"""The right column: what is filled in once, one choice of a variant, and what comes back."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.catalog import Branding

from . import zoo
from .conftest import Site, served
from .documents import changed
from .engines import IN_EACH_ENGINE
from .pages import choose_language, open_view, region

PAY = "platform/orders/PaymentApi/pay"


def code(page: Page) -> Locator:
    return region(page, "Code").locator("pre")


def results(page: Page) -> Locator:
    return region(page, "Response samples")


def fill(page: Page, name: str, value: str) -> None:
    summary = page.get_by_text("Fill in once, for all samples")
    if not page.get_by_label(name, exact=True).is_visible():
        summary.click()
    page.get_by_label(name, exact=True).fill(value)


@IN_EACH_ENGINE
def test_responses_and_errors_are_chosen(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    expect(results(page).locator("pre")).to_contain_text('"payment-1"')
    choice = results(page).get_by_role("combobox", name="Responses and errors")
    choice.select_option(label="404 ORDER_NOT_FOUND")
    expect(results(page).locator("pre")).to_contain_text('"type": "ORDER_NOT_FOUND"')


def test_a_response_without_an_example_has_no_sample(page: Page, site: Site) -> None:
    open_view(page, site, "platform/orders/OrderApi/get_invoice")
    expect(results(page).locator("option", has_text="404")).to_have_count(1)
    expect(results(page).locator("option", has_text="200")).to_have_count(0)


@IN_EACH_ENGINE
def test_what_is_filled_in_is_used_by_all_samples_and_methods(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    fill(page, "OrderId", "ord_mine0001")
    fill(page, "SignedIn: Bearer token", "secret-token")
    expect(code(page)).to_contain_text("/payments/for/ord_mine0001")
    expect(code(page)).to_contain_text("Bearer secret-token")
    expect(results(page).locator("pre")).to_contain_text('"order": "ord_mine0001"')
    for language in ("Python", "Go", "Ruby"):
        choose_language(page, language)
        expect(code(page)).to_contain_text("ord_mine0001")
    page.evaluate("location.hash = '#/platform/orders/OrderApi/get_order'")
    expect(code(page)).to_contain_text("/orders/ord_mine0001")
    assert page.evaluate("sessionStorage.getItem('ggdocs-fill-platform')") is None
    page.get_by_text("Fill in once, for all samples").click()
    page.get_by_label("Keep in this tab").check()
    page.reload()
    expect(code(page)).to_contain_text("/orders/ord_mine0001")


@IN_EACH_ENGINE
def test_what_is_filled_in_is_typed_at_once(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    page.get_by_text("Fill in once, for all samples").click()
    expect(page.get_by_label("SignedIn: Bearer token")).to_be_focused()
    page.keyboard.type("secret-token")
    expect(code(page)).to_contain_text("Bearer secret-token")


@IN_EACH_ENGINE
def test_a_variant_is_one_choice_for_schema_and_code(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    expect(code(page)).to_contain_text('"method": "card"')
    region(page, "Request body").get_by_role("tab", name='"swish"').click()
    expect(code(page)).to_contain_text('"method": "swish"')
    region(page, "Request body").get_by_role("tab", name="Example").click()
    expect(region(page, "Request body").locator("pre")).to_contain_text('"method": "swish"')


def test_no_server_is_invented(page: Page, site: Site) -> None:
    def without_servers(document: dict[str, Any]) -> None:
        del document["service"]["servers"]

    changed(page, site, without_servers)
    open_view(page, site, PAY)
    expect(code(page)).to_contain_text("<server>/payments/for/")
    note = region(page, "Code").get_by_text("The document declares no server")
    expect(note).to_be_visible()
    fill(page, "Address of the service", "http://127.0.0.1:8000")
    expect(code(page)).to_contain_text("http://127.0.0.1:8000/payments/for/")
    expect(note).to_have_count(0)


def test_a_conversation_has_websocat_in_the_frame(page: Page, site: Site) -> None:
    open_view(page, site, "platform/live/ChatApi/open_room")
    choose_language(page, "websocat")
    expect(code(page)).to_contain_text('"method":"open_room"')


def test_a_project_chooses_the_languages(local: Page, tmp_path: Path) -> None:
    zoo.write(tmp_path, Branding(languages={"ruby": "", "curl": "Shell"}))
    with served(tmp_path) as url:
        local.goto(f"{url}#/zoo/api/ZooApi/save")
        languages = local.get_by_role("combobox", name="Languages").locator("option")
        expect(languages).to_have_text(["Ruby", "Shell"])
        expect(code(local)).to_contain_text("Net::HTTP")
        choose_language(local, "Shell")
        expect(code(local)).to_contain_text("curl ")
