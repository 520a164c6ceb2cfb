"""Adds a page to the first toctree of another page, in reStructuredText or MyST."""

import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import NamedTuple

RST_TOCTREE = re.compile(r"(?P<indent> *)\.\. toctree::\s*")
MYST_TOCTREE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|:{3,})\{toctree\}\s*")
OPTION = re.compile(r":[\w-]+:")
TITLED_ENTRY = re.compile(r".+<(?P<target>[^<>]+)>")
"""An entry of a toctree with a title: ``Reference <api>``."""

YAML_MARK = "---"
"""The line before and after options that are written as YAML in MyST."""


class Toctree(NamedTuple):
    """The positions of a directive ``toctree`` in the lines of a page."""

    end_of_options: int
    """The index of the line after its options."""
    entries: Sequence[int]
    """The indices of the lines with its entries."""
    indent: str
    """The white space in front of its options, which a first entry gets, too."""
    is_glob: bool
    """Whether its entries may be patterns such as ``guides/*``."""


def lists_page(text: str, page: str) -> bool:
    """Return whether a toctree of a text has a page as an entry, by its name or by a pattern."""
    lines = text.split("\n")
    for toctree in _toctrees_of(lines):
        for row in toctree.entries:
            target = _entry_target(lines[row])
            if target == page or (toctree.is_glob and fnmatchcase(page, target)):
                return True
    return False


def join_first_toctree(text: str, page: str) -> str | None:
    """Return a text with a page as the last entry of its first toctree; None if the text has no
    toctree.
    """
    lines = text.split("\n")
    toctrees = _toctrees_of(lines)
    if not toctrees:
        return None
    toctree = toctrees[0]
    if toctree.entries:
        last = toctree.entries[-1]
        entry = page
        # Entries may have suffixes; the new one is written like the others.
        for suffix in (".rst", ".md"):
            if all(lines[row].endswith(suffix) for row in toctree.entries):
                entry = page + suffix
        lines.insert(last + 1, _indent_of(lines[last]) + entry)
    else:
        lines[toctree.end_of_options : toctree.end_of_options] = ["", toctree.indent + page]
    return "\n".join(lines)


def _toctrees_of(lines: Sequence[str]) -> list[Toctree]:
    """Return all toctrees in the lines of a page."""
    toctrees: list[Toctree] = []
    for row, line in enumerate(lines):
        if start := RST_TOCTREE.fullmatch(line):
            # In reStructuredText the content of a directive is indented, mostly by three spaces.
            end = _row_after_directive(lines, row + 1, len(start["indent"]))
            toctrees.append(_read_toctree(lines, row + 1, end, start["indent"] + "   "))
        elif start := MYST_TOCTREE.fullmatch(line):
            end = _row_of_closing_fence(lines, row + 1, start["fence"])
            toctrees.append(_read_toctree(lines, row + 1, end, start["indent"]))
    return toctrees


def _row_after_directive(lines: Sequence[str], start: int, indent: int) -> int:
    """Return the index of the first line that is not indented more than a directive in
    reStructuredText; the number of lines if there is none.

    Args:
        lines: The lines of the page.
        start: The index of the line after the first line of the directive.
        indent: The indentation of the directive.
    """
    for row in range(start, len(lines)):
        line = lines[row]
        # Blank lines have no indentation, but may be between entries.
        if line.strip() and len(_indent_of(line)) <= indent:
            return row
    return len(lines)


def _row_of_closing_fence(lines: Sequence[str], start: int, fence: str) -> int:
    """Return the index of the fence that closes a directive in MyST: a line with at least as many
    of the same characters; the number of lines if there is none.

    Args:
        lines: The lines of the page.
        start: The index of the line after the opening fence.
        fence: The characters of the opening fence.
    """
    for row in range(start, len(lines)):
        line = lines[row].strip()
        if line.startswith(fence) and not line.strip(fence[0]):
            return row
    return len(lines)


def _read_toctree(lines: Sequence[str], start: int, end: int, indent: str) -> Toctree:
    """Return the toctree whose options and entries are in the lines from `start` to before `end`.

    `indent` is the indentation of entries if the toctree has no options.
    """
    first_entry = _row_after_options(lines, start, end)
    is_glob = False
    # An option is written as `:glob:`, or in YAML as `glob:`.
    for line in lines[start:first_entry]:
        if line.strip().startswith((":glob:", "glob:")):
            is_glob = True
        if OPTION.match(line.strip()):
            indent = _indent_of(line)
    entries = [row for row in range(first_entry, end) if lines[row].strip()]
    return Toctree(first_entry, entries, indent, is_glob)


def _row_after_options(lines: Sequence[str], start: int, end: int) -> int:
    """Return the index of the line after the options of a directive.

    In MyST the options may also be YAML between two lines ``---``.

    Args:
        lines: The lines of the page.
        start: The index of the line after the first line of the directive.
        end: The index of the line after the directive.
    """
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
    """Return the page of an entry, without the title and the suffix that it may have: ``api`` for
    ``Reference </api.rst>``.
    """
    target = line.strip()
    if explicit := TITLED_ENTRY.fullmatch(target):
        target = explicit["target"].strip()
    return target.removeprefix("/").removesuffix(".rst").removesuffix(".md")


def _indent_of(line: str) -> str:
    """Return the white space at the start of a line."""
    return line[: len(line) - len(line.lstrip())]
