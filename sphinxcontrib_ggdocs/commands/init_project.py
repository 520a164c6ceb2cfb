"""``ggdocs init``: writes a reference into a Sphinx project, after it has shown the changes."""

import argparse
import difflib
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..catalog import ApiDocSpec, NoContract
from ..contracts.model import HttpContract
from ..serving.directory import write_file
from .former_extensions import FormerExtensions
from .project import FILES, fields_of_files, named_contract, read_project
from .source_arguments import ROUTE_OPTIONS, TARGETS_HELP
from .sphinx_project import FileChange, SphinxProject, new_project
from .terminal import UsageError, print_message, print_result

FOLDER = Path("docs")
"""Of a project that is yet to be."""

PAGE = "api"
"""The new page, unless another extension had a page of the file."""

NOT_NAMED = """name contracts, an application or files of one document
  hint: documents that are written in Python can be imported in conf.py, as ggdocs_docs"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("targets", nargs="+", metavar="TARGET", help=TARGETS_HELP)
    parser.add_argument(
        "--conf-dir",
        type=Path,
        metavar="FOLDER",
        help="the folder of conf.py (default: docs, doc, source, or the working directory)",
    )
    parser.add_argument("--page", help=f"the name of the new page (default: {PAGE})")
    parser.add_argument("--title", help="the title of the document")
    parser.add_argument("--slug", help="the name of the document in links (default: api)")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("-y", "--yes", action="store_true", help="write without asking")
    choice.add_argument("--print", action="store_true", help="show the changes only")
    unused = dict.fromkeys(("audience", *ROUTE_OPTIONS))
    parser.set_defaults(config=None, doc=[], version=None, **unused)


def run(arguments: argparse.Namespace) -> int:
    """Show the changes, ask, write them."""
    names: list[str] = arguments.targets
    missing = _missing(names)
    spec = _only_document(arguments)
    project = SphinxProject.find(arguments.conf_dir)
    folder = arguments.conf_dir or FOLDER if project is None else project.folder
    # Texts and lists of them look the same in JSON and in Python.
    entry = json.dumps(_entry(spec, names, arguments, folder), ensure_ascii=False)
    import_folder = _import_folder(missing)
    remaining: list[str] = []
    if project is None:
        changes = new_project(folder, spec.final_title, entry, import_folder)
    else:
        files = [name for name in names if name.endswith(FILES)]
        has_own_page = arguments.page is not None
        former = FormerExtensions(project, files, spec.slug, has_own_page=has_own_page)
        remaining = [*former.remaining()]
        changes = [project.conf_change(entry, import_folder)]
        changes += _page_changes(project, former, arguments.page, spec)
    _show(changes, remaining)
    if arguments.print:
        return 0
    if not (arguments.yes or _agreed()):
        print_message("nothing was written; --yes writes these changes")
        return 0
    for change in changes:
        write_file(change.file, change.after.encode())
    if importlib.util.find_spec("sphinx") is None:
        print_message('install Sphinx: pip install "sphinxcontrib-ggdocs[sphinx]"')
    print_message(f"build it: sphinx-build -W {folder} public")
    return 0


def _page_changes(
    project: SphinxProject, former: FormerExtensions, name: str | None, spec: ApiDocSpec
) -> list[FileChange]:
    """A page that shows the file already, or a new one and its entry in the contents."""
    if (shown := former.page_change()) is not None:
        return [shown]
    name = name or former.page or PAGE
    contents = project.contents_change(name)
    return [project.page_change(name, spec.slug, spec.final_title), *filter(None, [contents])]


def _show(changes: Sequence[FileChange], remaining: Sequence[str]) -> None:
    """Print what is to change, and what is left to the author."""
    for change in changes:
        print_result(_difference(change))
    for message in remaining:
        print_message(message)


def _only_document(arguments: argparse.Namespace) -> ApiDocSpec:
    specs = read_project(arguments).specs()
    if len(specs) != 1 or specs[0].groups:
        raise UsageError(NOT_NAMED)
    return specs[0]


def _entry(
    spec: ApiDocSpec, names: Sequence[str], arguments: argparse.Namespace, folder: Path
) -> dict[str, Any]:
    """The document, written as an entry of ``conf.py``."""
    entry: dict[str, Any] = {"slug": spec.slug}
    if arguments.title or spec.http or spec.ws:
        entry["title"] = spec.final_title
    if spec.app is not None:
        return entry | {"app": names[0]}
    if files := fields_of_files(name for name in names if name.endswith(FILES)):
        return entry | {field: _relative(paths, folder) for field, paths in files.items()}
    for name in names:
        try:
            contract = named_contract(name)
        except NoContract as error:
            raise UsageError(NOT_NAMED) from error
        kind = "http" if isinstance(contract, HttpContract) else "ws"
        entry.setdefault(kind, []).append(name)
    return entry


def _relative(names: Sequence[str], folder: Path) -> str | list[str]:
    """The paths of files as they are from a folder on."""
    files = [os.path.relpath(name, folder) for name in names]
    return files[0] if len(files) == 1 else files


def _missing(names: Sequence[str]) -> list[str]:
    """The packages of names that only the working directory, or the project's file, leads to."""
    modules = (name.partition(":")[0] for name in names if not name.endswith(FILES))
    tops = dict.fromkeys(module.partition(".")[0] for module in modules)
    # The working directory is on the path of `ggdocs`, not of `sphinx-build`.
    path, here = [*sys.path], Path.cwd()
    sys.path[:] = [place for place in path if Path(place).resolve() != here]
    try:
        return [top for top in tops if importlib.util.find_spec(top) is None]
    finally:
        sys.path[:] = path


def _import_folder(missing: Sequence[str]) -> Path | None:
    """The folder that ``sphinx-build`` needs in ``sys.path`` to import packages."""
    for spec in filter(None, map(importlib.util.find_spec, missing)):
        places = [*(spec.submodule_search_locations or ()), *filter(None, [spec.origin])]
        return Path(places[0]).parent
    return None


def _difference(change: FileChange) -> str:
    before = [] if change.before is None else change.before.splitlines()
    old = "/dev/null" if change.before is None else str(change.file)
    lines = difflib.unified_diff(
        before, change.after.splitlines(), old, str(change.file), lineterm=""
    )
    return "\n".join(lines)


def _agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    sys.stderr.write("Write these changes? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
