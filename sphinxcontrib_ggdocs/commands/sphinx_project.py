"""Reads a Sphinx project without running it, and writes what a reference needs into its texts.

Nothing here touches the disk but to read; ``conf.py`` is parsed and never executed.
"""

import ast
import json
import os
import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from .terminal import UsageError

EXTENSION = "sphinxcontrib_ggdocs"
FOLDERS = ("docs", "doc", "docs/source", "doc/source", "source", ".")
"""Where ``conf.py`` is looked for."""

ENVIRONMENTS = (".venv", "venv", "node_modules")
"""Folders with foreign pages, which Sphinx reads unless ``exclude_patterns`` names them."""

RST_TOCTREE = re.compile(r"^(?P<indent>[ ]*)\.\. toctree::[ ]*$")
MYST_TOCTREE = re.compile(r"^(?P<fence>`{3,}|~{3,}|:{3,})\{toctree\}[ ]*$")

Markup = Literal["rst", "md"]


class FileChange(NamedTuple):
    """The content of a file, before and after."""

    file: Path
    before: str | None
    """None where there is no file yet."""
    after: str


@dataclass(frozen=True)
class SphinxProject:
    """The project of a ``conf.py``."""

    folder: Path
    conf: str
    tree: ast.Module

    @classmethod
    def find(cls, folder: Path | None) -> "SphinxProject | None":
        """The project in a folder, or in the first of the usual ones; None if there is none.

        Raises:
            UsageError: The folder has no ``conf.py``, or it cannot be read.
        """
        folders = [folder] if folder is not None else [Path(name) for name in FOLDERS]
        for place in folders:
            if (file := place / "conf.py").is_file():
                text = read(file)
                try:
                    return cls(place, text, ast.parse(text))
                except SyntaxError as error:
                    raise UsageError(f"{file}:{error.lineno}: {error.msg}") from error
        if folder is not None and folder.exists():
            raise UsageError(f"{folder} has no conf.py; name the folder that has it, or a new one")
        return None

    @cached_property
    def assigned(self) -> dict[str, ast.expr]:
        """The values that are assigned to names at the top of ``conf.py``."""
        assigned: dict[str, ast.expr] = {}
        for statement in self.tree.body:
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    assigned[name] = value
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    assigned[name] = value
        return assigned

    @cached_property
    def texts(self) -> frozenset[str]:
        """Every string in ``conf.py``."""
        return frozenset(
            node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        )

    @property
    def root_document(self) -> Path | None:
        """The file of the first page; None if there is none."""
        given = self.assigned.get("root_doc", self.assigned.get("master_doc"))
        name = str(given.value) if isinstance(given, ast.Constant) else "index"
        files = [self.folder / f"{name}{suffix}" for suffix in (".rst", ".md")]
        return next((file for file in files if file.is_file()), None)

    @property
    def markup(self) -> Markup:
        """The markup of the first page."""
        root = self.root_document
        return "md" if root is not None and root.suffix == ".md" else "rst"

    def conf_change(self, entry: str, import_folder: Path | None) -> FileChange:
        """``conf.py`` with the extension and a document.

        Args:
            entry: The document, as Python.
            import_folder: The folder that the contracts are imported from; None if they are
                installed.

        Raises:
            UsageError: The project has documents already.
        """
        file = self.folder / "conf.py"
        if "ggdocs_docs" in self.assigned:
            raise UsageError(f"{file} has documents already; add this one to ggdocs_docs: {entry}")
        lines = [""]
        if import_folder is not None and not self._imports_from(import_folder):
            lines += _import_lines(self.folder, import_folder)
        if EXTENSION not in self.texts:
            lines.append(self._extended("extensions", EXTENSION))
        lines.append(f"ggdocs_docs = [{entry}]")
        for name in ENVIRONMENTS:
            if (self.folder / name).is_dir() and not any(name in text for text in self.texts):
                lines.append(self._extended("exclude_patterns", name))
        return FileChange(file, self.conf, _appended(self.conf, lines))

    def _imports_from(self, folder: Path) -> bool:
        """Whether ``conf.py`` seems to add a folder to ``sys.path`` already."""
        if "sys.path" not in self.conf:
            return False
        places = [self.folder / text for text in self.texts if text and "\0" not in text]
        return any(os.path.normpath(place) == os.path.normpath(folder) for place in places) or (
            "__file__" in self.conf
        )

    def _extended(self, name: str, value: str) -> str:
        match self.assigned.get(name):
            # The value may come from an `import *` or a condition, which `+=` would need, and `=`
            # would lose.
            case None if self._may_have(name):
                return f'{name} = [*globals().get("{name}", ()), "{value}"]'
            case None:
                return f'{name} = ["{value}"]'
            case ast.List():
                return f'{name} += ["{value}"]'
            case _:
                return f'{name} = [*{name}, "{value}"]'

    def _may_have(self, name: str) -> bool:
        """Whether a name may have a value that is not assigned at the top: inside another
        statement, or by another module.
        """
        nodes = list(ast.walk(self.tree))
        imported = (
            alias.name for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
        )
        named = (node.id for node in nodes if isinstance(node, ast.Name))
        return name in named or not {name, "*"}.isdisjoint(imported)

    def page_change(self, name: str, slug: str, title: str) -> FileChange:
        """A new page with the reference.

        Raises:
            UsageError: There is such a page.
        """
        for suffix in (".rst", ".md"):
            if (file := self.folder / f"{name}{suffix}").exists():
                raise UsageError(f"{file} exists; choose another page with --page")
        return FileChange(
            self.folder / f"{name}.{self.markup}", None, page(title, slug, self.markup)
        )

    def contents_change(self, name: str) -> FileChange | None:
        """The first page with the new one in its first table of contents; None if it is there, by
        a pattern perhaps, or if there is no first page.
        """
        file = self.root_document
        if file is None:
            return None
        text = read(file)
        lines = text.splitlines()
        listed = _entries(lines)
        if listed is None:
            entry = _toctree(name, self.markup)
            return FileChange(file, text, _appended(text, ["", *entry]))
        place, indent, entries = listed
        if name in entries or "*" in entries:
            return None
        lines.insert(place, f"{indent}{name}")
        return FileChange(file, text, _joined(text, lines))


