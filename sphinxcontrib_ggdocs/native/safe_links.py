"""Decides which addresses of a document become links, in every output.

Addresses in files and applications may be hostile: ``javascript:`` runs a script, ``data:`` shows a
third party's page. ``ui/src/parts/external.tsx`` has the same rule for the browser.
"""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import urljoin

_IGNORED = re.compile(r"[\x00-\x20\x7f-\x9f]")
"""Characters that browsers ignore inside of a scheme (WHATWG URL, 4.4)."""

_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
_SAFE_SCHEMES = frozenset({"http", "https", "mailto"})

_ABSOLUTE = re.compile(r"(?:https?://|mailto:)[^\s<>]+", re.IGNORECASE)
"""An absolute address that Markdown can hold without escapes."""


def safe_url(url: str | None) -> str:
    """Return an address if it is one of the web, of mail or inside of the site; otherwise an empty
    text.

    Args:
        url: An address as the author wrote it, or None.
    """
    compact = _IGNORED.sub("", url or "")
    # `//host` and its variants lead to another host, although they look like paths.
    if not url or compact.startswith(("//", "\\", "/\\")):
        return ""
    scheme = _SCHEME.match(compact)
    if scheme is not None and scheme[1].lower() not in _SAFE_SCHEMES:
        return ""
    return url


def absolute_url(url: str | None, base_url: str | None = None) -> str:
    """Return a safe address that leads to the same place from every page; empty if there is none.

    Args:
        url: An address as the author wrote it.
        base_url: The address against which relative ones are resolved, if any.
    """
    if not safe_url(url):
        return ""
    address = str(url)  # not None, since None is not safe
    if base_url:
        address = urljoin(base_url, address)
    if _ABSOLUTE.fullmatch(address):
        return address
    return ""


_LINK_ADDRESS = re.compile(
    r"(?P<code>(?P<fence>`+).*?(?P=fence)(?!`))"
    r"|(?P<start>\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)(?P<url>[^\s<>()]+)",
    re.MULTILINE | re.DOTALL,
)
"""Code, which is not changed, or the address of a link or a definition (CommonMark, 4.7, 6.3)."""


def resolve_links(text: str, base_url: str) -> str:
    """Return a Markdown text whose relative links are resolved against an address.

    Unsafe addresses stay unchanged: writers check all links, also those of other texts.
    """

    def resolved(match: re.Match[str]) -> str:
        """Return code unchanged, and the start of a link with its resolved address."""
        if match["code"]:
            return match[0]
        return match["start"] + (absolute_url(match["url"], base_url) or match["url"])

    return _LINK_ADDRESS.sub(resolved, text)


_MOST_CHARACTERS = 400
"""So many characters of an address are checked."""

_LINK_TARGET = re.compile(rf"(\](?:\(|:)[\s>]*<?|<)(?=([^<>\n]{{1,{_MOST_CHARACTERS}}}))")
"""What may precede an address in Markdown, and the address: that of a link or an image, of a
definition, or in angle brackets. The address may be in the next line of a quotation, and the label
of a definition may have several lines.
"""

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_IGNORED_IN_ADDRESSES = re.compile(rf"{_IGNORED.pattern}|[\s`]")
_UNSAFE = re.compile(
    r"(?:javascript|vbscript|data|file|blob|filesystem|view-source):(?=\S)", re.IGNORECASE
)
"""The schemes that are refused in Markdown. `safe_url` refuses more, but here what looks like a
scheme may be code, such as ``<std::string>``."""

_MAY_BE_UNSAFE = re.compile(r"[a-z-]{0,12}(?:&[^;]*)?", re.IGNORECASE)
"""An address that was cut off before its scheme ended, so that the scheme may be unsafe."""

_TAG = re.compile(
    r"\\."
    # `<br>` is kept inside of a line, since we write it in tables; alone in a line it would start a
    # block of HTML. A backquote in an address would be taken for the start of code. A name with a
    # colon after it is the scheme of an address, not a tag.
    r"|(?P<tag><(?!br>\s*\S)(?:[a-z][a-z0-9-]*(?=[\s/>]|\Z)|/[a-z]|[!?]|(?=[^\s<>`]*`)))",
    re.IGNORECASE,
)
"""The start of an HTML tag in a line of Markdown (CommonMark 0.31, 4.6 and 6.6), or what a
backslash escapes."""

_TAG_OR_CODE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    rf"|{_TAG.pattern}"
    r"|\]\([^\s()<>`\"']*\)|\]\[[^\[\]`]*\]"
    # Whether a backquote starts code depends on other lines, or on whether this is a link.
    r"|(?P<doubt>`+|\][(\[]|(?:://|www\.)[^\s<`]*(?=`))",
    re.IGNORECASE,
)
"""Inline code, the start of a tag, a link without code, or as `doubt` what some renderers take for
the start of code and others do not."""

_ENDS_CELL = re.compile(r"(?<!\\)\||\\\\\|")
"""A pipe that ends the cell of a table, even inside of code: one without a backslash, or with an
escaped one."""

_OPENING_FENCE = re.compile(r"(?P<before>[\s>*+\-\d.)]*)(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})")
_BLOCK_CHARACTERS = " \t>*+-.):|0123456789"
"""The characters of a row of dashes in a table, and of the quotation or list item around it."""


