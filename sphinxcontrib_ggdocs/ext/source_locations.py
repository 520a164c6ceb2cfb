"""Finds descriptions in source files, for messages of the parser."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class SourceLocation:
    """Where a description is written."""

    path: str
    line: int
    """Of its first line, from 1."""
    lines: int = 1
    """On how many lines of the file it is written; a text with escaped ends of lines is on one."""

    def nearest(self, line: int | None) -> int:
        """Return the line if it belongs to the description, else its first line."""
        return (
            line if line is not None and self.line <= line < self.line + self.lines else self.line
        )


class DescriptionLocator:
    """Finds the lines of descriptions in the source files of a document, by the module of their
    object.

    Args:
        modules: The files of the modules that the document was made of, by name.
        default: The directive, for descriptions that are in no file.
    """

    def __init__(self, modules: Mapping[str, str], default: SourceLocation) -> None:
        self._paths = {name: path for name, path in modules.items() if path.endswith(".py")}
        self.default = default
        self._texts: dict[str, str] = {}
        self._last: dict[str, int] = {}
        """By path, a position: the next description is most likely to follow the one before."""

    def find(self, text: str, origin: str) -> SourceLocation:
        """Find the place of a description.

        Args:
            text: The description.
            origin: The module or the class that its object was made of.
        """
        while origin and origin not in self._paths:
            origin = origin.rpartition(".")[0]
        if not origin:
            return self.default
        path = self._paths[origin]
        source = self._source(path)
        lines = text.strip().split("\n")
        last = self._last.get(path, 0)
        starts = [*_positions(source, lines[0], last), *_positions(source, lines[0], 0, last)]
        whole = next((start for start in starts if _goes_on(source, start, lines)), None)
        start = whole if whole is not None else next(iter(starts), None)
        if start is None:  # a summary may be several lines
            joined = re.search(r"\s+".join(map(re.escape, lines[0].split())), source)
            if joined is None:
                return self.default
            start = joined.start()
        self._last[path] = start
        line = source.count("\n", 0, start) + 1
        return SourceLocation(path, line, len(lines) if whole is not None else 1)

    def _source(self, path: str) -> str:
        if path not in self._texts:
            try:
                self._texts[path] = Path(path).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError):
                self._texts[path] = ""
        return self._texts[path]


def _positions(source: str, line: str, start: int, end: int | None = None) -> Iterator[int]:
    """Yield the positions of a line between two positions."""
    position = source.find(line, start, end)
    while position >= 0:
        yield position
        position = source.find(line, position + 1, end)


def _goes_on(source: str, start: int, lines: list[str]) -> bool:
    """Return whether all lines of a description follow a position, with any indentation."""
    *written, last = source[start:].split("\n", len(lines))[: len(lines)]
    same = all(one.strip() == line.strip() for one, line in zip(written, lines[:-1], strict=False))
    return same and len(written) == len(lines) - 1 and last.strip().startswith(lines[-1].strip())
