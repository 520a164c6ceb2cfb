"""The arguments that say what to document: names, the project's file, and options of documents."""

import argparse
from pathlib import Path

from ..catalog import AppOptions

APP_OPTIONS = tuple(name for name in AppOptions.model_fields if name != "audience")
"""The options of applications; for whom a document is, is no matter of applications alone."""

CONTRACTS_HELP = """\
package.module:attribute of a contract, of a document (ApiDocSpec or a mapping), of a list of
documents, or of an application such as shop:app or shop:create_app(); or the path of an OpenAPI
or AsyncAPI file, or of a contract document (api-docs.json)"""

DEFAULT_HELP = ". Default: the documents of [tool.ggdocs] in the nearest pyproject.toml"


def add_source_arguments(command: argparse.ArgumentParser) -> None:
    """Add what the commands have in common that read a project."""
    command.add_argument(
        "contracts", nargs="*", metavar="CONTRACT", help=CONTRACTS_HELP + DEFAULT_HELP
    )
    _add_config(command)
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
    _add_audience(command)
    _add_app_options(command)


def add_project_arguments(command: argparse.ArgumentParser) -> None:
    """Add what a command needs that names documents of a project in arguments of its own."""
    _add_config(command)
    _add_audience(command)
    unused = dict.fromkeys(("title", "slug", "doc_version", *APP_OPTIONS))
    command.set_defaults(contracts=[], doc=[], **unused)


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
        help="leave out what is for others; may be repeated (default: everything, or as the "
        "documents say)",
    )


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
    ):
        group.add_argument(
            option, action="append", metavar="WHICH", help=f"{text}; may be repeated"
        )
    for option, text in (
        ("--names", "names of methods: a mapping, or a function of a route"),
        ("--titles", "titles of groups: a mapping, or a function of a name"),
        ("--error-name", "a function of a status and an entry of responses="),
        ("--audience-of", "a function of a route that names its audiences"),
    ):
        group.add_argument(option, metavar="NAME", help=text)
    for option, text in (
        ("--mounted", "FastAPI applications that are mounted inside are documented, too"),
        ("--strict", "types without a schema are errors"),
        (
            "--framework-openapi",
            "the OpenAPI file is the one that the framework itself makes",
        ),
    ):
        group.add_argument(option, action="store_const", const=True, help=text)
