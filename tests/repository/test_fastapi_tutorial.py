"""The long tutorial of FastAPI works, step by step: each file is written, each difference applied,
each line run. It is installed already: the commands are those of this environment.
"""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from ..agents.clients import json_of
from ..serving.servers import reserved_port, wait_for
from ..waiting import HANG
from .snippets import blocks, change_file, in_this_environment, run

PAGE = "docs/tutorials/fastapi-complete.md"
INSTALLATION = ("python3 -m venv ", ".venv/bin/pip install ")
SERVER = re.compile(r"(?P<command>.*\S) +# http://127\.0\.0\.1:(?P<port>\d+)(?P<path>\S*)")
MCP = {"Accept": "application/json, text/event-stream"}


class Walk:
    """A reader in a folder, who follows the page; what is started keeps running."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.outputs: dict[str, str] = {}
        """By line what it has printed, the last time."""
        self.answers: list[httpx.Response] = []
        self._stack = stack
        self._ports: dict[str, int] = {}
        """By port of the page the one that is used here."""

    def follow(self) -> None:
        for block in blocks(PAGE):
            if block.file and block.language == "diff":
                change_file(block, self.folder)
            elif block.file:
                path = self.folder / block.file
                path.parent.mkdir(exist_ok=True)
                path.write_text(block.text, encoding="utf-8")
            else:
                assert block.language == "sh", f"neither a file nor a command: {block.text}"
                for line in block.text.splitlines():
                    self._type(line)

    def url(self, address: str) -> str:
        """An address of the page, at the port that is used here."""
        return re.sub(
            r"127\.0\.0\.1:(\d+)", lambda host: f"127.0.0.1:{self._ports[host[1]]}", address
        )

    def _type(self, line: str) -> None:
        server = SERVER.fullmatch(line)
        if line.startswith(INSTALLATION):
            return
        if server:
            self._start(server["command"], server["port"])
            if server["path"] not in ("", "/mcp"):
                address = f"http://127.0.0.1:{server['port']}{server['path']}"
                answer = httpx.get(self.url(address), timeout=HANG, follow_redirects=True)
                assert "<gg-docs" in answer.text
        elif line.startswith("curl "):
            self.answers.append(self._call(line))
        else:
            self.outputs[line] = run(line, self.folder)

    def _start(self, command: str, port: str) -> None:
        used = self._stack.enter_context(reserved_port())
        process = subprocess.Popen(
            [*shlex.split(command), "--port", str(used)],
            cwd=self.folder,
            env=in_this_environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._stack.callback(process.wait, HANG)
        self._stack.callback(process.terminate)
        wait_for(used, lambda: process.poll() is None)
        self._ports[port] = used

    def _call(self, line: str) -> httpx.Response:
        """Call as curl does, which is not installed everywhere."""
        _, url, *options = shlex.split(line)
        headers = dict(text.split(": ", 1) for text in options if text != "-H")
        return httpx.get(self.url(url), headers=headers, timeout=HANG)


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    folder = tmp_path_factory.mktemp("shop")
    (folder / ".venv").mkdir()
    (folder / ".venv" / "bin").symlink_to(Path(sys.executable).parent)
    with ExitStack() as stack:
        walk = Walk(folder, stack)
        walk.follow()
        yield walk


def test_links_lead_to_the_reference(walk: Walk) -> None:
    clients = (walk.folder / "public" / "clients.html").read_text(encoding="utf-8")
    for link in (
        'href="index.html#gg-shop.Orders.get_order"',
        'href="index.html#gg-error-shop.Not-Found"',
        'href="index.html#gg-schema-shop.Order"',
        'href="apidocs/shop/openapi.json"',
    ):
        assert link in clients, link


def test_the_changelog(walk: Walk) -> None:
    (report,) = (text for line, text in walk.outputs.items() if " diff " in line)
    assert re.search(r"breaking +.*customer", report)
    changes = (walk.folder / "public" / "changes.html").read_text(encoding="utf-8")
    assert "customer" in changes
    assert "2.0.0" in changes


def test_the_mock(walk: Walk) -> None:
    orders, error = walk.answers
    assert orders.status_code == 200
    assert {"item", "id"} <= orders.json()[0].keys()
    assert (error.status_code, error.json().keys()) == (404, {"detail"})


def test_an_agent_that_reads_the_file(walk: Walk) -> None:
    configured = json.loads((walk.folder / ".mcp.json").read_text(encoding="utf-8"))
    server = configured["mcpServers"]["shop"]
    # A client starts it in the folder of the project, where nothing is activated.
    parameters = StdioServerParameters(
        command=server["command"], args=server["args"], cwd=walk.folder
    )

    async def ask() -> tuple[Any, Any]:
        async with Client(stdio_client(parameters)) as client:
            chain = await client.call_tool("chain", {"name": "get_order"})
            changes = await client.call_tool("changes", {"since": "1.0.0"})
        return json_of(chain), json_of(changes)

    chain, changes = anyio.run(ask)
    assert [call["title"] for call in chain["calls"]] == ["GET /orders", "GET /orders/{id}"]
    assert "Not-Found" in chain["calls"][-1]["errors"]
    assert any(change.get("verdict") == "breaking" for change in changes["changes"])


def test_an_agent_at_the_running_service(walk: Walk) -> None:
    question = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": "search", "arguments": {"query": "place an order"}},
    }
    url = walk.url("http://127.0.0.1:8000/mcp")
    answer = httpx.post(url, json=question, headers=MCP, timeout=HANG)
    assert answer.status_code == 200
    assert "POST /orders" in answer.text
