"""Decides which addresses of a document become links, in every output.

Addresses in files and applications may be hostile: ``javascript:`` runs a script, ``data:`` shows a
page of somebody else. ``ui/src/views/external.tsx`` has the same rule for the browser.
"""

import re
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
    return address if _ABSOLUTE.fullmatch(address) else ""


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


_TARGET = re.compile(
    r"(\]\(\s*<?|^[ \t>*+\-\d.)]*\[(?:\\.|[^\[\]\\\n])+\]:\s*<?|<)(?=([^<>\n]{1,400}))",
    re.MULTILINE,
)
"""Where Markdown has an address: of a link or an image, of a definition, in angle brackets."""

_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_UNSAFE = re.compile(
    r"(?:javascript|vbscript|data|file|blob|filesystem|view-source):(?=\S)", re.IGNORECASE
)
"""Fewer schemes than `safe_url` refuses: ``<std::string>`` in code is no link."""


_TAG = re.compile(
    # A block or a line of code, and what has a backslash already, stay.
    r"^ *(?P<fence>`{3,}|~{3,}).*?(?:^ *(?P=fence)[`~]*[ ]*$|\Z)"
    r"|(?P<ticks>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=ticks)(?!`)"
    r"|\\."
    # `<br>` is ours: a row of a table is one line. Names with a colon are no tags, but addresses.
    r"|(?P<tag><(?!br>)(?:[a-z][a-z0-9-]*(?=[\s/>]|\Z)|/[a-z]|[!?]))",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
"""The start of an HTML tag in Markdown (CommonMark 0.31, 4.6 and 6.6)."""


def safe_markdown(markdown: str) -> str:
    """Return Markdown without HTML, whose links run and read nothing.

    Args:
        markdown: A text with names and descriptions of others in it.
    """
    return without_unsafe_links(_TAG.sub(_escaped_tag, markdown))


def _escaped_tag(match: re.Match[str]) -> str:
    return f"\\{match[0]}" if match["tag"] else match[0]


def without_unsafe_links(markdown: str) -> str:
    """Return Markdown whose links run and read nothing: an unsafe address gets a ``#`` before it.

    Args:
        markdown: A text with descriptions of others in it.
    """
    return _TARGET.sub(_checked_target, markdown)


def _checked_target(match: re.Match[str]) -> str:
    start, target = match.groups()
    # Entities and escapes are read in addresses, too (CommonMark 0.31, 2.4 and 2.5).
    written = _IGNORED.sub("", _ESCAPE.sub(r"\1", unescape(target)))
    return f"{start}#" if _UNSAFE.match(written) else str(start)
