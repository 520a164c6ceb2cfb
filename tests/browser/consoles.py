"""The consoles of a page: how readers open them, and where what comes back is."""

import json

from playwright.sync_api import Locator, Page, expect

from .pages import heading, region

PASSWORD = "correct horse battery"
SIGN_IN = "people/SessionApi/sign_in"


def console(page: Page) -> Locator:
    return page.get_by_role("region", name="Send a call")


def result(page: Page) -> Locator:
    return console(page).locator(".console-result")


def verdict(page: Page) -> Locator:
    return result(page).locator(".verdict")


def open_console(page: Page, market: str, method: str, *, slug: str = "platform") -> None:
    page.goto(f"{market}/apidocs#/{slug}/{method}")
    open_here(page)


def open_here(page: Page) -> None:
    """Open the console of the method that is shown, unless it is open already."""
    expect(region(page, "Code").locator(".code pre").last).to_be_visible()
    button = page.get_by_role("button", name="Try it", exact=True)
    if console(page).count() == 0:
        button.click()
    expect(console(page)).to_be_visible()


def send(page: Page) -> None:
    console(page).get_by_role("button", name="Send", exact=False).first.click()


def sign_in(page: Page, market: str, email: str = "ada@example.org") -> None:
    """Sign in by the form, and keep the token for all methods that need one."""
    open_console(page, market, SIGN_IN)
    console(page).get_by_label("email").fill(email)
    console(page).get_by_label("password").fill(PASSWORD)
    send(page)
    expect(verdict(page)).to_contain_text("201")
    token = json.loads(result(page).locator("pre").first.inner_text())["token"]
    page.evaluate("() => { location.hash = '#/platform/people/AccountApi/get_account' }")
    expect(heading(page, "get_account")).to_be_visible()
    console(page).get_by_label("SignedIn").fill(token)


def talk(page: Page) -> Locator:
    return page.get_by_role("region", name="Talk to the service")
