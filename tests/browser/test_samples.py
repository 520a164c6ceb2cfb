"""The right column: what is filled in once, one choice of a variant, and what comes back."""

from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.catalog import Branding

from . import zoo
from .conftest import Site, served
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
    results(page).get_by_role("tab", name="404").click()
    expect(results(page).locator("pre")).to_contain_text('"type": "ORDER_NOT_FOUND"')


@IN_EACH_ENGINE
def test_what_is_filled_in_is_used_by_all_samples_and_methods(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    fill(page, "OrderId", "ord_mine0001")
    fill(page, "SignedIn: Bearer token", "secret-token")
    expect(code(page)).to_contain_text("/payments/for/ord_mine0001")
    expect(code(page)).to_contain_text("Bearer *****")
    expect(code(page)).not_to_contain_text("secret-token")
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
def test_a_variant_is_one_choice_for_schema_and_code(page: Page, site: Site) -> None:
    open_view(page, site, PAY)
    expect(code(page)).to_contain_text('"method": "card"')
    region(page, "Request body").get_by_role("tab", name='"swish"').click()
    expect(code(page)).to_contain_text('"method": "swish"')
    region(page, "Request body").get_by_role("tab", name="Example").click()
    expect(region(page, "Request body").locator("pre")).to_contain_text('"method": "swish"')


def test_a_project_chooses_the_languages(local: Page, tmp_path: Path) -> None:
    zoo.write(tmp_path, Branding(languages={"ruby": "", "curl": "Shell"}))
    with served(tmp_path) as url:
        local.goto(f"{url}#/zoo/api/ZooApi/save")
        languages = local.get_by_role("combobox", name="Languages").locator("option")
        expect(languages).to_have_text(["Ruby", "Shell"])
        expect(code(local)).to_contain_text("Net::HTTP")
        choose_language(local, "Shell")
        expect(code(local)).to_contain_text("curl ")
