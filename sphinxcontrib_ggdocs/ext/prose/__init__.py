"""Descriptions as docutils nodes, from Markdown or reStructuredText.

Markdown is read by MyST when it is installed, as the project has configured it where the project uses it; else by
markdown-it-py, with roles as MyST writes them; else as paragraphs, lists and inline code, which is what most docstrings
are made of.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from types import SimpleNamespace
from typing import Literal

from docutils import nodes
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import extract_messages

from ..paragraphs import Translate, translate_text
from .beside import definitions_in, with_definitions
from .blank import blank_document
from .plain import plain_markdown, plain_text
from .sources import Place, Sources

__all__ = ["Describer", "Place", "Sources"]

NUMBER = "ggdocs-text"
"""Key of the page's temporary data: how many descriptions the page has."""

_MARKUP = frozenset("`*_[]<>#|\\~&$:{}^\t")
"""A text without these means the same in every markup, when its lines do not begin like a list."""

_CODE: Mapping[Literal["markdown", "rst"], "re.Pattern[str]"] = {
    "markdown": re.compile(r"(?<!`)`[^`\s](?:[^`\n]*[^`\s])?`(?!`)"),
    "rst": re.compile(r"(?:(?<=[\s(/-])|^)``[^`\s)](?:[^`\n]*[^`\s\\])?``(?=[\s.,;!?)/-]|$)"),
}
"""Inline code as every parser reads it: on one line, without blanks at its ends, apart from words."""

_REST_BLOCK = re.compile(r"^(?:\(?(?:[A-Za-z]|[IVXLCDMivxlcdm]+)[.)](?:\s|$)|/|([^\w\s])\1*[ \t]*$)", re.MULTILINE)
"""A line that begins something else in reST alone: a list by letters, an option, the line below a title."""

_TYPOGRAPHY = frozenset({"linkify", "replacements", "smartquotes"})
"""Extensions of MyST that change mere words."""

_NO_EXTENSIONS = SimpleNamespace(enable_extensions=frozenset[str]())


class Describer:
    """Turns descriptions into nodes.

    Args:
        env: The environment of the page that is being read.
        settings: The docutils settings of the page.
        markup: The language of the descriptions.
        source: The path of the page.
        sources: Where descriptions are written.
        translate: Translates a message of a description; None where descriptions stay as they are.
    """

    def __init__(
        self,
        env: BuildEnvironment,
        settings: object,
        *,
        markup: Literal["markdown", "rst"],
        source: str,
        sources: Sources,
        translate: Translate | None = None,
    ) -> None:
        self._env = env
        self._settings = settings
        self._markup = markup
        self._source = source
        self._sources = sources
        self._translate = translate
        self._words_stay = _TYPOGRAPHY.isdisjoint(getattr(env, "myst_config", _NO_EXTENSIONS).enable_extensions)
        self._beside: Sequence[str] = ()
        self._definitions: Sequence[str] = ()
        self._parse: Callable[[str, nodes.document, Place], list[nodes.Node]] | None = None

    def __call__(self, text: str, beside: Sequence[str] = ()) -> list[nodes.Node]:
        """The block nodes of a description, each knowing its place; what is defined `beside` it counts as well."""
        place = self._sources.find(text)
        told: set[str] = set()
        if self._translate is not None:
            text = translate_text(text, _noted(self._translate, told))
        found = self._plain(text) or self._parsed(with_definitions(text, self._defined(beside)), place)
        for block in found:
            for node in block.findall(nodes.Element):
                if not isinstance(node, nodes.label):  # nobody translates the number of a footnote
                    node.source, node.line = place.path, place.nearest(node.line)
            if told:
                _mark_translated(block, told)
        return found

    def _plain(self, text: str) -> list[nodes.Node]:
        """What a text of words and inline code is, without a parser; nothing for other texts."""
        if not self._words_stay:
            return []
        words = _CODE[self._markup].sub("code", text) if "`" in text else text
        if not _is_plain(words) or (self._markup == "rst" and _REST_BLOCK.search(words)):
            return []
        return plain_text(text, inline_code=words != text)

    def _defined(self, beside: Sequence[str]) -> Sequence[str]:
        """What texts define: each text of an object asks, with the same list."""
        if beside is not self._beside:
            self._beside, self._definitions = beside, definitions_in(beside, self._markup)
        return self._definitions

    def _parsed(self, text: str, place: Place) -> list[nodes.Node]:
        if self._parse is None:
            self._parse = self._parser()
        if self._parse is plain_markdown:
            return plain_text(text, inline_code=True)
        number = int(self._env.temp_data.get(NUMBER) or 0) + 1
        self._env.temp_data[NUMBER] = number
        document = blank_document(self._source, self._settings, place=place, ids=f"ggdocs-text-{number}-")
        return self._parse(text, document, place)

    def _parser(self) -> Callable[[str, nodes.document, Place], list[nodes.Node]]:
        if self._markup == "rst":
            from .rst import RstReader

            return RstReader(self._env.config, self._settings)
        if find_spec("myst_parser") is not None:
            from .myst import MystReader

            return MystReader(self._env)
        if find_spec("markdown_it") is not None:
            from .commonmark import parse_commonmark

            return parse_commonmark
        return plain_markdown


def _noted(translate: Translate, told: set[str]) -> Translate:
    """The same, noting what has been translated."""

    def noted(message: str) -> str:
        found = translate(message)
        if found != message:
            told.add(found)
        return found

    return noted


def _mark_translated(block: nodes.Node, told: set[str]) -> None:
    """Keep Sphinx from translating a second time, which it would parse in the markup of the page."""
    if isinstance(block, nodes.Element):
        for node, message in list(extract_messages(block)):
            if message in told:
                node["translatable"], node["translated"] = False, True


def _is_plain(text: str) -> bool:
    if not _MARKUP.isdisjoint(text) or "  \n" in text:
        return False
    return all(not line.startswith((" ", "-", "+", "=", "..")) and not line[:1].isdigit() for line in text.splitlines())
