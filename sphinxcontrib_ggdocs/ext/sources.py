"""Finds a description in the modules that it may have been written in, to say where it is wrong."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

from .store import ModuleStamp


@dataclass(frozen=True, slots=True)
class Place:
    """Where a description stands."""

    path: str
    line: int
    """Of its first line, from 1."""
    lines: int = 1
    """On how many lines of the file it is written; a text with escaped ends of lines is on one."""

    def nearest(self, line: int | None) -> int:
        """A line of the file; the first of the description for one that is none of its own."""
        return (
            line if line is not None and self.line <= line < self.line + self.lines else self.line
        )


class Sources:
    """The source files of a document.

    Args:
        modules: What the document was made of.
        default: The directive: what nobody has written in a file, is told there.
    """

    def __init__(self, modules: Iterable[ModuleStamp], default: Place) -> None:
        self._files = [
            (stamp.path, stamp.digest) for stamp in modules if stamp.path.endswith(".py")
        ]
        self._default = default
        self._last = (0, 0)
        """Index of a file and a position in it: the next description is most likely to follow the
        one before."""

    def find(self, text: str) -> Place:
        """The place of a description."""
        lines = text.strip().split("\n")
        first = lines[0].strip()
        found: Place | None = None
        for index, start, end in self._ways():
            file = _read(*self._files[index])
            position = file.text.find(first, start, end)
            while position >= 0:
                if len(lines) == 1 or _goes_on(file.text, position + len(first), lines):
                    self._last = (index, position)
                    return file.place(position, len(lines))
                found = found or file.place(position)
                position = file.text.find(first, position + 1, end)
        return found or self._joined(first) or self._default

    def _joined(self, line: str) -> Place | None:
        """The place of a line that was several, such as a summary."""
        words = line.split()
        joined = " ".join(words)
        for each in self._files:
            file = _read(*each)
            if joined not in file.joined:
                continue
            if (found := re.search(r"\s+".join(map(re.escape, words)), file.text)) is not None:
                return file.place(found.start())
        return None

    def _ways(self) -> Iterator[tuple[int, int, int | None]]:
        """Parts of files in the order in which they are looked through."""
        if not self._files:
            return
        last, position = self._last
        yield last, position, None
        yield last, 0, position
        yield from ((index, 0, None) for index in range(len(self._files)) if index != last)


def _goes_on(content: str, position: int, lines: list[str]) -> bool:
    """Whether the lines after the first one follow, however they are indented."""
    for line in lines[1:]:
        end = content.find("\n", position)
        if end < 0 or content[position:end].strip():
            return False
        position = end + 1
        wanted = line.strip()
        if wanted:
            found = content.find(wanted, position)
            if found < 0 or content[position:found].strip(" \t"):
                return False
            position = found + len(wanted)
    return True


class _File:
    """The text of a file."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            self.text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            self.text = ""
        self._ends = [match.start() for match in re.finditer("\n", self.text)]

    @cached_property
    def joined(self) -> str:
        """The text as one line: whether something is there is told fast."""
        return " ".join(self.text.split())

    def place(self, position: int, lines: int = 1) -> Place:
        """The place of a description that begins at a position."""
        return Place(self.path, bisect_left(self._ends, position) + 1, lines)


@lru_cache(maxsize=256)
def _read(path: str, _digest: str) -> _File:
    """A file; what it was is part of the key."""
    return _File(path)
