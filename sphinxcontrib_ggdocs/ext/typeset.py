"""Prepares the reference for print: line breaks in long names, and characters that TeX lacks."""

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
"""TeX code for indices: long paths, which would not fit into a column, may be broken at underscores
and braces, and short paths are not hyphenated."""

SIGNS = r"""
\ifdefined\DeclareUnicodeCharacter
\DeclareUnicodeCharacter{2264}{\ensuremath{\leq}}
\DeclareUnicodeCharacter{2265}{\ensuremath{\geq}}
\fi
"""
"""TeX code for the characters ≤ and ≥ of constraints, which pdfTeX does not know."""

_BREAKABLE_PLACE = re.compile(r"(?<=[_/.\-:=&?,;])(?=[^_/.\-:=&?,;])|(?<=[a-z0-9])(?=[A-Z])")
"""The places where a name may be broken: after punctuation, ``user_|name``, and before a capital
letter, ``user|Name``."""
_LONG_WORD = re.compile(r"\S{16,}")
"""A word that is so long that it may have to be broken."""


class BreakWords(SphinxPostTransform):
    """Allows line breaks inside of long names in object descriptions, for LaTeX."""

    default_priority = 7
    formats = ("latex",)

    def run(self, **kwargs: Any) -> None:
        """Allow line breaks in all object descriptions of the domain ``gg``."""
        for description in self.document.findall(addnodes.desc):
            if description.get("domain") == DOMAIN:
                content = description[-1]  # after the signature
                for text in list(content.findall(nodes.Text)):
                    _allow_breaks(text)


def _allow_breaks(text: nodes.Text) -> None:
    """Insert a possible line break at each place where a long word of a text may be broken."""
    if isinstance(text.parent, nodes.raw | nodes.literal_block) or not _LONG_WORD.search(text):
        return
    broken: list[nodes.Node] = []
    for piece in _BREAKABLE_PLACE.split(text):
        if broken:
            broken += [nodes.raw("", "\\allowbreak{}", format="latex")]
        broken.append(nodes.Text(piece))
    text.parent.replace(text, broken)


def set_preamble(app: "Sphinx") -> None:
    """Add our TeX code to the preamble of LaTeX documents (``builder-inited``)."""
    if app.builder.format == "latex":
        context: dict[str, Any] = getattr(app.builder, "context", {})
        context["preamble"] = f"{context.get('preamble', '')}{SIGNS}{INDEX}"
