"""What differs on Windows, as far as another system can show it: encodings, line ends, consoles and
paths.
"""

import ast
import contextlib
import importlib
import io
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.catalog.imports import name_hint
from sphinxcontrib_ggdocs.commands import main

ROOT = Path(__file__).parents[2]


SOURCES = sorted(
    path
    for folder in ("sphinxcontrib_ggdocs", "docs", "examples")
    for path in (ROOT / folder).rglob("*.py")
    if not {"_build", "__pycache__"}.intersection(path.parts)
)


# --- encodings: without one Python takes that of the system, on Windows often cp1252 ---


def calls_without_encoding(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        keywords = {keyword.arg for keyword in node.keywords}
        if "encoding" in keywords or None in keywords:
            continue
        function = node.func
        is_text = any(keyword.arg == "text" and is_true(keyword.value) for keyword in node.keywords)
        if isinstance(function, ast.Name) and function.id == "open":
            is_text = not is_binary(node.args[1:2], node)
        elif isinstance(function, ast.Attribute) and function.attr == "open":
            is_path = not isinstance(function.value, ast.Name) or function.value.id not in OPENERS
            is_text = is_path and not is_binary(node.args[:1], node)
        elif isinstance(function, ast.Attribute) and function.attr in POSITIONS:
            is_text = len(node.args) <= POSITIONS[function.attr]
        if is_text:
            yield f"{path.relative_to(ROOT)}:{node.lineno}"


OPENERS = {"os", "tarfile", "Image", "webbrowser", "zipfile"}


"""Modules whose function `open` opens no text."""


POSITIONS = {"read_text": 0, "write_text": 1}


"""Methods of `Path`, and where the encoding is among their arguments."""


def is_true(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is True


def is_binary(mode: list[ast.expr], call: ast.Call) -> bool:
    given = [*mode, *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    return any(isinstance(each, ast.Constant) and "b" in str(each.value) for each in given)


def test_texts_are_read_and_written_in_an_encoding() -> None:
    assert len(SOURCES) > 200
    assert [place for path in SOURCES for place in calls_without_encoding(path)] == []


# --- consoles and line ends ---

CONTRACTS = '''
"""A shop with «↔» and → in its texts."""

from typing import NewType, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import SERVER_ERROR, http

OrderId = NewType("OrderId", str)


class Order(BaseModel):
    """An order ↔ what was bought.

    - first → second

    ```
    code
      indented
    ```
    """

    id: OrderId


@http.api("/orders")
class OrderApi(Protocol):
    """Größen ↔ orders."""

    @http.get("/{id}", errors=[SERVER_ERROR])
    def get_order(self, id: OrderId) -> Order:
        """Fetch an order → at once.

        A longer text
        in two lines.

        Args:
            id: Which one,
                in two lines.
        """
        ...
'''


PYPROJECT = """\
[[tool.ggdocs.docs]]
slug = "shop"
title = "Shop ↔ Größen"
description = \"\"\"
One line.

- an item
\"\"\"
http = ["windows_contracts:OrderApi"]
"""


OPENAPI = """\
openapi: 3.1.0
info:
  title: Shop ↔ Größen
  version: "1"
  description: |
    One line.

    - an item →
paths:
  /orders:
    get:
      operationId: list_orders
      description: >
        Folded
        lines.
      responses:
        "200":
          description: Orders ↔
          content: {application/json: {schema: {type: string}}}
"""


OTHER = OPENAPI.replace("list_orders", "find_orders").replace("Folded", "Größe → geändert")


@pytest.fixture
def work_in(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path, str], None]:
    """Writes a project whose files have line ends of one kind into an empty folder, and goes there."""

    def work(folder: Path, end: str) -> None:
        files = {
            "windows_contracts.py": CONTRACTS,
            "pyproject.toml": PYPROJECT,
            "openapi.yaml": OPENAPI,
            "other.yaml": OTHER,
        }
        for name, text in files.items():
            (folder / name).write_bytes(text.replace("\n", end).encode())
        monkeypatch.chdir(folder)
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.delitem(sys.modules, "windows_contracts", raising=False)
        importlib.invalidate_caches()

    return work


def run(*arguments: str, encoding: str = "cp1252") -> tuple[int, bytes, str]:
    """Status, standard output and standard error of a command at a console."""
    written, errors = io.BytesIO(), io.BytesIO()
    out = io.TextIOWrapper(written, encoding=encoding, write_through=True)
    # As Python opens it, whatever the encoding.
    err = io.TextIOWrapper(errors, encoding, errors="backslashreplace", write_through=True)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(arguments)
        except SystemExit as end:  # argparse
            status = int(end.code or 0)
    return status, written.getvalue(), errors.getvalue().decode(encoding)


COMMANDS = {
    "build": (0, "build", "-o", "site"),
    "check": (0, "check"),
    "markdown": (0, "export", "markdown"),
    "diff": (1, "diff", "openapi.yaml", "other.yaml"),
    "no document": (2, "serve", "--no-reload", "--port", "0", "--doc", "↔"),
    "no file": (2, "diff", "größe→.json", "other.yaml"),
    "help": (0, "diff", "--help"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_commands_at_a_console_of_windows(
    work_in: Callable[[Path, str], None], tmp_path: Path, command: tuple[int, *tuple[str, ...]]
) -> None:
    work_in(tmp_path, "\n")
    expected, *arguments = command
    status, _out, errors = run(*arguments)
    assert status == expected, errors
    assert errors.startswith("ggdocs: error: ") == (status == 2)
    assert "Traceback" not in errors


@pytest.mark.parametrize("kind", ["contract-document", "openapi", "markdown"])
@pytest.mark.parametrize("source", [(), ("openapi.yaml",)], ids=["contracts", "file"])
def test_line_ends_of_sources_do_not_matter(
    work_in: Callable[[Path, str], None], tmp_path: Path, kind: str, source: tuple[str, ...]
) -> None:
    outputs = {}
    for name, end in {"lf": "\n", "crlf": "\r\n"}.items():
        (tmp_path / name).mkdir()
        work_in(tmp_path / name, end)
        outputs[name] = run("export", kind, *source, encoding="utf-8")
    assert outputs["lf"] == outputs["crlf"]
    assert b"\r" not in outputs["crlf"][1]


# --- paths ---


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("src\\shop\\main.py:app", "did you mean 'shop.main:app'?"),
        (".\\shop\\main.py", "did you mean 'shop.main:app'?"),
    ],
)
def test_a_path_in_the_place_of_a_name(written: str, hint: str) -> None:
    assert name_hint(written, "package.module:app") == hint
