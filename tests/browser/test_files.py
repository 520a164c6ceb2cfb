"""The same contracts in other formats are one click away, in the UI as in the static text."""

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site


@pytest.mark.parametrize("address", ["apidocs/index.html#/platform", "both.html#/platform"])
def test_the_overview_links_to_the_files(page: Page, site: Site, address: str) -> None:
    page.goto(site.url + address)
    for name, file in (("OpenAPI", "openapi.json"), ("AsyncAPI", "asyncapi.json")):
        link = page.locator(".overview .files").get_by_role("link", name=name, exact=True)
        expect(link).to_be_visible()
        assert link.evaluate("link => link.href") == f"{site.url}apidocs/platform/{file}"
        assert page.request.get(f"{site.url}apidocs/platform/{file}").ok
