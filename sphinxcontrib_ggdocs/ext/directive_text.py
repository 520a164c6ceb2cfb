"""Finds directives in the text of a page, in reStructuredText or Markdown, without a parser of
either, and reads lists in their options.

Only directives that begin a line are found: what is nested in another directive may be an example
in a block of code.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import NamedTuple

_OPTION = re.compile(r":([\w-]+):(?:\s+(.*))?$")
_FENCE = re.compile(r"(`{3,}|~{3,}|:{3,})\s*(?:\{([\w:-]+)\})?(.*)$")


class DirectiveText(NamedTuple):
    """The text of a directive: its argument, its options as written, and its content."""

    argument: str
    options: Mapping[str, str]
    content: Sequence[str]
    is_markdown: bool


class _Fence(NamedTuple):
    """An open fence of Markdown."""

    mark: str
    name: str
    argument: str
    lines: list[str]


def words_of(text: str) -> list[str]:
    """Words that are apart by commas or white space."""
    return text.replace(",", " ").split()


def names(text: str | None) -> list[str]:
    """Contracts by name, or patterns of paths.

    Raises:
        ValueError: There are none.
    """
    words = words_of(text or "")
    if not words:
        hint = "apart by commas or white space"
        raise ValueError(f"give package.module:attribute, or patterns of paths, {hint}")
    return words


def choice(text: str | None) -> str | list[str]:
    """Patterns of paths, or the name of a function."""
    words = names(text)
    return words[0] if len(words) == 1 else words


def directive_texts(
    lines: Iterable[str], name: str, *, is_markdown: bool
) -> Iterator[DirectiveText]:
    """The directives of a name that begin at the start of a line."""
    if is_markdown:
        yield from _fenced_blocks(lines, name)
    else:
        yield from _indented_blocks(lines, name)


def _indented_blocks(lines: Iterable[str], name: str) -> Iterator[DirectiveText]:
    head = f".. {name}::"
    body: list[str] | None = None
    for line in (*lines, "end"):
        if body is not None and line[:1] in ("", " "):
            body.append(line)
            continue
        if body is not None:
            yield _indented_block(body)
        is_head = line.startswith(head) and line[len(head) : len(head) + 1] in ("", " ")
        body = [line[len(head) :].strip()] if is_head else None


def _indented_block(body: Sequence[str]) -> DirectiveText:
    first, *rest = body
    rest = dedent("\n".join(rest)).splitlines()
    lines = [first, *rest] if first else _stripped(rest)
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head, content = lines[:end], _stripped(lines[end:])
    begin = next((number for number, line in enumerate(head) if _OPTION.match(line)), len(head))
    return DirectiveText(" ".join(head[:begin]), _options(head[begin:]), content, is_markdown=False)


def _fenced_blocks(lines: Iterable[str], name: str) -> Iterator[DirectiveText]:
    fence: _Fence | None = None
    for line in lines:
        mark = _FENCE.match(line)
        if fence is None:
            if mark is not None:
                fence = _Fence(mark[1], mark[2] or "", mark[3].strip(), [])
        elif mark is not None and line.strip() == mark[1] and mark[1].startswith(fence.mark):
            if fence.name == name:
                yield _fenced_block(fence)
            elif fence.name == "eval-rst":
                yield from _indented_blocks(fence.lines, name)
            fence = None
        else:
            fence.lines.append(line)


def _fenced_block(fence: _Fence) -> DirectiveText:
    lines = fence.lines
    if lines and lines[0].strip() == "---":
        end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == "---"), len(lines))
        options = _options([f":{line}" if line[:1] != " " else line for line in lines[1:end]])
        content = lines[end + 1 :]
    else:
        end = next((n for n, line in enumerate(lines) if not line.startswith(":")), len(lines))
        options, content = _options(lines[:end]), lines[end:]
    plain = {name: text.strip("\"'") for name, text in options.items()}
    return DirectiveText(fence.argument, plain, _stripped(content), is_markdown=True)


def _options(lines: Iterable[str]) -> dict[str, str]:
    """Option lines by name; the lines that continue a value are indented."""
    options: dict[str, list[str]] = {}
    last: list[str] = []
    for line in lines:
        option = _OPTION.match(line) or re.match(r":([\w-]+):?\s*(.*)$", line)
        if option is not None:
            last = options[option[1]] = [option[2] or ""]
        else:
            last.append(line.strip())
    return {name: "\n".join(text).strip() for name, text in options.items()}


def _stripped(lines: Sequence[str]) -> list[str]:
    """Without empty lines at both ends."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return [*lines[filled[0] : filled[-1] + 1]] if filled else []
