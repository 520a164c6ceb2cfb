"""Renders descriptions as HTML, for pages that need neither Sphinx nor JavaScript.

It supports the same part of Markdown as the browser UI (`ui/src/markdown`): HTML in a text is shown
as text, and only absolute web and mail addresses become links.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from html import escape, unescape
from typing import Final, Literal, NamedTuple, TypeAlias

from .safe_links import absolute_url

Markup: TypeAlias = Literal["markdown", "rst"] | None
Lines: TypeAlias = Sequence[str]


class HtmlBlock(NamedTuple):
    """A block of a description."""

    tag: str
    """``p``, ``pre`` and so on; empty where the content has its element."""
    content: str

    def __str__(self) -> str:
        if self.tag:
            return f"<{self.tag}>{self.content}</{self.tag}>\n"
        return f"{self.content}\n"


_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_QUOTE = re.compile(r" {0,3}> ?")
_ALERT = re.compile(r" {0,3}\[!(note|tip|important|warning|caution)\][ \t]*$", re.IGNORECASE)
_ITEM = re.compile(r"( {0,3})([-*+]|\d{1,9}[.)])([ \t]+|$)")
_INTERRUPTS = re.compile(r" {0,3}(?:[-*+]|1[.)]) ")
"""An item of a list that ends a paragraph."""
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_TABLE_LINE = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL_END = re.compile(r"(?<!\\)\|")

DEEPEST: Final = 8
"""Lists and quotes inside each other beyond this are text."""
_DEEPEST_MARK: Final = 4
"""The same for marks in a line."""

_MARK = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?<!`)(?P<ticks>`{1,3})(?!`)(?P<code>[\s\S]{0,1000}?[^`])(?P=ticks)(?!`)"
    r"|\[(?P<label>[^\[\]]{1,500})\]\(\s{0,3}<?"
    r"(?P<href>[^\s()<>]{0,1000}(?:\([^\s()]{0,200}\))?[^\s()<>]{0,1000})>?"
    r'(?:\s{1,3}"[^"]{0,300}")?\s{0,3}\)'
    r"|<(?P<bracketed>https?://[^\s<>]{1,1000}|[^\s<>@:/]{1,100}@[^\s<>@:/]{1,200})>"
    r"|\b(?P<bare>https?://[^\s<>()\[\]\"'`]{1,1000}[^\s<>()\[\]\"'`.,;:!?*_])"
    r"|\*\*\*(?=\S)(?P<both>[^*]{1,500})\*\*\*"
    r"|(?P<bold>\*\*|__)(?=\S)(?P<strong>[\s\S]{0,400}?[^\s\\])(?P=bold)(?!\w)"
    r"|~~(?=\S)(?P<struck>[^~]{1,1000})~~"
    r"|(?P<slant>\*|(?<!\w)_)(?=[^\s*_])"
    r"(?P<em>(?:[^*_`]|(?<=\w)_(?=\w)|`[^`]{1,200}`){1,400})(?<!\s)(?P=slant)(?!\w)"
    r"|(?P<newline>(?: {2,20}|\\)\n)"
)
"""The marks of a line, each bounded, so that a hostile text costs no more than its length."""

_ELEMENTS: Final = {
    "both": "<em><strong>{}</strong></em>",
    "strong": "<strong>{}</strong>",
    "struck": "<del>{}</del>",
    "em": "<em>{}</em>",
}


def html_blocks(text: str, markup: Markup) -> list[HtmlBlock]:
    """Return the blocks of a description.

    Args:
        text: The description.
        markup: Its language. Of reStructuredText, roles, links and literals are read; its blocks
            are mostly those of Markdown.
    """
    if markup == "rst":
        text = _markdown_of_rst(text)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n")
    return _blocks(lines, 0)


def _markdown_of_rst(text: str) -> str:
    text = re.sub(r":[\w:+.-]{1,60}:`~?([^`<]{1,200}?)(?:\s*<[^`>]{1,200}>)?`", r"`\1`", text)
    text = re.sub(r"`([^`<]{1,200}?)\s*<([^`>\s]{1,500})>`__?", r"[\1](\2)", text)
    text = re.sub(r"``([^`]{1,500})``", r"`\1`", text)
    return re.sub(r"::[ \t]*$", ":", text, flags=re.MULTILINE)


def _blocks(lines: Lines, depth: int) -> list[HtmlBlock]:
    """Read lines from the first to the last; each reader returns its block and the next line."""
    blocks: list[HtmlBlock] = []
    position = 0
    while position < len(lines):
        if not lines[position].strip():
            position += 1
            continue
        block, position = _block(lines, position, depth)
        blocks.append(block)
    return blocks


def _block(lines: Lines, position: int, depth: int) -> tuple[HtmlBlock, int]:
    line = lines[position]
    if fence := _FENCE.match(line):
        return _fenced(lines, position, fence[1])
    if line.startswith("    "):
        return _indented(lines, position)
    if heading := _HEADING.match(line):
        return _heading(heading[1]), position + 1
    if _RULE.match(line):
        return HtmlBlock("", "<hr>"), position + 1
    if _QUOTE.match(line) and depth < DEEPEST:
        return _quote(lines, position, depth)
    if _ITEM.match(line) and depth < DEEPEST:
        return _list(lines, position, depth)
    if "|" in line and position + 1 < len(lines) and _TABLE_LINE.match(lines[position + 1]):
        return _table(lines, position)
    return _paragraph(lines, position)


def _end(lines: Lines, start: int, ends: Callable[[str], bool]) -> int:
    """Return the position of the first line from `start` on for which `ends` is true; the number
    of lines if there is none.
    """
    for position in range(start, len(lines)):
        if ends(lines[position]):
            return position
    return len(lines)


def _is_blank(line: str) -> bool:
    return not line.strip()


def _code(lines: Iterable[str]) -> HtmlBlock:
    return HtmlBlock("", f"<pre><code>{_escape(chr(10).join(lines))}</code></pre>")


def _fenced(lines: Lines, position: int, fence: str) -> tuple[HtmlBlock, int]:
    end = _end(lines, position + 1, lambda line: line.strip().startswith(fence))
    return _code(lines[position + 1 : end]), end + 1


def _indented(lines: Lines, position: int) -> tuple[HtmlBlock, int]:
    end = _end(lines, position, lambda line: not _is_blank(line) and not line.startswith("    "))
    while _is_blank(lines[end - 1]):
        end -= 1
    return _code(_dedented(lines[position:end], 4)), end


def _quote(lines: Lines, position: int, depth: int) -> tuple[HtmlBlock, int]:
    """Read a quotation, which is an alert of GitHub's Markdown if its first line says so."""
    end = _end(lines, position, _is_blank)
    inner = [_QUOTE.sub("", line, count=1) for line in lines[position:end]]
    title = ""
    if alert := _ALERT.match(inner[0]):
        title = str(HtmlBlock("p", f"<strong>{alert[1].capitalize()}</strong>"))
        del inner[0]
    content = "".join(map(str, _blocks(inner, depth + 1)))
    return HtmlBlock("blockquote", title + content), end


