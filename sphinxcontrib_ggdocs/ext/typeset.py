"""Adds line and page breaks for paper and manual pages to the nodes that all writers share."""

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


class SetManual(SphinxPostTransform):
    """Keeps names whole in manual pages: ``Order‐Api.list_orders`` is none that anybody can look
    for.
    """

    default_priority = 7
    formats = ("man",)

    def run(self, **kwargs: Any) -> None:
        descriptions = _descriptions(self.document)
        for description in [outer for outer in descriptions if not _is_inside(outer)]:
            # The register as well, by which the macros of paragraphs turn hyphenation on again.
            _insert(_start(description), _raw(".nr HY 0\n.nh\n.na", "manpage"))
            description.parent.insert(
                description.parent.index(description) + 1, _raw(".nr HY 4\n.hy 4\n.ad", "manpage")
            )


class SetPaper(SphinxPostTransform):
    """Keeps titles with what follows them, and breaks long names."""

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


def _is_inside(node: nodes.Node) -> bool:
    """Whether a description is part of another one."""
    parent = node.parent
    while parent is not None and not _is_ours(parent):
        parent = parent.parent
    return parent is not None


def _start(description: nodes.Element) -> nodes.Element:
    """A description or the index entries before it: they are to be on the same page."""
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
    return _raw(f"\\needspace{{{lines}\\baselineskip}}", "latex")


def _insert(before: nodes.Element, node: nodes.Node) -> None:
    before.parent.insert(before.parent.index(before), node)


def _raw(text: str, form: str) -> nodes.raw:
    return nodes.raw("", f"{text}\n", format=form)


def set_preamble(app: "Sphinx") -> None:
    """Declare the signs of bounds, and set paths in indices."""
    if app.builder.format == "latex":
        context: dict[str, Any] = getattr(app.builder, "context", {})
        context["preamble"] = f"{context.get('preamble', '')}{SIGNS}{INDEX}"
