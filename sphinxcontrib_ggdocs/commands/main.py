"""The parser of ``ggdocs``, and what becomes of errors."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from .. import __version__
from ..contracts import ContractError
from ..serving import BadPath, SiteCollision
from . import build, check, export, serve
from .project import UsageError
from .terminal import RESULTS, note

CONTRACTS_HELP = """\
package.module:attribute of a contract, of a document (ApiDocSpec or a mapping), of a list of documents, or of an
application such as shop:app or shop:create_app(); without any, the documents of [tool.ggdocs] in the nearest
pyproject.toml"""

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
  ggdocs build "shop.main:create_app()"              an application of FastAPI, Litestar or Starlette
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
  ggdocs check                                       exit status 1 when there is an error or a warning
  ggdocs check --fail-on error --off example-missing
  ggdocs check --format sarif > ggdocs.sarif
"""

SERVE = """\
examples:
  ggdocs serve                                       http://127.0.0.1:8000/, restarted when a module changes
  ggdocs serve shop.contracts:OrderApi --port 8001 --no-reload
"""

Run = Callable[[argparse.Namespace], int]
COMMANDS: dict[str, tuple[str, str, Callable[[argparse.ArgumentParser], None], Run]] = {
    "build": ("write the documentation as a static site", BUILD, build.add_arguments, build.run),
    "export": ("write one document in another format", EXPORT, export.add_arguments, export.run),
    "check": ("find what is allowed in contracts and probably not meant", CHECK, check.add_arguments, check.run),
    "serve": ("show the documentation in a browser while writing it", SERVE, serve.add_arguments, serve.run),
}


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = argparse.ArgumentParser(
        prog="ggdocs",
        description="API documentation straight from typed contracts.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"ggdocs {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (about, examples, add_arguments, run) in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=examples,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        add_arguments(command)
        _add_common(command)
        command.set_defaults(run=run)
    return top


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument("contracts", nargs="*", metavar="CONTRACT", help=CONTRACTS_HELP)
    command.add_argument("--config", type=Path, metavar="FILE", help="the pyproject.toml to read instead")
    command.add_argument(
        "--doc", action="append", default=[], metavar="SLUG", help="this document only; may be given more than once"
    )
    command.add_argument("--title", help="the title of the document of the named contracts")
    command.add_argument("--slug", default="api", help="its name in links (default: api)")
    command.add_argument("--doc-version", metavar="VERSION", help="the version of the service that it tells")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status.

    0 is success, 1 a mistake in what is documented, 2 a mistake in the command line.
    """
    given = sys.argv[1:] if arguments is None else list(arguments)
    read = parser().parse_args(given)
    read.given = given
    run: Run = read.run
    try:
        with RESULTS.alone():
            return run(read)
    except UsageError as error:
        return _fail(error, 2)
    except (ContractError, SiteCollision, BadPath) as error:
        return _fail(error, 1)
    except BrokenPipeError:  # the reader has seen enough, as in  ggdocs export … | head
        sys.stderr.close()
        return 1
    except OSError as error:
        return _fail(error, 1)
    except KeyboardInterrupt:
        return 130


def _fail(error: Exception, status: int) -> int:
    note(f"ggdocs: error: {error}")
    return status