def _list(lines: Lines, position: int, depth: int) -> tuple[HtmlBlock, int]:
    first = _ITEM.match(lines[position])
    assert first is not None
    sign = first[2][-1]
    items: list[str] = []
    while position < len(lines):
        item = _ITEM.match(lines[position])
        if item is None or item[2][-1] != sign:
            break
        width = item.end()
        if len(item[3]) > 4:  # code begins the item
            width -= len(item[3]) - 1
        elif not item[3]:  # its content begins in the next line
            width += 1
        end = _end_of_item(lines, position + 1, width)
        own = " " * width + lines[position][width:]
        inner = _blocks(_dedented([own, *lines[position + 1 : end]], width), depth + 1)
        items.append(f"<li>{_item_content(inner)}</li>\n")
        following = _end(lines, end, lambda line: not _is_blank(line))
        if following > end and (following == len(lines) or not _ITEM.match(lines[following])):
            position = end
            break
        position = following
    if sign not in ".)":
        return HtmlBlock("ul", "".join(items)), position
    start = int(first[2][:-1])
    return HtmlBlock("", f'<ol start="{start}">{"".join(items)}</ol>'), position


def _item_content(blocks: Sequence[HtmlBlock]) -> str:
    """Write an item, without an element for its only paragraph."""
    match blocks:
        case [HtmlBlock("p", content)]:
            return content
    return "".join(map(str, blocks))


