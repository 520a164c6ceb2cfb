"""Documents that are not as the format says: what can be shown is shown, and words stand in for the
rest.
"""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .conftest import Site
from .pages import FULL, heading, open_page, region, sidebar

Spoil = Callable[[dict[str, Any]], object]


DEEP = '{"type": "array", "items": ' * 10_000 + "true" + "}" * 10_000
"""A schema of lists in lists, more than Python writes as JSON."""


def opened(page: Page, site: Site, spoil: Spoil, path: str) -> None:
    """Open a page with a document that has been spoilt."""
    document = json.loads((site.folder / "apidocs/platform/api-docs.json").read_text())
    spoil(document)
    body = json.dumps(document).replace('"DEEP"', DEEP)
    page.route(
        "**/platform/api-docs.json",
        lambda route: route.fulfill(body=body, content_type="application/json"),
    )
    open_page(page, site, path)


def test_what_can_be_shown_is_shown(browser_page: Page, site: Site) -> None:
    """More levels than can be read; `ui/src/views/malformed.slow.test.tsx` has what else may be malformed."""

    def deep(document: dict[str, Any]) -> None:
        document["schemas"]["Address"]["properties"]["city"] = "DEEP"

    opened(browser_page, site, deep, f"{FULL}#/platform/~schema/Address")
    expect(heading(browser_page, "Address")).to_be_visible()
    expect(region(browser_page, "Definition")).to_contain_text("This part cannot be shown")
    expect(region(browser_page, "Used by").get_by_role("link").first).to_be_visible()
    expect(sidebar(browser_page)).to_be_visible()


def test_embedded_the_text_stays_beside_the_words(browser_page: Page, site: Site) -> None:
    opened(browser_page, site, lambda document: document.pop("groups"), "both.html")
    expect(browser_page.locator("gg-docs [data-level='1']")).to_contain_text(
        "Kirkgate Platform API"
    )
    expect(browser_page.get_by_text("groups is missing.")).to_be_visible()
