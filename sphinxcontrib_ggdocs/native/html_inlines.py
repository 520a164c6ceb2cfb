"""Writes inline words as HTML, for pages with and without Sphinx."""

from collections.abc import Callable, Iterable, Mapping
from html import escape as escaped
from typing import assert_never

from .safe_links import absolute_url
from .vocabulary import (
    Address,
    Code,
    Constraint,
    Inline,
    Inlines,
    Label,
    Line,
    Name,
    Ref,
    Word,
    ends_sentence,
)


def escape(text: str) -> str:
    """Escape text between tags; quotes stay, since Sphinx's search reads words from HTML."""
    return escaped(text, quote=False)


class InlineWriter:
    """Writes the words of lines.

    Args:
        translated: Returns words of ours in the language of the page, those of an author unchanged.
        catalogue: The catalogue of the UI in that language, for facts.
        address: Returns the address of an object; empty where it has none.
    """

    def __init__(
        self,
        translated: Callable[[Word | str], str],
        catalogue: Mapping[str, str],
        address: Callable[[Ref], str],
    ) -> None:
        self._translated = translated
        self._catalogue = catalogue
        self._address = address

    def words(self, words: Iterable[Inline]) -> str:
        """Write words."""
        return "".join(map(self.word, words))

    def sentence(self, before: str, facts: Inlines) -> str:
        """Write facts as a sentence of their own, after a text."""
        if not facts:
            return ""
        text = self.words(facts)
        space = " " if ends_sentence(before) else ". "
        return f"{space}{text[:1].upper()}{text[1:]}."

    def paragraph(self, line: Line) -> str:
        """Write the start of the paragraph of a line."""
        attributes = ""
        if line.role:
            attributes += f' class="gg-{line.role}"'
        if line.anchor:
            attributes += f' id="{escaped(line.anchor)}"'
        return f"<p{attributes}>"

    def word(self, word: Inline) -> str:
        """Write one of them."""
        match word:
            case str():
                return escape(word)
            case Ref():
                return self._ref(word)
            case Code(parts):
                return f'<span class="gg-type">{self.words(parts)}</span>'
            case Word():
                return escape(self._translated(word))
            case Label(text):
                return f'<strong class="gg-label">{escape(self._translated(text))}</strong> '
            case Name(text):
                return f"<strong>{escape(self._translated(text))}</strong>"
            case Constraint():
                return escape(word.text(self._catalogue))
            case Address(url, text):
                return _linked(url, text)
            case _:
                assert_never(word)

    def _ref(self, ref: Ref) -> str:
        """Link an object."""
        text = escape(self._translated(ref.text))
        if href := self._address(ref):
            css = "reference internal"
            if ref.style == "type":
                css = "gg-type reference internal"
            elif ref.kind == "error":
                css = "gg-error reference internal"  # its status stays next to its name
            link = f'<a class="{css}" href="{escaped(href)}">{text}</a>'
            if ref.kind == "page":
                return f'<span class="toctree-l1">{link}</span>'  # as tables of contents have it
            return link
        if ref.style == "type":
            return f'<span class="gg-type">{text}</span>'
        return text


def _linked(url: str, text: str) -> str:
    """Link an address that a document gives, or show it as text where a link would be unsafe or
    depend on the page.
    """
    if address := absolute_url(url):
        return f'<a class="reference external" href="{escaped(address)}">{escape(text or url)}</a>'
    if text:
        return escape(text)
    return f'<span class="gg-type">{escape(url)}</span>'
