"""``ggdocs init``: shows the changes that add a reference to a Sphinx project, or writes them.

``conf_file`` edits ``conf.py``, ``toctrees`` the first page.
"""

import argparse
import difflib
import importlib.util
import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..catalog import ApiDocSpec, SpecError
from ..catalog.imports import DOCUMENT_SUFFIXES
from ..catalog.named_contents import fields_of_names
from ..project_files import PYPROJECT
from ..serving.directory import write_file
from .conf_file import add_extension, add_import_folder, add_settings, extends_path
from .project import fields_of_files, project_file, read_project
from .source_arguments import TARGETS_HELP
from .terminal import UsageError, print_message, print_result
from .toctrees import join_first_toctree, lists_page

EXTENSION = "sphinxcontrib_ggdocs"
FOLDERS = ("docs", "doc", "docs/source", "doc/source", "source", ".")
"""Where ``conf.py`` is looked for."""

NOT_NAMED = """name contracts, an application or files of one document
  hint: documents that are written in Python can be imported in conf.py, as ggdocs_docs"""


class FileChange(NamedTuple):
    """The content of a file, before and after."""

    file: Path
    before: str
    """Empty where there is no file yet."""
    after: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "targets",
        nargs="*",
        metavar="TARGET",
        help=f"{TARGETS_HELP} (default: the documents of {PYPROJECT})",
    )
    parser.add_argument(
        "--conf-dir",
        type=Path,
        metavar="FOLDER",
        help="the folder of conf.py (default: docs, doc, source, or the working directory)",
    )
    parser.add_argument("--page", default="api", help="the name of the new page (default: api)")
    parser.add_argument("--title", help="the title of the document")
    parser.add_argument("--slug", help="the name of the document in links (default: api)")
    parser.add_argument(
        "-y", "--yes", action="store_true", help="write the changes (default: only show them)"
    )
    parser.set_defaults(config=None, doc=[], version=None, audience=None)


def run(arguments: argparse.Namespace) -> int:
    """Show the changes; write them with ``--yes``."""
    names: list[str] = arguments.targets
    missing = _missing_packages(names)
    # With the folders of the configuration in `sys.path`.
    specs = read_project(arguments).specs()
    folder = _project_folder(arguments.conf_dir)
    if not names:
        return _write(arguments, folder, _changes_for_project(arguments, specs, folder))
    spec = _only_document(specs)
    docs = _entry(spec, names, arguments, folder)
    conf = _conf_change(folder, spec.final_title, docs, _find_import_folder(missing))
    directive = [spec.slug]
    if not docs:
        options = {"slug": arguments.slug, "title": arguments.title}
        directive = [" ".join(names), *(f":{key}: {text}" for key, text in options.items() if text)]
    changes = [*conf, *_page_changes(folder, arguments.page, spec.final_title, directive)]
    return _write(arguments, folder, changes)


def _changes_for_project(
    arguments: argparse.Namespace, specs: Sequence[ApiDocSpec], folder: Path
) -> list[FileChange]:
    """Return the changes for the documents of ``pyproject.toml``, which ``conf.py`` reads."""
    file = project_file(arguments.config)
    assert file is not None  # the documents are from it
    title = specs[0].final_title
    if len(specs) > 1:
        title = "API"
    name = json.dumps(os.path.relpath(file, folder))
    conf = _conf_change(folder, title, name, None)
    return [*conf, *_page_changes(folder, arguments.page, title, [""])]


def _write(arguments: argparse.Namespace, folder: Path, changes: Sequence[FileChange]) -> int:
    """Show the changes; write them with ``--yes``."""
    for change in changes:
        print_result(_difference(change))
    if not arguments.yes:
        print_message("nothing was written; --yes writes these changes")
        return 0
    for change in changes:
        write_file(change.file, _encode(change))
    if importlib.util.find_spec("sphinx") is None:
        print_message('install Sphinx: pip install "sphinxcontrib-ggdocs[sphinx]"')
    print_message(f"build it: sphinx-build -W {folder} public")
    return 0


def _project_folder(given: Path | None) -> Path:
    """Return the given folder, else the first usual one with a ``conf.py``, else ``docs``.

    Raises:
        UsageError: The folder exists and has no ``conf.py``.
    """
    if given is not None:
        if given.exists() and not (given / "conf.py").is_file():
            raise UsageError(f"{given} has no conf.py; name the folder that has it, or a new one")
        return given
    for name in FOLDERS:
        if Path(name, "conf.py").is_file():
            return Path(name)
    return Path(FOLDERS[0])


