"""Reads a Sphinx project without running it, and writes the lines that a reference needs.

Files are only read here; ``conf.py`` is parsed and never executed.
"""

import ast
import json
import os
import re
import unicodedata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from .terminal import UsageError

EXTENSION = "sphinxcontrib_ggdocs"
FOLDERS = ("docs", "doc", "docs/source", "doc/source", "source", ".")
"""Where ``conf.py`` is looked for."""

ENVIRONMENTS = (".venv", "venv", "node_modules")
"""Folders with foreign pages, which Sphinx reads unless ``exclude_patterns`` names them."""

TOCTREE = re.compile(
    r"^(?P<outer>[ ]*)\.\. toctree::[ ]*\n(?P<indented>(?:(?P=outer)[ ]+\S.*\n|[ ]*\n)*)"
    r"|^(?P<fence>`{3,}|~{3,}|:{3,})\{toctree\}[ ]*\n(?P<fenced>(?:.*\n)*?)(?P=fence)",
    re.MULTILINE,
)

Markup = Literal["rst", "md"]


class FileChange(NamedTuple):
    """The content of a file, before and after."""

    file: Path
    before: str
    """Empty where there is no file yet."""
    after: str


class SphinxProject:
    """The project of a ``conf.py``; without one, a project that is yet to be.

    Args:
        folder: The folder of ``conf.py``.

    Raises:
        UsageError: ``conf.py`` cannot be read.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "conf.py"
        self.is_new = not self.file.is_file()
        self.conf = "" if self.is_new else read(self.file)
        try:
            tree = ast.parse(self.conf)
        except SyntaxError as error:
            raise UsageError(f"{self.file}:{error.lineno}: {error.msg}") from error
        constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        self.texts = frozenset(text for text in constants if isinstance(text, str))
        self.assigned: dict[str, ast.expr] = {}
        """The values that are assigned to names at the top of ``conf.py``."""
        for statement in tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.assigned[name] = value
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    self.assigned[name] = value

    def change_conf(self, title: str, entry: str, import_folder: Path | None) -> FileChange:
        """Return ``conf.py`` with the extension and a document.

        Args:
            title: The name of a new project.
            entry: The document, as Python.
            import_folder: The folder that the contracts are imported from; None if they are
                installed.

        Raises:
            UsageError: The project has documents already.
        """
        if "ggdocs_docs" in self.assigned:
            message = f"{self.file} has documents already; add this one to ggdocs_docs: {entry}"
            raise UsageError(message)
        lines = []
        if import_folder is not None and not self._imports_from(import_folder):
            lines += _import_lines(self.folder, import_folder)
        if self.is_new:
            lines.append(f"project = {json.dumps(title, ensure_ascii=False)}")
        if EXTENSION not in self.texts:
            lines.append(self._extend("extensions", EXTENSION))
        if self.is_new and find_spec("furo") is not None:
            lines.append('html_theme = "furo"')
        lines.append(f"ggdocs_docs = [{entry}]")
        for name in ENVIRONMENTS:
            if (self.folder / name).is_dir() and not any(name in text for text in self.texts):
                lines.append(self._extend("exclude_patterns", name))
        return _append(self.file, self.conf, lines)

    def _imports_from(self, folder: Path) -> bool:
        """Report whether ``conf.py`` seems to add a folder to ``sys.path``."""
        if "sys.path" not in self.conf:
            return False
        places = [self.folder / text for text in self.texts if text and "\0" not in text]
        return "__file__" in self.conf or folder.resolve() in {place.resolve() for place in places}

    def _extend(self, name: str, value: str) -> str:
        """Write the line that adds a value to a list of ``conf.py``."""
        if isinstance(self.assigned.get(name), ast.List):
            return f'{name} += ["{value}"]'
        if name in self.conf or "import *" in self.conf:  # in a condition, or in another module
            return f'{name} = [*globals().get("{name}", ()), "{value}"]'
        return f'{name} = ["{value}"]'

    def add_page(self, name: str, slug: str, title: str) -> list[FileChange]:
        """Return a page with the reference, and its entry in the first table of contents.

        The entry is left out where the table has it, by a pattern perhaps, and where the project
        has no first page. In a new project the page is the first one.

        Raises:
            UsageError: There is such a page.
        """
        given = self.assigned.get("root_doc", self.assigned.get("master_doc"))
        first = "index"
        if isinstance(given, ast.Constant):
            first = str(given.value)
        roots = [self.folder / f"{first}{suffix}" for suffix in (".rst", ".md")]
        root = next((file for file in roots if file.is_file()), None)
        if self.is_new and root is not None:
            message = f"{root} exists, but no conf.py; name its folder with --conf-dir"
            raise UsageError(message)
        name = first if self.is_new else name
        for suffix in (".rst", ".md"):
            if (file := self.folder / f"{name}{suffix}").exists():
                raise UsageError(f"{file} exists; choose another page with --page")
        markup: Markup = "md" if root is not None and root.suffix == ".md" else "rst"
        page = self.folder / f"{name}.{markup}"
        changes = [FileChange(page, "", _write_page(title, slug, markup))]
        if root is not None and (change := _add_entry(root, name, markup)):
            changes.append(change)
        return changes


def find_project(folder: Path | None) -> SphinxProject:
    """Return the project in a folder, by default in the first of the usual ones, or a new one.

    Raises:
        UsageError: The folder exists and has no ``conf.py``, or it cannot be read.
    """
    if folder is not None and folder.exists() and not (folder / "conf.py").is_file():
        raise UsageError(f"{folder} has no conf.py; name the folder that has it, or a new one")
    places = [folder] if folder is not None else [Path(name) for name in FOLDERS]
    existing = (place for place in places if (place / "conf.py").is_file())
    return SphinxProject(next(existing, places[0]))


def read(file: Path) -> str:
    """Return the text of a file.

    Raises:
        UsageError: It is not UTF-8.
    """
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8; add the lines by hand, see --print") from error


def _write_page(title: str, slug: str, markup: Markup) -> str:
    if markup == "md":
        return f"# {title}\n\n```{{ggdocs}} {slug}\n```\n"
    # docutils measures titles in columns, of which wide letters take two
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in title)
    return f"{title}\n{'=' * (len(title) + wide)}\n\n.. ggdocs:: {slug}\n"


def _import_lines(folder: Path, import_folder: Path) -> list[str]:
    steps = Path(os.path.relpath(import_folder, folder)).parts
    ups = steps.count("..")
    place = "".join([f"Path(__file__).parents[{ups}]", *(f' / "{step}"' for step in steps[ups:])])
    return ["import sys", "from pathlib import Path", "", f"sys.path.insert(0, str({place}))", ""]


def _add_entry(file: Path, name: str, markup: Markup) -> FileChange | None:
    """Add a page to the first table of contents of another page; None if the table has it."""
    before = read(file)
    text = before.replace("\r\n", "\n").rstrip() + "\n"
    match = TOCTREE.search(text)
    if match is None and markup == "md":
        return _append(file, before, ["```{toctree}", name, "```"])
    if match is None:
        return _append(file, before, [".. toctree::", "", f"   {name}"])
    body = "indented"
    if match["fence"]:
        body = "fenced"
    block = match[body].rstrip()
    entries = [line.strip() for line in block.splitlines()]
    if name in entries or "*" in entries:
        return None
    indent = ""
    if body == "indented":
        indent = _start_of_entry(block, match["outer"])
    end = match.start(body) + len(block)
    after = "\n"
    if entries:
        after = ""
    return _change(file, before, f"{text[:end]}\n{indent}{name}{after}{text[end:]}")


def _start_of_entry(block: str, outer: str) -> str:
    """Return the start of a new entry of a directive: its indent, after a blank line where nothing
    but options is above.
    """
    last = block.rpartition("\n")[2]
    indent = last[: len(last) - len(last.lstrip())] or f"{outer}   "
    lines = [line.strip() for line in block.splitlines()]
    if lines and all(not line or line.startswith(":") for line in lines):
        return f"\n{indent}"
    return indent


def _append(file: Path, before: str, lines: list[str]) -> FileChange:
    text = before.replace("\r\n", "\n").rstrip()
    return _change(file, before, "\n".join([*([text, ""] if text else []), *lines, ""]))


def _change(file: Path, before: str, after: str) -> FileChange:
    """Return the change of a file whose lines end as before."""
    end = "\n"
    if "\r\n" in before:
        end = "\r\n"
    return FileChange(file, before, after.replace("\n", end))
