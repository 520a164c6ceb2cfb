"""Adds a page to the first table of contents of another page, in reStructuredText or MyST."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

RST_TOCTREE = re.compile(r"(?P<indent> *)\.\. toctree::\s*")
MYST_TOCTREE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|:{3,})\{toctree\}\s*")
OPTION = re.compile(r":[\w-]+:")
EXPLICIT = re.compile(r".+<(?P<target>[^<>]+)>")
"""An entry with a title."""


YAML_MARK = "---"


class Toctree(NamedTuple):
    """The directive ``toctree`` of a page, by the numbers of its lines."""

    end_of_options: int
    """The line after its options."""
    entries: Sequence[int]
    indent: str
    """The indentation of its options, and of entries if it has none."""
    is_glob: bool


def lists_page(text: str, page: str) -> bool:
    """Return whether a toctree of a text has a page as an entry, or by a pattern."""
    lines = text.split("\n")
    for toctree in _find_toctrees(lines):
        for row in toctree.entries:
            target = _entry_target(lines[row])
            if target == page or (toctree.is_glob and fnmatchcase(page, target)):
                return True
    return False


def join_first_toctree(text: str, page: str) -> str | None:
    """Return a text with a page as the last entry of its first toctree; None if it has none."""
    lines = text.split("\n")
    toctrees = _find_toctrees(lines)
    if not toctrees:
        return None
    toctree = toctrees[0]
    if toctree.entries:
        last = toctree.entries[-1]
        entry = page
        for suffix in (".rst", ".md"):
            if all(lines[row].endswith(suffix) for row in toctree.entries):
                entry = page + suffix
        lines.insert(last + 1, _indent_of(lines[last]) + entry)
    else:
        lines[toctree.end_of_options : toctree.end_of_options] = ["", toctree.indent + page]
    return "\n".join(lines)


def _find_toctrees(lines: Sequence[str]) -> list[Toctree]:
    toctrees: list[Toctree] = []
    for row, line in enumerate(lines):
        if start := RST_TOCTREE.fullmatch(line):
            end = _end_of_indented(lines, row + 1, len(start["indent"]))
            toctrees.append(_read_toctree(lines, row + 1, end, start["indent"] + "   "))
        elif start := MYST_TOCTREE.fullmatch(line):
            end = _end_of_fence(lines, row + 1, start["fence"])
            toctrees.append(_read_toctree(lines, row + 1, end, start["indent"]))
    return toctrees


def _end_of_indented(lines: Sequence[str], start: int, indent: int) -> int:
    """Return the first line that is indented as much as a directive, or less."""
    for row in range(start, len(lines)):
        line = lines[row]
        if line.strip() and len(_indent_of(line)) <= indent:
            return row
    return len(lines)


def _end_of_fence(lines: Sequence[str], start: int, fence: str) -> int:
    """Return the line of the fence that closes a directive."""
    for row in range(start, len(lines)):
        line = lines[row].strip()
        if line.startswith(fence) and not line.strip(fence[0]):
            return row
    return len(lines)


def _read_toctree(lines: Sequence[str], start: int, end: int, indent: str) -> Toctree:
    """Return the toctree whose options and entries are in some lines."""
    first_entry = _end_of_options(lines, start, end)
    is_glob = False
    for line in lines[start:first_entry]:
        if line.strip().startswith((":glob:", "glob:")):
            is_glob = True
        if OPTION.match(line.strip()):
            indent = _indent_of(line)
    entries = [row for row in range(first_entry, end) if lines[row].strip()]
    return Toctree(first_entry, entries, indent, is_glob)


def _end_of_options(lines: Sequence[str], start: int, end: int) -> int:
    """Return the line after the options of a directive, which MyST also takes as YAML."""
    row = start
    if row < end and lines[row].strip() == YAML_MARK:
        row += 1
        while row < end and lines[row].strip() != YAML_MARK:
            row += 1
        return min(row + 1, end)
    while row < end and OPTION.match(lines[row].strip()):
        row += 1
    return row


def _entry_target(line: str) -> str:
    """Return the page of an entry, without the title and the suffix that it may have."""
    target = line.strip()
    if explicit := EXPLICIT.fullmatch(target):
        target = explicit["target"].strip()
    return target.removeprefix("/").removesuffix(".rst").removesuffix(".md")


def _indent_of(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
