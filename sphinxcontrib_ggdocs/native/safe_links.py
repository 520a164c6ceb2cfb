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
"""An address that leads elsewhere, and that nothing around it in Markdown ends."""


def safe_url(url: str | None) -> str:
    """Return an address of the web, of mail or inside of the site; empty for any other one.

    Args:
        url: An address as written, or None.
    """
    compact = _IGNORED.sub("", url or "")
    if not url or compact.startswith(("//", "\\", "/\\")):
        return ""
    scheme = _SCHEME.match(compact)
    if scheme is not None and scheme[1].lower() not in _SAFE_SCHEMES:
        return ""
    return url


def absolute_url(url: str | None, base_url: str | None = None) -> str:
    """Return a safe address that does not depend on the page that shows it; empty if there is none.

    Args:
        url: An address as written in a description.
        base_url: What relative addresses of the document are resolved against, if anything.
    """
    if not safe_url(url):
        return ""
    address = urljoin(base_url, str(url)) if base_url else str(url)
    if _ABSOLUTE.fullmatch(address):
        return address
    return ""


_LINK = re.compile(
    r"(?P<code>(?P<fence>`+).*?(?P=fence)(?!`))"
    r"|(?P<start>\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)(?P<url>[^\s<>()]+)",
    re.MULTILINE | re.DOTALL,
)
"""Code of Markdown, which is left alone, and the addresses of its links (CommonMark, 4.7, 6.3)."""


def resolve_links(text: str, base_url: str) -> str:
    """Return a Markdown text whose relative links are resolved against an address."""

    def resolved(match: re.Match[str]) -> str:
        if match["code"]:
            return match[0]
        return match["start"] + (absolute_url(match["url"], base_url) or match["url"])

    return _LINK.sub(resolved, text)


_LONGEST = 400
"""What is read of an address, in characters."""

_TARGET = re.compile(rf"(\](?:\(|:)[\s>]*<?|<)(?=([^<>\n]{{1,{_LONGEST}}}))")
"""Where Markdown may have an address: of a link or an image, of a definition, in angle brackets.
It may be in the next line of a quotation, and the label of a definition may have several lines.
"""

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_NO_ADDRESS = re.compile(rf"{_IGNORED.pattern}|[\s`]")
_UNSAFE = re.compile(
    r"(?:javascript|vbscript|data|file|blob|filesystem|view-source):(?=\S)", re.IGNORECASE
)
"""Fewer schemes than `safe_url` refuses: ``<std::string>`` in code is not a link."""

_MAY_BE_UNSAFE = re.compile(r"[a-z-]{0,12}(?:&[^;]*)?", re.IGNORECASE)
"""The start of an address that goes on where reading ends."""

_TAG = re.compile(
    r"\\."
    # `<br>` is ours, inside of rows of tables; alone in its line it would begin a block of HTML.
    # Ticks in an address would be taken for those of code. Names with a colon are addresses.
    r"|(?P<tag><(?!br>\s*\S)(?:[a-z][a-z0-9-]*(?=[\s/>]|\Z)|/[a-z]|[!?]|(?=[^\s<>`]*`)))",
    re.IGNORECASE,
)
"""The start of an HTML tag in a line of Markdown (CommonMark 0.31, 4.6 and 6.6), or what a
backslash escapes."""

_TAG_OR_CODE = re.compile(
    r"(?P<code>(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`))"
    rf"|{_TAG.pattern}"
    r"|\]\([^\s()<>`\"']*\)|\]\[[^\[\]`]*\]"
    # Whether ticks begin code depends on other lines, or on whether this is a link.
    r"|(?P<doubt>`+|\][(\[]|(?:://|www\.)[^\s<`]*(?=`))",
    re.IGNORECASE,
)
_ENDS_CELL = re.compile(r"(?<!\\)\||\\\\\|")

_FENCE = re.compile(r"(?P<before>[\s>*+\-\d.)]*)(?P<fence>`{3,}(?=[^`]*\Z)|~{3,})")
_MARKERS = " \t>*+-.):|0123456789"


