"""What the guides say of FastAPI works, word for word: changelogs, mocks, MkDocs, agents, the
console, and tests of an implementation.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import anyio
import pytest
from fastapi import FastAPI
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from starlette.testclient import TestClient

from ..agents.clients import json_of
from .snippets import blocks, change_files, commands, in_this_environment, run, write_files

CHANGELOG = "docs/guides/changelog.md"
MOCK = "docs/guides/mock.md"
MKDOCS = "docs/guides/mkdocs.md"
AGENTS = "docs/guides/agents.md"
CONSOLE = "docs/guides/console.md"
IMPLEMENTING = "docs/guides/implementing.md"
FASTAPI = "With FastAPI"


def unnamed(page: str, section: str, language: str) -> list[str]:
    """The code blocks of a section that are neither files nor of another language."""
    found = [block for block in blocks(page, section) if not block.file]
    return [block.text for block in found if block.language == language]


def test_a_changelog(tmp_path: Path) -> None:
    write_files(CHANGELOG, tmp_path, "Show the changes")
    write_files(CHANGELOG, tmp_path, FASTAPI)
    (table,) = unnamed(CHANGELOG, FASTAPI, "toml")
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    (configuration,) = unnamed(CHANGELOG, FASTAPI, "python")
    (tmp_path / "docs" / "conf.py").write_text(configuration, encoding="utf-8")
    keep, compare = unnamed(CHANGELOG, FASTAPI, "bash")
    (report,) = unnamed(CHANGELOG, FASTAPI, "text")

    run(keep, tmp_path)
    assert (tmp_path / "docs" / "history" / "shop" / "1.0.0.json").is_file()
    change_files(CHANGELOG, tmp_path, FASTAPI)
    assert run(compare, tmp_path).strip() == report.strip()
    run("sphinx-build -W docs public", tmp_path)
    changes = (tmp_path / "public" / "changes.html").read_text(encoding="utf-8")
    assert "note: property removed" in changes
    assert "2.0.0" in changes


def test_a_mock(tmp_path: Path) -> None:
    write_files(MOCK, tmp_path, FASTAPI)
    (line,) = unnamed(MOCK, FASTAPI, "bash")
    assert line.split() == ["ggdocs", "mock", "service:app", "--stateful"]
    assert "3 passed" in run("python -m pytest -q test_service.py", tmp_path)


def test_mkdocs(tmp_path: Path) -> None:
    write_files(MKDOCS, tmp_path)
    (table,) = unnamed(MKDOCS, FASTAPI, "toml")
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    _installation, *others = commands(MKDOCS)
    for line in others:
        run(line, tmp_path)
    page = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
    assert "gg-shop.Orders.get_order" in page
    assert "Fetch an order." in page


@pytest.fixture
def agents(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    # Its section is one of "Answers over MCP".
    write_files(AGENTS, tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("api", None)


def test_agents(agents: Path) -> None:
    """A client finds the same over standard input as at the running service."""
    app: Any = import_module("api").app
    texts = [block.text for block in blocks(AGENTS) if block.language == "json" and not block.file]
    (configured,) = (json.loads(text)["mcpServers"]["shop"] for text in texts)
    assert configured["command"] == ".venv/bin/ggdocs"
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "sphinxcontrib_ggdocs", *configured["args"]],
        env=in_this_environment(),
        cwd=agents,
    )

    async def ask() -> Any:
        async with Client(stdio_client(parameters)) as client:
            return json_of(await client.call_tool("chain", {"name": "cancel_order"}))["calls"]

    first, second = anyio.run(ask)
    assert (first["title"], "OrderId" in first["gives"]) == ("GET /orders", True)
    assert "Not-Found" in second["errors"]
    question = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "chain", "arguments": {"name": "cancel_order"}},
    }
    accepted = {"Accept": "application/json, text/event-stream"}
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        answer = client.post("/mcp", json=question, headers=accepted)
    assert answer.status_code == 200
    assert "GET /orders" in answer.text


def test_the_console_of_another_origin_may_call() -> None:
    (cors,) = (block.text for block in blocks(CONSOLE) if "CORSMiddleware" in block.text)
    app = FastAPI()
    exec(cors, {"app": app})

    @app.post("/orders")
    def place_order() -> int:
        return 1

    origin = {"Origin": "https://docs.example.org"}
    asked = {
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    client = TestClient(app)
    allowed = client.options("/orders", headers={**origin, **asked})
    assert allowed.headers["access-control-allow-origin"] == origin["Origin"]
    assert "authorization" in allowed.headers["access-control-allow-headers"]
    answer = client.post("/orders", headers=origin)
    assert answer.headers["access-control-expose-headers"] == "*"
    others = client.options("/orders", headers={**asked, "Origin": "https://evil.example"})
    assert others.status_code == 400


def test_an_implementation_is_tested_over_http_and_websockets(tmp_path: Path) -> None:
    write_files(IMPLEMENTING, tmp_path)
    examples = [block for block in blocks(IMPLEMENTING) if block.language == "python"]
    service = "\n\n".join(block.text for block in examples if not block.file)
    (tmp_path / "service.py").write_text(service, encoding="utf-8")
    assert "3 passed" in run("python -m pytest -q test_service.py", tmp_path)
