"""Swagger UI and the AsyncAPI component in Chromium: under their policies, with nothing from
elsewhere.
"""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.serving.spec_docs import SpecDocs

from ..serving.servers import ROOT, running, uvicorn
from ..viewers.application import FORMATS, tighter
from .conftest import wait_in

LISTEN = """
globalThis.refused = [];
document.addEventListener("securitypolicyviolation", (event) => refused.push(event.effectiveDirective));
"""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A service with a page of each kind."""
    path = os.pathsep.join(str(ROOT / folder) for folder in ("", "examples", "viewers"))
    with running(uvicorn("tests.viewers.application:app"), PYTHONPATH=path) as url:
        yield url


def test_swagger_ui_works(local: Page, url: str) -> None:
    local.add_init_script(LISTEN)
    local.goto(f"{url}/openapi")
    expect(local.locator(".opblock")).to_have_count(6)
    local.locator(".opblock-summary-control").first.click()
    expect(local.get_by_text("All of it.")).to_be_visible()
    expect(local.get_by_text("USER_NOT_FOUND: No user has this id.").first).to_be_visible()
    local.locator(".btn.authorize").click()
    expect(local.get_by_role("heading", name="SignedIn")).to_be_visible()
    assert local.evaluate("refused") == []


@pytest.mark.part("viewers")
def test_swagger_ui_can_try_things_out(anywhere: Page, url: str) -> None:
    anywhere.goto(f"{url}/openapi")
    anywhere.locator("#operations-UserApi-UserApi_open_to_all .opblock-summary-control").click()
    anywhere.get_by_role("button", name="Try it out").click()
    with anywhere.expect_request(f"{url}/users/open"):
        anywhere.get_by_role("button", name="Execute").click()
    expect(
        anywhere.locator(".live-responses-table .response .response-col_status")
    ).to_contain_text("404")


def test_the_asyncapi_component_works(local: Page, url: str) -> None:
    local.add_init_script(LISTEN)
    local.goto(f"{url}/asyncapi")
    expect(local.get_by_text("Chat 1.0.0").filter(visible=True)).to_be_visible()
    expect(local.get_by_text("ChatApi_send_message").filter(visible=True).first).to_be_visible()
    expect(local.get_by_text("Somebody said something.").filter(visible=True).first).to_be_visible()
    assert local.evaluate("refused") == []


@pytest.mark.part("viewers")
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.format.name)
def test_no_policy_is_wider_than_needed(browser_page: Page, url: str, form: type[SpecDocs]) -> None:
    browser_page.add_init_script(LISTEN)
    for number, policy in enumerate(tighter(form.format.viewer.policy)):
        browser_page.goto(f"{url}/tighter/{form.format.name}/{number}")
        # no wait_for_function: that evaluates a string in the page, which the policy forbids
        wait_in(
            browser_page,
            lambda: browser_page.evaluate("refused.length"),
            f"something that {policy} refuses",
        )


def test_without_javascript_the_files_are_linked(
    browser_without_javascript: Page, url: str
) -> None:
    browser_without_javascript.goto(f"{url}/groups")
    expect(
        browser_without_javascript.get_by_role("heading", name="OpenAPI documents")
    ).to_be_visible()
    assert browser_without_javascript.locator("noscript a, ul a").count() == 2
