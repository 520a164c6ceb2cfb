"""Implements ``ggdocs init``, which shows the changes that add a reference to a Sphinx project, or
writes them.

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
"""The folders in which ``conf.py`` is looked for, in this order."""

NOT_NAMED = """name contracts, an application or files of one document
  hint: documents that are written in Python can be imported in conf.py, as ggdocs_docs"""


class FileChange(NamedTuple):
    """The content of a file, before and after."""

    file: Path
    before: str
    """The present text, empty if the file does not exist yet."""
    after: str
    """The new text."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ``ggdocs init`` to its parser."""
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
    # `read_project` needs these arguments of other commands.
    parser.set_defaults(config=None, doc=[], version=None, audience=None)


def run(arguments: argparse.Namespace) -> int:
    """Show the changes, or write them with ``--yes``; return the exit status."""
    names: list[str] = arguments.targets
    # Before `read_project`, which adds the folders of the configuration to `sys.path`.
    local_packages = _packages_without_installation(names)
    specs = read_project(arguments).specs()
    folder = _project_folder(arguments.conf_dir)
    if not names:  # the documents of `pyproject.toml`
        return _show_or_write(arguments, folder, _changes_for_project(arguments, specs, folder))
    spec = _only_document(specs)
    entry = _document_entry(spec, names, arguments, folder)
    import_folder = _find_import_folder(local_packages)
    conf_changes = _conf_change(folder, spec.final_title, entry, import_folder)
    # Files have an entry in `conf.py`, to which the directive refers by its slug. Contracts and
    # applications have no entry: the directive names them itself, with the options.
    directive = [spec.slug]
    if not entry:
        directive = [" ".join(names)]
        if arguments.slug:
            directive.append(f":slug: {arguments.slug}")
        if arguments.title:
            directive.append(f":title: {arguments.title}")
    page_changes = _page_changes(folder, arguments.page, spec.final_title, directive)
    return _show_or_write(arguments, folder, [*conf_changes, *page_changes])


def _changes_for_project(
    arguments: argparse.Namespace, specs: Sequence[ApiDocSpec], folder: Path
) -> list[FileChange]:
    """Return the changes for the documents in ``pyproject.toml``, to which ``conf.py`` then
    refers.
    """
    file = project_file(arguments.config)
    assert file is not None  # the documents were read from it
    title = specs[0].final_title
    if len(specs) > 1:  # the page shows all of them
        title = "API"
    file_name = json.dumps(os.path.relpath(file, folder))  # a JSON string is one of Python, too
    conf_changes = _conf_change(folder, title, file_name, None)
    directive = [""]  # without an argument it shows all documents
    return [*conf_changes, *_page_changes(folder, arguments.page, title, directive)]


def _show_or_write(
    arguments: argparse.Namespace, folder: Path, changes: Sequence[FileChange]
) -> int:
    """Print the changes as a diff, and write them with ``--yes``; return the exit status."""
    for change in changes:
        print_result(_unified_diff(change))
    if not arguments.yes:
        print_message("nothing was written; --yes writes these changes")
        return 0
    for change in changes:
        write_file(change.file, _new_content(change))
    if importlib.util.find_spec("sphinx") is None:
        print_message('install Sphinx: pip install "sphinxcontrib-ggdocs[sphinx]"')
    print_message(f"build it: sphinx-build -W {folder} public")
    return 0


def _project_folder(conf_dir: Path | None) -> Path:
    """Return the folder of the Sphinx project.

    It is that of ``--conf-dir``, else the first usual folder with a ``conf.py``, else ``docs``.

    Raises:
        UsageError: The folder of ``--conf-dir`` exists and has no ``conf.py``.
    """
    if conf_dir is not None:
        if conf_dir.exists() and not (conf_dir / "conf.py").is_file():
            raise UsageError(
                f"{conf_dir} has no conf.py; name the folder that has it, or a new one"
            )
        return conf_dir
    for name in FOLDERS:
        if Path(name, "conf.py").is_file():
            return Path(name)
    return Path(FOLDERS[0])


def _conf_change(
    folder: Path, title: str, docs: str, import_folder: Path | None
) -> list[FileChange]:
    """Return the change of ``conf.py``, in a list that is empty if nothing has to change.

    It adds the extension, the folder that contracts are imported from, and ``ggdocs_docs`` for
    documents that a directive cannot define: those of files or of ``pyproject.toml``.

    Args:
        folder: The folder of ``conf.py``.
        title: The title of the Sphinx project, if ``conf.py`` does not exist yet.
        docs: The value of ``ggdocs_docs`` as Python; empty if the directive defines the document.
        import_folder: The folder that contracts are imported from; None if they are installed.

    Raises:
        UsageError: The project has documents already, or its file is not valid.
    """
    file = folder / "conf.py"
    before = _text_of(file)
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
    """Return the text of a new ``conf.py``, still without this extension."""
    lines = [f"project = {json.dumps(title, ensure_ascii=False)}", "extensions = []"]
    if importlib.util.find_spec("furo") is not None:  # a theme that many projects use
        lines.append('html_theme = "furo"')
    return "\n".join([*lines, ""])


def _path_expression(target: Path, folder: Path) -> str:
    """Return a folder as Python code, relative to the folder of ``conf.py``:
    ``Path(__file__).parents[1] / "src"``.
    """
    steps = Path(os.path.relpath(target, folder)).parts
    levels_up = steps.count("..")
    expression = f"Path(__file__).parents[{levels_up}]"  # the first one is the folder itself
    for step in steps[levels_up:]:
        expression += f' / "{step}"'
    return expression