def new_project(
    folder: Path, title: str, entry: str, import_folder: Path | None
) -> list[FileChange]:
    """The files of a project that has the reference as its first page.

    Raises:
        UsageError: There is a first page without a ``conf.py``.
    """
    if (index := folder / "index.rst").exists():
        raise UsageError(f"{index} exists, but no conf.py; name its folder with --conf-dir")
    lines = [
        f"project = {json.dumps(title, ensure_ascii=False)}",
        f'extensions = ["{EXTENSION}"]',
        f"ggdocs_docs = [{entry}]",
    ]
    if import_folder is not None:
        lines = [*_import_lines(folder, import_folder), "", *lines]
    return [
        FileChange(folder / "conf.py", None, "\n".join(lines) + "\n"),
        FileChange(index, None, page(title, None, "rst")),
    ]


def page(title: str, slug: str | None, markup: Markup) -> str:
    """A page with the reference of a document, or of all that are configured."""
    name = f" {slug}" if slug else ""
    if markup == "md":
        return f"# {title}\n\n```{{ggdocs}}{name}\n```\n"
    # docutils measures titles in columns, of which wide letters take two, and warns of an underline
    # that is too short.
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in title)
    return f"{title}\n{'=' * (len(title) + wide)}\n\n.. ggdocs::{name}\n"


def read(file: Path) -> str:
    """The text of a file.

    Raises:
        UsageError: It is not UTF-8.
    """
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{file} is not UTF-8; add the lines by hand, see --print") from error


def _import_lines(folder: Path, import_folder: Path) -> list[str]:
    steps = Path(os.path.relpath(import_folder, folder)).parts
    ups = steps.count("..")
    place = "".join([f"Path(__file__).parents[{ups}]", *(f' / "{step}"' for step in steps[ups:])])
    return ["import sys", "from pathlib import Path", "", f"sys.path.insert(0, str({place}))"]


def _toctree(name: str, markup: Markup) -> list[str]:
    return ["```{toctree}", name, "```"] if markup == "md" else [".. toctree::", "", f"   {name}"]


def _entries(lines: list[str]) -> tuple[int, str, set[str]] | None:
    """Where the first table of contents ends, how its entries are indented, and which it has."""
    for number, line in enumerate(lines):
        if match := MYST_TOCTREE.match(line):
            return _fenced(lines, number + 1, match["fence"])
        if match := RST_TOCTREE.match(line):
            return _indented(lines, number + 1, match["indent"])
    return None


def _fenced(lines: list[str], start: int, fence: str) -> tuple[int, str, set[str]]:
    end = next((n for n in range(start, len(lines)) if lines[n].startswith(fence)), len(lines))
    return end, "", set(map(str.strip, lines[start:end]))


def _indented(lines: list[str], start: int, indent: str) -> tuple[int, str, set[str]]:
    last = start - 1
    inner = f"{indent}   "
    for number in range(start, len(lines)):
        text = lines[number]
        if not text.strip():
            continue
        own = text[: len(text) - len(text.lstrip())]
        if len(own) <= len(indent):
            break
        last, inner = number, own
    entries = {line.strip() for line in lines[start : last + 1]}
    if all(not entry or entry.startswith(":") for entry in entries):
        lines.insert(last + 1, "")  # options only, or nothing: entries come after a blank line
        last += 1
    return last + 1, inner, entries


def _appended(text: str, lines: list[str]) -> str:
    return _joined(text, [*text.rstrip().splitlines(), *lines])


def _joined(text: str, lines: list[str]) -> str:
    """The lines with the ends that the text has."""
    end = "\r\n" if "\r\n" in text else "\n"
    return end.join(lines) + end
