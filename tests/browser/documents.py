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


def many_users(document: dict[str, Any]) -> None:
    """Three contracts with 600 methods each, which ask for an order by its id."""
    group = next(group for group in document["groups"] if group["slug"] == "orders")
    contract = group["contracts"][0]
    method = method_of(document, "get_order")
    group["contracts"] = [
        {
            **contract,
            "name": f"Api{number}",
            "methods": [{**method, "name": f"get_{at}"} for at in range(600)],
        }
        for number in range(3)
    ]
    document["uses"]["methods"].update(
        {
            f"orders/Api{number}/get_{at}": {"path": ["OrderId"]}
            for number in range(3)
            for at in range(600)
        }
    )