def safe_markdown(markdown: str) -> str:
    """Return Markdown without HTML, whose links run and read nothing.

    What is not known to be code loses its tags: it depends on lists, quotations and tables, and on
    the renderer.

    Args:
        markdown: A text with names and descriptions of others in it.
    """
    text = re.sub(r"\r\n?", "\n", markdown)
    if "<" in text:
        text = "\n".join(_without_tags(text.split("\n")))
    return without_unsafe_links(text)


def _without_tags(lines: list[str]) -> Iterator[str]:
    knows_fences = knows_ticks = True
    is_table = False
    end = 0
    for position, line in enumerate(lines):
        if position < end:
            yield line
            continue
        if knows_fences and (fence := _FENCE.match(line)):
            end = _end_of_code(lines, position, fence)
            knows_fences = end > position
            if knows_fences:
                yield line
                continue
        if not line.strip(" \t") or position == end:
            knows_ticks, is_table = True, False
        is_table = is_table or any(map(_is_delimiter, lines[position : position + 2]))
        knows_ticks = knows_ticks and not _has_doubts(line, is_table=is_table)
        if "<" not in line:
            yield line
        elif knows_ticks:
            yield _TAG_OR_CODE.sub(_escaped_tag, line)
        else:
            yield _TAG.sub(_escaped_tag, line)


def _end_of_code(lines: list[str], start: int, opening: re.Match[str]) -> int:
    """Return the position of the first line after fenced code; 0 if it is uncertain.

    It is uncertain if the fence may be part of a list item or a quote, which ends the code, too.
    """
    fence, before_fence = opening["fence"], opening["before"]
    if not _is_small_indent(before_fence):
        return 0
    for position in range(start + 1, len(lines)):
        line = lines[position]
        text = line.strip()
        if text and not line.startswith(before_fence):
            return 0
        if text.startswith(fence) and not text.strip(fence[0]):
            if _is_small_indent(line[: line.index(fence)]):
                return position + 1
            return 0
    if before_fence:
        return 0
    return len(lines)


def _is_small_indent(text: str) -> bool:
    """Return whether a text is nothing but up to three spaces, which a fence may follow."""
    return not text.strip(" ") and len(text) <= 3


def _is_delimiter(line: str) -> bool:
    """Return whether a line may be that below the head of a table."""
    return "-" in line and not line.strip(_MARKERS)


def _has_doubts(line: str, *, is_table: bool) -> bool:
    """Return whether what follows somewhere in a line may be code or not."""
    for token in _TAG_OR_CODE.finditer(line):
        if is_table and token["code"]:
            if _ENDS_CELL.search(token["code"]) is not None:
                return True
        elif token["doubt"] is not None:
            return True
    return False


def _escaped_tag(match: re.Match[str]) -> str:
    if match["tag"]:
        return f"&lt;{match['tag'][1:]}"
    # To Python-Markdown a backslash before `<` is no escape.
    if match[0] == "\\<":
        return "&lt;"
    return match[0]


def without_unsafe_links(markdown: str) -> str:
    """Return Markdown whose links run and read nothing: an unsafe address gets a ``#`` before it.

    Args:
        markdown: A text with descriptions of others in it.
    """
    return _TARGET.sub(_checked_target, markdown)


def _checked_target(match: re.Match[str]) -> str:
    start, target = match.groups()
    # Entities and escapes are read in addresses, too (CommonMark 0.31, 2.4 and 2.5). To
    # Python-Markdown a target in backticks is one as well, and to others white space of any kind is
    # none of it.
    address = _NO_ADDRESS.sub("", _ESCAPE.sub(r"\1", unescape(target)))
    is_cut = len(target) == _LONGEST and _MAY_BE_UNSAFE.fullmatch(address)
    if is_cut or _UNSAFE.match(address):
        return f"{start}#"
    return str(start)
