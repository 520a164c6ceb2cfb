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
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..contracts.model import HttpContract
from ..serving.directory import write_file
from .project import fields_of_files, named_contract, read_project
from .source_arguments import TARGETS_HELP
from .sphinx_project import FileChange, find_project
from .terminal import UsageError, print_message, print_result

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
    parser.add_argument("--page", default="api", help="the name of the new page (default: api)")
    parser.add_argument("--title", help="the title of the document")
    parser.add_argument("--slug", help="the name of the document in links (default: api)")
    choice = parser.add_mutually_exclusive_group()
    choice.add_argument("-y", "--yes", action="store_true", help="write without asking")
    choice.add_argument("--print", action="store_true", help="show the changes only")
    parser.set_defaults(config=None, doc=[], version=None, audience=None)


def run(arguments: argparse.Namespace) -> int:
    """Show the changes, ask, write them."""
    names: list[str] = arguments.targets
    missing = _missing_packages(names)
    spec = _only_document(arguments)  # with the folders of the configuration in `sys.path`
    project = find_project(arguments.conf_dir)
    # Texts and lists of them look the same in JSON and in Python.
    entry = json.dumps(_entry(spec, names, arguments, project.folder), ensure_ascii=False)
    conf = project.change_conf(spec.final_title, entry, _find_import_folder(missing))
    changes = [conf, *project.add_page(arguments.page, spec.slug, spec.final_title)]
    for change in changes:
        print_result(_difference(change))
    if arguments.print:
        return 0
    if not (arguments.yes or _agreed()):
        print_message("nothing was written; --yes writes these changes")
        return 0
    for change in changes:
        write_file(change.file, change.after.encode())
    if importlib.util.find_spec("sphinx") is None:
        print_message('install Sphinx: pip install "sphinxcontrib-ggdocs[sphinx]"')
    print_message(f"build it: sphinx-build -W {project.folder} public")
    return 0


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
    if files := fields_of_files(name for name in names if name.endswith(DOCUMENT_SUFFIXES)):
        return entry | {field: _relative(paths, folder) for field, paths in files.items()}
    for name in names:
        try:
            contract = named_contract(name)
        except NoContract as error:
            raise UsageError(NOT_NAMED) from error
        kind = "ws"
        if isinstance(contract, HttpContract):
            kind = "http"
        entry.setdefault(kind, []).append(name)
    return entry


def _relative(names: Sequence[str], folder: Path) -> str | list[str]:
    """The paths of files as they are from a folder on."""
    files = [os.path.relpath(name, folder) for name in names]
    if len(files) == 1:
        return files[0]
    return files


def _missing_packages(names: Sequence[str]) -> list[str]:
    """Return the top-level packages that are found only through the working directory, or not."""
    packages: dict[str, None] = {}
    for name in names:
        if not name.endswith(DOCUMENT_SUFFIXES):
            packages[name.partition(":")[0].partition(".")[0]] = None
    # The working directory is on the path of `ggdocs`, not of `sphinx-build`.
    path, here = [*sys.path], Path.cwd()
    sys.path[:] = [place for place in path if Path(place).resolve() != here]
    try:
        return [package for package in packages if importlib.util.find_spec(package) is None]
    finally:
        sys.path[:] = path


def _find_import_folder(packages: Sequence[str]) -> Path | None:
    """Return the folder that packages are imported from; None if there is none to add."""
    for spec in filter(None, map(importlib.util.find_spec, packages)):
        places = [*(spec.submodule_search_locations or ()), spec.origin]
        return Path(str(places[0])).parent
    return None


def _difference(change: FileChange) -> str:
    old = "/dev/null"
    if change.before:
        old = str(change.file)
    before, after = change.before.splitlines(), change.after.splitlines()
    return "\n".join(difflib.unified_diff(before, after, old, str(change.file), lineterm=""))


def _agreed() -> bool:
    if not sys.stdin.isatty():
        return False
    sys.stderr.write("Write these changes? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
