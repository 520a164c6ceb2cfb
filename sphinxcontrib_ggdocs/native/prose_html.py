"""Renders descriptions as HTML, for pages that need neither Sphinx nor JavaScript.

It supports the same part of Markdown as the browser UI (`ui/src/markdown`): HTML in a text is shown
as text, and only absolute web and mail addresses become links.

Each function for a kind of block, such as `_quote`, reads the block that starts in the line at
`position`, and returns it with the position of the line after it. `depth` counts the lists and
quotations around the block.
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
    """``p``, ``ul`` and so on; empty if the content includes its element, as ``<hr>`` does."""
    content: str

    def __str__(self) -> str:
        """Return the block with its element, and a line end."""
        if self.tag:
            return f"<{self.tag}>{self.content}</{self.tag}>\n"
        return f"{self.content}\n"


_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$")
_RULE = re.compile(r" {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_QUOTE = re.compile(r" {0,3}> ?")
_ALERT = re.compile(r" {0,3}\[!(note|tip|important|warning|caution)\][ \t]*$", re.IGNORECASE)
_ITEM = re.compile(r" {0,3}(?P<marker>[-*+]|\d{1,9}[.)])(?P<spaces>[ \t]+|$)")
"""The marker of a list item, with the spaces around it."""
_INTERRUPTS = re.compile(r" {0,3}(?:[-*+]|1[.)]) ")
"""The start of a list that may follow a paragraph without a blank line."""
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*$")
_TABLE_LINE = re.compile(r" {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL_END = re.compile(r"(?<!\\)\|")

DEEPEST_BLOCK: Final = 8
"""Lists and quotations that are nested deeper than this are shown as text."""
_DEEPEST_INLINE: Final = 4
"""Inline markup that is nested deeper than this is shown as text."""

_INLINE_MARKUP = re.compile(
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
"""All inline markup. Each repetition is bounded, so that a hostile text takes only as much time as
its length."""

_ELEMENTS: Final = {
    "both": "<em><strong>{}</strong></em>",
    "strong": "<strong>{}</strong>",
    "struck": "<del>{}</del>",
    "em": "<em>{}</em>",
}
"""Elements by the groups of `_INLINE_MARKUP` that hold their content."""


def html_blocks(text: str, markup: Markup) -> list[HtmlBlock]:
    """Return the blocks of a description.

    Args:
        text: The description.
        markup: Its markup language. Of reStructuredText only roles, links and literals are
            converted; its blocks mostly look like those of Markdown.
    """
    if markup == "rst":
        text = _markdown_of_rst(text)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    # A tab indents to the next multiple of four columns (CommonMark, 2.2); below only spaces count.
    lines = text.expandtabs(4).split("\n")
    return _blocks_of_lines(lines, 0)


def _markdown_of_rst(text: str) -> str:
    """Convert roles, links, literals and the ``::`` at the end of lines to Markdown."""
    # Of a role the title is shown: :meth:`get <OrderApi.get>` becomes `get`.
    text = re.sub(r":[\w:+.-]{1,60}:`~?([^`<]{1,200}?)(?:\s*<[^`>]{1,200}>)?`", r"`\1`", text)
    # `text <address>`_ becomes [text](address), and ``literal`` becomes `literal`.
    text = re.sub(r"`([^`<]{1,200}?)\s*<([^`>\s]{1,500})>`__?", r"[\1](\2)", text)
    text = re.sub(r"``([^`]{1,500})``", r"`\1`", text)
    # Of the `::` in front of a block of code only one colon is shown.
    return re.sub(r"::[ \t]*$", ":", text, flags=re.MULTILINE)


def _blocks_of_lines(lines: Lines, depth: int) -> list[HtmlBlock]:
    """Return the blocks of lines; `depth` counts the lists and quotations around them."""
    blocks: list[HtmlBlock] = []
    position = 0
    while position < len(lines):
        if not lines[position].strip():
            position += 1
            continue
        block, position = _first_block(lines, position, depth)
        blocks.append(block)
    return blocks


def _first_block(lines: Lines, position: int, depth: int) -> tuple[HtmlBlock, int]:
    """Read the block that starts in a line; what starts no other block is a paragraph."""
    line = lines[position]
    if fence := _FENCE.match(line):
        return _fenced(lines, position, fence[1])
    if line.startswith("    "):
        return _indented(lines, position)
    if heading := _HEADING.match(line):
        return _heading(heading[1]), position + 1
    if _RULE.match(line):  # before lists, since `* * *` also looks like an item
        return HtmlBlock("", "<hr>"), position + 1
    if _QUOTE.match(line) and depth < DEEPEST_BLOCK:
        return _quote(lines, position, depth)
    if _ITEM.match(line) and depth < DEEPEST_BLOCK:
        return _list(lines, position, depth)
    if "|" in line and position + 1 < len(lines) and _TABLE_LINE.match(lines[position + 1]):
        return _table(lines, position)
    return _paragraph(lines, position)


def _position_of_end(lines: Lines, start: int, ends: Callable[[str], bool]) -> int:
    """Return the position of the first line from `start` on for which `ends` is true, or the number
    of lines if there is none.
    """
    for position in range(start, len(lines)):
        if ends(lines[position]):
            return position
    return len(lines)


def _is_blank(line: str) -> bool:
    return not line.strip()


def _code_block(lines: Iterable[str]) -> HtmlBlock:
    """Return lines as a block of code."""
    code = _escape("\n".join(lines))
    return HtmlBlock("", f"<pre><code>{code}</code></pre>")


def _fenced(lines: Lines, position: int, fence: str) -> tuple[HtmlBlock, int]:
    """Read a block of code between two fences, of which `fence` is the opening one.

    Without a closing fence, the code lasts to the end of the lines.
    """
    end = _position_of_end(lines, position + 1, lambda line: line.strip().startswith(fence))
    return _code_block(lines[position + 1 : end]), end + 1


def _indented(lines: Lines, position: int) -> tuple[HtmlBlock, int]:
    """Read a block of code that is indented by four spaces, without blank lines at its end."""
    end = _position_of_end(
        lines, position, lambda line: not _is_blank(line) and not line.startswith("    ")
    )
    while _is_blank(lines[end - 1]):
        end -= 1
    return _code_block(_dedented(lines[position:end], 4)), end


def _quote(lines: Lines, position: int, depth: int) -> tuple[HtmlBlock, int]:
    """Read a quotation, or an alert of GitHub's Markdown, whose first line is ``[!NOTE]`` or
    similar.

    It lasts to the next blank line; only its first line needs a ``>``.
    """
    end = _position_of_end(lines, position, _is_blank)
    inner = [_QUOTE.sub("", line, count=1) for line in lines[position:end]]
    title = ""
    if alert := _ALERT.match(inner[0]):
        title = str(HtmlBlock("p", f"<strong>{alert[1].capitalize()}</strong>"))
        del inner[0]
    content = "".join(map(str, _blocks_of_lines(inner, depth + 1)))
    return HtmlBlock("blockquote", title + content), end


def _list(lines: Lines, position: int, depth: int) -> tuple[HtmlBlock, int]:
    """Read a list: all consecutive items with the same kind of marker, such as ``-`` or ``1.``.

    The content of each item is read as blocks, after its marker and its indentation are removed.
    """
    first = _ITEM.match(lines[position])
    assert first is not None
    marker = first["marker"][-1]  # of `1.` only the full stop
    items: list[str] = []
    while position < len(lines):
        item = _ITEM.match(lines[position])
        if item is None or item["marker"][-1] != marker:
            break
        width = _content_indentation(item)
        end = _end_of_list_item(lines, position + 1, width)
        first_line = " " * width + lines[position][width:]  # without the marker
        lines_of_item = _dedented([first_line, *lines[position + 1 : end]], width)
        items.append(f"<li>{_item_content(_blocks_of_lines(lines_of_item, depth + 1))}</li>\n")
        # Blank lines may separate two items, but not an item from the text after the list.
        next_text = _position_of_end(lines, end, lambda line: not _is_blank(line))
        is_followed_by_item = next_text < len(lines) and _ITEM.match(lines[next_text])
        if next_text > end and not is_followed_by_item:
            position = end
            break
        position = next_text
    if marker not in ".)":  # a bullet
        return HtmlBlock("ul", "".join(items)), position
    start = int(first["marker"][:-1])  # the number of the first item
    return HtmlBlock("", f'<ol start="{start}">{"".join(items)}</ol>'), position


def _content_indentation(item: re.Match[str]) -> int:
    """Return how many columns the content of a list item is indented: 3 for ``1. text``.

    `item` is the match of `_ITEM` at the start of its first line.
    """
    spaces = item["spaces"]
    if len(spaces) > 4:  # only one of them is indentation, the others make the content code
        return item.end() - len(spaces) + 1
    if not spaces:  # the content starts in the next line
        return item.end() + 1
    return item.end()


def _item_content(blocks: Sequence[HtmlBlock]) -> str:
    """Return the content of a list item; a single paragraph is written without ``<p>``, so that
    lists of short items stay compact.
    """
    match blocks:
        case [HtmlBlock("p", content)]:
            return content
    return "".join(map(str, blocks))


def _end_of_list_item(lines: Lines, start: int, width: int) -> int:
    """Return the position of the line after a list item.

    Args:
        lines: All lines.
        start: The position of the second line of the item.
        width: How many columns its content is indented.
    """
    for position in range(start, len(lines)):
        line = lines[position]
        if _is_blank(line):
            # The item goes on behind a blank line if the next line is indented like its content.
            next_line = "".join(lines[position + 1 : position + 2])  # empty after the last line
            if _indentation(next_line) < width:
                return position
            continue
        # A line that continues a paragraph of the item need not be indented.
        starts_block = _ITEM.match(line) is not None or _ends_paragraph(line)
        if starts_block and _indentation(line) < width:
            return position
    return len(lines)


def _table(lines: Lines, position: int) -> tuple[HtmlBlock, int]:
    """Read a table: a head, a line of dashes, and rows that get as many cells as the head."""
    end = _position_of_end(lines, position, lambda line: "|" not in line)
    head = _cells_of_line(lines[position])  # the line after it is that of the dashes
    rows = _table_row(head, "th")
    for line in lines[position + 2 : end]:
        cells = _cells_of_line(line)[: len(head)]
        cells += [""] * (len(head) - len(cells))
        rows += _table_row(cells, "td")
    return HtmlBlock("table", rows), end


def _cells_of_line(line: str) -> list[str]:
    """Return the cells of a line of a table, which need not start or end with a pipe."""
    content = line.strip().removeprefix("|")
    if content.endswith("|") and not content.endswith("\\|"):
        content = content[:-1]
    return [cell.strip().replace("\\|", "|") for cell in _CELL_END.split(content)]


def _table_row(cells: Iterable[str], tag: str) -> str:
    """Return a row of a table; `tag` is ``th`` or ``td``."""
    columns = "".join(f"<{tag}>{html_words(cell)}</{tag}>" for cell in cells)
    return f"<tr>{columns}</tr>\n"


def _paragraph(lines: Lines, position: int) -> tuple[HtmlBlock, int]:
    """Read a paragraph, or a heading if its last line is underlined.

    The first line belongs to it in any case, since it starts no other block.
    """
    end = _position_of_end(lines, position + 1, _ends_paragraph_or_underlines)
    # Spaces at the end of a line stay: two of them, inside of the paragraph, are a line break.
    words = "\n".join(map(str.lstrip, lines[position:end])).rstrip()
    if end < len(lines) and _UNDERLINE.match(lines[end]):
        return _heading(words), end + 1
    return HtmlBlock("p", html_words(words)), end


def _ends_paragraph_or_underlines(line: str) -> bool:
    """Return whether a line is not part of the paragraph before it, or makes it a heading."""
    return _UNDERLINE.match(line) is not None or _ends_paragraph(line)


def _heading(words: str) -> HtmlBlock:
    """Return a heading as a bold line: the levels of real headings belong to the page."""
    return HtmlBlock("", f'<p class="gg-heading">{html_words(words)}</p>')


def _ends_paragraph(line: str) -> bool:
    """Return whether a line cannot continue the paragraph before it."""
    if _is_blank(line) or _INTERRUPTS.match(line):
        return True
    return any(pattern.match(line) for pattern in (_FENCE, _HEADING, _RULE, _QUOTE))


def _indentation(line: str) -> int:
    """Return the number of spaces at the start of a line."""
    return len(line) - len(line.lstrip())


def _dedented(lines: Iterable[str], width: int) -> list[str]:
    """Return lines with up to `width` spaces less at their start."""
    return [line[min(width, _indentation(line)) :] for line in lines]


def html_words(text: str, depth: int = 0) -> str:
    """Return the text of a paragraph as HTML, with elements for inline markup; `depth` counts the
    elements around it.
    """
    if depth > _DEEPEST_INLINE:
        return _escape(text)
    parts: list[str] = []
    end_of_markup = 0
    for match in _INLINE_MARKUP.finditer(text):
        text_before = text[end_of_markup : match.start()]
        parts += [_escape(text_before), _inline_element(match, depth + 1)]
        end_of_markup = match.end()
    parts.append(_escape(text[end_of_markup:]))
    return "".join(parts)


def _inline_element(match: re.Match[str], depth: int) -> str:
    """Return the HTML of a match of `_INLINE_MARKUP`.

    Args:
        match: The match.
        depth: The number of elements around its content, its own included. `html_words` adds one
            for each level, and stops at the deepest.
    """
    if match["escaped"] is not None:
        return _escape(match["escaped"])
    if match["code"] is not None:
        # A line end in inline code counts as a space.
        return f"<code>{_escape(' '.join(match['code'].split()))}</code>"
    if match["newline"] is not None:
        return "<br>\n"
    for kind, element in _ELEMENTS.items():
        if match[kind] is not None:
            return element.format(html_words(match[kind], depth))
    return _link_of_match(match, depth)


def _link_of_match(match: re.Match[str], depth: int) -> str:
    """Return the HTML of a link with a label, or of an address in the text."""
    label = match["label"]
    if label is None:
        address = match["bracketed"] or match["bare"]
        if address.startswith("http"):
            return _link(address, _escape(address))
        # Anything else that `_INLINE_MARKUP` takes for an address is one of mail.
        return _link(f"mailto:{address}", _escape(address))
    if "://" in label:  # an address inside of a label must not become a link of its own
        return _link(match["href"], _escape(label))
    return _link(match["href"], html_words(label, depth))


def _link(url: str, content: str) -> str:
    """Return a link, or its content alone if the address is unsafe or relative to the page.

    `content` is HTML, `url` is as the author wrote it, perhaps with entities such as ``&amp;``.
    """
    address = absolute_url(unescape(url))
    if not address:
        return content
    return f'<a href="{escape(address)}" rel="noreferrer">{content}</a>'


def _escape(text: str) -> str:
    """Escape a text between tags."""
    return escape(text, quote=False)
