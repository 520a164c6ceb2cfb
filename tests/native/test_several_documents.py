"""Sites of several documents, and summaries of these."""

import re
from pathlib import Path
from typing import Any, NewType, Protocol
from urllib.parse import urljoin

import httpx
import pytest

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import ApiDocsDocument, GGApiDocs, build_api_docs
from sphinxcontrib_ggdocs.native.service_summary import summary_of_service

from ..history.documents import of_methods

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


def test_a_site_of_several_documents(tmp_path: Path) -> None:
    build_api_docs({"out_dir": tmp_path, "docs": [ORDERS, BILLING]})
    shell = (tmp_path / "index.html").read_text(encoding="utf-8")
    for path in re.findall(r'(?:href|src)="((?!#|data:)[^"#]+)', shell):
        assert (tmp_path / path).is_file(), path


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


REMOVED = {"group": "api", "contract": "C", "name": "b", "title": "b"}
CHANGES = [
    pytest.param({}, None, id="no snapshots"),
    pytest.param({"released": ["1.0"]}, "1.0", id="nothing has changed since the first"),
    pytest.param(
        {
            "released": ["1.0", "1.1"],
            "history": [
                {"kind": "added", "version": "1.0"},
                {"kind": "changed", "version": "1.1"},
            ],
            "removed": [{**REMOVED, "version": "1.1"}],
        },
        "1.1: 1 changed, 1 removed",
        id="the newest version",
    ),
    pytest.param(
        {"released": ["1.0"], "history": [{"kind": "added"}]},
        "Unreleased: 1 added",
        id="not released yet",
    ),
]


@pytest.mark.parametrize(("fields", "words"), CHANGES)
def test_the_last_change(fields: dict[str, Any], words: str | None) -> None:
    method = {"name": "a", "httpMethod": "GET", "httpPath": "/a"}
    history = {name: fields[name] for name in ("history",) if name in fields}
    others = {name: fields[name] for name in fields.keys() - history.keys()}
    document = ApiDocsDocument.model_validate({**of_methods([method | history]), **others})
    change = summary_of_service(document).last_change
    names = {name: name for name in ("added", "changed", "deprecated", "removed")}
    assert (change and change.text("Unreleased", names)) == words
