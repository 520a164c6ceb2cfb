"""Translates a description paragraph by paragraph, as it is written.

Sphinx cuts a page in the same way: a message is the text of one paragraph, heading, list item or
cell, its lines joined. So one catalogue serves the page and the UI, and what is parsed afterwards
is a text in the markup of the description, whatever that of the page is.
"""

import re
from collections.abc import Callable, Iterator

Translate = Callable[[str], str]
"""The translation of a message, or the message itself."""

_FENCE = re.compile(r"\s*(`{3,}|~{3,}|:{3,})(.*)")
_ITEM = re.compile(
    r"""(\s*(?:(?:
        [-*+] | \d+[.)] | \#\. | \#{1,6}    # lists and headings
        | \[\^[^\]]+\]:                     # a footnote in Markdown
        | \.\.[ ]\[[^\]]+\]                 # in reST
        | \.\.[ ][\w:-]+::                  # a directive with its text on the same line
        | :                                 # a definition of MyST
        | :[^:\n]+:                         # a field
    )[ \t]+)*)(.*)""",
    re.DOTALL | re.VERBOSE,
)
_QUOTE = re.compile(r"[ ]{0,3}>[ ]?")
_UNDERLINE = re.compile(r"([=\-~^\"'`#*+.:_])\1{2,}|=+|-+")
_CELL = re.compile(r"((?:^|(?<!\\)\|)\s*)((?:\\\||[^|])*?)(?=\s*(?<!\\)\||\s*$)")
_CODE = frozenset(
    {"code", "code-block", "code-cell", "sourcecode", "literalinclude", "math", "raw", "mermaid"}
)
"""Directives of MyST whose content is no prose."""


def translate_text(text: str, translate: Translate) -> str:
    """A description, each of its paragraphs translated; code blocks stay."""
    return "\n".join(_blocks(text, translate))


def _blocks(text: str, translate: Translate) -> Iterator[str]:
    lines: list[str] = []
    fences: list[str] = []
    """Those that are open; all but the last hold prose."""
    in_code = False
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if in_code or mark:
            yield from _flushed(lines, translate)
            yield line
            if mark and fences and mark[1].startswith(fences[-1]) and not mark[2].strip():
                fences.pop()
                in_code = False
            elif mark and not in_code:
                fences.append(mark[1])
                in_code = not _holds_prose(mark[1], mark[2])
            continue
        if not line.strip() or _begins(line, lines):
            yield from _flushed(lines, translate)
        if _is_row(line):
            yield _row(line, translate)
        elif line.strip():
            lines.append(line)
            if len(lines) > 1 and _UNDERLINE.fullmatch(line.strip()):
                yield from _flushed(lines, translate)
        else:
            yield line
    yield from _flushed(lines, translate)


def _holds_prose(mark: str, info: str) -> bool:
    """Whether what stands behind a fence is read like any text: in a directive of MyST."""
    name = re.match(r"\{([\w:-]+)\}", info.strip())
    return mark.startswith(":") or (name is not None and name[1] not in _CODE)


def _begins(line: str, lines: list[str]) -> bool:
    """Whether a line begins a block of its own, after those before it."""
    if _is_row(line):
        return True
    if _QUOTE.match(line):
        return not (lines and _QUOTE.match(lines[0]))
    if lines and _UNDERLINE.fullmatch(line.rstrip()):
        return False
    found = _ITEM.fullmatch(line)
    return found is not None and bool(found[1].strip())


def _flushed(lines: list[str], translate: Translate) -> Iterator[str]:
    """The block so far; as written when nobody has translated it."""
    if lines:
        block = list(lines)
        lines.clear()
        yield from _translated(block, translate)


def _translated(block: list[str], translate: Translate) -> Iterator[str]:
    if all(_QUOTE.match(line) for line in block):
        inner = "\n".join(_QUOTE.sub("", line, count=1) for line in block)
        told = translate_text(inner, translate)
        yield from block if told == inner else (f"> {line}" for line in told.split("\n"))
        return
    if len(block) > 1 and _UNDERLINE.fullmatch(block[-1].strip()):
        told = translate(_joined(block[:-1]))
        yield from (
            block
            if told == _joined(block[:-1])
            else (told, block[-1].strip()[0] * max(len(told), 3))
        )
        return
    found = _ITEM.fullmatch("\n".join(block))
    assert found is not None  # everything may be empty
    message = _joined(found[2].split("\n"))
    told = translate(message)
    if told != message:
        yield found[1] + told
    elif len(block) > 1 and _depth(block[1]) > _depth(block[0]) and not found[1].strip():
        for part in (block[:1], block[1:]):  # a term of reST and its definition
            told = translate(_joined(part))
            yield from part if told == _joined(part) else (" " * _depth(part[0]) + told,)
    else:
        yield from block


def _is_row(line: str) -> bool:
    """Whether a line is one of a table in Markdown."""
    found = line.strip()
    return len(found) > 1 and found[0] == found[-1] == "|"


def _row(line: str, translate: Translate) -> str:
    """A row of a table in Markdown."""
    return _CELL.sub(
        lambda found: found[1] + (translate(found[2]) if found[2].strip() else found[2]), line
    )


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
