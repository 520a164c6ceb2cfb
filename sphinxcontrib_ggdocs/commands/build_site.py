"""Implements ``ggdocs build``, which writes the documentation as a static site."""

import argparse
from pathlib import Path

from ..capabilities import SITE_PARTS
from ..catalog import ApplicationWarning
from ..catalog.export import ExportWarning
from ..serving import Site, write_site
from .project import Project, read_project
from .source_arguments import add_source_arguments
from .terminal import print_result, printed_warnings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs build`` to its parser."""
    parser.add_argument(
        "-o",
        "--out-dir",
        type=Path,
        metavar="FOLDER",
        help="where to write (default: out_dir of the table, or apidocs)",
    )
    add_site_arguments(parser)


def add_site_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose documents and the parts of a site; ``ggdocs serve`` has them,
    too.
    """
    parser.add_argument(
        "--without",
        action="append",
        choices=SITE_PARTS,
        metavar="PART",
        help=f"leave out a part of the site: {', '.join(SITE_PARTS)}; may be repeated "
        "(default: as the table says)",
    )
    add_source_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Build the whole site in memory, then write the files that changed; return the exit status."""
    project = read_project(arguments)
    with printed_warnings(ExportWarning, ApplicationWarning):
        site = chosen_site(project, arguments.doc, with_methods=True)
        # Build each file before the first one is written: an error leaves the old site unchanged.
        for resource in site.values():
            _ = resource.content
    out: Path = arguments.out_dir or project.out_dir
    report = write_site(site, out)
    counts = {
        "written": len(report.written),
        "unchanged": len(report.unchanged),
        "removed": len(report.removed),
    }
    summary = ", ".join(f"{count} files {change}" for change, count in counts.items() if count)
    print_result(f"{out / 'index.html'}: {summary}")
    return 0


def chosen_site(project: Project, slugs: list[str], *, with_methods: bool = False) -> Site:
    """Return the site of the project.

    Args:
        project: The project.
        slugs: The documents that the site has; empty for all.
        with_methods: Whether there is a Markdown file for each method.
    """
    specs = project.specs(slugs)
    options = project.options
    if slugs and options.docs:  # the single document of a table without `docs` is the site already
        options = options.model_copy(update={"docs": specs})
    return options.site(with_methods=with_methods)