def safe_markdown(markdown: str) -> str:
    """Return Markdown without HTML, and whose links run no scripts and read no files.

    Tags in code stay. What is code depends on lists, quotations, tables and the renderer; where
    that is uncertain, tags are escaped.

    Args:
        markdown: A text that contains names and descriptions of third parties.
    """
    text = re.sub(r"\r\n?", "\n", markdown)
    if "<" in text:
        text = "\n".join(_without_tags(text.split("\n")))
    return without_unsafe_links(text)


def _without_tags(lines: list[str]) -> Iterator[str]:
    """Yield the lines of a Markdown text with tags escaped, except for those that are code.

    After a fence that is uncertain, no fenced code is recognized any more. After a backquote that
    is uncertain, no inline code is recognized up to the next blank line.
    """
    are_fences_certain = True
    is_inline_code_certain = True
    is_table = False
    end_of_code = 0
    for position, line in enumerate(lines):
        if position < end_of_code:  # inside of fenced code
            yield line
            continue
        # A fence may open here. If its end is uncertain, so is what every fence after it means:
        # one that seems to open code may close it.
        if are_fences_certain and (fence := _OPENING_FENCE.match(line)):
            end_of_code = _end_of_code(lines, position, fence)
            are_fences_certain = end_of_code > position
            if are_fences_certain:
                yield line
                continue
        # A blank line or fenced code ends a paragraph, and with it what is open inside of it.
        is_new_block = not line.strip(" \t") or position == end_of_code
        if is_new_block:
            is_inline_code_certain = True
            is_table = False
        # The head of a table is the line before its row of dashes.
        is_table = is_table or any(map(_may_be_delimiter_row, lines[position : position + 2]))
        is_inline_code_certain = is_inline_code_certain and not _is_code_uncertain(
            line, is_table=is_table
        )
        if "<" not in line:
            yield line
        elif is_inline_code_certain:
            yield _TAG_OR_CODE.sub(_escaped_tag, line)
        else:
            yield _TAG.sub(_escaped_tag, line)


def _end_of_code(lines: list[str], start: int, opening: re.Match[str]) -> int:
    """Return the position of the first line after fenced code; 0 if that is uncertain.

    It is uncertain if the fence may be part of a list item or a quotation, whose end is also the
    end of the code. Spaces in front of a fence may be those of a list item.

    Args:
        lines: All lines.
        start: The position of the opening fence.
        opening: The match of `_OPENING_FENCE` in that line.
    """
    fence, before_fence = opening["fence"], opening["before"]
    if not _is_small_indent(before_fence):  # in a list item or a quotation, or no fence at all
        return 0
    for position in range(start + 1, len(lines)):
        line = lines[position]
        text = line.strip()
        if text and not line.startswith(before_fence):  # less indented: a list item may end here
            return 0
        # A closing fence is at least as long as the opening one, and has no other characters.
        if text.startswith(fence) and not text.strip(fence[0]):
            # With more than three spaces in front of it, the line may be a part of the code.
            if _is_small_indent(line[: line.index(fence)]):
                return position + 1
            return 0
    if before_fence:  # no closing fence, and perhaps a list item, which may end anywhere
        return 0
    return len(lines)  # a fence that nothing closes lasts to the end of the text


def _is_small_indent(text: str) -> bool:
    """Return whether a text consists of up to three spaces, which a fence may have in front
    of it.
    """
    return not text.strip(" ") and len(text) <= 3


def _may_be_delimiter_row(line: str) -> bool:
    """Return whether a line may be the row of dashes below the head of a table."""
    return "-" in line and not line.strip(_BLOCK_CHARACTERS)


def _is_code_uncertain(line: str, *, is_table: bool) -> bool:
    """Return whether a renderer may see code in a line where `_TAG_OR_CODE` sees none, or the other
    way round.
    """
    for token in _TAG_OR_CODE.finditer(line):
        if is_table and token["code"]:
            # In a table a pipe ends the cell, and with it the code.
            if _ENDS_CELL.search(token["code"]) is not None:
                return True
        elif token["doubt"] is not None:
            return True
    return False


def _escaped_tag(match: re.Match[str]) -> str:
    """Return the start of a tag with ``&lt;``, and other matches of `_TAG` or `_TAG_OR_CODE`
    unchanged.
    """
    if match["tag"]:
        return f"&lt;{match['tag'][1:]}"
    # Python-Markdown does not take a backslash before `<` for an escape.
    if match[0] == "\\<":
        return "&lt;"
    return match[0]


def without_unsafe_links(markdown: str) -> str:
    """Return Markdown whose links run no scripts and read no files.

    An unsafe address gets a ``#`` in front of it, which makes it a fragment of the page.

    Args:
        markdown: A text that contains descriptions of third parties.
    """
    return _LINK_TARGET.sub(_checked_target, markdown)


def _checked_target(match: re.Match[str]) -> str:
    """Return what precedes an address, with a ``#`` if the address is unsafe.

    `match` is one of `_LINK_TARGET`, which does not consume the address itself.
    """
    start, target = match.groups()
    # Renderers decode entities and escapes in addresses (CommonMark 0.31, 2.4 and 2.5).
    # Python-Markdown also drops backquotes around an address, and other renderers drop white space.
    address = _IGNORED_IN_ADDRESSES.sub("", _ESCAPE.sub(r"\1", unescape(target)))
    is_cut_off = len(target) == _MOST_CHARACTERS
    may_be_unsafe = is_cut_off and _MAY_BE_UNSAFE.fullmatch(address)
    if may_be_unsafe or _UNSAFE.match(address):
        return f"{start}#"
    return str(start)
