"""What the command line writes where: results, SARIF by the rules of its
specification.
"""

import json
import os
import re
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.lint import RULES

from .project import CONTRACTS, PYPROJECT, run

pty = (
    pytest.importorskip("pty", reason="a terminal is of POSIX")
    if os.name == "nt"
    else __import__("pty")
)


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


def test_sarif(project: Path) -> None:
    done = run(project, "check", "shop.contracts:SloppyApi", "--format", "sarif")
    assert done.returncode == 0
    log = json.loads(done.stdout)
    # SARIF 2.1.0, 3.13, 3.14, 3.19, 3.27 and 3.49
    (ran,) = log.pop("runs")
    assert log == {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
    }
    assert (ran.keys(), ran["tool"].keys()) == ({"tool", "results"}, {"driver"})
    assert ran["tool"]["driver"].keys() == {"name", "version", "rules"}
    rules = ran["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule.keys() == {"id", "shortDescription", "defaultConfiguration"}
        assert rule["shortDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("note", "warning", "error")
    assert [rule["id"] for rule in rules] == [*RULES]
    assert ran["results"]
    for result in ran["results"]:
        assert result["message"]["text"]
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["defaultConfiguration"]["level"] == result["level"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "my%20src/shop/contracts.py"}
        assert place["region"]["startLine"] >= 1
        assert location["logicalLocations"][0]["fullyQualifiedName"].startswith("SloppyApi")


def test_sarif_of_nothing_and_from_elsewhere(project: Path) -> None:
    (project / "deep").mkdir()
    config = str(project / "pyproject.toml")
    nothing = json.loads(run(project, "check", "--format", "sarif").stdout)
    elsewhere = run(
        project / "deep",
        "check",
        "shop.contracts:SloppyApi",
        "--config",
        config,
        "--format",
        "sarif",
    )
    assert nothing["runs"][0]["results"] == []
    assert '"file:///' in elsewhere.stdout
