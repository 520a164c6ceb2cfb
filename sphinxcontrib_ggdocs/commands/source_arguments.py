"""Defines the arguments that say what to document: names, the project's file, and options of
documents.
"""

import argparse
from pathlib import Path

TARGETS_HELP = """\
package.module:attribute of a contract, of a document (ApiDocSpec or a mapping), of a list of
either, or of an application such as shop:app or shop:create_app(); or the path of an OpenAPI
or AsyncAPI file, or of a contract document (api-docs.json)"""

DEFAULT_HELP = ". Default: the documents of [tool.ggdocs] in the nearest pyproject.toml"


def add_address_arguments(command: argparse.ArgumentParser, *, port: int) -> None:
    """Add where a command that serves something listens; `port` is the default."""
    command.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"
    )
    text = f"the port; 0 for any free port (default: {port})"
    command.add_argument("--port", type=_port, default=port, help=text)


def _port(text: str) -> int:
    port = int(text) if text.isascii() and text.isdigit() else -1
    if port not in range(65536):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: use a number from 0 to 65535")
    return port


def add_source_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the commands have in common that read a project."""
    command.add_argument("targets", nargs="*", metavar="TARGET", help=TARGETS_HELP + DEFAULT_HELP)
    _add_config(command)
    command.add_argument(
        "--doc",
        action="append",
        default=[],
        metavar="SLUG",
        help="use only this document; may be repeated",
    )
    command.add_argument("--title", help="the title of the document of the targets")
    command.add_argument("--slug", help="the name of that document in links (default: api)")
    command.add_argument(
        "--version", metavar="VERSION", help="the version of the documented service"
    )
    _add_audience(command)


def add_project_arguments(command: argparse.ArgumentParser) -> None:
    """Add what a command needs that names documents of a project in arguments of its own."""
    _add_config(command)
    _add_audience(command)
    command.set_defaults(targets=[], doc=[], title=None, slug=None, version=None)


def _add_config(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the pyproject.toml to read instead of the nearest one",
    )


def _add_audience(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--audience",
        action="append",
        metavar="NAME",
        help="leave out what is for other audiences; may be repeated (default: everything, or as "
        "the documents say)",
    )
