"""The guide and the commands work, word for word."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx
import pytest

from ..repository.snippets import blocks, in_this_environment, run, write_files
from ..serving.servers import ROOT, reserved_port, wait_for
from ..waiting import HANG

GUIDE = "docs/guides/mock.md"
PATH = {"PYTHONPATH": str(ROOT)}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_files(GUIDE, tmp_path)
    return tmp_path


def test_the_fixture(project: Path) -> None:
    assert "1 passed" in run(
        "python -m pytest -q test_shop.py", project, {**in_this_environment(), **PATH}
    )


def test_all_commands_are_known() -> None:
    (text,) = (block.text for block in blocks(GUIDE) if block.language == "sh")
    assert [line.split()[:2] for line in text.splitlines()] == [
        ["ggdocs", "mock"],
        ["ggdocs", "mock"],
        ["ggdocs", "mock"],
        ["ggdocs", "serve"],
    ]


IN_A_PROCESS = """\
import asyncio
import httpx
from shop import OrderApi
from sphinxcontrib_ggdocs.mock import mock_service

async def orders():
    transport = httpx.ASGITransport(mock_service(OrderApi))
    async with httpx.AsyncClient(transport=transport, base_url="http://shop") as client:
        print((await client.get("/orders")).text)

asyncio.run(orders())
"""


def test_each_process_draws_the_same(project: Path) -> None:
    outputs = set()
    for seed in "12":
        environment = {**PATH, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", IN_A_PROCESS]
        outputs.add(subprocess.check_output(command, cwd=project, env=environment))
    assert len(outputs) == 1


def started(project: Path, port: int, words: Sequence[str]) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "sphinxcontrib_ggdocs", *words, "--port", str(port)]
    process = subprocess.Popen(command, cwd=project, env=PATH, stdout=subprocess.PIPE, text=True)
    wait_for(port, lambda: process.poll() is None)
    return process


def test_a_mock(project: Path) -> None:
    words = ["mock", "shop:OrderApi", "--stateful", "--failures", "0", "--seed", "7"]
    with reserved_port() as port:
        process = started(project, port, words)
        try:
            url = f"http://127.0.0.1:{port}"
            order = httpx.post(f"{url}/orders", json={"item": "bell"}, timeout=HANG).json()
            assert order in httpx.get(f"{url}/orders", timeout=HANG).json()
        finally:
            process.terminate()
            process.communicate(timeout=HANG)


def test_credentials_on_the_command_line(project: Path) -> None:
    command = [sys.executable, "-m", "sphinxcontrib_ggdocs", "mock", "shop:OrderApi"]
    done = subprocess.run(
        [*command, "--credential", "Bearer"],
        cwd=project,
        env=PATH,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "write SCHEME=VALUE" in done.stderr
