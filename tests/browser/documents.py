"""Documents of the example that a test changes before the page reads them."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route

from .conftest import Site

Change = Callable[[dict[str, Any]], object]


def changed(page: Page, site: Site, change: Change, slug: str = "platform") -> None:
    """Give the page another version of a document."""
    document = json.loads((site.folder / f"apidocs/{slug}/api-docs.json").read_text())
    change(document)
    body = json.dumps(document)

    def answer(route: Route) -> None:
        route.fulfill(body=body, content_type="application/json")

    page.route(f"**/{slug}/api-docs.json", answer)


def method_of(document: dict[str, Any], name: str) -> dict[str, Any]:
    """A method of the document by its name."""
    for group in document["groups"]:
        for contract in group["contracts"]:
            for method in contract["methods"]:
                if method["name"] == name:
                    found: dict[str, Any] = method
                    return found
    raise LookupError(name)
