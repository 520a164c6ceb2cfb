"""What of a Sphinx project is written for other extensions that document APIs: what ``ggdocs init``
replaces, and which lines it leaves to the author.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .sphinx_project import ENVIRONMENTS, FileChange, SphinxProject, read

GUIDE = "https://sphinxcontrib-ggdocs.readthedocs.io/en/latest/guides/migrating.html"
EXTENSIONS = ("sphinxcontrib.openapi", "sphinxcontrib.redoc", "sphinxcontrib.httpdomain")
SUFFIXES = (".rst", ".md", ".txt")

RST = re.compile(r"\.\. (openapi|http:\w+)::(?:\s+(.*?))?\s*$")
MYST = re.compile(r"(`{3,}|~{3,}|:{3,})\{(openapi|http:\w+)\}(?:\s+(.*?))?\s*$")
PARTS = re.compile(r"\s*:(?:paths|include|exclude|methods):")
"""Options that show a part of a file."""


class FormerDirective(NamedTuple):
    """A directive of another extension, at the start of a line."""

    page: Path
    start: int
    """Its first line, counted from zero."""
    end: int
    """The line after it."""
    name: str
    argument: str
    lines: tuple[str, ...]

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.page}:{self.start + 1}"

    @property
    def shows_parts(self) -> bool:
        """Whether options choose some of the paths."""
        return any(map(PARTS.match, self.lines))

    def file(self, folder: Path) -> Path:
        """The file that it names: relative to the page, or to the folder of the sources."""
        # As Sphinx reads the paths of its own directives (`relfn2path`).
        if self.argument.startswith("/"):
            return (folder / self.argument.lstrip("/")).resolve()
        return (self.page.parent / self.argument).resolve()


class FormerExtensions:
    """The extensions of a project that document what files say.

    Args:
        project: The project.
        files: The files that have a document now.
        slug: The slug of that document.
        has_own_page: Whether the document has a page of its own, so that no other is changed.
    """

    def __init__(
        self, project: SphinxProject, files: Sequence[str], slug: str, *, has_own_page: bool
    ) -> None:
        self._has_own_page = has_own_page
        self._project = project
        self._files = {Path(file).resolve() for file in files}
        self._slug = slug
        self._names = [name for name in EXTENSIONS if name in project.texts]
        self._directives = [*self._directives_of_pages()] if self._names else []

    @property
    def page(self) -> str | None:
        """The name of the page that Redoc made of one of the files."""
        for entry in self._redoc_entries():
            if (self._project.folder / entry.get("spec", "")).resolve() in self._files:
                return entry.get("page")
        return None

    def page_change(self) -> FileChange | None:
        """The page that shows one of the files, with the directive replaced; None without one."""
        former = self._replaced()
        if former is None:
            return None
        text = read(former.page)
        lines = text.splitlines()
        is_myst = former.page.suffix == ".md"
        after = [f"```{{ggdocs}} {self._slug}", "```"] if is_myst else [f".. ggdocs:: {self._slug}"]
        lines[former.start : former.end] = after
        end = "\r\n" if "\r\n" in text else "\n"
        return FileChange(former.page, text, end.join(lines) + end)

    def remaining(self) -> Iterator[str]:
        """What is left to the author, a message for each place."""
        replaced = self._replaced()
        for directive in self._directives:
            if directive != replaced:
                yield f"{directive.place}: {self._advice(directive)}"
        conf = self._project.folder / "conf.py"
        if (value := self._project.assigned.get("redoc")) is not None:
            yield f"{conf}:{value.lineno}: remove the entries of redoc whose files have a document"
        if self._names:
            names = ", ".join(self._names)
            message = f"remove {names} from extensions when no page needs it any more"
            yield f"{conf}: {message}; {GUIDE} has examples"

    def _advice(self, directive: FormerDirective) -> str:
        if directive.name != "openapi":
            return f"remove {directive.name}, if the reference has this method"
        if directive.file(self._project.folder) not in self._files:
            return f"{directive.argument} has no document yet, add one to ggdocs_docs"
        if directive.shows_parts:
            return f"write gg:method or gg:contract with names such as {self._slug}.Tag.operation"
        return f"a page shows {self._slug} already, remove this directive or the other"

    def _replaced(self) -> FormerDirective | None:
        """The first directive that shows the whole of one of the files."""
        for directive in () if self._has_own_page else self._directives:
            is_whole = directive.name == "openapi" and not directive.shows_parts
            if is_whole and directive.file(self._project.folder) in self._files:
                return directive
        return None

    def _directives_of_pages(self) -> Iterator[FormerDirective]:
        for page in sorted(self._project.folder.rglob("*")):
            inside = page.relative_to(self._project.folder).parts
            # Names that begin with `_` or `.` are those of builds, templates and tools, by
            # convention.
            is_source = page.suffix in SUFFIXES and page.is_file()
            if is_source and not any(part[0] in "_." or part in ENVIRONMENTS for part in inside):
                yield from _directives(page, page.read_text("utf-8", "replace").splitlines())

    def _redoc_entries(self) -> Iterator[dict[str, str]]:
        value = self._project.assigned.get("redoc")
        for entry in value.elts if isinstance(value, ast.List) else ():
            if isinstance(entry, ast.Dict):
                yield dict(_texts(entry))


def _texts(mapping: ast.Dict) -> Iterator[tuple[str, str]]:
    """The members of a mapping that are texts."""
    for key, member in zip(mapping.keys, mapping.values, strict=True):
        match key, member:
            case ast.Constant(value=str() as name), ast.Constant(value=str() as text):
                yield name, text


def _directives(page: Path, lines: Sequence[str]) -> Iterator[FormerDirective]:
    for number, line in enumerate(lines):
        if match := RST.match(line):
            end = _end_of_indented(lines, number + 1)
            body = tuple(lines[number + 1 : end])
            yield FormerDirective(page, number, end, match[1], match[2] or "", body)
        elif match := MYST.match(line):
            rest = range(number + 1, len(lines))
            last = next(
                (index for index in rest if lines[index].startswith(match[1])), len(lines) - 1
            )
            body = tuple(lines[number + 1 : last])
            yield FormerDirective(page, number, last + 1, match[2], match[3] or "", body)


def _end_of_indented(lines: Sequence[str], start: int) -> int:
    """The line after the last one that is indented."""
    end = start
    for number in range(start, len(lines)):
        if lines[number][:1] == " ":
            end = number + 1
        elif lines[number].strip():
            break
    return end
