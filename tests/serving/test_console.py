"""The option ``console``: which calls a page may send, by its attributes and by its policy."""

import asyncio
import json
import re
from dataclasses import replace
from html import unescape
from typing import Any, Protocol

import httpx
import pytest

from sphinxcontrib_ggdocs.contracts import HttpContract, Requirement, contract_of, http, security
from sphinxcontrib_ggdocs.native import GGApiDocs

from .frameworks import OrderApi, OrderFeed, plain

SERVERS = [
    "https://api.example.org/v1",
    {
        "url": "https://{name}.example.org",
        "variables": {"name": {"default": "a", "enum": ["a", "b"]}},
    },
    "/v1",
]


def page_of(app: Any, path: str = "/docs/api") -> httpx.Response:
    async def get() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            return await client.get(path)

    return asyncio.run(get())


def document_in(text: str) -> dict[str, Any]:
    match = re.search('data-documents="([^"]*)"', text)
    assert match is not None
    (document,) = json.loads(unescape(match[1]))
    found: dict[str, Any] = {
        key: document[key] for key in ("console", "service") if key in document
    }
    return found


def connected(page: httpx.Response) -> str:
    (found,) = re.findall("connect-src ([^;]*);", page.headers["Content-Security-Policy"])
    return str(found)


def live(console: bool | None, *, alone: bool = False, **fields: Any) -> httpx.Response:
    document = {"slug": "shop", "title": "Shop", "http": [OrderApi], "console": console, **fields}
    options = {"docs_path": "/docs/api", "docs": [{"servers": SERVERS, **document}]}
    return page_of(GGApiDocs(None if alone else plain(), options))


CASES = [
    pytest.param(None, False, {"service": "./api/../../"}, id="the service alone"),
    pytest.param(
        True, False, {"console": True, "service": "./api/../../"}, id="the servers as well"
    ),
    pytest.param(False, False, {}, id="off"),
    pytest.param(None, True, {}, id="documentation alone"),
    pytest.param(True, True, {"console": True}, id="documentation alone, turned on"),
]


@pytest.mark.parametrize(("console", "alone", "expected"), CASES)
def test_whom_a_live_page_calls(
    console: bool | None, alone: bool, expected: dict[str, object]
) -> None:
    page = live(console, alone=alone)
    assert document_in(page.text) == expected
    servers = "https://a.example.org https://api.example.org https://b.example.org"
    assert connected(page) == (f"'self' {servers}" if console else "'self'")


def test_the_policy_has_sockets_and_tokens() -> None:
    assert "wss://a.example.org" in connected(live(True, ws=[OrderFeed]))
    assert "wss://live.example.org" in connected(
        live(True, ws=[OrderFeed], servers=["wss://live.example.org"])
    )


def test_the_policy_has_nothing_of_documents_for_others() -> None:
    documents: list[dict[str, Any]] = [
        {"slug": slug, "title": slug, "http": [OrderApi], "console": True, "servers": [server]}
        for slug, server in (("a", "https://a.example.org"), ("b", "https://b.example.org"))
    ]
    documents[1]["audience"] = "internal"
    app = GGApiDocs(None, {"docs_path": "/docs/api", "docs": documents, "audience": "public"})
    assert connected(page_of(app)) == "'self' https://a.example.org"


def test_servers_cannot_write_directives() -> None:
    page = live(True, servers=["https://a.example.org,*;script-src"])
    assert connected(page) == "'self'"


def test_a_document_that_cannot_be_built_costs_itself_only() -> None:
    page = live(True, http=["no.such:Api"])
    assert page.status_code == 200
    assert connected(page) == "'self'"


TOKENS = security.OAuth2(
    client_credentials=security.Flow(token_url="https://tokens.example.org/token")
)
SIGNED_IN = Requirement("SignedIn", security=TOKENS)


@http.api("/bills", requires=[SIGNED_IN])
class BillApi(Protocol):
    @http.get("")
    def bills(self) -> int: ...


def test_the_page_builds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("sphinxcontrib_ggdocs.native.documentation_site.build_contract_doc")
    declared = contract_of(BillApi)
    assert isinstance(declared, HttpContract)
    [bills] = declared.methods
    extra = {"servers": [{"url": "https://bills.example.org"}]}
    contract = replace(declared, methods=(replace(bills, openapi_extra=extra),))
    page = live(True, http=[contract], ws=[OrderFeed], servers=["https://api.example.org"])
    called = ["https://api", "https://bills", "https://tokens", "wss://api", "wss://bills"]
    assert connected(page).split() == ["'self'", *(f"{name}.example.org" for name in called)]
