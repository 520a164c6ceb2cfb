"""Writes pieces of Markdown: tables whose cells are escaped, descriptions with headings below ours,
summaries without markup.
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
_INLINE_MARK = re.compile(r"[`*\[]")
_INLINE_CODE = re.compile(r"(?::[\w:.+-]+:|\{[\w:.+-]+\})?(`+)(.+?)\1(?!`)_{0,2}")
_STRONG = re.compile(r"(\*{1,3})(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_TITLED = re.compile(r"(.+?)\s*<[^<>]+>")
DEEPEST = 6
"""Markdown has no heading below."""


def table(head: Row, rows: Iterable[Row]) -> str:
    """Return a table; empty columns are left out."""
    written = [tuple(map(cell, row)) for row in rows]
    filled = [any(column) for column in zip(*written, strict=True)]
    lines = (head, ("---",) * len(head), *written)
    return "\n".join(f"| {' | '.join(compress(line, filled))} |" for line in lines)


def cell(text: str) -> str:
    """Text in one line; GitHub's tables want the pipe escaped inside of code, too."""
    # A row of a table is one line (GitHub Flavored Markdown, 4.10).
    line = "<br>".join(_lines(text)) if "\n" in text else " ".join(text.split())
    return _PIPE.sub(r"\\|", line) if "|" in line else line


def _lines(text: str) -> Iterator[str]:
    """Yield the paragraphs, list items and lines of code of a text."""
    words: list[str] = []
    fence = ""
    for line in text.strip().split("\n"):
        mark = _fence_mark(line, fence)
        if words and (mark or _ends_paragraph(line)):
            yield " ".join(words)
            words = []
        if mark and fence:
            fence = ""
        elif mark:
            fence = mark
        elif not fence:
            words += line.split()
        elif line.strip():
            yield f"`{line}`"
    if words:
        yield " ".join(words)


def _fence_mark(line: str, fence: str) -> str:
    """Return the mark of a line that opens a fence, or closes the one that is open; else empty."""
    mark = _FENCE.match(line)
    return mark[1] if mark is not None and mark[1].startswith(fence) else ""


def _ends_paragraph(line: str) -> bool:
    """Return whether a line continues no paragraph: it is blank, or starts an item of a list."""
    return not line.strip() or _ITEM.match(line.lstrip()) is not None


def below(text: str | None, level: int, *, markup: str | None) -> str:
    """Return a description with its headings below one of ours; other markup stays unchanged."""
    if not text or markup == "rst":
        return text or ""
    return "\n".join(_lowered(text.strip().split("\n"), level))


def _lowered(lines: Sequence[str], level: int) -> Iterator[str]:
    fence = ""
    held: list[str] = []
    """The line before, when the next one can make it a heading."""
    for line in lines:
        mark = _fence_mark(line, fence)
        underline = _UNDERLINE.fullmatch(line)
        if held and underline is not None:
            depth = _depth(level, 1 if underline[1][0] == "=" else 2)
            yield f"{'#' * depth} {held.pop().strip()}"
            continue
        yield from held
        held.clear()
        if mark:
            fence = "" if fence else mark
            yield line
        elif fence:
            yield line
        elif (heading := _HEADING.match(line)) is not None:
            yield "#" * _depth(level, len(heading[1])) + line[heading.end() :]
        elif _can_be_heading(line):
            held.append(line)
        else:
            yield line
    yield from held


def _can_be_heading(line: str) -> bool:
    """Return whether a line that is underlined is a heading: no code, item or row of a table is."""
    return not (_ends_paragraph(line) or line.startswith("    ") or "|" in line)


def _depth(level: int, own: int) -> int:
    return min(level + own, DEEPEST)


def sentences(description: str | None, facts: Iterable[str]) -> str:
    """Return a description and the remarks of a schema, as one text."""
    text_of_facts = "; ".join(facts)
    text = (description or "").rstrip()
    if not text_of_facts:
        return description or ""
    if not text:
        return text_of_facts
    text_of_facts = text_of_facts[0].upper() + text_of_facts[1:]
    if "\n\n" in text:
        return f"{text}\n\n{text_of_facts}"
    return f"{text} {text_of_facts}" if text[-1] in ".!?…" else f"{text}. {text_of_facts}"


def summary_of(text: str | None) -> str:
    """Return the first paragraph of a description that is not a quote as one line of plain text,
    which is all that an index can show.
    """
    paragraphs = re.split(r"\n\s*\n", (text or "").strip())
    # A quote at the beginning is mostly an alert, which says nothing of what the object is.
    first = next((paragraph for paragraph in paragraphs if not paragraph.startswith(">")), "")
    line = " ".join(first.split())
    if not _INLINE_MARK.search(line):
        return line
    line = _INLINE_CODE.sub(_code_text, line)
    return _LINK.sub(r"\1", _STRONG.sub(r"\2", line))


def _code_text(match: re.Match[str]) -> str:
    """What is shown of inline code and of roles: a title, the end of a name after ``~``, or all of
    it.
    """
    written: str = match[2].strip()
    if titled := _TITLED.fullmatch(written):
        return titled[1]
    return written.rpartition(".")[2] if written.startswith("~") else written.removeprefix("!")


def code_span(text: str) -> str:
    """Words of code in a line."""
    # A code span ends at the next run of as many backquotes (CommonMark 0.31, 6.1).
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}"


def fenced(code: str, language: str = "") -> str:
    """Return a block of code, its fence longer than any in it."""
    # A block ends at the first fence that is at least as long as its own (CommonMark, 4.5).
    longest = max((len(mark) for mark in re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    word = re.sub(r"[^\w#+.-]+", "-", language.lower())
    return f"{fence}{word}\n{code.rstrip()}\n{fence}"
