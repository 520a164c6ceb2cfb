"""The guide works, word for word."""

import json
import os
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from ..repository.snippets import blocks, write_files
from ..serving.servers import ROOT
from .clients import json_of, text_of
from .test_live import search

GUIDE = "docs/guides/agents.md"
CONTRACTS = [*blocks("docs/guides/mock.md")]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    write_files(GUIDE, tmp_path)
    (shop,) = (block.text for block in CONTRACTS if block.file == "shop.py")
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "contracts.py").write_text(shop)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in ("shop", "shop.contracts"):
        sys.modules.pop(name, None)


def test_the_service_and_the_tools(project: Path) -> None:
    app: Any = runpy.run_path(str(project / "service.py"))["app"]
    assert "OrderApi.cancel_order" in anyio.run(search, app, "auto", "cancel", "/apidocs/mcp")
    tools = runpy.run_path(str(project / "tools.py"))["tools"]
    assert [tool.name for tool in tools.tools] == ["OrderApi_list_orders", "OrderApi_cancel_order"]


@pytest.mark.slow
def test_the_configuration_of_a_client_and_a_finished_site(project: Path) -> None:
    configured = json.loads((project / ".mcp.json").read_text())["mcpServers"]["shop"]
    assert configured["command"] == ".venv/bin/ggdocs"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(project)])}
    ggdocs = [sys.executable, "-m", "sphinxcontrib_ggdocs"]

    async def ask(*arguments: str) -> list[str]:
        command, *rest = [*ggdocs, *arguments]
        parameters = StdioServerParameters(command=command, args=rest, env=environment, cwd=project)
        async with Client(stdio_client(parameters)) as client:
            chain = await client.call_tool("chain", {"name": "cancel_order"})
        assert not chain.is_error, text_of(chain)
        return [call["title"] for call in json_of(chain)["calls"]]

    async def both() -> None:
        calls = ["GET /orders", "DELETE /orders/{id}"]
        assert await ask(*configured["args"]) == calls
        target = configured["args"][-1]
        build = [*ggdocs, "build", target, "--slug", "shop", "--out-dir", "public"]
        await anyio.run_process(build, cwd=project, env=environment)
        (file,) = (project / "public").rglob("api-docs.json")
        assert await ask("mcp", str(file)) == calls

    anyio.run(both)
