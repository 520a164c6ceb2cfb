"""Removes from HTML that another parser has written everything that runs code or loads files.

Each Markdown parser has its own rules for links, so its output is checked, not its input.
"""

from collections.abc import Sequence
from html import escape
from html.parser import HTMLParser
from typing import Any, Final, TypeAlias

from .safe_links import safe_url

Attributes: TypeAlias = Sequence[tuple[str, str | None]]

_TAGS: Final = frozenset(
    {
        *("a", "abbr", "blockquote", "br", "code", "dd", "del", "div", "dl", "dt", "em"),
        *("h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "kbd", "li", "ol", "p", "pre"),
        *("span", "strong", "sub", "sup"),
        *("table", "tbody", "td", "th", "thead", "tr", "ul"),
    }
)
"""What Markdown is written as."""
_EMPTY: Final = frozenset({"br", "hr", "img"})
_TEXTS: Final = frozenset({"alt", "class", "id", "start", "title"})
_ADDRESSES: Final = frozenset({"href", "src"})
_ALIGNMENTS: Final = {f"text-align: {side};" for side in ("left", "center", "right")}


def safe_html(html: str) -> str:
    """Return HTML with the elements of Markdown only, whose links lead to safe addresses; other
    tags are shown as text.
    """
    writer = _Writer()
    writer.feed(html)
    writer.close()
    return "".join(writer.written)


class _Writer(HTMLParser):
    """Writes again what it reads."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.written: list[str] = []

    def set_cdata_mode(self, elem: str, **kind: Any) -> None:
        """Read what is inside an element as any other: one with raw text is a text itself."""

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        """Write an element of Markdown; another one is a text."""
        if tag not in _TAGS:
            self.handle_data(self.get_starttag_text() or "")
            return
        attributes = [
            f' {name}="{escape(value)}"'
            for name, value in attrs
            if value is not None and _is_safe(name, value)
        ]
        end = " />" if tag in _EMPTY else ">"
        self.written.append(f"<{tag}{''.join(attributes)}{end}")

    def handle_endtag(self, tag: str) -> None:
        """End an element of Markdown."""
        if tag in _TAGS and tag not in _EMPTY:
            self.written.append(f"</{tag}>")

    def handle_startendtag(self, tag: str, attrs: Attributes) -> None:
        """Write an element without content."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        """Write a text."""
        self.written.append(escape(data, quote=False))


def _is_safe(name: str, value: str) -> bool:
    if name in _ADDRESSES:
        return bool(safe_url(value))
    return name in _TEXTS or (name == "style" and value in _ALIGNMENTS)
