"""The guide to the command line: its table and its commands work, and it names every option."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.commands.main import COMMANDS as NAMES
from sphinxcontrib_ggdocs.commands.main import parser

from .project import run

TEXT = (Path(__file__).parents[2] / "docs" / "guides" / "commands.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, body in BLOCKS if language == "sh" for line in body.splitlines()]
NEXT_STEPS = {"init": r"nothing was written; .*\n|build it: .*\n"}
"""What a command says beside its result; the others say nothing."""


@pytest.fixture
def project(project: Path) -> Path:
    """The project with the configuration of the guide."""
    (table,) = (body for language, body in BLOCKS if language == "toml")
    (project / "pyproject.toml").write_text(table)
    return project


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_guide(project: Path, line: str) -> None:
    program, *arguments = shlex.split(line.partition(" > ")[0])
    assert program == "ggdocs"
    done = run(project, *arguments)
    expected = NEXT_STEPS.get(arguments[0], "")
    assert (done.returncode, re.fullmatch(expected, done.stderr) is not None) == (0, True), (
        done.stderr
    )


def options() -> set[str]:
    """Every option of every command."""
    actions = (
        action
        for name in NAMES
        for action in chosen(name)._actions
        if action.help != argparse.SUPPRESS
    )
    return {
        option for action in actions for option in action.option_strings if option.startswith("--")
    }


def chosen(name: str) -> argparse.ArgumentParser:
    """The parser of a command, which has its arguments when it is the one that is given."""
    (commands,) = (
        action
        for action in parser([name])._actions
        if isinstance(action, argparse._SubParsersAction)
    )
    command: argparse.ArgumentParser = commands.choices[name]
    return command


def test_every_option_stands_in_the_guide() -> None:
    assert {option for option in options() if f"{option}" not in TEXT} == set()
