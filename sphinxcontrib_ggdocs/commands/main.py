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
  ggdocs check --format sarif > ggdocs.sarif
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

BUILD = """\
examples:
  ggdocs build                                       the documents of pyproject.toml
  ggdocs build shop.contracts:OrderApi -o public     one contract
  ggdocs build shop.docs:DOCS --doc internal         one of several documents
  ggdocs build "shop.main:create_app()"              FastAPI, Litestar or Starlette
"""

EXPORT = """\
examples:
  ggdocs export contract-document --doc shop         to standard output
  ggdocs export openapi --out openapi.json
  ggdocs export asyncapi shop.contracts:ChatApi
  ggdocs export markdown --out API.md
"""

CHECK = """\
examples:
  ggdocs check                                       exit status 1 for errors
  ggdocs check --fail-on warning --off example-missing
  ggdocs check --format sarif > ggdocs.sarif
"""

DIFF = """\
examples:
  ggdocs diff v3.1:docs/shop.json shop               a released document, and that of the project
  ggdocs diff old.yaml new.yaml --show risky         two OpenAPI files
  ggdocs diff old.json new.json --format markdown    for a pull request
"""

SNAPSHOT = """\
examples:
  ggdocs snapshot                                    the documents of pyproject.toml
  ggdocs snapshot --doc shop --version 3.1.0
  ggdocs snapshot openapi.yaml --slug shop --history docs/history
"""

INIT = """\
examples:
  ggdocs init shop.main:app                          shows the changes, and asks
  ggdocs init shop.contracts:OrderApi --conf-dir doc --page reference
  ggdocs init openapi.yaml --yes                     asks nothing
"""

SERVE = """\
examples:
  ggdocs serve                                       http://127.0.0.1:8000/, follows changes
  ggdocs serve shop.contracts:OrderApi --port 8001 --no-reload
  ggdocs serve --mock                                with a mock to call
"""

MOCK = """\
examples:
  ggdocs mock                                        at http://127.0.0.1:8001
  ggdocs mock openapi.yaml --stateful --delay 0.2
  ggdocs mock shop.main:app --port 9000 --credential Bearer=secret
"""

COMMANDS = {
    "init": ("add a reference to a Sphinx project, or begin one", INIT),
    "build": ("write the documentation as a static site", BUILD),
    "export": ("write one document in another format", EXPORT),
    "check": ("find probable errors in contracts", CHECK),
    "diff": ("show what changed between two documents, and whom it breaks", DIFF),
    "snapshot": ("keep the documents of a release, for comparisons and changelogs", SNAPSHOT),
    "serve": ("serve the documentation locally and reload it on changes", SERVE),
    "mock": ("serve a mock, which answers as the documents say", MOCK),
}
"""Summary and examples of each command."""

MODULES = {
    "init": "init_project",
    "build": "build_site",
    "export": "export_document",
    "check": "check_contracts",
    "diff": "compare_documents",
    "snapshot": "keep_snapshots",
    "serve": "serve_site",
    "mock": "mock_service",
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
    for name, (summary, examples) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=examples,
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
