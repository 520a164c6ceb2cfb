"""HTML in Markdown descriptions, which generators of OpenAPI files leave there, as Markdown.

CommonMark allows HTML (section 4.6 and 6.6), but pages show none that they did not write
themselves. Tags that Markdown has signs for become these; others stay the text that they are, for
`<id>` is often no tag but a placeholder.
"""

import html
import re
from html.parser import HTMLParser

INLINE = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`", "tt": "`", "kbd": "`"}
"""By tag: the sign before and after."""

HEADINGS = {f"h{level}": "#" * level for level in range(1, 7)}
BLOCKS = frozenset({"p", "div", "section", "blockquote", "dl", "dt", "dd", "center"})
LISTS = frozenset({"ul", "ol"})
TABLES = frozenset({"table", "thead", "tbody", "tfoot"})
CELLS = frozenset({"td", "th"})
BARE = frozenset({"span", "u", "small", "sup", "sub", "font", "big", "label"})
"""Their content is kept, and they go."""

HIDDEN = frozenset({"script", "style"})
BETWEEN = LISTS | TABLES | {"tr"}
"""White space in these is between their parts, and is nothing."""

VOID = {"br": "  \n", "hr": "\n\n---\n\n"}
KNOWN = {*INLINE, *HEADINGS, *BLOCKS, *LISTS, *TABLES, *CELLS, *BARE, *HIDDEN, *VOID}
KNOWN |= {"a", "li", "tr", "pre"}

TAG = re.compile(rf"</?(?:{'|'.join(sorted(KNOWN))})(?:\s[^<>]*)?/?>", re.IGNORECASE)
CODE = re.compile(
    r"^ {0,3}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,3}(?P=fence)[`~]*[ ]*$|\Z)"
    r"|(?P<ticks>`+)(?!`).+?(?<!`)(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL,
)
"""Code in Markdown, where tags are text."""

# Letters of a private use area, which no text has that people read.
HELD = "\ue000{}\ue001"
IS_HELD = re.compile("\ue000(\\d+)\ue001")
SCHEMES = ("http:", "https:", "mailto:", "#", "/")


def markdown_of_html(text: str) -> str:
    """A description without HTML tags; the same text if it has none."""
    if not TAG.search(text):
        return text
    code: list[str] = []

    def hold(match: re.Match[str]) -> str:
        code.append(match[0])
        return HELD.format(len(code) - 1)

    writer = _MarkdownWriter()
    writer.feed(CODE.sub(hold, text))
    writer.close()
    written = re.sub(r"\n[ ]*\n\s*\n+", "\n\n", writer.text).strip()
    return IS_HELD.sub(lambda match: code[int(match[1])], written)


class _MarkdownWriter(HTMLParser):
    """Writes what it is fed; an element that is open has a list of its own for what is in it."""

    def __init__(self) -> None:
        # `&lt;` has to stay what it is: as `<` it would begin a tag of the Markdown.
        super().__init__(convert_charrefs=False)
        self._open: list[tuple[str, str, list[str]]] = [("", "", [])]
        """Of each open element: tag, target of a link, what is written in it."""
        self._numbers: list[int | None] = []
        """Of each open list: the number of its last item; None where items have none."""
        self._columns = 0

    @property
    def text(self) -> str:
        """Everything, with what was never closed."""
        while len(self._open) > 1:
            self.handle_endtag(self._open[-1][0])
        return "".join(self._open[0][2])

    def _write(self, text: str) -> None:
        self._open[-1][2].append(text)

    def _is_inside(self, *tags: str) -> bool:
        return any(tag in tags for tag, _, _ in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element; a tag that Markdown has nothing for is text."""
        if tag in VOID:
            self._write(" " if self._is_inside(*CELLS) else VOID[tag])
        elif tag not in KNOWN:
            self.handle_data(self.get_starttag_text() or "")
        else:
            if tag in LISTS:
                self._numbers.append(0 if tag == "ol" else None)
            elif tag == "table":
                self._columns = 0
            self._open.append((tag, dict(attrs).get("href") or "", []))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element without content."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID and tag in KNOWN:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those in it that nobody has closed."""
        if tag in VOID:
            return
        if not self._is_inside(tag):
            # Browsers ignore the end of an element that is not open, too.
            self._write("" if tag in KNOWN else f"</{tag}>")
            return
        while True:
            opened, target, parts = self._open.pop()
            self._write(self._element(opened, target, "".join(parts)))
            if opened == tag:
                return

    def handle_data(self, data: str) -> None:
        """Write text; white space in HTML is a space, and in Markdown stays."""
        innermost = self._open[-1][0]
        if self._is_inside(*HIDDEN) or (innermost in BETWEEN and not data.strip()):
            return
        if self._is_inside(*BLOCKS, *HEADINGS, *CELLS, "li") and not self._is_inside("pre"):
            data = re.sub(r"\s+", " ", data)
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        """Write a reference to a character, which Markdown has too, but not in code."""
        self._reference(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Write a reference to a character by its number."""
        self._reference(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Write what is no comment."""
        self._write(f"<!{decl}>")

    def _reference(self, text: str) -> None:
        self._write(html.unescape(text) if self._is_inside("pre", "code", "tt", "kbd") else text)

    def _element(self, tag: str, target: str, inner: str) -> str:
        """A closed element as Markdown."""
        if tag in INLINE:
            return _delimited(inner, INLINE[tag], INLINE[tag])
        if tag == "a":
            link = _delimited(inner, "[", f"]({target})")
            return link if target.lower().startswith(SCHEMES) else inner
        if tag in HEADINGS:
            return f"\n\n{HEADINGS[tag]} {inner.strip()}\n\n"
        if tag in BLOCKS:
            start = "> " if tag == "blockquote" else ""
            return f"\n\n{start}{inner.strip()}\n\n"
        if tag == "pre":
            return f"\n\n```\n{inner.strip(chr(10))}\n```\n\n"
        return self._row_or_item(tag, inner)

    def _row_or_item(self, tag: str, inner: str) -> str:
        if tag in LISTS:
            self._numbers.pop()
            return f"\n{inner.strip(chr(10))}\n" if self._numbers else f"\n\n{inner.strip()}\n\n"
        if tag == "li":
            return self._item(inner)
        if tag in CELLS:
            return f" {inner.strip()} |"
        if tag == "tr":
            return self._row(inner.strip())
        if tag == "table":
            return f"\n\n{inner.strip()}\n\n"
        return "" if tag in HIDDEN else inner

    def _item(self, inner: str) -> str:
        sign = "- "
        if self._numbers and self._numbers[-1] is not None:
            self._numbers[-1] += 1
            sign = f"{self._numbers[-1]}. "
        inner = re.sub(r"\n\s*\n", "\n", inner.strip())
        return "\n" + sign + inner.replace("\n", "\n" + " " * len(sign))

    def _row(self, cells: str) -> str:
        row = f"\n| {cells}"
        if self._columns:
            return row
        self._columns = cells.count("|")
        return f"{row}\n|{' --- |' * self._columns}"


def _delimited(inner: str, before: str, after: str) -> str:
    """Signs around a text, its own white space outside of them: Markdown takes them for text
    otherwise.
    """
    core = inner.strip()
    if not core:
        return inner
    start = inner[: len(inner) - len(inner.lstrip())]
    return f"{start}{before}{core}{after}{inner[len(inner.rstrip()) :]}"
