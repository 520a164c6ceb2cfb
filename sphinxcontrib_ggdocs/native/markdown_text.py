"""Writes pieces of Markdown: tables whose cells are escaped, descriptions whose headings fit below
those of the reference, summaries without markup.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress

Row = tuple[str, ...]

_FENCE = re.compile(r"\s*(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}(#{1,6})(?=[ \t]|$)")
_UNDERLINE = re.compile(r" {0,3}(=+|-+)[ \t]*")
_ITEM = re.compile(r"(?:[-*+]|\d+[.)])[ \t]")
_PIPE = re.compile(r"(?<!\\)\|")
"""A pipe that is not escaped."""
_INLINE_MARK = re.compile(r"[`*\[]")
_INLINE_CODE = re.compile(r"(?::[\w:.+-]+:|\{[\w:.+-]+\})?(`+)(.+?)\1(?!`)_{0,2}")
"""Inline code or a literal, perhaps with the name of a role of Sphinx or MyST in front of it, or a
link of reStructuredText."""
_STRONG = re.compile(r"(\*{1,3})(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_TITLED = re.compile(r"(.+?)\s*<[^<>]+>")
"""The content of a role with a title: ``Orders <shop.OrderApi>``."""
DEEPEST_HEADING = 6
"""The lowest level of headings that Markdown has."""


def table(head: Row, rows: Iterable[Row]) -> str:
    """Return a table without its empty columns."""
    cells = [tuple(map(cell, row)) for row in rows]
    has_content = [any(column) for column in zip(*cells, strict=True)]
    lines = (head, ("---",) * len(head), *cells)
    # `compress` keeps the cells of columns that have content.
    return "\n".join(f"| {' | '.join(compress(line, has_content))} |" for line in lines)


def cell(text: str) -> str:
    """Return a text as the cell of a table: in one line, with ``<br>`` between paragraphs, and with
    escaped pipes.

    A row of a table is one line (GitHub Flavored Markdown, 4.10), and a pipe ends a cell even
    inside of code.
    """
    if "\n" in text:
        line = "<br>".join(_paragraphs(text))
    else:
        line = " ".join(text.split())
    # Most cells have no pipe. To search all of them with the regular expression would take a fifth
    # of the time in which a reference is written.
    if "|" not in line:
        return line
    return _PIPE.sub(r"\\|", line)


def _paragraphs(text: str) -> Iterator[str]:
    """Yield each paragraph, list item and line of code of a text as one line."""
    words: list[str] = []
    fence = ""
    for line in text.strip().split("\n"):
        mark = _fence_mark(line, fence)
        if words and (mark or _ends_paragraph(line)):
            yield " ".join(words)
            words = []
        if mark and fence:  # the end of a block of code
            fence = ""
        elif mark:
            fence = mark
        elif not fence:
            words += line.split()
        elif line.strip():  # a line of code
            yield f"`{line}`"
    if words:
        yield " ".join(words)


def _fence_mark(line: str, fence: str) -> str:
    """Return the fence of a line that opens or closes a block of code, such as three backquotes;
    otherwise an empty text.

    `fence` is the fence that is open, empty if none is: only a fence that starts with it closes it.
    """
    match = _FENCE.match(line)
    if match is None or not match[1].startswith(fence):
        return ""
    return match[1]


def _ends_paragraph(line: str) -> bool:
    """Return whether a line cannot continue a paragraph: it is blank, or starts an item of
    a list.
    """
    return not line.strip() or _ITEM.match(line.lstrip()) is not None


def with_headings_below(text: str | None, level: int, *, markup: str | None) -> str:
    """Return a description whose headings are below a heading of the reference.

    Args:
        text: The description; one in reStructuredText is returned unchanged.
        level: The level of the heading above it.
        markup: The markup language of the description.
    """
    if not text or markup == "rst":
        return text or ""
    return "\n".join(_with_lowered_headings(text.strip().split("\n"), level))


def _with_lowered_headings(lines: Sequence[str], level: int) -> Iterator[str]:
    """Yield the lines of a text with each heading as many levels lower as `level` says, down to the
    lowest one.

    Underlined headings become headings with number signs. Code is not changed.
    """
    fence = ""
    # The line before the current one, if an underline would make it a heading; else empty.
    previous: list[str] = []
    for line in lines:
        mark = _fence_mark(line, fence)
        underline = _UNDERLINE.fullmatch(line)
        if previous and underline is not None:  # inside of code there is no previous line
            level_of_underline = 1 if underline[1][0] == "=" else 2
            signs = "#" * _heading_level(level, level_of_underline)
            yield f"{signs} {previous.pop().strip()}"
            continue
        yield from previous
        previous.clear()
        if mark:
            fence = "" if fence else mark
            yield line
        elif fence:
            yield line
        elif (heading := _HEADING.match(line)) is not None:
            yield "#" * _heading_level(level, len(heading[1])) + line[heading.end() :]
        elif _can_be_heading(line):
            previous.append(line)
        else:
            yield line
    yield from previous


def _can_be_heading(line: str) -> bool:
    """Return whether an underline would make a line a heading; code, list items and rows of tables
    are not.
    """
    return not (_ends_paragraph(line) or line.startswith("    ") or "|" in line)


def _heading_level(level: int, level_in_text: int) -> int:
    """Return the level of a description's heading below a heading with `level`."""
    return min(level + level_in_text, DEEPEST_HEADING)


