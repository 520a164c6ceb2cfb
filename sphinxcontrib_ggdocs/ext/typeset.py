"""Prepares the reference for print: line breaks in long names, and signs that TeX lacks."""

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from .domain.refs import DOMAIN

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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


class BreakWords(SphinxPostTransform):
    """Lets long names in object descriptions break where one of their parts ends."""

    default_priority = 7
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        for description in self.document.findall(addnodes.desc):
            if description.get("domain") == DOMAIN:
                for text in list(description[-1].findall(nodes.Text)):
                    _allow_breaks(text)


def _allow_breaks(text: nodes.Text) -> None:
    """Let long words be broken where one of their parts ends."""
    if isinstance(text.parent, nodes.raw | nodes.literal_block) or not _WORD.search(text):
        return
    broken: list[nodes.Node] = []
    for piece in _SEAM.split(text):
        if broken:
            broken += [nodes.raw("", "\\allowbreak{}", format="latex")]
        broken.append(nodes.Text(piece))
    text.parent.replace(text, broken)


def set_preamble(app: "Sphinx") -> None:
    """Declare the signs of bounds, and set paths in indices."""
    if app.builder.format == "latex":
        context: dict[str, Any] = getattr(app.builder, "context", {})
        context["preamble"] = f"{context.get('preamble', '')}{SIGNS}{INDEX}"
