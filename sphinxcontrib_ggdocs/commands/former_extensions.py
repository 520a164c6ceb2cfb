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
        self._directives = [*self._found()] if self._names else []

    @property
    def page(self) -> str | None:
        """The name of the page that Redoc made of one of the files."""
        for entry in self._redoc_entries():
            if (self._project.folder / entry.get("spec", "")).resolve() in self._files:
                return entry.get("page")
        return None

    def page_change(self) -> FileChange | None:
        """The page that shows one of the files, with the directive replaced; None without one."""
        found = self._replaced()
        if found is None:
            return None
        text = read(found.page)
        lines = text.splitlines()
        is_myst = found.page.suffix == ".md"
        after = [f"```{{ggdocs}} {self._slug}", "```"] if is_myst else [f".. ggdocs:: {self._slug}"]
        lines[found.start : found.end] = after
        end = "\r\n" if "\r\n" in text else "\n"
        return FileChange(found.page, text, end.join(lines) + end)

    def remaining(self) -> Iterator[str]:
        """What is left to the author, a message for each place."""
        replaced = self._replaced()
        for each in self._directives:
            if each != replaced:
                yield f"{each.place}: {self._advice(each)}"
        conf = self._project.folder / "conf.py"
        if (value := self._project.assigned.get("redoc")) is not None:
            yield f"{conf}:{value.lineno}: remove the entries of redoc whose files have a document"
        if self._names:
            names = ", ".join(self._names)
            message = f"remove {names} from extensions when no page needs it any more"
            yield f"{conf}: {message}; {GUIDE} has examples"

    def _advice(self, found: FormerDirective) -> str:
        if found.name != "openapi":
            return f"remove {found.name}, if the reference has this method"
        if found.file(self._project.folder) not in self._files:
            return f"{found.argument} has no document yet, add one to ggdocs_docs"
        if found.shows_parts:
            return f"write gg:method or gg:contract with names such as {self._slug}.Tag.operation"
        return f"a page shows {self._slug} already, remove this directive or the other"

    def _replaced(self) -> FormerDirective | None:
        """The first directive that shows the whole of one of the files."""
        for each in () if self._has_own_page else self._directives:
            is_whole = each.name == "openapi" and not each.shows_parts
            if is_whole and each.file(self._project.folder) in self._files:
                return each
        return None

    def _found(self) -> Iterator[FormerDirective]:
        for page in sorted(self._project.folder.rglob("*")):
            inside = page.relative_to(self._project.folder).parts
            is_source = page.suffix in SUFFIXES and page.is_file()
            if is_source and not any(each[0] in "_." or each in ENVIRONMENTS for each in inside):
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
        if found := RST.match(line):
            end = _end_of_indented(lines, number + 1)
            body = tuple(lines[number + 1 : end])
            yield FormerDirective(page, number, end, found[1], found[2] or "", body)
        elif found := MYST.match(line):
            rest = range(number + 1, len(lines))
            last = next((each for each in rest if lines[each].startswith(found[1])), len(lines) - 1)
            body = tuple(lines[number + 1 : last])
            yield FormerDirective(page, number, last + 1, found[2], found[3] or "", body)


def _end_of_indented(lines: Sequence[str], start: int) -> int:
    """The line after the last one that is indented."""
    end = start
    for number in range(start, len(lines)):
        if lines[number][:1] == " ":
            end = number + 1
        elif lines[number].strip():
            break
    return end
