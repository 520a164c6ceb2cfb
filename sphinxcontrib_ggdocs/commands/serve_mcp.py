"""Implements ``ggdocs mcp``, an MCP server that answers questions of agents about documents."""

import argparse

from ..catalog import ApplicationWarning
from ..catalog.export import ExportWarning
from .project import read_project
from .source_arguments import add_source_arguments
from .terminal import RESULTS, import_extra, printed_warnings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs mcp`` to its parser."""
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Answer requests on standard input until the client closes it; return the exit status."""
    agents = import_extra("..agents.server", "mcp")
    with printed_warnings(ExportWarning, ApplicationWarning):
        specs = read_project(arguments).specs(arguments.doc)
        server = agents.mcp_server(map(agents.document_of, specs))
    agents.serve_stdio(server, RESULTS.stream)
    return 0