def _page_changes(
    folder: Path, name: str, title: str, directive: Sequence[str]
) -> list[FileChange]:
    """Return a new page with the directive, and the project's first page with the new one in a
    toctree.

    In a new project the page with the directive is the first page itself.

    Args:
        folder: The folder of ``conf.py``.
        name: The name of the new page.
        title: Its title.
        directive: The argument of the directive, then its options.

    Raises:
        UsageError: There is a page of this name, or the first page shows the document already.
    """
    first_page = folder / "index.rst"
    if not first_page.is_file() and (folder / "index.md").is_file():
        first_page = folder / "index.md"
    if not (folder / "conf.py").is_file():  # a new project
        name = "index"
    for suffix in (".rst", ".md"):
        if (file := folder / f"{name}{suffix}").exists():
            raise UsageError(f"{file} exists; choose another page with --page")
    first_text = _text_of(first_page)
    argument = directive[0]  # empty for all documents of the project
    if argument and argument in first_text.split():
        raise UsageError(f"{first_page} shows {argument} already")
    write_page = _rst_page
    toctree = f".. toctree::\n\n   {name}\n"
    if first_page.suffix == ".md":
        write_page = _myst_page
        toctree = f"```{{toctree}}\n{name}\n```\n"
    page = folder / f"{name}{first_page.suffix}"
    changes = [FileChange(page, "", "\n".join([*write_page(title, directive), ""]))]
    if first_page.is_file() and not lists_page(first_text, name):
        extended_text = join_first_toctree(first_text, name)
        if extended_text is None:
            extended_text = f"{first_text.rstrip()}\n\n{toctree}"
        changes.append(FileChange(first_page, first_text, extended_text))
    return changes


def _rst_page(title: str, directive: Sequence[str]) -> list[str]:
    """Return the lines of a page in reStructuredText with a title and the directive."""
    # docutils counts two columns for East Asian wide letters, and warns of shorter underlines.
    wide_letters = sum(unicodedata.east_asian_width(letter) in "WF" for letter in title)
    argument, *options = directive
    lines = [title, "=" * (len(title) + wide_letters), "", f".. ggdocs:: {argument}".rstrip()]
    return [*lines, *(f"   {option}" for option in options)]


def _myst_page(title: str, directive: Sequence[str]) -> list[str]:
    """Return the lines of a page in Markdown with a title and the directive."""
    argument, *options = directive
    return [f"# {title}", "", f"```{{ggdocs}} {argument}".rstrip(), *options, "```"]


def _text_of(file: Path) -> str:
    """Return the text of a file; empty if the file does not exist.

    Raises:
        UsageError: It is not UTF-8.
    """
    if not file.is_file():
        return ""
    try:
        # Without the byte order mark that some editors write.
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8; convert it, or make the change by hand") from error


def _new_content(change: FileChange) -> bytes:
    """Return the new content of a file, with the kind of line ends that it has now."""
    after = change.after.encode()
    # `change.before` was read as text, in which all line ends are `\n`.
    if change.before and b"\r\n" in change.file.read_bytes():
        return after.replace(b"\n", b"\r\n")
    return after


def _only_document(specs: Sequence[ApiDocSpec]) -> ApiDocSpec:
    """Return the document that the command line names.

    Raises:
        UsageError: There are several, or it is a Python object that neither a directive nor JSON
            can name.
    """
    # Of what a command line can name, only a document that is written in Python has groups.
    if len(specs) != 1 or specs[0].groups:
        raise UsageError(NOT_NAMED)
    return specs[0]


def _document_entry(
    spec: ApiDocSpec, names: Sequence[str], arguments: argparse.Namespace, folder: Path
) -> str:
    """Return the value of ``ggdocs_docs`` for a document of files, as Python.

    It is empty if the names are those of contracts or an application, which the directive names.

    Raises:
        UsageError: The names are neither.
    """
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
    entry |= {field: _relative_paths(paths, folder) for field, paths in files.items()}
    # As JSON, since strings and lists of strings are the same in JSON and in Python.
    return json.dumps([entry], ensure_ascii=False)


def _relative_paths(names: Sequence[str], folder: Path) -> str | list[str]:
    """Return the paths of files relative to a folder; a single one without a list, since
    ``ggdocs_docs`` accepts both.
    """
    files = [os.path.relpath(name, folder) for name in names]
    if len(files) == 1:
        return files[0]
    return files


def _packages_without_installation(names: Sequence[str]) -> list[str]:
    """Return the top-level packages of names that cannot be imported, or only from the working
    directory.

    Sphinx does not import them by itself: the working directory is in `sys.path` of ``ggdocs``, but
    not in that of ``sphinx-build``.
    """
    packages: dict[str, None] = {}  # an ordered set
    for name in names:
        if not name.endswith(DOCUMENT_SUFFIXES):
            packages[name.partition(":")[0].partition(".")[0]] = None
    original_path = [*sys.path]
    working_directory = Path.cwd()
    sys.path[:] = [
        folder for folder in original_path if Path(folder).resolve() != working_directory
    ]
    try:
        return [package for package in packages if importlib.util.find_spec(package) is None]
    finally:
        sys.path[:] = original_path


def _find_import_folder(packages: Sequence[str]) -> Path | None:
    """Return the folder from which the first of some packages is imported; None if there
    are none.
    """
    for spec in filter(None, map(importlib.util.find_spec, packages)):
        # A package has the folders of its submodules, a module only its file.
        locations = [*(spec.submodule_search_locations or ()), spec.origin]
        return Path(str(locations[0])).parent
    return None


def _unified_diff(change: FileChange) -> str:
    """Return a change as a unified diff."""
    old_name = "/dev/null"  # as Git shows new files
    if change.before:
        old_name = str(change.file)
    lines = difflib.unified_diff(
        change.before.splitlines(),
        change.after.splitlines(),
        old_name,
        str(change.file),
        lineterm="",
    )
    return "\n".join(lines)
