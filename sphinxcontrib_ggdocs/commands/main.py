"""The parser of ``ggdocs``.

Only the module of the command that is given is imported: ``--help`` and ``--version`` need none.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

from .. import __version__

CONTRACTS_HELP = """\
package.module:attribute of a contract, of a document (ApiDocSpec or a mapping), of a list of
documents, or of an application such as shop:app or shop:create_app(); or the path of an OpenAPI
file. Default: the documents of [tool.ggdocs] in the nearest pyproject.toml"""

EXAMPLES = """\
examples:
  ggdocs build shop.contracts:OrderApi shop.contracts:ChatApi --title "Shop" --out public
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
  ggdocs build shop.contracts:OrderApi --out public  one contract
  ggdocs build shop.docs:DOCS --doc internal         one of several documents
  ggdocs build "shop.main:create_app()"              FastAPI, Litestar or Starlette
"""

EXPORT = """\
examples:
  ggdocs export document --doc shop                  to standard output
  ggdocs export openapi --out openapi.json
  ggdocs export asyncapi shop.contracts:ChatApi
  ggdocs export markdown --out API.md
"""

CHECK = """\
examples:
  ggdocs check                                       exit status 1 for errors and warnings
  ggdocs check --fail-on error --off example-missing
  ggdocs check --format sarif > ggdocs.sarif
"""

SERVE = """\
examples:
  ggdocs serve                                       http://127.0.0.1:8000/, follows changes
  ggdocs serve shop.contracts:OrderApi --port 8001 --no-reload
"""

COMMANDS = {
    "build": ("write the documentation as a static site", BUILD),
    "export": ("write one document in another format", EXPORT),
    "check": ("find probable errors in contracts", CHECK),
    "serve": ("serve the documentation locally and reload it on changes", SERVE),
}
"""Summary and examples of each command."""

MODULES = {
    "build": "build_site",
    "export": "export_document",
    "check": "check_contracts",
    "serve": "serve_site",
}
"""The module of each command; it has ``add_arguments`` and ``run``."""


def parser(command_line: Sequence[str]) -> argparse.ArgumentParser:
    """Build the parser, with the arguments of the command that is given."""
    top = argparse.ArgumentParser(
        prog="ggdocs",
        description="API documentation straight from typed contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
        )
        if name == chosen:
            module = import_module(f".{MODULES[name]}", __package__)
            module.add_arguments(command)
            _add_common(command)
            command.set_defaults(run=module.run)
    return top


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("contracts", nargs="*", metavar="CONTRACT", help=CONTRACTS_HELP)
    command.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the pyproject.toml to read instead of the nearest one",
    )
    command.add_argument(
        "--doc",
        action="append",
        default=[],
        metavar="SLUG",
        help="use only this document; may be repeated",
    )
    command.add_argument("--title", help="the title of the document of the named contracts")
    command.add_argument("--slug", help="the name of that document in links (default: api)")
    command.add_argument(
        "--doc-version", metavar="VERSION", help="the version of the documented service"
    )
    _add_app_options(command)


def _add_app_options(command: argparse.ArgumentParser) -> None:
    """The fields of `AppOptions`."""
    group = command.add_argument_group(
        "routes of named applications",
        "Functions and mappings are named as package.module:attribute.",
    )
    group.add_argument(
        "--group-by", metavar="HOW", help="tags (default), router, or a function of a route"
    )
    for option, text in (
        ("--include", "the paths to take, such as '/items/*', or a function of a route"),
        ("--exclude", "the paths to leave out, or a function of a route"),
        ("--audience", "leave out routes that declare another x-audience"),
    ):
        group.add_argument(
            option, action="append", metavar="WHICH", help=f"{text}; may be repeated"
        )
    for option, text in (
        ("--names", "names of methods: a mapping, or a function of a route"),
        ("--titles", "titles of groups: a mapping, or a function of a name"),
        ("--error-name", "a function of a status and an entry of responses="),
    ):
        group.add_argument(option, metavar="NAME", help=text)
    group.add_argument(
        "--strict", action="store_const", const=True, help="types without a schema are errors"
    )


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
