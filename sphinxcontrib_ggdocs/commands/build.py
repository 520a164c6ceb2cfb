"""``ggdocs build``: the documentation as a static site."""

import argparse
from pathlib import Path

from ..catalog import SpecError
from ..serving import Site, write_site
from .project import Project, read_project
from .terminal import Progress, ProjectError, say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of this command alone."""
    parser.add_argument(
        "-o",
        "--out",
        type=Path,
        metavar="FOLDER",
        help="where to write (default: out_dir of the table, or apidocs)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Build everything, then write what changed."""
    project = read_project(arguments)
    site = chosen_site(project, arguments.doc)
    with Progress(len(site)) as progress:
        for path, resource in site.items():
            progress.step(path)
            _ = resource.content
    out: Path = arguments.out or project.out_dir
    report = write_site(site, out)
    counts = (
        ("written", report.written),
        ("unchanged", report.unchanged),
        ("removed", report.removed),
    )
    say(
        f"{out / 'index.html'}: "
        f"{', '.join(f'{len(paths)} files {what}' for what, paths in counts if paths)}"
    )
    return 0


def chosen_site(project: Project, slugs: list[str]) -> Site:
    """The site of the project, with these documents only if any are named."""
    specs = project.specs(slugs)
    options = project.options
    if slugs and options.title is None:
        options = options.model_copy(update={"docs": specs})
    try:
        return options.site(logo_base=project.folder)
    except SpecError as error:  # its logo, which is in the project's file
        raise ProjectError(str(error)) from error
