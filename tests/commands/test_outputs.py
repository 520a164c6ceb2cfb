"""What the command line writes where: results, SARIF by the rules of its
specification.
"""

import json
import os
import re
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

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
