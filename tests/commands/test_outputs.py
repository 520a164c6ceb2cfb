"""What the command line writes where."""

import json
import re
from pathlib import Path

import pytest

from .project import CONTRACTS, PYPROJECT, run


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project in a folder whose name has to be written differently in URIs."""
    package = tmp_path / "my src" / "shop"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("print('the shop is open')\n")
    (package / "contracts.py").write_text(CONTRACTS)
    (tmp_path / "pyproject.toml").write_text(PYPROJECT.replace('"src"', '"my src"'))
    return tmp_path


def test_what_modules_print_is_no_result(project: Path) -> None:
    done = run(project, "export", "contract-document", "--doc", "shop")
    assert json.loads(done.stdout)["version"] == "2.1"
    assert done.stderr == "the shop is open\n"


@pytest.mark.parametrize(
    "arguments", [["build"], ["check"], ["export", "markdown"], ["snapshot", "--history", "kept"]]
)
def test_warnings_are_messages_without_lines_of_code(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "empty.py").write_text("from fastapi import FastAPI\n\napp = FastAPI()\n")
    done = run(tmp_path, *arguments, "empty:app")
    assert done.returncode == 0
    assert re.fullmatch(r"ggdocs: warning: ApiDocSpec .*\n  hint: .*\n", done.stderr)


SHOPS = """\
import types

from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Tool(BaseModel, arbitrary_types_allowed=True):
    module: types.ModuleType


@app.post("/tools")
def buy(tool: Tool) -> None: ...


docs = [{"slug": slug, "title": slug, "app": app} for slug in ("one", "two")]
broken = [{**docs[0], "app": FastAPI()}, {**docs[1], "app": "shops:nothing"}]
"""


@pytest.mark.parametrize("command", ["build", "check"])
@pytest.mark.parametrize(
    ("documents", "messages"),
    [
        pytest.param("docs", ["warning"], id="of two documents the same"),
        pytest.param("broken", ["warning", "error"], id="an error after a warning"),
    ],
)
def test_warnings_are_messages_once_and_before_an_error(
    tmp_path: Path, command: str, documents: str, messages: list[str]
) -> None:
    (tmp_path / "shops.py").write_text(SHOPS)
    done = run(tmp_path, command, f"shops:{documents}")
    assert re.findall(r"^ggdocs: (\w+): ", done.stderr, re.MULTILINE) == messages
