"""Sites of several documents, and summaries of these."""

import re
from typing import Any, NewType, Protocol
from urllib.parse import urljoin

import httpx
import pytest

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import GGApiDocs

OrderId = NewType("OrderId", str)


@http.api("/orders")
class OrderApi(Protocol):
    """What people have bought."""

    @http.get("/{id}")
    def get_order(self, id: OrderId) -> str: ...


@http.api("/invoices")
class InvoiceApi(Protocol):
    """What people owe."""

    @http.get("/{id}")
    def get_invoice(self, id: OrderId) -> str: ...


ORDERS: dict[str, Any] = {
    "slug": "orders",
    "title": "Orders & more",
    "version": "2.1",
    "owner": "Team Shop",
    "lifecycle": "production",
    "description": "What people *buy*.\n\nMore.",
    "http": [OrderApi],
}


BILLING: dict[str, Any] = {"slug": "billing", "title": "Billing", "http": [InvoiceApi]}


BROKEN: dict[str, Any] = {"slug": "broken", "title": "Broken", "http": ["no.such:Api"]}


def client_of(docs: list[Any], **options: Any) -> httpx.Client:
    app = GGApiDocs.wsgi(None, {"docs": docs}, **options)
    return httpx.Client(transport=httpx.WSGITransport(app), base_url="http://service")


@pytest.mark.parametrize("page", ["", "/", "/index.html"])
def test_the_page_of_live_mode_leads_to_its_assets(page: str) -> None:
    client = client_of([ORDERS, BILLING, BROKEN], eager=True)
    shell = client.get(f"/apidocs{page}").text
    for asset in re.findall(r'(?:href|src)="((?:\./apidocs/)?assets/[^"]+)"', shell):
        assert client.get(urljoin(f"/apidocs{page}", asset)).status_code == 200


def test_a_document_that_cannot_be_built_costs_itself_only() -> None:
    client = client_of([ORDERS, BROKEN])
    assert client.get("/apidocs/").status_code == 200
    assert client.get("/apidocs/broken/api-docs.json").status_code == 500
