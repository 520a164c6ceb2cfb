"""A contract document in another language: each paragraph of its descriptions is translated by a
catalogue of messages, in its own markup.

Sphinx cuts a page in the same way: a message is the text of one paragraph, heading, list item or
cell, its lines joined. So one catalogue serves the page and the UI, and what is parsed afterwards
is a text in the markup of the description, whatever that of the page is.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from .document_model import ApiDocsDocument
from .document_texts import with_texts
from .view import DocumentView, view_of

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


def translated_document(text: str, translate: Translate) -> str:
    """A contract document with its descriptions and the names of its groups translated."""
    # JSON rather than objects, since a document of a former release may have another form.
    document: dict[str, Any] = with_texts(
        json.loads(text), partial(translate_text, translate=translate)
    )
    for group in document["groups"]:
        group["name"] = translate(group["name"])
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def translated_view(text: str, translate: Translate) -> tuple[DocumentView, dict[str, str]]:
    """The view of a translated document, and by translated text what was written."""
    originals: dict[str, str] = {}

    def noted(message: str) -> str:
        translated = translate(message)
        # Descriptions are looked up in source files by what is written there, for the lines of
        # warnings.
        originals[translated] = message
        return translated

    document = ApiDocsDocument.model_validate_json(translated_document(text, noted))
    return view_of(document), originals


def translate_text(text: str, translate: Translate) -> str:
    """A description, each of its paragraphs translated; code blocks stay."""
    return "\n".join(_blocks(text, translate))


class _Fences:
    """The fences that are open at a line; all but the innermost hold prose."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self.in_code = False

    def read(self, mark: re.Match[str]) -> None:
        """Take a line that looks like a fence: it closes the innermost one or opens another."""
        closes = self._open and mark[1].startswith(self._open[-1]) and not mark[2].strip()
        if closes:
            self._open.pop()
            self.in_code = False
        elif not self.in_code:
            self._open.append(mark[1])
            self.in_code = not _holds_prose(mark[1], mark[2])


def _blocks(text: str, translate: Translate) -> Iterator[str]:
    lines: list[str] = []
    fences = _Fences()
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if fences.in_code or mark:
            yield from _flushed(lines, translate)
            yield line
            if mark:
                fences.read(mark)
            continue
        if not line.strip() or _begins(line, lines):
            yield from _flushed(lines, translate)
        if _is_row(line):
            yield _row(line, translate)
        elif line.strip():
            lines.append(line)
            if len(lines) > 1 and _is_underline(line):
                yield from _flushed(lines, translate)
        else:
            yield line
    yield from _flushed(lines, translate)


def _holds_prose(mark: str, info: str) -> bool:
    """Whether the content of a fence is read like any text: in a directive of MyST."""
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
    item = _ITEM.fullmatch(line)
    return item is not None and bool(item[1].strip())


def _flushed(lines: list[str], translate: Translate) -> Iterator[str]:
    """The block so far; as written when nobody has translated it."""
    if lines:
        block = list(lines)
        lines.clear()
        yield from _translated(block, translate)


def _translated(block: list[str], translate: Translate) -> Iterable[str]:
    """The lines of a block, translated: a quotation, a heading with its underline, a term and its
    definition, or a paragraph that may begin with the mark of a list.
    """
    if all(_QUOTE.match(line) for line in block):
        return _translated_quotation(block, translate)
    if len(block) > 1 and _is_underline(block[0]) and not _has_overline(block):
        return [block[0], *_translated(block[1:], translate)]  # a break of Markdown
    if len(block) > 1 and _is_underline(block[-1]):
        return _translated_heading(block, translate)
    item = _ITEM.fullmatch("\n".join(block))
    assert item is not None  # everything may be empty
    message = _joined(item[2].split("\n"))
    translation = translate(message)
    if translation != message:
        return [item[1] + translation]
    if len(block) > 1 and _depth(block[1]) > _depth(block[0]) and not item[1].strip():
        return _translated_definition(block, translate)
    return block


def _translated_quotation(block: list[str], translate: Translate) -> list[str]:
    inner = "\n".join(_QUOTE.sub("", line, count=1) for line in block)
    translation = translate_text(inner, translate)
    if translation == inner:
        return block
    return [f"> {line}" for line in translation.split("\n")]


def _translated_heading(block: list[str], translate: Translate) -> list[str]:
    """A heading, its underline, and its overline if it has one, as long as the translation."""
    has_overline = _has_overline(block)
    heading = _joined(block[has_overline:-1])
    translation = translate(heading)
    if translation == heading:
        return block
    # reST wants an underline that is at least as long as its title.
    line = block[-1].strip()[0] * max(len(translation), 3)
    return [line, translation, line] if has_overline else [translation, line]


def _has_overline(block: list[str]) -> bool:
    """Whether a heading has the same line above and below it, as only reST allows."""
    first, last = block[0].strip(), block[-1].strip()
    return len(block) > 2 and _is_underline(first) and first == last


def _is_underline(line: str) -> bool:
    return _UNDERLINE.fullmatch(line.strip()) is not None


def _translated_definition(block: list[str], translate: Translate) -> Iterator[str]:
    """A term of reST and its definition, which are messages of their own."""
    for part in (block[:1], block[1:]):
        message = _joined(part)
        translation = translate(message)
        if translation == message:
            yield from part
        else:
            yield " " * _depth(part[0]) + translation


def _is_row(line: str) -> bool:
    """Whether a line is one of a table in Markdown."""
    text = line.strip()
    return len(text) > 1 and text[0] == text[-1] == "|"


def _row(line: str, translate: Translate) -> str:
    """A row of a table in Markdown; empty cells stay."""

    def translated(cell: re.Match[str]) -> str:
        return cell[1] + (translate(cell[2]) if cell[2].strip() else cell[2])

    return _CELL.sub(translated, line)


def _joined(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines).strip()


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
