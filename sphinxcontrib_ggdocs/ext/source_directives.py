"""The ``ggdocs`` directives in the sources of a project, found by their text before Sphinx reads
the sources, as autosummary finds its own.

Only directives that begin a line are found, in reStructuredText and in Markdown: what is nested in
another directive may be an example in a block of code. The pages of a large reference are written
for what is found here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sphinx.builders import Builder

from ..conf_values import SplitChoice
from .directive_options import GROUP, IN_PLACE, SPLIT, group_values, spec_values, words_of

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_OPTION = re.compile(r":([\w-]+):(?:\s+(.*))?$")
_FENCE = re.compile(r"(`{3,}|~{3,}|:{3,})\s*(?:\{([\w:-]+)\})?(.*)$")


class Block(NamedTuple):
    """The text of a directive: its argument, its options as written, and its content."""

    argument: str
    options: Mapping[str, str]
    content: Sequence[str]
    is_markdown: bool


class FoundDirective(NamedTuple):
    """A ``ggdocs`` directive."""

    slugs: tuple[str, ...] = ()
    """Of the configured documents that it shows; all of them if there are none."""
    values: Mapping[str, Any] | None = None
    """The document that it defines in place."""
    split: SplitChoice | Literal[""] = ""


class _Fence(NamedTuple):
    """An open fence of Markdown."""

    mark: str
    name: str
    argument: str
    lines: list[str]


def directives_in_sources(app: "Sphinx") -> Iterator[FoundDirective]:
    """The directives of all sources, in the order of their pages."""
    env, languages = app.env, app.config.source_suffix
    env.find_files(app.config, app.builder)  # it knows those of the former build
    for docname in sorted(env.found_docs):
        file = env.doc2path(docname)
        text = file.read_text(encoding="utf-8", errors="replace")
        if "ggdocs" not in text:
            continue
        language = next(languages[each] for each in languages if file.name.endswith(each))
        lines = text.expandtabs(8).splitlines()
        for block in blocks(lines, "ggdocs", is_markdown=language == "markdown"):
            found = _directive(block, app.builder, docname)
            if found is not None:
                yield found


def blocks(lines: Iterable[str], name: str, *, is_markdown: bool) -> Iterator[Block]:
    """The directives of a name that begin at the start of a line."""
    if is_markdown:
        yield from _fenced_blocks(lines, name)
    else:
        yield from _indented_blocks(lines, name)


def _indented_blocks(lines: Iterable[str], name: str) -> Iterator[Block]:
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


def _indented_block(body: Sequence[str]) -> Block:
    first, *rest = body
    rest = dedent("\n".join(rest)).splitlines()
    lines = [first, *rest] if first else _stripped(rest)
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head, content = lines[:end], _stripped(lines[end:])
    begin = next((number for number, line in enumerate(head) if _OPTION.match(line)), len(head))
    return Block(" ".join(head[:begin]), _options(head[begin:]), content, is_markdown=False)


def _fenced_blocks(lines: Iterable[str], name: str) -> Iterator[Block]:
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


def _fenced_block(fence: _Fence) -> Block:
    lines = fence.lines
    if lines and lines[0].strip() == "---":
        end = next((n for n, line in enumerate(lines[1:], 1) if line.strip() == "---"), len(lines))
        options = _options([f":{line}" if line[:1] != " " else line for line in lines[1:end]])
        content = lines[end + 1 :]
    else:
        end = next((n for n, line in enumerate(lines) if not line.startswith(":")), len(lines))
        options, content = _options(lines[:end]), lines[end:]
    plain = {name: text.strip("\"'") for name, text in options.items()}
    return Block(fence.argument, plain, _stripped(content), is_markdown=True)


def _options(lines: Iterable[str]) -> dict[str, str]:
    """Option lines by name; the lines that continue a value are indented."""
    found: dict[str, list[str]] = {}
    last: list[str] = []
    for line in lines:
        option = _OPTION.match(line) or re.match(r":([\w-]+):?\s*(.*)$", line)
        if option is not None:
            last = found[option[1]] = [option[2] or ""]
        else:
            last.append(line.strip())
    return {name: "\n".join(text).strip() for name, text in found.items()}


def _stripped(lines: Sequence[str]) -> list[str]:
    """Without empty lines at both ends."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return [*lines[filled[0] : filled[-1] + 1]] if filled else []


def _directive(block: Block, builder: Builder, docname: str) -> FoundDirective | None:
    """What a directive shows; None of one with an error, which Sphinx reports when it reads it."""
    try:
        options = _converted(block.options, IN_PLACE | SPLIT)
        groups = [
            group_values(group.argument, _converted(group.options, GROUP), group.content)
            for group in blocks(block.content, "ggdocs-group", is_markdown=block.is_markdown)
        ]
    except ValueError:
        return None
    split = options.pop("split", "")
    if not options and not groups:
        return FoundDirective(slugs=tuple(words_of(block.argument)), split=split)
    values = spec_values(builder, docname, options, groups)
    return None if block.argument else FoundDirective(values=values, split=split)


def _converted(
    options: Mapping[str, str], spec: Mapping[str, Callable[..., object]]
) -> dict[str, Any]:
    """The options of a specification, by its functions."""
    return {name: spec[name](text or None) for name, text in options.items() if name in spec}
