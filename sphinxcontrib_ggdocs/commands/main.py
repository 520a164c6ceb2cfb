"""The parser of ``ggdocs``.

Only the module of the command that is given is imported: ``--help`` and ``--version`` need none.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from .. import __version__

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

COMMANDS = {
    "init": "add a reference to a Sphinx project, or begin one",
    "build": "write the documentation as a static site",
    "export": "write one document in another format",
    "check": "find probable errors in contracts",
    "diff": "show what changed between two documents, and whom it breaks",
    "snapshot": "keep the documents of a release, for comparisons and changelogs",
    "serve": "serve the documentation locally and reload it on changes",
    "mock": "serve a mock, which answers as the documents say",
    "mcp": "answer questions of programs about the documents, as an MCP server",
    "workflow": "print the code of a workflow that leads to a method",
}
"""Summary of each command."""

MODULES = {
    "init": "init_project",
    "build": "build_site",
    "export": "export_document",
    "check": "check_contracts",
    "diff": "compare_documents",
    "snapshot": "keep_snapshots",
    "serve": "serve_site",
    "mock": "mock_service",
    "mcp": "serve_mcp",
    "workflow": "propose_workflow",
}
"""The module of each command; it has ``add_arguments`` and ``run``."""


def parser(command_line: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser, with the arguments of the command that is given."""
    top = argparse.ArgumentParser(
        prog="ggdocs",
        description="API documentation straight from typed contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"ggdocs {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((word for word in command_line if not word.startswith("-")), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=GUIDE,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        if name == chosen:
            module = import_module(f".{MODULES[name]}", __package__)
            module.add_arguments(command)
            command.set_defaults(run=module.run)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Returns:
        The exit status: 0 for success, 1 for an error in the documented contracts, 2 for an error
        in the command line or in the project's file.
    """
    command_line = sys.argv[1:] if arguments is None else list(arguments)
    options = parser(command_line).parse_args(command_line)
    options.command_line = command_line
    from .terminal import run  # imports pydantic, which --help does not need

    return run(options)
