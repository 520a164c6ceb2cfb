"""The first paragraph of a description as one line of plain text, for indices and lists."""

import re


def summary_of(text: str | None) -> str:
    """The first paragraph of a description as one line of plain text, which is all that an index
    can show.
    """
    line = " ".join((text or "").strip().partition("\n\n")[0].split())
    if not _MARKED.search(line):
        return line
    line = _CODE.sub(_code_text, line)
    return _LINK.sub(r"\1", _STRONG.sub(r"\2", line))


_MARKED = re.compile(r"[`*\[]")
_CODE = re.compile(r"(?::[\w:.+-]+:|\{[\w:.+-]+\})?(`+)(.+?)\1(?!`)_{0,2}")
_STRONG = re.compile(r"(\*{1,3})(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])")
_TITLED = re.compile(r"(.+?)\s*<[^<>]+>")


def _code_text(match: re.Match[str]) -> str:
    """What is shown of inline code and of roles: a title, the end of a name after ``~``, or all of
    it.
    """
    written: str = match[2].strip()
    if titled := _TITLED.fullmatch(written):
        return titled[1]
    return written.rpartition(".")[2] if written.startswith("~") else written.removeprefix("!")
