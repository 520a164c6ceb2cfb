"""Parses the command line of ``ggdocs``.

Only the module of the requested command is imported; ``--help`` and ``--version`` import none.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NamedTuple

from .. import __version__
from ..capabilities import is_installed

EXAMPLES = """\
examples:
  ggdocs build shop.contracts:OrderApi shop.contracts:ChatApi --title "Shop" --out-dir public
  ggdocs export openapi shop.contracts:OrderApi --out openapi.json
  ggdocs check --fail-on warning
  ggdocs serve --port 8001

documents in pyproject.toml:
  [tool.ggdocs]
  python_path = ["src"]
  out_dir = "public"
  branding = {primary_color = "#0f766e"}

  [[tool.ggdocs.docs]]
  slug = "shop"
  title = "Shop"
  http = ["shop.contracts:OrderApi"]
  ws = ["shop.contracts:ChatApi"]
"""

GUIDE = "Examples: https://sphinxcontrib-ggdocs.readthedocs.io/en/latest/guides/commands.html"


class Command(NamedTuple):
    """A command of ``ggdocs``."""

    module: str
    """The name of its module, which has the functions ``add_arguments`` and ``run``."""
    summary: str
    """What it does, for the list of commands."""
    packages: tuple[str, ...] = ("native",)
    """The packages that it needs; without one of these there is no such command."""


COMMANDS = {
    "init": Command("init_project", "add a reference to a Sphinx project, or create a project"),
    "build": Command("build_site", "write the documentation as a static site"),
    "export": Command("export_document", "write one document in another format"),
    "check": Command("check_contracts", "find probable errors in contracts", ("lint",)),
    "diff": Command(
        "compare_documents",
        "show what changed between two documents, and whom it breaks",
        ("history",),
    ),
    "snapshot": Command(
        "keep_snapshots",
        "keep the documents of a release, for comparisons and changelogs",
        ("history",),
    ),
    "serve": Command("serve_site", "serve the documentation locally and reload it on changes"),
    "mock": Command(
        "mock_service",
        "serve a mock, which responds as the documents say",
        ("mock", "history", "runtime"),
    ),
    "mcp": Command(
        "serve_mcp",
        "answer the questions of agents about the documents, as an MCP server",
        ("agents",),
    ),
    "workflow": Command(
        "propose_workflow",
        "print the code of a workflow that leads to a method",
        ("workflows", "agents"),
    ),
}


class CommandParser(argparse.ArgumentParser):
    """Reads the arguments of a command in any order.

    By itself, argparse does not accept a positional argument after options that follow other
    positional arguments; only `parse_known_intermixed_args` does.
    """

    _is_intermixed = False

    def parse_known_args(  # type: ignore[override]
        self, args: Any = None, namespace: Any = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Read the arguments. `parse_known_intermixed_args` calls this method twice, for options
        and for positional arguments; these calls have to reach argparse itself.
        """
        if self._is_intermixed:
            return super().parse_known_args(args, namespace)
        self._is_intermixed = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_intermixed = False


def parser(command_line: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser, with the arguments of the command that the command line names.

    The modules of other commands are not imported, so that ``ggdocs`` starts fast.
    """
    top = argparse.ArgumentParser(
        prog="ggdocs",
        description="API documentation from typed contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"ggdocs {__version__}")
    commands = top.add_subparsers(
        dest="command", required=True, metavar="COMMAND", parser_class=CommandParser
    )
    # The first of these words is the command.
    words = [word for word in command_line if not word.startswith("-")]
    for name, (module_name, summary, packages) in COMMANDS.items():
        if not all(map(is_installed, packages)):
            continue
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=GUIDE,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if words[:1] == [name]:
            module = import_module(f".{module_name}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns:
        The exit status: 0 for success, 1 for an error in the documented contracts, 2 for an error
        in the command line or in the project's file.
    """
    if arguments is None:
        arguments = sys.argv[1:]
    command_line = list(arguments)
    options = parser(command_line).parse_args(command_line)
    # `ggdocs serve` starts itself again with these words when a file changes.
    options.command_line = command_line
    from .terminal import run  # imports pydantic, which --help does not need

    return run(options)