def _end_of_item(lines: Lines, start: int, width: int) -> int:
    """Return the position of the line after an item whose content is `width` signs in."""
    for position in range(start, len(lines)):
        line = lines[position]
        if _is_blank(line):
            following = "".join(lines[position + 1 : position + 2])
            if _indent(following) < width:
                return position
            continue
        is_another = _ITEM.match(line) is not None or _ends_paragraph(line)
        is_apart = is_another or _is_blank(lines[position - 1])
        if is_apart and _indent(line) < width:
            return position
    return len(lines)


def _table(lines: Lines, position: int) -> tuple[HtmlBlock, int]:
    end = _end(lines, position, lambda line: "|" not in line)
    head = _cells(lines[position])
    rows = _table_row(head, "th")
    for line in lines[position + 2 : end]:
        cells = _cells(line)[: len(head)]
        cells += [""] * (len(head) - len(cells))
        rows += _table_row(cells, "td")
    return HtmlBlock("table", rows), end


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    if inner.endswith("|") and not inner.endswith("\\|"):
        inner = inner[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _CELL_END.split(inner)]


def _table_row(cells: Iterable[str], tag: str) -> str:
    columns = "".join(f"<{tag}>{html_words(cell)}</{tag}>" for cell in cells)
    return f"<tr>{columns}</tr>\n"


def _paragraph(lines: Lines, position: int) -> tuple[HtmlBlock, int]:
    """Read a paragraph, which is a heading if it is underlined."""
    end = _end(lines, position + 1, _ends_words)
    words = "\n".join(map(str.lstrip, lines[position:end])).rstrip()
    if end < len(lines) and _UNDERLINE.match(lines[end]):
        return _heading(words), end + 1
    return HtmlBlock("p", html_words(words)), end


def _ends_words(line: str) -> bool:
    return _UNDERLINE.match(line) is not None or _ends_paragraph(line)


def _heading(words: str) -> HtmlBlock:
    """Write a heading as a line, since pages have their own order of headings."""
    return HtmlBlock("", f'<p class="gg-heading">{html_words(words)}</p>')


def _ends_paragraph(line: str) -> bool:
    if _is_blank(line) or _INTERRUPTS.match(line):
        return True
    return any(pattern.match(line) for pattern in (_FENCE, _HEADING, _RULE, _QUOTE))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _dedented(lines: Iterable[str], width: int) -> list[str]:
    return [line[min(width, _indent(line)) :] for line in lines]


def html_words(text: str, depth: int = 0) -> str:
    """Return a text in a line as HTML, its marks as elements."""
    if depth > _DEEPEST_MARK:
        return _escape(text)
    parts: list[str] = []
    done = 0
    for match in _MARK.finditer(text):
        parts += [_escape(text[done : match.start()]), _mark(match, depth + 1)]
        done = match.end()
    parts.append(_escape(text[done:]))
    return "".join(parts)


def _mark(match: re.Match[str], depth: int) -> str:
    if match["escaped"] is not None:
        return _escape(match["escaped"])
    if match["code"] is not None:
        return f"<code>{_escape(' '.join(match['code'].split()))}</code>"
    if match["newline"] is not None:
        return "<br>\n"
    for kind, element in _ELEMENTS.items():
        if match[kind] is not None:
            return element.format(html_words(match[kind], depth))
    return _address(match, depth)


def _address(match: re.Match[str], depth: int) -> str:
    """Write a link, or an address that is one without marks."""
    label = match["label"]
    if label is None:
        address = match["bracketed"] or match["bare"]
        scheme = "" if address.startswith("http") else "mailto:"
        return _link(scheme + address, _escape(address))
    if "://" in label:  # an address inside of a link is a text
        return _link(match["href"], _escape(label))
    return _link(match["href"], html_words(label, depth))


def _link(url: str, content: str) -> str:
    """Link an address, or return the words alone where that is unsafe or relative to the page."""
    address = absolute_url(unescape(url))
    if not address:
        return content
    return f'<a href="{escape(address)}" rel="noreferrer">{content}</a>'


def _escape(text: str) -> str:
    return escape(text, quote=False)