def description_with_facts(description: str, facts: str) -> str:
    """Return a description followed by facts as a sentence, which is a paragraph of its own after
    several paragraphs.

    Both may be empty. Without a description the facts are no sentence, and begin as they are:
    ``default 20``.
    """
    text = description.rstrip()
    if not facts:
        return description
    if not text:
        return facts
    sentence = facts[0].upper() + facts[1:]
    if "\n\n" in text:
        return f"{text}\n\n{sentence}"
    if text[-1] not in ".!?…":
        text += "."
    return f"{text} {sentence}"


def summary_of(text: str | None) -> str:
    """Return the first paragraph of a description as one line of plain text, for lists of objects.

    A quotation at the start is skipped: it is mostly an alert, which does not describe the object.
    """
    paragraphs = re.split(r"\n\s*\n", (text or "").strip())
    first = next((paragraph for paragraph in paragraphs if not paragraph.startswith(">")), "")
    line = " ".join(first.split())
    if not _INLINE_MARK.search(line):  # faster, since most lines have no markup
        return line
    line = _INLINE_CODE.sub(_code_text, line)
    return _LINK.sub(r"\1", _STRONG.sub(r"\2", line))


def _code_text(match: re.Match[str]) -> str:
    """Return the text that readers see of inline code or of a Sphinx role.

    They see the title of ``Orders <shop.OrderApi>``, and only the last part of a name after ``~``.
    An ``!`` in front of a name only means that it is not linked.
    """
    content: str = match[2].strip()
    if titled := _TITLED.fullmatch(content):
        return titled[1]
    if content.startswith("~"):
        return content.rpartition(".")[2]
    return content.removeprefix("!")


def code_span(text: str) -> str:
    """Return a text as inline code."""
    # A code span ends at the next run of as many backquotes, and loses one space at both ends
    # (CommonMark 0.31, 6.1).
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{text}{space}{fence}"


def fenced(code: str, language: str = "") -> str:
    """Return a block of code, with a fence that is longer than any in the code.

    `language` is a word for highlighting, such as ``json``, or empty.
    """
    # A block ends at the first fence that is at least as long as its own (CommonMark, 4.5).
    # By default it has three backquotes.
    longest = max((len(mark) for mark in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    # The language may be an author's text: what could end the line or the fence is replaced.
    word = re.sub(r"[^\w#+.-]+", "-", language.lower())
    return f"{fence}{word}\n{code.rstrip()}\n{fence}"
