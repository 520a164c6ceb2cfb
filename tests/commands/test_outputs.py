"""What the command line writes where: results, progress, SARIF by the rules of its
specification.
"""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from sphinxcontrib_ggdocs.lint import RULES

from ..waiting import HANG
from .project import CONTRACTS, PYPROJECT, command, good, run

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


def at_a_terminal(project: Path, *arguments: str, **environment: str) -> tuple[str, str]:
    """Standard output, and what the terminal that standard error is has shown."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments),
        cwd=project,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80", **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # on Linux the end of a terminal is an error
        pass
    os.close(ours)
    assert process.stdout is not None
    with process.stdout as out:
        text = out.read()
    assert process.wait(timeout=HANG) == 0, shown
    return text, shown.decode()


LONG = [
    pytest.param(["build"], "[1/22] assets/index-", "index.html: 22 files written\n", id="build"),
    pytest.param(["check"], "[1/3] importing shop", "no findings\n", id="check"),
    pytest.param(
        ["export", "openapi", "--doc", "shop"],
        "[1/1] openapi of shop",
        '{\n  "openapi": "3.1.0"',
        id="export",
    ),
]


@pytest.mark.parametrize(("arguments", "progress", "result"), LONG)
def test_progress_at_a_terminal_and_none_in_a_pipe(
    project: Path, arguments: list[str], progress: str, result: str
) -> None:
    out, shown = at_a_terminal(project, *arguments)
    assert result in out
    assert progress in shown
    assert shown.rstrip().removesuffix("the shop is open").endswith("\r\x1b[K") or shown.endswith(
        "\r\x1b[K"
    )
    assert "\x1b" not in run(project, *arguments).stderr


def test_no_progress_at_a_terminal_that_cannot_go_back(project: Path) -> None:
    _, shown = at_a_terminal(project, "check", TERM="dumb")
    assert "\x1b" not in shown


def test_what_modules_print_is_no_result(project: Path) -> None:
    done = run(project, "export", "contract-document", "--doc", "shop")
    assert json.loads(done.stdout)["version"] == "2.0"
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


def only(required: dict[str, object], **optional: object) -> dict[str, object]:
    """The schema of an object with these properties and no others."""
    properties = {**required, **optional}
    return {
        "type": "object",
        "required": [*required],
        "properties": properties,
        "additionalProperties": False,
    }


TEXT = {"type": "string", "minLength": 1}
MESSAGE = only({"text": TEXT})
LEVEL = {"enum": ["none", "note", "warning", "error"]}
URI_REFERENCE = {"type": "string", "pattern": r"^(file://)?[A-Za-z0-9\-._~%!$&'()*+,;=:@/]+$"}
# Of SARIF 2.1.0, in the order of its chapters: what our output may have, and must.
ARTIFACT_LOCATION = only({"uri": URI_REFERENCE})  # 3.4
RUN = only(  # 3.14
    {
        "tool": only(  # 3.18
            {
                "driver": only(  # 3.19
                    {"name": TEXT},
                    version=TEXT,
                    rules={
                        "type": "array",
                        "uniqueItems": True,
                        "items": only(  # 3.49
                            {"id": TEXT},
                            shortDescription=MESSAGE,
                            defaultConfiguration=only({}, level=LEVEL),
                        ),
                    },
                )
            }
        )
    },
    results={
        "type": "array",
        "items": only(  # 3.27
            {"message": MESSAGE},
            ruleId=TEXT,
            ruleIndex={"type": "integer", "minimum": 0},
            level=LEVEL,
            locations={
                "type": "array",
                "items": only(  # 3.28
                    {},
                    physicalLocation=only(  # 3.29
                        {"artifactLocation": ARTIFACT_LOCATION},
                        region=only({"startLine": {"type": "integer", "minimum": 1}}),  # 3.30
                    ),
                    logicalLocations={
                        "type": "array",
                        "items": only({}, fullyQualifiedName=TEXT),
                    },  # 3.33
                ),
            },
        ),
    },
)
SARIF = only(  # 3.13
    {"version": {"const": "2.1.0"}, "runs": {"type": "array", "items": RUN}},
    **{"$schema": {"const": "https://json.schemastore.org/sarif-2.1.0.json"}},
)


def test_sarif(project: Path) -> None:
    Draft202012Validator.check_schema(SARIF)
    done = run(project, "check", "shop.contracts:SloppyApi", "--format", "sarif")
    assert done.returncode == 0
    log = json.loads(done.stdout)
    Draft202012Validator(SARIF).validate(log)
    (ran,) = log["runs"]
    rules = ran["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [*RULES]
    assert ran["results"]
    for result in ran["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert rule["defaultConfiguration"]["level"] == result["level"]
        (location,) = result["locations"]
        assert (
            location["physicalLocation"]["artifactLocation"]["uri"] == "my%20src/shop/contracts.py"
        )
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
    for log in (nothing, json.loads(elsewhere.stdout)):
        Draft202012Validator(SARIF).validate(log)
    assert nothing["runs"][0]["results"] == []
    assert '"file:///' in elsewhere.stdout


def test_json_of_nothing(project: Path) -> None:
    assert json.loads(run(project, "check", "--format", "json").stdout) == {"findings": []}
    assert "no findings" in good_but_chatty(project, "check")


def good_but_chatty(project: Path, *arguments: str) -> str:
    """Of a command whose modules print."""
    (project / "my src" / "shop" / "__init__.py").write_text("")
    return good(project, *arguments)