def _conf_change(
    folder: Path, title: str, docs: str, import_folder: Path | None
) -> list[FileChange]:
    """Return ``conf.py`` with the extension, and with documents that a directive cannot define;
    nothing if it needs neither.

    Args:
        folder: The folder of ``conf.py``.
        title: The title of a new project.
        docs: The documents as Python; empty if the directive defines them.
        import_folder: The folder that the contracts are imported from; None if they are installed.

    Raises:
        UsageError: The project has documents already, or its file is not valid.
    """
    file = folder / "conf.py"
    before = _read(file)
    if docs and "ggdocs_docs" in before:
        raise UsageError(f"{file} has documents already; add these to ggdocs_docs: {docs}")
    text = before or _new_conf(title)
    try:
        text = add_extension(text, EXTENSION)
        if import_folder is not None and not extends_path(text, folder, import_folder):
            text = add_import_folder(text, _path_expression(import_folder, folder))
        if docs:
            text = add_settings(text, [f"ggdocs_docs = {docs}"])
    except SyntaxError as error:
        message = f"{file} is not valid Python (line {error.lineno}: {error.msg}); correct it first"
        raise UsageError(message) from error
    if text == before:
        return []
    return [FileChange(file, before, text)]


def _new_conf(title: str) -> str:
    """Return the text of a new ``conf.py``, before it has our extension."""
    lines = [f"project = {json.dumps(title, ensure_ascii=False)}", "extensions = []"]
    if importlib.util.find_spec("furo") is not None:
        lines.append('html_theme = "furo"')
    return "\n".join([*lines, ""])


def _path_expression(target: Path, folder: Path) -> str:
    """Return a folder as Python, by its way from the folder of ``conf.py``."""
    steps = Path(os.path.relpath(target, folder)).parts
    ups = steps.count("..")
    expression = f"Path(__file__).parents[{ups}]"
    for step in steps[ups:]:
        expression += f' / "{step}"'
    return expression


def _page_changes(
    folder: Path, name: str, title: str, directive: Sequence[str]
) -> list[FileChange]:
    """Return a page with the directive, and the first page with it in a toctree, unless that lists
    it. In a new project the page is the first one.

    Raises:
        UsageError: There is such a page.
    """
    roots = [folder / "index.rst", folder / "index.md"]
    root = next((file for file in roots if file.is_file()), roots[0])
    if not (folder / "conf.py").is_file():
        name = "index"
    for suffix in (".rst", ".md"):
        if (file := folder / f"{name}{suffix}").exists():
            raise UsageError(f"{file} exists; choose another page with --page")
    root_text = _read(root)
    argument = directive[0]
    if argument and argument in root_text.split():
        raise UsageError(f"{root} shows {argument} already")
    write_page = _rst_page
    toctree = f".. toctree::\n\n   {name}\n"
    if root.suffix == ".md":
        write_page = _myst_page
        toctree = f"```{{toctree}}\n{name}\n```\n"
    page = folder / f"{name}{root.suffix}"
    changes = [FileChange(page, "", "\n".join([*write_page(title, directive), ""]))]
    if root.is_file() and not lists_page(root_text, name):
        extended = join_first_toctree(root_text, name)
        if extended is None:
            extended = f"{root_text.rstrip()}\n\n{toctree}"
        changes.append(FileChange(root, root_text, extended))
    return changes


def _rst_page(title: str, directive: Sequence[str]) -> list[str]:
    """Return the lines of a page in reStructuredText."""
    # docutils measures titles in columns, of which wide letters take two.
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in title)
    argument, *options = directive
    lines = [title, "=" * (len(title) + wide), "", f".. ggdocs:: {argument}".rstrip()]
    return [*lines, *(f"   {option}" for option in options)]


def _myst_page(title: str, directive: Sequence[str]) -> list[str]:
    """Return the lines of a page in Markdown."""
    argument, *options = directive
    return [f"# {title}", "", f"```{{ggdocs}} {argument}".rstrip(), *options, "```"]


def _read(file: Path) -> str:
    """Return the text of a file; empty if there is none.

    Raises:
        UsageError: It is not UTF-8.
    """
    if not file.is_file():
        return ""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8; convert it, or make the change by hand") from error


def _encode(change: FileChange) -> bytes:
    """Return the new content of a file, with the ends of lines that it had."""
    after = change.after.encode()
    if change.before and b"\r\n" in change.file.read_bytes():
        return after.replace(b"\n", b"\r\n")
    return after


def _only_document(specs: Sequence[ApiDocSpec]) -> ApiDocSpec:
    if len(specs) != 1 or specs[0].groups:
        raise UsageError(NOT_NAMED)
    return specs[0]


def _entry(
    spec: ApiDocSpec, names: Sequence[str], arguments: argparse.Namespace, folder: Path
) -> str:
    """Return the document of files as a list for ``conf.py``; empty for what a directive names."""
    files = fields_of_files(name for name in names if name.endswith(DOCUMENT_SUFFIXES))
    if not files:
        try:
            fields_of_names(names, spec.slug)
        except SpecError as error:
            raise UsageError(NOT_NAMED) from error
        return ""
    entry: dict[str, Any] = {"slug": spec.slug}
    if arguments.title:
        entry["title"] = arguments.title
    entry |= {field: _relative(paths, folder) for field, paths in files.items()}
    # Texts and lists of them look the same in JSON and in Python.
    return json.dumps([entry], ensure_ascii=False)


def _relative(names: Sequence[str], folder: Path) -> str | list[str]:
    """Return the paths of files as they are from a folder on."""
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
