"""Adds line and page breaks for paper."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from .domain.refs import DOMAIN

if TYPE_CHECKING:
    from sphinx.application import Sphinx

KEEP, KEEP_TITLE = 5, 12
"""Lines that must fit on the page from a signature or a title on, which would be left alone at its
end otherwise."""

INDEX = r"""
\def\ggseams{\def\_{\textunderscore\allowbreak}\def\{{\allowbreak\textbraceleft}%
  \def\}{\textbraceright\allowbreak}}
\let\ggindexentry\sphinxstyleindexentry
\let\ggindexextra\sphinxstyleindexextra
\protected\def\sphinxstyleindexentry#1{{\ggseams\ggindexentry{#1}}}
\protected\def\sphinxstyleindexextra#1{{\ggseams\ggindexextra{#1}}}
\expandafter\def\expandafter\theindex\expandafter{\theindex\raggedright}
"""
"""Long paths would reach out of the two columns of an index, and short ones be split."""

SIGNS = r"""
\ifdefined\DeclareUnicodeCharacter
\DeclareUnicodeCharacter{2264}{\ensuremath{\leq}}
\DeclareUnicodeCharacter{2265}{\ensuremath{\geq}}
\fi
"""
"""Signs of bounds, which pdfTeX does not know."""

_SEAM = re.compile(r"(?<=[_/.\-:=&?,;])(?=[^_/.\-:=&?,;])|(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"\S{16,}")
"""A word that may be broken on paper where one of its parts ends."""


class SetPaper(SphinxPostTransform):
    """Keeps titles on the page of their content, and breaks long names."""

    default_priority = 7
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for section in list(self.document.findall(nodes.section)):
            if any(_is_ours(child) for child in section.children):
                _insert(section, _keep(KEEP_TITLE))
        for description in list(_descriptions(self.document)):
            _insert(_start(description), _keep(KEEP))
            for text in list(description[-1].findall(nodes.Text)):
                _allow_breaks(text)


def _descriptions(document: nodes.document) -> Iterator[addnodes.desc]:
    return (description for description in document.findall(addnodes.desc) if _is_ours(description))


def _is_ours(node: nodes.Node) -> bool:
    return isinstance(node, addnodes.desc) and node.get("domain") == DOMAIN


def _start(description: nodes.Element) -> nodes.Element:
    """Return a description or the index entries before it, which belong on the same page."""
    position = description.parent.index(description)
    before = description.parent[position - 1] if position else None
    return before if isinstance(before, addnodes.index) else description


def _allow_breaks(text: nodes.Text) -> None:
    """Let long words be broken where one of their parts ends."""
    if isinstance(text.parent, nodes.raw | nodes.literal_block) or not _WORD.search(text):
        return
    broken: list[nodes.Node] = []
    for piece in _SEAM.split(text):
        broken += [nodes.raw("", "\\allowbreak{}", format="latex")] if broken else []
        broken.append(nodes.Text(piece))
    text.parent.replace(text, broken)


def _keep(lines: int) -> nodes.raw:
    return nodes.raw("", f"\\needspace{{{lines}\\baselineskip}}\n", format="latex")


def _insert(before: nodes.Element, node: nodes.Node) -> None:
    before.parent.insert(before.parent.index(before), node)


def set_preamble(app: "Sphinx") -> None:
    """Declare the signs of bounds, and set paths in indices."""
    if app.builder.format == "latex":
        context: dict[str, Any] = getattr(app.builder, "context", {})
        context["preamble"] = f"{context.get('preamble', '')}{SIGNS}{INDEX}"
