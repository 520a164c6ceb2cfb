"""The parser of ``ggdocs``.

A command is imported when it is the one that was asked for: help and version need none.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

from .. import __version__

CONTRACTS_HELP = """\
package.module:attribute of a contract, of a document (ApiDocSpec or a mapping), of a list of
documents, or of an application such as shop:app or shop:create_app(); without any, the documents
of [tool.ggdocs] in the nearest pyproject.toml"""

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
    "check": ("find what is allowed in contracts and probably not meant", CHECK),
    "serve": ("show the documentation in a browser while writing it", SERVE),
}
"""What each does, and examples; its arguments and what it runs are in the module of its name."""


def parser(given: Sequence[str]) -> argparse.ArgumentParser:
    """The parser of the command line, with the arguments of the command that is given."""
    top = argparse.ArgumentParser(
        prog="ggdocs",
        description="API documentation straight from typed contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"ggdocs {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    chosen = next((each for each in given if not each.startswith("-")), None)
    for name, (about, examples) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if name == chosen:
            module = _module(name)
            module.add_arguments(command)
            _add_common(command)
            command.set_defaults(run=module.run)
    return top


def _module(name: str) -> ModuleType:
    return import_module(f".{name}", __package__)


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("contracts", nargs="*", metavar="CONTRACT", help=CONTRACTS_HELP)
    command.add_argument(
        "--config", type=Path, metavar="FILE", help="the pyproject.toml to read instead"
    )
    command.add_argument(
        "--doc",
        action="append",
        default=[],
        metavar="SLUG",
        help="this document only; may be given more than once",
    )
    command.add_argument("--title", help="the title of the document that the named contracts make")
    command.add_argument("--slug", help="its name in links (default: api)")
    command.add_argument(
        "--doc-version", metavar="VERSION", help="the version of the documented service"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status.

    0 is success, 1 a mistake in what is documented, 2 a mistake in the command line or in the
    project's file.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    read = parser(given).parse_args(given)
    read.given = given
    status: int = _module("running").run(read)
    return status
