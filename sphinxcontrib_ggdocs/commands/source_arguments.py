"""Defines arguments that several commands share: the documented contracts, the project's file, and
addresses.
"""

import argparse
from pathlib import Path

TARGETS_HELP = """\
package.module:attribute of a contract, of a document (ApiDocSpec or a mapping), of a list of
either, or of an application such as shop:app or shop:create_app(); or the path of an OpenAPI
or AsyncAPI file, or of a contract document (api-docs.json)"""

DEFAULT_HELP = ". Default: the documents of [tool.ggdocs] in the nearest pyproject.toml"

HIGHEST_PORT = 65535


def add_address_arguments(command: argparse.ArgumentParser, *, port: int) -> None:
    """Add the host and the port that a command listens on; `port` is the default."""
    command.add_argument(
        "--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)"
    )
    text = f"the port; 0 for any free port (default: {port})"
    command.add_argument("--port", type=_port_number, default=port, help=text)


def _port_number(text: str) -> int:
    """Read the value of ``--port``; argparse reports the error with the name of the option."""
    is_number = text.isascii() and text.isdigit()
    if not is_number or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a port: use a number from 0 to {HIGHEST_PORT}"
        )
    return int(text)


def add_source_arguments(command: argparse.ArgumentParser) -> None:
    """Add the arguments of all commands that read documents: targets, the project's file, and
    options of a document.
    """
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
    """Add the arguments by which a command finds the project, if its documents are named by
    arguments of its own.

    The other values that `read_project` needs are set to their defaults.
    """
    _add_config(command)
    _add_audience(command)
    command.set_defaults(targets=[], doc=[], title=None, slug=None, version=None)


def _add_config(command: argparse.ArgumentParser) -> None:
    """Add ``--config``, which names the project's file."""
    command.add_argument(
        "--config",
        type=Path,
        metavar="FILE",
        help="the pyproject.toml to read instead of the nearest one",
    )


def _add_audience(command: argparse.ArgumentParser) -> None:
    """Add ``--audience``, which removes what other audiences see."""
    command.add_argument(
        "--audience",
        action="append",
        metavar="NAME",
        help="leave out what is for other audiences; may be repeated (default: everything, or as "
        "the documents say)",
    )
