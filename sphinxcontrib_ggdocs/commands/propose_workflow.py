"""Implements ``ggdocs workflow``, which prints the code of a workflow that leads to a method."""

import argparse

from ..agents.library import UnknownName
from ..catalog import ApplicationWarning
from ..workflows.proposals import proposed_workflow
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import RESULTS, UsageError, printed_warnings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs workflow`` to its parser."""
    parser.add_argument("method", help="the wanted method, such as PaymentApi.refund")
    parser.add_argument(
        "--known",
        action="append",
        default=[],
        metavar="BRAND",
        help="a brand of which callers have a value, such as OrderId; may be repeated",
    )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the code, for the first document that has the method; return the exit status.

    Raises:
        UsageError: No document has the method; the message is that of the last one.
    """
    specs = read_project(arguments).specs(arguments.doc)
    unknown: UnknownName | None = None
    for spec in specs:
        try:
            with printed_warnings(ApplicationWarning):
                code = proposed_workflow(spec, arguments.method, arguments.known)
        except UnknownName as error:
            unknown = error
        else:
            RESULTS.write(code)
            return 0
    raise UsageError(str(unknown))
