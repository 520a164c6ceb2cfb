"""Each tutorial works from an empty folder: a test writes every file and runs every line, the
installation of this checkout's wheel into a fresh virtual environment included.
"""

import contextlib
import json
import os
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from sphinxcontrib_ggdocs.native import ApiDocsDocument

from ..serving.servers import reserved_port, wait_for
from ..waiting import HANG
from .snippets import blocks, run

ROOT = Path(__file__).parents[2]
SERVER = re.compile(
    r"(?P<command>\S+/(?:uvicorn|ggdocs serve) .*?) +# http://127\.0\.0\.1:8000(?P<path>/\S*)"
)
IN_THE_CLONE = ("export GGDOCS=", "mkdir ../", "cd ../")
"""Commands that lead from the clone to the folder of the reader."""
FURO = "_static/styles/furo.css"
"""In pages of the theme of the tutorials."""


@pytest.fixture
def environment(wheel: Path) -> Mapping[str, str]:
    """Our own package comes from this checkout, all else from the index."""
    outer = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    return outer | {
        "PIP_FIND_LINKS": str(wheel.parent),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_PRE": "0",
        "GGDOCS": wheel.as_uri(),
    }


def serve(command: str, path: str, folder: Path, environment: Mapping[str, str]) -> str:
    """What a server of the tutorial responds; it is started on a free port and ended afterwards."""
    with reserved_port() as port:
        process = subprocess.Popen(
            [*shlex.split(command), "--port", str(port)],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(port, lambda: process.poll() is None)
            address = f"http://127.0.0.1:{port}{path}"
            with contextlib.closing(urlopen(address, timeout=HANG)) as page:
                text: str = page.read().decode()
                return text
        finally:
            process.terminate()
            process.wait(HANG)


def follow(page: str, folder: Path, environment: Mapping[str, str]) -> Iterator[str]:
    """Do what the page says, block by block; yields each line after it has run."""
    for block in blocks(page):
        if block.file:
            path = folder / block.file
            path.parent.mkdir(exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
            continue
        assert block.language == "sh", f"neither a file nor a command: {block.text}"
        if block.text.startswith("make "):  # in the clone, as this test is run
            continue
        for line in block.text.splitlines():
            if line.startswith(IN_THE_CLONE):
                continue
            if server := SERVER.fullmatch(line):
                assert "<gg-docs" in serve(
                    **server.groupdict(), folder=folder, environment=environment
                )
            else:
                run(line, folder, environment)
            yield line


def document(folder: Path) -> Any:
    return json.loads((folder / "api-docs.json").read_bytes())


def assert_is_published(folder: Path, slug: str, *texts: str) -> None:
    """The output has the reference of the tutorial, and no page of anybody else."""
    page = (folder / "index.html").read_text(encoding="utf-8")
    assert [text for text in texts if text not in page] == []
    assert (folder / "apidocs" / "index.html").is_file()
    assert (folder / "apidocs" / slug / "openapi.json").is_file()
    pages = {path.name for path in folder.glob("*.html")}
    assert pages <= {
        "index.html",
        "search.html",
        "genindex.html",
        "gg-brands.html",
        "gg-errors.html",
        "gg-routes.html",
    }


def test_the_readme(environment: Mapping[str, str], tmp_path: Path) -> None:
    lines = list(follow("README.md", tmp_path, environment))
    assert document(tmp_path / "site" / "api")["service"]["name"] == "Shop API"
    assert document(tmp_path / "public" / "apidocs" / "api")["errors"].keys() >= {"ORDER_NOT_FOUND"}
    assert_is_published(tmp_path / "public", "api", "Fetch the total of an order.")
    assert [line for line in lines if SERVER.fullmatch(line)]


def test_contracts_first(environment: Mapping[str, str], tmp_path: Path) -> None:
    lines = list(follow("docs/tutorials/quickstart.md", tmp_path, environment))
    assert_is_published(tmp_path / "public", "api", "Fetch an order.", FURO)
    assert document(tmp_path / "site" / "api")["schemas"].keys() >= {"Order", "OrderId"}
    assert [line for line in lines if SERVER.fullmatch(line)]


def test_a_fastapi_application(environment: Mapping[str, str], tmp_path: Path) -> None:
    written = tmp_path / "public" / "apidocs" / "api"
    before, after = (
        document(written)
        for line in follow("docs/tutorials/fastapi.md", tmp_path, environment)
        if "sphinx-build" in line
    )
    assert sorted(error["statusCode"] for error in before["errors"].values()) == [404, 422]
    assert "ItemId" not in before["schemas"]
    users = ApiDocsDocument.model_validate(after).users
    assert {use.method for use in users.of_type("ItemId")} == {"get_item", "save_item"}
    assert "ItemId" in (tmp_path / "public" / "gg-brands.html").read_text(encoding="utf-8")
    assert_is_published(tmp_path / "public", "api", "Fetch one item.", FURO)
