"""Writes the inline parts of lines as HTML, for pages with and without Sphinx: words, code, names,
references to objects. `vocabulary` defines them.
"""

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
    """Escape a text between tags. Quotes stay: Sphinx's search takes its words from the HTML."""
    return escaped(text, quote=False)


class InlineWriter:
    """Writes the inline parts of lines as HTML.

    Args:
        translated: Translates words of this package; texts of authors are returned unchanged.
        catalogue: The catalogue of the UI in the language of the page, for facts.
        address: Returns the address of an object; empty if the page cannot link it.
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
        """Return inline parts as HTML."""
        return "".join(map(self.word, words))

    def sentence(self, before: str, facts: Inlines) -> str:
        """Return facts as a sentence that follows a text, such as ``. 1–99; default 20.`` after a
        paragraph.

        `before` is that text: it gets a full stop unless it already ends a sentence.
        """
        if not facts:
            return ""
        text = self.words(facts)
        space = " " if ends_sentence(before) else ". "
        return f"{space}{text[:1].upper()}{text[1:]}."

    def paragraph(self, line: Line) -> str:
        """Return the opening tag of the paragraph for a line."""
        attributes = ""
        if line.role:
            attributes += f' class="gg-{line.role}"'
        if line.anchor:
            attributes += f' id="{escaped(line.anchor)}"'
        return f"<p{attributes}>"

    def word(self, word: Inline) -> str:
        """Return one inline part as HTML."""
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
                return _external_link(url, text)
            case _:
                assert_never(word)

    def _ref(self, ref: Ref) -> str:
        """Return a reference as a link, or as its text if the object has no address."""
        text = escape(self._translated(ref.text))
        if href := self._address(ref):
            css = "reference internal"
            if ref.style == "type":
                css = "gg-type reference internal"
            elif ref.kind == "error":
                css = "gg-error reference internal"  # keeps status and name on one line
            link = f'<a class="{css}" href="{escaped(href)}">{text}</a>'
            if ref.kind == "page":
                return f'<span class="toctree-l1">{link}</span>'  # as in Sphinx's toctrees
            return link
        if ref.style == "type":
            return f'<span class="gg-type">{text}</span>'
        return text


def _external_link(url: str, text: str) -> str:
    """Return an external link, or its text if the URL is unsafe or relative."""
    if address := absolute_url(url):
        return f'<a class="reference external" href="{escaped(address)}">{escape(text or url)}</a>'
    if text:
        return escape(text)
    return f'<span class="gg-type">{escape(url)}</span>'
