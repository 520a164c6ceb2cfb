"""A strict content security policy."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site, served
from .pages import FULL, heading, sidebar

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src "
    "'self' data:"
)
TRUSTED = f"{POLICY}; require-trusted-types-for 'script'; trusted-types ggdocs"
"""The same for pages that require trusted types; ``ggdocs`` is the name of the UI's own policy."""
POLICIES = [
    pytest.param(POLICY, id="strict", marks=pytest.mark.part("journeys")),
    pytest.param(TRUSTED, id="trusted types"),
]
WATCH = """
globalThis.violations = []
addEventListener('securitypolicyviolation', (event) => {
  const ours = event.sourceFile.includes('/index-') || event.target?.localName === 'gg-docs'
  violations.push({ours, what: `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`})
}, true)
"""


@pytest.fixture(scope="module", params=POLICIES)
def strict(site: Site, request: pytest.FixtureRequest) -> Iterator[Site]:
    with served(site.folder, {"Content-Security-Policy": request.param}) as url:
        yield Site(url, site.folder)


def use(page: Page) -> None:
    """Do what makes the UI draw more."""
    for tab in page.get_by_role("tab", name="Example").all()[:3]:
        tab.click()
    for chip in page.locator(".chip").all()[:1]:
        chip.click()
        page.keyboard.press("Escape")
    page.keyboard.press("Control+k")
    page.get_by_role("combobox", name="Search the API").fill("order")
    expect(page.get_by_role("listbox", name="Results").get_by_role("option").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_full_page_keeps_to_it(anywhere: Page, strict: Site) -> None:
    page = anywhere
    page.add_init_script(WATCH)
    for view, title in (
        ("#/platform", "Kirkgate Platform API"),
        ("#/platform/orders/PaymentApi/pay", "pay"),
        ("#/platform/~schema/Listing", "Listing"),
        ("#/internal/partners/HookApi", "HookApi"),
    ):
        page.goto(strict.url + FULL + view)
        expect(heading(page, title)).to_be_visible()
        use(page)
        assert page.evaluate("() => violations") == [], view


def test_embedded_we_cause_no_violation(browser_page: Page, strict: Site) -> None:
    page = browser_page
    page.add_init_script(WATCH)
    page.goto(f"{strict.url}both.html#/platform/orders/PaymentApi/pay")
    expect(sidebar(page)).to_be_visible()
    expect(heading(page, "pay")).to_be_visible()
    page.get_by_role("button", name="Search", exact=True).and_(page.locator("gg-docs *")).focus()
    use(page)
    assert [each["what"] for each in page.evaluate("() => violations") if each["ours"]] == []


def test_styles_are_ours(anywhere: Page, strict: Site) -> None:
    anywhere.goto(f"{strict.url}{FULL}#/platform")
    expect(heading(anywhere, "Kirkgate Platform API")).to_be_visible()
    assert anywhere.locator("[style]").count() == 0
