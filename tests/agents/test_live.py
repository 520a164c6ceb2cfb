"""The MCP server of a running service, and the command, as the official client sees them."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from fastapi import Depends, FastAPI
from marketplace.docs import DOCS
from marketplace.service.app import create_app
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from sphinxcontrib_ggdocs.agents import GGMcpDocs
from sphinxcontrib_ggdocs.catalog import SpecError
from sphinxcontrib_ggdocs.contracts import Audience
from sphinxcontrib_ggdocs.native import Denied, DocsRequest, RegistrationWarning

from ..audiences.secret_shop import TOKEN, WHOLE
from ..serving.servers import ROOT
from .clients import text_of

BASE = "http://service.example"
MODES = ("auto", "legacy")
SECRET_DOCS = {"docs": [{"slug": "items", "title": "Items", "http": ["shop_of_items:ItemApi"]}]}


async def search(
    app: Any, mode: str, query: str = "order", path: str = "/mcp", **headers: str
) -> str:
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, headers=headers) as http_client:
        streams = streamable_http_client(f"{BASE}{path}", http_client=http_client)
        async with Client(streams, mode=mode) as client:
            return text_of(await client.call_tool("search", {"query": query}))


def status(app: Any, method: str = "POST", path: str = "/mcp", **headers: str) -> int:
    async def send() -> int:
        transport = httpx2.ASGITransport(app=app, raise_app_exceptions=False)
        async with httpx2.AsyncClient(transport=transport, base_url=BASE) as client:
            response = await client.request(method, path, json={}, headers=headers)
        return response.status_code

    return anyio.run(send)


@pytest.mark.parametrize("mode", MODES)
def test_a_registered_server_answers_and_the_service_goes_on(mode: str) -> None:
    app = GGMcpDocs.register(create_app(), docs=DOCS)
    assert "platform.OrderApi.cancel" in anyio.run(search, app, mode, "cancel order")
    assert status(app, "GET", "/catalogue/categories") == 200
    assert status(app, "GET", "/elsewhere") == 404
    assert status(create_app()) == 404  # off unless it is registered


def kettle_shop() -> FastAPI:
    app = FastAPI(title="Kettles")

    @app.get("/kettles/{id}")
    def get_kettle(id: int) -> None:
        """Fetch a kettle."""

    return app


OWN: dict[str, Callable[[FastAPI], Any]] = {
    "registered": GGMcpDocs.register,
    "around": GGMcpDocs,
    "with another option": lambda app: GGMcpDocs.register(app, {"mcpPath": "/mcp"}),
    "named": lambda app: GGMcpDocs.register(app, app=app),
    "named, around": lambda app: GGMcpDocs(app, app=app, title="Kettles of ours"),
}


@pytest.mark.parametrize("make", OWN.values(), ids=OWN)
def test_without_contents_it_documents_the_application(make: Callable[[FastAPI], Any]) -> None:
    app = make(kettle_shop())
    assert "GET /kettles/{id}" in anyio.run(search, app, "auto", "kettle")


def test_it_wraps_an_application_or_is_one() -> None:
    for app in (GGMcpDocs(None, docs=DOCS), GGMcpDocs(create_app(), docs=DOCS)):
        assert "platform.OrderApi.cancel" in anyio.run(search, app, "auto")
    assert status(GGMcpDocs(None, docs=DOCS), "GET", "/elsewhere") == 404


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        pytest.param(False, 403, id="no"),
        pytest.param(Denied(status=401), 401, id="a refusal"),
        pytest.param(None, 500, id="nothing"),
    ],
)
def test_whoever_may_not_read_gets_no_answer(verdict: Any, expected: int) -> None:
    async def protect(request: DocsRequest) -> Any:
        assert request.path == "/mcp"
        return verdict

    for app in (
        GGMcpDocs(None, docs=DOCS, protect=protect),
        GGMcpDocs.register(create_app(), docs=DOCS, protect=protect),
    ):
        assert status(app) == expected


@pytest.mark.parametrize("mode", MODES)
def test_each_audience_has_a_server_of_its_own(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shop_of_items.py").write_text(WHOLE)
    monkeypatch.syspath_prepend(tmp_path)

    def protect(request: DocsRequest) -> Audience:
        return Audience(request.headers.get("x-role", "public"))

    app = GGMcpDocs(None, SECRET_DOCS, protect=protect)
    assert TOKEN not in anyio.run(search, app, mode, TOKEN).lower()
    staff = anyio.run(lambda: search(app, mode, TOKEN, **{"x-role": "internal"}))
    assert TOKEN in staff.lower()
    sys.modules.pop("shop_of_items")


LISTED = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
CALLS = {
    "legacy": {**LISTED, "params": {"name": "search", "arguments": {"query": "order"}}},
    "current": {
        **LISTED,
        "params": {
            "name": "search",
            "arguments": {"query": "order"},
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "a", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    },
}
HEADERS = {
    "legacy": {},
    "current": {
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": "search",
    },
}
EVIL = "http://evil.example"
WHO_ASKS = {
    "a program": ("http://127.0.0.1:8000", {}, {}, 200),
    "a page of this machine": (
        "http://localhost:8000",
        {"Origin": "http://localhost:3000"},
        {},
        200,
    ),
    "a page of another site": ("http://localhost:8000", {"Origin": EVIL}, {}, 403),
    "a sandboxed page": ("http://127.0.0.1:8000", {"Origin": "null"}, {}, 403),
    "a name that leads to this machine": (
        "http://127.0.0.1:8000",
        {"Host": "evil.example"},
        {},
        421,
    ),
    "the same over IPv6": ("http://[::1]:8000", {"Host": "evil.example:8000"}, {}, 421),
    "a proxy on this machine": (
        "http://127.0.0.1:8000",
        {"Host": "api.example.org"},
        {"allowed_hosts": ["api.example.org"]},
        200,
    ),
    "another host than those allowed": (BASE, {}, {"allowed_hosts": ["api.example.org"]}, 421),
    "a public service": (BASE, {}, {}, 200),
    "its own page": (BASE, {"Origin": BASE}, {}, 200),
    "a page of another site, of a public service": (BASE, {"Origin": EVIL}, {}, 403),
    "a page that is allowed": (BASE, {"Origin": EVIL}, {"allowedOrigins": [EVIL]}, 200),
}


@pytest.mark.parametrize("protocol", CALLS)
@pytest.mark.parametrize(
    ("base", "headers", "options", "expected"), WHO_ASKS.values(), ids=WHO_ASKS
)
def test_pages_of_others_are_refused(
    protocol: str, base: str, headers: dict[str, str], options: dict[str, Any], expected: int
) -> None:
    app = GGMcpDocs(None, {"docs": DOCS, **options})
    accepted = {"Accept": "application/json, text/event-stream", **HEADERS[protocol], **headers}

    async def send() -> httpx2.Response:
        transport = httpx2.ASGITransport(app=app)
        async with httpx2.AsyncClient(transport=transport, base_url=base) as client:
            return await client.post("/mcp", json=CALLS[protocol], headers=accepted)

    response = anyio.run(send)
    assert response.status_code == expected, response.text
    if expected == 200:
        assert "platform.OrderApi" in response.text


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT"])
def test_there_are_no_streams_and_sessions(method: str) -> None:
    assert status(GGMcpDocs(None, docs=DOCS), method, Accept="text/event-stream") == 405


def test_what_cannot_be_built_is_no_reason_for_details(caplog: pytest.LogCaptureFixture) -> None:
    app = GGMcpDocs(None, docs=[{"slug": "a", "title": "A", "http": ["no.such:Api"]}])
    assert status(app) == 500
    assert "http[0]" in caplog.text


def test_wrong_uses_are_errors() -> None:
    with pytest.raises(SpecError, match="there are no documents"):
        GGMcpDocs(None)
    with pytest.raises(TypeError, match="cannot be changed in place"):
        GGMcpDocs.register(object(), docs=DOCS)
    with pytest.warns(RegistrationWarning, match="do not run"):
        GGMcpDocs.register(FastAPI(dependencies=[Depends(print)]), docs=DOCS)


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_the_command_answers_over_stdio(mode: str) -> None:
    path = os.pathsep.join([str(ROOT), str(ROOT / "examples")])
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sphinxcontrib_ggdocs", "mcp", "marketplace.docs:DOCS", "--doc", "platform"],
        env={**os.environ, "PYTHONPATH": path},
    )

    async def ask() -> str:
        async with Client(stdio_client(server), mode=mode) as client:
            return text_of(await client.call_tool("chain", {"name": "refund"}))

    assert "from_call" in anyio.run(ask)
